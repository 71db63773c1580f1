import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { sendMail } from '../../../platform/mail/mail.ts';
import { takeAnyFromEmailQuota } from '../../stores/index.ts';
import { type News, newsMail } from './compose.ts';

interface Recipient extends Record<string, unknown> {
  store_id: number;
  store_name: string;
  token: string;
  title: string;
  email: string;
}

/**
 * Enqueues a mail to each of a campaign's participants on behalf of its store, one per address, up to the store's
 * quota. The log reports how many mails were dropped. Suspended users and participants with only a social identifier
 * receive none. Call it last in the transaction that causes the mails, with `ctx.db` as that transaction, because it
 * holds the quota's lock until the commit.
 */
export async function notifyParticipants(
  ctx: Pick<Context, 'db' | 'now' | 'log' | 'publicUrl'>,
  { participantIds, news }: { participantIds: readonly number[]; news: News },
): Promise<void> {
  const recipients = await reachable(ctx, participantIds);
  const first = recipients[0];
  if (first === undefined) return;
  const { store_id: storeId, token } = first;
  const wanted = recipients.length;
  const granted = await takeAnyFromEmailQuota(ctx, storeId, { kind: `campaign_${news}`, wanted });
  if (granted < wanted)
    ctx.log.warn({ store: storeId, news, wanted, granted }, 'the store has no mails left for news of its campaign');
  const { publicUrl: address } = ctx;
  const mails = recipients
    .slice(0, granted)
    .map(({ email: to, title, store_name: storeName }) => newsMail({ news, to, title, storeName, address, token }));
  await enqueueAll(ctx.db, sendMail, mails);
}

/**
 * Returns participants with an address, oldest first. An address that nobody has joined with may belong to a
 * suspended user.
 */
async function reachable(
  { db }: Pick<Context, 'db'>,
  participantIds: readonly number[],
): Promise<readonly Recipient[]> {
  if (participantIds.length === 0) return [];
  const { rows } = await db.execute<Recipient>(sql`
    SELECT o.store_id, s.name AS store_name, o.token, coalesce(nullif(o.campaign_title, ''), o.name) AS title, told.email
    FROM (
      SELECT DISTINCT ON (lower(x.email)) x.id, x.campaign_id, x.email FROM (
        SELECT p.id, p.campaign_id, u.email FROM participants p JOIN users u ON u.id = p.user_id
        WHERE p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND u.suspended_at IS NULL AND u.erased_at IS NULL
        UNION ALL
        SELECT p.id, p.campaign_id, p.pre_registered_email FROM participants p
        WHERE p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND p.user_id IS NULL AND NOT EXISTS (
          SELECT FROM users u WHERE lower(u.email) = lower(p.pre_registered_email) AND u.suspended_at IS NOT NULL)
      ) x WHERE x.email IS NOT NULL AND x.email <> '' ORDER BY lower(x.email), x.id
    ) told JOIN campaigns o ON o.id = told.campaign_id JOIN stores s ON s.id = o.store_id ORDER BY told.id`);
  return rows;
}
