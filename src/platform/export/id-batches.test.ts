import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import type { Database } from '../database/database.ts';
import { batchesById } from './id-batches.ts';

const SIZE = 100;
/** Size in bytes of the largest value that the id query has returned. */
let largest: number;
/** The same handle, wrapped to record its results. */

const database = await createTestDatabase();
await database.pool.query('CREATE TABLE things (id bigint PRIMARY KEY, name text)');
await database.pool.query(
  `INSERT INTO things SELECT 9007199254740991 - n, (n * 7919 % 1000)::text FROM generate_series(0, 2999) n`,
);
const execute = async (query: SQL) => {
  const result = await database.db.execute<Record<string, unknown>>(query);
  const bytes = result.rows.flatMap((row) => Object.values(row).map((value) => Buffer.byteLength(String(value))));
  largest = Math.max(largest, ...bytes);
  return result;
};
const db = { execute } as unknown as Database;

async function read(from: SQL): Promise<number[][]> {
  largest = 0;
  const list = { id: sql`t.id`, from, order: sql`t.name DESC, t.id` };
  const batches = await batchesById(db, list, { size: SIZE, read: async (ids) => ids });
  const all: number[][] = [];
  for await (const ids of batches) all.push([...ids]);
  return all;
}

describe('The rows of a list in batches', () => {
  it.each([0, 1, 99, 100, 101, 200, 2_999, 3_000])(
    'contain all %i rows in order, and each batch but the last is full',
    async (count) => {
      const from = sql`(SELECT * FROM things ORDER BY id LIMIT ${count}) t`;
      const all = await read(from);
      const { rows } = await database.db.execute<{ id: number }>(
        sql`SELECT t.id FROM ${from} ORDER BY t.name DESC, t.id`,
      );
      expect(all.flat()).toEqual(rows.map(({ id }) => id));
      expect(all.map((batch) => batch.length)).toEqual(
        Array.from({ length: Math.ceil(count / SIZE) }, (_, nth) => Math.min(SIZE, count - nth * SIZE)),
      );
    },
  );

  it('have ids in chunks of the batch size, for any number', async () => {
    await read(sql`things t`);
    expect(largest).toBeLessThan(SIZE * 8 * 4);
  });
});
