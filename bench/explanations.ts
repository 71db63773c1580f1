import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { createToken, tokenAuthenticator } from '../src/modules/accounts/index.ts';
import { explanationRoutesV2 } from '../src/modules/explanations/index.ts';
import { closePeriod } from '../src/modules/payments/index.ts';
import { addDays, createCalendar } from '../src/platform/calendar.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { connectDatabase, type DatabaseConnection } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { createServer } from '../src/platform/http/server.ts';
import { TEST_VAULT } from '../tests/harness/vault.ts';
import { latency, printTable } from './report.ts';

const GOAL_P95_MS = 50;
const FIRST = '2025-04-01';
const LAST = '2026-03-31';
const DAYS = 365;
const NOW = new Date('2026-04-01T08:00:00Z');
const [STORES, CREATORS, LINKS, AGENCIES, PAYMENTS] = [10, 200, 1_000, 5, 1_000];
/** The number of clicks of one order. */
const CLICKS_AN_ORDER = 1_000;
/** Subjects of each kind that are explained, chosen at random over the year. */
const SAMPLE = 200;
const COMPANY = {
  name: 'Bench AB',
  lines: ['Bench street 1'],
  vatNumber: 'SE559000000001',
  bankAccount: '',
  country: 'SE',
  vatRatePpm: 250_000,
};

/**
 * The goal "explanation p95 under 50 ms with 10 million clicks": a year of clicks in monthly partitions, with orders, payments, and
 * eleven closed months. Each route is called as a whole request, by an administrator, a member of the store and the creator. Plans of
 * statements above the goal are printed. The database is deleted afterwards.
 */
