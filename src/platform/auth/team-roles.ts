import { Forbidden, NotFound } from '../errors/errors.ts';
import type { Actor } from './actor.ts';
import type { Admission, Policy, PolicyRequest } from './policy.ts';
import type { RouteScope } from './scopes.ts';
import { permits, TEAM_ROLES, type TeamNeed, type TeamRole } from './team-role.ts';

export { permits, TEAM_NEEDS, TEAM_ROLES, type TeamNeed, type TeamRole } from './team-role.ts';

/** The roles that permit a need. */
export function rolesPermitting(need: TeamNeed): TeamRole[] {
  return TEAM_ROLES.filter((role) => permits(role, need));
}

/**
 * The need of a route that declares none: `read` for reads, `finance` for the scope `money`, otherwise `manage` (docs/accounts.md,
 * "Teams"). Routes that change only the caller's own account declare `read`, so that team roles do not limit them.
 */
export function defaultNeed(scope: RouteScope | null): TeamNeed {
  if (scope === 'read' || scope === 'any') return 'read';
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
 * Evaluates a policy for the actor without the stores and agencies where the actor's role does not permit the need. Policies and
 * use cases therefore do not deal with roles.
 * @throws Forbidden `insufficient_role` when only the role prevents the call; the errors of the policy
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
      throw new Forbidden(
        'insufficient_role',
        `Your role in this team does not permit this request. It requires the permission "${need}".`,
      );
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
