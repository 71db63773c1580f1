import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import { listCampaigns } from '../campaign/list-campaigns.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { readCampaignOverview } from './campaign-overview.ts';
import { presentStoreCampaign } from './present.ts';
import { readDefinition } from './read-definition.ts';
import { CampaignDefinition, StoreCampaignList, storeCampaignQuery } from './schemas.ts';

const tags = ['Campaigns'];

/** Routes for the store's work with its campaigns: the overview, and a definition for editing. */
export function campaignOverviewRoutes(app: FastifyInstance, { publicUrl, calendar }: CampaignDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/campaigns',
    operationId: 'listStoreCampaigns',
    assistants: 'tool',
    storeKey: true,
    summary: 'List a store’s campaigns with their prices and usage',
    description: 'Newest first by default.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: storeCampaignQuery,
    replies: { 200: StoreCampaignList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const filters = { storeIds: [resource.id], query: query.query, statuses: query.statuses };
      const order = query.sort_by === undefined ? {} : { sort: sortOf(query.sort_by) };
      const campaigns = await listCampaigns(ctx, { filters, order, page });
      const facts = await readCampaignOverview(
        ctx,
        campaigns.items.map(({ id }) => id),
      );
      return presentV2Page(request, page, campaigns, (campaign) =>
        presentStoreCampaign(publicUrl, campaign, facts.get(campaign.id)!),
      );
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/definition',
    operationId: 'getOfferDefinition',
    assistants: 'search',
    storeKey: true,
    summary: 'Read a campaign’s definition for editing',
    description:
      'The body with which `PUT /v2/offers/{offer}` would leave the campaign unchanged, and in `invoice_cpc` and `invoice_cpa` what the store is billed. `prices` is what the next click costs, with the store’s own prices where the campaign has none. Its `etag` is the `if-match` of a change of the campaign.',
    tags,
    addition: true,
    policy: onCampaign,
    replies: { 200: CampaignDefinition },
    version: ({ offer }) => offer,
    handle: ({ ctx, resource }) => readDefinition(ctx, resource, calendar),
  });
}
