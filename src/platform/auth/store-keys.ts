import { Forbidden } from '../errors/errors.ts';
import { type Actor, isStoreKey } from './actor.ts';
import type { Presence } from './presence.ts';
import type { RouteScope } from './scopes.ts';
import type { TeamNeed } from './team-role.ts';

/** The scopes that a store's API key can have: neither payments nor the administration of anything. */
export const STORE_KEY_SCOPES = ['read', 'orders', 'campaigns'] as const;
export type StoreKeyScope = (typeof STORE_KEY_SCOPES)[number];

/**
 * Refuses keys of stores unless a route declares `storeKey`, so that a new route is closed to them by default.
 * @throws Forbidden `not_for_store_keys`
 */
export function requirePerson(actor: Actor | null, isForStoreKeys: boolean): void {
  if (actor === null || isForStoreKeys || !isStoreKey(actor)) return;
  throw new Forbidden('not_for_store_keys', 'The API key of a store cannot be used for this.');
}

/** @throws Error if a route that is open to store keys requires a scope that no store key can have */
export function checkStoreKeyRoute(
  route: string,
  { scope, needs, presence }: { scope: RouteScope | null; needs: TeamNeed; presence: Presence | null },
): void {
  const isReachable =
    STORE_KEY_SCOPES.some((one) => one === scope) && (needs === 'read' || needs === 'manage') && presence === 'token';
  if (!isReachable) throw new Error(`${route} cannot be for keys of stores: scope ${scope}, needs ${needs}`);
}

/** The actor; null if the actor is the API key of a store. */
export function personOf(actor: Actor | null): Actor | null {
  return actor !== null && isStoreKey(actor) ? null : actor;
}
