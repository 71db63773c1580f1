import path from 'node:path';
import { handler, type JobHandler } from '../jobs/handler.ts';
import { type ComposedMail, composeMail, type Sender } from './compose.ts';
import { folderDelivery } from './folder.ts';
import { sendMail } from './mail.ts';
import { smtpDelivery } from './smtp.ts';

/** Brings a mail away. @throws what went wrong, without an address in it; GiveUp when it will never work */
export type Deliver = (mail: ComposedMail) => Promise<void>;

export interface MailSettings {
  /** `smtp://` or `smtps://`, with a login in it or not; null: mails become files in `mail/` below `dataDir`. */
  smtpUrl: string | null;
  mailFrom: Sender;
  dataDir: string;
}

/** Does the jobs of `sendMail`. */
export function createMailer({ smtpUrl, mailFrom, dataDir }: MailSettings): JobHandler {
  const deliver = smtpUrl === null ? folderDelivery(path.join(dataDir, 'mail')) : smtpDelivery(smtpUrl);
  return handler(sendMail, async (mail, job) => deliver(await composeMail(mail, job, mailFrom)));
}
