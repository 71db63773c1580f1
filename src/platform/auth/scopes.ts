import { Forbidden } from '../errors/errors.ts';
import type { Actor } from './actor.ts';
import type { Scope } from './scope.ts';
import type { StoreKeyRouteScope } from './store-key-scope.ts';

export { SCOPES, type Scope } from './scope.ts';

/** The scope that a route requires. `any`: every token is accepted, so that it can be tested and revoked. */
export type RouteScope = Scope | 'any';

/** @throws Forbidden `insufficient_scope` when the caller's token does not have the scope */
export function requireScope(actor: Actor | null, scope: RouteScope | StoreKeyRouteScope): void {
  const scopes = actor?.token?.scopes;
  if (scopes === undefined || scope === 'any' || scopes.includes(scope)) return;
  throw new Forbidden('insufficient_scope', `The token does not have the scope ${scope}.`);
}
