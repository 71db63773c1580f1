import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { SingleLegacyOffer } from '../offers/schemas.legacy.ts';
import { showSingleLegacyOffer } from '../offers/show-single.legacy.ts';
import { createOffer, updateOffer } from '../offers/write-offer.ts';
import type { CampaignParts } from '../parts.ts';
import { onStoreOffer } from '../policy.ts';
import { LEGACY_NAMES as names, readLegacyOffer, readPriceChanges } from './read-input.ts';
import { LegacyOfferBody, LegacyOfferPatchBody, LegacyOfferPutBody, UserTermsBody } from './schemas.ts';
import { setUserTerms } from './set-user-terms.ts';

const tags = ['Campaigns'];

/** Making and changing campaigns by the unversioned paths. */
export function legacyOfferWriteRoutes(app: FastifyInstance, { calendar }: CampaignParts): void {
  operation(app, {
    ...{ method: 'POST', url: '/stores/:id/offers', tags, policy: onStore('id') },
    operationId: 'createStoreOffer',
    summary: 'Make a campaign of a store',
    description: 'Without a type it is `standard`.',
    body: LegacyOfferBody,
    replies: { 201: SingleLegacyOffer },
    errors: ['credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const { id: storeId, currency } = resource;
      const input = { ...readLegacyOffer(body, { currency, calendar }), type: body.type ?? 'standard' };
      return showWritten(ctx, (inside) => createOffer(inside, { storeId, input, names }));
    },
  });

  operation(app, {
    ...{ method: 'PUT', url: '/stores/:id/offers/:offer', tags, policy: onStoreOffer('offer') },
    operationId: 'replaceStoreOffer',
    summary: 'Change a campaign of a store as a whole',
    description: 'What the body may leave out and does stays as it is. Targets are replaced by those of their kind.',
    body: LegacyOfferPutBody,
    replies: { 200: SingleLegacyOffer },
    errors: ['type_fixed', 'credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const input = readLegacyOffer(body, { currency: resource.currency, calendar });
      return showWritten(ctx, (inside) => updateOffer(inside, { offerId: resource.id, input, names }));
    },
  });

  operation(app, {
    ...{ method: 'PATCH', url: '/stores/:id/offers/:offer', tags, policy: onStoreOffer('offer') },
    operationId: 'changeStoreOffer',
    summary: 'Change something of a campaign of a store',
    description: 'What is left out stays as it is. Targets are replaced by those of their kind.',
    body: LegacyOfferPatchBody,
    replies: { 200: SingleLegacyOffer },
    errors: ['type_fixed', 'credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const input = readLegacyOffer(body, { currency: resource.currency, calendar });
      return showWritten(ctx, (inside) => updateOffer(inside, { offerId: resource.id, input, names }));
    },
  });

  operation(app, {
    ...{ method: 'POST', url: '/stores/:id/user/:userId/offer', tags, policy: onStore('id') },
    operationId: 'setUserOffer',
    summary: 'Set a store’s own prices for one user',
    description:
      'The user’s next click on the store’s links is priced by them, unless its link is attached to a campaign. ' +
      'Made once (201), changed from then on (200): what is left out stays, and a paused one goes on.',
    body: UserTermsBody,
    replies: { 200: SingleLegacyOffer, 201: SingleLegacyOffer },
    errors: [404, 'credit_limit'],
    handle: ({ ctx, resource, params, body, reply }) => {
      const prices = readPriceChanges(body);
      if (prices === undefined) throw new InvalidInput({ cpc: ['is required when no other price is given'] });
      return showWritten(ctx, async (inside) => {
        const written = await setUserTerms(inside, { storeId: resource.id, userId: params.userId, prices });
        if (written.isNew) reply.code(201);
        return written;
      });
    },
  });
}

/** Shows an offer as it was written, though somebody deletes it the moment after. */
function showWritten(ctx: Context, write: (inside: Context) => Promise<{ id: number }>) {
  return ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    const { id } = await write(inside);
    return showSingleLegacyOffer(inside, id);
  });
}
