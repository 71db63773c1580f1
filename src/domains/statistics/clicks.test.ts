import { Big } from 'big.js';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { createMarket, type Market } from '../../../tests/harness/market.ts';
import { type ArrivingClick, clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { dayRange } from '../../platform/day-range.ts';
import { clicksByCreator, clicksOfCreator } from './clicks-by-creator.ts';
import { clicksByDate, clicksByDateOfCreator } from './clicks-by-date.ts';
import { clickRange } from './range.ts';
import { storeClicksPerDay } from './store-clicks-per-day.ts';
import { storeGeneralStats } from './store-general-stats.ts';

const ZONE = 'Europe/Stockholm';
const calendar = createCalendar(ZONE);
const now = new Date('2026-04-01T12:00:00Z');
/** The last Sunday of March: clocks in Stockholm skip the hour from 2 to 3. */
const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30'];
const DIGITS: Record<string, number> = { SEK: 2, EUR: 2, JPY: 0, KWD: 3 };
/** Units per euro from a day on; what lies before the first day takes the first. */
const RATES: Record<string, [day: string, units: string][]> = {
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

const admin: Actor = { userId: 0, isAdmin: true, storeIds: [], clientIds: [], memberOfClientId: null };

interface Creator {
  id: number;
  email: string;
  market: string;
}
interface Link {
  id: number;
  code: string;
  userId: number;
  storeId: number;
  kind: 'link' | 'tag';
}

let database: TestDatabase;
let market: Market;
let record: (clicks: readonly ArrivingClick[]) => Promise<void>;
let creators: Creator[];
let links: Link[];
let stores: { id: number; currency: string }[];
const ctx = () => ({ db: database.db, actor: admin });

beforeAll(async () => {
  database = await createTestDatabase();
  market = createMarket(database.pool);
  record = clickRecorder(database, calendar);
  for (const [currency, rates] of Object.entries(RATES)) {
    for (const [day, units] of rates) {
      await database.pool.query(
        `INSERT INTO exchange_rates VALUES ($1, $2, $3, 'test') ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = $3`,
        [currency, day, units],
      );
    }
  }
  stores = [];
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
  await makeCreators();
  links = [];
  for (const { id: userId } of creators) {
    for (const { id: storeId } of stores) {
      for (const kind of ['link', 'tag'] as const) {
        const { id, code } = await market.link({ userId, storeId, kind });
        links.push({ id, code, userId, storeId, kind });
      }
    }
  }
});

/** One whose market is its own, one whose market is its client's, one who has none and is paid in euros. */
async function makeCreators(): Promise<void> {
  const japan = await market.storeGroup({ currency: 'JPY', country: 'JP' });
  const sweden = await market.storeGroup({ currency: 'SEK' });
  const client = await market.client({ clientShare: 0.1, userShare: 0.65, storeGroupId: sweden });
  creators = [];
  for (const [clientId, groupId, currency] of [
    [undefined, japan, 'JPY'],
    [client, null, 'SEK'],
    [undefined, null, 'EUR'],
  ] as const) {
    const id = await market.user(clientId === undefined ? {} : { clientId });
    const { rows } = await database.pool.query('UPDATE users SET store_group_id = $2 WHERE id = $1 RETURNING email', [
      id,
      groupId,
    ]);
    creators.push({ id, email: rows[0].email, market: currency });
  }
}

beforeEach(async () => {
  await database.pool.query('TRUNCATE clicks, click_visitors, link_days, store_days');
});

/** A raw click as the log keeps it. */
interface RawClick {
  at: Date;
  day: string;
  link_id: number;
  user_id: number;
  store_id: number;
  class: number;
  cost_minor: number;
  user_minor: number;
  client_minor: number;
  currency: string;
}

const rawClicks = async () =>
  (await database.pool.query<RawClick>('SELECT click_time(id) AS at, clicks.* FROM clicks')).rows;

function unitsPerEuro(currency: string, day: string): Big {
  const rates = RATES[currency]!;
  return new Big((rates.findLast(([from]) => from <= day) ?? rates[0]!)[1]);
}

/** Minor units of one currency in another's, not rounded. */
function converted(minor: number, from: string, to: string, day: string): Big {
  if (from === to) return new Big(minor);
  const scale = new Big(10).pow(DIGITS[to]! - DIGITS[from]!);
  return new Big(minor).times(unitsPerEuro(to, day)).times(scale).div(unitsPerEuro(from, day));
}

const total = (amounts: Big[]) => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
const rounded = (amounts: Big[]) => Number(total(amounts).round(0, Big.roundHalfUp));
const kindOf = (id: number) => links.find((link) => link.id === id)!.kind;
const countOf = (clicks: RawClick[], kind: string) =>
  clicks.filter((click) => click.class === 0 && kindOf(click.link_id) === kind).length;

/** What /clicks has to say of these raw clicks. */
function expectedOf(clicks: RawClick[]) {
  return creators.flatMap(({ id, email, market: own }) => {
    const his = clicks.filter((click) => click.user_id === id);
    if (his.length === 0) return [];
    const sum = (part: 'user_minor' | 'client_minor', to: string) =>
      his.map((click) => converted(click[part], click.currency, to, click.day));
    return {
      userId: id,
      email,
      linkClicks: countOf(his, 'link'),
      tagClicks: countOf(his, 'tag'),
      userMinor: rounded(sum('user_minor', own)),
      clientMinor: rounded(sum('client_minor', own)),
      commissionMinor: 0,
      sumSek: total([...sum('user_minor', 'SEK'), ...sum('client_minor', 'SEK')])
        .div(100)
        .toFixed(2),
    };
  });
}

const START = Date.parse('2026-03-27T23:00:00Z');
const MINUTES = 71 * 60;
/** Clicks within the three days, of few visitors so that some are duplicates; every class that a request can have. */
const arrivals = fc.array(
  fc.record({
    link: fc.nat(17),
    ms: fc.nat(MINUTES * 60_000 - 1),
    visitor: fc.nat(5),
    class: fc.constantFrom(0, 0, 0, 1, 2),
    source: fc.constantFrom(0, 1),
  }),
  { minLength: 1, maxLength: 60 },
);
type Arrival = { link: number; ms: number; visitor: number; class: 0 | 1 | 2; source: 0 | 1 };
const arrive = async (given: readonly object[]) => {
  await database.pool.query('TRUNCATE clicks, click_visitors, link_days, store_days');
  const clicks = (given as Arrival[]).map(({ link, ms, visitor, ...rest }) => ({
    ...rest,
    code: links[link]!.code,
    at: new Date(START + ms),
    visitor: String(visitor),
  }));
  await record(clicks);
  return rawClicks();
};

describe('clicks by creator', () => {
  const report = (from: string, to: string) =>
    clicksByCreator(ctx(), { range: clickRange({ from, to }, calendar, now) });

  it('is what the raw clicks of whole days add up to, in every currency', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.nat(2), fc.nat(2), async (given, a, b) => {
        const clicks = await arrive(given);
        const [from, to] = [DAYS[Math.min(a, b)]!, DAYS[Math.max(a, b)]!];
        expect(await report(from, to)).toEqual(expectedOf(clicks.filter(({ day }) => day >= from && day <= to)));
      }),
      { numRuns: 25 },
    );
  });

  it('is what the raw clicks of any minutes add up to', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.nat(MINUTES - 1), fc.nat(MINUTES - 1), async (given, a, b) => {
        const clicks = await arrive(given);
        const [first, last] = [START + Math.min(a, b) * 60_000, START + Math.max(a, b) * 60_000];
        const inside = clicks.filter(({ at }) => at.getTime() >= first && at.getTime() < last + 60_000);
        expect(await report(clockOf(first), clockOf(last))).toEqual(expectedOf(inside));
      }),
      { numRuns: 25 },
    );
  });

  it.each(DAYS)('adds up to the whole of %s however the day is cut', async (day) => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 24 * 60 - 1 }), async (given, minute) => {
        await arrive(given);
        const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
        const counts = async (from: string, to: string) => {
          const found = await report(`${day} ${from}`, `${day} ${to}`);
          return found.map(({ userId, linkClicks, tagClicks }) => ({ userId, linkClicks, tagClicks }));
        };
        const [whole, morning, evening] = [
          await report(day, day),
          await counts('00:00', clock(minute - 1)),
          await counts(clock(minute), '23:59'),
        ];
        for (const { userId, linkClicks, tagClicks } of whole) {
          const parts = [...morning, ...evening].filter((part) => part.userId === userId);
          expect(parts.reduce((sum, part) => sum + part.linkClicks, 0)).toBe(linkClicks);
          expect(parts.reduce((sum, part) => sum + part.tagClicks, 0)).toBe(tagClicks);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('takes the hour that clocks pass twice into the day once', async () => {
    const hour = Date.parse('2025-10-25T23:30:00Z');
    await record([0, 1, 2].map((hours) => ({ code: links[0]!.code, at: new Date(hour + hours * 3_600_000) })));
    const clicks = async (from: string, to: string) => (await report(from, to))[0]?.linkClicks ?? 0;
    const whole = await clicks('2025-10-26', '2025-10-26');
    const cut = [await clicks('2025-10-26', '2025-10-26 01:59'), await clicks('2025-10-26 02:00', '2025-10-26')];
    expect([whole, cut[0]! + cut[1]!]).toEqual([3, 3]);
  });

  it('counts commissions of orders to the creator’s part, and lists a creator who has only these', async () => {
    const [link] = links;
    await database.pool.query(
      `INSERT INTO link_days (link_id, day, offer_id, store_id, user_id, orders, order_minor, order_user_minor, order_client_minor)
       VALUES ($1, '2026-03-30', 0, $2, $3, 1, 90000, 5001, 700)`,
      [link!.id, link!.storeId, link!.userId],
    );
    // 50.01 kr are 648.13 yen at 12.34567891 kr and 160 yen a euro.
    expect(await report('2026-03-30', '2026-03-30')).toMatchObject([
      { linkClicks: 0, userMinor: 648, clientMinor: 91, commissionMinor: 648, sumSek: '57.01' },
    ]);
  });

  it('rounds a half away from zero, once, though its parts are thirds', async () => {
    const [link] = links.filter(({ storeId }) => storeId === stores[2]!.id);
    // 12 fils a yen.
    await database.pool.query(`DELETE FROM exchange_rates WHERE currency IN ('KWD', 'JPY')`);
    await database.pool.query(
      `INSERT INTO exchange_rates VALUES ('KWD', '2026-01-01', 0.012, 'test'), ('JPY', '2026-01-01', 1, 'test')`,
    );
    await database.pool.query(
      `INSERT INTO link_days (link_id, day, offer_id, store_id, user_id, clicks, user_minor)
       SELECT $1, '2026-03-28'::date + n, 0, $2, $3, 1, (ARRAY[1, 1, 4])[n + 1] FROM generate_series(0, 2) AS n`,
      [link!.id, link!.storeId, link!.userId],
    );
    const [found] = await report('2026-03-28', '2026-03-30');
    await restoreRates();
    // 1/12 + 1/12 + 4/12
    expect(found!.userMinor).toBe(1);
  });

  it('refuses to make up a rate', async () => {
    await record([{ code: links[4]!.code, at: new Date('2026-03-30T12:00:00Z') }]);
    await database.pool.query(`DELETE FROM exchange_rates WHERE currency = 'KWD'`);
    await expect(report('2026-03-30', '2026-03-30')).rejects.toMatchObject({
      code: 'no_exchange_rate',
      message: 'There is no exchange rate from KWD to JPY.',
    });
    await restoreRates();
  });

  it('says of one creator the same, and zeros when there is nothing', async () => {
    const clicks = await arrive(fc.sample(arrivals, { numRuns: 1, seed: 7 })[0]!);
    const range = clickRange({ from: DAYS[0], to: DAYS[2] }, calendar, now);
    for (const user of creators) {
      const [expected] = expectedOf(clicks.filter(({ user_id }) => user_id === user.id));
      if (expected) expect(await clicksOfCreator(ctx(), { user, range })).toEqual(expected);
    }
    const nobody = { id: await market.user(), email: 'nobody@example.test' };
    expect(await clicksOfCreator(ctx(), { user: nobody, range })).toEqual({
      userId: nobody.id,
      email: nobody.email,
      linkClicks: 0,
      tagClicks: 0,
      userMinor: 0,
      clientMinor: 0,
      commissionMinor: 0,
      sumSek: '0.00',
    });
  });
});

