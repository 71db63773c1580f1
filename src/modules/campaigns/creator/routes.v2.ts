import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onUser, onUserOnly } from '../../accounts/index.ts';
import { presentCampaign } from '../campaign/present.ts';
import { CampaignList } from '../campaign/schemas.ts';
import type { CampaignDeps } from '../deps.ts';
import { findParticipationByToken } from './find-participation.ts';
import { JOIN_ERRORS, joinCampaign } from './join-campaign.ts';
import { listCampaignsFor } from './list-campaigns-for.ts';
import { presentCreatorCampaign, presentMembership } from './present.ts';
import { listCreatorCampaigns, readCreatorCampaign } from './read-creator-campaigns.ts';
import {
  CreatorCampaignList,
  CreatorCampaignRecord,
  campaignQuery,
  campaignsForQuery,
  filtersOf,
  JoinedCampaign,
  Membership,
  stepsNamed,
  tokenParam,
} from './schemas.ts';

const tags = ['Creator campaigns'];

/** The cookie that the contract requires. Its value is random, no session is stored, and nothing reads it. */
const sessionCookie = () =>
  `service_session=${randomBytes(24).toString('base64url')}; Max-Age=7200; Path=/; Secure; HttpOnly; SameSite=Lax`;

/** Routes with which creators see and join campaigns. */
export function creatorRoutes(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/offer-by-token/:token/users/:user/join',
    operationId: 'joinCampaign',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Join a campaign',
    description:
      'The result depends on the type: an invited user accepts, a user applies if the store accepts participants, and a suggested user remains suggested until the store forwards the invitation. Joining twice is not an error and changes nothing. A scheduled campaign can be joined.',
    tags,
    policy: onUserOnly('user'),
    params: tokenParam,
    replies: { 200: JoinedCampaign },
    errors: [...JOIN_ERRORS, 'credit_limit'],
    handle: async ({ ctx, params, resource }) =>
      presentCreatorCampaign(publicUrl, await joinCampaign(ctx, { token: params.token, user: resource })),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offer-by-token/:token/users/:user',
    operationId: 'checkCampaignUser',
    summary: 'Check whether a user was added to a campaign',
    tags,
    policy: onUser('user'),
    params: tokenParam,
    replies: { 200: Membership },
    handle: async ({ ctx, params, resource, reply }) => {
      const participation = await findParticipationByToken(ctx, { token: params.token, userId: resource.id });
      reply.header('set-cookie', sessionCookie());
      return presentMembership(participation);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/campaigns',
    operationId: 'listCreatorCampaigns',
    assistants: 'tool',
    summary: 'List the campaigns that a user participates in',
    description: 'Newest first. Campaigns of type `standard` have no participants.',
    tags,
    policy: onUser('user'),
    query: campaignQuery,
    replies: { 200: CreatorCampaignList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const found = await listCreatorCampaigns(ctx, { userId: resource.id, ...filtersOf(query) }, page);
      return presentV2Page(request, page, found, (campaign) => presentCreatorCampaign(publicUrl, campaign));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/campaigns/:offer',
    operationId: 'getCreatorCampaign',
    assistants: 'search',
    summary: 'Read a campaign that a user participates in',
    tags,
    policy: onUser('user'),
    replies: { 200: CreatorCampaignRecord },
    handle: async ({ ctx, resource, params }) =>
      presentCreatorCampaign(
        publicUrl,
        await readCreatorCampaign(ctx, { userId: resource.id, campaignId: params.offer }),
      ),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/offers',
    operationId: 'listCreatorOffers',
    summary: 'List the campaigns for a user',
    description:
      'Newest first: the user’s participations, and campaigns of open stores that target the user or everyone.',
    tags,
    policy: onUser('user'),
    query: campaignsForQuery,
    replies: { 200: CampaignList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const participantStatuses = stepsNamed(query);
      const filters = { ...filtersOf(query), participantStatuses };
      const found = await listCampaignsFor(ctx, { userId: resource.id, ...filters }, page);
      return presentV2Page(request, page, found, (campaign) => presentCampaign(publicUrl, campaign));
    },
  });
}
