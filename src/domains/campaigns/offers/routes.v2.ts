import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { CampaignParts } from '../parts.ts';
import { onOffer, onOfferAsReader, onOfferByToken } from '../policy.ts';
import { deleteOffer, setOfferActive } from './change-offer-state.ts';
import { presentOffer } from './present.ts';
import { readOffer } from './read-offer.ts';
import { OfferRecord } from './schemas.ts';

const tags = ['Campaigns'];

/** Campaigns themselves: reading them, stopping them and letting them go on. */
export function offerRoutes(app: FastifyInstance, { publicUrl }: CampaignParts): void {
  const shown = async (ctx: Pick<Context, 'db' | 'now'>, id: number) => {
    const offer = await readOffer(ctx, id);
    if (offer === null) throw new NotFound('offer');
    return presentOffer(publicUrl, offer);
  };

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
