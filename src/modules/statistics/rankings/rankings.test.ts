import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createCountedMarket,
  DAYS,
  histories,
  type RawRows,
  rowsWhere,
  sumOf,
  ZONE,
} from '../../../../tests/harness/counted-market.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { MAX_PAGE_SIZE } from '../../../platform/page-size.ts';
import { type LinkStats, linkStats, linkStatsBatches } from './link-stats.ts';
import { LINK_SORTS, readOrder, USER_SORTS } from './order.ts';
import { type UserStats, userStats, userStatsBatches } from './user-stats.ts';

type Row = UserStats & LinkStats;

const ctx = () => ({ db: market.database.db });
const run = (text: string, ...values: unknown[]) => market.database.pool.query(text, values);

const market = await createCountedMarket(createCalendar(ZONE));
const [first, second] = market.creators;
await run(
  `INSERT INTO social_accounts (user_id, type, identifier, is_valid, followers) VALUES
   ($1, 'social', 'said.to.be.large', false, 9000), ($1, 'social', 'small', true, 10), ($1, 'social', 'ann.runs', true, 1200),
   ($1, 'blog', 'ann.example', false, 0), ($2, 'social', 'bea', false, 1200)`,
  first!.id,
  second!.id,
);
for (const [at, username] of ['ann', 'Bea', 'Cia'].entries()) {
  await run('UPDATE users SET username = $2 WHERE id = $1', market.creators[at]!.id, username);
}
for (const [at, { id }] of market.links.entries()) {
  await run('UPDATE links SET title = $2 WHERE id = $1', id, `${at % 2 ? 'Red' : 'blue'} ${at % 3}`);
}
beforeEach(() => market.purgeAll());

const PEOPLE = [
  { username: 'ann', publicName: 'ann', social: 'ann.runs', socialFollowers: 1_200, blog: 'ann.example' },
  { username: 'Bea', publicName: 'Bea', social: 'bea', socialFollowers: 1_200, blog: '' },
  { username: 'Cia', publicName: 'Cia', social: '', socialFollowers: 0, blog: '' },
];

/** Sums the raw rows of a store by creator or by link, unsorted. */
async function expected(raw: RawRows, of: 'user_id' | 'link_id'): Promise<Row[]> {
  const links = new Map((await run('SELECT id, code, title FROM links')).rows.map((link) => [link.id, link]));
  const ids = [...new Set([...raw.clicks, ...raw.orders].map((row) => row[of]))];
  return ids.map((id) => {
    const [his, sales] = [raw.clicks.filter((row) => row[of] === id), raw.orders.filter((row) => row[of] === id)];
    const userId = (his[0] ?? sales[0]!).user_id;
    const clicks = his.filter((click) => click.class === 0).length;
    const clickCostMinor = sumOf(his, (click) => click.cost_minor);
    const figures = {
      id,
      userId,
      clicks,
      clickCostMinor,
      orderCostMinor: sumOf(sales, (order) => order.costMinor),
      orders: sales.length,
      orderMinor: sumOf(sales, (order) => order.valueMinor),
      ...PEOPLE[market.creators.findIndex((creator) => creator.id === userId)]!,
    };
    if (of === 'user_id') return figures as Row;
    const { code, title } = links.get(id);
    const averageCostMinor = clicks === 0 ? 0 : Math.floor((2 * clickCostMinor + clicks) / (2 * clicks));
    return { ...figures, code, title, averageCostMinor };
  });
}

const compare = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);
const ratio = (over: number, under: number): [bigint, bigint] =>
  under === 0 ? [0n, 1n] : [BigInt(over), BigInt(under)];
const compareRatios = ([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]) => compare(a * d, c * b);
const cost = (row: Row) => row.clickCostMinor + row.orderCostMinor;
const by = (value: (row: Row) => string | number) => (a: Row, b: Row) => compare(value(a), value(b));

