import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { Searcher } from '../src/modules/media/finding/conditions.ts';
import { type CreatorFilters, searchCreators } from '../src/modules/media/finding/search-creators.ts';
import type { Database } from '../src/platform/database/database.ts';
import { latency, printTable } from './report.ts';
import { withDatabase } from './with-database.ts';

const CREATORS = 100_000;
/** A tenth of the creators, with which the times are compared. */
const FRACTION = 10;
/** Statements in which the profiles are written. */
const PARTS = 100;
const STORES = 50;
const TOPICS = 40;
const WORDS = 2_000;
/** The goal: the 95th percentile of a search. */
const GOAL_MS = 50;
const ROUNDS = 40;
const COUNTRIES = ['SE', 'DE', 'NO', 'DK', 'FI', 'NL', 'FR', 'ES', 'IT', 'PL'];
const LANGUAGES = ['sv', 'de', 'en', 'no', 'da', 'fi', 'nl', 'fr', 'es', 'it'];

/**
 * Topics, words, countries and followers are distributed unevenly, as those of people are. A fifth is not listed for stores, half of the listed ones show
 * results, and an eighth of all creators is listed for agencies.
 */
const fillSql = (count: number) => [
  `INSERT INTO store_groups (key, name, country, currency, locale, language) VALUES ('bench-c', 'Bench', 'IE', 'EUR', 'en_IE', 'en')`,
  `INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
    SELECT g.id, 'Store ' || i, 'IE', 'EUR', 'en', 'en_IE', 'bench-c' || i FROM store_groups g, generate_series(1, ${STORES}) i WHERE g.key = 'bench-c'`,
  `INSERT INTO categories (name, key) SELECT 'Topic ' || i, 'bench-c' || i FROM generate_series(1, ${TOPICS}) i`,
  `INSERT INTO agencies (name, client_id) VALUES ('Bench', 'bench-c')`,
  `INSERT INTO users (username, email, display_name, agency_id, country)
    SELECT 'bench-c' || i, 'bench-c' || i || '@bench.example', 'Creator ' || i, CASE WHEN i % 200 = 0 THEN (SELECT id FROM agencies WHERE client_id = 'bench-c') END,
      (${arrayOf(COUNTRIES)})[1 + floor(${COUNTRIES.length} * random() ^ 2)]
    FROM generate_series(1, ${count}) i`,
  `INSERT INTO creator_topics (user_id, category_id)
    SELECT DISTINCT u.id, c.ids[1 + floor(${TOPICS} * random() ^ 2 + 0 * u.id + 0 * g)::int] FROM users u, generate_series(1, 3) g,
      (SELECT array_agg(id ORDER BY id) AS ids FROM categories WHERE key LIKE 'bench-c%') c WHERE u.username LIKE 'bench-c%'`,
  `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, proven_by, proven_at)
    SELECT u.id, 'social', p.name, 'bench' || u.id, 'https://bench.example/', (100 + 1000000 * random() ^ 6)::bigint,
      CASE WHEN u.id % 3 = 0 THEN 'page' END, CASE WHEN u.id % 3 = 0 THEN now() END
    FROM users u, (VALUES ('instagram', 8), ('tiktok', 6), ('youtube', 3), ('twitch', 1)) p (name, share)
    WHERE u.username LIKE 'bench-c%' AND random() * 10 + 0 * u.id < p.share`,
  `INSERT INTO creator_results (user_id, store_id, clicks, orders, approved, denied)
    SELECT DISTINCT ON (u.id, s.ids[n]) u.id, s.ids[n], (5000 * random() ^ 4)::bigint, (100 * random() ^ 4)::bigint, 10 + (20 * random())::bigint, (5 * random())::bigint
    FROM users u, generate_series(1, 5) g, LATERAL (SELECT 1 + (floor(${STORES} * random() ^ 2))::int + 0 * u.id + 0 * g AS n) d,
      (SELECT array_agg(id ORDER BY id) AS ids FROM stores WHERE tracking_key LIKE 'bench-c%') s WHERE u.username LIKE 'bench-c%' AND u.id % 2 = 0`,
  'ANALYZE',
  // In parts, as creators come: the triggers write what is searched of all creators of a statement.
  ...Array.from({ length: PARTS }, (_, part) => profilesSql(part)),
  'VACUUM (ANALYZE)',
];

const profilesSql = (
  part: number,
) => `INSERT INTO creator_profiles (user_id, bio, languages, is_listed, is_listed_for_agencies, shows_results, updated_at)
    SELECT u.id, w.text, ARRAY(SELECT DISTINCT (${arrayOf(LANGUAGES)})[1 + floor(${LANGUAGES.length} * random() ^ 2 + 0 * u.id)::int] FROM generate_series(1, 2)),
      u.id % 5 > 0, u.id % 8 = 0, u.id % 4 < 2, now()
    FROM users u, LATERAL (SELECT string_agg(one, ' ') AS text FROM (
      SELECT 'word' || lpad(floor(${WORDS} * random() ^ 3 + 0 * u.id)::text, 4, '0') AS one FROM generate_series(1, 20)) x) w
    WHERE u.username LIKE 'bench-c%' AND u.id % ${PARTS} = ${part}`;

function arrayOf(texts: readonly string[]): string {
  return `ARRAY[${texts.map((text) => `'${text}'`).join(', ')}]`;
}

