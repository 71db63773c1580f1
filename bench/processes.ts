import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import pino from 'pino';
import { createToken } from '../src/modules/accounts/index.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { SqlDatabase } from '../src/platform/database/sql-database.ts';
import { followLinks, loadGenerator } from './load.ts';
import { endProcesses, freePort, LINKS, MARKET_SQL, start } from './redirect.ts';
import { median, printTable } from './report.ts';

/** The connections of all processes together, so that the load does not grow with the number of processes. */
const CONNECTIONS = 128;

/**
 * Throughput of the tracked redirect and of an API read with 1 to `max` processes on one database. The same total load is spread over
 * them, and the numbers of processes alternate in one run. It shows the gain of the second process, which is small if there are fewer cores than processes, database and
 * generator together.
 */
async function runProcessesBench(max = 2, rounds = 3, seconds = 4): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  const log = pino({ level: 'silent' });
  const database = await startEmbeddedDatabase({ dataDir, log });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  try {
    await migrate(database.url, migrationsFolder(), log, completeDatabase);
    await pool.query(MARKET_SQL);
    const ports: number[] = [];
    for (let number = 1; number <= max; number++) {
      const port = await freePort();
      ports.push(port);
      const own = path.join(dataDir, `server-${number}`);
      const settings = {
        PORT: String(port),
        DATA_DIR: own,
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: '5a'.repeat(32),
        RATE_LIMIT_MAX: '100000000',
      };
      await start(
        children,
        ['dist/main.js', 'serve'],
        { ...settings, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' },
        /ready at/,
      );
    }
    await measure(ports, await tokenOf(pool), rounds, seconds);
  } finally {
    await endProcesses(children);
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Replies per second of each request, with one, two … processes. */
async function measure(ports: readonly number[], token: string, rounds: number, seconds: number): Promise<void> {
  let seed = 100;
  const questions: Record<string, (used: readonly number[]) => Promise<number>> = {
    'tracked redirect': async (used) => {
      seed += 1;
      return together(used, async (base, connections, index) => {
        const load = { prefix: 'bench', count: LINKS, connections, seconds, seed: (seed * ports.length + index) % 250 };
        const { perSecond, others } = await followLinks(base, load);
        if (others > 0) throw new Error(`${others} replies were not 302`);
        return perSecond;
      });
    },
    'API read (GET /v2/me)': (used) =>
      together(used, async (base, connections) => {
        const headers = { authorization: token };
        const result = await autocannon({ url: `${base}/v2/me`, connections, duration: seconds, headers });
        if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} replies were not 200`);
        return result.requests.average;
      }),
  };
  const rows = [];
  for (const [name, ask] of Object.entries(questions)) {
    for (let warmUp = 0; warmUp < 2; warmUp++) await ask(ports);
    const found = ports.map(() => [] as number[]);
    for (let round = 0; round < rounds; round++)
      for (const [index, figures] of found.entries()) figures.push(await ask(ports.slice(0, index + 1)));
    const alone = found[0]!;
    for (const [index, figures] of found.entries()) {
      const ratio = median(figures.map((figure, round) => figure / alone[round]!));
      rows.push({ what: name, processes: index + 1, 'a second': median(figures).toFixed(0), ratio: ratio.toFixed(2) });
    }
  }
  printTable(
    `One to ${ports.length} processes, ${CONNECTIONS} connections in all, ${rounds} rounds of ${seconds} s, in turn`,
    rows,
  );
  console.log(
    `  ${availableParallelism()} cores, which the processes share with PostgreSQL and the generator (${loadGenerator}; autocannon for the read)`,
  );
}

/** The same total load, distributed evenly. */
async function together(
  ports: readonly number[],
  load: (base: string, connections: number, index: number) => Promise<number>,
): Promise<number> {
  const parts = ports.map((port, index) => load(`http://127.0.0.1:${port}`, CONNECTIONS / ports.length, index));
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
}

async function tokenOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM users ORDER BY id LIMIT 1');
  const token = await createToken(
    { db: new SqlDatabase(pool), now: () => new Date() },
    { userId: rows[0]!.id, purpose: 'api' },
  );
  return token.raw;
}

if (import.meta.url === `file://${process.argv[1]}`) await runProcessesBench(...process.argv.slice(2).map(Number));
