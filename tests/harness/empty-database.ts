import { randomUUID } from 'node:crypto';
import { connectDatabase, type DatabaseConnection } from '../../src/platform/database/database.ts';
import { afterThisFile } from './clean-up.ts';
import { createDatabase, dropDatabase, onDatabase } from './test-databases.ts';
import { testServer } from './test-server.ts';

/** An empty database without tables, which is dropped after the test file. */
export async function emptyDatabase(): Promise<DatabaseConnection & { url: string }> {
  const server = await testServer();
  const name = `tributary_test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server.url, name, null);
  const url = onDatabase(server.url, name);
  const connection = connectDatabase(url, { maxConnections: 3, statementTimeoutMs: 30_000, onPoolError: () => {} });
  afterThisFile(async () => {
    await connection.pool.end();
    await dropDatabase(server.url, name);
  });
  return { ...connection, url };
}
