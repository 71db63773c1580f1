import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { hasNats, startNats } from '../tests/harness/nats.ts';
import { followLinks, loadGenerator } from './load.ts';
import {
  cpuMicros,
  databaseMicros,
  endProcesses,
  FLOOR_SOURCE,
  freePort,
  LINKS,
  MARKET_SQL,
  start,
} from './redirect.ts';
import { median, printTable } from './report.ts';

const TICKS_PER_SECOND = 100;

interface Topology {
  name: string;
  workers: number;
  /** Whether the log is in NATS JetStream instead of a journal. */
  hasNats: boolean;
  /** Whether shoppers use an edge instead of the application. */
  hasEdge: boolean;
  /** Whether the database accepts no clicks during the load, so that only the log is measured. */
  isLogAlone: boolean;
  /** Numbers of connections to measure. */
  connections: readonly number[];
}

const PLAIN = { workers: 1, hasNats: false, hasEdge: false, isLogAlone: false, connections: [128] };
const TOPOLOGIES: Topology[] = [
  { ...PLAIN, name: 'one process, journal' },
  { ...PLAIN, name: 'WORKERS=2, journals', workers: 2 },
  { ...PLAIN, name: 'one process, JetStream', hasNats: true },
  { ...PLAIN, name: 'edge and application, JetStream', hasNats: true, hasEdge: true },
  { ...PLAIN, name: 'one process, journal alone', isLogAlone: true, connections: [32, 128] },
  { ...PLAIN, name: 'WORKERS=2, journals alone', workers: 2, isLogAlone: true, connections: [32, 128] },
];

/** CPU microseconds per click by process; `bare` per reply of the bare server. */
interface Cost {
  node: number;
  edge: number;
  database: number;
  nats: number;
  generator: number;
  bare: number;
}

interface Round extends Cost {
  connections: number;
  ratio: number;
  perSecond: number;
  barePerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The time from the end of the load until the last click was counted. */
  drainMs: number;
}

/**
 * The redirect in each topology: throughput in relation to a bare server, in turn with it, and CPU time per click of each process.
 * The topologies follow one another, each with its own database. Costs include counting the click, also after the load has ended.
 */
async function runTopologiesBench(rounds = 3, seconds = 5): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  let alone = Number.NaN;
  for (const topology of TOPOLOGIES) {
    if (topology.hasNats && !hasNats) {
      console.log(`  ${topology.name}: there is no nats-server here`);
      continue;
    }
    const load = loadavg()[0]!;
    console.log(`  ${topology.name} …`);
    const all = await measureTopology(topology, rounds, seconds).catch((error) => {
      console.error(error);
      process.exitCode = 1;
      return [];
    });
    // A topology that fails does not discard the figures of the others.
    if (all.length === 0) continue;
    for (const connections of topology.connections) {
      const measured = all.filter((round) => round.connections === connections);
      const of = (figure: keyof Round) => median(measured.map((round) => round[figure]));
      const ratio = of('ratio');
      if (rows.length === 0) alone = ratio;
      rows.push({
        topology: topology.name,
        connections,
        'clicks/s': of('perSecond').toFixed(0),
        'bare/s': of('barePerSecond').toFixed(0),
        ratio: ratio.toFixed(2),
        'to one process': (ratio / alone).toFixed(2),
        'p50 ms': of('p50Ms').toFixed(2),
        'p99 ms': of('p99Ms').toFixed(2),
        'counted after ms': of('drainMs').toFixed(0),
        'application µs': of('node').toFixed(1),
        'edge µs': of('edge').toFixed(1),
        'PostgreSQL µs': of('database').toFixed(1),
        'nats-server µs': of('nats').toFixed(1),
        'generator µs': of('generator').toFixed(1),
        'bare µs': of('bare').toFixed(1),
        'load average before': load.toFixed(1),
      });
    }
  }
  printTable(`Redirect by topology, ${rounds} rounds of ${seconds} s, each in turn with the bare server`, rows);
  console.log(`  ${availableParallelism()} cores for all processes together; generator: ${loadGenerator}`);
}

