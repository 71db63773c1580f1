import type { Scope } from './scope.ts';
import type { StoreKeyScope } from './store-key-scope.ts';
import type { TeamRole } from './team-role.ts';

/**
 * The caller, as facts that are read once per request. Roles are not stored: they follow from these facts (`isAdmin`; member of a
 * store: advertiser; representative of a client: agency; otherwise creator).
 */
export interface Actor {
  /**
   * The user's id. For a store's API key, which belongs to no user, the negative id of the key. It equals the id of no user, so
   * that no rule about a person applies to a key, and the database refuses to store it where a user is referenced. Where a key
   * may write, `userOf` returns null.
   */
  userId: number;
  isAdmin: boolean;
  /** Stores that this user is a member of. */
  storeIds: readonly number[];
  /** Clients (agencies) that this user represents. */
  agencyIds: readonly number[];
  /** The user's role by store and by agency. In a team without an entry, the user is the owner. */
  storeRoles?: Readonly<Record<number, TeamRole>>;
  agencyRoles?: Readonly<Record<number, TeamRole>>;
  /** The client this user belongs to as a creator, if any. */
  memberOfAgencyId: number | null;
  /**
   * Set when another user created the token to act for this user (`POST /users/access-token/*`): the id of the real actor. Absent
   * when the user acts in person.
   */
  onBehalfOf?: number;
  /** Set when roles are withheld until the session has a second factor, which the marketplace requires for them. */
  lacksSecondFactor?: true;
  /** Set when nobody has proven the mailbox of the account. */
  hasUnprovenEmail?: true;
  /** The caller's credentials; absent if the actor does not come from a request. */
  token?: TokenFacts;
}

/** Who acts, without what the person may do. */
export type Acting = Pick<Actor, 'userId' | 'onBehalfOf'>;

/** The id of the real actor, which audit entries and activities name. */
export function realActorId(actor: Acting): number {
  return actor.onBehalfOf ?? actor.userId;
}

/** The user id of a caller's id; null for the API key of a store. */
export function userOf(callerId: number | null): number | null {
  return callerId !== null && callerId > 0 ? callerId : null;
}

/** The key id of a caller's id; null for a user. */
export function storeKeyOf(callerId: number | null): number | null {
  return callerId !== null && callerId < 0 ? -callerId : null;
}

/** Whether the caller is the API key of a store. */
export function isStoreKey(actor: Actor): boolean {
  return storeKeyOf(actor.userId) !== null;
}

/** Whether the user acts in person, not through a token that another user has created. */
export function isInPerson(actor: Acting): boolean {
  return actor.onBehalfOf === undefined;
}

/** The token of a request. */
export interface TokenFacts {
  id: number;
  /** `store_key`: an API key that belongs to a store. `grant`: of a program that the person permits to act for them (OAuth). */
  purpose: 'api' | 'access' | 'session' | 'store_key' | 'grant';
  scopes: readonly (Scope | StoreKeyScope)[];
  /** Time of the last authentication of the session's owner. */
  authenticatedAt: Date;
  /** Whether a session was opened or confirmed with a second factor. `missing`: it was not, although the account has one. */
  secondFactor: 'used' | 'missing' | 'none';
  /** The only address for which the token is valid (RFC 8707); absent: the whole API. */
  resource?: string;
}
