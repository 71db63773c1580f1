import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { EXPORT_MEDIA_TYPES, sendExport } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import { onStore, requireStore } from '../../stores/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { listCampaignSummaries } from './list-campaigns.ts';
import { campaignColumns, readCampaignBatches } from './list-export.ts';
import { campaignListQuery, readCampaignListQuery } from './list-query.ts';
import { presentCampaign } from './present.ts';
import type { CampaignSummary } from './read-campaigns.ts';
import { CampaignList } from './schemas.ts';

const tags = ['Campaigns'];

/** Lists of campaigns: those of a store, and all that the caller administers. */
export function campaignListRoutes(app: FastifyInstance, { publicUrl, calendar }: CampaignDeps): void {
  const present = (campaign: CampaignSummary) => presentCampaign(publicUrl, campaign);

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/offers',
    operationId: 'listStoreOffers',
    storeKey: true,
    summary: 'List a store’s campaigns',
    description: 'Newest first, without deleted ones. (The contract does not specify this body.)',
    tags,
    policy: onStore('store'),
    query: pageQuery(),
    replies: { 200: CampaignList },
    handle: async ({ ctx, resource, page, request }) => {
      const campaigns = await listCampaignSummaries(ctx, { filters: { storeIds: [resource.id] }, page });
      return presentV2Page(request, page, campaigns, present);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers',
    operationId: 'listOffers',
    assistants: 'tool',
    storeKey: true,
    summary: 'List campaigns',
    description:
      'Campaigns of the caller’s stores, or all for an administrator; newest first. All filters must match. With `format`, the response is the whole list as a file (the contract does not specify its columns).',
    tags,
    policy: signedIn,
    query: campaignListQuery,
    replies: { 200: jsonOrFile(CampaignList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    errors: [403, 404],
    handle: async ({ ctx, actor, query, page, request, reply }) => {
      const { filters, order } = readCampaignListQuery(query, { actor, calendar });
      if (query.advertiser_id !== undefined) await requireStore(ctx, query.advertiser_id);
      if (query.format !== undefined) {
        const batches = await readCampaignBatches(ctx, { filters, order });
        const day = calendar.dayOf(ctx.now().getTime());
        return sendExport(reply, query.format, {
          name: 'campaigns',
          language: query.lang,
          day,
          columns: campaignColumns(publicUrl),
          batches,
        });
      }
      return presentV2Page(request, page, await listCampaignSummaries(ctx, { filters, order, page }), present);
    },
  });
}
