import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { type Inbox, listConversations } from '../src/modules/messages/conversations/list-conversations.ts';
import { createBroadcastSender, requestTriggers } from '../src/modules/messages/index.ts';
import type { Database } from '../src/platform/database/database.ts';
import { latency, printTable, rounded } from './report.ts';
import { withDatabase } from './with-database.ts';

const PARTICIPANTS = 100_000;
/** A tenth of the participants, with which the times are compared. */
const FRACTION = 10;
/** The participants of most campaigns. A tenth of all participants are in one campaign. */
const A_CAMPAIGN = 10;
const STORES = 20;
const AGENCIES = 40;
const CREATORS_AN_AGENCY = 25;
/** The goal: the 95th percentile of a list. */
const GOAL_MS = 50;
const ROUNDS = 40;
const PAGE = 25;

/** Every participation has a conversation; a tenth is unread. Participants were accepted in the last sixty days. */
const fillSql = (count: number) => [
  `INSERT INTO store_groups (key, name, country, currency, locale, language) VALUES ('bench-m', 'Bench', 'IE', 'EUR', 'en_IE', 'en')`,
  `INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key, approval)
    SELECT g.id, 'Store ' || i, 'IE', 'EUR', 'en', 'en_IE', 'bench-m' || i, 'approved' FROM store_groups g, generate_series(1, ${STORES}) i WHERE g.key = 'bench-m'`,
  `INSERT INTO agencies (client_id, name) SELECT 'bench-m' || i, 'Bench agency ' || i FROM generate_series(1, ${AGENCIES}) i`,
  `INSERT INTO users (username, email, display_name, country, agency_id)
    SELECT 'bench-m' || i, 'bench-m' || i || '@bench.example', 'Creator ' || i, 'SE', CASE WHEN i <= ${AGENCIES * CREATORS_AN_AGENCY} THEN a.ids[1 + i % ${AGENCIES}] END
    FROM generate_series(1, ${Math.ceil(count / FRACTION)}) i, (SELECT array_agg(id ORDER BY id) AS ids FROM agencies WHERE name LIKE 'Bench agency %') a`,
  `INSERT INTO campaigns (store_id, token, type, name, campaign_title)
    SELECT s.ids[1 + i % ${STORES}], 'bench-m' || i, 'store_accept', 'Campaign ' || i, 'Campaign ' || i
    FROM generate_series(0, ${Math.ceil(count / A_CAMPAIGN)}) i, (SELECT array_agg(id ORDER BY id) AS ids FROM stores WHERE tracking_key LIKE 'bench-m%') s`,
  `INSERT INTO participants (campaign_id, user_id, status)
    SELECT o.id, u.ids[1 + (g.n * 7919 + o.id) % array_length(u.ids, 1)], 'accepted'
    FROM campaigns o, (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE username LIKE 'bench-m%') u,
      LATERAL generate_series(1, CASE WHEN o.token = 'bench-m0' THEN ${Math.ceil(count / FRACTION)} ELSE ${A_CAMPAIGN} END) AS g (n)
    WHERE o.token LIKE 'bench-m%' ON CONFLICT DO NOTHING`,
  `INSERT INTO activities (participant_id, type, old_status, new_status, actor_id, created_at)
    SELECT p.id, 'STATUS_CHANGE', 'applied', 'accepted', p.user_id, now() - random() * interval '60 days' FROM participants p`,
  `INSERT INTO comments (participant_id, author_id, text, created_at)
    SELECT p.id, p.user_id, repeat('What colours are there? ', 5), now() FROM participants p ORDER BY random()`,
  `INSERT INTO conversations (participant_id, store_id, campaign_id, user_id, last_comment_id, store_unread, creator_unread)
    SELECT p.id, o.store_id, o.id, p.user_id, c.id, (c.id % 10 = 0)::int, (c.id % 10 = 1)::int
    FROM comments c JOIN participants p ON p.id = c.participant_id JOIN campaigns o ON o.id = p.campaign_id
    ON CONFLICT (participant_id) DO UPDATE SET store_unread = excluded.store_unread, creator_unread = excluded.creator_unread, user_id = excluded.user_id`,
  `INSERT INTO muted_stores (user_id, store_id, created_at)
    SELECT u.id, s.id, now() FROM users u, stores s WHERE u.username LIKE 'bench-m%' AND s.tracking_key LIKE 'bench-m%' AND (u.id + s.id) % 50 = 0`,
  'VACUUM (ANALYZE)',
];

/**
 * Measures the lists of conversations as the use case with its statement, a message to a tenth of all participants, and the search of triggers, at a number
 * of participants and at a tenth of it.
 * @returns whether each list reaches the goal
 */
export async function runMessagesBench(count = PARTICIPANTS): Promise<boolean> {
  const few = await measureAt(Math.max(1, Math.floor(count / FRACTION)));
  const many = await measureAt(count);
  const lists = many.lists.map((row, index) => {
    const before = few.lists[index]!;
    return { ...row, 'p50 at a tenth': before.p50Ms, ratio: rounded(row.p50Ms / before.p50Ms) };
  });
  printTable(`Lists of conversations (goal: p95 below ${GOAL_MS} ms)`, lists);
  const work = many.work.map((row, index) => {
    const before = few.work[index]!.msPerThousand;
    return { ...row, 'at a tenth': before, ratio: rounded(row.msPerThousand / before) };
  });
  printTable('Messages to many, and triggers', work);
  return lists.every(({ p95Ms }) => p95Ms < GOAL_MS);
}

