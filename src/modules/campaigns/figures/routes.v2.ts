import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page, sortOf } from '../../../platform/pagination.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { campaignFigures } from './campaign-figures.ts';
import { countByClickActivity, listParticipantFigures } from './participant-figures.ts';
import { presentCampaignFigures, presentParticipantFigures } from './present.ts';
import { figureDays } from './range.ts';
import { CampaignStats, ClickActivity, figureQuery, ParticipantStatsList, participantFigureQuery } from './schemas.ts';

/** The results of a campaign, in total and by participant. */
export function campaignFigureRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/stats',
    operationId: 'getOfferStats',
    assistants: 'search',
    storeKey: true,
    summary: 'Results of a campaign’s links, in total and by day',
    tags: ['Campaigns'],
    policy: onCampaign,
    query: figureQuery,
    replies: { 200: CampaignStats },
    handle: async ({ ctx, resource: campaign, query }) => {
      const range = figureDays(query, calendar, ctx.now());
      const of = { campaignId: campaign.id, range, timeZone: calendar.timeZone };
      return presentCampaignFigures(campaign, range, await campaignFigures(ctx, of));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants-stats',
    operationId: 'listParticipantStats',
    assistants: 'search',
    storeKey: true,
    summary: 'Results of each participant’s links for a campaign',
    description: 'Participants who are users; pending addresses are excluded. Most clicks first.',
    tags: ['Participants'],
    policy: onCampaign,
    query: participantFigureQuery,
    replies: { 200: ParticipantStatsList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const { query: text, active, sort_by = 'clicks:desc' } = query;
      const range = figureDays(query, calendar, ctx.now());
      const filters = {
        campaignId: resource.id,
        range,
        timeZone: calendar.timeZone,
        text,
        active,
        sort: sortOf(sort_by),
      };
      return presentV2Page(request, page, await listParticipantFigures(ctx, filters, page), presentParticipantFigures);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants-count-by-click-activity',
    operationId: 'countParticipantsByClickActivity',
    assistants: 'search',
    storeKey: true,
    summary: 'Count the participants with clicks',
    tags: ['Participants'],
    policy: onCampaign,
    query: figureQuery,
    replies: { 200: ClickActivity },
    handle: async ({ ctx, resource, query }) => {
      const range = figureDays(query, calendar, ctx.now());
      const { active, inactive } = await countByClickActivity(ctx, { campaignId: resource.id, range });
      return { active, inactive, total: active + inactive };
    },
  });
}
