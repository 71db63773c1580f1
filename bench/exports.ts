import type { ChildProcess } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createInflateRaw } from 'node:zlib';
import pg from 'pg';
import pino from 'pino';
import { createToken } from '../src/modules/accounts/index.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { SqlDatabase } from '../src/platform/database/sql-database.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../src/platform/export/export.ts';
import { endProcesses, freePort, MARKET_SQL, start } from './redirect.ts';
import { printTable } from './report.ts';

const GOAL_MB = 150;
const GOAL_HELD_MS = 50;
const ORDERS_A_STATEMENT = 100_000;

/**
 * The goal "export of 1 million rows, CSV and XLSX" (goals.md): all orders of a store over HTTP from a newly started server. The
 * baseline is the server before the export. The operating system reports its maximum memory, and the server reports how long its event
 * loop was blocked.
 */
export async function runExportsBench(rows = 1_000_000): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const log = pino({ level: 'silent' });
  // Nothing is measured while writing, so writing need not wait for the disk.
  const database = await startEmbeddedDatabase({ dataDir, log, testOnlyWithoutFsync: true });
  try {
    await migrate(database.url, migrationsFolder(), log, completeDatabase);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const { storeId, token } = await fill(pool, rows);
    await pool.end();
    const figures = [];
    for (const format of EXPORT_FORMATS)
      figures.push(await measure({ databaseUrl: database.url, dataDir, storeId, token, format, rows }));
    printTable(
      `All ${rows} orders of a store as a file (goal: at most ${GOAL_MB} MB more memory, event loop held at most ${GOAL_HELD_MS} ms)`,
      figures,
    );
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Orders of one store over a year, nine of ten attributed to a link, some with a voucher. */
async function fill(pool: pg.Pool, rows: number): Promise<{ storeId: number; token: string }> {
  await pool.query(MARKET_SQL);
  for (let first = 0; first < rows; first += ORDERS_A_STATEMENT)
    await pool.query(
      `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
         attribution, unattributed_reason, link_id, user_id, voucher_code, cpa_ppm, invoice_cpa_ppm, user_share_ppm)
       SELECT l.store_id, 'ORDER-' || n, 'server', CASE n % 10 WHEN 0 THEN 'denied' WHEN 1 THEN 'pending' ELSE 'approved' END,
         (day + n % 86400 * interval '1 second') AT TIME ZONE 'UTC', day, 10000 + n % 50000, 'SEK', 10000 + n % 50000, 'SEK',
         'click', NULL, l.id, l.user_id, CASE n % 20 WHEN 0 THEN 'SPRING-' || n % 1000 END, 80000, 100000, 700000
       FROM (SELECT n, DATE '2025-10-01' + n % 365 AS day FROM generate_series($1::int, $2::int - 1) n) g
       JOIN (SELECT id, store_id, user_id, row_number() OVER (ORDER BY id) - 1 AS nth FROM links
         WHERE store_id = (SELECT min(id) FROM stores WHERE tracking_key LIKE 'bench-%')) l ON l.nth = n % 100`,
      [first, Math.min(first + ORDERS_A_STATEMENT, rows)],
    );
  await pool.query('VACUUM (ANALYZE)');
  const { rows: stores } = await pool.query<{ id: number; n: number }>(
    'SELECT store_id AS id, count(*)::int AS n FROM orders GROUP BY store_id',
  );
  if (stores.length !== 1 || stores[0]!.n !== rows) throw new Error(`${JSON.stringify(stores)} orders were made`);
  const { rows: users } = await pool.query<{ id: number }>(`SELECT id FROM users WHERE username = 'bench-1'`);
  const [storeId, userId] = [Number(stores[0]!.id), Number(users[0]!.id)];
  await pool.query('INSERT INTO store_members (store_id, user_id) VALUES ($1, $2)', [storeId, userId]);
  const token = await createToken({ db: new SqlDatabase(pool), now: () => new Date() }, { userId, purpose: 'api' });
  return { storeId, token: token.raw };
}

interface Options {
  databaseUrl: string;
  dataDir: string;
  storeId: number;
  token: string;
  format: ExportFormat;
  rows: number;
}

async function measure({ databaseUrl, dataDir, storeId, token, format, rows }: Options) {
  const children: ChildProcess[] = [];
  const [port, file] = [await freePort(), path.join(dataDir, `orders.${format}`)];
  const settings = {
    PORT: String(port),
    DATA_DIR: path.join(dataDir, format),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: '5a'.repeat(32),
  };
  try {
    const server = await start(children, ['dist/main.js', 'serve'], { ...settings, LOG_LEVEL: 'warn' }, /ready at/);
    const base = `http://127.0.0.1:${port}`;
    const ask = (wanted: string) => fetch(`${base}${wanted}`, { headers: { authorization: token } });
    // A first request excludes the cost of lazy initialization.
    for (const wanted of ['?size=20', `?format=${format}&from=2025-10-01&to=2025-10-01`])
      await (await ask(`/v2/stores/${storeId}/orders${wanted}`)).arrayBuffer();
    await sleep(1_000);
    const before = await memoryOf(server.pid!);
    await longestHold(base);
    const began = performance.now();
    const reply = await ask(`/v2/stores/${storeId}/orders?format=${format}`);
    if (reply.status !== 200 || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`);
    await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(file));
    const seconds = (performance.now() - began) / 1000;
    const heldMs = await longestHold(base);
    const { highest } = await memoryOf(server.pid!);
    const found = format === 'csv' ? await rowsOfCsv(file) : await rowsOfSheet(file);
    if (found !== rows) throw new Error(`the ${format} has ${found} rows, not ${rows}`);
    const more = highest - before.now;
    return {
      format,
      rows: found,
      'file MB': mb((await stat(file)).size),
      seconds: seconds.toFixed(1),
      'rows a second': Math.round(rows / seconds),
      'memory before MB': mb(before.now),
      'more MB': mb(more),
      'held ms': Math.round(heldMs),
      'goals met': more <= GOAL_MB * 1e6 && heldMs <= GOAL_HELD_MS ? 'yes' : 'NO',
    };
  } finally {
    await endProcesses(children);
  }
}

const mb = (bytes: number) => Math.round(bytes / 1e6);

/** The current memory of a process in bytes, and the maximum since the last call. Each call resets the maximum. */
async function memoryOf(pid: number): Promise<{ now: number; highest: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return { now: bytes('VmRSS'), highest: bytes('VmHWM') };
}

/** The longest block of the event loop since the last call, in milliseconds. */
async function longestHold(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the server does not say how long its event loop was held');
  return Number(seconds) * 1000;
}

async function rowsOfCsv(file: string): Promise<number> {
  let ends = 0;
  for await (const part of createReadStream(file)) {
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) ends += 1;
  }
  // The header line does not count.
  return ends - 1;
}

/** Counts the rows of the first sheet, each of which begins with `<row `. */
async function rowsOfSheet(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const from = await beginningOf(handle, 'xl/worksheets/sheet1.xml');
    const inflated = createInflateRaw();
    // The rest of the archive after the sheet is not part of its data.
    const reading = createReadStream(file, { start: from }).pipe(inflated);
    let [rows, rest] = [0, ''];
    for await (const part of reading) {
      const text = rest + part.toString('latin1');
      rows += text.split('<row ').length - 1;
      rest = text.slice(-4);
    }
    return rows - 1;
  } finally {
    await handle.close();
  }
}

/** Returns the offset of a file's data in a ZIP archive. */
async function beginningOf(handle: Awaited<ReturnType<typeof open>>, name: string): Promise<number> {
  const head = Buffer.alloc(1024 * 1024);
  await handle.read(head, 0, head.length, 0);
  const at = head.indexOf(name) - 30;
  if (at < 0 || head.readUInt32LE(at) !== 0x04034b50) throw new Error(`the archive does not begin with ${name}`);
  return at + 30 + head.readUInt16LE(at + 26) + head.readUInt16LE(at + 28);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runExportsBench(...process.argv.slice(2).map(Number));
