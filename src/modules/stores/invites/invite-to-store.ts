import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { invite } from '../../accounts/index.ts';
import { takeFromEmailQuota } from '../settings/email-quota.ts';

/**
 * Invites a person to represent a store. The mail counts against the store's quota, also if it renews a pending invitation.
 * @throws RuleRefused `already_member`, `email_quota_exceeded`
 */
export async function inviteToStore(
  ctx: Context,
  {
    store,
    email,
    role,
    publicUrl,
  }: { store: { id: number; name: string }; email: string; role?: TeamRole | undefined; publicUrl: string },
): ReturnType<typeof invite> {
  return ctx.db.transaction(async (tx) => {
    await takeFromEmailQuota({ ...ctx, db: tx }, store.id, 'store_invite');
    const target = { kind: 'store' as const, id: store.id, name: store.name };
    return invite({ ...ctx, db: tx }, { target, email, role, publicUrl });
  });
}
