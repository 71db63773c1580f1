import { Forbidden } from '../errors/errors.ts';
import { type Actor, isStoreKey } from './actor.ts';
import { requireProvenEmail } from './presence.ts';
import { requireScope } from './scopes.ts';
import { permits } from './team-roles.ts';

/**
 * Requires that the caller may promise or release a fixed sum of a store. Routes whose only purpose this is declare the scope `money`,
 * and thereby the need `finance`. Routes that also do other things call this for the fields and changes of state that owe a sum.
 * @throws Forbidden `not_for_store_keys`; `email_unproven`; `insufficient_scope` without the scope `money`; `insufficient_role` when the caller's role in
 *   the store does not permit `finance`
 */
export function requireFinance(actor: Actor, storeId: number): void {
  if (isStoreKey(actor))
    throw new Forbidden('not_for_store_keys', 'The API key of a store cannot promise or release sums.');
  requireScope(actor, 'money');
  requireProvenEmail(actor);
  if (actor.isAdmin || permits(actor.storeRoles?.[storeId] ?? 'owner', 'finance')) return;
  throw new Forbidden(
    'insufficient_role',
    'Your role in this team does not permit to promise or release sums. It requires the permission "finance".',
  );
}
