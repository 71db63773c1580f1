import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** The retention of ended tokens. */
const KEPT_DAYS = 30;
const MAX_AT_ONCE = 5_000;

/**
 * Removes tokens of every purpose that expired or were revoked at least thirty days ago, at most 5,000.
 * @returns the number of removed tokens
 */
export async function purgeTokens({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM tokens WHERE id = ANY (ARRAY (
      SELECT id FROM tokens WHERE least(expires_at, revoked_at) < ${now().toISOString()}::timestamptz - ${`${KEPT_DAYS} days`}::interval
      ORDER BY least(expires_at, revoked_at) LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}
