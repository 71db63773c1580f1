import { randomUUID } from 'node:crypto';
import { connectDatabase, type DatabaseConnection } from '../../src/platform/database/database.ts';
import { afterThisFile } from './clean-up.ts';
import { createDatabase, dropDatabase, onDatabase } from './test-databases.ts';
import { testServer } from './test-server.ts';

export interface TestDatabase extends DatabaseConnection {
  /** `postgres://` address, for code that opens connections of its own. */
  url: string;
}

/**
 * A separate database of this test file with an open pool: migrated and empty, or a copy of another template. Call it anywhere in a
 * test file; it is dropped after the file's last test.
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = await testServer();
  const name = `tributary_test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server.url, name, template ?? server.template);
  const database = connectTestDatabase(onDatabase(server.url, name));
  afterThisFile(async () => {
    await database.pool.end();
    await dropDatabase(server.url, name);
  });
  return database;
}

/** Opens a pool on an existing database. The caller ends the pool. */
export function connectTestDatabase(url: string): TestDatabase {
  const connection = connectDatabase(url, {
    maxConnections: 10,
    statementTimeoutMs: 30_000,
    // Fifty concurrent requests share ten connections, which takes long on a machine that stalls.
    connectTimeoutMs: 30_000,
    // Tests that end sessions on purpose make idle connections fail; a relevant failure occurs in a query.
    onPoolError: () => {},
  });
  return { ...connection, url };
}
