import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { constraintOf, isRetryable, isUnavailable, isUniqueViolation, sqlState } from './errors.ts';
import { SqlDatabase } from './sql-database.ts';

const { db, pool, url } = await createTestDatabase();

beforeAll(() =>
  pool.query(
    'CREATE TABLE shelf (slot int CONSTRAINT shelf_slot_key UNIQUE, size int CONSTRAINT shelf_size CHECK (size > 0))',
  ),
);

/** Returns the error that a promise rejects with. */
async function failure(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}

test('a unique violation is recognised through Drizzle, with its constraint', async () => {
  await db.execute(sql`INSERT INTO shelf VALUES (1, 1)`);
  const error = await failure(db.execute(sql`INSERT INTO shelf VALUES (1, 1)`));
  expect((error as { code?: string }).code).toBeUndefined();
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'shelf_slot_key')).toBe(true);
  expect(isUniqueViolation(error, 'another_key')).toBe(false);
  expect(isUnavailable(error)).toBe(false);
});

test('another violated constraint is not a unique violation, and is named', async () => {
  const error = await failure(db.execute(sql`INSERT INTO shelf VALUES (2, 0)`));
  expect(isUniqueViolation(error)).toBe(false);
  expect(sqlState(error)).toBe('23514');
  expect(constraintOf(error)).toBe('shelf_size');
});

test('a wrong statement is a bug, not an outage', async () => {
  const error = await failure(db.execute(sql`SELECT nonsense`));
  expect(isUnavailable(error)).toBe(false);
  expect(isRetryable(error)).toBe(false);
});

test('a session ended by the server is an outage', async () => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const error = await failure(client.query('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(isUnavailable(error)).toBe(true);
  const after = await failure(client.query('SELECT 1'));
  expect(isUnavailable(after)).toBe(true);
});

test.each([
  ['a closed port', 'postgres://nobody:x@127.0.0.1:1/none'],
  ['a missing socket', 'postgres://nobody:x@localhost/none?host=%2Fno%2Fsuch%2Ffolder'],
])('%s is an outage, also when Drizzle wraps the error', async (_, address) => {
  const away = new pg.Pool({ connectionString: address });
  expect(isUnavailable(await failure(away.query('SELECT 1')))).toBe(true);
  expect(isUnavailable(await failure(new SqlDatabase(away).execute(sql`SELECT 1`)))).toBe(true);
  await away.end();
});

test('a pool with no connection left in time is an outage', async () => {
  const narrow = new pg.Pool({ connectionString: url, max: 1 });
  const held = await narrow.connect();
  narrow.options.connectionTimeoutMillis = 100;
  expect(isUnavailable(await failure(narrow.query('SELECT 1')))).toBe(true);
  held.release();
  await narrow.end();
});

test('a deadlock is retryable', async () => {
  await db.execute(sql`INSERT INTO shelf VALUES (10, 1), (11, 1)`);
  const [a, b] = [await pool.connect(), await pool.connect()];
  for (const [client, slot] of [[a, 10] as const, [b, 11] as const]) {
    await client.query('BEGIN');
    await client.query('UPDATE shelf SET size = 2 WHERE slot = $1', [slot]);
  }
  const results = await Promise.allSettled([
    a.query('UPDATE shelf SET size = 3 WHERE slot = 11'),
    b.query('UPDATE shelf SET size = 3 WHERE slot = 10').then(() => b.query('COMMIT')),
  ]);
  const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
  expect(refused.map(isRetryable)).toEqual([true]);
  await Promise.all([a.query('ROLLBACK'), b.query('ROLLBACK')]);
  a.release();
  b.release();
});

test.each(['57P01', '57P02', '57P03', '08006', '53100', '53300'])("PostgreSQL's error %s is an outage", (code) => {
  expect(isUnavailable({ cause: Object.assign(new Error('refused'), { code }) })).toBe(true);
});

test('a missing file is not an outage of the database', () => {
  expect(isUnavailable(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
});

test('a value that is not an error matches nothing', () => {
  for (const value of [undefined, null, 'text', 0, new Error('plain')]) {
    expect([isUnavailable(value), isRetryable(value), isUniqueViolation(value), sqlState(value)]).toEqual([
      false,
      false,
      false,
      null,
    ]);
  }
});
