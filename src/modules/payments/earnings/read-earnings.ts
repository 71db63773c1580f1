import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { creatorDays } from '../../statistics/index.ts';

/** The earnings of a creator in one month, in minor units of one currency. */
export interface MonthEarnings {
  /** `YYYY-MM` */
  month: string;
  currency: string;
  clicksMinor: number;
  /** Earnings from orders that count, including pending ones. */
  ordersMinor: number;
  /** The part of it from undecided orders. */
  pendingMinor: number;
  oneTimeMinor: number;
  /** Net amount of the month's statements; null if the month has none. */
  statedMinor: number | null;
  /** The paid part of the statements. */
  paidMinor: number;
}

type Row = {
  month: string;
  currency: string;
  clicks: number;
  orders: number;
  pending: number;
  one_time: number;
  stated: number | null;
  paid: number;
};

/**
 * Reads the earnings of a creator by month and currency, latest first, from the first of `firstMonth` to today. A statement may
 * differ from the current amount of its month, because later changes are booked in a later month.
 */
export async function readEarnings(
  { db }: Pick<Context, 'db'>,
  { userId, firstMonth, today }: { userId: number; firstMonth: string; today: string },
): Promise<MonthEarnings[]> {
  const first = `${firstMonth}-01`;
  const { rows } = await db.execute<Row>(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, currency, sum(clicks)::bigint AS clicks, sum(orders)::bigint AS orders, sum(pending)::bigint AS pending,
      sum(one_time)::bigint AS one_time, sum(stated)::bigint AS stated, coalesce(sum(paid), 0)::bigint AS paid
    FROM (
      SELECT date_trunc('month', d.day::timestamp)::date AS month, s.currency, d.user_minor AS clicks, d.order_user_minor AS orders, 0 AS pending,
        0 AS one_time, NULL::bigint AS stated, 0 AS paid
      FROM (${creatorDays(sql`t.store_id, t.day, t.user_minor, t.order_user_minor`, sql`t.user_id = ${userId}`, { first, last: today })}) d
      JOIN stores s ON s.id = d.store_id
      UNION ALL
      SELECT date_trunc('month', o.day::timestamp)::date, o.currency, 0, 0, o.user_minor, 0, NULL, 0
      FROM orders o WHERE o.user_id = ${userId} AND o.status = 'pending' AND o.counts AND o.day >= ${first}::date
      UNION ALL
      SELECT date_trunc('month', t.payment_date::timestamp)::date, t.currency, 0, 0, 0, t.user_minor, NULL, 0
      FROM one_time_payments t WHERE t.user_id = ${userId} AND t.payment_date >= ${first}::date AND t.void_id IS NULL
      UNION ALL
      SELECT i.month, i.currency, 0, 0, 0, 0, i.net_minor, CASE WHEN i.paid_at IS NULL THEN 0 ELSE i.net_minor END
      FROM invoices i WHERE i.kind = 'creator' AND i.user_id = ${userId} AND i.month >= ${first}::date
    ) earned GROUP BY month, currency ORDER BY month DESC, currency`);
  return rows.map((row) => ({
    month: row.month,
    currency: row.currency,
    clicksMinor: row.clicks,
    ordersMinor: row.orders,
    pendingMinor: row.pending,
    oneTimeMinor: row.one_time,
    statedMinor: row.stated,
    paidMinor: row.paid,
  }));
}
