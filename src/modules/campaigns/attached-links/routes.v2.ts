import type { FastifyInstance } from 'fastify';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { onCampaign } from '../policy.ts';
import { attachLink, detachLink } from './attach-link.ts';

const tags = ['Campaigns'];
const params = { tag: id({ kind: 'affiliate link' }) };

/** Links for whose clicks a campaign's terms take precedence. */
export function campaignLinkRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'PUT',
    url: '/v2/offers/:offer/affiliate-links/:tag',
    operationId: 'attachLinkToOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Attach a link to a campaign',
    description: 'Any link to the campaign’s store. Its next clicks earn by the campaign’s terms.',
    tags,
    policy: onCampaign,
    params,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: ({ ctx, resource, params: { tag } }) => attachLink(ctx, { campaignId: resource.id, linkId: tag }),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/offers/:offer/affiliate-links/:tag',
    operationId: 'detachLinkFromOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Detach a link from a campaign',
    tags,
    policy: onCampaign,
    params,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: ({ ctx, resource, params: { tag } }) => detachLink(ctx, { campaignId: resource.id, linkId: tag }),
  });
}
