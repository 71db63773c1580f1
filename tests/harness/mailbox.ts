import { createCodeDelivery, createNotificationMailer } from '../../src/modules/accounts/index.ts';
import { readMessages } from '../../src/modules/campaigns/index.ts';
import { handler } from '../../src/platform/jobs/handler.ts';
import { type Mail, sendMail } from '../../src/platform/mail/mail.ts';
import type { TestDatabase } from './database.ts';
import { runWaitingJobs } from './jobs.ts';

/** The mails that were requested since the last call, in order. */
export async function takeMails(
  database: Pick<TestDatabase, 'pool' | 'db'>,
  { now = () => new Date(), publicUrl = 'http://tributary.test' } = {},
): Promise<Mail[]> {
  const mails: [job: number, mail: Mail][] = [];
  await runWaitingJobs(database, [
    createNotificationMailer({ db: database.db, now, publicUrl, readMessages }),
    handler(sendMail, async (mail, { id }) => void mails.push([Number(id), mail])),
  ]);
  // The jobs of one transaction are due at the same instant, so their order may vary.
  return mails.sort(([one], [other]) => one - other).map(([, mail]) => mail);
}

/** The secret in the mail of an invitation. */
export function secretIn({ text }: Mail): string {
  const secret = /\/invitations#(\S+)/.exec(text)?.[1];
  if (secret === undefined) throw new Error(`the mail holds no invitation: ${text}`);
  return secret;
}

/**
 * The mails with account codes. Runs the jobs of the service: the first ones create the codes, and the next ones the mails.
 * @param now the application's clock
 */
export async function takeCodeMails(
  database: Pick<TestDatabase, 'pool' | 'db'>,
  { now = () => new Date(), publicUrl = 'http://tributary.test' } = {},
): Promise<Mail[]> {
  await runWaitingJobs(database, [createCodeDelivery({ db: database.db, now, publicUrl })]);
  return takeMails(database, { now, publicUrl });
}

/** The code in the address of a mail. */
export function codeIn({ text }: Pick<Mail, 'text'>): string {
  const code = /[?]code=([\w-]+)/.exec(text)?.[1];
  if (code === undefined) throw new Error(`the mail holds no code: ${text}`);
  return code;
}
