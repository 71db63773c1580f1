import { jobKind } from '../jobs/job.ts';

/** A plain text mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Makes user-supplied text safe for a subject or a sentence: one line without control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Send it with `enqueue(db, sendMail, mail)` in the transaction that decides to send it. */
export const sendMail = jobKind<Mail>('send_mail');
