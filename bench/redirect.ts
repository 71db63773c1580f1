import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import pino from 'pino';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { followLinks, type LoadResult, loadGenerator } from './load.ts';
import { median, printTable } from './report.ts';

export const LINKS = 10_000;
const STORES = 100;
const CREATORS = 300;

/** Links spread over stores and creators; every second store runs a campaign for all creators, and every tenth campaign has a (large) cap. */
export const MARKET_SQL = `
  INSERT INTO store_groups (name, key, country, currency, locale, language) VALUES ('Bench', 'bench', 'SE', 'SEK', 'sv_SE', 'sv');
  INSERT INTO users (username, email) SELECT 'bench-' || i, 'bench-' || i || '@bench.example' FROM generate_series(1, ${CREATORS}) i;
  INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
    SELECT g.id, 'Bench ' || i, 'SE', 'SEK', 'sv', 'sv_SE', 'bench-t' || i
    FROM generate_series(1, ${STORES}) i, store_groups g WHERE g.key = 'bench';
  INSERT INTO prices (store_id, source, cpc_minor) SELECT id, 0, 200 FROM stores WHERE tracking_key LIKE 'bench-%';
  INSERT INTO campaigns (store_id, token, type, max_clicks)
    SELECT id, 'bench-' || id, 'standard', CASE WHEN row_number() OVER (ORDER BY id) % 10 = 0 THEN 1000000000 END
    FROM stores WHERE tracking_key LIKE 'bench-%' AND id % 2 = 0;
  INSERT INTO prices (store_id, campaign_id, source, cpc_minor, invoice_cpc_minor)
    SELECT store_id, id, 0, 300, 350 FROM campaigns WHERE token LIKE 'bench-%';
  INSERT INTO store_domains (store_id, host) SELECT id, 'shop' || id || '.bench.example' FROM stores WHERE tracking_key LIKE 'bench-%';
  WITH u AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM users WHERE username LIKE 'bench-%'),
    s AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM stores WHERE tracking_key LIKE 'bench-%')
  INSERT INTO links (code, user_id, store_id, url, url_hash)
    SELECT 'bench' || i, u.id, s.id, 'https://shop' || s.id || '.bench.example/p/' || i, sha256(i::text::bytea)
    FROM generate_series(1, ${LINKS}) i JOIN u ON u.n = (i / 7) % ${CREATORS} JOIN s ON s.n = i % ${STORES};
  ANALYZE;`;

const TICKS_PER_SECOND = 100;

/** A bare server that replies 302 from a Map; its port is its argument. */
export const FLOOR_SOURCE = `
  const links = new Map(Array.from({ length: ${LINKS} }, (_, i) => ['bench' + (i + 1), 'https://shop.bench.example/p/' + (i + 1)]));
  require('node:http').createServer((request, response) => {
    response.writeHead(302, { location: links.get(request.url.slice(3)) });
    response.end();
  }).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('ready'));`;

export interface RedirectFigures {
  connections: number;
  ratio: number;
  perSecond: number;
  floorPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The time from arrival to counting, at the end of the run. */
  lagP95Ms: number;
  /** The time after the run until the last click was counted. */
  drainMs: number;
  /** CPU time per counted click in microseconds, of the server's process and of PostgreSQL, and per reply of the bare server. */
  serverMicros: number;
  databaseMicros: number;
  floorMicros: number;
}

/**
 * The tracked redirect (durable before the reply; priced, deduplicated and totalled concurrently) compared with a bare `node:http`
 * server that replies 302, interleaved on this machine. Afterwards it compares the recorded with the acknowledged clicks, and with the
 * rate of COPY.
 */
export async function runRedirectBench(
  rounds = 3,
  seconds = 5,
  connections = [32, 128, 256],
): Promise<RedirectFigures[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder. Otherwise it would use another folder,
  // which would remain.
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  try {
    const [port, floorPort] = [await freePort(), await freePort()];
    const settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
    };
    const server = await start(children, ['dist/main.js', 'serve'], settings, /ready at/);
    const bare = await start(children, ['-e', FLOOR_SOURCE, String(floorPort)], {}, /ready/);
    const database = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(MARKET_SQL);
      return await measure({
        port,
        floorPort,
        rounds,
        seconds,
        connections,
        client,
        dataDir,
        serverPid: server.pid!,
        floorPid: bare.pid!,
      });
    } finally {
      await client.end();
      await database.stop();
    }
  } finally {
    await endProcesses(children);
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measurement {
  port: number;
  floorPort: number;
  rounds: number;
  seconds: number;
  connections: readonly number[];
  client: pg.Client;
  dataDir: string;
  serverPid: number;
  floorPid: number;
}

/** CPU microseconds that a process has used. */
export async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

/** CPU microseconds of PostgreSQL's current processes. */
export async function databaseMicros(client: pg.Client | pg.Pool): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const used = await Promise.all(rows.map(({ pid }) => cpuMicros(pid).catch(() => 0)));
  return used.reduce((sum, one) => sum + one, 0);
}

