import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import {
  type CampaignFacts,
  onCampaign,
  onCampaignAsReader,
  onParticipantInPerson,
  onParticipantOrStoreOnly,
} from '../policy.ts';
import { reportNotReceived } from './follow-parcels.ts';
import { currentGift } from './gift.ts';
import { readGiven } from './read-given.ts';
import { PARCEL_ERRORS, recordParcels } from './record-parcels.ts';
import {
  CampaignGiftRecord,
  GiftBody,
  GivenRecord,
  NotReceivedBody,
  ParcelsBody,
  ParcelsRecord,
  presentGift,
  presentGiven,
  readGift,
} from './schemas.ts';
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

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants/:participant/gift',
    operationId: 'getParticipantGift',
    summary: 'Read what a participant is given, and what was sent',
    tags: ['Participants'],
    addition: true,
    policy: onParticipantOrStoreOnly,
    replies: { 200: GivenRecord },
    handle: async ({ ctx, actor, resource }) => {
      const forStore = resource.userId !== actor.userId;
      return presentGiven(await readGiven(ctx, { participantId: resource.id, forStore }), resource.campaign.currency);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/parcels',
    operationId: 'recordParcels',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Record what was sent to participants',
    description:
      'Participants who were accepted become `product_sent`, and are notified with the number. Entering a parcel again corrects it. For a credit without a code for all, `credit_code` is the participant’s code.',
    tags: ['Participants'],
    addition: true,
    policy: onCampaign,
    body: ParcelsBody,
    replies: { 200: ParcelsRecord },
    errors: [...PARCEL_ERRORS, 404],
    handle: async ({ ctx, resource, body }) => {
      const parcels = body.parcels.map((one) => ({
        participantId: one.participant_id,
        carrier: one.carrier ?? '',
        number: one.number ?? '',
        trackingUrl: one.tracking_url ?? null,
        creditCode: one.credit_code ?? null,
        sentAt: one.sent_at === undefined ? null : new Date(one.sent_at),
      }));
      await recordParcels(ctx, { campaignId: resource.id, parcels });
      return { recorded: parcels.length };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/participants/:participant/not-received',
    operationId: 'reportNotReceived',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Say that what the store has sent you has not arrived',
    description: 'It then does not count as received by itself, and waits for the store. You may correct the address.',
    tags: ['Participants'],
    addition: true,
    policy: onParticipantInPerson,
    body: NotReceivedBody,
    replies: { 200: GivenRecord },
    errors: ['nothing_sent'],
    handle: async ({ ctx, resource, body }) => {
      await reportNotReceived(ctx, resource.id, body.text);
      const given = await readGiven(ctx, { participantId: resource.id, forStore: false });
      return presentGiven(given, resource.campaign.currency);
    },
  });
}
