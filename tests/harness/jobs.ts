import { runOnce, Logger as WorkerLogger } from 'graphile-worker';
import type { JobHandler } from '../../src/platform/jobs/handler.ts';
import { noFigures, tasksOf } from '../../src/platform/jobs/tasks.ts';
import type { TestDatabase } from './database.ts';
import { silentLog } from './embedded.ts';

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
  if (failures.length > 0) throw failures[0];
}
