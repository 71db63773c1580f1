import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { HostedPaymentProvider, ProviderEvent } from '../../../platform/payment-provider/provider.ts';
import { refreshSetup } from './refresh-setup.ts';

/** How long handled events are remembered: the provider repeats an event for some days. */
const KEPT = sql`interval '60 days'`;

/**
 * Handles an event about a store's payment set-up. An event is only a hint: the current state is read from the provider, so that events may arrive
 * late, repeatedly, concurrently and in any order. An event is marked as handled when the state is stored.
 * @throws Unavailable if the provider does not answer; it will send the event again
 */
export async function handlePaymentEvent(
  ctx: Pick<Context, 'db' | 'now'>,
  provider: HostedPaymentProvider,
  { id: eventId, kind, about }: ProviderEvent,
): Promise<void> {
  if (about === null) return;
  const { rows } = await ctx.db.execute<{ is_heard: boolean; store_id: number | null }>(sql`
    SELECT EXISTS (SELECT FROM payment_events WHERE provider = ${provider.name} AND event_id = ${eventId}) AS is_heard,
      (SELECT store_id FROM payment_setups WHERE provider = ${provider.name}
        AND (customer_id = ${about.customerId} OR (${about.customerId}::text IS NULL AND method_id = ${about.methodId}))) AS store_id`);
  const { is_heard: isHeard, store_id: storeId } = rows[0] ?? { is_heard: true, store_id: null };
  // Other services may use the same account. Events about unknown customers are ignored.
  if (isHeard || storeId === null) return;
  await refreshSetup(ctx, provider, { storeId, actorId: null });
  await noteHeard(ctx.db, { provider: provider.name, eventId, kind, at: ctx.now() });
}

async function noteHeard(
  db: Database,
  { provider, eventId, kind, at }: { provider: string; eventId: string; kind: string; at: Date },
): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    WITH forgotten AS (DELETE FROM payment_events WHERE heard_at < ${now} - ${KEPT})
    INSERT INTO payment_events (provider, event_id, kind, heard_at) VALUES (${provider}, ${eventId}, ${kind}, ${now})
    ON CONFLICT DO NOTHING`);
}