async function measureTopology(topology: Topology, rounds: number, seconds: number): Promise<Round[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  const nats = topology.hasNats ? await startNats() : null;
  try {
    const [port, edgePort, barePort] = [await freePort(), await freePort(), await freePort()];
    const common = { TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn', CLICK_LOG_URL: nats?.url() ?? '' };
    const settings = { ...common, PORT: String(port), DATA_DIR: dataDir, WORKERS: String(topology.workers) };
    const server = await start(children, ['dist/main.js', 'serve'], { ...settings, DATABASE_URL: '' }, /ready at/);
    const database = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(MARKET_SQL);
      const edgeSettings = { ...common, PORT: String(edgePort), DATA_DIR: path.join(dataDir, 'edge') };
      const edge = topology.hasEdge ? await start(children, ['dist/main.js', 'edge'], edgeSettings, /ready at/) : null;
      if (edge !== null) await edgeKnows(edgePort, LINKS);
      const bare = await start(children, ['-e', FLOOR_SOURCE, String(barePort)], {}, /ready/);
      return await measureRounds({
        topology,
        rounds,
        seconds,
        client,
        databaseUrl: database.url,
        ports: { ours: topology.hasEdge ? edgePort : port, bare: barePort },
        pids: {
          node: await withWorkers(server.pid!, topology.workers),
          edge: edge === null ? [] : [edge.pid!],
          nats: nats === null ? [] : await pidsListeningOn(nats.port),
          bare: [bare.pid!],
        },
      });
    } finally {
      await client.end();
      await database.stop();
    }
  } finally {
    await endProcesses(children);
    await nats?.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until an edge knows the links of the market, which were made while the application ran. */
async function edgeKnows(port: number, links: number): Promise<void> {
  const read = async () =>
    ((await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as { links: number }).links;
  while ((await read()) < links) await sleep(100);
}

interface Measurement {
  topology: Topology;
  databaseUrl: string;
  rounds: number;
  seconds: number;
  client: pg.Client;
  ports: { ours: number; bare: number };
  pids: Record<'node' | 'edge' | 'nats' | 'bare', number[]>;
}

async function measureRounds(measurement: Measurement): Promise<Round[]> {
  const { topology, databaseUrl, rounds, seconds, client, ports, pids } = measurement;
  const load = { prefix: 'bench', count: LINKS, seconds };
  const [ours, bare] = [`http://127.0.0.1:${ports.ours}`, `http://127.0.0.1:${ports.bare}`];
  let acknowledged = 0;
  const follow = async (connections: number, seed: number) => {
    const result = await followLinks(ours, { ...load, connections, seed });
    if (result.others > 0) throw new Error(`${result.others} replies were not 302`);
    acknowledged += result.acknowledged;
    return result;
  };
  for (const warmUp of [29, 30]) await follow(128, warmUp);
  await counted(client, () => acknowledged);
  const costs = async () => ({
    node: await sumOf(pids.node),
    edge: await sumOf(pids.edge),
    nats: await sumOf(pids.nats),
    database: await databaseMicros(client),
  });
  const found: Round[] = [];
  const turns = topology.connections.flatMap((one) => Array.from({ length: rounds }, () => one));
  for (const [turn, connections] of turns.entries()) {
    const bareBefore = await sumOf(pids.bare);
    const floor = await followLinks(bare, { ...load, connections, seed: turn });
    const bareMicros = ((await sumOf(pids.bare)) - bareBefore) / floor.acknowledged;
    const admit = topology.isLogAlone ? await refuseClicks(databaseUrl) : null;
    const before = await costs();
    const generatorBefore = await endedChildrenMicros();
    const redirect = await follow(connections, turn);
    const atEnd = await costs();
    await admit?.();
    const generator = ((await endedChildrenMicros()) - generatorBefore) / redirect.acknowledged;
    const drainMs = await counted(client, () => acknowledged);
    // Without the database, only the log is measured, and not the later counting of the clicks.
    const after = admit === null ? await costs() : atEnd;
    const perClick = (whose: keyof typeof after) => (after[whose] - before[whose]) / redirect.acknowledged;
    found.push({
      connections,
      ratio: redirect.perSecond / floor.perSecond,
      perSecond: redirect.perSecond,
      barePerSecond: floor.perSecond,
      p50Ms: redirect.p50Ms,
      p99Ms: redirect.p99Ms,
      drainMs,
      generator,
      bare: bareMicros,
      node: perClick('node'),
      edge: perClick('edge'),
      database: perClick('database'),
      nats: perClick('nats'),
    });
  }
  return found;
}

/** Makes the database refuse connections, and ends the connection that records clicks. @returns a function that restores the access */
async function refuseClicks(databaseUrl: string): Promise<() => Promise<void>> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tributary clicks'",
  );
  await sleep(1_000);
  return async () => {
    await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
    await admin.end();
  };
}

/** Waits until all acknowledged clicks are in the database. @returns milliseconds */
async function counted(client: pg.Client, acknowledged: () => number): Promise<number> {
  const began = performance.now();
  // There are few rows of totals, but many clicks, so the totals are read.
  const read = async () => {
    const { rows } = await client.query<{ n: number }>(
      "SELECT coalesce(sum(d.clicks + d.uncounted), 0)::float8 AS n FROM link_days d JOIN links l ON l.id = d.link_id WHERE l.code LIKE 'bench%'",
    );
    return rows[0]!.n;
  };
  while ((await read()) < acknowledged()) {
    if (performance.now() - began > 120_000) throw new Error('clicks are not counted');
    await sleep(50);
  }
  return performance.now() - began;
}

const sumOf = async (pids: readonly number[]): Promise<number> => {
  const used = await Promise.all(pids.map(cpuMicros));
  return used.reduce((sum, one) => sum + one, 0);
};

/** CPU microseconds of this process's ended children. These are load generators, because all other children still run. */
async function endedChildrenMicros(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1e6) / TICKS_PER_SECOND;
}

/** A process and its workers, if there are several: its children with the same program. PostgreSQL is counted separately. */
async function withWorkers(pid: number, count: number): Promise<number[]> {
  if (count === 1) return [pid];
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  const workers: number[] = [];
  for (const child of children.map(Number)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('dist/main.js')) workers.push(child);
  }
  if (workers.length === count) return [pid, ...workers];
  await sleep(100);
  return withWorkers(pid, count);
}

/** The children of this process that run nats-server on a port. */
async function pidsListeningOn(port: number): Promise<number[]> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const found: number[] = [];
  for (const child of children) {
    const words = (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (words[0]?.endsWith('nats-server') && words.includes(String(port))) found.push(child);
  }
  return found;
}

if (import.meta.url === `file://${process.argv[1]}`) await runTopologiesBench(...process.argv.slice(2).map(Number));
