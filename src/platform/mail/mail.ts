import { jobKind } from '../jobs/job.ts';

/** A mail to one address, in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Somebody else's text as it may stand in a subject or within a sentence: on one line, without control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Send it by `enqueue(db, sendMail, mail)`, in the transaction that decides it. */
export const sendMail = jobKind<Mail>('send_mail');