const random = (max: number, power = 1) => Math.floor(max * Math.random() ** power);
const word = () => `word${String(random(WORDS, 3)).padStart(4, '0')}`;
const common = () => `word${String(random(10)).padStart(4, '0')}`;
const rare = () => `word${String(WORDS - 1 - random(300)).padStart(4, '0')}`;

/** Typical searches of stores and agencies, and those that benefit least from the indexes. */
function searches(topics: readonly number[]): Record<string, () => Partial<CreatorFilters>> {
  const topic = () => topics[random(TOPICS, 2)]!;
  const language = () => LANGUAGES[random(LANGUAGES.length, 2)]!;
  const country = () => COUNTRIES[random(COUNTRIES.length, 2)]!;
  return {
    'no filter': () => ({}),
    newest: () => ({ order: 'newest' }),
    'a word': () => ({ text: word() }),
    'a common word': () => ({ text: common() }),
    'a rare word': () => ({ text: rare() }),
    'two rare words': () => ({ text: `${rare()} ${rare()}` }),
    'a topic': () => ({ topicIds: [topic()] }),
    'a topic in a country': () => ({ topicIds: [topic()], country: country() }),
    'a country and a language': () => ({ country: country(), languages: [language()] }),
    'a rare topic, a rare language': () => ({ topicIds: [topics[TOPICS - 1]!], languages: ['it'], country: 'PL' }),
    'a platform': () => ({ platform: 'instagram' }),
    'a platform with a size': () => ({ platform: 'tiktok', followersFrom: 10_000, followersTo: 50_000 }),
    'a rare platform, proven, with a topic': () => ({ platform: 'twitch', isVerified: true, topicIds: [topic()] }),
    'most clicks': () => ({ order: 'clicks' }),
    'a band of conversion, a topic and a country': () => ({
      bands: { conversion: 4 },
      topicIds: [topic()],
      country: country(),
    }),
    'best conversion in a country': () => ({ order: 'conversion', country: country() }),
    'has worked with the store': () => ({ workedTogether: true }),
    'has not worked with the store, a topic': () => ({ workedTogether: false, topicIds: [topic()] }),
  };
}

/**
 * Measures `GET /v2/stores/{store}/creators` and `GET /v2/clients/{client}/creators` as the use case with its three statements, at a number of profiles and at a tenth of it.
 * @returns whether each search reaches the goal
 */
export async function runCreatorsBench(count = CREATORS): Promise<boolean> {
  const few = await measureAt(Math.max(1, Math.floor(count / FRACTION)));
  const many = await measureAt(count);
  const rows = many.results.map((row, index) => {
    const before = few.results[index]!;
    return { ...row, 'p50 at a tenth': before.p50Ms, ratio: Math.round((10 * row.p50Ms) / before.p50Ms) / 10 };
  });
  printTable(`Search for creators (goal: p95 below ${GOAL_MS} ms)`, rows);
  console.log(`\nOne row by its key on the same connection: p50 ${many.floor.p50Ms} ms, p95 ${many.floor.p95Ms} ms.`);
  return rows.every(({ p95Ms }) => p95Ms < GOAL_MS);
}

async function measureAt(count: number) {
  return withDatabase(async ({ pool, db }) => {
    const began = performance.now();
    for (const statement of fillSql(count)) await pool.query(statement);
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM listed_creators');
    console.log(
      `${count} profiles, ${rows[0]!.n} listed, filled in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    const idsOf = async (text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id);
    const topics = await idsOf("SELECT id FROM categories WHERE key LIKE 'bench-c%' ORDER BY id");
    const [storeId] = await idsOf("SELECT id FROM stores WHERE tracking_key = 'bench-c9'");
    const floor = await measureFloor(pool);
    const results: Awaited<ReturnType<typeof measure>>[] = [];
    const [agencyId] = await idsOf("SELECT id FROM agencies WHERE client_id = 'bench-c'");
    const searchers: [string, Searcher][] = [
      ['', { kind: 'store', id: storeId! }],
      ['agency: ', { kind: 'agency', id: agencyId! }],
    ];
    for (const [prefix, searcher] of searchers)
      for (const [name, make] of Object.entries(searches(topics)))
        results.push(await measure(db, searcher, `${prefix}${name}`, make));
    return { results, floor };
  });
}

/** The minimum cost of a statement on this machine at this time; other work increases it. */
async function measureFloor(pool: pg.Pool) {
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const began = performance.now();
    await pool.query('SELECT username FROM users WHERE id = $1', [1 + random(1_000)]);
    times.push(performance.now() - began);
  }
  return latency(times);
}

async function measure(db: Database, searcher: Searcher, name: string, make: () => Partial<CreatorFilters>) {
  const times: number[] = [];
  let found = 0;
  for (let round = -5; round < ROUNDS; round += 1) {
    const filters: CreatorFilters = { order: 'followers', size: 24, bands: {}, ...make() };
    const began = performance.now();
    const first = await searchCreators({ db }, { ...filters, searcher, language: 'en' });
    if (round >= 0) times.push(performance.now() - began);
    if (first.next !== null) {
      const next = performance.now();
      await searchCreators({ db }, { ...filters, after: first.next, searcher, language: 'en' });
      if (round >= 0) times.push(performance.now() - next);
    }
    found += first.items.length;
  }
  return { search: name, ...latency(times), 'mean results': Math.round(found / (ROUNDS + 5)) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = Number(process.argv[2] ?? CREATORS);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Usage: npm run bench creators [N]');
  if (!(await runCreatorsBench(count))) process.exitCode = 1;
}
