import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { SingleLegacyCampaign } from '../campaign/schemas.legacy.ts';
import { showSingleLegacyCampaign } from '../campaign/show-single.legacy.ts';
import type { CampaignDeps } from '../deps.ts';
import { onStoreCampaign } from '../policy.ts';
import { setCampaignImage } from './set-image.ts';

const FIELD = 'img_src';
const MAX_BYTES = 100_000;

/** Uploads a campaign's picture as a form. */
export function campaignImageRoutesLegacy(app: FastifyInstance, { storage }: CampaignDeps): void {
  operation(app, {
    method: 'POST',
    url: '/advertiser/stores/:id/offers/:offerId/upload-img',
    operationId: 'uploadStoreOfferImage',
    summary: 'Set the picture of a store’s campaign',
    description:
      'A picture larger than 1024 pixels is scaled down. Pictures are rotated upright and stripped of metadata. ' +
      'Replaces the previous picture.',
    tags: ['Campaigns'],
    policy: onStoreCampaign('offerId'),
    upload: { field: FIELD, maxBytes: MAX_BYTES, description: 'A PNG or JPEG of at most 25 million pixels.' },
    replies: { 200: SingleLegacyCampaign },
    handle: async ({ ctx, resource, upload }) => {
      await setCampaignImage(ctx, storage, { campaignId: resource.id, file: upload.content, field: FIELD });
      return await showSingleLegacyCampaign(ctx, resource.id);
    },
  });
}
