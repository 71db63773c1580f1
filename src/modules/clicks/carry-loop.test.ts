import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../../tests/harness/embedded.ts';
import { ClickDatabase } from './click-database.ts';
import { useLocalClickLog } from './local-click-log.fixture.ts';

const here = await useLocalClickLog();
const { database, send, sendMany, recorded, counted, lockCounter } = here;
const BATCH = 60;

/** Sends two batches: the database waits for a counter in the middle of the first one, and the second one is prepared. */
async function twoBatches() {
  await send();
  await counted();
  const blocker = await lockCounter();
  const prepared = vi.spyOn(ClickDatabase.prototype, 'prepare');
  onTestFinished(() => prepared.mockRestore());
  const first = await sendMany(BATCH);
  await until(() => prepared.mock.calls.length === 1);
  const second = await sendMany(BATCH);
  await until(() => prepared.mock.calls.length === 2);
  return { ids: [...first, ...second], ...blocker };
}

test('a batch that was prepared while another one was recorded is priced by the terms of its commit', async () => {
  const { release } = await twoBatches();
  await database.pool.query('UPDATE prices SET cpc_minor = 30 WHERE campaign_id IS NULL');
  await release();
  await counted();
  const { rows } = await database.pool.query(
    'SELECT cost_minor::int AS cost, count(*)::int AS clicks FROM clicks WHERE link_id = $1 GROUP BY cost_minor ORDER BY cost_minor',
    [here.link.id],
  );
  // The campaign pays for 7 clicks, the store for the others.
  expect(rows).toEqual([
    { cost: 20, clicks: 7 },
    { cost: 30, clicks: 2 * BATCH - 6 },
  ]);
});

test('a prepared batch is recorded once when the batch before it fails', async () => {
  const { ids, release } = await twoBatches();
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tributary clicks'`,
  );
  await release();
  await counted();
  expect(await recorded()).toEqual(expect.arrayContaining(ids));
  expect(await recorded()).toHaveLength(ids.length + 1);
});
