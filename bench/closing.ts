import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { ClickDatabase } from '../src/modules/clicks/click-database.ts';
import { newClickId } from '../src/modules/clicks/click-id.ts';
import { Profiles } from '../src/modules/clicks/profiles.ts';
import { exportMonth } from '../src/modules/payments/accounting/export.ts';
import { audit, closePeriod, openFileWork, settleInvoices } from '../src/modules/payments/index.ts';
import { listInvoices } from '../src/modules/payments/invoices/read-invoices.ts';
import { makeDocument } from '../src/modules/payments/invoices/send-document.ts';
import { exportRun, makeRun, previewRun } from '../src/modules/payouts/index.ts';
import { createCalendar } from '../src/platform/calendar.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import type { Context, Logger } from '../src/platform/context.ts';
import { connectDatabase, type DatabaseConnection } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { createVault } from '../src/platform/secrets/vault.ts';
import { createDatabase, dropDatabase, onDatabase } from '../tests/harness/test-databases.ts';
import { type FilledMonth, fillMonth, MONTH, type MonthShape } from './closing-month.ts';
import { latency, printTable, rounded } from './report.ts';

export interface ClosingBenchOptions {
  /** Clicks of the month; one order for every ten, one store for every 10,000. */
  clicks?: number;
  /** Creators, who are nearly all of the payees. */
  creators?: number;
  /** The month is also closed with this many times the creators, and with a fourth of its clicks and creators; 1: neither. */
  times?: number;
}

/** Days after which nothing is held any more, and orders are no longer pending by age. */
const CLOSED_AT = new Date('2026-04-02T08:00:00Z');
const PAID_AT = new Date('2026-05-15T08:00:00Z');
/** Invoices and statements that are written as files, of each kind. */
const SAMPLE = 200;
/** Clicks of a batch that is recorded beside the closing, and the pause between two batches. */
const BATCH = 50;
const PAUSE_MS = 20;
const IDLE_BATCHES = 100;
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

const calendar = createCalendar('UTC');
const company = {
  name: 'Bench AB',
  lines: ['Bench street 1'],
  vatNumber: 'SE559000000001',
  bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466',
  country: 'SE',
  vatRatePpm: 250_000,
};
const payouts = {
  accountDelayDays: 0,
  approvalAboveEur: 1_000_000_000,
  vies: null,
  debtor: { iban: 'SE4550000000058398257466', bic: null },
};
const vault = createVault([randomBytes(32)]);

/** What was measured with one month; durations are seconds. */
interface Figures extends FilledMonth {
  close: number;
  /** The largest memory of the closing's database process beside the shared memory, and of this process: MiB. */
  databaseMiB: number;
  processMiB: number;
  /** The longest time for which the closing blocked the event loop: ms. */
  heldMs: number;
  /** Recording a batch of clicks without and during the closing: ms. */
  idleBatch: ReturnType<typeof latency>;
  busyBatch: ReturnType<typeof latency>;
  audit: number;
  faults: string[];
  invoices: number;
  statements: number;
  /** Files per second of the sample, in one thread. */
  invoicePdfs: number;
  statementPdfs: number;
  payoutRuns: number;
  payouts: number;
  paying: number;
  exporting: number;
}

/**
 * The goals of closing a month (goals.md): a month of 1 million clicks, 100,000 orders, 100 stores and 1,000 creators within 20 s on two cores, and
 * at most 1.5 times as long with 8 times the creators; the large month within 120 s. Each month is filled in a database of its own, closed while clicks
 * are recorded, audited, stated in files, paid out and exported. `npm run bench closing 5000000 20000 1` measures the large month.
 */
