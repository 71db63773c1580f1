import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';

/**
 * Gives a creator an agency, in the transaction that has locked the creator. Tier, market and verification of the account remain.
 * @throws RuleRefused `has_agency` for a creator who has one, whom only an administrator moves
 */
export async function joinAgency(
  tx: Database,
  { userId, agencyId, at }: { userId: number; agencyId: number; at: Date },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    UPDATE users SET agency_id = ${agencyId}, updated_at = ${at.toISOString()}::timestamptz WHERE id = ${userId} AND agency_id IS NULL`);
  if (rowCount === 0)
    throw new RuleRefused('has_agency', 'You have an agency. Ask an administrator of the marketplace to change it.');
}
