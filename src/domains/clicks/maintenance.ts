import type pg from 'pg';
import { addDays, type Calendar } from '../../platform/calendar.ts';
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
  await database.query("SELECT ensure_click_months($1::date - 1, ($1::date + interval '2 months')::date)", [today]);
  await database.query('SELECT ensure_visitor_days($1, $2)', [today, addDays(today, 2)]);
  await keys.refresh(database, today);
  // A dump restored into another cluster brings transaction ids from that one's past, which may be this one's future: they
  // would count as changed for ever.
  await database.query('DELETE FROM terms_changes WHERE changed_by >= pg_snapshot_xmax(pg_current_snapshot())');
  await closeDays(database);
}

/** Adds up the days that are over, a few weeks in each transaction, so that none takes long however much there is to catch up with. */
async function closeDays(database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ more: boolean }>('SELECT close_days() AS more');
  if (rows[0]!.more) await closeDays(database);
}

/** Forgets visitors and keys from before yesterday; yesterday's are kept for clicks that wait in a spool over midnight. */
export async function forgetVisitors(database: pg.Pool, calendar: Calendar, nowMs: number): Promise<void> {
  await database.query('SELECT forget_visitors($1)', [addDays(calendar.dayOf(nowMs), -1)]);
}