export async function runExplanationsBench(clicks = 10_000_000): Promise<void> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-bench-'));
  // As root, the server runs as another user, who must be able to enter this folder.
  await fs.chmod(dataDir, 0o711);
  const log = pino({ level: 'silent' });
  // Nothing is measured while writing, so writing need not wait for the disk.
  const server = await startEmbeddedDatabase({ dataDir, log, testOnlyWithoutFsync: true });
  let database: DatabaseConnection | undefined;
  try {
    await migrate(server.url, migrationsFolder(), log, completeDatabase);
    database = connectDatabase(server.url, { maxConnections: 2, statementTimeoutMs: 900_000, onPoolError: () => {} });
    const began = Date.now();
    await fill(database.pool, clicks);
    await closeMonths(database);
    await database.pool.query('VACUUM (ANALYZE)');
    const { rows } =
      await database.pool.query(`SELECT (SELECT count(*) FROM clicks)::text AS clicks, (SELECT count(*) FROM orders)::text AS orders,
      (SELECT count(*) FROM ledger_entries)::text AS entries, (SELECT count(*) FROM invoice_lines)::text AS lines,
      pg_size_pretty(pg_database_size(current_database())) AS size`);
    printTable(`Filled in ${Math.round((Date.now() - began) / 1000)} s`, rows);
    await measure(database);
  } finally {
    await database?.pool.end();
    await server.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** Candidates as a click keeps them: two campaigns of other days, and the store's prices. */
const TERMS = JSON.stringify(
  [
    [3, 1, Date.parse('2024-01-01T00:00:00Z'), Date.parse('2024-02-01T00:00:00Z')],
    [3, 2, Date.parse('2027-01-01T00:00:00Z'), null],
    [4, null, null, null],
  ].map(([kind, campaign, from, until]) => ({
    kind,
    campaign,
    from,
    until,
    override: false,
    price_source: 0,
    cost: 400,
    cpc: 400,
    user_ppm: 625_000,
    user_from: 'default',
    agency_ppm: 62_500,
    agency_from: 'agency',
    cpa_ppm: 80_000,
    invoice_cpa_ppm: 100_000,
    per_user: false,
    max_clicks: null,
    max_minor: null,
    click_limit: null,
    shared_budget: null,
  })),
);

/** Stores, creators of agencies, links, and for each day clicks at random times: a tenth of them on few links, a tenth not counted. */
async function fill(pool: pg.Pool, clicks: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT setseed(0.42)');
    await client.query(`
      INSERT INTO store_groups (name, key, country, currency, locale, language) VALUES ('Sverige', 'se', 'SE', 'SEK', 'sv_SE', 'sv');
      INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
        SELECT 1, 'Store ' || n, 'SE', 'SEK', 'sv', 'sv_SE', 't' || n FROM generate_series(1, ${STORES}) n;
      INSERT INTO agencies (client_id, name) SELECT 'agency-' || n, 'Agency ' || n FROM generate_series(1, ${AGENCIES}) n;
      INSERT INTO users (username, email, store_group_id, agency_id)
        SELECT 'u' || n, 'u' || n || '@example.test', 1, 1 + n % ${AGENCIES} FROM generate_series(1, ${CREATORS}) n;
      INSERT INTO users (username, email, is_admin) VALUES ('admin', 'admin@example.test', true), ('member', 'member@example.test', false);
      INSERT INTO store_members (store_id, user_id) SELECT s.id, u.id FROM stores s, users u WHERE u.username = 'member';
      INSERT INTO store_domains (store_id, host) SELECT id, 'shop.example.test' FROM stores;
      INSERT INTO links (code, user_id, store_id, url, url_hash)
        SELECT 'l' || n, 1 + n % ${CREATORS}, 1 + n % ${STORES}, 'https://shop.example.test/' || n, sha256(n::text::bytea)
        FROM generate_series(1, ${LINKS}) n;
      SELECT ensure_click_months('${FIRST}', '${LAST}')`);
    await client.query('INSERT INTO click_terms (id, terms) VALUES (1, $1)', [TERMS]);
    for (let day = FIRST, index = 0; index < DAYS; day = addDays(day, 1), index += 1) {
      const count = Math.floor((clicks * (index + 1)) / DAYS) - Math.floor((clicks * index) / DAYS);
      await client.query(
        `INSERT INTO clicks (id, link_id, user_id, store_id, agency_id, cost_minor, user_minor, agency_minor, cpc_minor, user_share_ppm,
           agency_share_ppm, currency, day, class, source, terms, cpa_ppm, invoice_cpa_ppm, click_terms_id, device_country)
         SELECT overlay(click_floor($1::date::timestamp AT TIME ZONE 'UTC' + n * interval '1 day' / $2::int)::text
             PLACING '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 5, 3) || '-' || substr(md5(n::text), 8, 12)
             FROM 15)::uuid,
           link, 1 + link % ${CREATORS}, 1 + link % ${STORES}, 1 + (1 + link % ${CREATORS}) % ${AGENCIES}, c * 400, c * 250, c * 25, 400, 625000,
           62500, 'SEK', $1, 1 - c, n % 2, 4, 80000, 100000, 1, n % 4 + 4 * (n % 7)
         FROM (SELECT n, (n % 10 <> 3)::int AS c, 1 + floor(random() * CASE n % 10 WHEN 0 THEN ${LINKS} / 100.0 ELSE ${LINKS} END)::int AS link
           FROM generate_series(0, $2::int - 1) n OFFSET 0) g`,
        [day, count],
      );
    }
    const columns = 'clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor';
    const sums = `count(*) FILTER (WHERE class = 0), count(*) FILTER (WHERE class = 0 AND source = 1), count(*) FILTER (WHERE class > 0),
      sum(cost_minor), sum(user_minor), sum(agency_minor)`;
    await client.query(`INSERT INTO link_days (link_id, day, campaign_id, agency_id, store_id, user_id, ${columns})
      SELECT link_id, day, 0, agency_id, store_id, user_id, ${sums} FROM clicks GROUP BY 1, 2, 4, 5, 6 ORDER BY 2, 1`);
    await client.query(`INSERT INTO store_days (store_id, day, ${columns})
      SELECT store_id, day, sum(clicks), sum(social_clicks), sum(uncounted), sum(cost_minor), sum(user_minor), sum(agency_minor)
      FROM link_days GROUP BY 1, 2 ORDER BY 2`);
    await client.query(
      `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
         attribution, click_id, link_id, user_id, agency_id, terms, cpa_ppm, invoice_cpa_ppm, user_share_ppm, agency_share_ppm)
       SELECT store_id, id::text, 'server', CASE n % 10 WHEN 0 THEN 'denied' WHEN 1 THEN 'pending' ELSE 'approved' END,
         click_time(id) + interval '1 minute', day, 10000 + n % 50000, 'SEK', 10000 + n % 50000, 'SEK', 'click', id, link_id, user_id, agency_id,
         4, cpa_ppm, invoice_cpa_ppm, user_share_ppm, agency_share_ppm
       FROM (SELECT *, row_number() OVER () AS n FROM clicks TABLESAMPLE bernoulli (${100 / CLICKS_AN_ORDER}) REPEATABLE (7) WHERE class = 0) c`,
    );
    await client.query(
      `INSERT INTO one_time_payments (store_id, user_id, agency_id, user_minor, currency, payment_date, comment)
       SELECT 1 + n % ${STORES}, u.id, u.agency_id, 10000 + n, 'SEK', $1::date + n % ${DAYS}, 'Film' FROM generate_series(1, ${PAYMENTS}) n
       JOIN users u ON u.id = 1 + n % ${CREATORS}`,
      [FIRST],
    );
    // As the service does every day.
    while ((await client.query('SELECT close_days($1) AS more', [LAST])).rows[0].more);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    client.release();
  }
}

