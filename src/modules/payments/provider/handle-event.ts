import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import type { HostedPaymentProvider, ProviderEvent } from '../../../platform/payment-provider/provider.ts';
import { refreshLinkOf } from '../payment-links/refresh-link.ts';
import { refreshSetup } from './refresh-setup.ts';

/** The retention of handled events: the provider repeats an event for some days. */
const KEPT = sql`interval '60 days'`;

/** A transfer to a connected account has changed at the provider. The module that created the transfer handles it. */
export const transferChanged = jobKind<{ transferId: string }>('transfer_changed');

/**
 * Handles an event about a store's payment set-up, a payment of an invoice or a transfer. An event is only a hint: the current state is read from the
 * provider, so that events may arrive late, repeatedly, concurrently and in any order. An event is marked as handled when the state is stored.
 * @throws Unavailable if the provider does not answer; it will send the event again
 */
export async function handlePaymentEvent(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: { provider: HostedPaymentProvider; calendar: Calendar },
  event: ProviderEvent,
): Promise<void> {
  const { id: eventId, kind, about, payment, transferId } = event;
  if (about === null && payment === null && transferId === null) return;
  const { provider } = deps;
  if (await isProcessed(ctx.db, { provider: provider.name, eventId })) return;
  // Other services may use the same account. Events about records that are not ours are ignored.
  const isOurs =
    payment !== null
      ? await refreshLinkOf(ctx, deps, payment)
      : about !== null
        ? await refreshSetupOf(ctx, provider, about)
        : await requestTransferCheck(ctx.db, transferId!);
  if (isOurs) await recordEvent(ctx.db, { provider: provider.name, eventId, kind, at: ctx.now() });
}

async function isProcessed(
  db: Database,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ is_processed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payment_events WHERE provider = ${provider} AND event_id = ${eventId}) AS is_processed`);
  return rows[0]?.is_processed ?? true;
}

/** @returns whether a store is affected */
async function refreshSetupOf(
  ctx: Pick<Context, 'db' | 'now'>,
  provider: HostedPaymentProvider,
  { customerId, methodId }: NonNullable<ProviderEvent['about']>,
): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ store_id: number }>(sql`
    SELECT store_id FROM payment_setups WHERE provider = ${provider.name}
      AND (customer_id = ${customerId} OR (${customerId}::text IS NULL AND method_id = ${methodId}))`);
  if (rows[0] === undefined) return false;
  await refreshSetup(ctx, provider, { storeId: rows[0].store_id, actorId: null });
  return true;
}

async function requestTransferCheck(db: Database, transferId: string): Promise<true> {
  await enqueue(db, transferChanged, { transferId }, { key: `transfer_changed:${transferId}` });
  return true;
}

async function recordEvent(
  db: Database,
  { provider, eventId, kind, at }: { provider: string; eventId: string; kind: string; at: Date },
): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    WITH purged AS (DELETE FROM payment_events WHERE heard_at < ${now} - ${KEPT})
    INSERT INTO payment_events (provider, event_id, kind, heard_at) VALUES (${provider}, ${eventId}, ${kind}, ${now})
    ON CONFLICT DO NOTHING`);
}
