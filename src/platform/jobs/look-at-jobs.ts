import type pg from 'pg';

/** How many jobs there are, in all processes. */
export interface JobCounts {
  /** To be done now or later, or being done. */
  waiting: number;
  /** Failed for good, and kept for a month. */
  givenUp: number;
}

/** A job that has failed at least once. */
export interface TroubledJob {
  id: string;
  kind: string;
  /** `failed`: not tried again by itself. */
  state: 'failed' | 'trying';
  attempts: number;
  mostAttempts: number;
  /** When it is tried next; of one that failed: when it would have been. */
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

/** The latest jobs that have failed at least once, `most` of them. */
export async function listTroubledJobs(database: Pick<pg.Pool, 'query'>, most: number): Promise<TroubledJob[]> {
  const { rows } = await database.query<TroubledJob>(
    `SELECT id::text, task_identifier AS kind, CASE WHEN ${IS_GIVEN_UP} THEN 'failed' ELSE 'trying' END AS state, attempts::int,
       max_attempts::int AS "mostAttempts", run_at AS "nextAt", last_error AS "lastError"
     FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY id DESC LIMIT $1`,
    [most],
  );
  return rows.map((row) => ({ ...row, nextAt: new Date(row.nextAt) }));
}
