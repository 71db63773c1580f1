import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { writeAudit } from './audit.ts';
import { notifyPerson } from './codes/security-mail.ts';
import { endGrantsOfUser } from './grants/end-grants.ts';
import { removeFactors } from './second-factor/check-second-factor.ts';

/**
 * Releases an address whose mailbox somebody has proven while another account holds it unproven. An account of the identity
 * provider loses the address. Any other account is transferred to the owner of the mailbox, whoever created it: see `takeOver`.
 * @param signedInAs the user who is signed in to the account and keeps it
 * @returns whether the address is now free
 */
export async function freeUnprovenAddress(
  tx: Database,
  email: string,
  signedInAs: number | null = null,
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE users SET email = 'displaced-' || id || '@unproven.invalid', updated_at = now()
    WHERE lower(email) = lower(${email}) AND email_unproven AND identity_id IS NOT NULL AND NOT is_admin AND erased_at IS NULL
      AND id IS DISTINCT FROM ${signedInAs}::bigint
    RETURNING id`);
  if (rows[0] === undefined) return false;
  const { id } = rows[0];
  await writeAudit(tx, { actorId: null, action: 'user.address_displaced', subjectKind: 'user', subjectId: id });
  return true;
}

/**
 * Transfers an account to the person who has proven its mailbox. The previous holder never proved it and may not share the
 * account, so its password, second factor and tokens are removed, and everything that was prepared in it and could send money or data
 * away or open it again (`clear_unproven_account`). One audit entry lists what was removed, and the person is told by mail.
 * @param passwordHash the new owner's password; null: the account has none
 * @param at the current time
 */
export async function takeOver(
  tx: Database,
  { userId, passwordHash, at }: { userId: number; passwordHash: string | null; at: Date },
): Promise<void> {
  await removeFactors(tx, userId);
  const tokens = await replacePassword(tx, userId, passwordHash, ['api', 'access', 'session']);
  const { rows } = await tx.execute<{ removed: Record<string, number> }>(
    sql`SELECT clear_unproven_account(${userId}, ${at.toISOString()}::timestamptz) AS removed`,
  );
  const removed = { ...(tokens > 0 ? { tokens } : {}), ...rows[0]!.removed };
  const entry = { actorId: userId, action: 'user.taken_over', subjectKind: 'user', subjectId: userId };
  await writeAudit(tx, { ...entry, details: { removed } });
  await notifyPerson({ db: tx, now: () => at }, userId, 'taken_over');
}

/**
 * Replaces the password of an account whose owner has proven the mailbox, and ends its tokens of these purposes and what it permits to programs.
 * @returns the number of these tokens
 */
export async function replacePassword(
  tx: Database,
  userId: number,
  passwordHash: string | null,
  purposes: readonly string[],
): Promise<number> {
  await tx.execute(sql`
    UPDATE users SET password_hash = ${passwordHash}, email_unproven = false, updated_at = now() WHERE id = ${userId}`);
  await endGrantsOfUser(tx, userId, new Date());
  const { rowCount } = await tx.execute(sql`
    UPDATE tokens SET revoked_at = now()
    WHERE user_id = ${userId} AND revoked_at IS NULL AND purpose = ANY (${sql.param([...purposes])}::text[])`);
  return rowCount ?? 0;
}
