import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { listCampaignSummaries } from '../src/modules/campaigns/campaign/list-campaigns.ts';
import type { CampaignFilters } from '../src/modules/campaigns/campaign/list-conditions.ts';
import {
  CAMPAIGN_CUSTOM_SORTS,
  CAMPAIGN_SORT_COLUMNS,
  type CampaignOrder,
} from '../src/modules/campaigns/campaign/list-order.ts';
import type { Actor } from '../src/platform/auth/actor.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import type { Logger } from '../src/platform/context.ts';
import { connectDatabase, type DatabaseConnection } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { type Latency, latency, printTable } from './report.ts';

const STORES = 1_000;
const GOAL_P95_MS = 50;
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A query of the list and its response times in milliseconds. */
interface CampaignListFigures extends Latency {
  caller: string;
  question: string;
  total: number;
}

/**
 * The goal "a list page at 1 million offers, any filter or sort offered" (goals.md), compared with one indexed read: the first and a
 * late page of the list of campaigns, for a store's member and for an administrator, with each filter and each sort, through the use
 * case of `GET /v2/offers`.
 */
export async function runCampaignsBench(campaigns = 1_000_000, rounds = 20): Promise<CampaignListFigures[]> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-bench-'));
  // As root, the server runs as another user, who must be able to enter this folder.
  await fs.chmod(dataDir, 0o711);
  const server = await startEmbeddedDatabase({ dataDir, log: SILENT, testOnlyWithoutFsync: true });
  const limits = { maxConnections: 1, statementTimeoutMs: 600_000, onPoolError: () => {} };
  try {
    await migrate(server.url, migrationsFolder(), SILENT, completeDatabase);
    const connection = connectDatabase(server.url, limits);
    try {
      await fillMarket(connection.pool, campaigns);
      return await measure(connection, rounds);
    } finally {
      await connection.pool.end();
    }
  } finally {
    await server.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** Stores of ten markets with the same number of campaigns each: some deleted, ended, paused or future, a tenth with a cap, some of which are reached. */
async function fillMarket(pool: pg.Pool, campaigns: number): Promise<void> {
  // No process has cached these campaigns yet, so the notifications are disabled, which saves several minutes.
  const quiet = ['campaigns', 'prices', 'campaign_targets'].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await pool.query(quiet.join(';'));
  await pool.query(`
    INSERT INTO store_groups (name, key, country, currency, locale, language)
      SELECT 'Market ' || i, 'm' || i, 'SE', 'SEK', 'sv_SE', 'sv' FROM generate_series(1, 10) i;
    INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
      SELECT 1 + i % 10, 'Store ' || i, 'SE', 'SEK', 'sv', 'sv_SE', 't' || i FROM generate_series(1, ${STORES}) i;
    INSERT INTO users (username, email, store_group_id)
      SELECT 'u' || i, 'u' || i || '@bench.example', 1 + i % 10 FROM generate_series(1, 1000) i;`);
  await pool.query(
    `INSERT INTO campaigns (store_id, token, type, name, campaign_title, active, priority, valid_from, valid_until, max_clicks, created_by,
       deleted_at, created_at, show_for_advertiser)
     SELECT 1 + n % ${STORES}, 'o' || n, (ARRAY ['standard', 'user_accept', 'store_accept', 'suggestion'])[1 + n % 4],
       'Campaign ' || md5(n::text), CASE n % 3 WHEN 0 THEN '' ELSE 'Title ' || md5('t' || n) END, n % 7 <> 0, 1 + n % 100,
       CASE WHEN n % 2 = 0 THEN now() + (n % 400 - 300) * interval '1 day' END,
       CASE WHEN n % 2 = 0 THEN now() + (n % 400 - 200) * interval '1 day' END,
       CASE n % 10 WHEN 0 THEN 1000 END, 1 + n % 1000, CASE n % 20 WHEN 0 THEN now() END, now() - n * interval '1 second', n % 50 <> 0
     FROM generate_series(1, $1::int) n`,
    [campaigns],
  );
  await pool.query(`
    INSERT INTO prices (store_id, campaign_id, source, cpc_minor, invoice_cpc_minor) SELECT store_id, id, 0, 300, 350 FROM campaigns;
    INSERT INTO campaign_spend (campaign_id, clicks) SELECT id, id % 2000 FROM campaigns;
    INSERT INTO campaign_targets (campaign_id, user_id) SELECT id, 1 + id % 997 FROM campaigns WHERE id % 5 = 0;
    `);
  // The trigger that keeps these numbers is disabled as well.
  await pool.query(`
    INSERT INTO campaign_counts (kind, state, day, campaigns)
      SELECT c.kind, c.state, c.day, sum(c.campaigns) FROM campaigns o CROSS JOIN LATERAL counted_campaign(o, 1) c GROUP BY c.kind, c.state, c.day`);
  await pool.query('VACUUM (ANALYZE)');
}

const FLOOR = 'one row by its primary key';

async function measure(connection: DatabaseConnection, rounds: number): Promise<CampaignListFigures[]> {
  const { db } = connection;
  const someone = { userId: 1, agencyIds: [], memberOfAgencyId: null };
  const callers: Record<string, Actor> = {
    member: { ...someone, isAdmin: false, storeIds: [7] },
    administrator: { ...someone, isAdmin: true, storeIds: [] },
  };
  const figures: CampaignListFigures[] = [];
  const ask = async (caller: string, question: string, read: () => Promise<number>) => {
    const times: number[] = [];
    let total = 0;
    // Slow queries run less often.
    for (let round = -2, spent = 0; round < rounds && (round < 3 || spent < 4_000); round += 1) {
      const began = performance.now();
      total = await read();
      const ms = performance.now() - began;
      spent += ms;
      if (round >= 0) times.push(ms);
    }
    figures.push({ caller, question, total, ...latency(times) });
  };
  await ask('', FLOOR, async () => (await db.execute(sql`SELECT * FROM campaigns WHERE id = ${4711}`)).rows.length);
  for (const [caller, actor] of Object.entries(callers)) {
    const ctx = { db, actor, now: () => new Date() };
    const list =
      (filters: CampaignFilters, order: CampaignOrder = {}, offset = 0) =>
      async () =>
        (await listCampaignSummaries(ctx, { filters, order, page: { page: 1 + offset / 20, size: 20, offset } })).total;
    await ask(caller, 'the first page', list({}));
    await ask(caller, 'the 40th page', list({}, {}, 780));
    for (const [name, filters] of Object.entries(filtersOf())) await ask(caller, name, list(filters));
    for (const column of CAMPAIGN_SORT_COLUMNS)
      for (const direction of ['asc', 'desc'] as const)
        await ask(caller, `by ${column}, ${direction}`, list({}, { sort: { column, direction } }));
    for (const custom of CAMPAIGN_CUSTOM_SORTS) await ask(caller, custom, list({}, { custom }));
  }
  return figures;
}

const filtersOf = (): Record<string, CampaignFilters> => ({
  'an id, or a part of a name': { query: 'abcde' },
  'a part of many names': { query: 'campaign' },
  'status active': { statuses: ['active'] },
  'status ended': { statuses: ['ended'] },
  'status deleted': { statuses: ['deleted'] },
  'two stores': { storeIds: [7, 8] },
  'a market': { storeGroupIds: [8] },
  'made by somebody': { createdBy: 8 },
  'made before a day': { createdBefore: new Date(Date.now() - 86_400_000) },
  'aimed at somebody': { targetUserId: 42 },
  'not shown to its store': { showForAdvertiser: false },
  'a rare name, or this one': { query: 'abcdef', orId: 4711 },
});

/** Prints the figures as a table. */
export function printCampaignsFigures(figures: CampaignListFigures[]): void {
  printTable(
    `A page of 20 campaigns and their number, of 1,000,000 of ${STORES} stores; milliseconds, warm (goal: ${GOAL_P95_MS} ms at p95)`,
    figures.map(({ caller, question, total, p50Ms, p95Ms }) => ({
      caller,
      question,
      found: total,
      p50: p50Ms,
      p95: p95Ms,
      'times the floor': Math.round(p50Ms / figures[0]!.p50Ms),
      [`p95 <= ${GOAL_P95_MS} ms`]: p95Ms <= GOAL_P95_MS ? 'yes' : 'NO',
    })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  printCampaignsFigures(await runCampaignsBench(Number(process.argv[2] ?? 1_000_000)));
}
