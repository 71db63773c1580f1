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
  /**
   * The URL to which a POST unsubscribes the recipient from mails of this kind (RFC 8058); absent for mails without unsubscription.
   */
  unsubscribeUrl?: string;
  attachment?: Attachment;
}

/** A file in a mail. It is stored with the job, so it must be small. */
export interface Attachment {
  name: string;
  /** Its media type. */
  type: string;
  /** Base64. */
  content: string;
}

/** The name and the colour with which the marketplace signs its mails. */
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
