import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { writeAudit } from './audit.ts';
import { removeFactors } from './second-factor/check-second-factor.ts';

/**
 * Somebody has shown that the mailbox is theirs whose address another account holds without ever having shown it. An account of the identity
 * provider goes on without the address; of any other the newcomer becomes the owner, whoever made it: see `takeOver`.
 * @param signedInAs whoever is signed in to the account, who keeps it
 * @returns whether the address is free now
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
 * Makes an account theirs who have shown that its mailbox is: whoever made it never did, and may not share it, so that its password, its second
 * factor and its tokens end.
 * @param passwordHash the owner's own; without it the account has none
 */
export async function takeOver(tx: Database, userId: number, passwordHash: string | null): Promise<void> {
  await removeFactors(tx, userId);
  await replacePassword(tx, userId, passwordHash, ['api', 'access', 'session']);
}

/** Replaces the password of an account whose mailbox is known to be its owner's, and ends its tokens of some purposes. */
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
