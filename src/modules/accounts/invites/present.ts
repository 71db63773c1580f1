import type { Accepted } from './accept-invite.ts';
import type { Invite } from './list-invites.ts';

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
  const kind = target.kind === 'store' ? ('advertiser' as const) : ('agency' as const);
  return {
    account,
    user: { id: user.id, username: user.username },
    represents: { kind, id: target.id, name: target.name },
  };
}
