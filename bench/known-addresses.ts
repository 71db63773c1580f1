import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { hashPassword } from '../src/modules/accounts/index.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { endProcesses, freePort, start } from './redirect.ts';
import { median, printTable, rounded } from './report.ts';

const PAUSE_MS = 150;
const REQUESTS: readonly (readonly [url: string, body: object])[] = [
  ['/v2/sign-up', { password: 'the one of a stranger', name: 'Robin', role: 'creator' }],
  ['/v2/password-resets', {}],
  ['/v2/sessions', { password: 'a wrong one' }],
];

/**
 * Whether the time of a reply reveals that an address has an account. Alternates requests for known and unknown addresses, each from
 * another network. The last column is the share of pairs in which the known address took longer: 0.5 if the time reveals nothing.
 */
export async function runKnownAddressesBench(rounds = 300): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const children: ChildProcess[] = [];
  const log = pino({ level: 'silent' });
  const database = await startEmbeddedDatabase({ dataDir, log });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    await migrate(database.url, migrationsFolder(), log, completeDatabase);
    await pool.query(
      `INSERT INTO users (username, email, password_hash) SELECT 'known-' || n, 'known-' || n || '@bench.example', $1 FROM generate_series(1, $2::int) n`,
      [await hashPassword('correct horse battery'), rounds],
    );
    const port = await freePort();
    await start(
      children,
      ['dist/main.js', 'serve'],
      {
        PORT: String(port),
        DATA_DIR: path.join(dataDir, 'server'),
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: '5a'.repeat(32),
        RATE_LIMIT_MAX: '100000000',
        LOG_LEVEL: 'warn',
        TRUST_PROXY: 'loopback',
      },
      /ready at/,
    );
    const rows: Awaited<ReturnType<typeof measure>>[] = [];
    for (const [url, body] of REQUESTS) rows.push(await measure(`http://127.0.0.1:${port}${url}`, url, body, rounds));
    printTable('Known and unknown addresses', rows);
  } finally {
    await endProcesses(children);
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(address: string, url: string, body: object, rounds: number) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const kinds = ['known', 'unknown'] as const;
  let networks = 0;
  for (let round = 1; round <= rounds; round++) {
    // The order alternates, so that neither kind is always first.
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      networks += 1;
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${networks >> 8}.${networks & 255}`,
      };
      const payload = JSON.stringify({ ...body, email: `${kind}-${round}@bench.example` });
      // The mail of the previous request is written after its reply, and would delay this request.
      await setTimeout(PAUSE_MS);
      const before = performance.now();
      await (await fetch(address, { method: 'POST', headers, body: payload })).text();
      times[kind].push(performance.now() - before);
    }
  }
  const longer = times.known.filter((time, n) => time > times.unknown[n]!).length;
  return {
    request: url,
    pairs: rounds,
    'known p50 ms': rounded(median(times.known)),
    'unknown p50 ms': rounded(median(times.unknown)),
    'known took longer': rounded(longer / rounds),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runKnownAddressesBench(...process.argv.slice(2).map(Number));
