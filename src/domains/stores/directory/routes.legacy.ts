import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentLegacyPage } from '../../../platform/pagination.ts';
import type { StoreParts } from '../parts.ts';
import { onStore } from '../policy.ts';
import { listStoreClients } from './clients-list.ts';
import { presentStoreClient } from './clients-present.ts';
import { StoreClientList, storeClientQuery } from './clients-schemas.ts';

/** The clients that a store can aim its campaigns at. */
export function directoryRoutesLegacy(app: FastifyInstance, { publicUrl }: StoreParts): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/clients',
    operationId: 'listStoreClients',
    summary: 'List the clients (agencies) of a store’s market',
    description: 'By name.',
    tags: ['Clients'],
    policy: onStore('id'),
    query: storeClientQuery,
    replies: { 200: StoreClientList },
    handle: async ({ ctx, actor, resource, query, request }) => {
      const { query: text, group } = query;
      const page = pageRequest(query);
      const clients = await listStoreClients(ctx, { storeId: resource.id, query: text, group, page });
      return presentLegacyPage(request, publicUrl, page, clients, (client) => presentStoreClient(client, actor));
    },
  });
}
