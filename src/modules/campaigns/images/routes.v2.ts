import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { NotFound } from '../../../platform/errors/errors.ts';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import {
  MAX_CAMPAIGN_PICTURE_CHARACTERS,
  PICTURE_KINDS,
  PICTURE_STORAGE,
} from '../../../platform/http/upload-limits.ts';
import { presentCampaign } from '../campaign/present.ts';
import { readCampaigns } from '../campaign/read-campaigns.ts';
import { CampaignRecord } from '../campaign/schemas.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { bytesOfText, setCampaignImage } from './set-image.ts';

const ImageBody = Type.Object({
  default: text({
    min: 1,
    max: MAX_CAMPAIGN_PICTURE_CHARACTERS,
    description: `${PICTURE_KINDS}, as base64 or as a data URI in base64.`,
  }),
});

/** Sets a campaign's picture. */
export function campaignImageRoutes(app: FastifyInstance, { publicUrl, storage }: CampaignDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/uploads',
    operationId: 'uploadOfferImage',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Set a campaign’s picture',
    description: `${PICTURE_STORAGE} Replaces the previous picture.`,
    tags: ['Campaigns'],
    policy: onCampaign,
    body: ImageBody,
    replies: { 200: CampaignRecord },
    handle: async ({ ctx, resource, body }) => {
      const file = bytesOfText(body.default, 'default');
      await setCampaignImage(ctx, storage, { campaignId: resource.id, file, field: 'default' });
      const [campaign] = await readCampaigns(ctx, [resource.id]);
      if (campaign === undefined) throw new NotFound('offer');
      return presentCampaign(publicUrl, campaign);
    },
  });
}