async function measure({
  port,
  floorPort,
  rounds,
  seconds,
  connections: connectionCounts,
  client,
  dataDir,
  serverPid,
  floorPid,
}: Measurement): Promise<RedirectFigures[]> {
  const load = { prefix: 'bench', count: LINKS, seconds };
  const ours = `http://127.0.0.1:${port}`;
  const floor = `http://127.0.0.1:${floorPort}`;
  let seed = 1;
  // Warm up until every link has been read once and PostgreSQL has plans for tables that are not empty.
  for (const warmUp of [29, 30]) await followLinks(ours, { ...load, seconds: 5, connections: 256, seed: warmUp });
  const count = async () =>
    Number(
      (
        await client.query(
          "SELECT count(*) AS n FROM clicks WHERE link_id IN (SELECT id FROM links WHERE code LIKE 'bench%')",
        )
      ).rows[0].n,
    );
  await drained(port);
  const recordedBefore = await count();
  const figures: RedirectFigures[] = [];
  let acknowledged = 0;
  let others = 0;
  let connectionsOpened = 0;
  for (const connections of connectionCounts) {
    const results: (Pick<
      RedirectFigures,
      'lagP95Ms' | 'drainMs' | 'serverMicros' | 'databaseMicros' | 'floorMicros'
    > & {
      ours: LoadResult;
      floor: LoadResult;
    })[] = [];
    for (let round = 0; round < rounds; round++) {
      const floorBefore = await cpuMicros(floorPid);
      const bare = await followLinks(floor, { ...load, connections, seed });
      const floorMicros = ((await cpuMicros(floorPid)) - floorBefore) / bare.acknowledged;
      const before = { server: await cpuMicros(serverPid), database: await databaseMicros(client) };
      const redirect = await followLinks(ours, { ...load, connections, seed });
      seed += 1;
      acknowledged += redirect.acknowledged;
      others += redirect.others;
      connectionsOpened += connections;
      const lagP95Ms = (await metric(port, 'tributary_click_lag_p95_seconds')) * 1_000;
      const drainMs = await drained(port);
      const perClick = (from: number, to: number) => (to - from) / redirect.acknowledged;
      results.push({
        ours: redirect,
        floor: bare,
        lagP95Ms,
        drainMs,
        floorMicros,
        serverMicros: perClick(before.server, await cpuMicros(serverPid)),
        databaseMicros: perClick(before.database, await databaseMicros(client)),
      });
    }
    figures.push({
      connections,
      ratio: median(results.map((result) => result.ours.perSecond / result.floor.perSecond)),
      perSecond: median(results.map((result) => result.ours.perSecond)),
      floorPerSecond: median(results.map((result) => result.floor.perSecond)),
      p50Ms: median(results.map((result) => result.ours.p50Ms)),
      p99Ms: median(results.map((result) => result.ours.p99Ms)),
      lagP95Ms: median(results.map((result) => result.lagP95Ms)),
      drainMs: median(results.map((result) => result.drainMs)),
      serverMicros: median(results.map((result) => result.serverMicros)),
      databaseMicros: median(results.map((result) => result.databaseMicros)),
      floorMicros: median(results.map((result) => result.floorMicros)),
    });
  }
  await drained(port);
  const recorded = (await count()) - recordedBefore;
  const copied = await copyLimit(client);
  const rss =
    Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${serverPid}/status`, 'utf8').catch(() => ''))?.[1]) / 1024;
  printTable(
    `Redirect, ${loadGenerator} beside it, ${rounds} rounds of ${seconds} s, interleaved`,
    figures.map((row) => ({
      connections: row.connections,
      'Tributary/s': row.perSecond.toFixed(0),
      'bare/s': row.floorPerSecond.toFixed(0),
      ratio: row.ratio.toFixed(2),
      'p50 ms': row.p50Ms.toFixed(2),
      'p99 ms': row.p99Ms.toFixed(2),
      'lag p95 ms': row.lagP95Ms.toFixed(0),
      'counted after ms': row.drainMs.toFixed(0),
      'server µs': row.serverMicros.toFixed(1),
      'database µs': row.databaseMicros.toFixed(1),
      'bare µs': row.floorMicros.toFixed(1),
    })),
  );
  const fastest = Math.max(...figures.map((row) => row.perSecond));
  console.log(`  acknowledged ${acknowledged}, recorded ${recorded}, replies that were no 302: ${others}`);
  console.log(
    `  (up to ${connectionsOpened} requests were under way when their generator stopped: recorded, not acknowledged)`,
  );
  console.log(
    `  COPY of the same rows: ${copied.toFixed(0)}/s; clicks written at most ${fastest.toFixed(0)}/s: ${(fastest / copied).toFixed(2)} of it`,
  );
  console.log(
    `  one click alone takes ${(await loneClickMs(ours)).toFixed(2)} ms; one sync of the journal’s disk ${(await syncMs(dataDir)).toFixed(2)} ms`,
  );
  console.log(
    `  one durable commit takes ${(await commitMs(client)).toFixed(2)} ms; the server's memory at its highest: ${rss.toFixed(0)} MB`,
  );
  if (recorded < acknowledged || recorded > acknowledged + connectionsOpened)
    throw new Error('recorded and acknowledged clicks differ');
  return figures;
}

