import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { whileOfAgency } from '../agencies/agency-month.ts';
import { CLICK_GROUPS, CLICK_KEYS } from '../results/read-breakdown.ts';

export const EARNINGS_GROUPS = [...CLICK_GROUPS, 'offer', 'code'] as const;
/** Agencies also read by creator. */
export const AGENCY_GROUPS = ['creator', ...EARNINGS_GROUPS] as const;
export type EarningsGroup = (typeof AGENCY_GROUPS)[number];

/** Whose clicks and orders are read: a creator's, or those of an agency's present creators while they had this agency. */
type EarningsOf = { userId: number } | { agencyId: number };

/** What was earned with one value of a property in one currency; minor units. */
export interface EarningsRow {
  /** Null: orders without a click or code, or clicks without the property; and of a campaign, the rates of stores. */
  group: string | null;
  /** With `offer`: the campaign. */
  campaign: { id: number; title: string } | null;
  /** With `creator`. */
  user: { id: number; name: string } | null;
  currency: string;
  clicks: number;
  orders: number;
  clickEarningsMinor: number;
  orderEarningsMinor: number;
  /** The agency's earnings from both. */
  agencyMinor: number;
}

interface Question {
  of: EarningsOf;
  range: DayRange;
  by: EarningsGroup;
  currency: string | undefined;
}

type Row = {
  group: string | null;
  campaign_id: number | null;
  title: string | null;
  user_id: number | null;
  user_name: string | null;
  currency: string;
  clicks: number;
  orders: number;
  click_minor: number;
  order_minor: number;
  agency_minor: number;
};

/**
 * Reads what was earned by a property of the clicks, by campaign, or by the code of the orders; most clicks first. Orders count on their own day and under the
 * property of their click. All rows add up to the statistics, as long as the clicks are kept. Cost: of properties of clicks in proportion to the clicks of the
 * range, otherwise to the days of the links and the orders.
 */
export async function readEarningsBreakdown(
  { db }: Pick<Context, 'db'>,
  { of, range, by, currency }: Question,
  page: PageRequest,
): Promise<Page<EarningsRow>> {
  const parts = partsOf(by, of, range);
  const only = currency === undefined ? sql`` : sql`WHERE p.currency = ${currency}`;
  const groups = sql`(
    SELECT p."group", p.campaign_id, p.user_id, p.currency, sum(p.clicks)::bigint AS clicks, sum(p.orders)::bigint AS orders, sum(p.click_minor)::bigint AS click_minor,
      sum(p.order_minor)::bigint AS order_minor, sum(p.agency_minor)::bigint AS agency_minor
    FROM (${parts}) p ${only} GROUP BY p."group", p.campaign_id, p.user_id, p.currency
    HAVING sum(p.clicks + p.orders) > 0 OR sum(p.click_minor + p.order_minor) <> 0
  ) g LEFT JOIN campaigns o ON o.id = g.campaign_id LEFT JOIN users u ON u.id = g.user_id`;
  const columns = sql`g.*, o.shown_title AS title, u.public_name AS user_name`;
  const order = sql`g.clicks DESC, g.orders DESC, g."group", g.campaign_id, g.user_id, g.currency`;
  const { items, total } = await readPage<Row>(db, { columns, from: groups, order }, page);
  return {
    total,
    items: items.map((row) => ({
      group: row.group,
      campaign: row.campaign_id === null ? null : { id: row.campaign_id, title: row.title ?? '' },
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      currency: row.currency,
      clicks: row.clicks,
      orders: row.orders,
      clickEarningsMinor: row.click_minor,
      orderEarningsMinor: row.order_minor,
      agencyMinor: row.agency_minor,
    })),
  };
}

function partsOf(by: EarningsGroup, of: EarningsOf, range: DayRange): SQL {
  if (by === 'offer') return byTotal(sql`nullif(d.campaign_id, 0)`, sql`NULL::bigint`, of, range);
  if (by === 'creator') return byTotal(sql`NULL::bigint`, sql`d.user_id`, of, range);
  return by === 'code' ? byCode(of, range) : byClick(by, of, range);
}

/** The condition that a row with `user_id` and `agency_id` is of the creator, or of the agency. */
function scope(of: EarningsOf, table: SQL): SQL {
  if ('userId' in of) return sql`${table}.user_id = ${of.userId}`;
  return whileOfAgency(of.agencyId, table);
}

const daysIn = ({ first, last }: DayRange, table: SQL): SQL =>
  sql`${table}.day BETWEEN ${first}::date AND ${last}::date`;

const COUNTED_ORDERS = sql`0 AS clicks, count(*) FILTER (WHERE o.event_kind_id IS NULL) AS orders, 0 AS click_minor, sum(o.user_minor)::bigint AS order_minor, sum(o.agency_minor)::bigint AS agency_minor`;

function byClick(by: (typeof CLICK_GROUPS)[number], of: EarningsOf, range: DayRange): SQL {
  const { key, name } = CLICK_KEYS[by];
  const { first, last } = range;
  return sql`
    SELECT ${name} AS "group", NULL::bigint AS campaign_id, NULL::bigint AS user_id, p.currency, p.clicks, p.orders, p.click_minor, p.order_minor,
      p.agency_minor FROM (
      SELECT ${key} AS key, c.currency, count(*) FILTER (WHERE c.class = 0) AS clicks, 0 AS orders, sum(c.user_minor)::bigint AS click_minor, 0 AS order_minor,
        sum(c.agency_minor)::bigint AS agency_minor
      FROM clicks c WHERE ${scope(of, sql`c`)} AND ${daysIn(range, sql`c`)}
        AND c.id >= click_floor((${first}::date - 1)::timestamp AT TIME ZONE 'UTC') AND c.id < click_floor((${last}::date + 2)::timestamp AT TIME ZONE 'UTC')
      GROUP BY 1, 2
      UNION ALL
      SELECT ${key}, o.currency, ${COUNTED_ORDERS} FROM orders o LEFT JOIN clicks c ON c.id = o.click_id
      WHERE ${scope(of, sql`o`)} AND ${daysIn(range, sql`o`)} AND o.counts GROUP BY 1, 2
    ) p`;
}

/** From the totals of links, by campaign or creator. */
function byTotal(campaign: SQL, user: SQL, of: EarningsOf, range: DayRange): SQL {
  return sql`
    SELECT NULL::text AS "group", ${campaign} AS campaign_id, ${user} AS user_id, s.currency, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders,
      sum(d.user_minor)::bigint AS click_minor, sum(d.order_user_minor)::bigint AS order_minor,
      sum(d.agency_minor + d.order_agency_minor)::bigint AS agency_minor
    FROM link_days d JOIN stores s ON s.id = d.store_id WHERE ${scope(of, sql`d`)} AND ${daysIn(range, sql`d`)} GROUP BY 2, 3, 4`;
}

/** Codes that people read as one are one; the first spelling is shown. */
function byCode(of: EarningsOf, range: DayRange): SQL {
  return sql`
    SELECT min(p.code) OVER (PARTITION BY code_key(p.code)) AS "group", NULL::bigint AS campaign_id, NULL::bigint AS user_id, p.currency, p.clicks, p.orders, p.click_minor,
      p.order_minor, p.agency_minor
    FROM (
      SELECT o.voucher_code AS code, o.currency, ${COUNTED_ORDERS} FROM orders o
      WHERE ${scope(of, sql`o`)} AND ${daysIn(range, sql`o`)} AND o.counts GROUP BY 1, 2
    ) p`;
}