/** Closes all months except the last one, whose clicks are not booked. */
async function closeMonths({ db }: DatabaseConnection): Promise<void> {
  const deps = { calendar: createCalendar('UTC'), company: COMPANY };
  for (let month = FIRST.slice(0, 7); month < LAST.slice(0, 7); month = addDays(`${month}-28`, 5).slice(0, 7))
    await closePeriod({ db, now: () => NOW, actorId: null }, deps, { month });
}

type Role = 'admin' | 'member' | 'creator';

async function measure(database: DatabaseConnection): Promise<void> {
  const { pool, db } = database;
  const app: FastifyInstance = await createServer({
    db,
    authenticate: tokenAuthenticator(pool, () => NOW),
    vault: TEST_VAULT,
    publicUrl: 'http://tributary.test',
    logLevel: 'silent',
    trustProxy: null,
    rateLimitPerMinute: 1_000_000,
    redisUrl: null,
    now: () => NOW,
  });
  explanationRoutesV2(app, { calendar: createCalendar('UTC') });
  await app.ready();
  try {
    await measureRoutes(app, database);
  } finally {
    await app.close();
  }
}

async function measureRoutes(app: FastifyInstance, { pool, db }: DatabaseConnection): Promise<void> {
  const tokens = {} as Record<Role, string>;
  for (const [role, name] of [
    ['admin', 'admin'],
    ['member', 'member'],
    ['creator', 'u2'],
  ] as const) {
    const { rows } = await pool.query('SELECT id FROM users WHERE username = $1', [name]);
    tokens[role] = (await createToken({ db, now: () => NOW }, { userId: rows[0].id, purpose: 'api' })).raw;
  }
  const slowest = watchStatements(pool);
  const ask = async (url: string, role: Role): Promise<number> => {
    const began = performance.now();
    const reply = await app.inject({ url, headers: { authorization: tokens[role] } });
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
    return performance.now() - began;
  };
  const table = [];
  for (const [name, role, urls] of await questions(pool)) {
    for (const url of urls.slice(0, 10)) await ask(url, role);
    slowest.reset();
    const times = [];
    for (const url of urls) times.push(await ask(url, role));
    const { p50Ms, p95Ms } = latency(times);
    table.push({ route: name, reader: role, calls: urls.length, 'p50 ms': p50Ms, 'p95 ms': p95Ms });
    if (p95Ms > GOAL_P95_MS) console.log(`\n${name} (${role}):\n${await slowest.explain()}`);
  }
  printTable(`Whole requests (goal for explanations: p95 at most ${GOAL_P95_MS} ms)`, table);
}