const COMPARE: Record<(typeof LINK_SORTS)[number], (a: Row, b: Row) => number> = {
  username: by((row) => row.username.toLowerCase()),
  social_followers: by((row) => row.socialFollowers),
  clicks: by((row) => row.clicks),
  order_value: by((row) => row.orderMinor),
  nr_orders: by((row) => row.orders),
  store_cost: by(cost),
  roas: (a, b) => compareRatios(ratio(a.orderMinor, cost(a)), ratio(b.orderMinor, cost(b))),
  user_id: by((row) => row.userId),
  tag_id: by((row) => row.id),
  link: by((row) => row.code),
  text: by((row) => row.title.toLowerCase()),
  social: by((row) => row.social),
  blog: by((row) => row.blog),
  invoice_cpc: by((row) => row.clickCostMinor),
  average_cpc: (a, b) => compareRatios(ratio(a.clickCostMinor, a.clicks), ratio(b.clickCostMinor, b.clicks)),
};

/** Sorts the rows by the columns of a query. */
function inOrder(rows: Row[], columns: readonly (typeof LINK_SORTS)[number][], directions: readonly string[]): Row[] {
  return rows.toSorted((a, b) => {
    for (const [at, column] of columns.entries()) {
      const order = COMPARE[column](a, b) * (directions[at] === 'desc' ? -1 : 1);
      if (order !== 0) return order;
    }
    return a.id - b.id;
  });
}

const DIRECTION = fc.constantFrom('asc' as const, 'desc' as const);
const range = { first: DAYS[1], last: DAYS[2] };
/** Includes whole weeks, and beginnings and ends of weeks. */
const ranges = fc
  .tuple(
    fc.constantFrom(...DAYS, '2026-03-10', '2026-03-23', '2026-03-24'),
    fc.constantFrom(...DAYS, '2026-04-05', '2026-04-06', '2026-04-20'),
  )
  .filter(([first, last]) => first <= last)
  .map(([first, last]) => ({ first, last }));
const isIn = (storeId: number, days: DayRange) => (row: { store_id: number; day: string }) =>
  row.store_id === storeId && row.day >= days.first && row.day <= days.last;
async function all<Item>(batches: Promise<AsyncGenerator<Item[]>>): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const batch of await batches) rows.push(...batch);
  return rows;
}

describe('a store’s creators', () => {
  it('equal the sums of the raw clicks and orders, in any order, on pages and in files', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        ranges,
        fc.constantFrom(...USER_SORTS),
        DIRECTION,
        async (given, range, column, direction) => {
          const raw = await market.happen(given);
          const order = readOrder([column], [direction]);
          for (const { id: storeId } of market.stores) {
            const rows = inOrder(
              await expected(rowsWhere(raw, isIn(storeId, range)), 'user_id'),
              [column],
              [direction],
            );
            expect(await userStats(ctx(), { storeId, range, order, page: 1 })).toEqual(rows);
            expect(await all(userStatsBatches(ctx(), { storeId, range, order }))).toEqual(rows);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are found by part of their name in any case, without wildcards', async () => {
    const [store] = market.stores;
    await market.record(
      market.links
        .filter(({ storeId }) => storeId === store!.id)
        .map(({ code }) => ({ code, at: new Date(`${DAYS[2]}T12:00Z`) })),
    );
    const names = async (username: string) =>
      (await userStats(ctx(), { storeId: store!.id, range, order: readOrder(['username']), username, page: 1 })).map(
        (row) => row.username,
      );
    expect(await names('')).toEqual(['ann', 'Bea', 'Cia']);
    expect(await names('A')).toEqual(['ann', 'Bea', 'Cia']);
    expect(await names('be')).toEqual(['Bea']);
    expect(await names('%')).toEqual([]);
    expect(await names('_')).toEqual([]);
  });

  it('are on pages of 100, each once, also with ties', async () => {
    const storeId = await market.market.store();
    await run(
      `WITH crowd AS (
         INSERT INTO users (username, email) SELECT 'many' || n, 'many' || n || '@example.test' FROM generate_series(1, 250) n RETURNING id
       )
       INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks) SELECT id + 1000000, $1, 0, $2, id, id % 3 FROM crowd`,
      DAYS[2],
      storeId,
    );
    await run('UPDATE link_days SET uncounted = 1 WHERE clicks = 0');
    const order = readOrder();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => userStats(ctx(), { storeId, range, order, page })));
    expect(pages.map((page) => page.length)).toEqual([MAX_PAGE_SIZE, MAX_PAGE_SIZE, 50, 0]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(250);
    expect(await all(userStatsBatches(ctx(), { storeId, range, order }))).toEqual(pages.flat());
  });
});

