import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { remindOfClaims } from '../claims/mail-claim.ts';
import { approveDueOrders } from '../deadlines/approve-due.ts';
import { reportsOf } from '../reports/order-reports.ts';
import { lockOrder } from '../reports/order-row.ts';
import { restateOrder } from '../reports/restate-order.ts';
import { findSellingStore } from '../reports/selling-store.ts';
import { settleRateSteps } from '../steps/settle-steps.ts';

/** Maximum number of orders that one call attributes again. */
const MAX_AT_ONCE = 500;

/**
 * Repeats the attribution of orders for which data were missing: a click that waited in a journal while the database was
 * unavailable, or a rate of the order's currency. Each order has its own transaction; concurrent processes are safe.
 * @returns the number of orders that were attributed or valued
 */
export async function attributePending({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.execute<{ id: number; store_id: number }>(sql`
    SELECT o.id, o.store_id FROM orders o JOIN stores s ON s.id = o.store_id
    WHERE s.deleted_at IS NULL AND o.unattributed_reason IN ('unknown_click', 'no_exchange_rate') AND o.status <> 'denied'
      AND CASE o.unattributed_reason WHEN 'unknown_click' THEN EXISTS (SELECT FROM clicks c WHERE c.id = o.click_id)
        ELSE EXISTS (SELECT FROM exchange_rates r WHERE r.currency = o.original_currency)
          AND EXISTS (SELECT FROM exchange_rates r WHERE r.currency = s.currency) END
    ORDER BY o.id LIMIT ${MAX_AT_ONCE}`);
  let settled = 0;
  for (const { id, store_id: storeId } of rows) {
    const isChanged = await db.transaction(async (tx) => {
      const order = await lockOrder(tx, { id });
      if (order === null) return false;
      const store = await findSellingStore(tx, storeId);
      const reports = await reportsOf(tx, order);
      if (reports.length === 0) return false;
      const cause = { kind: 'attributed' as const, actorId: null, channel: null };
      return restateOrder(tx, { store, order, reports, cause, now: now() });
    });
    if (isChanged) settled += 1;
  }
  return settled;
}

const PAUSE_MS = 60_000;

/**
 * Repeats the attribution of waiting orders, approves orders whose period has ended, settles steps of rates, and reminds of claims, every minute, as long as the process runs.
 * Several processes can run it concurrently.
 */
export function startAttributionRetry({ log, ...ctx }: Pick<Context, 'db' | 'now' | 'log' | 'publicUrl'>): {
  stop(): void;
} {
  const look = () => {
    attributePending(ctx).then(
      (settled) => settled > 0 && log.info({ orders: settled }, 'waiting orders were attributed'),
      (error) => log.warn({ err: error }, 'the attribution of waiting orders could not be repeated'),
    );
    approveDueOrders(ctx).then(
      (orders) => orders > 0 && log.info({ orders }, 'orders were approved by themselves'),
      (error) => log.warn({ err: error }, 'orders could not be approved by themselves'),
    );
    settleRateSteps(ctx).then(
      (orders) => orders > 0 && log.info({ orders }, 'orders have another step of their rate'),
      (error) => log.warn({ err: error }, 'steps of rates could not be settled'),
    );
    remindOfClaims(ctx).then(
      (claims) => claims > 0 && log.info({ claims }, 'stores were reminded of order claims'),
      (error) => log.warn({ err: error }, 'stores could not be reminded of order claims'),
    );
  };
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
