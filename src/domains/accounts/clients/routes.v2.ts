import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import type { AccountParts } from '../parts.ts';
import { listClients } from './list-clients.ts';
import { presentClient } from './present.ts';
import { ClientList, clientQuery } from './schemas.ts';

/** Clients (agencies), version 2. */
export function clientRoutes(app: FastifyInstance, _parts: AccountParts): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients',
    operationId: 'listClients',
    summary: 'List clients (agencies)',
    description:
      'Administrators see all, representatives those they represent, members of a store those of its market, and creators none.',
    tags: ['Reference lists'],
    policy: signedIn,
    query: clientQuery,
    replies: { 200: ClientList },
    handle: async ({ ctx, actor, query, request }) => {
      const { query: text, advertiser_group_ids: storeGroupIds, sort_by = 'id:asc' } = query;
      const page = pageRequest(query);
      const clients = await listClients(ctx, { query: text, storeGroupIds, sort: sortOf(sort_by), page });
      return presentV2Page(request, page, clients, (client) => presentClient(client, actor));
    },
  });
}
