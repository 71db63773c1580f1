import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../tests/harness/database.ts';
import { silentLog } from '../tests/harness/embedded.ts';
import { openDatabase } from './open-database.ts';
import { connectDatabase } from './platform/database/database.ts';

it("A request's statement is cancelled after half a minute, but long-running work is not", async () => {
  const { url } = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-open-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = { databaseUrl: url, dataDir, databaseConnections: 2 };
  const database = await openDatabase(config, silentLog(), () => undefined);
  const limitOf = async (db: typeof database.db) => (await db.execute(sql`SHOW statement_timeout`)).rows[0];
  expect(await limitOf(database.db)).toEqual({ statement_timeout: '30s' });
  expect(await limitOf(database.withoutStatementTimeout)).toEqual({ statement_timeout: '0' });
  await database.close();
});

it('The client enforces the limit even if a statement disables it; without a limit nothing is cancelled', async () => {
  const { url } = await createTestDatabase();
  for (const [statementTimeoutMs, seconds, expected] of [
    [1_000, 60, 'Query read timeout'],
    [null, 3, undefined],
  ] as const) {
    const { pool } = connectDatabase(url, { maxConnections: 1, statementTimeoutMs, onPoolError: () => undefined });
    const client = await pool.connect();
    await client.query('SET statement_timeout = 0');
    const failed = await client.query('SELECT pg_sleep($1)', [seconds]).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failed).toBe(expected);
    client.release(true);
    await pool.end();
  }
});

it('A statement with its own timeout gets that time, in every form that pg accepts', async () => {
  const { url } = await createTestDatabase();
  const limits = { maxConnections: 1, statementTimeoutMs: 1_000, onPoolError: () => undefined };
  const { pool } = connectDatabase(url, limits);
  await pool.query('SET statement_timeout = 0');
  const slow = { text: 'SELECT 1 AS n FROM pg_sleep(3)', query_timeout: 10_000 };
  expect((await pool.query(slow)).rows).toEqual([{ n: 1 }]);
  expect((await pool.query('SELECT $1::int AS n', [2])).rows).toEqual([{ n: 2 }]);
  const called = new Promise((resolve) => pool.query('SELECT 3 AS n', (_error, result) => resolve(result.rows)));
  expect(await called).toEqual([{ n: 3 }]);
  await expect(pool.query('SELECT pg_sleep(60)')).rejects.toThrow('Query read timeout');
  // The unresponsive connection was closed, and a new one is opened.
  expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '1s' }]);
  await pool.end();
});
