import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../platform/auth/policy.ts';
import { operation } from '../../platform/http/operation.ts';
import { SearchResults, searchQuery } from './schemas.ts';
import { search } from './search.ts';

/** The search over all records that the caller may see. */
export function searchRoutesV2(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/search',
    operationId: 'search',
    assistants: 'tool',
    summary: 'Search for records of any kind',
    description:
      'Finds stores, campaigns, creators, clients, links, orders, invoices, participants, vouchers, domains and companies that the caller’s lists show, the best matches of each kind first.',
    tags: ['Search'],
    addition: true,
    policy: signedIn,
    query: searchQuery,
    replies: { 200: SearchResults },
    handle: async ({ ctx, query }) => ({
      data: await search(ctx, { text: query.q, kind: query.kind, perKind: query.per_kind }),
    }),
  });
}
