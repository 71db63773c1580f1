import { Forbidden } from '../errors/errors.ts';
import { type Actor, isStoreKey } from './actor.ts';
import type { Presence } from './presence.ts';
import type { RouteScope } from './scopes.ts';
import { STORE_KEY_SCOPES, type StoreKeyRouteScope } from './store-key-scope.ts';
import type { TeamNeed } from './team-role.ts';

export { STORE_KEY_SCOPES, type StoreKeyRouteScope, type StoreKeyScope } from './store-key-scope.ts';

/**
 * Refuses keys of stores unless a route declares `storeKey`, so that a new route is closed to them by default.
 * @throws Forbidden `not_for_store_keys`
 */
export function requirePerson(actor: Actor | null, isForStoreKeys: boolean): void {
  if (actor === null || isForStoreKeys || !isStoreKey(actor)) return;
  throw new Forbidden('not_for_store_keys', 'The API key of a store cannot be used for this.');
}

/**
 * The scope that a route requires of a key: its own, unless it names another one for keys.
 * @throws Error if no store key can have it, or if the route requires an owner or, without naming a scope for keys, a person
 */
export function storeKeyScopeOf(
  route: string,
  {
    storeKey,
    scope,
    needs,
    presence,
  }: { storeKey: true | StoreKeyRouteScope; scope: RouteScope | null; needs: TeamNeed; presence: Presence | null },
): StoreKeyRouteScope {
  const ofKeys = storeKey === true ? STORE_KEY_SCOPES.find((one) => one === scope) : storeKey;
  const isPresent = presence === 'token' || (presence === 'fresh' && storeKey !== true);
  if (ofKeys === undefined || !(needs === 'read' || needs === 'manage') || !isPresent)
    throw new Error(`${route} cannot be for keys of stores: scope ${scope}, needs ${needs}`);
  return ofKeys;
}

/** The actor; null if the actor is the API key of a store. */
export function personOf(actor: Actor | null): Actor | null {
  return actor !== null && isStoreKey(actor) ? null : actor;
}
