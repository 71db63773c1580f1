import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/**
 * Allows one transaction at a time, in all processes, to decide what is paid out: by creating or exporting a payout run, or by
 * marking statements as paid. It sees what the previous one has committed. The lock is held until the end of the transaction.
 */
export async function holdPayouts(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('payouts'))`);
}
