import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { SubName } from '../../clicks/index.ts';

/** The results of clicks with one value of a sub-id for a creator, in one currency; minor units. */
export interface SubIdStats {
  value: string;
  currency: string;
  clicks: number;
  clickEarningsMinor: number;
  orders: number;
  orderEarningsMinor: number;
}

type StatsRow = {
  value: string;
  currency: string;
  clicks: number;
  click_minor: number;
  orders: number;
  order_minor: number;
};

/**
 * Sums a creator's clicks, and the orders that came of them, by the values of one sub-id; most clicks first. Clicks without it are not
 * in it. Orders count on the day of their click.
 */
export async function readSubIdStats(
  { db }: Pick<Context, 'db'>,
  { userId, groupBy, range }: { userId: number; groupBy: SubName; range: DayRange },
  page: PageRequest,
): Promise<Page<SubIdStats>> {
  const value = sql`s.${sql.identifier(groupBy)}`;
  const sums = sql`(
    SELECT ${value} AS value, c.currency, count(*) FILTER (WHERE c.class = 0) AS clicks, sum(c.user_minor)::bigint AS click_minor,
      coalesce(sum(o.orders), 0)::bigint AS orders, coalesce(sum(o.user_minor), 0)::bigint AS order_minor
    FROM click_subs s JOIN clicks c ON c.id = s.click_id
    LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE event_kind_id IS NULL) AS orders, sum(user_minor) AS user_minor FROM orders
      WHERE click_id = s.click_id AND user_id = s.user_id AND counts) o ON true
    WHERE s.user_id = ${userId} AND s.day BETWEEN ${range.first} AND ${range.last} AND ${value} IS NOT NULL
    GROUP BY ${value}, c.currency) g`;
  const list = { columns: sql`g.*`, from: sums, order: sql`g.clicks DESC, g.value, g.currency` };
  const { items, total } = await readPage<StatsRow>(db, list, page);
  return {
    total,
    items: items.map((row) => ({
      value: row.value,
      currency: row.currency,
      clicks: row.clicks,
      clickEarningsMinor: row.click_minor,
      orders: row.orders,
      orderEarningsMinor: row.order_minor,
    })),
  };
}
