import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

const ID_BYTES = 8;

/** Which rows, in which order: `id` is a column of `from`, which is FROM with its joins and WHERE. */
interface Chosen {
  id: SQL;
  from: SQL;
  order: SQL;
}

/**
 * Every row of a list in its order, some at a time. Which they are is settled before this returns, in one query whose ids take eight bytes
 * each; so nothing is listed twice or left out while rows change, and no connection waits for a slow reader.
 * @param read the rows of some ids, in the order of the ids
 */
export async function batchesById<Row>(
  db: Database,
  { id, from, order }: Chosen,
  { size, read }: { size: number; read: (ids: readonly number[]) => Promise<readonly Row[]> },
): Promise<AsyncGenerator<readonly Row[]>> {
  const { rows } = await db.execute<{ ids: Buffer | null }>(
    sql`SELECT string_agg(int8send(${id}), ''::bytea ORDER BY ${order}) AS ids FROM ${from}`,
  );
  return batches(rows[0]!.ids ?? Buffer.alloc(0), size, read);
}

async function* batches<Row>(ids: Buffer, size: number, read: (ids: readonly number[]) => Promise<readonly Row[]>) {
  for (let at = 0; at < ids.length; at += size * ID_BYTES) {
    const length = Math.min(size, (ids.length - at) / ID_BYTES);
    yield await read(Array.from({ length }, (_, index) => Number(ids.readBigInt64BE(at + index * ID_BYTES))));
  }
}
