import { jobKind } from '../jobs/job.ts';
import type { Language } from '../locale.ts';

/** A mail to one address. Its HTML part is generated from the text. */
export interface Mail {
  to: string;
  subject: string;
  /** Paragraphs, separated by empty lines. A line that is an address becomes a link. */
  text: string;
  /** The language of the text; English unless given. */
  language?: Language;
  /** The URL at which a POST turns mails of this kind off (RFC 8058); absent for mails that cannot be turned off. */
  unsubscribeUrl?: string;
}

/** How the marketplace signs its mails. */
export interface Brand {
  name: string;
  /** `#rrggbb` */
  accent: string;
}

/** Makes user-supplied text safe for a subject or a sentence: one line without control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Send it with `enqueue(db, sendMail, mail)` in the transaction that decides to send it. */
export const sendMail = jobKind<Mail>('send_mail');
