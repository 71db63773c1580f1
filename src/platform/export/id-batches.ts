import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

const ID_BYTES = 8;

/** Selects and orders the rows. `id` is a column of `from`, which is FROM with its joins and WHERE. */
interface Chosen {
  id: SQL;
  from: SQL;
  order: SQL;
}

/**
 * Reads every row of a list in its order, in batches. The set of rows is fixed before this returns, by one query
 * whose ids take eight bytes each. Rows that change later are therefore neither duplicated nor missed, and no
 * connection waits for a slow consumer. That query returns one row per batch, because a million ids in one value
 * would block the event loop and need several times their memory while being parsed.
 * @param read returns the rows of the given ids in the order of the ids
 */
export async function batchesById<Row>(
  db: Database,
  { id, from, order }: Chosen,
  { size, read }: { size: number; read: (ids: readonly number[]) => Promise<readonly Row[]> },
): Promise<AsyncGenerator<readonly Row[]>> {
  const { rows } = await db.execute<{ ids: Buffer; nth: number }>(sql`
    SELECT (place - 1) / ${size}::int AS nth, string_agg(int8send(id), ''::bytea ORDER BY place) AS ids
    FROM (SELECT ${id} AS id, row_number() OVER (ORDER BY ${order}) AS place FROM ${from}) chosen GROUP BY nth ORDER BY nth`);
  return batches(rows, read);
}

async function* batches<Row>(
  chosen: readonly { ids: Buffer }[],
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
) {
  for (const { ids } of chosen) {
    const idAt = (index: number) => Number(ids.readBigInt64BE(index * ID_BYTES));
    yield await read(Array.from({ length: ids.length / ID_BYTES }, (_, index) => idAt(index)));
  }
}