async function restoreRates(): Promise<void> {
  await database.pool.query(`DELETE FROM exchange_rates WHERE currency IN ('KWD', 'JPY')`);
  for (const currency of ['KWD', 'JPY']) {
    for (const [day, units] of RATES[currency]!) {
      await database.pool.query(`INSERT INTO exchange_rates VALUES ($1, $2, $3, 'test')`, [currency, day, units]);
    }
  }
}

/** `YYYY-MM-DD HH:MM` on a clock in Stockholm. */
function clockOf(ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(ms);
}

describe('clicks by date', () => {
  it('is what the raw clicks of each day add up to, in order', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (given) => {
        const clicks = await arrive(given);
        const expected = creators.flatMap(({ id, email }) =>
          DAYS.flatMap((day) => {
            const his = clicks.filter((click) => click.user_id === id && click.day === day);
            if (his.length === 0) return [];
            return { userId: id, email, day, linkClicks: countOf(his, 'link'), tagClicks: countOf(his, 'tag') };
          }),
        );
        const range = clickRange({ from: DAYS[0], to: DAYS[2] }, calendar, now);
        expect(await clicksByDate(ctx(), { range })).toEqual(expected);
        const [first] = creators;
        const own = expected.filter(({ userId }) => userId === first!.id);
        expect(await clicksByDateOfCreator(ctx(), { userId: first!.id, range })).toEqual(own);
      }),
      { numRuns: 20 },
    );
  });

  it('is refused beyond 10,000 days, and so are more than 10,000 creators', async () => {
    const [link] = links;
    await database.pool.query(
      `INSERT INTO users (username, email) SELECT 'crowd' || n, 'crowd' || n || '@example.test' FROM generate_series(1, 10001) AS n`,
    );
    await database.pool.query(
      `INSERT INTO link_days (link_id, day, offer_id, store_id, user_id, clicks)
       SELECT $1, '2026-03-28', id, $2, id, 1 FROM users WHERE username LIKE 'crowd%'`,
      [link!.id, link!.storeId],
    );
    const range = clickRange({ from: '2026-03-28', to: '2026-03-28' }, calendar, now);
    await expect(clicksByDate(ctx(), { range })).rejects.toMatchObject({ code: 'too_many_rows' });
    await expect(clicksByCreator(ctx(), { range })).rejects.toMatchObject({ code: 'too_many_rows' });
  });
});

