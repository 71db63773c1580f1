import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';

/** How a store does at present, and what is left of the budget that an offer shares. */
export interface Pace {
  clicksPerDay: number;
  ordersPerDay: number;
  /** An order's usual value; null while there have been none. */
  orderMinor: number | null;
  /** The creators' part of what the store paid for clicks and for orders, by what it really was; the usual share while there is nothing. */
  clickShare: number;
  orderShare: number;
  /** Of the shared budget; null without one. */
  sharedLeftMinor: number | null;
  /** What the store pays for a click and of an order where the offer does not say. */
  usual: { cpcMinor: number; invoiceCpcMinor: number; cpa: number; invoiceCpa: number };
}

/** Days whose figures stand for the present. */
const PACE_DAYS = 30;

type PaceRow = Record<
  'clicks' | 'cost_minor' | 'user_minor' | 'orders' | 'order_minor' | 'order_cost_minor' | 'order_user_minor',
  number
> & {
  shared_left_minor: number | null;
  cpc_minor: number | null;
  invoice_cpc_minor: number | null;
  cpa: number | null;
  invoice_cpa: number | null;
};

/** Reads a store's last 30 whole days, and what an offer would fall back on. */
export async function readPace(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, offerId }: { storeId: number; offerId: number },
): Promise<Pace> {
  const { rows } = await db.execute<PaceRow>(sql`
    SELECT f.*, p.cpc_minor, p.invoice_cpc_minor, p.cpa::float8 AS cpa, p.invoice_cpa::float8 AS invoice_cpa,
      (SELECT greatest(b.amount_minor - b.spent_minor, 0) FROM offers o JOIN shared_budgets b ON b.id = o.shared_budget_id
        WHERE o.id = ${offerId}) AS shared_left_minor
    FROM (SELECT coalesce(sum(clicks), 0)::bigint AS clicks, coalesce(sum(cost_minor), 0)::bigint AS cost_minor,
        coalesce(sum(user_minor), 0)::bigint AS user_minor, coalesce(sum(orders), 0)::bigint AS orders,
        coalesce(sum(order_minor), 0)::bigint AS order_minor, coalesce(sum(order_cost_minor), 0)::bigint AS order_cost_minor,
        coalesce(sum(order_user_minor), 0)::bigint AS order_user_minor
      FROM store_days WHERE store_id = ${storeId} AND day < (${now().toISOString()}::timestamptz)::date
        AND day >= (${now().toISOString()}::timestamptz)::date - ${PACE_DAYS}::int) f
    LEFT JOIN prices p ON p.store_id = ${storeId} AND p.offer_id IS NULL AND p.source = 0`);
  const row = rows[0]!;
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : DEFAULT_USER_SHARE_PPM / 1_000_000);
  return {
    clicksPerDay: row.clicks / PACE_DAYS,
    ordersPerDay: row.orders / PACE_DAYS,
    orderMinor: row.orders > 0 ? Math.round(row.order_minor / row.orders) : null,
    clickShare: share(row.user_minor, row.cost_minor),
    orderShare: share(row.order_user_minor, row.order_cost_minor),
    sharedLeftMinor: row.shared_left_minor,
    usual: {
      cpcMinor: row.cpc_minor ?? 0,
      invoiceCpcMinor: row.invoice_cpc_minor ?? row.cpc_minor ?? 0,
      cpa: row.cpa ?? 0,
      invoiceCpa: row.invoice_cpa ?? row.cpa ?? 0,
    },
  };
}
