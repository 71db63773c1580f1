import type { FastifyInstance } from 'fastify';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import {
  BROADCAST_ERRORS,
  createBroadcast,
  deleteBroadcast,
  listBroadcasts,
  previewBroadcast,
  readBroadcast,
} from './broadcasts.ts';
import {
  BroadcastBody,
  BroadcastDetails,
  BroadcastPage,
  broadcastQuery,
  inputOf,
  PreviewBody,
  PreviewRecord,
  presentBroadcast,
  presentPreview,
} from './schemas.ts';

/** Messages of a store to many participants. */
export function broadcastRoutes(app: FastifyInstance): void {
  const common = { tags: ['Messages'], addition: true, policy: onStore('store') } as const;
  const one = '/v2/stores/:store/broadcasts/:broadcast';
  const params = { broadcast: id({ kind: 'broadcast' }) };
  const write = { scope: 'campaigns', presence: 'token' } as const;

  operation(app, {
    ...common,
    ...write,
    method: 'POST',
    url: '/v2/stores/:store/broadcasts',
    operationId: 'createBroadcast',
    summary: 'Write to many participants',
    description:
      'At once, or at a time. Each recipient finds the message in the conversation about the participation, and answers there. It is mailed within the store’s quota of mails to those who want such mails. The agencies of the creators are told how many of them were written to.',
    body: BroadcastBody,
    replies: { 201: BroadcastDetails },
    errors: [404, ...BROADCAST_ERRORS],
    idempotent: true,
    handle: async ({ ctx, resource, body }) => {
      const sendAt = body.send_at === undefined ? undefined : new Date(body.send_at);
      const attachmentIds = body.attachment_ids ?? [];
      const made = await createBroadcast(ctx, { ...inputOf(resource.id, body), sendAt, attachmentIds });
      return { ...presentBroadcast(made), answered: made.answered };
    },
  });

  operation(app, {
    ...common,
    ...write,
    method: 'POST',
    url: '/v2/stores/:store/broadcasts/preview',
    operationId: 'previewBroadcast',
    summary: 'Preview a message to many participants',
    description:
      'How many would receive it now, how many would not and why, and what one of them would read. Nothing is sent.',
    body: PreviewBody,
    replies: { 200: PreviewRecord },
    errors: [404, 'store_pending'],
    handle: async ({ ctx, resource, body }) => presentPreview(await previewBroadcast(ctx, inputOf(resource.id, body))),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/broadcasts',
    operationId: 'listBroadcasts',
    summary: 'List the messages of a store to many',
    description: 'Newest first.',
    query: broadcastQuery,
    replies: { 200: BroadcastPage },
    handle: async ({ ctx, resource, query }) => {
      const { items, next } = await listBroadcasts(ctx, resource.id, query);
      return { data: items.map(presentBroadcast), meta: presentCursor(next) };
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: one,
    operationId: 'getBroadcast',
    summary: 'Read a message of a store to many',
    params,
    replies: { 200: BroadcastDetails },
    errors: [404],
    handle: async ({ ctx, resource, params: { broadcast } }) => {
      const found = await readBroadcast(ctx, { storeId: resource.id, id: broadcast });
      return { ...presentBroadcast(found), answered: found.answered };
    },
  });

  operation(app, {
    ...common,
    ...write,
    method: 'DELETE',
    url: one,
    operationId: 'deleteBroadcast',
    summary: 'Delete a message to many before it is sent',
    params,
    replies: { 204: null },
    errors: [404, 'message_sent'],
    handle: ({ ctx, resource, params: { broadcast } }) => deleteBroadcast(ctx, { storeId: resource.id, id: broadcast }),
  });
}
