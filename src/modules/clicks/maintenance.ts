import type pg from 'pg';
import { addDays, type Calendar } from '../../platform/calendar.ts';
import { sqlState } from '../../platform/database/errors.ts';
import type { VisitorKeys } from './visitor.ts';

/**
 * Prepares the click log: partitions of months and visitors, and the keys of days. Also closes past days. Idempotent, in any process.
 */
export async function maintainClickLog(
  database: pg.Pool,
  keys: VisitorKeys,
  calendar: Calendar,
  nowMs: number,
): Promise<void> {
  const today = calendar.dayOf(nowMs);
  await unlessHeld(database, async (client) => {
    await client.query("SELECT ensure_click_months($1::date - 1, ($1::date + interval '2 months')::date)", [today]);
    await client.query('SELECT ensure_visitor_days($1, $2)', [today, addDays(today, 2)]);
  });
  await keys.refresh(database, today);
  // A dump restored into another cluster contains transaction ids that may be in the future of this cluster: they
  // would permanently count as changed.
  await database.query('DELETE FROM terms_changes WHERE changed_by >= pg_snapshot_xmax(pg_current_snapshot())');
  // Removes positions of journals of processes that ended long ago. If their files are restored, known clicks are skipped by their ids.
  await database.query("DELETE FROM click_journals WHERE carried_at < now() - interval '90 days'");
  await closeDays(database);
}

/** Aggregates past days, a few weeks in each transaction, so that no transaction takes long after a backlog. */
async function closeDays(database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ more: boolean }>('SELECT close_days() AS more');
  if (rows[0]!.more) await closeDays(database);
}

/** SQLSTATE of a lock timeout: the table was locked for longer than shoppers may wait. */
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
/** Longer than the recording of a batch, and shorter than a restore or a copy of all clicks. */
const LONGEST_WAIT_MS = 300;
/** One statement reads, verifies and fingerprints a month of clicks: seconds for a million. */
const LONGEST_MS = 30 * 60_000;

/**
 * Changes whole tables on a connection that waits at most LONGEST_WAIT_MS for a lock, because shoppers would wait behind it. A table that is in use
 * (by a backup, for example) is skipped until the next run. Without a partition, the rows of a day or month are in the default partition.
 * @param signal cancels the current statement, without an error
 */
async function unlessHeld(
  database: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const client = await database.connect();
  const {
    rows: [backend],
  } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => void database.query('SELECT pg_cancel_backend($1)', [backend!.pid]).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    await client.query(`SET lock_timeout = ${LONGEST_WAIT_MS}`);
    await client.query(`SET statement_timeout = ${LONGEST_MS}`);
    await work(client);
  } catch (error) {
    const isCancelled = signal?.aborted && sqlState(error) === QUERY_CANCELED;
    if (!isCancelled && sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // The settings apply only to this connection, which is closed afterwards.
    client.release(true);
  }
}

/**
 * Removes visitors and keys from before yesterday. Those of yesterday are needed for clicks that are in a journal at midnight.
 * @returns the first day whose visitors may still be stored
 */
export async function purgeVisitors(database: pg.Pool, calendar: Calendar, nowMs: number): Promise<string> {
  const keptFrom = addDays(calendar.dayOf(nowMs), -1);
  await unlessHeld(database, async (client) => {
    const { rows } = await client.query<{ purged: boolean }>('SELECT purge_visitors($1) AS purged', [keptFrom]);
    if (!rows[0]!.purged) return;
    // A deleted row remains on its page until the space is reused. These tables are rewritten, so that no key remains on a page.
    await client.query('VACUUM (FULL) visitor_keys');
    await client.query('VACUUM (FULL) click_visitors_other');
    await client.query('VACUUM (FULL) click_networks_other');
    await client.query('VACUUM (FULL) click_network_days_other');
  });
  return keptFrom;
}

/**
 * Purges the clicks of months that ended at least `keptMonths` ago, one month per transaction. Their totals remain, with fingerprints.
 * Clicks within a store's attribution window, or of months that are not closed and booked, are kept longer (`migrations/repeatable/purge_clicks.sql`).
 * @param signal cancels the purge; the current month is then kept completely
 * @returns the purged months, as `2024-01-01`; none if the clicks are in use, until the next run
 * @throws TRB02 from the database if clicks and totals of the month disagree; nothing of it is purged
 */
export async function purgeClicks(
  database: pg.Pool,
  { nowMs, keptMonths, signal }: { nowMs: number; keptMonths: number; signal?: AbortSignal },
): Promise<string[]> {
  const purged: string[] = [];
  await unlessHeld(
    database,
    async (client) => {
      const text = 'SELECT purge_clicks($1, $2) AS month';
      // The pool's timeout is shorter than that of the statement.
      const query = { text, values: [new Date(nowMs), keptMonths], query_timeout: LONGEST_MS };
      while (!signal?.aborted) {
        const { rows } = await client.query<{ month: string | null }>(query);
        if (rows[0]!.month === null) return;
        purged.push(rows[0]!.month);
      }
    },
    signal,
  );
  return purged;
}
