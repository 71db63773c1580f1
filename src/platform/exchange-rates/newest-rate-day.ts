import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** The newest day with exchange rates, `YYYY-MM-DD`; null if none are loaded. */
export async function newestRateDay(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`SELECT max(day)::text AS newest FROM exchange_rates`,
  );
  return rows[0]!.newest;
}
