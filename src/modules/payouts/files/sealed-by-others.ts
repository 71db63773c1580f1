import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** Whether payout accounts or payment files are encrypted with a key that is none of these. @param keyIds as `vaultKeyId` returns them */
export async function isSealedByOthers(db: Database, keyIds: readonly Buffer[]): Promise<boolean> {
  const isOther = sql`length(sealed) > 8 AND substring(sealed FROM 1 FOR 8) <> ALL (${sql.param([...keyIds])}::bytea[])`;
  const { rows } = await db.execute<{ is_other: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payout_accounts WHERE ${isOther}) OR EXISTS (SELECT FROM payout_files WHERE ${isOther}) AS is_other`);
  return rows[0]!.is_other;
}
