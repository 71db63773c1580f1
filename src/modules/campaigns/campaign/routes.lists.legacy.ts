import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { legacyEnvelope, pageQuery, presentLegacyPage } from '../../../platform/pagination.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { onStoreCampaign } from '../policy.ts';
import { deleteCampaign } from './change-campaign-state.ts';
import { listCampaigns } from './list-campaigns.ts';
import { presentLegacyCampaign } from './present.legacy.ts';
import { legacyCampaignFields, SingleLegacyCampaign } from './schemas.legacy.ts';
import { showSingleLegacyCampaign } from './show-single.legacy.ts';

const tags = ['Campaigns'];

/** A store's campaigns in the legacy API: list, read, delete. */
export function campaignListRoutesLegacy(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/offers',
    operationId: 'listStoreOffersLegacy',
    summary: 'List a store’s campaigns',
    description: 'Newest first, without deleted ones.',
    tags,
    policy: onStore('id'),
    query: {
      name: Type.Optional(text({ max: 128, description: 'Part of the name, in any case.' })),
      ...pageQuery(),
    },
    replies: { 200: legacyEnvelope(Type.Object(legacyCampaignFields)) },
    handle: async ({ ctx, resource, query, page, request }) => {
      const filters = { storeIds: [resource.id], name: query.name };
      return presentLegacyPage(
        request,
        publicUrl,
        page,
        await listCampaigns(ctx, { filters, page }),
        presentLegacyCampaign,
      );
    },
  });

  operation(app, {
    method: 'GET',
    url: '/stores/:id/offers/:offer',
    operationId: 'getStoreOffer',
    summary: 'Read a campaign of a store',
    tags,
    policy: onStoreCampaign('offer'),
    replies: { 200: SingleLegacyCampaign },
    handle: ({ ctx, resource }) => showSingleLegacyCampaign(ctx, resource.id),
  });

  operation(app, {
    method: 'DELETE',
    url: '/stores/:id/offers/:offer',
    operationId: 'deleteStoreOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Delete an offer of a store',
    description:
      'Soft deletion: clicks, participants and totals stay, but its terms end. Returns the deleted campaign.',
    tags,
    policy: onStoreCampaign('offer'),
    replies: { 200: SingleLegacyCampaign },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource }) => {
      const campaign = await showSingleLegacyCampaign(ctx, resource.id);
      await deleteCampaign(ctx, resource.id);
      return campaign;
    },
  });
}
