import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { connectDatabase } from './database.ts';

const { url } = await createTestDatabase();

function hangUp(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

it.each([
  ['before it begins', 'acquire'],
  ['while it works', 'never'],
])('A transaction whose connection breaks %s returns its pool slot', async (_when, hangUpAt) => {
  const { pool, db } = connectDatabase(url, { maxConnections: 1, statementTimeoutMs: 30_000, onPoolError: () => {} });
  try {
    if (hangUpAt === 'acquire') pool.once('acquire', hangUp);
    const broken = db.transaction((tx) => tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`));
    await expect(broken).rejects.toThrow();
    expect((await db.execute(sql`SELECT 2 AS n`)).rows).toEqual([{ n: 2 }]);
    expect(await db.transaction(async (tx) => (await tx.execute(sql`SELECT 3 AS n`)).rows)).toEqual([{ n: 3 }]);
  } finally {
    await pool.end();
  }
});
