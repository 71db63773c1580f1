import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { clicksByCreator, clicksOfCreator } from '../src/modules/statistics/clicks-by-creator.ts';
import { clicksByDate } from '../src/modules/statistics/clicks-by-date.ts';
import { ordersPerDate } from '../src/modules/statistics/orders-per-date.ts';
import { linkStats, linkStatsBatches } from '../src/modules/statistics/rankings/link-stats.ts';
import { readOrder } from '../src/modules/statistics/rankings/order.ts';
import { userStats } from '../src/modules/statistics/rankings/user-stats.ts';
import { storeClicksPerDay } from '../src/modules/statistics/store-clicks-per-day.ts';
import { storeGeneralStats } from '../src/modules/statistics/store-general-stats.ts';
import { addDays } from '../src/platform/calendar.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import type { Logger } from '../src/platform/context.ts';
import { connectDatabase, type DatabaseConnection } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { createDatabase, onDatabase } from '../tests/harness/test-databases.ts';
import { type Latency, latency, printTable, rounded } from './report.ts';

export interface StatisticsBenchOptions {
  /** The number of raw clicks of the small and the large database. Each has one order per hundred clicks. */
  few?: number;
  many?: number;
  links?: number;
  creators?: number;
  days?: number;
  /** The number of runs of each query on each database, after a tenth as many runs to warm up. */
  rounds?: number;
}

/** The contents of a measured database. */
export interface Contents {
  clicks: number;
  orders: number;
  linkDays: number;
  storeDays: number;
  /** Size of the whole database in MiB. */
  sizeMiB: number;
  fillSeconds: number;
}

export interface StatisticFigures {
  question: string;
  few: Latency;
  many: Latency;
  /** The median with many clicks divided by the median with few; the goal is at most 1.5. */
  ratio: number;
  p95Ratio: number;
  /** Whether the 95th percentile with many clicks is within the goal, 50 ms. */
  isWithinGoal: boolean;
  /** The median with many clicks divided by that of reading one row by its primary key. */
  timesFloor: number;
}

export interface StatisticsFigures {
  few: Contents;
  many: Contents;
  figures: StatisticFigures[];
}

const LAST = '2026-03-31';
const CLICKS_AN_ORDER = 100;
const GOAL_P95_MS = 50;
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

type Shape = Required<Pick<StatisticsBenchOptions, 'links' | 'creators' | 'days'>>;

/**
 * The goal "any statistic as fast with many clicks as with few" (goals.md). Two databases hold one store with the same links and days and
 * a different number of clicks and orders, raw rows and the totals that they add up to; every query runs on both alternately, through
 * its use case. Both are read with warm caches and are deleted afterwards (10 million clicks take about 2.5 GB and two minutes).
 */
