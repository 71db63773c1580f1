import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onCampaign } from '../../campaigns/index.ts';
import { costsOfCampaign } from './costs.ts';
import { CampaignPublicationCostsRecord, presentCampaignCosts } from './schemas.ts';

/** What a campaign's publications cost its store. */
export function costRoutes(app: FastifyInstance): void {
  operation(app, {
    tags: ['Publications'],
    addition: true,
    method: 'GET',
    url: '/v2/offers/:offer/publication-costs',
    operationId: 'getPublicationCosts',
    assistants: 'search',
    summary: 'Read what the publications of a campaign cost',
    policy: onCampaign,
    replies: { 200: CampaignPublicationCostsRecord },
    handle: async ({ ctx, resource: { id, currency } }) =>
      presentCampaignCosts(await costsOfCampaign(ctx, id), currency),
  });
}
