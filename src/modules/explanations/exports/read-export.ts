import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type CursorScope, type Position, writeCursor } from './cursor.ts';
import type { DatasetRules, Days, ExportRow, Value } from './dataset-rules.ts';
import { RULES } from './datasets.ts';

/** Number of rows that are read, and in memory, at a time. */
const BATCH = 2_000;
/** Initial number of transactions that are read at a time. It decreases if they contain many rows, and increases if they contain few. */
const FIRST_WINDOW = 1_024;
const MAX_WINDOW = 2 ** 30;
/** The interval of checks for new rows while a request waits. */
const POLL_MS = 500;
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

/** A record of an export, with the cursor after it. Null in place of values: the end of the reply. */
export interface ExportedRecord {
  cursor: string;
  values: Record<string, Value> | null;
}

/** The data set and the limits of a read. */
export interface ExportRequest extends CursorScope {
  after: Position | null;
  /** Only events of these days; null: all. */
  days: Days | null;
  /** Maximum number of records. */
  limit: number;
  /** Maximum waiting time for the first record, in milliseconds. */
  waitMs: number;
  /** Reports that the client no longer waits. */
  isAbandoned: () => boolean;
}

/** Identity of this database, which cursors contain. */
export async function readIdentity(db: Database): Promise<string> {
  const { rows } = await db.execute<{ identity: string }>(sql`SELECT identity FROM export_identity`);
  return rows[0]!.identity;
}

/**
 * Reads a data set in the order of commits, from a position to the latest commit or to the limit. A transaction is read once
 * every earlier one has ended, so a record that commits later never comes before a cursor. Records that change come again. Ends
 * with a record that has only the cursor. Data sets without commits are read by their ids.
 */
export async function* readExport(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  request: ExportRequest,
): AsyncGenerator<ExportedRecord[]> {
  const rules = RULES[request.dataset];
  const { during } = rules;
  const scope =
    during === undefined || request.days === null
      ? rules.scope(actor)
      : sql`${rules.scope(actor)} AND ${during(request.days)}`;
  let position = request.after ?? { transaction: 0, key: request.dataset === 'clicks' ? ZERO_UUID : '0' };
  let left = request.limit;
  let window = FIRST_WINDOW;
  const deadline = performance.now() + request.waitMs;
  const toRecords = (rows: readonly ExportRow[]): ExportedRecord[] =>
    rows.map((row) => ({
      cursor: writeCursor(request, { transaction: row.recorded_in, key: String(row.key) }),
      values: rules.present(row, actor),
    }));
  while (left > 0 && !request.isAbandoned()) {
    // Records without a position in the order of commits are read as if a single transaction had written them.
    const horizon = rules.order === 'ids' ? 1 : await readHorizon(db);
    while (left > 0 && position.transaction < horizon - (position.key === null ? 1 : 0) && !request.isAbandoned()) {
      const size = Math.min(BATCH, left);
      const until = position.key === null ? Math.min(position.transaction + 1 + window, horizon) : null;
      const rows = await readBatch(db, rules, { scope, position, until, size });
      if (rows.length > 0) yield toRecords(rows);
      left -= rows.length;
      const isFull = rows.length === size;
      if (isFull || (rules.order === 'ids' && rows.length > 0))
        position = { transaction: rows.at(-1)!.recorded_in, key: String(rows.at(-1)!.key) };
      else if (rules.order === 'ids') break;
      else position = { transaction: until === null ? position.transaction : until - 1, key: null };
      if (until !== null) window = isFull ? Math.max(1, window >> 1) : Math.min(window * 2, MAX_WINDOW);
    }
    if (left < request.limit || performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  yield [{ cursor: writeCursor(request, position), values: null }];
}

/** The first transaction that may still be under way: all before it have ended. */
async function readHorizon(db: Database): Promise<number> {
  const { rows } = await db.execute<{ horizon: number }>(
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon`,
  );
  return rows[0]!.horizon;
}

/** The rest of one transaction in the order of the keys (`until` null), or the transactions after it until another. */
async function readBatch(
  db: Database,
  { from, columns, key, keyType, near, order: kind }: DatasetRules,
  { scope, position, until, size }: { scope: SQL; position: Position; until: number | null; size: number },
): Promise<readonly ExportRow[]> {
  const { transaction } = position;
  if (kind === 'ids') {
    const { rows } = await db.execute<ExportRow>(sql`
      SELECT 0::bigint AS recorded_in, ${key}::text AS key, ${columns} FROM ${from} WHERE ${key} > ${position.key}::${keyType} AND ${scope}
      ORDER BY ${key} LIMIT ${size}`);
    return rows;
  }
  const beyond = sql`${key} > ${position.key}::${keyType}`;
  const found =
    near === undefined ? beyond : sql`${near.column} >= ${position.key}::${keyType} - ${near.span} AND ${beyond}`;
  const which =
    until === null
      ? sql`t.recorded_in = ${transaction} AND ${found}`
      : sql`t.recorded_in > ${transaction} AND t.recorded_in < ${until}`;
  const sorted = near === undefined ? key : sql`${near.column}, ${key}`;
  const order = until === null ? sorted : sql`t.recorded_in, ${sorted}`;
  const { rows } = await db.execute<ExportRow>(sql`
    SELECT t.recorded_in, ${key}::text AS key, ${columns} FROM ${from} WHERE ${which} AND ${scope} ORDER BY ${order} LIMIT ${size}`);
  return rows;
}
