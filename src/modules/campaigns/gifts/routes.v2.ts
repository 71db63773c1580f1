import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { type CampaignFacts, onCampaign, onCampaignAsReader } from '../policy.ts';
import { currentGift } from './gift.ts';
import { CampaignGiftRecord, GiftBody, presentGift, readGift } from './schemas.ts';
import { GIFT_ERRORS, setGift } from './set-gift.ts';

/** What a campaign gives its participants. */
export function giftRoutes(app: FastifyInstance): void {
  const common = { tags: ['Campaigns'], addition: true, url: '/v2/offers/:offer/gift' } as const;
  const show = async (ctx: Pick<Context, 'db' | 'actor'>, campaign: CampaignFacts) => {
    const gift = await currentGift(ctx, campaign.id);
    if (gift === null) return { gift: null };
    const isOfStore = ctx.actor.isAdmin || ctx.actor.storeIds.includes(campaign.storeId);
    return {
      gift: { ...presentGift(gift, campaign.currency), credit_code: isOfStore ? gift.creditCode : null },
    };
  };

  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getCampaignGift',
    assistants: 'search',
    summary: 'Read what a campaign gives its participants',
    description: 'For the store, and for creators in the audience, before they join the campaign.',
    policy: onCampaignAsReader,
    replies: { 200: CampaignGiftRecord },
    version: (record) => record,
    handle: async ({ ctx, resource }) => show(ctx, resource),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    operationId: 'setCampaignGift',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Set what a campaign gives its participants',
    description:
      'A product, a choice of products, or a credit in the shop. Creators see it with its value before they join, and keep what they were shown. Null removes it.',
    policy: onCampaign,
    body: GiftBody,
    replies: { 200: CampaignGiftRecord },
    errors: GIFT_ERRORS,
    current: async ({ ctx, resource }) => {
      await lockCampaign(ctx.db, resource.id);
      return show(ctx, resource);
    },
    handle: async ({ ctx, resource, body }) => {
      const gift = readGift(body, resource.currency);
      await setGift(ctx, { campaignId: resource.id, currency: resource.currency, gift });
      return show(ctx, resource);
    },
  });
}
