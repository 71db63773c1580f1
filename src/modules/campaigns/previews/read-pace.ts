import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';

/** A store's current pace, and the remainder of the campaign's shared budget. */
export interface Pace {
  clicksPerDay: number;
  ordersPerDay: number;
  /** Average order value; null without orders. */
  orderMinor: number | null;
  /** The creators' actual share of the store's cost for clicks and orders; the usual share without data. */
  clickShare: number;
  orderShare: number;
  /** Remainder of the shared budget; null without one. */
  sharedLeftMinor: number | null;
}

/** Number of days from which the pace is computed. */
const PACE_DAYS = 30;

type PaceRow = Record<
  'clicks' | 'cost_minor' | 'user_minor' | 'orders' | 'order_minor' | 'order_cost_minor' | 'order_user_minor',
  number
> & {
  shared_left_minor: number | null;
};

/** Reads the pace of a store over its last 30 complete days. */
export async function readPace(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, campaignId }: { storeId: number; campaignId: number },
): Promise<Pace> {
  const { rows } = await db.execute<PaceRow>(sql`
    SELECT f.*,
      (SELECT greatest(b.amount_minor - b.spent_minor, 0) FROM campaigns o JOIN shared_budgets b ON b.id = o.shared_budget_id
        WHERE o.id = ${campaignId}) AS shared_left_minor
    FROM (SELECT coalesce(sum(clicks), 0)::bigint AS clicks, coalesce(sum(cost_minor), 0)::bigint AS cost_minor,
        coalesce(sum(user_minor), 0)::bigint AS user_minor, coalesce(sum(orders), 0)::bigint AS orders,
        coalesce(sum(order_minor), 0)::bigint AS order_minor, coalesce(sum(order_cost_minor), 0)::bigint AS order_cost_minor,
        coalesce(sum(order_user_minor), 0)::bigint AS order_user_minor
      FROM store_days WHERE store_id = ${storeId} AND day < (${now().toISOString()}::timestamptz)::date
        AND day >= (${now().toISOString()}::timestamptz)::date - ${PACE_DAYS}::int) f`);
  const row = rows[0]!;
  const share = (participant: number, whole: number) =>
    whole > 0 ? participant / whole : DEFAULT_USER_SHARE_PPM / 1_000_000;
  return {
    clicksPerDay: row.clicks / PACE_DAYS,
    ordersPerDay: row.orders / PACE_DAYS,
    orderMinor: row.orders > 0 ? Math.round(row.order_minor / row.orders) : null,
    clickShare: share(row.user_minor, row.cost_minor),
    orderShare: share(row.order_user_minor, row.order_cost_minor),
    sharedLeftMinor: row.shared_left_minor,
  };
}