async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** Waits until every click is counted. @returns milliseconds */
async function drained(port: number): Promise<number> {
  const began = performance.now();
  while ((await metric(port, 'tributary_clicks_waiting')) > 0) await sleep(25);
  return performance.now() - began;
}

/** Median of requests one after another on one connection. */
async function loneClickMs(base: string): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 1; n <= 300; n++) {
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
      http
        .get(`${base}/r/bench${n}`, { agent, headers }, (reply) => reply.resume().on('end', () => resolve()))
        .on('error', reject);
    });
    times.push(performance.now() - began);
  }
  agent.destroy();
  return median(times);
}

/** Median of writing a few clicks to a file on the journal's disk and syncing it. */
async function syncMs(folder: string): Promise<number> {
  const file = await open(path.join(folder, 'bench-sync'), 'a');
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const began = performance.now();
    await file.write(Buffer.alloc(2_000, 1));
    await file.datasync();
    times.push(performance.now() - began);
  }
  await file.close();
  return median(times);
}

/** Ends processes in order, and waits for their ends. */
export async function endProcesses(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(
    children.map((child) => new Promise((ended) => (child.exitCode === null ? child.on('exit', ended) : ended(0)))),
  );
}

/** Rows per second by COPY, in commits of 500, into a table like the click log. */
async function copyLimit(client: pg.Client): Promise<number> {
  await client.query('CREATE TABLE bench_copy (LIKE clicks INCLUDING INDEXES)');
  const lines = (await text(client.query(copyTo('COPY (SELECT * FROM clicks ORDER BY id LIMIT 50000) TO STDOUT'))))
    .trimEnd()
    .split('\n');
  const began = performance.now();
  for (let at = 0; at < lines.length; at += 500) {
    const stream = client.query(copyFrom('COPY bench_copy FROM STDIN'));
    stream.end(`${lines.slice(at, at + 500).join('\n')}\n`);
    await new Promise((resolve, reject) => stream.on('finish', resolve).on('error', reject));
  }
  const perSecond = lines.length / ((performance.now() - began) / 1000);
  await client.query('DROP TABLE bench_copy');
  return perSecond;
}

async function commitMs(client: pg.Client): Promise<number> {
  await client.query('CREATE TABLE bench_commit (n int)');
  const times: number[] = [];
  for (let n = 0; n < 50; n++) {
    const began = performance.now();
    await client.query('INSERT INTO bench_commit VALUES (1)');
    times.push(performance.now() - began);
  }
  await client.query('DROP TABLE bench_commit');
  return median(times);
}

export async function start(
  children: ChildProcess[],
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  for (let waited = 0; !ready.test(said); waited += 50) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`${args.join(' ')} did not get ready: ${said}`);
    await sleep(50);
  }
  return child;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [rounds, seconds, ...connections] = process.argv.slice(2).map(Number);
  await runRedirectBench(rounds, seconds, connections.length > 0 ? connections : undefined);
}
