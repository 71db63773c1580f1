import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { type DayRange, daysOf } from '../../../platform/day-range.ts';
import { addMinor } from '../../../platform/money.ts';
import { newCreators } from '../queries.ts';
import type { Figures } from '../rankings/rank.ts';

/** Results of a store; minor units of its currency. */
export interface Results extends Omit<Figures, 'id' | 'userId'> {
  /** Creators whose first counted click or order at the store is among these days. */
  newCreators: number;
}

export const INTERVALS = ['day', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

export interface StoreResults {
  total: Results;
  /** Every day or month of the range in order, by its first day in the range. */
  points: (Results & { from: string })[];
  /** The first day with activity at the store; null without any. */
  firstDay: string | null;
}

interface ResultsQuestion {
  storeId: number;
  range: DayRange;
  interval: Interval;
  /** Only these creators; null: all. */
  userIds: readonly number[] | null;
  /** Only these links; null: all. */
  linkIds: readonly number[] | null;
}

type Row = {
  first_day: string | null;
  /** Null, like the other columns, in the only row when there was no activity in the range. */
  point: string | null;
  clicks: number;
  click_cost_minor: number;
  order_cost_minor: number;
  orders: number;
  order_minor: number;
  new_creators: number;
};

const NOTHING: Results = {
  clicks: 0,
  clickCostMinor: 0,
  orderCostMinor: 0,
  orders: 0,
  orderMinor: 0,
  newCreators: 0,
};

/**
 * Reads a store's results in a range, in all and by day or month. Cost: in proportion to the store's days and creators with activity in
 * the range, not to their clicks.
 */
export async function readResults(
  { db }: Pick<Context, 'db'>,
  { storeId, range, interval, userIds, linkIds }: ResultsQuestion,
): Promise<StoreResults> {
  const point = sql`greatest(date_trunc(${interval}, r.day)::date, ${range.first}::date)`;
  const creators = userIds === null ? sql`` : sql` WHERE n.user_id = ANY (${sql.param([...userIds])}::bigint[])`;
  const arrivals =
    linkIds === null
      ? sql`UNION ALL SELECT n.day, 0, 0, 0, 0, 0, 1 FROM (${newCreators(storeId, range)}) n${creators}`
      : sql``;
  const { rows } = await db.execute<Row>(sql`
    SELECT s.first_day, p.* FROM (SELECT min(day) AS first_day FROM store_days WHERE store_id = ${storeId}) s LEFT JOIN (
      SELECT ${point} AS point, sum(r.clicks)::bigint AS clicks, sum(r.click_cost_minor)::bigint AS click_cost_minor,
        sum(r.order_cost_minor)::bigint AS order_cost_minor, sum(r.orders)::bigint AS orders, sum(r.order_minor)::bigint AS order_minor,
        sum(r.new_creators)::bigint AS new_creators
      FROM (${daysWith({ storeId, range, userIds, linkIds })} ${arrivals}) r GROUP BY 1
    ) p ON true`);
  const byPoint = new Map(rows.map((row) => [row.point, row]));
  const points = pointsOf(range, interval).map((from) => ({ from, ...resultsOf(byPoint.get(from)) }));
  return { total: points.reduce(plus, NOTHING), points, firstDay: rows[0]!.first_day };
}

/** The totals of all creators are the store's own; those of some creators or links are summed. */
function daysWith({ storeId, range, userIds, linkIds }: Omit<ResultsQuestion, 'interval'>): SQL {
  const isAll = userIds === null && linkIds === null;
  const conditions = [
    sql`t.store_id = ${storeId} AND t.day BETWEEN ${range.first}::date AND ${range.last}::date`,
    ...(userIds === null ? [] : [sql`t.user_id = ANY (${sql.param([...userIds])}::bigint[])`]),
    ...(linkIds === null ? [] : [sql`t.link_id = ANY (${sql.param([...linkIds])}::bigint[])`]),
  ];
  return sql`SELECT t.day, t.clicks, t.cost_minor AS click_cost_minor, t.order_cost_minor, t.orders, t.order_minor, 0 AS new_creators
    FROM ${isAll ? sql`store_days` : sql`link_days`} t WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** The first days of the days or months of a range. */
function pointsOf(range: DayRange, interval: Interval): string[] {
  if (interval === 'day') return [...daysOf(range)];
  const points = [range.first];
  for (;;) {
    // The 32nd day after the first of a month is in the next one.
    const next = `${addDays(`${points.at(-1)!.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
    if (next > range.last) return points;
    points.push(next);
  }
}

const resultsOf = (row: Row | undefined): Results =>
  row === undefined
    ? NOTHING
    : {
        clicks: row.clicks,
        clickCostMinor: row.click_cost_minor,
        orderCostMinor: row.order_cost_minor,
        orders: row.orders,
        orderMinor: row.order_minor,
        newCreators: row.new_creators,
      };

const plus = (sum: Results, one: Results): Results => ({
  clicks: sum.clicks + one.clicks,
  clickCostMinor: addMinor(sum.clickCostMinor, one.clickCostMinor),
  orderCostMinor: addMinor(sum.orderCostMinor, one.orderCostMinor),
  orders: sum.orders + one.orders,
  orderMinor: addMinor(sum.orderMinor, one.orderMinor),
  newCreators: sum.newCreators + one.newCreators,
});
