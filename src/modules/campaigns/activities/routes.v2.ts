import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onCampaignUser, onComment } from '../policy.ts';
import { DEMONSTRATION } from './demonstration.ts';
import { listActivities } from './list-activities.ts';
import { presentActivity, presentComment } from './present.ts';
import { ActivityList, activityQuery, CommentBody, CommentRecord } from './schemas.ts';
import { sendMessage, speakerOf } from './send-message.ts';
import { deleteComment, editComment } from './write-comments.ts';

const tags = ['Participants'];

/** Comments on a participation, and the log of its events. */
export function activityRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/offer-users/:offerUser/comments',
    operationId: 'addComment',
    assistants: { page: '/console/work' },
    scope: 'campaigns',
    presence: 'token',
    summary: 'Comment on a participation',
    tags,
    policy: onCampaignUser,
    body: CommentBody,
    replies: { 201: CommentRecord },
    description:
      'The other side is notified of it, by mail at most once an hour in each conversation, and the creator’s agency in its weekly summary. Mails to a creator count in the store’s quota.',
    handle: async ({ ctx, resource, body }) => presentComment(await sendMessage(ctx, resource, body.comment)),
  });

  operation(app, {
    method: 'PUT',
    url: '/v2/offer-users/:offerUser/comments/:comment',
    operationId: 'editComment',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Edit a comment',
    tags,
    policy: onComment,
    body: CommentBody,
    replies: { 200: CommentRecord },
    handle: async ({ ctx, resource, body }) => presentComment(await editComment(ctx, resource.id, body.comment)),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/offer-users/:offerUser/comments/:comment',
    operationId: 'deleteComment',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Delete a comment',
    description: 'The log keeps an entry without the text.',
    tags,
    policy: onComment,
    replies: { 204: null },
    handle: ({ ctx, resource }) => deleteComment(ctx, resource),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offer-users/:offerUser/activities',
    operationId: 'listActivities',
    assistants: 'search',
    summary: 'Read the log of a participation',
    description: 'In chronological order. Entries returned by this request count as read afterwards.',
    tags,
    policy: onCampaignUser,
    query: activityQuery,
    replies: { 200: ActivityList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const withUnread = query.include?.includes('has_unread_notification') ?? false;
      const found = await listActivities(ctx, resource.id, page, speakerOf(ctx.actor, resource));
      return presentV2Page(request, page, found, (one) => presentActivity(one, withUnread));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offer-users/:offerUser/activities/dummy',
    operationId: 'listDemonstrationActivities',
    summary: 'Read a demonstration log',
    description: 'One entry of each form, always the same, for developers of a log view.',
    tags,
    policy: onCampaignUser,
    query: activityQuery,
    replies: { 200: ActivityList },
    handle: ({ query, page, request }) => {
      const withUnread = query.include?.includes('has_unread_notification') ?? false;
      const items = DEMONSTRATION.slice(page.offset, page.offset + page.size);
      const shown = { items, total: DEMONSTRATION.length };
      return presentV2Page(request, page, shown, (one) => presentActivity(one, withUnread));
    },
  });
}
