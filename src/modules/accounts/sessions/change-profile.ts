import type { Context } from '../../../platform/context.ts';
import { updateRecord } from '../provisioning/records.ts';
import { USERS } from '../provisioning/users.ts';

/**
 * Changes the caller's own profile, with an entry in the audit log. The e-mail address is not part of it: a new one must be proven
 * (`recovery/change-email.ts`).
 */
export async function changeProfile(ctx: Context, { displayName }: { displayName: string }): Promise<void> {
  await updateRecord(ctx, USERS, ctx.actor.userId, { display_name: displayName });
}
