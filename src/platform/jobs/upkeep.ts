import type pg from 'pg';
import { countJobs, type JobCounts } from './look-at-jobs.ts';

/**
 * Periodic maintenance of jobs, for any process: releases the jobs of dead processes and deletes permanently failed
 * jobs after a month.
 * @param takeOverMs a job that has been running for longer belongs to a dead process
 */
export async function maintainJobs(database: Pick<pg.Pool, 'query'>, takeOverMs: number): Promise<JobCounts> {
  await database.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs
     WHERE locked_at < now() - $1 * interval '1 millisecond' HAVING count(*) > 0`,
    [takeOverMs],
  );
  await database.query(
    `SELECT count(*) FROM (
       SELECT array_agg(id) AS ids FROM graphile_worker.jobs
       WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < now() - interval '30 days'
     ) old, graphile_worker.complete_jobs(old.ids)`,
  );
  return countJobs(database);
}
