import { Big } from 'big.js';
import fc from 'fast-check';
import type { Calendar } from '../../src/platform/calendar.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMarket, type Market } from './market.ts';
import { clickRecorder } from './recorded-clicks.ts';

/** Time zone of the market; the calendar that `createCountedMarket` receives must use it. */
export const ZONE = 'Europe/Stockholm';
/** The last Sunday of March: clocks in Stockholm skip the hour from 2 to 3. */
export const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30'] as const;
/** The beginning and the number of minutes of each of these days. */
export const START = Date.parse('2026-03-27T23:00:00Z');
export const MINUTES = 71 * 60;

const DIGITS: Record<string, number> = { SEK: 2, EUR: 2, JPY: 0, KWD: 3 };
/** Units per euro from a day on; earlier days use the first rate. */
export const RATES: Record<string, [day: string, units: string][]> = {
  SEK: [
    ['2024-01-02', '11.148'],
    ['2026-03-29', '11'],
    ['2026-03-30', '12.34567891'],
  ],
  EUR: [['2024-01-02', '1']],
  JPY: [
    ['2024-01-02', '155.74'],
    ['2026-03-30', '160'],
  ],
  KWD: [['2026-03-29', '0.3333']],
};

interface Creator {
  id: number;
  email: string;
  username: string;
  /** Currency of the creator's market. */
  market: string;
}
interface CountedLink {
  id: number;
  code: string;
  userId: number;
  storeId: number;
  currency: string;
  kind: 'link' | 'tag';
}

/** A raw click as stored in the log. */
export interface RawClick {
  at: Date;
  day: string;
  link_id: number;
  user_id: number;
  store_id: number;
  class: number;
  cost_minor: number;
  user_minor: number;
  agency_minor: number;
  currency: string;
}

/** A raw order as stored in its table; its cost and earnings are computed here, independent of the database. */
interface RawOrder {
  at: Date;
  day: string;
  link_id: number;
  user_id: number;
  store_id: number;
  currency: string;
  valueMinor: number;
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
}

/** All clicks and orders; orders that do not count are omitted. */
export interface RawRows {
  clicks: RawClick[];
  orders: RawOrder[];
}

/** The clicks and orders for which `isIn` returns true. */
export const rowsWhere = ({ clicks, orders }: RawRows, isIn: (row: RawClick | RawOrder) => boolean): RawRows => ({
  clicks: clicks.filter(isIn),
  orders: orders.filter(isIn),
});

/** Clicks and orders within the three days, to be recorded, and when days are closed meanwhile. */
export type History = { clicks: object[]; orders: object[]; closings: Closing[] };

/**
 * `after`: 0 nothing, 1 the clicks, 2 the orders in their first state, 3 everything. On one of the two days a week is not closed yet;
 * on the other, everything is closed.
 */
type Closing = { after: number; today: string };

type GivenClick = { link: number; ms: number; visitor: number; class: 0 | 1 | 2; source: 0 | 1 };
type GivenOrder = {
  /** 18 means none: the order has no creator. */
  link: number;
  ms: number;
  value: number;
  cpa: number;
  invoiceCpa: number;
  userShare: number;
  agencyShare: number;
  /** The first and the last state of an order; refunds in hundredths of the value. */
  states: [status: string, refunded: number][];
};

const LINKS = 18;
const moment = fc.nat(MINUTES * 60_000 - 1);
const ppm = fc.nat(1_000_000);
const state = fc.tuple(fc.constantFrom('pending', 'approved', 'denied'), fc.constantFrom(0, 0, 0, 33, 100));

/** Few visitors, so that some clicks are duplicates; every class of clicks; orders in every state. */
export const histories: fc.Arbitrary<History> = fc.record({
  clicks: fc.array(
    fc.record({
      link: fc.nat(LINKS - 1),
      ms: moment,
      visitor: fc.nat(5),
      class: fc.constantFrom(0, 0, 0, 1, 2),
      source: fc.constantFrom(0, 1),
    }),
    { maxLength: 50 },
  ),
  orders: fc.array(
    fc.record({
      link: fc.nat(LINKS),
      ms: moment,
      value: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
      cpa: ppm,
      invoiceCpa: ppm,
      userShare: fc.nat(600_000),
      agencyShare: fc.nat(400_000),
      states: fc.tuple(state, state),
    }),
    { maxLength: 20 },
  ),
  closings: fc.array(fc.record({ after: fc.nat(3), today: fc.constantFrom('2026-04-02', '2026-06-01') }), {
    maxLength: 2,
  }),
});

