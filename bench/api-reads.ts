import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { createToken } from '../src/modules/accounts/index.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { SqlDatabase } from '../src/platform/database/sql-database.ts';
import { type LoadResult, loadGenerator, readPaths } from './load.ts';
import { cpuMicros, databaseMicros, endProcesses, freePort, MARKET_SQL, start } from './redirect.ts';
import { median, printTable } from './report.ts';

/** The size of both pools. */
const POOL = 10;
const GOAL = 0.4;
const CAMPAIGNS_A_STORE = 50;

/** Adds campaigns, a member of some stores, and ninety days of each link of some creators to the market of links. */
const READS_SQL = `
  INSERT INTO campaigns (store_id, token, type, name, campaign_title, campaign_text, valid_from)
    SELECT s.id, 'read-' || s.id || '-' || i, 'standard', 'Campaign ' || i, 'Spring ' || i, repeat('Lorem ipsum ', 20), now() - interval '9 days'
    FROM stores s, generate_series(1, ${CAMPAIGNS_A_STORE}) i WHERE s.tracking_key LIKE 'bench-%';
  INSERT INTO prices (store_id, campaign_id, source, cpc_minor, invoice_cpc_minor)
    SELECT store_id, id, 0, 300, 350 FROM campaigns WHERE token LIKE 'read-%';
  INSERT INTO store_members (store_id, user_id)
    SELECT s.id, u.id FROM stores s, users u WHERE s.tracking_key IN ('bench-t1', 'bench-t2', 'bench-t3') AND u.username = 'bench-1';
  INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, cost_minor, user_minor)
    SELECT l.id, current_date - d, 0, l.store_id, l.user_id, 9, 1800, 900 FROM links l JOIN users u ON u.id = l.user_id, generate_series(0, 89) d
    WHERE u.username IN ('bench-2', 'bench-3', 'bench-4');
  VACUUM (ANALYZE)`;

/** A minimal Fastify server: one route with a reply schema that reads one row by its primary key with a named statement. */
const FLOOR_SOURCE = `
  const [port, connectionString] = process.argv.slice(1);
  const pool = new (require('pg').Pool)({ connectionString, max: ${POOL} });
  const app = require('fastify')();
  const properties = { id: { type: 'integer' }, store_id: { type: 'integer' }, token: { type: 'string' }, type: { type: 'string' },
    campaign_title: { type: 'string' }, campaign_text: { type: 'string' }, active: { type: 'boolean' } };
  const text = 'SELECT id, store_id, token, type, campaign_title, campaign_text, active FROM campaigns WHERE id = $1';
  app.get('/offers/:id', { schema: { response: { 200: { type: 'object', properties } } } }, async (request) =>
    (await pool.query({ name: 'offer', text, values: [request.params.id] })).rows[0]);
  app.listen({ port: Number(port), host: '127.0.0.1' }).then(() => console.log('ready'));`;

interface Server {
  base: string;
  pid: number;
}

interface Question {
  name: string;
  server: Server;
  paths: string[];
  token: string;
}

/**
 * The goal "a typical API read" (goals.md): frequent authenticated reads as complete requests over HTTP, compared with a
 * bare Fastify server with one indexed read on the same database and a pool of the same size, alternately in one run. The CPU time of each request
 * can also be compared on a busy machine.
 */
