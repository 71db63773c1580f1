import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, enqueueAll } from '../../../platform/jobs/job.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { type Mail, sendMail } from '../../../platform/mail/mail.ts';
import { LOCALE_OF_USER } from '../language.ts';
import { readMarketName } from '../messages/market-name.ts';
import type { NotificationMessage, NotificationValues } from '../messages/message.ts';
import { mailOf, wordsOf } from '../messages/render.ts';
import { FOR_UNPROVEN, type MailKind, type NotificationKind } from './kinds.ts';
import { mailNotifications } from './notify.ts';

/** Maximum number of mails that one job writes. */
const MAX_AT_ONCE = 200;

/** Bytes of randomness in the secret of an unsubscribe link. */
const SECRET_BYTES = 18;

type DueRow = {
  user_id: number;
  kind: NotificationKind;
  message: NotificationMessage;
  data: NotificationValues[NotificationMessage];
  path: string;
  email: string | null;
  locale: string | null;
};

/** Reads the texts of comments by id, without those that were deleted. */
type ReadMessages = (db: Database, commentIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

interface MailerDeps extends Pick<Context, 'db' | 'now' | 'publicUrl'> {
  readMessages: ReadMessages;
}

/** The handler that mails notifications. A second run of a job finds nothing that is due. A message that was deleted meanwhile is not mailed. */
export function createNotificationMailer({ db, now, publicUrl, readMessages }: MailerDeps): JobHandler {
  return handler(mailNotifications, () => db.transaction((tx) => mailDue(tx, { at: now(), publicUrl, readMessages })));
}

async function mailDue(
  tx: Database,
  { at, publicUrl, readMessages }: { at: Date; publicUrl: string; readMessages: ReadMessages },
): Promise<void> {
  const { rows } = await tx.execute<DueRow>(sql`
    WITH due AS (SELECT id FROM notifications WHERE mail = 'due' ORDER BY id LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED),
    taken AS (UPDATE notifications n SET mail = 'sent' FROM due d WHERE n.id = d.id RETURNING n.*)
    SELECT n.user_id, n.kind, n.message, n.data, n.path, ${LOCALE_OF_USER} AS locale,
      CASE WHEN n.mail_to IS NOT NULL AND NOT u.email_unproven THEN n.mail_to
        WHEN NOT u.email_unproven OR n.message = ANY (${sql.param([...FOR_UNPROVEN])}::text[]) THEN u.email END AS email
    FROM taken n JOIN users u ON u.id = n.user_id AND u.erased_at IS NULL ORDER BY n.id`);
  const comments = rows.flatMap(({ data }) => ('comment' in data ? [data.comment] : []));
  const texts = comments.length === 0 ? new Map<number, string>() : await readMessages(tx, comments);
  const mailed = rows.flatMap(({ email, data, ...row }) => {
    if (email === null) return [];
    if (!('comment' in data)) return [{ ...row, data, email }];
    const text = texts.get(data.comment);
    return text === undefined ? [] : [{ ...row, data: { ...data, text: text.split('\n') }, email }];
  });
  const links = await newUnsubscribeLinks(
    tx,
    mailed.map(({ user_id: userId, kind }) => ({ userId, kind: kind === 'security' ? null : kind })),
    { at, publicUrl },
  );
  const market = await readMarketName(tx);
  const mails = mailed.map(({ email: to, message, data, path, locale }, index): Mail => {
    const language = languageOf(locale);
    const unsubscribeUrl = links[index];
    return mailOf(language, {
      to,
      words: wordsOf(language, message, data, market),
      url: `${publicUrl}${path}`,
      ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    });
  });
  await enqueueAll(tx, sendMail, mails);
  if (rows.length === MAX_AT_ONCE) await enqueue(tx, mailNotifications, {});
}

/** The stored hash of the secret of an unsubscribe link. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The mails that an unsubscribe link turns off: mails of a kind to a user, or invitations to an address without an account. */
export type LinkSubject =
  | { userId: number; kind: MailKind | null }
  | { address: string; kind: 'invitations'; language: Language };

/**
 * Creates an unsubscribe link for each mail. Only its hash is stored, and only a hash of an address without an account.
 * @returns the addresses, undefined for a mail that cannot be turned off (`kind` null)
 */
export async function newUnsubscribeLinks(
  tx: Database,
  mails: readonly LinkSubject[],
  { at, publicUrl }: { at: Date; publicUrl: string },
): Promise<(string | undefined)[]> {
  const made = mails.map((mail) =>
    mail.kind === null ? null : { mail, secret: randomBytes(SECRET_BYTES).toString('base64url') },
  );
  const rows = made
    .filter((one) => one !== null)
    .map(({ mail, secret }) => ({
      ...('userId' in mail ? { user_id: mail.userId } : { address: mail.address, language: mail.language }),
      kind: mail.kind,
      hash: hashOfSecret(secret).toString('hex'),
    }));
  if (rows.length > 0)
    await tx.execute(sql`
      INSERT INTO unsubscribe_links (hash, user_id, address_hash, language, kind, created_at)
      SELECT decode(r.hash, 'hex'), r.user_id, sha256(convert_to(lower(r.address), 'UTF8')), r.language, r.kind, ${at.toISOString()}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (hash text, user_id bigint, address text, language text, kind text)`);
  return made.map((one) => (one === null ? undefined : `${publicUrl}/v2/unsubscribe/${one.secret}`));
}
