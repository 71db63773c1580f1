import type { Scope } from './scope.ts';
import type { TeamRole } from './team-role.ts';

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
  agencyIds: readonly number[];
  /** The user's role by store, and by agency; a team that is not named: owner. */
  storeRoles?: Readonly<Record<number, TeamRole>>;
  agencyRoles?: Readonly<Record<number, TeamRole>>;
  /** The client this user belongs to as a creator, if any. */
  memberOfAgencyId: number | null;
  /**
   * Set when the token was made by somebody else to act for this user (`POST /users/access-token/*`): the id of the real actor. Absent when the
   * user acts in person.
   */
  onBehalfOf?: number;
  /** What the caller has shown; without it the actor has come by no request. */
  token?: TokenFacts;
}

/** The id of whoever really acts, whom audit entries and activities name. */
export function realActorId(actor: Actor): number {
  return actor.onBehalfOf ?? actor.userId;
}

/** Whether the user acts in person, not through a token that somebody else has made. */
export function isInPerson(actor: Actor): boolean {
  return actor.onBehalfOf === undefined;
}

/** The token of a request. */
export interface TokenFacts {
  id: number;
  purpose: 'api' | 'access' | 'session';
  scopes: readonly Scope[];
  /** When the owner of a session has last shown who they are. */
  authenticatedAt: Date;
}
