import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import type { CampaignParts } from '../parts.ts';
import { onOffer, onOfferAsReader, onOfferByToken } from '../policy.ts';
import { deleteOffer, setOfferActive } from './change-offer-state.ts';
import { presentOffer } from './present.ts';
import { NAMES_V2, readOfferInput } from './read-input.ts';
import { readOffers } from './read-offers.ts';
import { OfferRecord } from './schemas.ts';
import { OfferBody, OfferPatchBody, WrittenOfferReply } from './schemas.write.ts';
import { createOffer, updateOffer, type WrittenOffer } from './write-offer.ts';

const tags = ['Campaigns'];

/** Campaigns themselves: making, changing and reading them, stopping them and letting them go on. */
export function offerRoutes(app: FastifyInstance, { publicUrl, calendar }: CampaignParts): void {
  const shown = async (ctx: Pick<Context, 'db' | 'now'>, id: number) => {
    const [offer] = await readOffers(ctx, [id]);
    if (offer === undefined) throw new NotFound('offer');
    return presentOffer(publicUrl, offer);
  };

  const written = async (ctx: Pick<Context, 'db' | 'now'>, { id, skippedUserIds }: WrittenOffer) => {
    const warnings = { skipped_targets: { user_ids: skippedUserIds } };
    return { data: { ...(await shown(ctx, id)), warnings }, warnings };
  };

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/offers',
    operationId: 'createOffer',
    summary: 'Make a campaign',
    tags,
    policy: onStore('store'),
    body: OfferBody,
    replies: { 201: WrittenOfferReply },
    errors: ['credit_limit'],
    handle: async ({ ctx, actor, resource, body }) => {
      const { currency, id: storeId } = resource;
      const input = { ...readOfferInput(body, { currency, calendar, actor, isWhole: true }), type: body.type };
      return written(ctx, await createOffer(ctx, { storeId, input, names: NAMES_V2 }));
    },
  });

  operation(app, {
    ...{ method: 'PUT', url: '/v2/offers/:offer', tags, policy: onOffer },
    operationId: 'replaceOffer',
    summary: 'Change a campaign as a whole',
    description: 'What the body may leave out and does stays as it is. Prices and targets are replaced.',
    body: OfferBody,
    replies: { 200: WrittenOfferReply },
    errors: ['type_fixed', 'credit_limit'],
    handle: async ({ ctx, actor, resource, body }) => {
      const input = readOfferInput(body, { currency: resource.currency, calendar, actor, isWhole: true });
      return written(ctx, await updateOffer(ctx, { offerId: resource.id, input, names: NAMES_V2 }));
    },
  });

  operation(app, {
    ...{ method: 'PATCH', url: '/v2/offers/:offer', tags, policy: onOffer },
    operationId: 'changeOffer',
    summary: 'Change something of a campaign',
    description: 'What is left out stays as it is. Prices and targets, where given, are replaced.',
    body: OfferPatchBody,
    replies: { 200: WrittenOfferReply },
    errors: ['type_fixed', 'credit_limit'],
    handle: async ({ ctx, actor, resource, body }) => {
      const input = readOfferInput(body, { currency: resource.currency, calendar, actor, isWhole: false });
      return written(ctx, await updateOffer(ctx, { offerId: resource.id, input, names: NAMES_V2 }));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer',
    operationId: 'getOffer',
    summary: 'Read a campaign',
    tags,
    policy: onOfferAsReader,
    replies: { 200: OfferRecord },
    handle: ({ ctx, resource }) => shown(ctx, resource.id),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/offers/:offer',
    operationId: 'deleteOffer',
    summary: 'Delete a campaign',
    description: 'Softly: clicks, participants and sums stay, and its terms hold no longer.',
    tags,
    policy: onOffer,
    replies: { 204: null },
    handle: ({ ctx, resource }) => deleteOffer(ctx, resource.id),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/pause',
    operationId: 'pauseOffer',
    summary: 'Pause a campaign',
    description: 'Its terms hold no longer from the next click on.',
    tags,
    policy: onOffer,
    replies: { 200: OfferRecord },
    handle: async ({ ctx, resource }) => {
      await setOfferActive(ctx, resource.id, false);
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/unpause',
    operationId: 'unpauseOffer',
    summary: 'Let a campaign go on',
    description: 'Its terms hold again from the next click on.',
    tags,
    policy: onOffer,
    replies: { 200: OfferRecord },
    errors: ['credit_limit'],
    handle: async ({ ctx, resource }) => {
      await setOfferActive(ctx, resource.id, true);
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offer-by-token/:token',
    operationId: 'getOfferByToken',
    summary: 'Read a campaign by its token',
    tags,
    policy: onOfferByToken,
    params: { token: Type.String({ minLength: 1, maxLength: 255 }) },
    replies: { 200: OfferRecord },
    handle: ({ ctx, resource }) => shown(ctx, resource.id),
  });
}
