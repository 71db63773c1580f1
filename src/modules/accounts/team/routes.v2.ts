import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentV2Page } from '../../../platform/pagination.ts';
import { onAgency } from '../policy.ts';
import { changeRole } from './change-role.ts';
import { listTeam } from './list-team.ts';
import { removeMember } from './remove-member.ts';
import { presentMember, RoleBody, TeamList, teamQuery } from './schemas.ts';
import { TEAM_ERRORS } from './team.ts';

const common = { tags: ['Teams'], addition: true, policy: onAgency('client') } as const;

/** The people of an agency and their roles. */
export function agencyTeamRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/clients/:client/team',
    operationId: 'listClientTeam',
    summary: 'List the people of an agency with their roles',
    query: teamQuery,
    replies: { 200: TeamList },
    handle: async ({ ctx, resource, query, request }) => {
      const page = pageRequest(query);
      return presentV2Page(
        request,
        page,
        await listTeam(ctx, { kind: 'client', id: resource.id }, page),
        presentMember,
      );
    },
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: '/v2/clients/:client/team/:user',
    operationId: 'changeClientRole',
    summary: 'Change the role of a person of an agency',
    description: 'The last owner keeps the role. The person is told by mail.',
    needs: 'owner',
    fresh: true,
    body: RoleBody,
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params, body }) =>
      changeRole(ctx, { kind: 'client', id: resource.id }, params.user, body.role),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/clients/:client/team/:user',
    operationId: 'removeClientMember',
    summary: 'Remove a person from an agency',
    description: 'The last owner stays. The person is told by mail.',
    needs: 'owner',
    fresh: true,
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params }) => removeMember(ctx, { kind: 'client', id: resource.id }, params.user),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/me/clients/:client',
    operationId: 'leaveClient',
    summary: 'Leave an agency',
    description: 'The last owner stays.',
    needs: 'read',
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, actor, resource }) => removeMember(ctx, { kind: 'client', id: resource.id }, actor.userId),
  });
}
