import { sql } from 'drizzle-orm';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { SessionOrigin } from '../sessions/network.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { findUserOfIdentity } from './user-of-identity.ts';

/**
 * Signs in the user who is linked to a person of the identity provider. It creates no user.
 * @throws RuleRefused `no_account`, `email_taken`; Unauthenticated when the user has been erased
 */
export async function signInByIdentity(
  ctx: Pick<Context, 'db' | 'now'>,
  session: IdentitySession,
  origin: Partial<SessionOrigin> = {},
): Promise<OpenedSession> {
  return ctx.db.transaction(async (tx) => {
    const userId = await findUserOfIdentity({ db: tx }, session);
    if (userId === null)
      throw new RuleRefused(
        'no_account',
        'No user is linked to the session, and none has its confirmed e-mail address.',
      );
    await tx.execute(
      sql`UPDATE users SET last_active_at = ${ctx.now().toISOString()}::timestamptz WHERE id = ${userId}`,
    );
    return openSession({ ...ctx, db: tx }, { userId, by: 'identity', ...origin });
  });
}
