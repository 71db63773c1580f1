import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { amendOrder } from '../reports/amend-order.ts';
import { lockOrder } from '../reports/order-row.ts';

/** Most orders that one call looks at again. */
const MOST_AT_ONCE = 500;

/**
 * Looks again at orders that could not be attributed because something was not there yet: a click that waited in a journal while the database
 * was away, a rate of the order's currency. Each in a transaction of its own; safe in several processes at once.
 * @returns how many have been attributed or valued
 */
export async function attributeWaiting({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.execute<{ id: number; store_id: number; currency: string; window_days: number }>(sql`
    SELECT o.id, s.id AS store_id, s.currency, s.attribution_window_days AS window_days FROM orders o JOIN stores s ON s.id = o.store_id
    WHERE o.unattributed_reason IN ('unknown_click', 'no_exchange_rate') AND o.status <> 'denied'
      AND CASE o.unattributed_reason WHEN 'unknown_click' THEN EXISTS (SELECT FROM clicks c WHERE c.id = o.click_id)
        ELSE EXISTS (SELECT FROM exchange_rates r WHERE r.currency = o.original_currency)
          AND EXISTS (SELECT FROM exchange_rates r WHERE r.currency = s.currency) END
    ORDER BY o.id LIMIT ${MOST_AT_ONCE}`);
  let settled = 0;
  for (const { id, store_id: storeId, currency, window_days: windowDays } of rows) {
    const isChanged = await db.transaction(async (tx) => {
      const order = await lockOrder(tx, { id });
      if (order === null) return false;
      return amendOrder(tx, { store: { id: storeId, currency, windowDays }, order, told: null, now: now() });
    });
    if (isChanged) settled += 1;
  }
  return settled;
}

const PAUSE_MS = 60_000;

/** Looks again at waiting orders every minute, as long as the process runs. Every process may: nothing is done twice. */
export function attributeNowAndThen({ log, ...ctx }: Pick<Context, 'db' | 'now' | 'log'>): { stop(): void } {
  const look = () =>
    attributeWaiting(ctx).then(
      (settled) => settled > 0 && log.info({ orders: settled }, 'orders that had waited are attributed'),
      (error) => log.warn({ err: error }, 'waiting orders could not be looked at'),
    );
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
