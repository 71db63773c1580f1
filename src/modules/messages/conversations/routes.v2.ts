import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { dateTime, id, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { cursorPage, cursorQuery, presentCursor } from '../../../platform/pagination.ts';
import { onAgency, personReply } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import { type Conversation, listConversations } from './list-conversations.ts';

const ConversationRecord = Type.Object(
  {
    participant_id: id({ description: 'With which the conversation is read and answered.' }),
    status: Type.String({ description: 'The status of the participant.' }),
    offer: Type.Object({ id: id(), title: Type.String() }),
    store: Type.Object({ id: id(), name: Type.String() }),
    creator: nullable(personReply({ description: 'Null: the participant has no account yet.' })),
    unread: whole({
      min: 0,
      description:
        'Messages that nobody of the side has read: of the store, or the creator; to an agency, those of the creator.',
    }),
    last_message: Type.Object({
      author: Type.String(),
      is_own: Type.Boolean(),
      text: Type.String({ description: 'At most 200 characters; empty when it was deleted.' }),
      is_deleted: Type.Boolean(),
      created_at: dateTime(),
    }),
  },
  { description: 'A conversation about a participation. (The body is an addition.)' },
);

const ConversationPage = cursorPage(ConversationRecord);

const conversationQuery = {
  unread: Type.Optional(Type.Boolean({ description: 'Only those with unread messages (true), or without (false).' })),
  offer_id: Type.Optional(id({ description: 'Of this campaign alone.' })),
  ...cursorQuery(),
};

/** The lists of conversations. */
export function conversationRoutes(app: FastifyInstance): void {
  const common = {
    tags: ['Messages'],
    addition: true,
    method: 'GET',
    description:
      'Those with the newest messages first. A conversation is read with `listActivities` and answered with `addComment`.',
    query: conversationQuery,
    replies: { 200: ConversationPage },
  } as const;
  const filterOf = ({ unread, offer_id: campaignId, after, size }: Filter) => ({ unread, campaignId, after, size });

  operation(app, {
    ...common,
    url: '/v2/stores/:store/conversations',
    operationId: 'listStoreConversations',
    summary: 'List the conversations of a store',
    policy: onStore('store'),
    handle: async ({ ctx, resource, query }) =>
      presentPage(await listConversations(ctx, { storeId: resource.id }, filterOf(query))),
  });

  operation(app, {
    ...common,
    url: '/v2/me/conversations',
    operationId: 'listOwnConversations',
    summary: 'List your conversations with stores',
    policy: signedIn,
    handle: async ({ ctx, query }) =>
      presentPage(await listConversations(ctx, { userId: ctx.actor.userId }, filterOf(query))),
  });

  operation(app, {
    ...common,
    url: '/v2/clients/:client/conversations',
    operationId: 'listClientConversations',
    summary: 'List the conversations of an agency’s creators',
    policy: onAgency('client'),
    handle: async ({ ctx, resource, query }) =>
      presentPage(await listConversations(ctx, { agencyId: resource.id }, filterOf(query))),
  });
}

interface Filter {
  unread?: boolean | undefined;
  offer_id?: number | undefined;
  after?: number | undefined;
  size: number;
}

const presentPage = ({ items, next }: { items: readonly Conversation[]; next: number | null }) => ({
  data: items.map(presentConversation),
  meta: presentCursor(next),
});

const presentConversation = ({ last, ...it }: Conversation) => ({
  participant_id: it.participantId,
  status: it.status,
  offer: it.campaign,
  store: it.store,
  creator: it.creator,
  unread: it.unread,
  last_message: {
    author: last.author,
    is_own: last.isOwn,
    text: last.text,
    is_deleted: last.isDeleted,
    created_at: last.createdAt.toISOString(),
  },
});

nameSchemas({ Conversation: ConversationRecord });