async function measureAt(count: number) {
  return withDatabase(async ({ pool, db }) => {
    const began = performance.now();
    for (const statement of fillSql(count)) await pool.query(statement);
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM conversations');
    console.log(`${rows[0]!.n} conversations, filled in ${Math.round((performance.now() - began) / 1000)} s`);
    return { lists: await measureLists(pool, db), work: await measureWork(pool, db) };
  });
}

async function measureLists(pool: pg.Pool, db: Database) {
  const idsOf = async (text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id);
  const stores = await idsOf("SELECT id FROM stores WHERE tracking_key LIKE 'bench-m%' ORDER BY id");
  const users = await idsOf("SELECT id FROM users WHERE username LIKE 'bench-m%' ORDER BY id");
  const agencies = await idsOf("SELECT id FROM agencies WHERE name LIKE 'Bench agency %' ORDER BY id");
  const campaigns = await idsOf("SELECT id FROM campaigns WHERE token = 'bench-m0'");
  const one = (ids: readonly number[]) => ids[Math.floor(Math.random() * ids.length)]!;
  const ofStore = () => ({ storeId: one(stores) });
  const ofAgency = () => ({ agencyId: one(agencies) });
  const lists: [name: string, inbox: () => Inbox, filter: { unread?: boolean; campaignId?: number }][] = [
    ['a store', ofStore, {}],
    ['a store, unread', ofStore, { unread: true }],
    ['a store, read', ofStore, { unread: false }],
    ['the largest store, the largest campaign', () => ({ storeId: stores[0]! }), { campaignId: campaigns[0]! }],
    ['a creator', () => ({ userId: one(users) }), {}],
    ['a creator, unread', () => ({ userId: one(users) }), { unread: true }],
    ['an agency', ofAgency, {}],
    ['an agency, unread', ofAgency, { unread: true }],
  ];
  const actor = { userId: users[0]! } as Parameters<typeof listConversations>[0]['actor'];
  const results: ({ list: string } & ReturnType<typeof latency>)[] = [];
  for (const [list, inbox, filter] of lists) {
    const times: number[] = [];
    for (let round = -5; round < ROUNDS; round += 1) {
      const whose = inbox();
      let after: number | undefined;
      for (let page = 0; page < 2; page += 1) {
        const began = performance.now();
        const { next } = await listConversations({ db, actor }, whose, { ...filter, after, size: PAGE });
        if (round >= 0) times.push(performance.now() - began);
        if (next === null) break;
        after = next;
      }
    }
    results.push({ list, ...latency(times) });
  }
  return results;
}

/** A message to the largest campaign, and a trigger of one store: first with what it finds, then with nothing new. */
async function measureWork(pool: pg.Pool, db: Database) {
  const now = () => new Date();
  const { rows: written } = await pool.query<{ id: number }>(
    `INSERT INTO broadcasts (store_id, campaign_id, author_id, audience, statuses, subject, text, send_at, state, created_at)
     SELECT o.store_id, o.id, u.id, 'statuses', '{accepted}', 'News', 'Hello {name}, {campaign}: {link}', now(), 'scheduled', now()
     FROM campaigns o, users u WHERE o.token = 'bench-m0' AND u.username = 'bench-m1' RETURNING id`,
  );
  const broadcastId = written[0]!.id;
  const sender = createBroadcastSender({ db, now, publicUrl: 'https://bench.example' });
  const parts: number[] = [];
  const isSent = async () =>
    (await pool.query<{ state: string }>('SELECT state FROM broadcasts WHERE id = $1', [broadcastId])).rows[0]!
      .state !== 'scheduled';
  while (!(await isSent())) {
    const began = performance.now();
    await sender.run({ broadcastId }, { id: '1', askedAt: now(), signal: AbortSignal.timeout(600_000) });
    parts.push(performance.now() - began);
  }
  const { rows: handled } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM broadcast_recipients WHERE broadcast_id = $1',
    [broadcastId],
  );
  await pool.query(
    `WITH made AS (INSERT INTO message_templates (store_id, name, subject, text, created_at, updated_at)
       SELECT id, 'Bench', 'Welcome', 'Hello {name}', now(), now() FROM stores WHERE tracking_key LIKE 'bench-m%' RETURNING id, store_id)
     INSERT INTO message_triggers (store_id, template_id, author_id, occasion, days, is_on, on_since, created_at)
     SELECT m.store_id, m.id, u.id, o.occasion, o.days, true, now() - interval '90 days', now()
     FROM made m, users u, (VALUES ('joined', NULL::smallint), ('no_clicks', 14), ('first_order', NULL), ('tier_reached', NULL)) o (occasion, days)
     WHERE u.username = 'bench-m1'`,
  );
  const scan = async () => {
    const began = performance.now();
    await requestTriggers({ db, now });
    return performance.now() - began;
  };
  const first = await scan();
  const again = await scan();
  const { rows: found } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM trigger_messages');
  const per = (work: string, ms: number, n: number) => ({
    work,
    rows: n,
    ms: rounded(ms),
    msPerThousand: rounded((1_000 * ms) / Math.max(1, n)),
  });
  const sum = parts.reduce((total, ms) => total + ms, 0);
  return [
    per('recipients of a message', sum, handled[0]!.n),
    per('participants whom 80 triggers find', first, found[0]!.n),
    per('the same again, nothing new', again, found[0]!.n),
  ];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = Number(process.argv[2] ?? PARTICIPANTS);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Usage: npm run bench messages [N]');
  if (!(await runMessagesBench(count))) process.exitCode = 1;
}
