import { sql } from 'drizzle-orm';
import { type Actor, isInPerson } from '../../platform/auth/actor.ts';
import { type Access, onResource } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { lookUpById } from '../../platform/database/look-up.ts';
import { NotFound } from '../../platform/errors/errors.ts';

/** The data of a user that policies need. */
export interface UserFacts {
  id: number;
  email: string;
  agencyId: number | null;
  isSuspended: boolean;
}

const readUser = lookUpById<UserFacts>(
  sql`SELECT id, email, agency_id AS "agencyId", suspended_at IS NOT NULL AS "isSuspended" FROM users`,
  sql`id`,
);

/** Reads a user by id; null when there is none. */
export function findUser({ db }: Pick<Context, 'db'>, id: number): Promise<UserFacts | null> {
  return readUser(db, id);
}

/** A user, a representative of the user's agency and an administrator may act for a user (docs/domain.md, "Who may do what"). */
export function userAccess(actor: Actor, user: Pick<UserFacts, 'id' | 'agencyId'>): Access {
  if (actor.isAdmin || actor.userId === user.id) return 'allow';
  if (user.agencyId !== null && actor.agencyIds.includes(user.agencyId)) return 'allow';
  return 'hide';
}

/** Something between a creator and a store: an order claim, a draft for a campaign. */
interface BetweenBoth {
  user: { id: number };
  /** The agency of the creator now. */
  agencyId: number | null;
  store: { id: number };
}

/** The side of the creator: the creator, the agency, administrators. */
const isCreatorSide = (actor: Actor, { user, agencyId }: BetweenBoth) =>
  userAccess(actor, { id: user.id, agencyId }) === 'allow';

/** Both sides may read it. */
export const accessOfBoth = (actor: Actor, it: BetweenBoth): Access =>
  isCreatorSide(actor, it) || actor.storeIds.includes(it.store.id) ? 'allow' : 'hide';

/** Only the creator's side may add to it; the store may know that it exists. */
export const accessOfCreator = (actor: Actor, it: BetweenBoth): Access => {
  if (isCreatorSide(actor, it)) return 'allow';
  return actor.storeIds.includes(it.store.id) ? 'forbid' : 'hide';
};

/** The store decides it. The creator's side cannot decide it, even as a member of the store. */
export const accessOfStore = (actor: Actor, it: BetweenBoth): Access => {
  if (actor.isAdmin) return 'allow';
  if (isCreatorSide(actor, it)) return 'forbid';
  return actor.storeIds.includes(it.store.id) ? 'allow' : 'hide';
};

/** The policy of every path that names a user; `param` is the path parameter's name. */
export const onUser = (param: 'user' | 'id' | 'user_id') =>
  onResource<UserFacts>({
    name: 'user',
    describe: 'That user, a representative of the user’s client, an administrator.',
    param,
    kind: 'user',
    load: findUser,
    access: userAccess,
  });

/**
 * The same rule for a user that a body names.
 * @throws NotFound if the user does not exist or the caller may not act for the user
 */
export async function requireUser(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<UserFacts> {
  const user = await findUser(ctx, id);
  if (user === null || userAccess(ctx.actor, user) !== 'allow') throw new NotFound('user');
  return user;
}

/**
 * The policy of actions that only the user in person may perform. Others who may act for the user, also with a token issued for it,
 * are forbidden.
 */
export const onUserOnly = (param: 'user') =>
  onResource<UserFacts>({
    name: 'userAlone',
    describe: 'Only that user, in person.',
    param,
    kind: 'user',
    load: findUser,
    access: (actor, user) => {
      if (actor.userId === user.id) return isInPerson(actor) ? 'allow' : 'forbid';
      return userAccess(actor, user) === 'allow' ? 'forbid' : 'hide';
    },
  });

/** The data of an agency that policies need. */
export interface AgencyFacts {
  id: number;
  name: string;
}

async function findAgency({ db }: Pick<Context, 'db'>, id: number): Promise<AgencyFacts | null> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`SELECT id, name FROM agencies WHERE id = ${id}`);
  return rows[0] ?? null;
}

/** The policy of every path that names an agency to act for: its representatives and admins. `param` is the path parameter's name. */
export const onAgency = (param: 'client' | 'clientId') =>
  onResource<AgencyFacts>({
    name: 'client',
    describe: 'Representatives of that client, an administrator.',
    param,
    kind: 'client',
    load: findAgency,
    access: (actor, agency) => (represents(actor, agency.id) ? 'allow' : 'hide'),
  });

/** The policy of actions that only representatives of an agency may perform in person. Administrators are forbidden. */
export const onAgencyOnly = (param: 'client') =>
  onResource<AgencyFacts>({
    name: 'clientAlone',
    describe: 'Representatives of that client alone, in person.',
    param,
    kind: 'client',
    load: findAgency,
    access: (actor, agency) => {
      if (actor.agencyIds.includes(agency.id)) return isInPerson(actor) ? 'allow' : 'forbid';
      return actor.isAdmin ? 'forbid' : 'hide';
    },
  });

/** An agency's representatives and administrators may know its share of a click's price. */
export function mayKnowShare(actor: Actor, agencyId: number): boolean {
  return represents(actor, agencyId);
}

function represents(actor: Actor, agencyId: number): boolean {
  return actor.isAdmin || actor.agencyIds.includes(agencyId);
}
