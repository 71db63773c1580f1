import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import type { AccountDeps } from '../deps.ts';
import { onAgency } from '../policy.ts';
import { listAgencies } from './list-agencies.ts';
import { listRepresentatives } from './list-representatives.ts';
import { presentAgency } from './present.ts';
import { AgencyList, agencyQuery, RepresentativeList } from './schemas.ts';

/** Routes of agencies in version 2. */
export function agencyRoutes(app: FastifyInstance, _parts: AccountDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients',
    operationId: 'listClients',
    assistants: 'search',
    summary: 'List clients (agencies)',
    description:
      'Administrators see all, representatives those they represent, members of a store those of its market, and creators none.',
    tags: ['Reference lists'],
    policy: signedIn,
    query: agencyQuery,
    replies: { 200: AgencyList },
    handle: async ({ ctx, actor, query, page, request }) => {
      const { query: text, advertiser_group_ids: storeGroupIds, sort_by = 'id:asc' } = query;
      const agencies = await listAgencies(ctx, { query: text, storeGroupIds, sort: sortOf(sort_by), page });
      return presentV2Page(request, page, agencies, (agency) => presentAgency(agency, actor));
    },
  });
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/representatives',
    operationId: 'listRepresentatives',
    summary: 'List the representatives of an agency',
    description: 'Oldest membership first. `createClientInvite` invites others.',
    tags: ['Invitations'],
    addition: true,
    policy: onAgency('client'),
    query: pageQuery(),
    replies: { 200: RepresentativeList },
    handle: async ({ ctx, resource: agency, page, request }) => {
      const found = await listRepresentatives(ctx, agency.id, page);
      return presentV2Page(request, page, found, ({ since, ...one }) => ({ ...one, since: since.toISOString() }));
    },
  });
}
