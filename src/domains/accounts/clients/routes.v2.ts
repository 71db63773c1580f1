import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, pageRequest, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import type { AccountParts } from '../parts.ts';
import { onClient } from '../policy.ts';
import { listClients } from './list-clients.ts';
import { listRepresentatives } from './list-representatives.ts';
import { presentClient } from './present.ts';
import { ClientList, clientQuery, RepresentativeList } from './schemas.ts';

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
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/representatives',
    operationId: 'listRepresentatives',
    summary: 'List who represents an agency',
    description: 'Those who came first at the top. Others are invited (`createClientInvite`).',
    tags: ['Invitations'],
    addition: true,
    policy: onClient('client'),
    query: pageQuery({ defaultSize: 20, maxSize: 100 }),
    replies: { 200: RepresentativeList },
    handle: async ({ ctx, resource: client, query, request }) => {
      const page = pageRequest(query);
      const found = await listRepresentatives(ctx, client.id, page);
      return presentV2Page(request, page, found, ({ since, ...one }) => ({ ...one, since: since.toISOString() }));
    },
  });
}
