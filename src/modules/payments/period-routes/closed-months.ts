import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { Unavailable } from '../../../platform/errors/errors.ts';

/** The `Retry-After`, in seconds, of requests during a closing. */
const RETRY_SECONDS = 5;

/**
 * Prevents closings until the end of the transaction, so that decisions which depend on whether a month is closed remain valid.
 * Holders do not block each other. A caller does not wait for a closing, because it would hold a connection that others need.
 * @throws Unavailable while a month is being closed
 */
export async function holdClosing(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(hashtext('close_period')) AS held`,
  );
  if (!rows[0]!.held) throw new Unavailable('A month is being closed; try again in a moment.', RETRY_SECONDS);
}

/** Whether a day is in a closed month, or before one. */
export async function isInClosedMonth(db: Database, day: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_closed: boolean }>(sql`SELECT is_in_closed_month(${day}::date) AS is_closed`);
  return rows[0]!.is_closed;
}
