// Upgrades the demo marketplace of an earlier commit with today's program, in both ways that an operator has: the program opens the
// database of the earlier one, and restores its backup. Schema, audit and amounts must be right afterwards.
//
//   npx tsx tests/upgrade/check.ts            the oldest commit whose data can be upgraded
//   npx tsx tests/upgrade/check.ts COMMIT     another one
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { LEFT_OUT } from '../../src/backup/back-up.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts';
import { createDatabase, onDatabase } from '../harness/test-databases.ts';
import { describeSchema } from '../schema/describe-schema.ts';

/** The data of this commit and of all later ones can be upgraded. */
const OLDEST = '51b8c7ff';
/** Packages that an earlier commit imports at its start, and that no longer exist here. Its demo does not use them. */
const REMOVED = ['@e-invoice-eu/core'];
const PATIENCE_MS = 300_000;

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const silent = { debug() {}, info() {}, warn: console.warn, error: console.error };
const [commit = OLDEST] = process.argv.slice(2);

const known = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => null);
if (known === null) {
  console.log(`skipped: this clone has no commit ${commit}`);
  process.exit(0);
}

/** The installation that is restored has it, too. */
const encryptionKey = randomBytes(32).toString('base64');
const work = await mkdtemp(path.join(tmpdir(), 'tributary-upgrade-'));
await chmod(work, 0o755);
const database = await startEmbeddedDatabase({ dataDir: path.join(work, 'server'), log: silent, onProgress: () => {} });
try {
  const earlier = await checkOut(commit);
  const opened = await install('opened');
  const restored = await install('restored');
  const backup = path.join(work, 'backup');

  await tributary(earlier, opened, 'demo');
  const amounts = await read(opened, amountsOf);
  assert(amounts.length > 20, 'the demo of the earlier commit has amounts');
  await tributary(earlier, opened, 'backup', backup);

  await run(process.execPath, ['build.mjs'], { cwd: root });
  await tributary(root, opened, 'migrate');
  await tributary(root, restored, 'restore', backup);
  const schema = (await readFile(path.join(root, 'docs/schema.sql'), 'utf8')).replace(/^--.*\n/gm, '').trim();
  for (const installation of [opened, restored]) {
    assert.equal((await read(installation, describeSchema)).trim(), schema);
    assert.deepEqual(await read(installation, amountsOf), amounts);
    await tributary(root, installation, 'audit');
  }
  const rows = await read(opened, rowsOf);
  const differing = Object.entries(await read(restored, rowsOf)).filter(([table, count]) => rows[table] !== count);
  assert.deepEqual(differing, [], 'tables whose restored rows are not as many as the upgraded ones');
  console.log(
    `data of ${commit} are upgraded, opened and restored: ${amounts.length} amounts are equal, the audit is clean`,
  );
} finally {
  await database.stop();
  await rm(work, { recursive: true, force: true });
}

interface Installation {
  DATABASE_URL: string;
  DATA_DIR: string;
  ENCRYPTION_KEY: string;
}

/** Returns a folder with the sources of a commit, which runs with the packages of this checkout. */
async function checkOut(commit: string): Promise<string> {
  const folder = path.join(work, 'earlier');
  await mkdir(folder);
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
  await symlink(path.join(root, 'node_modules'), path.join(work, 'node_modules'));
  for (const name of REMOVED) {
    const stub = path.join(folder, 'node_modules', name);
    await mkdir(stub, { recursive: true });
    await writeFile(path.join(stub, 'package.json'), '{"type":"module","exports":"./index.js"}');
    await writeFile(path.join(stub, 'index.js'), 'export class InvoiceService {}\n');
  }
  return folder;
}

/** An empty database and a data folder. */
async function install(name: string): Promise<Installation> {
  await createDatabase(database.url, name, null);
  return {
    DATABASE_URL: onDatabase(database.url, name),
    DATA_DIR: path.join(work, name),
    ENCRYPTION_KEY: encryptionKey,
  };
}

/** Runs a command of the earlier program from its sources, or of today's as built. @throws with the output when its status is not 0 */
async function tributary(folder: string, installation: Installation, ...args: string[]): Promise<void> {
  const began = performance.now();
  const tsx = path.join(root, 'node_modules/tsx/dist/esm/index.mjs');
  const program = folder === root ? ['dist/main.js'] : ['--import', tsx, 'src/main.ts'];
  await run(process.execPath, [...program, ...args], {
    cwd: folder,
    env: { ...process.env, PUBLIC_URL: '', LOG_LEVEL: 'warn', ...installation },
    timeout: PATIENCE_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${folder === root ? 'today' : commit}: ${args[0]} in ${seconds} s`);
}

async function read<T>({ DATABASE_URL }: Installation, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sums that no upgrade changes. */
async function amountsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT concat_ws(' ', 'clicks', currency, count(*), sum(cost_minor), sum(user_minor), sum(agency_minor)) AS line FROM clicks GROUP BY currency
    UNION ALL SELECT concat_ws(' ', 'orders', currency, status, count(*), sum(value_minor)) FROM orders GROUP BY currency, status
    UNION ALL SELECT concat_ws(' ', 'ledger', account, part, currency, store_id, agency_id, user_id, count(*), sum(amount_minor))
      FROM ledger_entries GROUP BY account, part, currency, store_id, agency_id, user_id
    UNION ALL SELECT concat_ws(' ', 'invoices', number, total_minor, currency) FROM invoices
    UNION ALL SELECT concat_ws(' ', 'payouts', id, amount_minor, currency) FROM payouts
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}

/** Rows of each table of which a backup has all rows. */
async function rowsOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1)`,
    [LEFT_OUT],
  );
  const { rows } = await client.query<{ name: string; count: number }>(
    tables
      .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${pg.escapeIdentifier(name)}`)
      .join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
