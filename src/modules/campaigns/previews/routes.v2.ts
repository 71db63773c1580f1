import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { NAMES_V2, readCampaignInput } from '../campaign/read-input.ts';
import { PlannedCampaignBody } from '../campaign/schemas.write.ts';
import type { CampaignDeps } from '../deps.ts';
import { presentPreview } from './present.ts';
import { previewCampaign } from './preview-campaign.ts';
import { CampaignPreviewReply } from './schemas.ts';

/** Previews of the effects of a campaign, before it is created. */
export function campaignPreviewRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/offer-previews',
    operationId: 'previewOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Preview a campaign',
    description:
      'Returns its audience, what it costs the store and pays, and how long its budget would last. Nothing is stored.',
    tags: ['Campaigns'],
    addition: true,
    policy: onStore('store'),
    body: PlannedCampaignBody,
    replies: { 200: CampaignPreviewReply },
    errors: ['credit_limit'],
    handle: async ({ ctx, actor, resource, body }) => {
      const { currency, id: storeId } = resource;
      const input = { ...readCampaignInput(body, { currency, calendar, actor, isWhole: true }), type: body.type };
      const planned = { storeId, input, names: NAMES_V2, like: body.offer_id };
      return presentPreview(await previewCampaign(ctx, planned));
    },
  });
}
