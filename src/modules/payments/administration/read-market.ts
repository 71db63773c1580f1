import { sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { type DayRange, daysOf } from '../../../platform/day-range.ts';
import { exchange } from '../../../platform/exchange-rates/exchange.ts';
import { hasRate, noRate } from '../../../platform/exchange-rates/has-rate.ts';
import { addMinor } from '../../../platform/money.ts';

/** Figures of the whole marketplace; money in minor units of one currency, each day's at the rates of that day. */
export interface MarketFigures {
  clicks: number;
  orders: number;
  /** Their value without refunds. */
  orderMinor: number;
  /** The cost of clicks and orders for stores. */
  costMinor: number;
  /** The earnings of creators and of their agencies; the platform keeps the rest. */
  creatorMinor: number;
  agencyMinor: number;
}

export interface Market {
  currency: string;
  range: DayRange;
  before: DayRange;
  figures: MarketFigures;
  earlier: MarketFigures;
  /** Every day of the range, in order. */
  days: (MarketFigures & { day: string })[];
  /** Currencies without a rate, whose amounts are not included. */
  omitted: string[];
}

const NOTHING: MarketFigures = { clicks: 0, orders: 0, orderMinor: 0, costMinor: 0, creatorMinor: 0, agencyMinor: 0 };

/**
 * Reads the market's figures of a range of days, and of the same number of days before it. The cost depends on days and stores, not
 * on clicks.
 * @param currency by default the currency of most stores
 * @throws RuleRefused `no_exchange_rate` when the given currency has none
 */
export async function readMarket(
  { db }: Pick<Context, 'db'>,
  { range, currency: asked }: { range: DayRange; currency?: string | undefined },
): Promise<Market> {
  const currency = asked ?? (await usualCurrency({ db }));
  const length = daysOf(range).length;
  const before = { first: addDays(range.first, -length), last: addDays(range.first, -1) };
  const { rows } = await db.execute<Row>(sql`
    WITH sums AS MATERIALIZED (
      SELECT d.day, s.currency, sum(d.clicks) AS clicks, sum(d.orders) AS orders, sum(d.order_minor) AS value, sum(d.cost_minor + d.order_cost_minor) AS cost,
        sum(d.user_minor + d.order_user_minor) AS creator, sum(d.agency_minor + d.order_agency_minor) AS agency
      FROM store_days d JOIN stores s ON s.id = d.store_id WHERE d.day BETWEEN ${before.first}::date AND ${range.last}::date
      GROUP BY d.day, s.currency
    ), ${exchange({
      from: sql`SELECT DISTINCT currency FROM sums`,
      to: sql`SELECT ${currency}::char(3)`,
      days: sql`SELECT DISTINCT day FROM sums`,
    })}
    SELECT to_char(s.day, 'YYYY-MM-DD') AS day, sum(s.clicks)::bigint AS clicks, sum(s.orders)::bigint AS orders,
      round(sum(s.value * f.factor))::bigint AS "orderMinor", round(sum(s.cost * f.factor))::bigint AS "costMinor", round(sum(s.creator * f.factor))::bigint AS "creatorMinor",
      round(sum(s.agency * f.factor))::bigint AS "agencyMinor",
      array_agg(s.currency) FILTER (WHERE f.factor IS NULL AND (s.cost <> 0 OR s.value <> 0)) AS unknown
    FROM sums s LEFT JOIN exchange e ON e.source = s.currency AND e.target = ${currency}::char(3) AND e.day = s.day
    CROSS JOIN LATERAL (SELECT CASE WHEN s.currency = ${currency}::char(3) THEN 1 ELSE e.factor END AS factor) f
    GROUP BY s.day`);
  const omitted = [...new Set(rows.flatMap((row) => row.unknown ?? []))].sort();
  if (omitted.length > 0 && !(await hasRate(db, currency))) throw noRate(currency);
  const byDay = new Map(rows.map((row) => [row.day, figuresOf(row)]));
  const days = daysOf(range).map((day) => ({ ...(byDay.get(day) ?? NOTHING), day }));
  const earlier = daysOf(before).map((day) => byDay.get(day) ?? NOTHING);
  return { currency, range, before, figures: total(days), earlier: total(earlier), days, omitted };
}

type Row = { [Name in keyof MarketFigures]: number | null } & { day: string; unknown: string[] | null };

const figuresOf = (row: Row): MarketFigures => ({
  clicks: row.clicks ?? 0,
  orders: row.orders ?? 0,
  orderMinor: row.orderMinor ?? 0,
  costMinor: row.costMinor ?? 0,
  creatorMinor: row.creatorMinor ?? 0,
  agencyMinor: row.agencyMinor ?? 0,
});

const total = (days: readonly MarketFigures[]) => days.reduce(plus, NOTHING);

const plus = (a: MarketFigures, b: MarketFigures): MarketFigures => ({
  clicks: a.clicks + b.clicks,
  orders: a.orders + b.orders,
  orderMinor: addMinor(a.orderMinor, b.orderMinor),
  costMinor: addMinor(a.costMinor, b.costMinor),
  creatorMinor: addMinor(a.creatorMinor, b.creatorMinor),
  agencyMinor: addMinor(a.agencyMinor, b.agencyMinor),
});

async function usualCurrency({ db }: Pick<Context, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ currency: string }>(sql`
    SELECT currency FROM stores WHERE deleted_at IS NULL GROUP BY currency ORDER BY count(*) DESC, currency LIMIT 1`);
  return rows[0]?.currency ?? 'EUR';
}
