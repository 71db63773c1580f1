import { type SQL, sql } from 'drizzle-orm';
import { announcement, type Change, type ChangePart } from '../../platform/changes/change.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { takeWaitingEvents } from '../../platform/events/outbox.ts';
import { enqueueAll, jobKind } from '../../platform/jobs/job.ts';

/** The job that sends the deliveries of one webhook that are due. */
export const deliverWebhook = jobKind<{ webhookId: number }>('deliver_webhook');

const MAX_EVENTS = 1_000;
/** "whev" in ASCII: one process dispatches at a time. */
const LOCK = 0x77686576;

/** Groups of events about payments, which API keys of stores are not told. */
const PAYMENT_GROUPS = ['invoice', 'statement', 'payout'];

/** Whether a subscription of an API key is for events that it is not told. */
export const isOfPayments = (subscription: string): boolean => PAYMENT_GROUPS.includes(subscription.split('.')[0]!);

/** Condition over `event_outbox e`: it is about payments. */
export const IS_PAYMENT: SQL = sql`split_part(e.type, '.', 1) IN (${sql.join(
  PAYMENT_GROUPS.map((group) => sql.raw(`'${group}'`)),
  sql`, `,
)})`;

/**
 * Condition over `webhooks w` and `event_outbox e`: the owner of the webhook may know of the event, and has subscribed to it.
 * Only this condition decides who receives an event.
 */
export const isReceiver: SQL = sql`(
  CASE WHEN w.store_id IS NOT NULL THEN w.store_id = e.store_id WHEN w.agency_id IS NOT NULL THEN w.agency_id = e.agency_id
    WHEN w.user_id IS NOT NULL THEN w.user_id = e.user_id ELSE e.for_platform END
  AND (e.type = ANY (w.events) OR '*' = ANY (w.events) OR split_part(e.type, '.', 1) || '.*' = ANY (w.events))
  AND (w.kind = 'webhook' OR split_part(e.type, '.', 1) = 'order')
  AND (w.store_key_id IS NULL OR NOT ${IS_PAYMENT}))`;

/** Condition over `webhooks w`: the API key that has set it up is not valid any more. Such a key leaves nothing behind. */
const LOST_KEY: SQL = sql`(w.store_key_id IS NOT NULL AND NOT EXISTS (SELECT FROM store_keys k
  WHERE k.id = w.store_key_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))`;

/** Pauses the webhooks whose API keys have ended, so that their owners see it. */
async function pauseOfEndedKeys(tx: Database, at: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE webhooks w SET status = 'paused', paused_at = ${at.toISOString()}, pause_reason = 'key_ended'
    WHERE w.deleted_at IS NULL AND w.status = 'active' AND ${LOST_KEY}`);
}

/** Condition over `webhooks w`: it receives. Not those of people, stores and keys that are gone. */
export const receives: SQL = sql`(w.deleted_at IS NULL AND w.status = 'active'
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.user_id AND u.suspended_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM stores s WHERE s.id = w.store_id AND s.deleted_at IS NOT NULL) AND NOT ${LOST_KEY})`;

/**
 * Creates deliveries of the waiting events, oldest first, and enqueues the jobs that send them, in one process at a time.
 * @returns the number of dispatched events; null when another process is dispatching
 */
export async function dispatchEvents({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ours: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS ours`);
    if (!rows[0]!.ours) return null;
    const at = now();
    const ids = await takeWaitingEvents(tx, { at, limit: MAX_EVENTS });
    if (ids.length === 0) return 0;
    await askForDeliveries(tx, await makeDeliveries(tx, ids, at));
    await announceEvents(tx, ids);
    return ids.length;
  });
}

/** The part of the marketplace that each group of events changes. Clicks are announced by the processes that record them. */
const PART_OF_GROUP: Readonly<Record<string, ChangePart>> = {
  order: 'orders',
  participant: 'campaigns',
  limit: 'campaigns',
  link: 'links',
  store: 'stores',
  invoice: 'payments',
  statement: 'payments',
  payout: 'payments',
};

type PartRow = { group: string; stores: number[]; agencies: number[]; users: number[]; for_platform: boolean };

/** Tells open pages which parts have changed, for whom a webhook of the same owner would be told. */
async function announceEvents(tx: Database, eventIds: readonly number[]): Promise<void> {
  const distinct = (column: string) =>
    sql.raw(`coalesce(json_agg(DISTINCT e.${column}) FILTER (WHERE e.${column} IS NOT NULL), '[]')`);
  const { rows } = await tx.execute<PartRow>(sql`
    SELECT split_part(e.type, '.', 1) AS "group", ${distinct('store_id')} AS stores, ${distinct('agency_id')} AS agencies,
      ${distinct('user_id')} AS users, bool_or(e.for_platform) AS for_platform
    FROM event_outbox e WHERE e.id = ANY (${sql.param([...eventIds])}::bigint[]) GROUP BY 1`);
  const changes = rows.flatMap(({ group, stores, agencies, users, for_platform: isForPlatform }): Change[] => {
    const part = PART_OF_GROUP[group];
    return part === undefined ? [] : [{ part, storeIds: stores, agencyIds: agencies, userIds: users, isForPlatform }];
  });
  if (changes.length > 0) await tx.execute(announcement(changes));
}

/** @returns the webhooks that have got something to send */
async function makeDeliveries(tx: Database, eventIds: readonly number[], at: Date): Promise<number[]> {
  const now = at.toISOString();
  const { rows } = await tx.execute<{ webhook_id: number }>(sql`
    WITH made AS (
      INSERT INTO webhook_deliveries (webhook_id, event_id, subject, requested_at, next_attempt_at, created_at)
      SELECT w.id, e.id, e.subject, ${now}, ${now}, ${now} FROM event_outbox e JOIN webhooks w ON ${isReceiver} AND ${receives}
      WHERE e.id = ANY (${sql.param([...eventIds])}::bigint[]) ORDER BY e.id, w.id
      ON CONFLICT DO NOTHING RETURNING webhook_id
    )
    SELECT DISTINCT webhook_id FROM made`);
  return rows.map((row) => row.webhook_id);
}

/** Enqueues the jobs that send the due deliveries of these webhooks. */
export function askForDeliveries(tx: Database, webhookIds: readonly number[]): Promise<void> {
  const jobs = webhookIds.map((webhookId) => ({ webhookId }));
  return enqueueAll(tx, deliverWebhook, jobs, { keyOf: ({ webhookId }) => `deliver_webhook:${webhookId}` });
}

/**
 * Enqueues jobs for all webhooks with due deliveries: retries, and those that an ended process had begun.
 * @returns the number of webhooks
 */
export async function askForDueDeliveries({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  await pauseOfEndedKeys(db, now());
  const at = now().toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT w.id FROM webhooks w WHERE ${receives} AND (w.retry_at IS NULL OR w.retry_at <= ${at})
      AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue(at)}) ORDER BY w.id`);
  await askForDeliveries(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Condition over `webhook_deliveries d`: it is to be sent now, and nothing of its subject before it. */
export function isDue(at: string): SQL {
  return sql`(d.status = 'pending' AND d.next_attempt_at <= ${at} AND (d.claimed_until IS NULL OR d.claimed_until < ${at})
    AND NOT EXISTS (SELECT FROM webhook_deliveries b WHERE b.webhook_id = d.webhook_id AND b.subject = d.subject AND b.status = 'pending'
      AND b.event_id < d.event_id))`;
}
