import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import { SqlDatabase } from '../../../platform/database/sql-database.ts';
import { FeedRefused } from '../parse/raw-item.ts';
import { type ClaimedRun, type RunDeps, refuseRun, runFeed } from './run-feed.ts';

/** Maximum number of runs that are examined to find one that no other process works on. */
const MAX_LOOKED_AT = 50;
/** A run that has ended its process or its connection this many times is not tried again. */
const MAX_ATTEMPTS = 3;
/** Maximum number of due feeds for which runs are created at a time. */
const MAX_DUE = 100;

export interface WorkerDeps extends RunDeps {
  /** Without a statement timeout: the products of a large feed are merged in one statement. */
  pool: pg.Pool;
}

/**
 * Carries out the next run of a feed that is waiting, due, or left by a process that has ended. Every process may call it: the
 * connection holds the advisory lock of the store, so that runs of a store never overlap.
 * @returns false when there is none
 */
export async function runNext(deps: WorkerDeps): Promise<boolean> {
  const client = await deps.pool.connect();
  let isBroken = true;
  try {
    const db = new SqlDatabase(client);
    await addDueRuns(db, deps.now());
    const run = await claimRun(db);
    if (run !== null) {
      await executeRun(db, deps, run);
      await unlock(db, run.storeId);
    }
    isBroken = false;
    return run !== null;
  } finally {
    // A connection that failed may hold the lock and the table; with it, both end.
    client.release(isBroken);
  }
}

/** Adds a run for each feed that is due and has no open one. */
async function addDueRuns(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    INSERT INTO product_feed_runs (store_id, source, format, created_at)
    SELECT f.store_id, 'schedule', f.format, ${at} FROM product_feeds f JOIN stores s ON s.id = f.store_id
    WHERE f.next_run_at <= ${at} AND s.deleted_at IS NULL AND s.deactivated_at IS NULL
      AND NOT EXISTS (SELECT FROM product_feed_runs r WHERE r.store_id = f.store_id AND r.state IN ('waiting', 'running'))
    ORDER BY f.next_run_at LIMIT ${MAX_DUE}
    ON CONFLICT (store_id) WHERE state IN ('waiting', 'running') DO NOTHING`);
}

const lockOf = (storeId: unknown) => sql`hashtextextended('product_feed:' || ${storeId}, 0)`;

/** Locks the store of an open run that no process works on. The lock belongs to the connection, and ends with it. */
async function claimRun(db: Database): Promise<(ClaimedRun & { attempts: number }) | null> {
  // The subquery is not merged into its outer query because of its LIMIT, so locks are tried one by one until the first success.
  const { rows } = await db.execute<{ id: number; store_id: number }>(sql`
    SELECT c.id, c.store_id FROM (
      SELECT r.id, r.store_id FROM product_feed_runs r WHERE r.state IN ('waiting', 'running') ORDER BY r.id LIMIT ${MAX_LOOKED_AT}
    ) c WHERE pg_try_advisory_lock(${lockOf(sql`c.store_id`)}) LIMIT 1`);
  const found = rows[0];
  if (found === undefined) return null;
  const claimed = await db.execute<{
    id: number;
    store_id: number;
    source: ClaimedRun['source'];
    format: ClaimedRun['format'];
    attempts: number;
  }>(sql`
    UPDATE product_feed_runs r SET state = 'running', attempts = r.attempts + 1, started_at = now()
    WHERE r.id = ${found.id} AND r.state IN ('waiting', 'running') RETURNING r.id, r.store_id, r.source, r.format, r.attempts`);
  const run = claimed.rows[0];
  if (run === undefined) {
    // Another process has ended the run between the two statements.
    await unlock(db, found.store_id);
    return null;
  }
  const { id, store_id: storeId, source, format, attempts } = run;
  return { id, storeId, source, format, attempts };
}

async function executeRun(
  db: Database,
  deps: WorkerDeps,
  { attempts, ...run }: ClaimedRun & { attempts: number },
): Promise<void> {
  if (attempts > MAX_ATTEMPTS) {
    const message = `The run was interrupted ${MAX_ATTEMPTS} times.`;
    return refuseRun(db, deps, run, new FeedRefused('interrupted', message));
  }
  try {
    await runFeed(db, deps, run);
  } catch (error) {
    if (deps.signal.aborted) {
      // A process that shuts down gracefully does not count as an attempt.
      await db.execute(
        sql`UPDATE product_feed_runs SET state = 'waiting', attempts = attempts - 1 WHERE id = ${run.id} AND state = 'running'`,
      );
      return;
    }
    deps.log.warn({ err: error, run: run.id }, 'a run of a product feed failed');
    throw error;
  }
}

const unlock = (db: Database, storeId: number) =>
  db.execute(sql`SELECT pg_advisory_unlock(${lockOf(sql`${storeId}::bigint`)})`);