describe('a store’s clicks', () => {
  const counted = (clicks: RawClick[]) => clicks.filter((click) => click.class === 0);
  const distinct = (clicks: RawClick[], column: 'user_id' | 'link_id') =>
    new Set(counted(clicks).map((click) => click[column])).size;

  it('per day are what the raw clicks add up to, of all creators and of some', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.subarray([0, 1, 2]), async (given, chosen) => {
        const clicks = await arrive(given);
        const userIds = chosen.map((index) => creators[index]!.id);
        const range = dayRange({ first: DAYS[1], last: '2026-03-31' }, calendar, now);
        for (const [ids, { id: storeId }] of [null, userIds].flatMap((ids) =>
          stores.map((store) => [ids, store] as const),
        )) {
          const inside = clicks.filter(
            (click) =>
              click.store_id === storeId && click.day >= range.first && (ids === null || ids.includes(click.user_id)),
          );
          const traffic = (some: RawClick[]) => ({
            clicks: counted(some).length,
            costMinor: some.reduce((sum, click) => sum + click.cost_minor, 0),
            orders: 0,
            orderMinor: 0,
          });
          expect(await storeClicksPerDay(ctx(), { storeId, range, userIds: ids })).toEqual({
            ...traffic(inside),
            creators: distinct(inside, 'user_id'),
            links: distinct(inside, 'link_id'),
            days: [DAYS[1]!, DAYS[2]!, '2026-03-31'].map((day) => ({
              day,
              ...traffic(inside.filter((click) => click.day === day)),
            })),
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('cost what clicks and orders cost, whichever totals are read', async () => {
    const [{ id: linkId, storeId, userId }] = links as [Link];
    const figures = '2, 500, 3, 90000, 9000';
    await database.pool.query(
      `INSERT INTO link_days (link_id, day, offer_id, store_id, user_id, clicks, cost_minor, orders, order_minor, order_cost_minor)
       VALUES ($1, '2026-03-30', 0, $2, $3, ${figures})`,
      [linkId, storeId, userId],
    );
    await database.pool.query(
      `INSERT INTO store_days (store_id, day, clicks, cost_minor, orders, order_minor, order_cost_minor)
       VALUES ($1, '2026-03-30', ${figures})`,
      [storeId],
    );
    const range = { first: '2026-03-30', last: '2026-03-30' };
    const expected = { clicks: 2, costMinor: 9_500, orders: 3, orderMinor: 90_000 };
    for (const userIds of [null, [userId]]) {
      expect(await storeClicksPerDay(ctx(), { storeId, range, userIds })).toMatchObject({
        ...expected,
        days: [{ day: '2026-03-30', ...expected }],
      });
    }
    const { clickCostMinor, averageCostMinor } = await storeGeneralStats(ctx(), { storeId, currency: 'SEK' });
    expect([clickCostMinor, averageCostMinor]).toEqual([500, 250]);
  });

  it('since the first are what all raw clicks add up to', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (given) => {
        const clicks = await arrive(given);
        for (const { id: storeId, currency } of stores) {
          const own = clicks.filter((click) => click.store_id === storeId);
          const cost = own.reduce((sum, click) => sum + click.cost_minor, 0);
          const count = counted(own).length;
          const rates = RATES[currency]!;
          expect(await storeGeneralStats(ctx(), { storeId, currency })).toEqual({
            clicks: count,
            creators: distinct(own, 'user_id'),
            links: 6,
            clickCostMinor: cost,
            averageCostMinor: count === 0 ? 0 : Math.round(cost / count),
            eurosPerUnit: expect.closeTo(1 / Number(rates.at(-1)![1]), 6),
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('are worth nothing known in a currency without a rate', async () => {
    const storeId = await market.store({ currency: 'XOF' });
    expect(await storeGeneralStats(ctx(), { storeId, currency: 'XOF' })).toMatchObject({ clicks: 0, eurosPerUnit: 0 });
  });
});
