import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { hashSecret } from './secret.ts';
import { type InviteTarget, isOpen } from './target.ts';

/** An invitation as the invited person sees it before accepting. */
export interface OpenInvitation {
  email: string;
  role: TeamRole;
  target: InviteTarget;
  /** The name of the inviting person; null if the person has been erased. */
  inviter: string | null;
  /** Whether accepting creates an account or takes one over, and therefore requires a password. */
  needsPassword: boolean;
}

/**
 * Reads an invitation by the secret of its mail, which proves the mailbox. Uses the same rules as `acceptInvite`.
 * @throws RuleRefused `invitation_invalid` (unknown, used, revoked or expired)
 */
export async function findOpenInvite(
  { db, now, actor }: Pick<Context, 'db' | 'now'> & { actor: Actor | null },
  secret: string,
): Promise<OpenInvitation> {
  const { rows } = await db.execute<{
    email: string;
    role: TeamRole;
    store_id: number | null;
    agency_id: number | null;
    name: string;
    inviter: string | null;
    needs_password: boolean;
  }>(sql`
    SELECT i.email, i.role, i.store_id, i.agency_id,
      coalesce((SELECT name FROM stores WHERE id = i.store_id), (SELECT name FROM agencies WHERE id = i.agency_id)) AS name,
      (SELECT u.full_name
        FROM users u WHERE u.id = i.invited_by AND u.erased_at IS NULL) AS inviter,
      NOT EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(i.email) AND u.erased_at IS NULL
        AND (NOT u.email_unproven OR u.id = ${actor?.userId ?? null}::bigint)) AS needs_password
    FROM invites i WHERE i.token_hash = ${hashSecret(secret)} AND ${isOpen(now())}`);
  const row = rows[0];
  if (row === undefined) throw invitationInvalid();
  const { email, role, store_id, agency_id, name, inviter, needs_password: needsPassword } = row;
  const target: InviteTarget = { kind: store_id === null ? 'client' : 'store', id: (store_id ?? agency_id)!, name };
  return { email, role, target, inviter, needsPassword };
}

export const invitationInvalid = (): RuleRefused =>
  new RuleRefused('invitation_invalid', 'The invitation is not valid: it may have been used or have ended.');
