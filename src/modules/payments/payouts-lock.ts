import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/**
 * Only one transaction at a time, in all processes, decides what is paid out: a payout run that is made or exported, or statements that are marked as
 * paid. It sees what the one before has committed. Held until the end of the transaction.
 */
export async function holdPayouts(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('payouts'))`);
}
