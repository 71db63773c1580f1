import path from 'node:path';
import { handler, type JobHandler } from '../jobs/handler.ts';
import { composeMail, type Sender } from './compose.ts';
import { folderDelivery } from './folder.ts';
import { type Brand, sendMail } from './mail.ts';
import { smtpDelivery } from './smtp.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with or without credentials; null: mails are written to `mail/` in `dataDir`. */
  smtpUrl: string | null;
  mailFrom: Sender;
  dataDir: string;
  /** Read at each delivery, because the settings may change while the service runs. */
  readBrand: () => Promise<Brand>;
}

/** Creates the handler for `sendMail` jobs. */
export function createMailer({ smtpUrl, mailFrom, dataDir, readBrand }: MailSettings): JobHandler {
  const deliver = smtpUrl === null ? folderDelivery(path.join(dataDir, 'mail')) : smtpDelivery(smtpUrl);
  const isReadByPrograms = smtpUrl === null;
  return handler(sendMail, async (mail, job) =>
    deliver(await composeMail(mail, job, mailFrom, { brand: await readBrand(), isReadByPrograms })),
  );
}
