import { sql } from 'drizzle-orm';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { SessionOrigin } from '../sessions/network.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { userForSignIn } from './user-of-identity.ts';

export interface IdentitySignInDeps {
  /**
   * The domains of e-mail addresses (lower case) whose persons become users when they sign in; `*`: any address. Empty: nobody becomes a user in this way.
   */
  newUsersOf: readonly string[];
}

/**
 * Signs in the user who is linked to a person of the identity provider. A person without an account becomes a creator if the operator permits
 * it for their verified address (IDP_CREATE_USERS), whatever the marketplace's setting of sign-up says. A creator waits for approval where creators do.
 * @throws RuleRefused `no_account`, `email_taken`; Unauthenticated when the user has been erased
 */
export async function signInByIdentity(
  ctx: Pick<Context, 'db' | 'now'>,
  { newUsersOf }: IdentitySignInDeps,
  session: IdentitySession,
  origin: Partial<SessionOrigin> = {},
): Promise<OpenedSession> {
  return ctx.db.transaction(async (tx) => {
    const userId = await userForSignIn({ ...ctx, db: tx }, session, { mayCreate: mayBecomeUser(newUsersOf, session) });
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

/** Only an address that the provider has verified says to which organisation a person belongs. */
function mayBecomeUser(domains: readonly string[], { email, emailVerified }: IdentitySession): boolean {
  if (email === null || !emailVerified) return false;
  return domains.includes('*') || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
