import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterThisFile } from '../../../tests/harness/clean-up.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { constraintOf } from './errors.ts';
import { QueryFailed, SqlDatabase } from './sql-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute('CREATE TABLE numbers (n int PRIMARY KEY)');
});
beforeEach(async () => {
  await database.db.execute('TRUNCATE numbers');
});

const numbers = async () =>
  (await database.db.execute<{ n: number }>(sql`SELECT n FROM numbers ORDER BY n`)).rows.map((row) => row.n);
const insert = (db: SqlDatabase, n: number) => db.execute(sql`INSERT INTO numbers VALUES (${n})`);
const fail = () => {
  throw new Error('refused');
};

describe('A transaction', () => {
  it('is committed when the work succeeds, and returns its result', async () => {
    expect(await database.db.transaction((tx) => insert(tx, 1).then(() => 'done'))).toBe('done');
    expect(await numbers()).toEqual([1]);
  });

  it('is rolled back when the work fails, with the error of the work', async () => {
    await expect(database.db.transaction((tx) => insert(tx, 1).then(fail))).rejects.toThrow('refused');
    expect(await numbers()).toEqual([]);
  });

  it('is rolled back when a statement fails, with the name of the constraint', async () => {
    const work = database.db.transaction(async (tx) => {
      await insert(tx, 1);
      await insert(tx, 1);
    });
    const error = await work.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(QueryFailed);
    expect(constraintOf(error)).toBe('numbers_pkey');
    expect((error as Error).message).toBe('Failed query: INSERT INTO numbers VALUES ($1)');
    expect(await numbers()).toEqual([]);
  });

  it('inside another one is a savepoint: its failure does not undo the outer transaction', async () => {
    await database.db.transaction(async (tx) => {
      await insert(tx, 1);
      await expect(tx.transaction((inner) => insert(inner, 2).then(fail))).rejects.toThrow('refused');
      await tx.transaction(async (inner) => {
        await insert(inner, 3);
        await expect(inner.transaction((innermost) => insert(innermost, 3))).rejects.toThrow(QueryFailed);
        await insert(inner, 4);
      });
    });
    expect(await numbers()).toEqual([1, 3, 4]);
  });

  it('has the requested isolation level and access mode', async () => {
    const work = database.db.transaction((tx) => insert(tx, 1), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    expect(constraintOf(await work.catch((error: unknown) => error))).toBeNull();
    await expect(work).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('releases its connection in every case, also when it breaks', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    afterThisFile(() => pool.end());
    const db = new SqlDatabase(pool);
    await expect(db.transaction(fail)).rejects.toThrow('refused');
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
      }),
    ).rejects.toThrow(QueryFailed);
    expect((await db.execute<{ one: number }>(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
  });
});

it('Times, days and intervals are texts, and numbers beyond 2^53 are refused', async () => {
  const { rows } = await database.db.execute<Record<string, unknown>>(sql`
    SELECT '2025-01-02 03:04:05+00'::timestamptz AS at, '2025-01-02'::date AS day, ARRAY['2025-01-02'::date]::text AS days, 5::bigint AS n`);
  expect(rows).toEqual([{ at: '2025-01-02 03:04:05+00', day: '2025-01-02', days: '{2025-01-02}', n: 5 }]);
  await expect(database.db.execute(sql`SELECT 9007199254740993::bigint AS n`)).rejects.toThrow(QueryFailed);
});
