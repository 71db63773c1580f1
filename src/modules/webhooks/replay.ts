import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/publish.ts';
import { TEST_EVENT } from './catalog.ts';
import { askForDeliveries, isReceiver } from './dispatch-events.ts';
import { lockWebhook, type Webhook } from './webhook.ts';

/** Events that one replay sends again. */
const MAX_REPLAYED = 50_000;

/**
 * Sends one delivery again, whether or not it was accepted. New attempts are added to its log.
 * @throws NotFound; RuleRefused `webhook_paused`
 */
export async function replayDelivery(ctx: Context, { id }: Pick<Webhook, 'id'>, deliveryId: number): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    await lockActive(tx, id);
    const { rowCount } = await tx.execute(sql`
      UPDATE webhook_deliveries SET status = 'pending', attempts = 0, requested_at = ${at}, next_attempt_at = ${at}
      WHERE id = ${deliveryId} AND webhook_id = ${id}`);
    if (rowCount === 0) throw new NotFound('delivery');
    await askForDeliveries(tx, [id]);
  });
}

/**
 * Sends every event of a span again that the webhook is subscribed to, in order, also those that it never got: from before it was made,
 * or while it was paused.
 * @param span `since` is included, `until` is not; without it up to now
 * @returns how many events
 * @throws InvalidInput naming `since` or `until`; RuleRefused `webhook_paused`, `too_many_events`
 */
export async function replaySince(
  ctx: Context,
  { id }: Pick<Webhook, 'id'>,
  { since, until = ctx.now() }: { since: Date; until?: Date | undefined },
): Promise<number> {
  const at = ctx.now();
  if (since > at) throw new InvalidInput({ since: ['must not be in the future'] });
  if (until <= since) throw new InvalidInput({ until: ['must be after since'] });
  return ctx.db.transaction(async (tx) => {
    await lockActive(tx, id);
    const span = sql`e.occurred_at >= ${since.toISOString()} AND e.occurred_at < ${until.toISOString()} AND e.dispatched_at IS NOT NULL`;
    const found = sql`SELECT e.id, e.subject FROM event_outbox e JOIN webhooks w ON w.id = ${id} AND ${isReceiver}
      WHERE ${span} ORDER BY e.occurred_at, e.id LIMIT ${MAX_REPLAYED + 1}`;
    const now = at.toISOString();
    const { rowCount } = await tx.execute(sql`
      INSERT INTO webhook_deliveries AS d (webhook_id, event_id, subject, requested_at, next_attempt_at, created_at)
      SELECT ${id}, f.id, f.subject, ${now}, ${now}, ${now} FROM (${found}) f ORDER BY f.id
      ON CONFLICT (webhook_id, event_id) DO UPDATE SET status = 'pending', attempts = 0, requested_at = ${now}, next_attempt_at = ${now}`);
    const count = rowCount ?? 0;
    if (count > MAX_REPLAYED)
      throw new RuleRefused(
        'too_many_events',
        `More than ${MAX_REPLAYED} events are in this span; replay a shorter one, with until.`,
      );
    await askForDeliveries(tx, [id]);
    return count;
  });
}

/**
 * Sends a `webhook.test` event to one webhook.
 * @returns the id of its delivery
 * @throws NotFound; RuleRefused `webhook_paused`
 */
export async function sendTest(ctx: Context, { id }: Pick<Webhook, 'id'>): Promise<number> {
  const at = ctx.now();
  const now = at.toISOString();
  return ctx.db.transaction(async (tx) => {
    await lockActive(tx, id);
    const subject = `webhook/${id}`;
    const data = { message: 'This is a test event. Its signature is made as that of every event.' };
    const [eventId] = await publish(tx, TEST_EVENT, at, [{ subject, isForPlatform: false, data }]);
    await tx.execute(sql`UPDATE event_outbox SET dispatched_at = ${now} WHERE id = ${eventId}`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO webhook_deliveries (webhook_id, event_id, subject, requested_at, next_attempt_at, created_at)
      VALUES (${id}, ${eventId}, ${subject}, ${now}, ${now}, ${now}) RETURNING id`);
    await askForDeliveries(tx, [id]);
    return rows[0]!.id;
  });
}

/** @throws NotFound when it is gone; RuleRefused `webhook_paused` */
async function lockActive(tx: Database, id: number): Promise<void> {
  const { status, kind } = await lockWebhook(tx, id);
  if (status === 'paused')
    throw new RuleRefused('webhook_paused', `This ${kind} is paused; set its status to active first.`);
}
