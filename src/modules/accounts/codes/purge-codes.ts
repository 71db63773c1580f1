import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

const MAX_AT_ONCE = 5_000;

/**
 * Removes at most 5,000 codes that expired at least a day ago, with the data that was submitted with them.
 * @returns the number of removed codes
 */
export async function purgeCodes({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM account_codes WHERE id = ANY (ARRAY (
      SELECT id FROM account_codes WHERE expires_at < ${now().toISOString()}::timestamptz - interval '1 day'
      ORDER BY expires_at LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}
