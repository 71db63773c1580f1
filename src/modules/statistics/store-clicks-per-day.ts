import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { type DayRange, daysOf } from '../../platform/day-range.ts';
import { addMinor } from '../../platform/money.ts';

/** Results of a store's links; minor units of the store's currency. */
export interface StoreTraffic {
  /** Counted clicks. */
  clicks: number;
  orders: number;
  orderMinor: number;
  /** The store's cost for clicks and orders. */
  costMinor: number;
}

export interface StoreClicksPerDay extends StoreTraffic {
  /** Number of creators, and of links, with a counted click in the range. */
  creators: number;
  links: number;
  /** Every day of the range in order, also those without activity. */
  days: (StoreTraffic & { day: string })[];
}

/**
 * Reads the figures of some creators, or of all when `userIds` is null. Cost: in proportion to the days of the range
 * and the links of the store, not to their clicks.
 */
export async function storeClicksPerDay(
  { db }: Pick<Context, 'db'>,
  { storeId, range, userIds }: { storeId: number; range: DayRange; userIds: readonly number[] | null },
): Promise<StoreClicksPerDay> {
  const creators = userIds === null ? null : sql`ANY (${sql.param([...userIds])}::bigint[])`;
  const { rows } = await db.execute<TrafficRow>(sql`
    WITH reach AS MATERIALIZED (${reachOf(storeId, range, creators)})
    SELECT reach.creators, reach.links, d.day, d.clicks, d.orders, d.order_minor, d.cost_minor
    FROM reach LEFT JOIN (${daysOfStore(storeId, range, creators)}) d ON true`);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = daysOf(range).map((day) => ({ day, ...trafficOf(byDay.get(day)) }));
  const { creators: creatorCount, links } = rows[0]!;
  return { ...days.reduce(plus, trafficOf(undefined)), creators: creatorCount, links, days };
}

type TrafficRow = {
  creators: number;
  links: number;
  /** Null, like the other columns, in the only row when there was no activity in the range. */
  day: string | null;
  clicks: number;
  orders: number;
  order_minor: number;
  cost_minor: number;
};

/** For all creators the store's own totals suffice. For some creators, the totals of their links are summed. */
function daysOfStore(storeId: number, { first, last }: DayRange, creators: SQL | null): SQL {
  if (creators === null) {
    return sql`SELECT day, clicks, orders, order_minor, cost_minor + order_cost_minor AS cost_minor
      FROM store_days WHERE store_id = ${storeId} AND day BETWEEN ${first}::date AND ${last}::date`;
  }
  return sql`SELECT day, sum(clicks)::bigint AS clicks, sum(orders)::bigint AS orders, sum(order_minor)::bigint AS order_minor,
      sum(cost_minor + order_cost_minor)::bigint AS cost_minor
    FROM link_days WHERE store_id = ${storeId} AND day BETWEEN ${first}::date AND ${last}::date AND user_id = ${creators} GROUP BY day`;
}

/** Probes each link for one day with a counted click (LIMIT), instead of reading all days of all links. */
function reachOf(storeId: number, { first, last }: DayRange, creators: SQL | null): SQL {
  return sql`SELECT count(*) AS links, count(DISTINCT l.user_id) AS creators
    FROM links l CROSS JOIN LATERAL (SELECT FROM link_days d WHERE d.link_id = l.id
      AND d.day BETWEEN ${first}::date AND ${last}::date AND d.clicks > 0 LIMIT 1) clicked
    WHERE l.store_id = ${storeId}${creators === null ? sql`` : sql` AND l.user_id = ${creators}`}`;
}

function trafficOf(row: TrafficRow | undefined): StoreTraffic {
  return {
    clicks: row?.clicks ?? 0,
    orders: row?.orders ?? 0,
    orderMinor: row?.order_minor ?? 0,
    costMinor: row?.cost_minor ?? 0,
  };
}

const plus = (sum: StoreTraffic, one: StoreTraffic): StoreTraffic => ({
  clicks: sum.clicks + one.clicks,
  orders: sum.orders + one.orders,
  orderMinor: addMinor(sum.orderMinor, one.orderMinor),
  costMinor: addMinor(sum.costMinor, one.costMinor),
});
