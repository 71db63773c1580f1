import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Lets no month be closed before the transaction is over, and waits for one that is being closed: what is decided by whether a month is closed
 * is decided by the truth. Whoever holds this does not wait for others who do.
 */
export async function holdClosing(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext('close_period'))`);
}

/** Whether a day lies in a month that is closed, or before one. */
export async function isInClosedMonth(db: Database, day: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_closed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payment_periods WHERE closed_at IS NOT NULL AND month >= date_trunc('month', ${day}::date)) AS is_closed`);
  return rows[0]!.is_closed;
}
