import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { publishOrders } from '../events.ts';

/** Number of orders that one transaction approves. */
const BATCH = 500;
/** Number of batches in one round; the next round, a minute later, continues. */
const MAX_BATCHES = 20;

/**
 * Approves the undecided orders whose period has ended (docs/orders.md, "Orders that decide themselves"). Concurrent processes are safe: each takes other
 * orders, and a decision of a person that comes first stands.
 * @returns the number of approved orders
 */
export async function approveDueOrders({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  let approved = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const done = await db.transaction((tx) => approveBatch(tx, now()));
    approved += done;
    if (done < BATCH) break;
  }
  return approved;
}

async function approveBatch(tx: Database, now: Date): Promise<number> {
  const at = now.toISOString();
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH due AS (
      SELECT o.id, o.approval_days FROM orders o JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = o.user_id
      WHERE o.decide_by <= ${at} AND o.status = 'pending' AND o.link_id IS NOT NULL AND order_decides_itself(o, s, u)
      ORDER BY o.decide_by LIMIT ${BATCH} FOR UPDATE OF o SKIP LOCKED
    ), approved AS (
      UPDATE orders o SET status = 'approved', updated_at = ${at} FROM due WHERE o.id = due.id RETURNING o.id, due.approval_days
    ), noted AS (
      INSERT INTO order_events (order_row_id, kind, at, details)
      SELECT id, 'status', ${at}, jsonb_build_object('from', 'pending', 'to', 'approved', 'rule', 'approval_days', 'approval_days', approval_days)
      FROM approved ORDER BY id
    )
    SELECT id FROM approved`);
  await publishOrders(tx, 'updated', { ids: rows.map(({ id }) => id), at: now });
  return rows.length;
}