/** Remembers the slowest statement, and explains it. */
function watchStatements(pool: pg.Pool) {
  let slowest = { ms: 0, text: '', values: [] as unknown[] };
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (first: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => {
    const began = performance.now();
    const result = await query(first, ...rest);
    const ms = performance.now() - began;
    const { text, values = [] } = typeof first === 'string' ? { text: first, values: rest[0] as unknown[] } : first;
    if (ms > slowest.ms) slowest = { ms, text, values };
    return result;
  };
  Object.assign(pool, { query: watched });
  return {
    reset() {
      slowest = { ms: 0, text: '', values: [] };
    },
    async explain(): Promise<string> {
      const { rows } = await query({ text: `EXPLAIN (ANALYZE, BUFFERS) ${slowest.text}`, values: slowest.values });
      return [slowest.text, ...rows.map((row) => row['QUERY PLAN'])].join('\n');
    },
  };
}

/** A kind of request: its name, its caller, and its URLs. */
async function questions(pool: pg.Pool): Promise<[name: string, role: Role, urls: string[]][]> {
  const idsOf = async (text: string): Promise<string[]> => (await pool.query(text)).rows.map(({ id }) => String(id));
  const days = Array.from({ length: SAMPLE }, (_, n) => addDays(FIRST, (n * 37) % (DAYS - 31)));
  const clicks = (where: string) =>
    idsOf(
      `SELECT id FROM clicks TABLESAMPLE system (0.3) REPEATABLE (3) WHERE ${where} ORDER BY random() LIMIT ${SAMPLE}`,
    );
  const orders = (where: string) => idsOf(`SELECT id FROM orders WHERE ${where} ORDER BY random() LIMIT ${SAMPLE}`);
  const explained = (kind: string, ids: string[]) => ids.map((id) => `/v2/${kind}/${id}/explanation`);
  const ofDays = (url: string, length: number, rest = '') =>
    days.map((day) => `${url}?from=${day}&to=${addDays(day, length - 1)}${rest}`);
  const any = await clicks('true');
  const lines = await idsOf(
    `SELECT invoice_id || '/lines/' || position AS id FROM invoice_lines ORDER BY quantity DESC LIMIT ${SAMPLE}`,
  );
  const mine = 'user_id = 2';
  const order = await orders('true');
  const few = (urls: string[]) => urls.slice(0, 30);
  return [
    ['a click', 'admin', explained('clicks', any)],
    ['a click', 'member', explained('clicks', any)],
    ['a click', 'creator', explained('clicks', await clicks(mine))],
    ['an order', 'admin', explained('orders', order)],
    ['an order', 'member', explained('orders', order)],
    ['an order', 'creator', explained('orders', await orders(mine))],
    [
      'a one-time payment',
      'admin',
      explained('one-time-payments', await idsOf(`SELECT id FROM one_time_payments LIMIT ${SAMPLE}`)),
    ],
    ['a line (the largest)', 'admin', explained('invoices', lines)],
    [
      'the lines of an invoice',
      'admin',
      (await idsOf(`SELECT id FROM invoices ORDER BY random() LIMIT ${SAMPLE}`)).map(
        (id) => `/v2/invoices/${id}/lines`,
      ),
    ],
    ['clicks of a store, 1 day', 'member', ofDays('/v2/stores/1/clicks', 1)],
    ['clicks of a store, 31 days', 'member', ofDays('/v2/stores/1/clicks', 31)],
    ['clicks of a creator, 31 days', 'creator', ofDays('/v2/users/2/clicks', 31)],
    ['clicks of a creator, 31 days, by country', 'creator', ofDays('/v2/users/2/clicks', 31, '&country=AF')],
    ['reasons of a store, 1 day', 'member', ofDays('/v2/stores/1/click-reasons', 1)],
    [
      'reasons of a store by device, 31 days',
      'member',
      few(ofDays('/v2/stores/1/click-reasons', 31, '&group_by=device')),
    ],
    [
      'reasons of a store by country, 31 days',
      'member',
      few(ofDays('/v2/stores/1/click-reasons', 31, '&group_by=country')),
    ],
    ['reasons of a creator by device, 31 days', 'creator', ofDays('/v2/users/2/click-reasons', 31, '&group_by=device')],
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runExplanationsBench(process.argv[2] === undefined ? undefined : Number(process.argv[2]));
