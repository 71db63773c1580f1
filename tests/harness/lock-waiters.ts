import type { TestDatabase } from './database.ts';
import { until } from './embedded.ts';

/** Settles when at least so many sessions of the database wait for what others have locked, or when `call` is done without. */
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
