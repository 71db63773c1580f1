import path from 'node:path';
import { handler, type JobHandler } from '../jobs/handler.ts';
import { type ComposedMail, composeMail, type Sender } from './compose.ts';
import { folderDelivery } from './folder.ts';
import { sendMail } from './mail.ts';
import { smtpDelivery } from './smtp.ts';

/** Delivers a mail. @throws an error without addresses in its message; GiveUp when the delivery can never succeed */
export type Deliver = (mail: ComposedMail) => Promise<void>;

export interface MailSettings {
  /** `smtp://` or `smtps://`, with or without credentials; null: mails are written to `mail/` in `dataDir`. */
  smtpUrl: string | null;
  mailFrom: Sender;
  dataDir: string;
}

/** Creates the handler for `sendMail` jobs. */
export function createMailer({ smtpUrl, mailFrom, dataDir }: MailSettings): JobHandler {
  const deliver = smtpUrl === null ? folderDelivery(path.join(dataDir, 'mail')) : smtpDelivery(smtpUrl);
  return handler(sendMail, async (mail, job) => deliver(await composeMail(mail, job, mailFrom)));
}
