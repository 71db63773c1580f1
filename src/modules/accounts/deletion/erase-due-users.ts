import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { eraseUser } from '../erasing/erase-user.ts';
import { requireOtherOwners } from '../team/team.ts';

/** Maximum number of users in one round. Each erasure is a transaction over many tables; the next round continues. */
const MAX_AT_ONCE = 20;

/**
 * Erases accounts whose owners requested it and whose grace period has passed, at most 20. A user who has meanwhile become the
 * last administrator, or the last owner of a team, is not erased and must request it again.
 * @returns the number of erased accounts
 */
export async function eraseDueUsers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM users WHERE deletion_due_at <= ${now().toISOString()}::timestamptz AND erased_at IS NULL
    ORDER BY deletion_due_at, id LIMIT ${MAX_AT_ONCE}`);
  let erased = 0;
  for (const { id } of rows) {
    try {
      await requireOtherOwners(db, id);
      await eraseUser({ db, now }, { userId: id, actorId: id });
      erased += 1;
    } catch (error) {
      if (!(error instanceof RuleRefused)) throw error;
      await db.execute(sql`UPDATE users SET deletion_due_at = NULL WHERE id = ${id} AND erased_at IS NULL`);
    }
  }
  return erased;
}
