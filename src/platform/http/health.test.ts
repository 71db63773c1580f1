import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { healthRoute } from './health.ts';
import { createServer } from './server.ts';

const PATIENCE_MS = 50;
const STANDSTILL_MS = 3_000;
const database = await createTestDatabase();

it('a database that has answered in time is up, though this process stood still meanwhile', async () => {
  const app = await createServer({
    ...{ db: database.db, authenticate: async () => null, publicUrl: 'http://tributary.test', trustProxy: null },
    ...{ logLevel: 'silent', redisUrl: null, rateLimitPerMinute: 1_000, unguardedPrefixes: [] },
  });
  const { pool } = database;
  const query = ((text: string) => {
    const answer = pool.query(text);
    setImmediate(standStill);
    return answer;
  }) as typeof pool.query;
  healthRoute(app, { query }, PATIENCE_MS);
  await pool.query('SELECT 1');
  const { statusCode, body } = await app.inject('/v2/health');
  expect([statusCode, body]).toEqual([200, '{"status":"up"}']);
  await app.close();
});

/** As when the machine gives the processor to somebody else: long enough for the database and too long for the patience. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);
}
