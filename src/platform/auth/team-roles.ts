import { Forbidden, NotFound } from '../errors/errors.ts';
import type { Actor } from './actor.ts';
import type { Admission, Policy, PolicyRequest } from './policy.ts';
import type { RouteScope } from './scopes.ts';
import { TEAM_ROLES, type TeamNeed, type TeamRole } from './team-role.ts';

export { TEAM_NEEDS, TEAM_ROLES, type TeamNeed, type TeamRole } from './team-role.ts';

/** The one table of what each role permits. */
const PERMITTED: Record<TeamRole, readonly TeamNeed[]> = {
  owner: ['read', 'manage', 'finance', 'owner'],
  manager: ['read', 'manage'],
  finance: ['read', 'finance'],
  read_only: ['read'],
};

/** Tags of routes by which callers change only their own account. A role in a team does not limit them. */
const PERSONAL_TAGS: readonly string[] = [
  'Sessions',
  'Second factor',
  'Sign-up and recovery',
  'Passkeys',
  'Own data',
  'Notifications',
];

export function permits(role: TeamRole, need: TeamNeed): boolean {
  return PERMITTED[role].includes(need);
}

/** The roles that permit a need. */
export function rolesPermitting(need: TeamNeed): TeamRole[] {
  return TEAM_ROLES.filter((role) => permits(role, need));
}

/** The need of a route that declares none: reads need `read`, writes of money `finance`, all other writes `manage`. */
export function usualNeed(scope: RouteScope | null, tags: readonly string[]): TeamNeed {
  if (scope === 'read' || scope === 'any' || PERSONAL_TAGS.includes(tags[0] ?? '')) return 'read';
  return scope === 'money' ? 'finance' : 'manage';
}

/** Returns the actor without the stores and agencies where the actor's role does not permit the need. */
export function actorFor(actor: Actor, need: TeamNeed): Actor {
  const { storeRoles, agencyRoles } = actor;
  if (need === 'read' || (storeRoles === undefined && agencyRoles === undefined)) return actor;
  const allowed = (ids: readonly number[], roles: Actor['storeRoles']) =>
    ids.filter((id) => permits(roles?.[id] ?? 'owner', need));
  const storeIds = allowed(actor.storeIds, storeRoles);
  const agencyIds = allowed(actor.agencyIds, agencyRoles);
  const isWhole = storeIds.length === actor.storeIds.length && agencyIds.length === actor.agencyIds.length;
  return isWhole ? actor : { ...actor, storeIds, agencyIds };
}

/**
 * Evaluates a policy with the permissions that the need leaves to the actor. Policies and use cases therefore need no knowledge
 * of roles: for this call, a store where the caller's role does not permit it is not one of the caller's stores.
 * @throws Forbidden `insufficient_role` when only the role prevents it; errors of the policy
 */
export async function admitForTeam<WhoActs extends Actor | null, Resource>(
  policy: Policy<WhoActs, Resource>,
  request: PolicyRequest,
  need: TeamNeed,
): Promise<Admission<WhoActs, Resource>> {
  const narrowed = request.actor === null ? null : actorFor(request.actor, need);
  if (narrowed === request.actor) return policy.admit(request);
  try {
    return await policy.admit({ ...request, actor: narrowed });
  } catch (error) {
    if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
    if (await admits(policy, request)) {
      throw new Forbidden('insufficient_role', `Your role in this team does not permit this; it needs ${need}.`);
    }
    throw error;
  }
}

async function admits(policy: Policy<Actor | null, unknown>, request: PolicyRequest): Promise<boolean> {
  try {
    await policy.admit(request);
    return true;
  } catch {
    return false;
  }
}