export async function runClosingBench(options: ClosingBenchOptions = {}): Promise<Figures[]> {
  const { clicks = 1_000_000, creators = 1_000, times = 8 } = options;
  const links = Math.max(Math.floor(clicks / 100), creators * 5);
  const base = {
    clicks,
    orders: Math.floor(clicks / 10),
    stores: Math.max(4, Math.floor(clicks / 10_000)),
    creators,
    links,
  };
  const fourth = Object.fromEntries(Object.entries(base).map(([name, size]) => [name, Math.ceil(size / 4)]));
  const months: MonthShape[] =
    times === 1 ? [base] : [fourth as unknown as MonthShape, base, { ...base, creators: creators * times }];
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-bench-'));
  // As root, the server runs as another user, who must be able to enter this folder.
  await fs.chmod(dataDir, 0o711);
  const server = await startEmbeddedDatabase({ dataDir, log: SILENT });
  try {
    const figures: Figures[] = [];
    for (const [index, shape] of months.entries()) {
      const name = `month_${index}`;
      await createDatabase(server.url, name, null);
      const url = onDatabase(server.url, name);
      await migrate(url, migrationsFolder(), SILENT, completeDatabase);
      figures.push(await measureMonth(url, shape));
      await dropDatabase(server.url, name);
    }
    return figures;
  } finally {
    await server.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

async function measureMonth(url: string, shape: MonthShape): Promise<Figures> {
  const connect = (maxConnections: number) =>
    connectDatabase(url, { maxConnections, statementTimeoutMs: null, onPoolError: () => {} });
  // One connection, so that its database process is that of the closing.
  const one = connect(1);
  const rest = connect(4);
  try {
    const filled = await fillMonth(rest.pool, shape, vault);
    const closed = await measureClosing(url, one, rest);
    const [auditSeconds, findings] = await timed(() => audit(one.db));
    const documents = await measureDocuments(rest);
    const paid = await measurePayouts(rest);
    const at = { ...adminOf(rest, PAID_AT), actor: await admin(rest) };
    const [exporting] = await timed(() => exportMonth(at, { calendar, company }, { month: MONTH, format: 'sie' }));
    return {
      ...filled,
      ...closed,
      ...documents,
      ...paid,
      audit: auditSeconds,
      faults: findings.filter(({ faults }) => faults > 0).map(({ title, examples }) => `${title}: ${examples[0]}`),
      exporting,
    };
  } finally {
    await Promise.all([one.pool.end(), rest.pool.end()]);
  }
}

async function measureClosing(url: string, one: DatabaseConnection, rest: DatabaseConnection) {
  const { rows } = await one.db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  const profiles = new Profiles(rest.pool, 1_000);
  const log = new ClickDatabase(url, profiles);
  const recordBatch = await recorder(rest, profiles, log);
  const idle: number[] = [];
  for (let n = 0; n < IDLE_BATCHES; n += 1) idle.push(await recordBatch());
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const busy: number[] = [];
  let databaseMiB = 0;
  let isClosing = true;
  const beside = (async () => {
    while (isClosing) {
      busy.push(await recordBatch());
      databaseMiB = Math.max(databaseMiB, ownMemoryOf(rows[0]!.pid));
      await sleep(PAUSE_MS);
    }
  })();
  const ctx = { db: one.db, now: () => CLOSED_AT, actorId: null };
  const [close] = await timed(() => closePeriod(ctx, { calendar, company }, { month: MONTH }));
  isClosing = false;
  await beside;
  delay.disable();
  await log.disconnect();
  return {
    close,
    databaseMiB,
    processMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    heldMs: Math.round(delay.max / 1e6),
    idleBatch: latency(idle),
    busyBatch: latency(busy),
  };
}

/** Records batches of new clicks of today on random links, as the loop that carries clicks from the journal does. @returns milliseconds */
async function recorder(
  { pool }: DatabaseConnection,
  profiles: Profiles,
  log: ClickDatabase,
): Promise<() => Promise<number>> {
  const day = new Date().toISOString().slice(0, 10);
  await pool.query('SELECT ensure_click_months($1, $1), ensure_visitor_days($1, $1)', [day]);
  const { rows } = await pool.query<{ code: string }>('SELECT code FROM links ORDER BY hashint8(id) LIMIT 200');
  const known = await profiles.reload(
    rows.map(({ code }) => code),
    0,
  );
  let count = 0;
  return async () => {
    const clicks = Array.from({ length: BATCH }, () => {
      count += 1;
      const visitor = createHash('sha256').update(String(count)).digest('hex').slice(0, 32);
      return {
        id: newClickId(Date.now()),
        profile: known.get(rows[count % rows.length]!.code)!,
        day,
        visitor,
        class: 0 as const,
        source: 0 as const,
      };
    });
    const began = performance.now();
    await log.record(clicks, false);
    return performance.now() - began;
  };
}

/** The memory of a process beside the shared memory in MiB; 0 where the system does not say it. */
function ownMemoryOf(pid: number): number {
  try {
    const [, kiB] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kiB ?? 0) / 1024);
  } catch {
    return 0;
  }
}

async function measureDocuments({ db }: DatabaseConnection) {
  const files = openFileWork({ waitingMs: 600_000 });
  const ctx = { db, now: () => CLOSED_AT };
  const perSecond = async (kind: 'store' | 'creator') => {
    const page = { page: 1, size: SAMPLE, offset: 0 };
    const { items, total } = await listInvoices(ctx, { kind, month: MONTH }, page);
    // The first file loads the fonts.
    await makeDocument(ctx, { calendar, files, earningsHoldDays: 0 }, 'pdf', items[0]!);
    const [seconds] = await timed(async () => {
      for (const invoice of items) await makeDocument(ctx, { calendar, files, earningsHoldDays: 0 }, 'pdf', invoice);
    });
    return { total, rate: rounded(items.length / seconds) };
  };
  try {
    const ofStores = await perSecond('store');
    const ofCreators = await perSecond('creator');
    return {
      invoices: ofStores.total,
      statements: ofCreators.total,
      invoicePdfs: ofStores.rate,
      statementPdfs: ofCreators.rate,
    };
  } finally {
    await files.close();
  }
}

