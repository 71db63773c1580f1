import type pg from 'pg';
import { GiveUp, type JobHandler, TryLater } from '../platform/jobs/handler.ts';
import type { Inside } from './inside.ts';

const LIMIT_MS = 60_000;
const LONGEST_WAIT_SECONDS = 24 * 60 * 60;
/** The exponent of the longest pause between attempts, as in graphile-worker. */
const MAX_EXPONENT = 10;

/** A queued job of a sandbox. */
export interface DueJob {
  id: string;
  kind: string;
  payload: unknown;
  runAt: Date;
  askedAt: Date;
  attempts: number;
}

/** Returns the job that is due first until an instant; null when there is none. */
export async function findDueJob(pool: pg.Pool, until: Date): Promise<DueJob | null> {
  const { rows } = await pool.query<DueJob>(
    `SELECT j.id::text, t.identifier AS kind, j.payload, j.run_at AS "runAt", j.created_at AS "askedAt", j.attempts::int
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.is_available AND j.run_at <= $1 ORDER BY j.run_at, j.id LIMIT 1`,
    [until],
  );
  return rows[0] ?? null;
}

/**
 * Runs a job once, at the instant that the clock of the sandbox shows. The workers of graphile-worker are not used, because they run jobs by the
 * clock of PostgreSQL's host and several at once; here the order is always the same. A job is deleted after it was done, so that a process
 * that is killed in between runs it again.
 */
export async function runJob(
  { pool, now, log, id: sandbox }: Inside,
  handlers: readonly JobHandler[],
  { id, kind, payload, askedAt, attempts }: DueJob,
): Promise<void> {
  // Without its key, another job with the same key is a new row and does not replace the one that is running.
  await pool.query('UPDATE graphile_worker._private_jobs SET key = NULL, attempts = attempts + 1 WHERE id = $1', [id]);
  try {
    const handler = handlers.find((one) => one.kind === kind);
    await handler?.run(payload, { id, askedAt, signal: AbortSignal.timeout(LIMIT_MS) });
    await pool.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
  } catch (error) {
    log.debug({ err: error, sandbox, kind }, 'a job of a sandbox failed');
    const text = error instanceof Error ? error.message : String(error);
    const seconds = error instanceof TryLater ? error.afterSeconds : Math.exp(Math.min(attempts + 1, MAX_EXPONENT));
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET last_error = $2, run_at = $3::timestamptz + $4 * interval '1 second',
         max_attempts = CASE WHEN $5 THEN attempts ELSE max_attempts END WHERE id = $1`,
      [id, text, now(), Math.min(Math.max(1, seconds), LONGEST_WAIT_SECONDS), error instanceof GiveUp],
    );
  }
}
