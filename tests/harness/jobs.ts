import { runOnce, Logger as WorkerLogger } from 'graphile-worker';
import type { JobHandler } from '../../src/platform/jobs/handler.ts';
import { noFigures, tasksOf } from '../../src/platform/jobs/tasks.ts';
import type { TestDatabase } from './database.ts';
import { silentLog, until } from './embedded.ts';

/**
 * Runs the waiting jobs and those that they enqueue, until none is left. Jobs of kinds without a handler are left, and a failed job
 * waits for its next attempt.
 * @throws the first failure of a handler, once all have been tried
 */
export async function runWaitingJobs(
  { pool }: Pick<TestDatabase, 'pool'>,
  handlers: readonly JobHandler[],
): Promise<void> {
  const failures: unknown[] = [];
  const watched = handlers.map(({ kind, run }): JobHandler => {
    const watch: JobHandler['run'] = (payload, job) =>
      run(payload, job).catch((error) => {
        failures.push(error);
        throw error;
      });
    return { kind, run: watch };
  });
  await runOnce({
    pgPool: pool,
    taskList: tasksOf({ handlers: watched, log: silentLog(), figures: noFigures(watched), limitMs: 30_000 }),
    schema: 'graphile_worker',
    concurrency: 1,
    noHandleSignals: true,
    logger: new WorkerLogger(() => () => undefined),
  });
  // The library does not wait until it has recorded how its last job ended.
  await until(async () => {
    const { rowCount } = await pool.query("SELECT FROM graphile_worker._private_jobs WHERE locked_by LIKE 'otpool-%'");
    return rowCount === 0;
  });
  if (failures.length > 0) throw failures[0];
}
