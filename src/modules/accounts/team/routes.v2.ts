import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Policy } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { changeRole } from './change-role.ts';
import { listTeam } from './list-team.ts';
import { removeMember } from './remove-member.ts';
import { presentMember, RoleBody, TeamList, teamQuery } from './schemas.ts';
import { TEAM_ERRORS } from './team.ts';

/** The kind of team that the routes are for. */
interface TeamRoutes<Resource extends { id: number }> {
  kind: 'store' | 'client';
  /** The team's path below `/v2/` and `/v2/me/`: `stores/:store`. */
  path: 'stores/:store' | 'clients/:client';
  /** The name of the team in operation ids. */
  suffix: 'Store' | 'Client';
  /** The name of the team in the API reference: `a store`. */
  noun: string;
  policy: Policy<Actor, Resource>;
}

/** The people of a store or an agency and their roles. */
export function teamRoutes<Resource extends { id: number }>(app: FastifyInstance, team: TeamRoutes<Resource>): void {
  const { kind, path, suffix, noun, policy } = team;
  const common = { tags: ['Teams'], addition: true, policy } as const;
  operation(app, {
    ...common,
    method: 'GET',
    url: `/v2/${path}/team`,
    operationId: `list${suffix}Team`,
    summary: `List the team of ${noun}`,
    query: teamQuery,
    replies: { 200: TeamList },
    handle: async ({ ctx, resource, page, request }) =>
      presentV2Page(request, page, await listTeam(ctx, { kind, id: resource.id }, page), presentMember),
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: `/v2/${path}/team/:user`,
    operationId: `change${suffix}Role`,
    summary: `Change the role of a team member of ${noun}`,
    description: 'The last owner keeps the role. The person is notified by mail.',
    scope: 'administration',
    needs: 'owner',
    presence: 'fresh',
    body: RoleBody,
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params, body }) => changeRole(ctx, { kind, id: resource.id }, params.user, body.role),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: `/v2/${path}/team/:user`,
    operationId: `remove${suffix}Member`,
    summary: `Remove a team member from ${noun}`,
    description: 'The last owner cannot be removed. The person is notified by mail.',
    scope: 'administration',
    needs: 'owner',
    presence: 'fresh',
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params }) => removeMember(ctx, { kind, id: resource.id }, params.user),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: `/v2/me/${path}`,
    operationId: `leave${suffix}`,
    summary: `Leave ${noun}`,
    description: 'The last owner stays.',
    scope: 'administration',
    needs: 'read',
    presence: 'fresh',
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, actor, resource }) => removeMember(ctx, { kind, id: resource.id }, actor.userId),
  });
}