export async function runApiReadsBench(rounds = 5, seconds = 3, connections = 32): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  const log = pino({ level: 'silent' });
  const database = await startEmbeddedDatabase({ dataDir, log });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    await migrate(database.url, migrationsFolder(), log, completeDatabase);
    await pool.query(MARKET_SQL);
    for (const statement of READS_SQL.split(';')) await pool.query(statement);
    const [port, floorPort] = [await freePort(), await freePort()];
    const settings = {
      PORT: String(port),
      DATA_DIR: path.join(dataDir, 'server'),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: '5a'.repeat(32),
    };
    const limits = { DATABASE_CONNECTIONS: String(POOL), RATE_LIMIT_MAX: '100000000', LOG_LEVEL: 'warn' };
    const server = await start(children, ['dist/main.js', 'serve'], { ...settings, ...limits }, /ready at/);
    const bare = await start(children, ['-e', FLOOR_SOURCE, String(floorPort), database.url], {}, /ready/);
    const asked = await questions(
      pool,
      { base: `http://127.0.0.1:${port}`, pid: server.pid! },
      { base: `http://127.0.0.1:${floorPort}`, pid: bare.pid! },
    );
    await measure(pool, asked, { rounds, seconds, connections });
  } finally {
    await endProcesses(children);
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const FLOOR = 'Fastify, one row by its primary key';

async function questions(pool: pg.Pool, ours: Server, floor: Server): Promise<Question[]> {
  const idsOf = async (text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id);
  const stores = await idsOf('SELECT store_id AS id FROM store_members');
  const campaigns = await idsOf(`SELECT id FROM campaigns WHERE token LIKE 'read-%' AND store_id IN (${stores})`);
  const users = await idsOf(
    `SELECT id FROM users WHERE username IN ('bench-1', 'bench-2', 'bench-3', 'bench-4') ORDER BY id`,
  );
  const ctx = { db: new SqlDatabase(pool), now: () => new Date() };
  const tokenOf = async (userId: number) => (await createToken(ctx, { userId, purpose: 'api' })).raw;
  const [member, creator] = [await tokenOf(users[0]!), await tokenOf(users[1]!)];
  return [
    { name: FLOOR, server: floor, paths: campaigns.map((id) => `/offers/${id}`), token: '' },
    { name: 'who one is: /v2/me', server: ours, paths: ['/v2/me'], token: creator },
    {
      name: 'a campaign: /v2/offers/{id}',
      server: ours,
      paths: campaigns.map((id) => `/v2/offers/${id}`),
      token: member,
    },
    {
      name: '20 campaigns of a store: /v2/offers',
      server: ours,
      paths: stores.map((id) => `/v2/offers?advertiser_id=${id}`),
      token: member,
    },
    {
      name: 'a creator’s 30 days: /v2/users/{id}/stats',
      server: ours,
      paths: [`/v2/users/${users[1]}/stats`],
      token: creator,
    },
  ];
}

interface Load {
  rounds: number;
  seconds: number;
  connections: number;
}

interface Measured extends LoadResult {
  /** CPU time of a request. */
  nodeMicros: number;
  databaseMicros: number;
}

async function measure(pool: pg.Pool, asked: Question[], { rounds, seconds, connections }: Load): Promise<void> {
  const results = asked.map(() => [] as Measured[]);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { server, paths, token }] of asked.entries()) {
      const headers = token === '' ? {} : { authorization: token };
      const before = { node: await cpuMicros(server.pid), database: await databaseMicros(pool) };
      const result = await readPaths(server.base, { paths, headers, connections, seconds });
      if (result.others > 0) throw new Error(`${asked[index]!.name}: ${result.others} replies were not 200`);
      if (round < 0) continue;
      results[index]!.push({
        ...result,
        nodeMicros: ((await cpuMicros(server.pid)) - before.node) / result.acknowledged,
        databaseMicros: ((await databaseMicros(pool)) - before.database) / result.acknowledged,
      });
    }
  }
  const middle = (index: number, figure: (result: Measured, round: number) => number) =>
    median(results[index]!.map(figure));
  printTable(
    `API reads, ${connections} connections, ${loadGenerator} beside it, ${rounds} rounds of ${seconds} s, interleaved (goal: ${GOAL} of the floor)`,
    asked.map(({ name }, index) => {
      const ratio = middle(index, ({ perSecond }, round) => perSecond / results[0]![round]!.perSecond);
      return {
        what: name,
        'a second': middle(index, ({ perSecond }) => perSecond).toFixed(0),
        ratio: ratio.toFixed(2),
        'p50 ms': middle(index, ({ p50Ms }) => p50Ms).toFixed(1),
        'p99 ms': middle(index, ({ p99Ms }) => p99Ms).toFixed(1),
        'Node µs': middle(index, ({ nodeMicros }) => nodeMicros).toFixed(0),
        'PostgreSQL µs': middle(index, ({ databaseMicros }) => databaseMicros).toFixed(0),
        [`>= ${GOAL}`]: ratio >= GOAL ? 'yes' : 'NO',
      };
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runApiReadsBench(...process.argv.slice(2).map(Number));
