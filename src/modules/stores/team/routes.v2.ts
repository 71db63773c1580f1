import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentV2Page } from '../../../platform/pagination.ts';
import {
  changeRole,
  listTeam,
  presentMember,
  RoleBody,
  removeMember,
  TEAM_ERRORS,
  TeamList,
  teamQuery,
} from '../../accounts/index.ts';
import { onStore } from '../policy.ts';

const common = { tags: ['Teams'], addition: true, policy: onStore('store') } as const;

/** The people of a store and their roles. */
export function storeTeamRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/team',
    operationId: 'listStoreTeam',
    summary: 'List the people of a store with their roles',
    query: teamQuery,
    replies: { 200: TeamList },
    handle: async ({ ctx, resource, query, request }) => {
      const page = pageRequest(query);
      return presentV2Page(request, page, await listTeam(ctx, { kind: 'store', id: resource.id }, page), presentMember);
    },
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: '/v2/stores/:store/team/:user',
    operationId: 'changeStoreRole',
    summary: 'Change the role of a person of a store',
    description: 'The last owner keeps the role. The person is told by mail.',
    needs: 'owner',
    fresh: true,
    body: RoleBody,
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params, body }) =>
      changeRole(ctx, { kind: 'store', id: resource.id }, params.user, body.role),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/stores/:store/team/:user',
    operationId: 'removeStoreMember',
    summary: 'Remove a person from a store',
    description: 'The last owner stays. The person is told by mail.',
    needs: 'owner',
    fresh: true,
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, resource, params }) => removeMember(ctx, { kind: 'store', id: resource.id }, params.user),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/me/stores/:store',
    operationId: 'leaveStore',
    summary: 'Leave a store',
    description: 'The last owner stays.',
    needs: 'read',
    replies: { 204: null },
    errors: TEAM_ERRORS,
    handle: ({ ctx, actor, resource }) => removeMember(ctx, { kind: 'store', id: resource.id }, actor.userId),
  });
}
