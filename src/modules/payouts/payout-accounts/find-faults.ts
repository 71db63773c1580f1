import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { type AccountDetails, faultOf } from './account-details.ts';
import { accountPlace } from './save-account.ts';

/** Maximum number of accounts that are decrypted at once. */
const BATCH = 5_000;

/**
 * Notes what prevents a bank from paying to accounts that were saved before this was checked (`faultOf`). The payable amounts of their
 * payees then have the fault as a reason, and no run contains them.
 */
export async function findFaults(db: Database, vault: Vault): Promise<void> {
  let checked: number;
  do {
    const { rows } = await db.execute<{ id: number; sealed: Buffer | null }>(sql`
      SELECT id, sealed FROM payout_accounts WHERE NOT is_checked ORDER BY id LIMIT ${BATCH}`);
    const found = rows.map(({ id, sealed }) => ({
      id,
      fault:
        sealed === null ? null : faultOf(JSON.parse(vault.open(sealed, accountPlace(id)).toString()) as AccountDetails),
    }));
    checked = found.length;
    if (checked > 0)
      await db.execute(sql`
        UPDATE payout_accounts a SET fault = f.fault, is_checked = true
        FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS f (id bigint, fault text) WHERE a.id = f.id`);
  } while (checked === BATCH);
}
