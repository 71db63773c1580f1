import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Whoever looks at the list of tokens sees for so long that one has ended. */
const KEPT_DAYS = 30;
const MAX_AT_ONCE = 5_000;

/**
 * Forgets tokens of every purpose that ended (by their age, or revoked) thirty days ago or earlier, 5,000 at most.
 * @returns how many
 */
export async function purgeTokens({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM tokens WHERE id = ANY (ARRAY (
      SELECT id FROM tokens WHERE least(expires_at, revoked_at) < ${now().toISOString()}::timestamptz - ${`${KEPT_DAYS} days`}::interval
      ORDER BY least(expires_at, revoked_at) LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}
