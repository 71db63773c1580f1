import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dayRange } from '../../../platform/day-range.ts';
import {
  dateTime,
  day,
  id,
  list,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, sortOf, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { onAgency } from '../../accounts/index.ts';
import { CAMPAIGN_STATUSES } from '../campaign/read-campaigns.ts';
import type { CampaignDeps } from '../deps.ts';
import { PARTICIPANT_STATUSES } from '../participants/transitions.ts';
import {
  type AgencyParticipation,
  listAgencyParticipations,
  PARTICIPATION_SORTS,
} from './list-agency-participations.ts';

/** The statuses of campaigns that are listed. */
const LISTED_STATUSES = CAMPAIGN_STATUSES.filter((status) => status !== 'deleted');

const ParticipationList = v2Envelope(
  Type.Object({
    participant_id: id(),
    status: oneOf(PARTICIPANT_STATUSES),
    created_at: dateTime(),
    user: Type.Object({ id: id(), name: Type.String() }),
    offer: Type.Object({
      id: id(),
      title: Type.String(),
      status: oneOf(LISTED_STATUSES),
      valid_from: nullable(dateTime()),
      valid_until: nullable(dateTime()),
    }),
    store: Type.Object({ id: id(), name: Type.String() }),
    clicks: whole({ description: 'Counted clicks of the creator under this campaign in the range.' }),
    orders: whole({ description: 'Orders, approved and pending.' }),
    earnings: money({ signed: true, description: 'The creator’s earnings from both.' }),
    agency_earnings: money({ signed: true, description: 'The agency’s earnings from both.' }),
    deliverables_due: whole({ min: 0, description: 'Deliverables that wait for a draft.' }),
    next_due_on: nullable(day({ description: 'The first day of them.' })),
  }),
);

const query = {
  user_id: Type.Optional(id({ description: 'Of this creator alone.' })),
  offer_id: Type.Optional(id({ description: 'Of this campaign alone.' })),
  query: Type.Optional(
    text({ max: 128, description: 'In the campaign’s title, or in the name of the store or creator.' }),
  ),
  statuses: Type.Optional(
    list(oneOf(PARTICIPANT_STATUSES), { min: 1, max: PARTICIPANT_STATUSES.length, description: 'Of the participant.' }),
  ),
  campaign_statuses: Type.Optional(
    list(oneOf(LISTED_STATUSES), { min: 1, max: LISTED_STATUSES.length, description: 'Of the campaign.' }),
  ),
  from: Type.Optional(day({ description: 'First day of the figures; by default the range is 30 days long.' })),
  to: Type.Optional(day({ description: 'Last day; today by default. At most 366 days from the first.' })),
  sort_by: sortQuery(PARTICIPATION_SORTS, { default: 'created_at:desc' }),
  ...pageQuery(),
};

/** The campaigns of an agency's creators. */
export function agencyCampaignRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/campaigns',
    operationId: 'listClientCampaigns',
    assistants: 'search',
    summary: 'List the campaigns that an agency’s creators participate in',
    description:
      'One record for each creator and campaign that is not deleted, newest first by default. Campaigns of type `standard` have no participants.',
    tags: ['Creator campaigns'],
    addition: true,
    policy: onAgency('client'),
    query,
    replies: { 200: ParticipationList },
    handle: async ({ ctx, resource: agency, query: asked, page, request }) => {
      const { sort_by: sortBy = 'created_at:desc' } = asked;
      const question = {
        agencyId: agency.id,
        range: dayRange({ first: asked.from, last: asked.to }, calendar, ctx.now()),
        userId: asked.user_id,
        campaignId: asked.offer_id,
        text: asked.query,
        statuses: asked.statuses,
        campaignStatuses: asked.campaign_statuses,
        sort: sortOf(sortBy),
      };
      return presentV2Page(request, page, await listAgencyParticipations(ctx, question, page), presentParticipation);
    },
  });
}

function presentParticipation(one: AgencyParticipation) {
  const { campaign, currency } = one;
  return {
    participant_id: one.id,
    status: one.status,
    created_at: one.createdAt.toISOString(),
    user: one.user,
    offer: {
      id: campaign.id,
      title: campaign.title,
      status: campaign.status,
      valid_from: campaign.validFrom?.toISOString() ?? null,
      valid_until: campaign.validUntil?.toISOString() ?? null,
    },
    store: one.store,
    clicks: one.clicks,
    orders: one.orders,
    earnings: moneyObject({ minor: one.userMinor, currency }),
    agency_earnings: moneyObject({ minor: one.agencyMinor, currency }),
    deliverables_due: one.deliverablesDue,
    next_due_on: one.nextDueOn,
  };
}

nameSchemas({ ParticipationPage: ParticipationList });
