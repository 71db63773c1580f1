import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { listOpenCampaigns } from '../src/modules/site/discovery/list-open-campaigns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { pageRequest } from '../src/platform/pagination.ts';
import { latency, printTable } from './report.ts';
import { withDatabase } from './with-database.ts';

const CAMPAIGNS = 10_000;
/** A tenth of the campaigns, with which the times are compared. */
const FRACTION = 10;
const STORES = 500;
const CATEGORIES = 20;
const MARKETS = 5;
const CREATORS = 1_000;
/** The goal: the 95th percentile of a page. */
const GOAL_MS = 50;
const ROUNDS = 40;
/** Campaigns of a page of the console. */
const PAGE = 12;

/** Campaigns with public pages, of which four fifths can be joined now, with rates of two sources, and one participation for each creator at ten of them. */
const fillSql = (count: number) => [
  `INSERT INTO store_groups (key, name, country, currency, locale, language)
    SELECT 'bench-d' || i, 'Market ' || i, 'SE', 'SEK', 'sv_SE', 'sv' FROM generate_series(1, ${MARKETS}) i`,
  `INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key, approval)
    SELECT g.ids[1 + i % ${MARKETS}], 'Store ' || md5(i::text), 'SE', 'SEK', 'sv', 'sv_SE', 'bench-d' || i, 'approved'
    FROM generate_series(1, ${STORES}) i, (SELECT array_agg(id ORDER BY id) AS ids FROM store_groups WHERE key LIKE 'bench-d%') g`,
  `INSERT INTO categories (name, key) SELECT 'Category ' || i, 'bench-d' || i FROM generate_series(1, ${CATEGORIES}) i`,
  `INSERT INTO store_categories (store_id, category_id)
    SELECT DISTINCT s.id, c.ids[1 + (s.id * g % ${CATEGORIES})::int] FROM stores s, generate_series(1, 2) g,
      (SELECT array_agg(id ORDER BY id) AS ids FROM categories WHERE key LIKE 'bench-d%') c WHERE s.tracking_key LIKE 'bench-d%'`,
  `INSERT INTO users (username, email) SELECT 'bench-d' || i, 'bench-d' || i || '@bench.example' FROM generate_series(1, ${CREATORS}) i`,
  `INSERT INTO campaigns (store_id, token, type, name, campaign_title, active, valid_from, valid_until, created_at)
    SELECT s.ids[1 + n % ${STORES}], 'bench-d' || n, (ARRAY ['user_accept', 'store_accept', 'suggestion'])[1 + n % 3], 'Campaign ' || md5(n::text),
      'Title ' || md5('t' || n), true, now() - interval '1 day', CASE WHEN n % 5 = 0 THEN now() - interval '1 hour' WHEN n % 2 = 0 THEN now() + n % 300 * interval '1 day' END,
      now() - n * interval '1 minute'
    FROM generate_series(1, ${count}) n, (SELECT array_agg(id ORDER BY id) AS ids FROM stores WHERE tracking_key LIKE 'bench-d%') s`,
  `INSERT INTO campaign_pages (campaign_id, published_at) SELECT id, created_at FROM campaigns WHERE token LIKE 'bench-d%'`,
  `INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa)
    SELECT o.store_id, o.id, x, CASE x WHEN 0 THEN 100 + o.id % 900 END, CASE x WHEN 1 THEN (1 + o.id % 30) / 100.0 END
    FROM campaigns o, generate_series(0, 1) x WHERE o.token LIKE 'bench-d%'`,
  `INSERT INTO participants (campaign_id, user_id, status)
    SELECT o.id, u.id, 'accepted' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE username LIKE 'bench-d%') u
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM campaigns WHERE token LIKE 'bench-d%') o ON o.n % ${CREATORS} = u.n - 1 AND o.n <= ${10 * CREATORS}`,
  'VACUUM (ANALYZE)',
];

type Asked = Omit<Parameters<typeof listOpenCampaigns>[1], 'userId' | 'language'> & { page?: number };

/**
 * Measures `GET /v2/users/{user}/open-campaigns` as the use case, at a number of campaigns and at a tenth of it.
 * @returns whether each list reaches the goal
 */
export async function runDiscoverBench(count = CAMPAIGNS): Promise<boolean> {
  const few = await measureAt(Math.max(1, Math.floor(count / FRACTION)));
  const many = await measureAt(count);
  const rows = many.map((row, index) => {
    const before = few[index]!;
    return { ...row, 'p50 at a tenth': before.p50Ms, ratio: Math.round((10 * row.p50Ms) / before.p50Ms) / 10 };
  });
  printTable(`Open campaigns (goal: p95 below ${GOAL_MS} ms)`, rows);
  return rows.every(({ p95Ms }) => p95Ms < GOAL_MS);
}

async function measureAt(count: number) {
  return withDatabase(async ({ pool, db }) => {
    for (const statement of fillSql(count)) await pool.query(statement);
    return await measureAll(pool, db);
  });
}

async function measureAll(pool: pg.Pool, db: Database) {
  const idsOf = async (text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id);
  const users = await idsOf("SELECT id FROM users WHERE username LIKE 'bench-d%'");
  const categories = await idsOf("SELECT id FROM categories WHERE key LIKE 'bench-d%'");
  const markets = await idsOf("SELECT id FROM store_groups WHERE key LIKE 'bench-d%'");
  const one = (ids: readonly number[]) => ids[Math.floor(Math.random() * ids.length)]!;
  const lists: Record<string, () => Asked> = {
    newest: () => ({}),
    'a later page': () => ({ page: 1 + Math.floor(Math.random() * 50) }),
    'a part of the name': () => ({ name: Math.floor(Math.random() * 4_096).toString(16) }),
    'a category': () => ({ categoryId: one(categories) }),
    'a market': () => ({ marketId: one(markets) }),
    'a category in a market, ending first': () => ({
      categoryId: one(categories),
      marketId: one(markets),
      sort: 'valid_until:asc',
    }),
    'ending first': () => ({ sort: 'valid_until:asc' }),
    'pays most per click': () => ({ sort: 'per_click:desc' }),
    'pays most per order': () => ({ sort: 'per_order:desc' }),
  };
  const results = [];
  for (const [list, make] of Object.entries(lists)) {
    const times: number[] = [];
    let total = 0;
    for (let round = -5; round < ROUNDS; round += 1) {
      const { page = 1, ...asked } = make();
      const began = performance.now();
      const found = await listOpenCampaigns(
        { db, now: () => new Date() },
        { ...asked, userId: one(users), language: 'en' },
        pageRequest({ page, size: PAGE }),
      );
      if (round >= 0) times.push(performance.now() - began);
      total += found.total;
    }
    results.push({ list, ...latency(times), 'mean total': Math.round(total / (ROUNDS + 5)) });
  }
  return results;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = Number(process.argv[2] ?? CAMPAIGNS);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Usage: npm run bench discover [N]');
  if (!(await runDiscoverBench(count))) process.exitCode = 1;
}
