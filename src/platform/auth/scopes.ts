import { Forbidden } from '../errors/errors.ts';
import type { Actor } from './actor.ts';
import type { Scope } from './scope.ts';

export { SCOPES, type Scope } from './scope.ts';

/** The scope that a route requires. `any`: every token is accepted, so that it can be tested and revoked. */
export type RouteScope = Scope | 'any';

/** The scope of the routes that write, by the tag of the reference; every other tag: `administration`. */
const SCOPE_OF_TAG: Record<string, Scope> = {
  Links: 'links',
  'Deep linking': 'links',
  Orders: 'orders',
  'Campaigns (offers)': 'campaigns',
  'Creator campaigns': 'campaigns',
  Campaigns: 'campaigns',
  Participants: 'campaigns',
  Influencers: 'campaigns',
  'User media': 'campaigns',
  'Store media': 'campaigns',
  Payments: 'money',
  Payouts: 'money',
  'Orders, invoices, payments': 'money',
};

/** The scope of a route that declares none: `read` for reads, and the scope of its tag for writes. */
export function usualScope(method: string, tags: readonly string[]): Scope {
  if (method === 'GET') return 'read';
  return SCOPE_OF_TAG[tags[0] ?? ''] ?? 'administration';
}

/** @throws Forbidden `insufficient_scope` when the caller's token does not have the scope */
export function requireScope(actor: Actor | null, scope: RouteScope): void {
  const scopes = actor?.token?.scopes;
  if (scopes === undefined || scope === 'any' || scopes.includes(scope)) return;
  throw new Forbidden('insufficient_scope', `The token does not have the scope ${scope}.`);
}
