import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { SingleLegacyCampaign } from '../campaign/schemas.legacy.ts';
import { showSingleLegacyCampaign } from '../campaign/show-single.legacy.ts';
import { createCampaign, updateCampaign } from '../campaign/write-campaign.ts';
import type { CampaignDeps } from '../deps.ts';
import { onStoreCampaign } from '../policy.ts';
import { LEGACY_NAMES as names, readLegacyCampaign, readPriceChanges } from './read-input.ts';
import { changedFields } from './returned-record.ts';
import {
  LegacyCampaignBody,
  LegacyCampaignPutBody,
  type LegacyCampaignReturned,
  LegacyCampaignReturnedBody,
  UserTermsBody,
} from './schemas.ts';
import { setUserTerms } from './set-user-terms.ts';

const tags = ['Campaigns'];

/** Creating and changing campaigns by the paths of the legacy API. */
export function legacyCampaignWriteRoutes(app: FastifyInstance, { calendar }: CampaignDeps): void {
  const change = (
    ctx: Context,
    campaign: { id: number; currency: string },
    body: LegacyCampaignReturned,
    areFromRecord: boolean,
  ) =>
    showWritten(ctx, async (inside) => {
      const changed = changedFields(body, await showSingleLegacyCampaign(inside, campaign.id));
      const input = { ...readLegacyCampaign(changed, { currency: campaign.currency, calendar }), areFromRecord };
      return updateCampaign(inside, { campaignId: campaign.id, input, names });
    });

  operation(app, {
    method: 'POST',
    url: '/stores/:id/offers',
    tags,
    policy: onStore('id'),
    operationId: 'createStoreOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Create a campaign of a store',
    description:
      'The default type is `standard`. A price that is omitted or null is the store’s own price of that kind; 0 pays nothing.',
    body: LegacyCampaignBody,
    replies: { 201: SingleLegacyCampaign },
    errors: [TERMS_ARE_PROMISED, 'credit_limit'],
    handle: ({ ctx, resource, body }) => {
      const { id: storeId, currency } = resource;
      const input = { ...readLegacyCampaign(body, { currency, calendar }), type: body.type ?? 'standard' };
      return showWritten(ctx, (inside) => createCampaign(inside, { storeId, input, names }));
    },
  });

  operation(app, {
    method: 'PUT',
    url: '/stores/:id/offers/:offer',
    tags,
    policy: onStoreCampaign('offer'),
    operationId: 'replaceStoreOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Replace a campaign of a store',
    description:
      'Omitted optional fields are unchanged. Targets are replaced by kind. The values of a record that was read are accepted, and change nothing. A price that is null is the store’s own price.',
    body: LegacyCampaignPutBody,
    replies: { 200: SingleLegacyCampaign },
    errors: ['type_fixed', 'credit_limit', TERMS_ARE_PROMISED],
    handle: ({ ctx, resource, body }) => change(ctx, resource, body, true),
  });

  operation(app, {
    method: 'PATCH',
    url: '/stores/:id/offers/:offer',
    tags,
    policy: onStoreCampaign('offer'),
    operationId: 'changeStoreOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Change fields of a campaign of a store',
    description:
      'Omitted fields are unchanged. Targets are replaced by kind. A price that is null is the store’s own price.',
    body: LegacyCampaignReturnedBody,
    replies: { 200: SingleLegacyCampaign },
    errors: ['type_fixed', 'credit_limit', TERMS_ARE_PROMISED],
    handle: ({ ctx, resource, body }) => change(ctx, resource, body, false),
  });

  operation(app, {
    method: 'POST',
    url: '/stores/:id/user/:userId/offer',
    tags,
    policy: onStore('id'),
    operationId: 'setUserOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Set a store’s own prices for one user',
    description:
      'The user’s next click on the store’s links is priced by them, unless its link is attached to a campaign. ' +
      'The first request creates the campaign (201), later ones change it (200). Omitted fields are unchanged, and a paused campaign is resumed. A price that has never been given, or is null, is the store’s own price.',
    body: UserTermsBody,
    replies: { 200: SingleLegacyCampaign, 201: SingleLegacyCampaign },
    errors: [404, TERMS_ARE_PROMISED, 'credit_limit'],
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
