import type { Scope } from './scopes.ts';

/**
 * Who is calling, as plain facts read once per request. Roles are not stored: they follow from these facts
 * (`isAdmin`; member of a store: advertiser; representative of a client: agency; otherwise creator).
 */
export interface Actor {
  userId: number;
  isAdmin: boolean;
  /** Stores that this user is a member of. */
  storeIds: readonly number[];
  /** Clients (agencies) that this user represents. */
  clientIds: readonly number[];
  /** The client this user belongs to as a creator, if any. */
  memberOfClientId: number | null;
  /** What the caller has shown; without it the actor has come by no request. */
  token?: TokenFacts;
}

/** The token of a request. */
export interface TokenFacts {
  id: number;
  purpose: 'api' | 'access' | 'session';
  scopes: readonly Scope[];
  /** When the owner of a session has last shown who they are. */
  authenticatedAt: Date;
}
