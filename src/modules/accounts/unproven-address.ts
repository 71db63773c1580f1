import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { writeAudit } from './audit.ts';
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
 * account, so its password, second factor and tokens are removed.
 * @param passwordHash the new owner's password; without it the account has none
 */
export async function takeOver(tx: Database, userId: number, passwordHash: string | null): Promise<void> {
  await removeFactors(tx, userId);
  await replacePassword(tx, userId, passwordHash, ['api', 'access', 'session']);
}

/** Replaces the password of an account whose owner has proven the mailbox, and ends its tokens of these purposes. */
export async function replacePassword(
  tx: Database,
  userId: number,
  passwordHash: string | null,
  purposes: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET password_hash = ${passwordHash}, email_unproven = false, updated_at = now() WHERE id = ${userId}`);
  await tx.execute(sql`
    UPDATE tokens SET revoked_at = now()
    WHERE user_id = ${userId} AND revoked_at IS NULL AND purpose = ANY (${sql.param([...purposes])}::text[])`);
}
