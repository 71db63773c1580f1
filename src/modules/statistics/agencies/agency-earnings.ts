import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Earnings of an agency and its creators in one month and currency; minor units. */
export interface MonthEarnings {
  /** `YYYY-MM` */
  month: string;
  currency: string;
  clicks: number;
  /** Approved orders. */
  orders: number;
  /** The creators' earnings, including one-time payments. */
  userMinor: number;
  /** The agency's earnings. */
  agencyMinor: number;
}

/**
 * Reads the current earnings of an agency and its present creators by the month of the event, latest first. Pending
 * orders are excluded. Cost: in proportion to the days of these creators' links in those months.
 * @param last the last month, `YYYY-MM`; @param count number of months
 */
export async function agencyEarnings(
  { db }: Pick<Context, 'db'>,
  { agencyId, last, count }: { agencyId: number; last: string; count: number },
): Promise<MonthEarnings[]> {
  const end = sql`${`${last}-01`}::date + interval '1 month'`;
  const { rows } = await db.execute<{
    month: string;
    currency: string;
    clicks: number;
    orders: number;
    user_minor: number;
    agency_minor: number;
  }>(sql`
    SELECT to_char(o.day, 'YYYY-MM') AS month, o.currency,
      coalesce(sum(o.quantity) FILTER (WHERE o.origin_kind = 'clicks'), 0)::bigint AS clicks,
      coalesce(sum(o.quantity) FILTER (WHERE o.origin_kind = 'commission'), 0)::bigint AS orders,
      sum(o.user_minor)::bigint AS user_minor, sum(o.agency_minor)::bigint AS agency_minor
    FROM owed o
    WHERE o.user_id = ANY (ARRAY (SELECT id FROM users WHERE agency_id = ${agencyId})) AND o.agency_id = ${agencyId}
      AND o.day < ${end} AND o.day >= ${end} - make_interval(months => ${count})
    GROUP BY 1, 2 ORDER BY 1 DESC, 2`);
  return rows.map((row) => ({
    month: row.month,
    currency: row.currency,
    clicks: row.clicks,
    orders: row.orders,
    userMinor: row.user_minor,
    agencyMinor: row.agency_minor,
  }));
}
