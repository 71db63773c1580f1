import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { connectDatabase } from './database.ts';
import { param, prepared } from './prepared.ts';

const { url } = await createTestDatabase();

/** Uses a single connection, so that its prepared statements can be inspected. */
async function onOneConnection(use: (connection: ReturnType<typeof connectDatabase>) => Promise<void>): Promise<void> {
  const connection = connectDatabase(url, { maxConnections: 1, statementTimeoutMs: 30_000, onPoolError: () => {} });
  try {
    await use(connection);
  } finally {
    await connection.pool.end();
  }
}

const sum = prepared<{ sum: number }, { a: number; b: number }>(
  sql`SELECT ${param('a')}::int + ${param('b')}::int + ${param('a')}::int AS sum`,
);

describe('A prepared statement', () => {
  it('is parsed once per connection, and planned once when its values do not matter to the plan', () =>
    onOneConnection(async ({ pool, db }) => {
      for (let n = 0; n < 10; n += 1) expect(await sum(db, { a: n, b: 1 })).toEqual([{ sum: 2 * n + 1 }]);
      const { rows } = await pool.query(
        'SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements',
      );
      expect(rows).toEqual([{ generic: 5, custom: 5 }]);
    }));

  it('has a name that depends on its text only', () =>
    onOneConnection(async ({ pool, db }) => {
      const difference = prepared<{ sum: number }, { a: number; b: number }>(
        sql`SELECT ${param('a')}::int - ${param('b')}::int AS sum`,
      );
      const again = prepared<{ sum: number }, { a: number }>(
        sql`SELECT ${param('a')}::int + ${param('a')}::int + ${param('a')}::int AS sum`,
      );
      expect(await sum(db, { a: 5, b: 3 })).toEqual([{ sum: 13 }]);
      expect(await difference(db, { a: 5, b: 3 })).toEqual([{ sum: 2 }]);
      expect(await again(db, { a: 5 })).toEqual([{ sum: 15 }]);
      expect((await pool.query('SELECT name FROM pg_prepared_statements')).rows).toHaveLength(2);
    }));

  it('takes part in a transaction, sees its changes, and survives its end', () =>
    onOneConnection(async ({ pool, db }) => {
      await pool.query('CREATE TABLE IF NOT EXISTS things (name text)');
      const count = prepared<{ n: number }, { name: string }>(
        sql`SELECT count(*)::int AS n FROM things WHERE name = ${param('name')}`,
      );
      const undone = db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO things VALUES ('one')`);
        expect(await count(tx, { name: 'one' })).toEqual([{ n: 1 }]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await count(db, { name: 'one' })).toEqual([{ n: 0 }]);
    }));

  it('still works after a change of its tables', () =>
    onOneConnection(async ({ pool, db }) => {
      await pool.query('CREATE TABLE changing (id int, name text)');
      await pool.query(`INSERT INTO changing SELECT n, 'name ' || n FROM generate_series(1, 100) n`);
      const read = prepared<{ name: string }, { id: number }>(sql`SELECT name FROM changing WHERE id = ${param('id')}`);
      for (let id = 1; id < 10; id += 1) expect(await read(db, { id })).toEqual([{ name: `name ${id}` }]);
      await pool.query('ALTER TABLE changing ADD COLUMN more int, ADD PRIMARY KEY (id)');
      expect(await read(db, { id: 20 })).toEqual([{ name: 'name 20' }]);
    }));

  it('is not run without a value for each placeholder', () =>
    onOneConnection(async ({ db }) => {
      await expect(sum(db, { a: 1 } as { a: number; b: number })).rejects.toThrow('"b"');
    }));
});
