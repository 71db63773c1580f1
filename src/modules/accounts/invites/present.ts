import type { Accepted } from './accept-invite.ts';
import type { OpenInvitation } from './find-open-invite.ts';
import type { Invite } from './list-invites.ts';
import type { InviteTarget } from './target.ts';

export function presentInvite({ id, email, status, role, invitedBy, createdAt, expiresAt }: Invite) {
  return {
    id,
    email,
    status,
    role,
    invited_by: invitedBy === null ? null : { id: invitedBy.id, username: invitedBy.username },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

export function presentAccepted({ account, user, target }: Accepted) {
  return { account, user: { id: user.id, username: user.username }, represents: presentTarget(target) };
}

export function presentOpenInvite({ email, role, target, inviter, needsPassword }: OpenInvitation) {
  return { email, role, represents: presentTarget(target), invited_by: inviter, needs_password: needsPassword };
}

function presentTarget({ kind, id, name }: InviteTarget) {
  return { kind: kind === 'store' ? ('advertiser' as const) : ('agency' as const), id, name };
}
