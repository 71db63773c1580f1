import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { TEST_VAULT } from '../../../tests/harness/vault.ts';
import { VERSION } from '../version.ts';
import { healthRoute } from './health.ts';
import { createServer } from './server.ts';

const TIMEOUT_MS = 50;
const STANDSTILL_MS = 3_000;
const database = await createTestDatabase();

it('reports a database that has answered in time as up, even if this process was suspended meanwhile', async () => {
  const app = await createServer({
    db: database.db,
    authenticate: async () => null,
    vault: TEST_VAULT,
    publicUrl: 'http://tributary.test',
    trustProxy: null,
    logLevel: 'silent',
    redisUrl: null,
    rateLimitPerMinute: 1_000,
    unguardedPrefixes: [],
  });
  const { pool } = database;
  const query = ((text: string) => {
    const answer = pool.query(text);
    setImmediate(blockEventLoop);
    return answer;
  }) as typeof pool.query;
  healthRoute(app, { query }, TIMEOUT_MS);
  await pool.query('SELECT 1');
  const { statusCode, body } = await app.inject('/v2/health');
  expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'up', version: VERSION }]);
  await app.close();
});

/** Simulates a process without CPU time for longer than the health check's timeout. */
function blockEventLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);
}
