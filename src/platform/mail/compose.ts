import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { GiveUp, type JobFacts } from '../jobs/handler.ts';
import { htmlOfText } from './html-of-text.ts';
import { type Attachment, type Brand, type Mail, onOneLine } from './mail.ts';

/** The sender of a mail. */
export interface Sender {
  /** Null: the name of the marketplace. */
  name: string | null;
  address: string;
}

/** A mail in its wire format. */
export interface ComposedMail {
  from: string;
  to: string;
  /** Short and stable across the attempts of one job; part of the Message-ID. */
  token: string;
  askedAt: Date;
  /** RFC 5322 and MIME, with CRLF line ends. */
  raw: Buffer;
}

/** Matches a single mailbox without characters that could add a second address or a header. */
const ONE_ADDRESS = /^[^\s<>()[\],;:"@\\\p{Cc}]+@[^\s<>()[\],;:"@\\\p{Cc}]+$/u;
const CONTROL = /\p{Cc}/u;

/**
 * Renders a mail. The same job yields the same bytes and Message-ID each time, so that recipients' systems can
 * detect a repeated delivery. The mail contains the text unchanged and an HTML version of it.
 * @param isReadByPrograms the text part is UTF-8 without a transfer encoding, which some mail servers do not accept
 * @throws GiveUp for an address or a subject that could break out of its header
 */
export async function composeMail(
  mail: Mail,
  job: Pick<JobFacts, 'id' | 'askedAt'>,
  sender: Sender,
  { brand, isReadByPrograms = false }: { brand: Brand; isReadByPrograms?: boolean },
): Promise<ComposedMail> {
  if (!ONE_ADDRESS.test(mail.to)) throw new GiveUp('the mail is not to one plain address');
  if (CONTROL.test(mail.subject)) throw new GiveUp('the subject of the mail holds a control character');
  const token = tokenOf(mail, job);
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: sender.name ?? onOneLine(brand.name), address: sender.address },
    // An object is used as a single address; a text would be parsed as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    alternatives: [
      isReadByPrograms
        ? { raw: plainTextPart(mail.text) }
        : { contentType: 'text/plain; charset=utf-8', content: mail.text },
      // The text part is not in Base64, so that a search for an address in the mail finds it.
      {
        contentType: 'text/html; charset=utf-8',
        content: htmlOfText(mail.text, mail.language ?? 'en', brand),
        contentTransferEncoding: 'base64',
      },
    ],
    ...(mail.attachment && { attachments: [attached(mail.attachment)] }),
    baseBoundary: token,
    date: job.askedAt,
    messageId: `<${token}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language ?? 'en',
      ...(mail.unsubscribeUrl === undefined ? {} : unsubscribeHeaders(mail.unsubscribeUrl)),
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { from: sender.address, to: mail.to, token, askedAt: job.askedAt, raw };
}

function attached({ name, type, content }: Attachment) {
  return { filename: name, contentType: type, content: Buffer.from(content, 'base64') };
}

/** Names the address at which a mail program unsubscribes the recipient with one click (RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function plainTextPart(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).join('\r\n');
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}`;
}

/** Includes time and content, because a job with the same number in another database is a different mail. */
function tokenOf({ to, subject, text, attachment }: Mail, { id, askedAt }: Pick<JobFacts, 'id' | 'askedAt'>): string {
  const content = [to, subject, text, ...(attachment === undefined ? [] : [attachment.name, attachment.content])];
  const whole = JSON.stringify([id, askedAt.toISOString(), ...content]);
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}
