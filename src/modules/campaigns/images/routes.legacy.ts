import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_CAMPAIGN_PICTURE_BYTES, PICTURE_KINDS, PICTURE_STORAGE } from '../../../platform/http/upload-limits.ts';
import { SingleLegacyCampaign } from '../campaign/schemas.legacy.ts';
import { showSingleLegacyCampaign } from '../campaign/show-single.legacy.ts';
import type { CampaignDeps } from '../deps.ts';
import { onStoreCampaign } from '../policy.ts';
import { setCampaignImage } from './set-image.ts';

const FIELD = 'img_src';

/** Uploads a campaign's picture as a form. */
export function campaignImageRoutesLegacy(app: FastifyInstance, { storage }: CampaignDeps): void {
  operation(app, {
    method: 'POST',
    url: '/advertiser/stores/:id/offers/:offerId/upload-img',
    operationId: 'uploadStoreOfferImage',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Set the picture of a store’s campaign',
    description: `${PICTURE_STORAGE} Replaces the previous picture.`,
    tags: ['Campaigns'],
    policy: onStoreCampaign('offerId'),
    upload: { field: FIELD, maxBytes: MAX_CAMPAIGN_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 200: SingleLegacyCampaign },
    handle: async ({ ctx, resource, upload }) => {
      await setCampaignImage(ctx, storage, { campaignId: resource.id, file: upload.content, field: FIELD });
      return await showSingleLegacyCampaign(ctx, resource.id);
    },
  });
}
