import { sql } from 'drizzle-orm';
import { adminWork, storeWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';
import { UNRESOLVED_SQL } from './attribution/reasons.ts';

/** Time without a reported order after which a store's tracking counts as silent. */
const SILENT_AFTER_DAYS = 7;
const SILENT_AFTER_MS = SILENT_AFTER_DAYS * 86_400_000;

/** Maximum number of undecided orders of a store that are counted. */
const MAX_COUNTED = 10_000;

/** Open tasks about orders and claims of orders. */
export const ORDER_WORK = {
  orders_to_resolve: [
    storeWork(
      'manage',
      (stores) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, storeId: sql`o.store_id` })} FROM orders o
        WHERE o.store_id = ANY (${stores}) AND ${UNRESOLVED_SQL} GROUP BY o.store_id`,
    ),
  ],
  orders_to_decide: [
    storeWork(
      'manage',
      (stores) => sql`
        SELECT ${workColumns({
          count: sql`found.orders`,
          storeId: sql`store.id`,
          amountMinor: sql`found.cost_minor`,
          currency: sql`found.currency`,
        })}
        FROM unnest(${stores}) AS store (id) CROSS JOIN LATERAL (
          SELECT count(*) AS orders, sum(o.cost_minor) AS cost_minor, o.currency FROM (
            SELECT cost_minor, currency FROM orders WHERE store_id = store.id AND status = 'pending' AND link_id IS NOT NULL LIMIT ${MAX_COUNTED}
          ) o GROUP BY o.currency) found`,
    ),
  ],
  // The claimant cannot decide a claim, even as a member of the store.
  claims_to_decide: [
    storeWork(
      'manage',
      (stores, { userId, agencyIds }) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, storeId: sql`c.store_id`, dueAt: sql`min(c.due_at)` })}
        FROM order_claims c JOIN users u ON u.id = c.user_id
        WHERE c.store_id = ANY (${stores}) AND c.decision IS NULL AND c.user_id <> ${userId}
          AND (u.agency_id = ANY (${sql.param([...agencyIds('read')])}::bigint[])) IS NOT TRUE GROUP BY c.store_id`,
    ),
  ],
  // A store that has never reported an order is setting up its tracking.
  tracking_silent: [
    storeWork(
      'manage',
      (stores, { now }) => sql`
        SELECT ${workColumns({ count: sql`1`, storeId: sql`store.id` })} FROM unnest(${stores}) AS store (id)
        WHERE greatest((SELECT max(c.last_seen_at) FROM order_collectors c WHERE c.store_id = store.id),
          (SELECT o.created_at FROM orders o WHERE o.store_id = store.id ORDER BY o.day DESC, o.id DESC LIMIT 1))
          < ${new Date(now.getTime() - SILENT_AFTER_MS).toISOString()}::timestamptz`,
    ),
  ],
  stores_with_disputed_orders: [
    adminWork(
      () => sql`
        SELECT ${workColumns({ count: sql`count(DISTINCT o.store_id)` })} FROM orders o JOIN stores s ON s.id = o.store_id
        WHERE ${UNRESOLVED_SQL} AND s.deleted_at IS NULL`,
    ),
  ],
  claims_escalated: [
    adminWork(
      ({ now }) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, dueAt: sql`min(c.due_at)` })} FROM order_claims c
        WHERE c.decision IS NULL AND c.due_at < ${now.toISOString()}`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
