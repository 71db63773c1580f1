import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** Whether the month of a day is closed: its amounts are booked. @param day `YYYY-MM-DD` */
export async function isInClosedMonth(db: Database, day: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_closed: boolean }>(sql`SELECT is_in_closed_month(${day}::date) AS is_closed`);
  return rows[0]!.is_closed;
}
