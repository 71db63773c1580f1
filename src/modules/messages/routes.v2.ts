import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../platform/auth/policy.ts';
import { completeList } from '../../platform/http/complete-list.ts';
import { dateTime, id, nameSchemas } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { attachmentRoutes } from './attachments/routes.v2.ts';
import { broadcastRoutes } from './broadcasts/routes.v2.ts';
import { conversationRoutes } from './conversations/routes.v2.ts';
import { listMutedStores, muteStore, unmuteStore } from './muted-stores.ts';
import { messageTemplateRoutes } from './templates/routes.v2.ts';
import { messageTriggerRoutes } from './triggers/routes.v2.ts';

const MutedStoreRecord = Type.Object(
  { store: Type.Object({ id: id(), name: Type.String() }), created_at: dateTime() },
  { description: 'A store whose messages to many are not received. (The body is an addition.)' },
);

/** Conversations, messages of stores to many participants, and who does not want them. */
export function messageRoutesV2(app: FastifyInstance): void {
  conversationRoutes(app);
  broadcastRoutes(app);
  attachmentRoutes(app);
  messageTemplateRoutes(app);
  messageTriggerRoutes(app);
  const common = { tags: ['Messages'], addition: true, policy: signedIn } as const;
  const write = { scope: 'administration', presence: 'token', params: { store: id({ kind: 'store' }) } } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/muted-stores',
    operationId: 'listMutedStores',
    summary: 'List the stores that you have muted',
    replies: { 200: completeList(MutedStoreRecord) },
    handle: async ({ ctx }) => ({
      data: (await listMutedStores(ctx)).map(({ store, createdAt }) => ({
        store,
        created_at: createdAt.toISOString(),
      })),
    }),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'PUT',
    url: '/v2/me/muted-stores/:store',
    operationId: 'muteStore',
    summary: 'Mute a store',
    description:
      'Its messages to many and its messages on occasions no longer reach you. Answers in conversations still do. The store reads only how many have muted it.',
    errors: [404],
    replies: { 204: null },
    handle: ({ ctx, params }) => muteStore(ctx, params.store),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'DELETE',
    url: '/v2/me/muted-stores/:store',
    operationId: 'unmuteStore',
    summary: 'End muting a store',
    replies: { 204: null },
    handle: ({ ctx, params }) => unmuteStore(ctx, params.store),
  });
}

nameSchemas({ MutedStore: MutedStoreRecord });
