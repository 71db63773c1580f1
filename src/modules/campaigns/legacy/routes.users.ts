import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { PAGE_SIZE } from '../../../platform/page-size.ts';
import { pageRequest, presentLegacyPage } from '../../../platform/pagination.ts';
import { PROMISE_REFUSALS, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { type Destination, moveParticipant } from '../participants/move-participant.ts';
import { TodoBody } from '../participants/schemas.ts';
import { tickTodo } from '../participants/tick-todo.ts';
import { onStoreCampaign, onStoreCampaignUser } from '../policy.ts';
import { addUsers } from './add-users.ts';
import { listCampaignUsers } from './list-campaign-users.ts';
import { presentListedCampaignUser } from './present.ts';
import { idsOf } from './read-input.ts';
import { AddUsersBody, campaignUserQuery, LegacyCampaignUser, LegacyCampaignUserList } from './schemas.ts';
import { showCampaignUser } from './show-campaign-user.ts';

const tags = ['Participants'];

/** The store's actions on a participant. Each is an ordinary transition. */
const MOVES: {
  action: 'accept' | 'deny' | 'revert' | 'done';
  to: Destination;
  operationId: string;
  summary: string;
}[] = [
  { action: 'accept', to: 'accepted', operationId: 'acceptOfferUser', summary: 'Accept an application' },
  { action: 'deny', to: 'store_denied', operationId: 'denyOfferUser', summary: 'Deny an application' },
  {
    action: 'revert',
    to: 'first',
    operationId: 'revertOfferUser',
    summary: 'Revert a decision about a participant',
  },
  { action: 'done', to: 'done', operationId: 'completeOfferUser', summary: 'Complete a participation' },
];

/** Participants of a store's campaign in the legacy API. */
export function legacyCampaignUserRoutes(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/offers/:offerId/users',
    operationId: 'listOfferUsers',
    summary: 'List the users who participate in a store’s campaign',
    description: 'Oldest first. Pending addresses are excluded.',
    tags,
    policy: onStoreCampaign('offerId'),
    query: campaignUserQuery,
    replies: { 200: LegacyCampaignUserList },
    handle: async ({ ctx, resource, page, request }) => {
      const found = await listCampaignUsers(ctx, { campaignId: resource.id, storeId: resource.storeId }, page);
      return presentLegacyPage(request, publicUrl, page, found, presentListedCampaignUser);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/stores/:id/offers/:offerId/users/add',
    operationId: 'addOfferUsers',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Add users to a store’s campaign',
    description: 'The response is the first page of the list.',
    tags,
    policy: onStoreCampaign('offerId'),
    body: AddUsersBody,
    replies: { 200: LegacyCampaignUserList },
    errors: ['not_joinable', 'too_many_users'],
    handle: async ({ ctx, resource, body }) => {
      const { id: campaignId, storeId } = resource;
      const { users = [], user_tags: userTags = [] } = body;
      await addUsers(ctx, { campaignId, userIds: idsOf(users), userTagIds: idsOf(userTags) });
      const page = pageRequest({ page: 1, size: PAGE_SIZE });
      const found = await listCampaignUsers(ctx, { campaignId, storeId }, page);
      const list = { url: `/stores/${storeId}/offers/${campaignId}/users`, query: {}, body: undefined };
      return presentLegacyPage(list, publicUrl, page, found, presentListedCampaignUser);
    },
  });

  for (const { action, to, operationId, summary } of MOVES)
    operation(app, {
      method: 'PATCH',
      url: `/stores/:id/offers/:offerId/users/:userId/${action}`,
      operationId,
      scope: 'campaigns',
      presence: 'token',
      summary,
      tags,
      policy: onStoreCampaignUser,
      replies: { 200: LegacyCampaignUser },
      errors: [TERMS_ARE_PROMISED, 'illegal_transition', ...PROMISE_REFUSALS],
      handle: async ({ ctx, resource }) => {
        await moveParticipant(ctx, { participantId: resource.id, to, sides: ['store'] });
        return showCampaignUser(ctx, resource);
      },
    });

  operation(app, {
    method: 'PATCH',
    url: '/stores/:id/offers/:offerId/users/:userId/todo',
    operationId: 'tickOfferUserTodo',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Complete or reopen to-do items of a participant',
    description: '(The body is an addition.)',
    tags,
    policy: onStoreCampaignUser,
    body: TodoBody,
    replies: { 200: LegacyCampaignUser },
    handle: async ({ ctx, resource, body }) => {
      await tickTodo(ctx, resource.id, body.todo);
      return showCampaignUser(ctx, resource);
    },
  });
}
