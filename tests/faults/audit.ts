import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { audit as auditMoney } from '../../src/modules/payments/index.ts';
import { completeDatabase } from '../../src/platform/complete-database.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { findFaultsInTotals } from '../harness/clicks/ledger.ts';
import { ORDER_VALUE, type Store } from './reporting-stores.ts';
import type { Shoppers } from './shoppers.ts';

const quiet = { debug() {}, info() {}, warn() {}, error: (...args: unknown[]) => console.error(...args) };

/** A data folder of one run; removed by `remove`. */
export async function makeDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-faults-'));
  // As root, PostgreSQL runs as another user, who must be able to enter this folder.
  await fs.chmod(parent, 0o711);
  const remove = () => fs.rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return { dataDir: path.join(parent, 'data'), remove };
}

/** Opens the migrated embedded database of a data folder while no server runs on it, for `work`, and stops it again. */
export async function withDatabase<T>(dataDir: string, work: (pool: pg.Pool, url: string) => Promise<T>): Promise<T> {
  const database = await startEmbeddedDatabase({ dataDir, log: quiet });
  const { pool } = connectDatabase(database.url, {
    maxConnections: 5,
    statementTimeoutMs: 120_000,
    onPoolError: () => {},
  });
  try {
    await migrate(database.url, migrationsFolder(), quiet, completeDatabase);
    return await work(pool, database.url);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** The recorded state of the clicks and orders that were acknowledged to shoppers and stores. */
export interface Audit {
  recorded: number;
  /** Acknowledged clicks that are not recorded. */
  lost: number;
  /** Clicks without a request, and first visits that were recorded as repeated ones. */
  doubled: number;
  orders: number;
  /** Orders that were acknowledged and not recorded, or recorded with another value. */
  ordersLost: number;
  /** Orders that are recorded more often than they were reported. */
  ordersDoubled: number;
  /** Differences between totals and raw rows, and caps that are exceeded. */
  faults: string[];
}

/**
 * Compares the acknowledged clicks and orders with the log. The harness's own requests have no user agent, so they are classified as
 * bots and omitted.
 */
export async function audit(
  pool: pg.Pool,
  shoppers: Pick<Shoppers, 'sent' | 'acknowledged'>,
  store: Pick<Store, 'orders' | 'acknowledged'> = { orders: 0, acknowledged: [] },
): Promise<Audit> {
  const { rows } = await pool.query<{ id: string; class: number }>('SELECT id, class FROM clicks WHERE class <> 1');
  const recorded = new Set(rows.map(({ id }) => id));
  const lost = shoppers.acknowledged.filter((id) => !recorded.has(id)).length;
  const repeated = rows.filter((row) => row.class === 3).length + (rows.length - recorded.size);
  const acknowledgedTwice = shoppers.acknowledged.length - new Set(shoppers.acknowledged).size;
  const doubled = repeated + acknowledgedTwice + Math.max(0, rows.length - shoppers.sent);
  const faults = [...(await findFaultsInTotals(pool)), ...(await findFaultsInMoney(pool))];
  return { recorded: rows.length, lost, doubled, ...(await auditOrders(pool, store)), faults };
}

async function auditOrders(pool: pg.Pool, store: Pick<Store, 'orders' | 'acknowledged'>) {
  const { rows } = await pool.query<{ order_id: string }>(
    'SELECT order_id FROM orders WHERE original_minor = round($1::numeric * 100)',
    [ORDER_VALUE],
  );
  const numbers = new Set(rows.map((row) => row.order_id));
  return {
    orders: rows.length,
    ordersLost: store.acknowledged.filter((number) => !numbers.has(number)).length,
    ordersDoubled: rows.length - numbers.size + Math.max(0, rows.length - store.orders),
  };
}

/** The findings of `npm run audit`, one sentence for each kind of fault. */
export async function findFaultsInMoney(pool: pg.Pool): Promise<string[]> {
  const findings = await auditMoney(new SqlDatabase(pool));
  return findings
    .filter(({ faults }) => faults > 0)
    .map(({ title, faults, examples }) => `${title}: ${faults} wrong, ${examples[0]}`);
}

/** Exit status of the server after its final signal: 0 for an orderly exit, 1 for a forced one. */
export interface Stopped {
  stopped: number | null;
}

/** Faults of an audit after which nothing may be lost or doubled; empty when there are none. */
export function objectionsTo(result: Audit & Partial<Stopped>): string[] {
  const found = result.faults.slice(0, 3);
  if (result.stopped) found.push(`after SIGTERM, the server ended with exit code ${result.stopped}`);
  if (result.lost > 0) found.push(`${result.lost} acknowledged clicks are lost`);
  if (result.doubled > 0) found.push(`${result.doubled} clicks are doubled`);
  if (result.ordersLost > 0) found.push(`${result.ordersLost} acknowledged orders are lost`);
  if (result.ordersDoubled > 0) found.push(`${result.ordersDoubled} orders are doubled`);
  return found;
}

/** Prints rows of equal keys as a table. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name]).length)));
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell, index) => String(cell).padEnd(widths[index]!)).join(' | ')} |`;
  console.log(line(names));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(names.map((name) => row[name]!)));
}