describe('a store’s links', () => {
  const sorts = fc.uniqueArray(fc.constantFrom(...LINK_SORTS), { minLength: 1, maxLength: 3 });

  it('equal the sums of the raw clicks and orders, of all and of some creators, sorted by several columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        ranges,
        sorts,
        fc.array(DIRECTION, { minLength: 3, maxLength: 3 }),
        fc.subarray([0, 1, 2]),
        async (given, range, columns, directions, chosen) => {
          const raw = await market.happen(given);
          const order = readOrder(columns, directions.slice(0, columns.length));
          const some = chosen.map((at) => market.creators[at]!.id);
          for (const { id: storeId } of market.stores) {
            for (const userIds of [null, some]) {
              const inside = rowsWhere(
                raw,
                (row) => isIn(storeId, range)(row) && (userIds === null || userIds.includes(row.user_id)),
              );
              const rows = inOrder(await expected(inside, 'link_id'), columns, directions);
              expect(await linkStats(ctx(), { storeId, range, order, userIds })).toEqual(rows);
              expect(await all(linkStatsBatches(ctx(), { storeId, range, order, userIds }))).toEqual(rows);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are refused above 10,000, and complete in a file', async () => {
    const storeId = await market.market.store();
    const links = (from: number, to: number) =>
      run(
        `WITH made AS (
           INSERT INTO links (code, user_id, store_id, url, url_hash) SELECT 'x' || n, $1, $2, 'https://x.example/' || n, sha256(n::text::bytea)
           FROM generate_series($3::int, $4::int) n RETURNING id
         )
         INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks) SELECT id, $5, 0, $2, $1, 1 FROM made`,
        market.creators[0]!.id,
        storeId,
        from,
        to,
        DAYS[2],
      );
    const question = { storeId, range, order: readOrder(['link'], ['desc']) };
    await links(1, 10_000);
    expect(await linkStats(ctx(), question)).toHaveLength(10_000);
    await links(10_001, 10_001);
    await expect(linkStats(ctx(), question)).rejects.toMatchObject({ code: 'too_many_rows' });
    const listed = await all(linkStatsBatches(ctx(), question));
    expect(listed).toHaveLength(10_001);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(10_001);
    expect(listed[0]!.code).toBe('x9999');
  });

  it('keep the figures and the order of the time of the request in a file', async () => {
    const [link] = market.links;
    const at = new Date(`${DAYS[2]}T12:00Z`);
    await market.record([{ code: link!.code, at }]);
    const batches = await linkStatsBatches(ctx(), { storeId: link!.storeId, range, order: readOrder() });
    await market.record([{ code: link!.code, at }]);
    expect(await all(Promise.resolve(batches))).toMatchObject([{ id: link!.id, clicks: 1 }]);
  });
});

describe('the order', () => {
  it('is by clicks, most first, by default; texts ascend and figures descend', () => {
    expect(readOrder()).toEqual([{ column: 'clicks', direction: 'desc' }]);
    expect(readOrder([], ['asc'])).toEqual([{ column: 'clicks', direction: 'asc' }]);
    expect(readOrder(['username', 'roas', 'text'], ['desc'])).toEqual([
      { column: 'username', direction: 'desc' },
      { column: 'roas', direction: 'desc' },
      { column: 'text', direction: 'asc' },
    ]);
  });

  it('accepts no more directions than columns', () => {
    expect(() => readOrder(['clicks'], ['asc', 'desc'])).toThrow('The given data was invalid.');
  });
});
