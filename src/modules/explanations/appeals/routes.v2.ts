import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Access, onResource, signedIn } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { dateTime, id, nameSchemas, nullable, oneOf, text, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_COMMENT } from '../../../platform/limits.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { personReply, userAccess } from '../../accounts/index.ts';
import {
  ActivityList,
  CommentBody,
  listAppealActivities,
  presentActivity,
  presentCommentOf,
} from '../../campaigns/index.ts';
import { APPEAL_KINDS, APPEAL_ORDER, APPEAL_STATES, type Appeal, listAppeals, readAppeal } from './appeal.ts';
import { closeAppeal, commentOnAppeal } from './close-appeal.ts';
import { openAppeal } from './open-appeal.ts';

const tags = ['Explanations'];

const AppealRecord = Type.Object({
  id: id(),
  kind: oneOf(APPEAL_KINDS),
  subject: Type.String({ description: 'The id of the click, the order, the one-time payment or the claim.' }),
  store: Type.Object({ id: id(), name: Type.String() }),
  user: personReply(),
  state: oneOf(APPEAL_STATES),
  created_at: dateTime(),
  closed_at: nullable(dateTime()),
});

const AppealComment = Type.Object({ id: id(), author_id: id(), comment: Type.String(), created_at: dateTime() });

function access(actor: Actor, { user, currentAgencyId, store }: Appeal): Access {
  if (actor.storeIds.includes(store.id)) return 'allow';
  return userAccess(actor, { id: user.id, agencyId: currentAgencyId });
}

const shared = { param: 'appeal', kind: 'appeal', load: readAppeal } as const;

const onAppeal = onResource<Appeal>({
  ...shared,
  name: 'appeal',
  describe: 'Its creator, a representative of the creator’s client, members of the store, an administrator.',
  access,
});

const onAppealToDecide = onResource<Appeal>({
  ...shared,
  name: 'appealToDecide',
  describe: 'An administrator.',
  access: (actor, appeal) => {
    if (actor.isAdmin) return 'allow';
    return access(actor, appeal) === 'allow' ? 'forbid' : 'hide';
  },
});

/** Appeals against voids, denials and declined claims; their threads are those of participations. */
export function appealRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/appeals',
    operationId: 'openAppeal',
    scope: 'administration',
    presence: 'token',
    summary: 'Appeal against a void, a denial or a declined claim',
    description:
      'For the parties: the creator, a representative, members of the store. Creator, store and administrators then write in its thread. An appeal changes no amount; approving the order or undoing the void is a separate request. One open appeal about each record, at most 20 a day.',
    tags,
    addition: true,
    policy: signedIn,
    body: Type.Object({
      kind: oneOf(APPEAL_KINDS),
      subject: text({ min: 1, max: 64, description: 'The id of the click, the order, the payment or the claim.' }),
      reason: words({ max: MAX_COMMENT, description: 'Its first comment.' }),
    }),
    replies: { 201: AppealRecord },
    errors: ['not_appealable', 'appeal_exists', 'too_many_appeals', 404],
    handle: async ({ ctx, body }) => presentAppeal(found(await readAppeal(ctx, await openAppeal(ctx, body)))),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/appeals',
    operationId: 'listAppeals',
    assistants: 'search',
    summary: 'List appeals',
    description:
      'Newest first unless `sort_by` is given: the caller’s, those of creators and stores that the caller represents, or all.',
    tags,
    addition: true,
    policy: signedIn,
    query: {
      state: Type.Optional(oneOf(APPEAL_STATES)),
      kind: Type.Optional(oneOf(APPEAL_KINDS)),
      subject: Type.Optional(text({ min: 1, max: 64, description: 'Appeals about this record; requires `kind`.' })),
      store_id: Type.Optional(id({ description: 'About decisions at this store.' })),
      sort_by: APPEAL_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(AppealRecord) },
    handle: async ({ ctx, actor, query, page, request }) => {
      const { state, kind, subject, store_id: storeId, sort_by: sort } = query;
      const filters = { actor, state, kind, subject, storeId, sort };
      return presentV2Page(request, page, await listAppeals(ctx, filters, page), presentAppeal);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/appeals/:appeal',
    operationId: 'getAppeal',
    assistants: 'search',
    summary: 'Read an appeal',
    tags,
    addition: true,
    policy: onAppeal,
    replies: { 200: AppealRecord },
    handle: ({ resource }) => presentAppeal(resource),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/appeals/:appeal/activities',
    operationId: 'listAppealActivities',
    assistants: 'search',
    summary: 'Read the thread of an appeal',
    description: 'In chronological order, in the form of the log of a participation.',
    tags,
    addition: true,
    policy: onAppeal,
    query: pageQuery(),
    replies: { 200: ActivityList },
    handle: async ({ ctx, resource: appeal, page, request }) => {
      const thread = { appealId: appeal.id, creatorId: appeal.user.id };
      return presentV2Page(request, page, await listAppealActivities(ctx, thread, page), (one) =>
        presentActivity(one, false),
      );
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/appeals/:appeal/comments',
    operationId: 'commentOnAppeal',
    scope: 'administration',
    presence: 'token',
    summary: 'Comment on an appeal',
    description: 'While it is open. Comments on appeals are neither edited nor deleted.',
    tags,
    addition: true,
    policy: onAppeal,
    body: CommentBody,
    replies: { 201: AppealComment },
    errors: ['appeal_closed'],
    handle: async ({ ctx, resource, body }) => {
      const {
        id: comment,
        author_id,
        comment: said,
        created_at,
      } = presentCommentOf(await commentOnAppeal(ctx, resource, body.comment));
      return { id: comment, author_id, comment: said, created_at };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/appeals/:appeal/close',
    operationId: 'closeAppeal',
    scope: 'administration',
    presence: 'token',
    summary: 'Close an appeal',
    description: 'Closes it as upheld or dismissed, with a reason. It changes no amount.',
    tags,
    addition: true,
    policy: onAppealToDecide,
    body: Type.Object({
      outcome: oneOf(['upheld', 'dismissed']),
      reason: words({ max: MAX_COMMENT, description: 'Its last comment.' }),
    }),
    replies: { 200: AppealRecord },
    errors: ['appeal_closed'],
    handle: async ({ ctx, resource, body }) => {
      await closeAppeal(ctx, resource, body);
      return presentAppeal(found(await readAppeal(ctx, resource.id)));
    },
  });
}

function found(appeal: Appeal | null): Appeal {
  if (appeal === null) throw new NotFound('appeal');
  return appeal;
}

const presentAppeal = ({ id, kind, subject, store, user, state, createdAt, closedAt }: Appeal) => ({
  id,
  kind,
  subject,
  store,
  user,
  state,
  created_at: createdAt.toISOString(),
  closed_at: closedAt?.toISOString() ?? null,
});

nameSchemas({ Appeal: AppealRecord, AppealComment });
