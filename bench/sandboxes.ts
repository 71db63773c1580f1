import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { createToken } from '../src/modules/accounts/index.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { SqlDatabase } from '../src/platform/database/sql-database.ts';
import { followLinks, type LoadResult, loadGenerator } from './load.ts';
import { endProcesses, freePort, LINKS, MARKET_SQL, start } from './redirect.ts';
import { median, printTable } from './report.ts';

/** The maximum number of sandboxes of a marketplace, owned by people with at most five each. */
const SANDBOXES = 100;
const OF_EACH = 5;
const CONNECTIONS = 32;
const TUTORIAL = 'docs/guides/sandbox.md';

interface Market {
  port: number;
  pool: pg.Pool;
}

/**
 * The tracked redirect of two equal marketplaces, one of them with 100 sandboxes, in turn; then a month of a sandbox's clock, and the
 * tutorial.
 */
async function runSandboxesBench(rounds = 5, seconds = 4): Promise<void> {
  const children: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const without = await startMarket(children, closing);
    const beside = await startMarket(children, closing);
    await makeSandboxes(beside);
    await measureRedirect([without, beside], rounds, seconds);
    await measureMonth(without);
  } finally {
    await endProcesses(children);
    for (const close of closing.reverse()) await close();
  }
  await measureTutorial();
}

async function startMarket(children: ChildProcess[], closing: (() => Promise<unknown>)[]): Promise<Market> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', RATE_LIMIT_MAX: '100000000' };
  const server = { ...settings, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' };
  await start(children, ['dist/main.js', 'serve'], server, /ready at/);
  const database = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
  closing.push(() => database.stop());
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => pool.end());
  await pool.query(MARKET_SQL);
  return { port, pool };
}

/** A token of one of the market's people. */
async function tokenOf({ pool }: Market, number: number): Promise<string> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM users WHERE username = $1', [`bench-${number}`]);
  const db = new SqlDatabase(pool);
  return (await createToken({ db, now: () => new Date() }, { userId: rows[0]!.id, purpose: 'api' })).raw;
}

/** @throws Error with the reply when it is not the expected one */
async function send(market: Market, token: string, method: string, url: string, body?: object): Promise<Reply> {
  const reply = await fetch(`http://127.0.0.1:${market.port}${url}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}

interface Reply {
  id: string;
  state: string;
}

async function makeSandboxes(market: Market): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < SANDBOXES; n++) {
    const token = await tokenOf(market, 1 + Math.floor(n / OF_EACH));
    const began = performance.now();
    await send(market, token, 'POST', '/v2/sandboxes', { name: `Bench ${n}` });
    times.push(performance.now() - began);
  }
  console.log(`  ${SANDBOXES} sandboxes made, ${median(times).toFixed(0)} ms each (median)`);
}

async function measureRedirect(markets: readonly [Market, Market], rounds: number, seconds: number): Promise<void> {
  const load = { prefix: 'bench', count: LINKS, connections: CONNECTIONS };
  const results: [LoadResult[], LoadResult[]] = [[], []];
  const follow = ({ port }: Market, seed: number, lasting: number) =>
    followLinks(`http://127.0.0.1:${port}`, { ...load, seconds: lasting, seed });
  for (const market of markets) {
    await follow(market, 30, 5);
    await drained(market);
  }
  const before = loadavg()[0]!;
  for (let round = 0; round < rounds; round++) {
    // Each marketplace is first in every second round.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      results[at].push(await follow(markets[at], 1 + round, seconds));
      await drained(markets[at]);
    }
  }
  const rowOf = (present: number, of: LoadResult[]) => ({
    'sandboxes present': present,
    'clicks/s': median(of.map(({ perSecond }) => perSecond)).toFixed(0),
    'p50 ms': median(of.map(({ p50Ms }) => p50Ms)).toFixed(2),
    'p99 ms': median(of.map(({ p99Ms }) => p99Ms)).toFixed(2),
    'no 302': of.reduce((sum, { others }) => sum + others, 0),
  });
  const title = `Redirect, ${loadGenerator}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, in turn, load average ${before.toFixed(1)}`;
  printTable(title, [rowOf(0, results[0]), rowOf(SANDBOXES, results[1])]);
  const ratios = results[0].map((one, round) => results[1][round]!.perSecond / one.perSecond);
  console.log(
    `  ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)}`,
  );
}

async function drained({ port }: Market): Promise<void> {
  const waiting = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^tributary_clicks_waiting (\S+)/m.exec(text)?.[1] ?? Number.NaN);
  };
  while ((await waiting()) > 0) await sleep(25);
}

/** Advances a month with its closing in one step, with the traffic of the tutorial and with ten times as much. */
async function measureMonth(market: Market): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  const token = await tokenOf(market, 300);
  for (const [clicks, orders] of [
    [400, 25],
    [4_000, 250],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const now = new Date();
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1, 6));
      const { id } = await send(market, token, 'POST', '/v2/sandboxes', { clock: first.toISOString() });
      await send(market, token, 'POST', `/v2/sandboxes/${id}/traffic`, { clicks, orders, days: 20, seed: round });
      const began = performance.now();
      const advance_to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 5, 6)).toISOString();
      await send(market, token, 'POST', `/v2/sandboxes/${id}/clock`, { advance_to });
      while ((await send(market, token, 'GET', `/v2/sandboxes/${id}`)).state !== 'ready') await sleep(50);
      times.push((performance.now() - began) / 1_000);
      await fetch(`http://127.0.0.1:${market.port}/v2/sandboxes/${id}`, {
        method: 'DELETE',
        headers: { authorization: token },
      });
    }
    rows.push({
      clicks,
      orders,
      'seconds (median of 3)': median(times).toFixed(1),
      longest: Math.max(...times).toFixed(1),
    });
  }
  printTable(
    `The first day of a month to the fifth of the next, in one step, load average ${loadavg()[0]!.toFixed(1)}`,
    rows,
  );
}

/** Runs the tutorial as its test does, without the start of the test's service. */
async function measureTutorial(): Promise<void> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tributary-bench-')), 'report.json');
  const args = ['vitest', 'run', 'tests/instructions', '-t', TUTORIAL, '--reporter=json', `--outputFile=${file}`];
  spawnSync('npx', args, { stdio: 'ignore' });
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  await rm(path.dirname(file), { recursive: true });
  const test = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'passed');
  if (test?.duration === undefined) throw new Error('the tutorial failed');
  console.log(`\nThe tutorial (${TUTORIAL}): ${(test.duration / 1_000).toFixed(1)} s`);
}

interface Report {
  testResults: { assertionResults: { status: string; duration?: number }[] }[];
}

const [rounds, seconds] = process.argv.slice(2).map(Number);
await runSandboxesBench(rounds, seconds);