/** Three stores in three currencies, and three creators with a link and a tag at each store. */
export interface CountedMarket {
  database: TestDatabase;
  market: Market;
  record: ReturnType<typeof clickRecorder>;
  creators: Creator[];
  stores: { id: number; currency: string }[];
  links: CountedLink[];
  /** Replaces all clicks and orders by these, through the click log and the orders' triggers, and returns the rows. */
  happen(history: History): Promise<RawRows>;
  purgeAll(): Promise<void>;
  setRates(): Promise<void>;
}

export async function createCountedMarket(calendar: Calendar): Promise<CountedMarket> {
  const database = await createTestDatabase();
  const { pool } = database;
  const market = createMarket(pool);
  const record = clickRecorder(database, calendar);
  const setRates = async () => {
    const rates = Object.entries(RATES).flatMap(([currency, list]) => list.map((rate) => [currency, ...rate] as const));
    await pool.query('DELETE FROM exchange_rates WHERE currency = ANY ($1)', [Object.keys(RATES)]);
    await pool.query(
      `INSERT INTO exchange_rates SELECT *, 'test' FROM unnest($1::char(3)[], $2::date[], $3::numeric[])`,
      [0, 1, 2].map((at) => rates.map((rate) => rate[at])),
    );
  };
  await setRates();
  const stores = await makeStores(market);
  const creators = await makeCreators(market, database);
  const links: CountedLink[] = [];
  for (const { id: userId } of creators) {
    for (const { id: storeId, currency } of stores) {
      for (const kind of ['link', 'tag'] as const) {
        const { id, code } = await market.link({ userId, storeId, kind });
        links.push({ id, code, userId, storeId, currency, kind });
      }
    }
  }
  const purgeAll = async () => {
    await pool.query('TRUNCATE clicks, click_visitors, link_days, store_days, orders CASCADE');
    await pool.query(`UPDATE closed_days SET through = '1969-12-28'`);
  };
  const close = async (closings: readonly Closing[], step: number) => {
    for (const { after, today } of closings) if (after === step) await closeDays(database, today);
  };
  return {
    database,
    market,
    record,
    creators,
    stores,
    links,
    purgeAll,
    setRates,
    async happen(history) {
      await purgeAll();
      await close(history.closings, 0);
      await record(
        (history.clicks as GivenClick[]).map(({ link, ms, visitor, ...rest }) => ({
          ...rest,
          code: links[link]!.code,
          at: new Date(START + ms),
          visitor: String(visitor),
        })),
      );
      const orders = (history.orders as GivenOrder[]).map((order) => ({ ...order, at: new Date(START + order.ms) }));
      await close(history.closings, 1);
      await insertOrders(database, calendar, links, orders);
      await close(history.closings, 2);
      await changeOrders(database, orders);
      await close(history.closings, 3);
      const raw = await pool.query<RawClick>('SELECT click_time(id) AS at, clicks.* FROM clicks');
      return { clicks: raw.rows, orders: await rawOrders(database) };
    },
  };
}

async function makeStores(market: Market): Promise<CountedMarket['stores']> {
  const stores = [];
  for (const [currency, cpcMinor] of [
    ['SEK', 333],
    ['JPY', 17],
    ['KWD', 1_234],
  ] as const) {
    const id = await market.store({ currency });
    await market.price({ storeId: id, cpcMinor, invoiceCpcMinor: cpcMinor + 50 });
    await market.price({ storeId: id, source: 1, cpcMinor: cpcMinor * 2 });
    stores.push({ id, currency });
  }
  return stores;
}

/** Three creators: with a market of their own, with the market of the agency, and without a market (paid in euros). */
async function makeCreators(market: Market, { pool }: TestDatabase): Promise<Creator[]> {
  const japan = await market.storeGroup({ currency: 'JPY', country: 'JP' });
  const sweden = await market.storeGroup({ currency: 'SEK' });
  const agency = await market.agency({ agencyShare: 0.1, userShare: 0.65, storeGroupId: sweden });
  const creators: Creator[] = [];
  for (const [agencyId, groupId, currency] of [
    [undefined, japan, 'JPY'],
    [agency, null, 'SEK'],
    [undefined, null, 'EUR'],
  ] as const) {
    const id = await market.user(agencyId === undefined ? {} : { agencyId });
    const { rows } = await pool.query('UPDATE users SET store_group_id = $2 WHERE id = $1 RETURNING email, username', [
      id,
      groupId,
    ]);
    creators.push({ id, ...rows[0], market: currency });
  }
  return creators;
}

type Ordered = GivenOrder & { at: Date };

