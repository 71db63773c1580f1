import type { TestDatabase } from './database.ts';
import { until } from './embedded.ts';

/** Resolves when at least this many sessions of the database wait for locks, or when `call` has finished without. */
export async function untilSessionsWait({ pool }: TestDatabase, count: number, call?: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  call?.then(done, done);
  await until(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND wait_event_type = 'Lock'`,
    );
    return isDone || (rowCount ?? 0) >= count;
  });
}
