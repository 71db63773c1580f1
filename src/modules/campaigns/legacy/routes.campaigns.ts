import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { SingleLegacyCampaign } from '../campaign/schemas.legacy.ts';
import { showSingleLegacyCampaign } from '../campaign/show-single.legacy.ts';
import { createCampaign, updateCampaign } from '../campaign/write-campaign.ts';
import type { CampaignDeps } from '../deps.ts';
import { onStoreCampaign } from '../policy.ts';
import { LEGACY_NAMES as names, readLegacyCampaign, readPriceChanges } from './read-input.ts';
import { LegacyCampaignBody, LegacyCampaignPatchBody, LegacyCampaignPutBody, UserTermsBody } from './schemas.ts';
import { setUserTerms } from './set-user-terms.ts';

const tags = ['Campaigns'];

/** Making and changing campaigns by the unversioned paths. */
export function legacyCampaignWriteRoutes(app: FastifyInstance, { calendar }: CampaignDeps): void {
  operation(app, {
    ...{ method: 'POST', url: '/stores/:id/offers', tags, policy: onStore('id') },
    operationId: 'createStoreOffer',
    summary: 'Make a campaign of a store',
    description: 'Without a type it is `standard`.',
    body: LegacyCampaignBody,
    replies: { 201: SingleLegacyCampaign },
    errors: ['credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const { id: storeId, currency } = resource;
      const input = { ...readLegacyCampaign(body, { currency, calendar }), type: body.type ?? 'standard' };
      return showWritten(ctx, (inside) => createCampaign(inside, { storeId, input, names }));
    },
  });

  operation(app, {
    ...{ method: 'PUT', url: '/stores/:id/offers/:offer', tags, policy: onStoreCampaign('offer') },
    operationId: 'replaceStoreOffer',
    summary: 'Change a campaign of a store as a whole',
    description: 'What the body may leave out and does stays as it is. Targets are replaced by those of their kind.',
    body: LegacyCampaignPutBody,
    replies: { 200: SingleLegacyCampaign },
    errors: ['type_fixed', 'credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const input = readLegacyCampaign(body, { currency: resource.currency, calendar });
      return showWritten(ctx, (inside) => updateCampaign(inside, { campaignId: resource.id, input, names }));
    },
  });

  operation(app, {
    ...{ method: 'PATCH', url: '/stores/:id/offers/:offer', tags, policy: onStoreCampaign('offer') },
    operationId: 'changeStoreOffer',
    summary: 'Change something of a campaign of a store',
    description: 'What is left out stays as it is. Targets are replaced by those of their kind.',
    body: LegacyCampaignPatchBody,
    replies: { 200: SingleLegacyCampaign },
    errors: ['type_fixed', 'credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const input = readLegacyCampaign(body, { currency: resource.currency, calendar });
      return showWritten(ctx, (inside) => updateCampaign(inside, { campaignId: resource.id, input, names }));
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
    replies: { 200: SingleLegacyCampaign, 201: SingleLegacyCampaign },
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

/** Returns the campaign as it was written, even if it is deleted immediately afterwards. */
function showWritten(ctx: Context, write: (inside: Context) => Promise<{ id: number }>) {
  return ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    const { id } = await write(inside);
    return showSingleLegacyCampaign(inside, id);
  });
}