/** The stores pay, then all payees are paid: as many runs as needed, each previewed, made and exported. */
async function measurePayouts(connection: DatabaseConnection) {
  const { db } = connection;
  const { rows } = await db.execute<{ id: number }>(sql`SELECT id FROM invoices WHERE kind = 'store'`);
  const paid = rows.map(({ id }) => ({ invoiceId: id, paidAt: PAID_AT }));
  await db.transaction((tx) => settleInvoices(tx, paid, { now: PAID_AT, calendar }));
  const ctx = { ...adminOf(connection, PAID_AT), actor: await admin(connection) };
  const deps = {
    calendar,
    earningsHoldDays: 0,
    payouts,
    vault,
    company,
    paymentProvider: { name: 'none' as never },
  };
  const request = { currency: 'SEK', cutOff: '2026-05-15' };
  let runs = 0;
  let count = 0;
  const [paying] = await timed(async () => {
    for (;;) {
      const { fingerprint, due } = await previewRun(ctx, deps, request);
      if (due.length === 0) return;
      const { id } = await makeRun(ctx, deps, { ...request, fingerprint });
      await exportRun(ctx, deps, { runId: id, format: 'pain.001.001.09' });
      runs += 1;
      count += due.length;
    }
  });
  return { payoutRuns: runs, payouts: count, paying };
}

const adminOf = ({ db }: DatabaseConnection, at: Date) => ({ db, now: () => at });

async function admin({ db }: DatabaseConnection): Promise<Context['actor']> {
  const { rows } = await db.execute<{ id: number }>(sql`SELECT id FROM users WHERE is_admin`);
  return { userId: rows[0]!.id, isAdmin: true } as Context['actor'];
}

/** @returns the duration in seconds, and the result */
async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [rounded((performance.now() - began) / 1000), result];
}

/** Prints the figures as tables, and the ratios of the months to the one in the middle. */
export function printClosingFigures(figures: readonly Figures[]): void {
  printTable(
    'Months',
    figures.map(({ clicks, linkDays, orders, stores, creators, links, sizeMiB, fillSeconds }) => ({
      clicks,
      'link days': linkDays,
      orders,
      stores,
      creators,
      links,
      MiB: sizeMiB,
      'filled in s': fillSeconds,
    })),
  );
  const base = figures[figures.length === 1 ? 0 : 1]!;
  printTable(
    'Seconds (ratios to the month of the given size; goal with 8 times the creators: 1.5)',
    figures.map((month) => ({
      clicks: month.clicks,
      creators: month.creators,
      close: month.close,
      ratio: rounded(month.close / base.close),
      audit: month.audit,
      'audit ratio': rounded(month.audit / base.audit),
      faults: month.faults.length,
      payouts: month.payouts,
      runs: month.payoutRuns,
      'paying all': month.paying,
      'accounting file': month.exporting,
    })),
  );
  printTable(
    'Files of invoices and statements, per second in one thread',
    figures.map(({ creators, invoices, statements, invoicePdfs, statementPdfs }) => ({
      creators,
      invoices,
      statements,
      'invoice PDFs': invoicePdfs,
      'statement PDFs': statementPdfs,
    })),
  );
  printTable(
    `Beside the closing: batches of ${BATCH} clicks (ms), memory, event loop`,
    figures.map(({ creators, idleBatch, busyBatch, databaseMiB, processMiB, heldMs }) => ({
      creators,
      'idle p50': idleBatch.p50Ms,
      'idle p95': idleBatch.p95Ms,
      'closing p50': busyBatch.p50Ms,
      'closing p95': busyBatch.p95Ms,
      'database MiB': databaseMiB,
      'process MiB': processMiB,
      'held ms': heldMs,
    })),
  );
  for (const { faults, creators } of figures)
    for (const fault of faults) console.log(`With ${creators} creators: ${fault}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [clicks, creators, times] = process.argv.slice(2).map(Number);
  const figures = await runClosingBench({
    ...(clicks !== undefined && { clicks }),
    ...(creators !== undefined && { creators }),
    ...(times !== undefined && { times }),
  });
  printClosingFigures(figures);
  if (figures.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}
