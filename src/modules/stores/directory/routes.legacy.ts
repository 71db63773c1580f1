import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentLegacyPage } from '../../../platform/pagination.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { listStoreAgencies } from './agencies-list.ts';
import { presentStoreAgency } from './agencies-present.ts';
import { StoreAgencyList, storeAgencyQuery } from './agencies-schemas.ts';

/** The agencies that a store can target with its campaigns. */
export function directoryRoutesLegacy(app: FastifyInstance, { publicUrl }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/clients',
    operationId: 'listStoreClients',
    summary: 'List the clients (agencies) of a store’s market',
    description: 'By name.',
    tags: ['Clients'],
    policy: onStore('id'),
    query: storeAgencyQuery,
    replies: { 200: StoreAgencyList },
    handle: async ({ ctx, actor, resource, query, page, request }) => {
      const { query: text, group } = query;
      const agencies = await listStoreAgencies(ctx, { storeId: resource.id, query: text, group, page });
      return presentLegacyPage(request, publicUrl, page, agencies, (agency) => presentStoreAgency(agency, actor));
    },
  });
}