export async function runStatisticsBench(options: StatisticsBenchOptions = {}): Promise<StatisticsFigures> {
  const { few = 100_000, many = 10_000_000, links = 1_000, creators = 200, days = 90, rounds = 200 } = options;
  const shape = { links, creators, days };
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-bench-'));
  // As root, the server runs as another user, who must be able to enter this folder.
  await fs.chmod(dataDir, 0o711);
  // Nothing is measured while writing, so writing need not wait for the disk.
  const server = await startEmbeddedDatabase({ dataDir, log: SILENT, testOnlyWithoutFsync: true });
  const open: DatabaseConnection[] = [];
  try {
    const fill = async (name: string, clicks: number) => {
      await createDatabase(server.url, name, null);
      const url = onDatabase(server.url, name);
      await migrate(url, migrationsFolder(), SILENT, completeDatabase);
      const connection = connectDatabase(url, {
        maxConnections: 2,
        statementTimeoutMs: 600_000,
        onPoolError: () => {},
      });
      open.push(connection);
      return { connection, contents: await fillDatabase(connection.pool, clicks, shape) };
    };
    const small = await fill('few_clicks', few);
    const large = await fill('many_clicks', many);
    const figures = await measure(small.connection, large.connection, shape, rounds);
    return { few: small.contents, many: large.contents, figures };
  } finally {
    await Promise.all(open.map(({ pool }) => pool.end()));
    await server.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** One store, its creators and links; a day's clicks and orders at random times on random links, a tenth of clicks on the first hundredth of links. */
async function fillDatabase(pool: pg.Pool, clicks: number, { links, creators, days }: Shape): Promise<Contents> {
  const began = Date.now();
  const first = addDays(LAST, 1 - days);
  const client = await pool.connect();
  try {
    await client.query('SELECT setseed(0.42)');
    await client.query(`INSERT INTO store_groups (name, key, country, currency, locale, language)
      VALUES ('Sverige', 'se', 'SE', 'SEK', 'sv_SE', 'sv')`);
    await client.query(`INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
      VALUES (1, 'Store', 'SE', 'SEK', 'sv', 'sv_SE', 'a')`);
    await client.query(`INSERT INTO store_domains (store_id, host) SELECT id, 'shop.example.test' FROM stores`);
    await client.query(
      `INSERT INTO users (username, email, store_group_id) SELECT 'u' || n, 'u' || n || '@example.test', 1 FROM generate_series(1, $1::int) n`,
      [creators],
    );
    await client.query(
      `INSERT INTO links (code, user_id, store_id, url, url_hash, kind)
       SELECT 'l' || n, 1 + n % $2::int, 1, 'https://shop.example.test/' || n, sha256(n::text::bytea), CASE n % 5 WHEN 0 THEN 'tag' ELSE 'link' END
       FROM generate_series(1, $1::int) n`,
      [links, creators],
    );
    await client.query('SELECT ensure_click_months($1::date, $2::date)', [first, LAST]);
    for (let day = first, index = 0; day <= LAST; day = addDays(day, 1), index += 1) {
      const count = Math.floor((clicks * (index + 1)) / days) - Math.floor((clicks * index) / days);
      await client.query(
        `INSERT INTO clicks SELECT
           overlay(click_floor($1::date::timestamp AT TIME ZONE 'UTC' + n * interval '1 day' / $2::int)::text
             PLACING '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 5, 3) || '-' || substr(md5(n::text), 8, 12)
             FROM 15)::uuid,
           link, 1 + link % $4::int, 1, NULL, NULL, 400, 250, 25, 400, 625000, 62500, 'SEK', $1, 0, 0, 4
         FROM (SELECT n, 1 + floor(random() * CASE n % 10 WHEN 0 THEN $3::int / 100.0 ELSE $3::int END)::int AS link
           FROM generate_series(0, $2::int - 1) n OFFSET 0) g`,
        [day, count, links, creators],
      );
    }
    const sums = 'count(*), 0, 0, sum(cost_minor), sum(user_minor), sum(agency_minor)';
    const columns = 'clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor';
    await client.query(`INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, ${columns})
      SELECT link_id, day, 0, store_id, user_id, ${sums} FROM clicks GROUP BY 1, 2, 4, 5 ORDER BY 2, 1`);
    await client.query(`INSERT INTO store_days (store_id, day, ${columns})
      SELECT store_id, day, ${sums} FROM clicks GROUP BY 1, 2 ORDER BY 2`);
    // Triggers update the totals.
    await client.query(
      `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
         attribution, link_id, user_id, cpa_ppm, invoice_cpa_ppm, user_share_ppm)
       SELECT 1, n::text, 'server', CASE n % 10 WHEN 0 THEN 'denied' WHEN 1 THEN 'pending' ELSE 'approved' END,
         (day + n % 86400 * interval '1 second') AT TIME ZONE 'UTC', day, 10000 + n % 50000, 'SEK', 10000 + n % 50000, 'SEK', 'click', link,
         1 + link % $4::int, 80000, 100000, 700000
       FROM (SELECT n, $1::date + n % $2::int AS day, 1 + floor(random() * $3::int)::int AS link
         FROM generate_series(0, $5::int - 1) n OFFSET 0) g`,
      [first, days, links, creators, Math.floor(clicks / CLICKS_AN_ORDER)],
    );
    // As the service does every day.
    while ((await client.query('SELECT close_days($1) AS more', [LAST])).rows[0].more);
    await client.query('VACUUM (ANALYZE)');
    const { rows } =
      await client.query(`SELECT (SELECT count(*) FROM clicks) AS clicks, (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM link_days) AS link_days,
      (SELECT count(*) FROM store_days) AS store_days, pg_database_size(current_database()) / 1048576 AS size`);
    return {
      clicks: rows[0].clicks,
      orders: rows[0].orders,
      linkDays: rows[0].link_days,
      storeDays: rows[0].store_days,
      sizeMiB: rows[0].size,
      fillSeconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    client.release();
  }
}

type Question = [name: string, ask: (database: DatabaseConnection) => Promise<unknown>];

function questions({ days }: Shape): Question[] {
  const season = { first: addDays(LAST, 1 - days), last: LAST };
  const range = { timeZone: 'UTC', days: season, parts: [] };
  const partial = { timeZone: 'UTC', days: null, parts: [{ day: LAST, from: '08:00:00', until: '09:00:00' }] };
  const today = { timeZone: 'UTC', days: { first: LAST, last: LAST }, parts: [] };
  const cut = { first: addDays(season.first, 1), last: addDays(LAST, -1) };
  const someone = { isAdmin: false, agencyIds: [], memberOfAgencyId: null };
  const creator = { ...someone, userId: 1, storeIds: [] };
  const advertiser = { ...someone, userId: 2, storeIds: [1] };
  const userIds = Array.from({ length: 20 }, (_, n) => n + 1);
  const one = { id: 1, email: 'u1@example.test' };
  return [
    [FLOOR, ({ db }) => db.execute(sql`SELECT * FROM store_days WHERE store_id = ${1} AND day = ${LAST}::date`)],
    [
      `a store’s clicks per day, ${days} days`,
      ({ db }) => storeClicksPerDay({ db }, { storeId: 1, range: season, userIds: null }),
    ],
    [
      `the same of 20 creators, ${days} days`,
      ({ db }) => storeClicksPerDay({ db }, { storeId: 1, range: season, userIds }),
    ],
    [`a store’s orders per date, ${days} days`, ({ db }) => ordersPerDate({ db }, { storeId: 1, range: season })],
    [
      `a store’s creators by clicks, ${days} days`,
      ({ db }) => userStats({ db }, { storeId: 1, range: season, order: readOrder(), page: 1 }),
    ],
    [
      `the same by followers, a part of the name, ${days} days`,
      ({ db }) =>
        userStats(
          { db },
          { storeId: 1, range: season, order: readOrder(['social_followers']), username: 'U1', page: 1 },
        ),
    ],
    [
      `a store’s links by clicks, ${days} days`,
      ({ db }) => linkStats({ db }, { storeId: 1, range: season, order: readOrder() }),
    ],
    [
      `the same of whole weeks and the days around them, ${days - 2} days`,
      ({ db }) => linkStats({ db }, { storeId: 1, range: cut, order: readOrder() }),
    ],
    [
      `the same by three columns, ${days} days`,
      ({ db }) => linkStats({ db }, { storeId: 1, range: season, order: readOrder(['roas', 'username', 'text']) }),
    ],
    [
      `the same of 20 creators, ${days} days`,
      ({ db }) => linkStats({ db }, { storeId: 1, range: season, order: readOrder(), userIds }),
    ],
    [
      `a store’s links in a file, ${days} days`,
      async ({ db }) => {
        let rows = 0;
        const batches = await linkStatsBatches({ db }, { storeId: 1, range: season, order: readOrder() });
        for await (const batch of batches) rows += batch.length;
        return rows;
      },
    ],
    ['a store’s general figures', ({ db }) => storeGeneralStats({ db }, { storeId: 1, currency: 'SEK' })],
    [`one creator’s clicks, ${days} days`, ({ db }) => clicksOfCreator({ db, actor: creator }, { user: one, range })],
    [`one creator’s clicks by date, ${days} days`, ({ db }) => clicksByDate({ db, actor: creator }, { range })],
    ['all creators of a store, today', ({ db }) => clicksByCreator({ db, actor: advertiser }, { range: today })],
    [`all creators of a store, ${days} days`, ({ db }) => clicksByCreator({ db, actor: advertiser }, { range })],
    [
      'one creator’s clicks, an hour (raw)',
      ({ db }) => clicksOfCreator({ db, actor: creator }, { user: one, range: partial }),
    ],
  ];
}

const FLOOR = 'one row by its primary key';

async function measure(
  few: DatabaseConnection,
  many: DatabaseConnection,
  shape: Shape,
  rounds: number,
): Promise<StatisticFigures[]> {
  const asked = questions(shape);
  const times = asked.map(() => ({ few: [] as number[], many: [] as number[] }));
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    for (const [index, [, ask]] of asked.entries()) {
      for (const [size, database] of [
        ['few', few],
        ['many', many],
      ] as const) {
        const start = process.hrtime.bigint();
        await ask(database);
        const ms = Number(process.hrtime.bigint() - start) / 1e6;
        if (round >= 0) times[index]![size].push(ms);
      }
    }
  }
  const floor = latency(times[0]!.many).p50Ms;
  return asked.map(([question], index) => {
    const [small, large] = [latency(times[index]!.few), latency(times[index]!.many)];
    return {
      question,
      few: small,
      many: large,
      ratio: rounded(large.p50Ms / small.p50Ms),
      p95Ratio: rounded(large.p95Ms / small.p95Ms),
      isWithinGoal: large.p95Ms <= GOAL_P95_MS,
      timesFloor: rounded(large.p50Ms / floor),
    };
  });
}

/** Prints the figures as a table, with the data on which they were measured. */
export function printStatisticsFigures({ few, many, figures }: StatisticsFigures): void {
  printTable('Statistics: what lies in the two databases', [
    { database: 'few', ...few },
    { database: 'many', ...many },
  ]);
  printTable(
    `Statistics: milliseconds, warm, asked in turn of both (ratio: many to few, goal 1.5; goal with many: ${GOAL_P95_MS} ms at p95; floor: a row by its primary key)`,
    figures.map(({ question, few: small, many: large, ratio, p95Ratio, timesFloor, isWithinGoal }) => ({
      question,
      'few p50': small.p50Ms,
      'few p95': small.p95Ms,
      'many p50': large.p50Ms,
      'many p95': large.p95Ms,
      'p50 ratio': ratio,
      'p95 ratio': p95Ratio,
      'times floor': timesFloor,
      [`p95 <= ${GOAL_P95_MS} ms`]: isWithinGoal ? 'yes' : 'NO',
    })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  printStatisticsFigures(await runStatisticsBench({ many: Number(process.argv[2] ?? 10_000_000) }));
}
