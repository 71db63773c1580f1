import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import { type DayRange, daysOf } from '../../../platform/day-range.ts';
import { addMinor } from '../../../platform/money.ts';
import { CLOSED_THROUGH, creatorDays } from '../queries.ts';

/** Results of a creator's links; earnings in minor units of the currency of their group. */
export interface CreatorFigures {
  /** Counted clicks. */
  clicks: number;
  /** Approved and pending orders. */
  orders: number;
  clickEarningsMinor: number;
  orderEarningsMinor: number;
}

/** Figures in one currency, with every day of the range in order. */
export interface CurrencyFigures extends CreatorFigures {
  currency: string;
  days: (CreatorFigures & { day: string })[];
}

interface CreatorStatsQuestion {
  userId: number;
  linkId?: number | undefined;
  storeId?: number | undefined;
  campaignId?: number | undefined;
  range: DayRange;
}

type Values = {
  userId: number;
  linkId?: number | undefined;
  storeId: number | undefined;
  campaignId?: number | undefined;
  first: string;
  last: string;
};

type Row = { day: string; currency: string; clicks: number; orders: number; click_minor: number; order_minor: number };

const RANGE = { first: param('first'), last: param('last') };
const WITHIN = sql`t.user_id = ${param('userId')} AND t.day BETWEEN ${RANGE.first}::date AND ${RANGE.last}::date`;
const OF_STORE = sql`t.store_id = ${param('storeId')}`;
const COLUMNS = sql`t.store_id, t.day, t.clicks, t.orders, t.user_minor, t.order_user_minor`;

const added = (totals: SQL) => sql`
  SELECT d.day, s.currency, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders, sum(d.user_minor)::bigint AS click_minor,
    sum(d.order_user_minor)::bigint AS order_minor
  FROM (${totals}) d JOIN stores s ON s.id = d.store_id GROUP BY d.day, s.currency`;

/** Closed days are read from totals of all stores, and only the last days are added up. */
const readOfAllLinks = prepared<Row, Values>(sql`
  SELECT t.day, t.currency, t.clicks, t.orders, t.user_minor AS click_minor, t.order_user_minor AS order_minor FROM creator_currency_days t WHERE ${WITHIN}
  UNION ALL ${added(sql`SELECT ${COLUMNS} FROM link_days t WHERE ${WITHIN} AND t.day > ${CLOSED_THROUGH}`)}`);
const readOfStore = prepared<Row, Values>(
  added(creatorDays(COLUMNS, sql`t.user_id = ${param('userId')} AND ${OF_STORE}`, RANGE)),
);
const readOfLink = prepared<Row, Values>(
  added(sql`SELECT ${COLUMNS} FROM link_days t
  WHERE ${WITHIN} AND t.link_id = ${param('linkId')} AND (${param('storeId')}::bigint IS NULL OR ${OF_STORE})`),
);

const readOfCampaign = prepared<Row, Values>(
  added(sql`SELECT ${COLUMNS} FROM link_days t
  WHERE ${WITHIN} AND t.campaign_id = ${param('campaignId')} AND (${param('linkId')}::bigint IS NULL OR t.link_id = ${param('linkId')})
    AND (${param('storeId')}::bigint IS NULL OR ${OF_STORE})`),
);

const NOTHING: CreatorFigures = { clicks: 0, orders: 0, clickEarningsMinor: 0, orderEarningsMinor: 0 };

/**
 * Reads a creator's figures by currency and day for all links, those to one store, or one link, also with the terms of one campaign; the currency with
 * most clicks first. Nothing is converted, because creators are paid in the currency of each store. Cost: in
 * proportion to the days of the range, not to links or clicks.
 */
export async function readCreatorStats(
  { db }: Pick<Context, 'db'>,
  { userId, linkId, storeId, campaignId, range }: CreatorStatsQuestion,
): Promise<CurrencyFigures[]> {
  const readOfLinks = storeId === undefined ? readOfAllLinks : readOfStore;
  const readOfTerms = linkId === undefined ? readOfLinks : readOfLink;
  const read = campaignId === undefined ? readOfTerms : readOfCampaign;
  const rows = await read(db, { userId, linkId, storeId, campaignId, ...range });
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies
    .map((currency) => ofCurrency(currency, rows, range))
    .sort((one, other) => other.clicks - one.clicks);
}

function ofCurrency(currency: string, rows: readonly Row[], range: DayRange): CurrencyFigures {
  const byDay = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.day, figuresOf(row)]));
  const days = daysOf(range).map((day) => ({ day, ...(byDay.get(day) ?? NOTHING) }));
  return { currency, ...days.reduce(plus, NOTHING), days };
}

const figuresOf = (row: Omit<Row, 'day' | 'currency'>): CreatorFigures => ({
  clicks: row.clicks,
  orders: row.orders,
  clickEarningsMinor: row.click_minor,
  orderEarningsMinor: row.order_minor,
});

const plus = (sum: CreatorFigures, one: CreatorFigures): CreatorFigures => ({
  clicks: sum.clicks + one.clicks,
  orders: sum.orders + one.orders,
  clickEarningsMinor: addMinor(sum.clickEarningsMinor, one.clickEarningsMinor),
  orderEarningsMinor: addMinor(sum.orderEarningsMinor, one.orderEarningsMinor),
});
