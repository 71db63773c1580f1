import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import { languageOf } from '../../../platform/locale.ts';
import { sendMail } from '../../../platform/mail/mail.ts';
import { LOCALE_OF_USER } from '../language.ts';
import { readMarketName } from '../messages/market-name.ts';
import type { NotificationMessage, NotificationValues } from '../messages/message.ts';
import { catalogueOf, mailOf, wordsOf } from '../messages/render.ts';
import { newUnsubscribeLinks } from './mail-notifications.ts';

/** Sends the weekly digests that are due. */
const sendDigests = jobKind<Record<never, never>>('send_digests');

const DAYS = 7;
const MAX_PEOPLE_AT_ONCE = 100;
/** Maximum number of notifications that a digest lists; it states how many more there are. */
const MAX_LISTED = 20;

type DigestRow = {
  user_id: number;
  email: string;
  locale: string | null;
  count: number;
  newest: { message: NotificationMessage; data: NotificationValues[NotificationMessage]; path: string }[];
};

/** Enqueues a job for the digests that are due; it replaces a waiting one. */
export function requestDigests(db: Database): Promise<void> {
  return enqueue(db, sendDigests, {}, { key: 'send_digests' });
}

/**
 * The handler that sends digests: notifications that were neither mailed nor read, when the oldest of them is a week old. A
 * person therefore receives at most one in a week, and none without such notifications. A second run of a job finds nothing that
 * is due.
 */
export function createDigestSender({ db, now, publicUrl }: Pick<Context, 'db' | 'now' | 'publicUrl'>): JobHandler {
  return handler(sendDigests, () => db.transaction((tx) => sendDue(tx, { at: now(), publicUrl })));
}

async function sendDue(tx: Database, { at, publicUrl }: { at: Date; publicUrl: string }): Promise<void> {
  const now = at.toISOString();
  const { rows } = await tx.execute<DigestRow>(sql`
    WITH due AS (
      SELECT n.user_id FROM notifications n JOIN users u ON u.id = n.user_id LEFT JOIN notification_settings s ON s.user_id = n.user_id
      WHERE n.mail = 'none' AND n.digested_at IS NULL AND n.read_at IS NULL AND coalesce(s.weekly_digest, true)
        AND u.erased_at IS NULL AND u.suspended_at IS NULL AND NOT u.email_unproven
      GROUP BY n.user_id HAVING min(n.created_at) <= ${now}::timestamptz - make_interval(days => ${DAYS})
      ORDER BY n.user_id LIMIT ${MAX_PEOPLE_AT_ONCE}
    ), taken AS (
      UPDATE notifications n SET digested_at = ${now} FROM due d
      WHERE n.user_id = d.user_id AND n.mail = 'none' AND n.digested_at IS NULL AND n.read_at IS NULL
      RETURNING n.id, n.user_id, n.message, n.data, n.path
    ), numbered AS (
      SELECT t.*, row_number() OVER (PARTITION BY t.user_id ORDER BY t.id DESC) AS n FROM taken t
    )
    SELECT t.user_id, u.email, ${LOCALE_OF_USER} AS locale, count(*) AS count,
      json_agg(json_build_object('message', t.message, 'data', t.data, 'path', t.path) ORDER BY t.n) FILTER (WHERE t.n <= ${MAX_LISTED}) AS newest
    FROM numbered t JOIN users u ON u.id = t.user_id
    GROUP BY t.user_id, u.id ORDER BY t.user_id`);
  const links = await newUnsubscribeLinks(
    tx,
    rows.map(({ user_id: userId }) => ({ userId, kind: 'digest' })),
    { at, publicUrl },
  );
  const market = await readMarketName(tx);
  const mails = rows.map((row, index) => digestMail(row, { market, publicUrl, unsubscribeUrl: links[index]! }));
  await enqueueAll(tx, sendMail, mails);
  if (rows.length === MAX_PEOPLE_AT_ONCE) await requestDigests(tx);
}

function digestMail(
  { email: to, locale, count, newest }: DigestRow,
  { market, publicUrl, unsubscribeUrl }: { market: string; publicUrl: string; unsubscribeUrl: string },
) {
  const language = languageOf(locale);
  const { subject, lead, more } = catalogueOf(language).digest(count, market);
  const listed = newest.flatMap(({ message, data, path }) => {
    const { subject: about, title = about } = wordsOf(language, message, data, market);
    return [title, `${publicUrl}${path}`, ''];
  });
  const rest = count - newest.length;
  const lines = [lead, '', ...listed, ...(rest > 0 ? [more(rest)] : [])];
  if (lines.at(-1) === '') lines.pop();
  return mailOf(language, { to, words: { subject, lines }, url: `${publicUrl}/console/notifications`, unsubscribeUrl });
}
