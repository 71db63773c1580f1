import { jobKind } from '../jobs/job.ts';

/** A mail to one address, in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Send it by `enqueue(db, sendMail, mail)`, in the transaction that decides it. */
export const sendMail = jobKind<Mail>('send_mail');
