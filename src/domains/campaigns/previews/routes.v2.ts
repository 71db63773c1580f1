import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { NAMES_V2, readOfferInput } from '../offers/read-input.ts';
import { OfferBody } from '../offers/schemas.write.ts';
import type { CampaignParts } from '../parts.ts';
import { presentPreview } from './present.ts';
import { previewOffer } from './preview-offer.ts';
import { OfferPreviewReply } from './schemas.ts';

/** What would come of a campaign, before it is made. */
export function offerPreviewRoutes(app: FastifyInstance, { calendar }: Pick<CampaignParts, 'calendar'>): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/offer-previews',
    operationId: 'previewOffer',
    summary: 'See what would come of a campaign',
    description: 'Whom it would be for, what it would cost, how long its budget would last. Nothing is kept.',
    tags: ['Campaigns'],
    addition: true,
    policy: onStore('store'),
    body: OfferBody,
    replies: { 200: OfferPreviewReply },
    errors: ['credit_limit'],
    handle: async ({ ctx, actor, resource, body }) => {
      const { currency, id: storeId } = resource;
      const input = { ...readOfferInput(body, { currency, calendar, actor, isWhole: true }), type: body.type };
      return presentPreview(await previewOffer(ctx, { storeId, input, names: NAMES_V2 }));
    },
  });
}
