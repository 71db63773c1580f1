import { type SQL, sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { param, prepared } from './prepared.ts';

/** Maximum number of concurrent statements of one look-up. It is more than one, so that a slow connection does not delay all callers. */
const MAX_RUNNING = 2;

/** Finds a record by its key on a database handle; null when there is none. Callers may share a record, so it must not be changed. */
export type LookUp<Handle, Key, Row> = (handle: Handle, key: Key) => Promise<Row | null>;

/**
 * Combines look-ups under load: while `MAX_RUNNING` statements run, further keys wait and are read by the next one. No result is cached: a statement always
 * begins after the calls that it answers, so that each call sees what was committed before it.
 * @param read reads the records of these keys in one statement, by key
 */
export function combined<Handle extends object, Key extends string | number, Row>(
  read: (handle: Handle, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): LookUp<Handle, Key, Row> {
  const queues = new WeakMap<Handle, (key: Key) => Promise<Row | null>>();
  return (handle, key) => {
    let queue = queues.get(handle);
    if (queue === undefined) {
      queue = queueOf((keys) => read(handle, keys));
      queues.set(handle, queue);
    }
    return queue(key);
  };
}

interface Waiting<Row> {
  promise: Promise<Row | null>;
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
}

function queueOf<Key, Row>(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>) {
  let running = 0;
  let waiting = new Map<Key, Waiting<Row>>();
  const run = async () => {
    const batch = waiting;
    waiting = new Map();
    running += 1;
    try {
      const rows = await read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(rows.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
    running -= 1;
    if (waiting.size > 0) await run();
  };
  return (key: Key): Promise<Row | null> => {
    let one = waiting.get(key);
    if (one === undefined) {
      one = pending();
      waiting.set(key, one);
    }
    if (running < MAX_RUNNING) void run();
    return one.promise;
  };
}

function pending<Row>(): Waiting<Row> {
  const one = {} as Waiting<Row>;
  one.promise = new Promise((resolve, reject) => Object.assign(one, { resolve, reject }));
  return one;
}

/**
 * Returns a combined look-up by id with two prepared statements. A single id has its own statement, because PostgreSQL would
 * plan each execution with a short array again.
 * @param select the statement without its WHERE; it must return a column `id`
 * @param id the expression of the id in the WHERE
 */
export function lookUpById<Row extends QueryResultRow & { id: number }>(
  select: SQL,
  id: SQL,
): LookUp<Database, number, Row> {
  const readOne = prepared<Row, { id: number }>(sql`${select} WHERE ${id} = ${param('id')}`);
  const readSome = prepared<Row, { ids: readonly number[] }>(
    sql`${select} WHERE ${id} = ANY (${param('ids')}::bigint[])`,
  );
  return combined(async (db, ids) => {
    const rows = await (ids.length === 1 ? readOne(db, { id: ids[0]! }) : readSome(db, { ids }));
    return new Map(rows.map((row) => [row.id, row]));
  });
}
