import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const read = (as?: string) => application.call({ url: '/v2/admin/system', ...(as === undefined ? {} : { as }) });

describe('GET /v2/admin/system', () => {
  it('admits administrators only', async () => {
    expect((await read()).status).toBe(401);
    for (const role of ['creator', 'agency', 'advertiser'] as const)
      expect((await read(cast.tokens[role])).status).toBe(403);
  });

  it('reports the state of the process and its database', async () => {
    const { status, body } = await read(cast.tokens.admin);
    expect(status).toBe(200);
    const { rows } = await application.database.pool.query('SELECT count(*)::int AS n FROM schema_migrations');
    expect(body.database).toMatchObject({ migrations: rows[0].n, most_connections: expect.any(Number) });
    expect(body.database.size_bytes).toBeGreaterThan(1_000_000);
    expect(body.click_log.database_unavailable).toBe(false);
  });

  it('reports a blocked event loop', async () => {
    const lag = async () => (await read(cast.tokens.admin)).body.process.lag_ms;
    // Blocks the event loop often enough to change the 99th percentile, even if the process has been idle for a long time.
    do {
      for (let turn = 0; turn < 20; turn += 1) {
        const until = performance.now() + 60;
        while (performance.now() < until);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } while (!((await lag()) > 20));
  });

  it('distinguishes a queued job, a retried job and a failed job', async () => {
    const { pool } = application.database;
    for (const [attempts, error] of [
      [0, null],
      [1, 'the mail server is unavailable'],
      [3, 'no such address'],
    ] as const) {
      const { rows } = await pool.query(`SELECT id FROM graphile_worker.add_job('send_mail', '{}', max_attempts => 3)`);
      const made = [rows[0].id, attempts, error];
      await pool.query('UPDATE graphile_worker._private_jobs SET attempts = $2, last_error = $3 WHERE id = $1', made);
    }
    const { jobs } = (await read(cast.tokens.admin)).body;
    expect(jobs).toMatchObject({
      waiting: 2,
      failed: 1,
      troubled: [
        { kind: 'send_mail', state: 'failed', attempts: 3, most_attempts: 3, last_error: 'no such address' },
        { kind: 'send_mail', state: 'trying', attempts: 1, last_error: 'the mail server is unavailable' },
      ],
    });
  });
});
