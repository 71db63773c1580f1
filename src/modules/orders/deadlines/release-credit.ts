import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Days after which an undecided order without a deadline no longer counts against its store's credit. */
const RELEASED_AFTER_DAYS = 90;
/** Number of orders that one transaction releases. */
const BATCH = 500;
/** Number of batches in one run; the next run continues. */
const MAX_BATCHES = 40;

/**
 * Releases the credit that undecided orders have reserved for 90 days and that no rule decides (docs/orders.md, "Orders that decide themselves"). They can
 * still be approved, if the store's credit covers them then. What a campaign has guaranteed stays reserved. Concurrent processes are safe.
 * @returns the number of orders
 */
export async function releaseCredit({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - RELEASED_AFTER_DAYS * 86_400_000).toISOString();
  let released = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rowCount } = await db.execute(sql`
      UPDATE orders o SET credit_released = true FROM (
        SELECT id FROM orders WHERE created_at <= ${before} AND status = 'pending' AND link_id IS NOT NULL AND decide_by IS NULL AND NOT credit_released
          AND NOT EXISTS (SELECT FROM guarantees g WHERE g.campaign_id = orders.campaign_id AND g.released_at IS NULL)
        ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ) due WHERE o.id = due.id`);
    released += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) break;
  }
  return released;
}
