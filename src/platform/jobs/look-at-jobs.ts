import type pg from 'pg';

/** Number of jobs, across all processes. */
export interface JobCounts {
  /** Queued, scheduled or running. */
  waiting: number;
  /** Failed permanently; kept for a month. */
  givenUp: number;
}

/** A job that has failed at least once. */
export interface TroubledJob {
  id: string;
  kind: string;
  /** `failed`: not retried automatically. */
  state: 'failed' | 'trying';
  attempts: number;
  maxAttempts: number;
  /** Time of the next attempt. For a permanently failed job, the time at which that attempt would have been made. */
  nextAt: Date;
  lastError: string;
}

const IS_GIVEN_UP = 'locked_at IS NULL AND attempts >= max_attempts';

export async function countJobs(database: Pick<pg.Pool, 'query'>): Promise<JobCounts> {
  const { rows } = await database.query<JobCounts>(
    `SELECT count(*) FILTER (WHERE NOT (${IS_GIVEN_UP})) AS waiting, count(*) FILTER (WHERE ${IS_GIVEN_UP}) AS "givenUp"
     FROM graphile_worker.jobs`,
  );
  return rows[0]!;
}

/** Returns the latest jobs that have failed at least once, at most `max`. */
export async function listTroubledJobs(database: Pick<pg.Pool, 'query'>, max: number): Promise<TroubledJob[]> {
  const { rows } = await database.query<TroubledJob>(
    `SELECT id::text, task_identifier AS kind, CASE WHEN ${IS_GIVEN_UP} THEN 'failed' ELSE 'trying' END AS state, attempts::int,
       max_attempts::int AS "maxAttempts", run_at AS "nextAt", last_error AS "lastError"
     FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY id DESC LIMIT $1`,
    [max],
  );
  return rows.map((row) => ({ ...row, nextAt: new Date(row.nextAt) }));
}
