import type pg from 'pg';
import { addDays, type Calendar } from '../../platform/calendar.ts';
import { sqlState } from '../../platform/database/errors.ts';
import type { VisitorKeys } from './visitor.ts';

/**
 * What the click log needs done ahead of time: month and visitor partitions, the days' keys; and the closing of days that are over. Harmless to repeat, in any process.
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
  // A dump restored into another cluster brings transaction ids from that one's past, which may be this one's future: they
  // would count as changed for ever.
  await database.query('DELETE FROM terms_changes WHERE changed_by >= pg_snapshot_xmax(pg_current_snapshot())');
  // The journal of a process that ended long ago is no more; should its files come back, known clicks are passed over by their ids.
  await database.query("DELETE FROM click_journals WHERE carried_at < now() - interval '90 days'");
  await closeDays(database);
}

/** Adds up the days that are over, a few weeks in each transaction, so that none takes long however much there is to catch up with. */
async function closeDays(database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ more: boolean }>('SELECT close_days() AS more');
  if (rows[0]!.more) await closeDays(database);
}

/** SQLSTATE: somebody else had the table for longer than we let shoppers wait behind us. */
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
/** A restore or a copy of all clicks would not be over in this time, and a recording is. */
const LONGEST_WAIT_MS = 300;
/** A month of clicks is read, proved and sealed in one statement: seconds for a million. */
const LONGEST_MS = 30 * 60_000;

/**
 * Works on whole tables with a connection that waits for none of them: shoppers would stand behind us. What somebody else is reading at this
 * moment (a backup, say) is left for the next time; until a day or a month has its partition, its rows lie in the default one.
 * @param signal takes back the statement that is under way, and is no error
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
    // The connection's own settings go with it.
    client.release(true);
  }
}

/**
 * Forgets visitors and keys from before yesterday; yesterday's are kept for clicks that wait in a journal over midnight.
 * @returns the first day whose visitors may still be known
 */
export async function purgeVisitors(database: pg.Pool, calendar: Calendar, nowMs: number): Promise<string> {
  const keptFrom = addDays(calendar.dayOf(nowMs), -1);
  await unlessHeld(database, async (client) => {
    const { rows } = await client.query<{ forgotten: boolean }>('SELECT purge_visitors($1) AS forgotten', [keptFrom]);
    if (!rows[0]!.forgotten) return;
    // A deleted row stays on its page until somebody needs the module. These tables are written anew, so that no key is left on a page.
    await client.query('VACUUM (FULL) visitor_keys');
    await client.query('VACUUM (FULL) click_visitors_other');
    await client.query('VACUUM (FULL) click_networks_other');
  });
  return keptFrom;
}

/**
 * Forgets, a month in each transaction, the clicks that arrived in months which ended `keptMonths` ago or earlier; their totals stay, sealed.
 * What a store may still get an order from, or is not closed and booked yet, is kept longer (`forget_clicks`, migration 0013).
 * @param signal ends it: the month that is under way is kept, whole
 * @returns the months that were forgotten, as `2024-01-01`; none when somebody reads the clicks at this moment: the next time, then
 * @throws TRB02 from the database when clicks and totals of the month disagree: nothing of it is forgotten
 */
export async function purgeClicks(
  database: pg.Pool,
  { nowMs, keptMonths, signal }: { nowMs: number; keptMonths: number; signal?: AbortSignal },
): Promise<string[]> {
  const forgotten: string[] = [];
  await unlessHeld(
    database,
    async (client) => {
      const text = 'SELECT purge_clicks($1, $2) AS month';
      // The pool's own patience is shorter than the statement's.
      const query = { text, values: [new Date(nowMs), keptMonths], query_timeout: LONGEST_MS };
      while (!signal?.aborted) {
        const { rows } = await client.query<{ month: string | null }>(query);
        if (rows[0]!.month === null) return;
        forgotten.push(rows[0]!.month);
      }
    },
    signal,
  );
  return forgotten;
}
