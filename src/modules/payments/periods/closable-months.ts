import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { monthOf } from './month.ts';

/**
 * An SQL date: the month after the last closed one, otherwise the first month with an owed amount. Earlier months have
 * no bookings.
 */
export const FIRST_OPEN = sql`coalesce(
  (SELECT (max(month) + interval '1 month')::date FROM payment_periods WHERE closed_at IS NOT NULL),
  date_trunc('month', least((SELECT min(day) FROM link_days), (SELECT min(payment_date) FROM one_time_payments),
    (SELECT min(a.created_at)::date FROM activities a WHERE a.new_status = 'done')))::date)`;

/** The first open month that may have owed amounts, `YYYY-MM`; null if nothing has ever been owed. */
export async function firstOpenMonth(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ month: string | null }>(sql`SELECT to_char(${FIRST_OPEN}, 'YYYY-MM') AS month`);
  return rows[0]!.month;
}

/**
 * Checks that a month can be closed: months are closed in order, after their end.
 * @param today the current day of statistics
 * @throws RuleRefused `period_open`, `earlier_period_open` naming the month to close first, `nothing_to_close` for one before anything was owed
 */
export async function requireClosable(db: Database, name: string, today: string): Promise<void> {
  if (monthOf(name).last >= today) throw new RuleRefused('period_open', `The month ${name} is not over.`);
  const first = await firstOpenMonth(db);
  if (first === null || first > name)
    throw new RuleRefused('nothing_to_close', `There are no owed amounts in ${name} or before it that are not closed.`);
  if (first < name) throw new RuleRefused('earlier_period_open', `The month ${first} must be closed first.`);
}
