import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../src/platform/database/database.ts';
import { afterThisFile } from './clean-up.ts';
import { createDatabase, dropDatabase, onDatabase } from './test-databases.ts';

export interface TestDatabase extends DatabaseConnection {
  /** `postgres://` address, for code that opens connections of its own. */
  url: string;
}

/**
 * A migrated, empty database of this test file's own, with an open pool. Call it anywhere in a test file;
 * it is dropped after the file's last test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `tributary_test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server.url, name, server.template);
  const url = onDatabase(server.url, name);
  const connection = connectDatabase(url, {
    maxConnections: 10,
    statementTimeoutMs: 30_000,
    // Tests that end sessions on purpose make idle connections fail; what matters fails in its own query.
    onPoolError: () => {},
  });
  afterThisFile(async () => {
    await connection.pool.end();
    await dropDatabase(server.url, name);
  });
  return { ...connection, url };
}
