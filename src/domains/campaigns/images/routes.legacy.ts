import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { SingleLegacyOffer } from '../offers/schemas.legacy.ts';
import { showSingleLegacyOffer } from '../offers/show-single.legacy.ts';
import type { CampaignParts } from '../parts.ts';
import { onStoreOffer } from '../policy.ts';
import { setOfferImage } from './set-image.ts';

const FIELD = 'img_src';
const MOST_BYTES = 100_000;

/** Uploads a campaign's picture as a form. */
export function offerImageRoutesLegacy(app: FastifyInstance, { storage }: CampaignParts): void {
  operation(app, {
    method: 'POST',
    url: '/advertiser/stores/:id/offers/:offerId/upload-img',
    operationId: 'uploadStoreOfferImage',
    summary: 'Set the picture of a store’s campaign',
    description:
      'A picture larger than 1024 pixels is scaled down. Pictures are rotated upright and stripped of metadata. ' +
      'Replaces the previous picture.',
    tags: ['Campaigns'],
    policy: onStoreOffer('offerId'),
    upload: { field: FIELD, maxBytes: MOST_BYTES, description: 'A PNG or JPEG of at most 25 million pixels.' },
    replies: { 200: SingleLegacyOffer },
    handle: async ({ ctx, resource, upload }) => {
      await setOfferImage(ctx, storage, { offerId: resource.id, file: upload.content, field: FIELD });
      return await showSingleLegacyOffer(ctx, resource.id);
    },
  });
}
