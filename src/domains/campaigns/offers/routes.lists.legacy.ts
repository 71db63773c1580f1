import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { legacyEnvelope, pageQuery, pageRequest, presentLegacyPage } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { CampaignParts } from '../parts.ts';
import { onStoreOffer } from '../policy.ts';
import { deleteOffer } from './change-offer-state.ts';
import { listOffers } from './list-offers.ts';
import { presentLegacyOffer } from './present.legacy.ts';
import { legacyOfferFields, SingleLegacyOffer } from './schemas.legacy.ts';
import { showSingleLegacyOffer } from './show-single.legacy.ts';

const tags = ['Campaigns'];

/** A store's campaigns in the legacy API: list, read, delete. */
export function offerListRoutesLegacy(app: FastifyInstance, { publicUrl }: CampaignParts): void {
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
      ...pageQuery({ defaultSize: 20, maxSize: 100 }),
    },
    replies: { 200: legacyEnvelope(Type.Object(legacyOfferFields)) },
    handle: async ({ ctx, resource, query, request }) => {
      const page = pageRequest(query);
      const filters = { storeIds: [resource.id], name: query.name };
      return presentLegacyPage(request, publicUrl, page, await listOffers(ctx, { filters, page }), presentLegacyOffer);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/stores/:id/offers/:offer',
    operationId: 'getStoreOffer',
    summary: 'Read a campaign of a store',
    tags,
    policy: onStoreOffer('offer'),
    replies: { 200: SingleLegacyOffer },
    handle: ({ ctx, resource }) => showSingleLegacyOffer(ctx, resource.id),
  });

  operation(app, {
    method: 'DELETE',
    url: '/stores/:id/offers/:offer',
    operationId: 'deleteStoreOffer',
    summary: 'Delete an offer of a store',
    description:
      'Soft deletion: clicks, participants and totals stay, but its terms end. Returns the deleted campaign.',
    tags,
    policy: onStoreOffer('offer'),
    replies: { 200: SingleLegacyOffer },
    handle: async ({ ctx, resource }) => {
      const offer = await showSingleLegacyOffer(ctx, resource.id);
      await deleteOffer(ctx, resource.id);
      return offer;
    },
  });
}
