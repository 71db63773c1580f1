import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { connectDatabase, type Database } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';

/**
 * Runs a benchmark with an empty database of its own, which is deleted afterwards.
 * @param withoutFsync commits do not wait for the disk; for benchmarks of statements alone
 */
export async function withDatabase<Result>(
  run: (database: { pool: pg.Pool; db: Database }) => Promise<Result>,
  { withoutFsync = false }: { withoutFsync?: boolean } = {},
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  // If started as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedDatabase({ dataDir, log, testOnlyWithoutFsync: withoutFsync });
  try {
    await migrate(server.url, migrationsFolder(), log, completeDatabase);
    const limits = { maxConnections: 2, statementTimeoutMs: null, onPoolError: () => undefined };
    const { pool, db } = connectDatabase(server.url, limits);
    try {
      return await run({ pool, db });
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
