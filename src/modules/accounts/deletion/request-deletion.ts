import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { keepAnAdministrator } from '../provisioning/manage-users.ts';
import { requireOtherOwners } from '../team/team.ts';

/** Days between the request and the erasure, in which the user can cancel. */
const GRACE_DAYS = 14;

/**
 * Schedules the erasure of the actor's account after the grace period. A repeated request does not change the date.
 * @returns the time of the erasure
 * @throws RuleRefused `last_administrator`; `last_owner` if the actor is the last owner of a team with other members
 */
export async function requestDeletion({ db, now, actor: { userId } }: Context): Promise<Date> {
  const due = new Date(now().getTime() + GRACE_DAYS * 86_400_000);
  return db.transaction(async (tx) => {
    await keepAnAdministrator({ db: tx }, userId);
    await requireOtherOwners(tx, userId);
    const { rows } = await tx.execute<{ deletion_due_at: string; is_new: boolean }>(sql`
      UPDATE users u SET deletion_due_at = coalesce(u.deletion_due_at, ${due.toISOString()}::timestamptz)
      FROM (SELECT id, deletion_due_at IS NULL AS is_new FROM users WHERE id = ${userId} FOR NO KEY UPDATE) before
      WHERE u.id = before.id RETURNING u.deletion_due_at, before.is_new`);
    const { deletion_due_at: dueAt, is_new: isNew } = rows[0]!;
    if (isNew) {
      await notifyPerson({ db: tx, now }, userId, 'deletion_requested');
      await writeAudit(tx, {
        actorId: userId,
        action: 'user.deletion_requested',
        subjectKind: 'user',
        subjectId: userId,
      });
    }
    return new Date(dueAt);
  });
}

/**
 * Cancels the requested deletion of the actor's account.
 * @throws NotFound when no deletion is requested
 */
export async function cancelDeletion({ db, actor: { userId } }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE users SET deletion_due_at = NULL WHERE id = ${userId} AND deletion_due_at IS NOT NULL AND erased_at IS NULL`);
    if (rowCount === 0) throw new NotFound('deletion');
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.deletion_cancelled',
      subjectKind: 'user',
      subjectId: userId,
    });
  });
}