/** Closes every day that can be closed on this one. */
export async function closeDays({ pool }: TestDatabase, today: string): Promise<void> {
  while ((await pool.query('SELECT close_days($1) AS more', [today])).rows[0].more);
}

/** Ids, statuses and refunds of orders in their first (0) or last (1) state. */
const stateOf = (orders: Ordered[], at: 0 | 1) => [
  orders.map((_, index) => String(index)),
  orders.map(({ states }) => states[at]![0]),
  orders.map(({ value, states }) => Math.floor((value * states[at]![1]) / 100)),
];

/** Inserts the orders in their first state; triggers update their totals. */
async function insertOrders({ pool }: TestDatabase, calendar: Calendar, links: CountedLink[], orders: Ordered[]) {
  await pool.query(
    `INSERT INTO orders (order_id, status, refunded_minor, original_refunded_minor, store_id, channel, order_at, day, original_minor,
       original_currency, value_minor, currency, attribution, unattributed_reason, link_id, user_id, agency_id, cpa_ppm, invoice_cpa_ppm,
       user_share_ppm, agency_share_ppm)
     SELECT g.order_id, g.status, g.refunded, g.refunded, s.id, 'server', g.at, g.day, g.value, s.currency, g.value, s.currency,
       CASE WHEN l.id IS NULL THEN 'none' ELSE 'click' END, CASE WHEN l.id IS NULL THEN 'no_click' END, l.id, l.user_id, u.agency_id, g.cpa,
       g.invoice_cpa, g.user_share, g.agency_share
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::date[], $8::bigint[], $9::int[],
       $10::int[], $11::int[], $12::int[]) AS g (order_id, status, refunded, link_id, store_id, at, day, value, cpa, invoice_cpa,
       user_share, agency_share)
     JOIN stores s ON s.id = g.store_id LEFT JOIN links l ON l.id = g.link_id LEFT JOIN users u ON u.id = l.user_id`,
    [
      ...stateOf(orders, 0),
      orders.map(({ link }) => links[link]?.id ?? null),
      orders.map(({ link }) => (links[link] ?? links[0]!).storeId),
      orders.map(({ at }) => at.toISOString()),
      orders.map(({ at }) => calendar.dayOf(at.getTime())),
      orders.map(({ value }) => value),
      orders.map(({ cpa }) => cpa),
      orders.map(({ invoiceCpa }) => invoiceCpa),
      orders.map(({ userShare }) => userShare),
      orders.map(({ agencyShare }) => agencyShare),
    ],
  );
}

async function changeOrders({ pool }: TestDatabase, orders: Ordered[]): Promise<void> {
  await pool.query(
    `UPDATE orders o SET status = g.status, refunded_minor = g.refunded, original_refunded_minor = g.refunded
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS g (order_id, status, refunded) WHERE o.order_id = g.order_id`,
    stateOf(orders, 1),
  );
}

async function rawOrders({ pool }: TestDatabase): Promise<RawOrder[]> {
  const { rows } = await pool.query('SELECT * FROM orders WHERE link_id IS NOT NULL');
  return rows.flatMap((row) => {
    const value = BigInt(row.value_minor) - BigInt(row.refunded_minor);
    if (row.status === 'denied' || (value === 0n && row.value_minor > 0)) return [];
    const { day, link_id, user_id, store_id, currency } = row;
    const commission = value * BigInt(row.cpa_ppm);
    return {
      at: row.order_at,
      day,
      link_id,
      user_id,
      store_id,
      currency,
      valueMinor: Number(value),
      costMinor: Number((value * BigInt(row.invoice_cpa_ppm)) / 10n ** 6n),
      userMinor: Number((commission * BigInt(row.user_share_ppm)) / 10n ** 12n),
      agencyMinor: Number((commission * BigInt(row.agency_share_ppm)) / 10n ** 12n),
    };
  });
}

function unitsPerEuro(currency: string, day: string): Big {
  const rates = RATES[currency]!;
  return new Big((rates.findLast(([from]) => from <= day) ?? rates[0]!)[1]);
}

/** Converts minor units of one currency to another, without rounding. */
export function converted(minor: number, from: string, to: string, day: string): Big {
  if (from === to) return new Big(minor);
  const scale = new Big(10).pow(DIGITS[to]! - DIGITS[from]!);
  return new Big(minor).times(unitsPerEuro(to, day)).times(scale).div(unitsPerEuro(from, day));
}

/** `YYYY-MM-DD HH:MM` on a clock in Stockholm. */
export function clockOf(ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(ms);
}

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);
