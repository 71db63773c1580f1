import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { newCreators } from '../queries.ts';
import type { Results } from './read-results.ts';

/** Properties of clicks, of which only the clicks themselves know. */
export const CLICK_GROUPS = ['source', 'country', 'device'] as const;
export const BREAKDOWNS = [...CLICK_GROUPS, 'code'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** Results with one value of a property. */
export interface BreakdownRow extends Results {
  /** Null: orders without a click or without a code, or clicks without the property. */
  group: string | null;
}

interface BreakdownQuestion {
  storeId: number;
  range: DayRange;
  by: Breakdown;
  /** Only these creators; null: all. */
  userIds: readonly number[] | null;
}

type Row = {
  group: string | null;
  clicks: number;
  click_cost_minor: number;
  order_cost_minor: number;
  orders: number;
  order_minor: number;
  new_creators: number;
};

/** The columns of clicks by which they are counted, and the name of a value in the reply, which is looked up for each value only. */
export const CLICK_KEYS: Record<(typeof CLICK_GROUPS)[number], { key: SQL; name: SQL }> = {
  source: { key: sql`c.source`, name: sql`CASE p.key WHEN 1 THEN 'social' WHEN 0 THEN 'general' END` },
  country: { key: sql`c.device_country`, name: sql`country_of(p.key)` },
  device: { key: sql`c.device_country`, name: sql`device_of(p.key)` },
};

const COUNTED = sql`count(*) FILTER (WHERE o.event_kind_id IS NULL) AS orders,
  coalesce(sum(o.value_minor - o.refunded_minor) FILTER (WHERE o.event_kind_id IS NULL), 0)::bigint AS order_minor, sum(o.cost_minor)::bigint AS order_cost_minor`;

/**
 * Reads a store's results by a property of the clicks, or by the code of the orders; most clicks first. Orders count on their own day
 * and under the property of their click. All rows add up to the store's results, as long as the clicks are kept. Cost: in proportion
 * to the clicks and orders of the range.
 */
export async function readBreakdown(
  { db }: Pick<Context, 'db'>,
  { storeId, range, by, userIds }: BreakdownQuestion,
  page: PageRequest,
): Promise<Page<BreakdownRow>> {
  const parts =
    by === 'code' ? partsByCode(storeId, range, userIds) : partsByClick(CLICK_KEYS[by], { storeId, range, userIds });
  const groups = sql`(
    SELECT g."group", sum(g.clicks)::bigint AS clicks, sum(g.click_cost_minor)::bigint AS click_cost_minor, sum(g.orders)::bigint AS orders,
      sum(g.order_minor)::bigint AS order_minor, sum(g.order_cost_minor)::bigint AS order_cost_minor,
      count(DISTINCT n.user_id) FILTER (WHERE g.clicks > 0 OR g.orders > 0) AS new_creators
    FROM (${parts}) g LEFT JOIN (${newCreators(storeId, range)}) n ON n.user_id = g.user_id
    GROUP BY g."group" HAVING sum(g.clicks + g.orders) > 0 OR sum(g.click_cost_minor + g.order_cost_minor) <> 0
  ) g`;
  const list = { columns: sql`g.*`, from: groups, order: sql`g.clicks DESC, g.orders DESC, g."group"` };
  const { items, total } = await readPage<Row>(db, list, page);
  return {
    total,
    items: items.map((row) => ({
      group: row.group,
      clicks: row.clicks,
      clickCostMinor: row.click_cost_minor,
      orderCostMinor: row.order_cost_minor,
      orders: row.orders,
      orderMinor: row.order_minor,
      newCreators: row.new_creators,
    })),
  };
}

/** The counted orders of a range. */
function ordersIn(storeId: number, { first, last }: DayRange, userIds: readonly number[] | null): SQL {
  const creators = userIds === null ? sql`` : sql` AND o.user_id = ANY (${sql.param([...userIds])}::bigint[])`;
  return sql`o.store_id = ${storeId} AND o.day BETWEEN ${first}::date AND ${last}::date AND o.counts${creators}`;
}

function partsByClick(
  { key, name }: { key: SQL; name: SQL },
  { storeId, range, userIds }: Omit<BreakdownQuestion, 'by'>,
): SQL {
  const { first, last } = range;
  const creators =
    userIds === null
      ? sql`ARRAY (SELECT DISTINCT d.user_id FROM link_days d WHERE d.store_id = ${storeId} AND d.day BETWEEN ${first}::date AND ${last}::date)`
      : sql`${sql.param([...userIds])}::bigint[]`;
  return sql`
    SELECT ${name} AS "group", p.user_id, p.clicks, p.click_cost_minor, p.orders, p.order_minor, p.order_cost_minor FROM (
      SELECT ${key} AS key, c.user_id, count(*) FILTER (WHERE c.class = 0) AS clicks, sum(c.cost_minor)::bigint AS click_cost_minor,
        0 AS orders, 0 AS order_minor, 0 AS order_cost_minor
      FROM clicks c WHERE c.store_id = ${storeId} AND c.user_id = ANY (${creators}) AND c.day BETWEEN ${first}::date AND ${last}::date
        AND c.id >= click_floor((${first}::date - 1)::timestamp AT TIME ZONE 'UTC') AND c.id < click_floor((${last}::date + 2)::timestamp AT TIME ZONE 'UTC')
      GROUP BY 1, 2
      UNION ALL
      SELECT ${key}, o.user_id, 0, 0, ${COUNTED} FROM orders o LEFT JOIN clicks c ON c.id = o.click_id
      WHERE ${ordersIn(storeId, range, userIds)} GROUP BY 1, 2
    ) p`;
}

/** Codes that people read as one are one; the first spelling is shown. */
function partsByCode(storeId: number, range: DayRange, userIds: readonly number[] | null): SQL {
  return sql`
    SELECT min(p.code) OVER (PARTITION BY code_key(p.code)) AS "group", p.user_id, 0 AS clicks, 0 AS click_cost_minor, p.orders, p.order_minor, p.order_cost_minor
    FROM (SELECT o.voucher_code AS code, o.user_id, ${COUNTED} FROM orders o WHERE ${ordersIn(storeId, range, userIds)} GROUP BY 1, 2) p`;
}
