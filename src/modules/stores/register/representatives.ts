import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { userOfNewcomer } from '../../accounts/index.ts';
import { checkStore, insertStore, type NewStore } from './register-store.ts';

/**
 * Registers a store for a person of the identity provider who is not a user yet. Both store and user are created, or neither.
 * @throws InvalidInput naming all invalid fields; RuleRefused `domain_taken`, `session_already_linked`, and the refusals of
 *   `userOfIdentity`
 */
export async function registerRepresentative(
  ctx: Omit<Context, 'actor'>,
  session: IdentitySession,
  input: NewStore,
): Promise<{ id: number; name: string; userId: number }> {
  const { store, faults } = await checkStore(ctx, input);
  if (store === null) throw new InvalidInput(faults);
  return ctx.db.transaction(async (db) => {
    const userId = await userOfNewcomer({ db }, session);
    const actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    return { ...(await insertStore({ ...ctx, db, actor }, store)), userId };
  });
}
