import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentLegacyPage } from '../../../platform/pagination.ts';
import { type Destination, moveParticipant } from '../participants/move-participant.ts';
import { TodoBody } from '../participants/schemas.ts';
import { tickTodo } from '../participants/tick-todo.ts';
import type { CampaignParts } from '../parts.ts';
import { onStoreOffer, onStoreOfferUser } from '../policy.ts';
import { addUsers } from './add-users.ts';
import { listOfferUsers } from './list-offer-users.ts';
import { presentListedOfferUser } from './present.ts';
import { idsOf } from './read-input.ts';
import { AddUsersBody, LegacyOfferUser, LegacyOfferUserList, offerUserQuery, USUAL_SIZE } from './schemas.ts';
import { showOfferUser } from './show-offer-user.ts';

const tags = ['Participants'];

/** The store's actions on a participant. Each is an ordinary transition. */
const MOVES: { verb: 'accept' | 'deny' | 'revert' | 'done'; to: Destination; operationId: string; summary: string }[] =
  [
    { verb: 'accept', to: 'accepted', operationId: 'acceptOfferUser', summary: 'Accept an application' },
    { verb: 'deny', to: 'store_denied', operationId: 'denyOfferUser', summary: 'Deny an application' },
    {
      verb: 'revert',
      to: 'first',
      operationId: 'revertOfferUser',
      summary: 'Revert a decision about a participant',
    },
    { verb: 'done', to: 'done', operationId: 'completeOfferUser', summary: 'Complete a participation' },
  ];

/** Participants of a store's campaign in the legacy API. */
export function legacyOfferUserRoutes(app: FastifyInstance, { publicUrl }: CampaignParts): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/offers/:offerId/users',
    operationId: 'listOfferUsers',
    summary: 'List the users who participate in a store’s campaign',
    description: 'Oldest first. Pending addresses are excluded.',
    tags,
    policy: onStoreOffer('offerId'),
    query: offerUserQuery,
    replies: { 200: LegacyOfferUserList },
    handle: async ({ ctx, resource, query, request }) => {
      const page = pageRequest(query);
      const found = await listOfferUsers(ctx, { offerId: resource.id, storeId: resource.storeId }, page);
      return presentLegacyPage(request, publicUrl, page, found, presentListedOfferUser);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/stores/:id/offers/:offerId/users/add',
    operationId: 'addOfferUsers',
    summary: 'Add users to a store’s campaign',
    description: 'The response is the first page of the list.',
    tags,
    policy: onStoreOffer('offerId'),
    body: AddUsersBody,
    replies: { 200: LegacyOfferUserList },
    errors: ['not_joinable', 'too_many_users'],
    handle: async ({ ctx, resource, body }) => {
      const { id: offerId, storeId } = resource;
      const { users = [], user_tags: userTags = [] } = body;
      await addUsers(ctx, { offerId, userIds: idsOf(users), userTagIds: idsOf(userTags) });
      const page = pageRequest({ page: 1, size: USUAL_SIZE });
      const found = await listOfferUsers(ctx, { offerId, storeId }, page);
      const list = { url: `/stores/${storeId}/offers/${offerId}/users`, query: {}, body: undefined };
      return presentLegacyPage(list, publicUrl, page, found, presentListedOfferUser);
    },
  });

  for (const { verb, to, operationId, summary } of MOVES)
    operation(app, {
      method: 'PATCH',
      url: `/stores/:id/offers/:offerId/users/:userId/${verb}`,
      ...{ operationId, summary, tags, policy: onStoreOfferUser },
      replies: { 200: LegacyOfferUser },
      errors: ['illegal_transition'],
      handle: async ({ ctx, resource }) => {
        await moveParticipant(ctx, { participantId: resource.id, to, sides: ['store'] });
        return showOfferUser(ctx, resource);
      },
    });

  operation(app, {
    method: 'PATCH',
    url: '/stores/:id/offers/:offerId/users/:userId/todo',
    operationId: 'tickOfferUserTodo',
    summary: 'Complete or reopen to-do items of a participant',
    description: '(Body ours.)',
    tags,
    policy: onStoreOfferUser,
    body: TodoBody,
    replies: { 200: LegacyOfferUser },
    handle: async ({ ctx, resource, body }) => {
      await tickTodo(ctx, resource.id, body.todo);
      return showOfferUser(ctx, resource);
    },
  });
}
