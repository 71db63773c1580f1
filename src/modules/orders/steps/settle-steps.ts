import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { publishOrders } from '../events.ts';

/** Number of periods of creators that one transaction settles. */
const BATCH = 20;
/** Number of batches in one round; the next round, a minute later, continues. */
const MAX_BATCHES = 50;

/**
 * Gives the orders of periods whose step has changed the new one (docs/orders.md, "Rates that rise"), for steps that apply to whole periods. Amounts of closed
 * months do not change: the next closing books the difference. Concurrent processes are safe, because orders are locked.
 * @param isWhole all periods, for the closing of a month; otherwise those of one round
 * @returns the number of orders with another step
 */
export async function settleRateSteps(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<number> {
  let changed = 0;
  for (let batch = 0; isWhole || batch < MAX_BATCHES; batch += 1) {
    const done = await db.transaction((tx) => settleBatch(tx, now()));
    changed += done.changed;
    if (done.periods < BATCH) break;
  }
  return changed;
}

async function settleBatch(tx: Database, now: Date): Promise<{ periods: number; changed: number }> {
  const { rows } = await tx.execute<{ periods: number; order_ids: number[] }>(
    sql`SELECT periods, order_ids FROM settle_rate_steps(${now.toISOString()}, ${BATCH})`,
  );
  const { periods, order_ids: ids } = rows[0]!;
  await publishOrders(tx, 'updated', { ids, at: now });
  return { periods, changed: ids.length };
}
