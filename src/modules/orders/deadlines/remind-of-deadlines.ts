import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../../accounts/index.ts';

/** How long before the deadline the members of a store are reminded, in hours. */
const REMINDED_BEFORE_HOURS = 72;
/** A store is reminded at most once in this number of hours. */
const PAUSE_HOURS = 24;
/** Maximum number of stores in one round; the next round continues. */
const MAX_AT_ONCE = 500;

/**
 * Reminds stores of undecided orders that are approved by themselves within three days. Each order is in one reminder, because a store's next reminder
 * begins at the deadline at which its last one ended.
 * @returns the number of orders
 */
export async function remindOfDeadlines({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  const until = new Date(at.getTime() + REMINDED_BEFORE_HOURS * 3_600_000).toISOString();
  const pausedSince = new Date(at.getTime() + (REMINDED_BEFORE_HOURS - PAUSE_HOURS) * 3_600_000).toISOString();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ store_id: number; store: string; orders: number; first: string }>(sql`
      WITH due AS (
        SELECT o.store_id, s.name AS store, count(*) AS orders, min(o.decide_by) AS first
        FROM orders o JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = o.user_id LEFT JOIN order_rules r ON r.store_id = o.store_id
        WHERE o.decide_by > ${at.toISOString()} AND o.decide_by <= ${until} AND o.status = 'pending' AND o.link_id IS NOT NULL
          AND order_decides_itself(o, s, u)
          AND (r.reminded_until IS NULL OR (r.reminded_until <= ${pausedSince} AND o.decide_by > r.reminded_until))
        GROUP BY o.store_id, s.name ORDER BY o.store_id LIMIT ${MAX_AT_ONCE}
      ), noted AS (
        INSERT INTO order_rules AS r (store_id, reminded_until) SELECT store_id, ${until} FROM due
        ON CONFLICT (store_id) DO UPDATE SET reminded_until = excluded.reminded_until
        WHERE r.reminded_until IS NULL OR r.reminded_until <= ${pausedSince} RETURNING store_id
      )
      SELECT due.* FROM due JOIN noted USING (store_id) ORDER BY store_id`);
    await notify(
      tx,
      at,
      rows.map(({ store_id: storeId, store, orders, first }) => ({
        message: 'orders_due' as const,
        values: { store, orders, first: new Date(first).toISOString() },
        to: { storeId, need: 'manage' as const },
        path: `/console/shop/${storeId}/orders?status=pending`,
      })),
    );
    return rows.reduce((sum, { orders }) => sum + orders, 0);
  });
}
