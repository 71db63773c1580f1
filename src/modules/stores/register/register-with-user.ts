import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { createUser, hashPassword, isWeakPassword, mailProof, WEAK_PASSWORD } from '../../accounts/index.ts';
import { checkStore, insertStore, type NewStore } from './register-store.ts';

/** The store's first user. */
export interface NewMember {
  username?: string | undefined;
  /** What others see of the person. */
  name?: string | undefined;
  email: string;
  password: string;
  passwordConfirmation: string;
}

const FIELDS = { email: 'user.email', username: 'user.username' };

/**
 * Registers a store together with its first user, for any caller. The mailbox is not proven, so the user gets an unproven e-mail, and a mail that proves it.
 * @throws InvalidInput with the names of the legacy path; RuleRefused `domain_taken`, `registration_closed`
 */
export async function registerWithUser(
  ctx: Omit<Context, 'actor'>,
  { store: input, user }: { store: NewStore; user: NewMember },
): Promise<{ id: number }> {
  const { store, faults } = await checkStore(ctx, input, { name: 'feed_name', currency: 'currency_iso_code' });
  if (user.password !== user.passwordConfirmation)
    faults['user.password_confirmation'] = ['must be the password again'];
  else if (await isWeakPassword(user.password, [user.email, user.username, input.name]))
    faults['user.password'] = [WEAK_PASSWORD];
  if (store === null || Object.keys(faults).length > 0) throw new InvalidInput(faults);
  const passwordHash = await hashPassword(user.password);
  return ctx.db.transaction(async (db) => {
    const { username, name: displayName, email } = user;
    const preferredLocale = store.locale;
    const { id } = await createUser(
      { db },
      { username, displayName, email, passwordHash, preferredLocale, emailUnproven: true },
      FIELDS,
    );
    await mailProof({ ...ctx, db }, { userId: id, email });
    return insertStore({ ...ctx, db, actor: newcomer(id) }, store);
  });
}

function newcomer(userId: number): Actor {
  return { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
}
