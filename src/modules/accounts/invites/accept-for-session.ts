import { sql } from 'drizzle-orm';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { userOfIdentity } from '../identity/user-of-identity.ts';
import { addMember, type InviteTarget, isOpen, TARGETS } from './target.ts';

/**
 * Accepts all pending invitations of stores, or of agencies, to the address of a session at the identity provider; creates its
 * user if needed. Repeating it, or having nothing to accept, is not an error.
 * @throws RuleRefused `email_unverified`, because another person's invitations could otherwise be accepted; the errors of
 *   `userOfIdentity`
 */
export async function acceptInvitesOf(
  ctx: Pick<Context, 'db' | 'now'>,
  session: IdentitySession,
  kind: InviteTarget['kind'],
): Promise<void> {
  if (!session.emailVerified)
    throw new RuleRefused('email_unverified', 'Confirm your e-mail address at the identity provider first.');
  await ctx.db.transaction(async (tx) => {
    const userId = await userOfIdentity({ db: tx }, session);
    const { column } = TARGETS[kind];
    const at = ctx.now();
    const { rows } = await tx.execute<{ id: number; target_id: number }>(sql`
      UPDATE invites i SET accepted_at = ${at.toISOString()}::timestamptz, accepted_by = ${userId}
      WHERE lower(i.email) = lower(${session.email}) AND i.${column} IS NOT NULL AND ${isOpen(at)}
      RETURNING i.id, i.${column} AS target_id`);
    if (rows.length === 0) return;
    const targetIds = rows.map((row) => row.target_id);
    await addMember(
      tx,
      kind,
      userId,
      rows.map((row) => row.id),
    );
    await writeAudit(tx, {
      actorId: userId,
      action: 'invite.accepted',
      subjectKind: 'user',
      subjectId: userId,
      details: { invites: rows.map((row) => row.id), [`${kind}s`]: targetIds },
    });
  });
}
