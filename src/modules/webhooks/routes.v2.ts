import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Policy, signedIn } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { id } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../platform/pagination.ts';
import { POSTBACK_SUBSCRIPTIONS } from './catalog.ts';
import { payloadOf } from './compose-request.ts';
import { neededValues } from './entered-values.ts';
import { listDeliveries, readDelivery } from './list-deliveries.ts';
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateSecret } from './manage-webhooks.ts';
import { onOwnWebhook, onPostback, onWebhook } from './policy.ts';
import { PRESETS } from './postback-presets.ts';
import { presentDelivery, presentPostback, presentWebhook } from './present.ts';
import { readEvents } from './read-events.ts';
import { replayDelivery, replaySince, sendTest } from './replay.ts';
import {
  changeBody,
  createBody,
  DeliveryList,
  DeliveryRecord,
  deliveryQuery,
  EventList,
  eventQuery,
  ownerFields,
  PostbackBody,
  PostbackChange,
  PostbackRecord,
  PresetList,
  ReplayBody,
  ReplayReply,
  WebhookRecord,
  WebhookWithSecret,
} from './schemas.ts';
import { lockWebhook, type Webhook } from './webhook.ts';

/** The dependencies of the routes of webhooks and postbacks. */
export interface WebhookDeps {
  outbound: Outbound;
}

const tags = ['Webhooks'];
const WHOSE =
  'The owner is the given store, agency or creator; by default the platform for an administrator, the store or agency of a caller who has exactly one, otherwise the caller.';

/** The fields that a change of a webhook or postback can set. */
const versionOf = ({
  url,
  events,
  description,
  status,
}: Pick<Webhook, 'url' | 'events' | 'description' | 'status'>) => ({
  url,
  events,
  description,
  status,
});

/** The same of a postback, with its request. */
const postbackVersionOf = ({ method, content_type, headers, body, ...webhook }: PostbackFields) => ({
  ...versionOf(webhook),
  method,
  content_type,
  headers,
  body,
});

type PostbackFields = Parameters<typeof versionOf>[0] &
  Readonly<Record<'method' | 'content_type' | 'headers' | 'body', unknown>>;

/** Version 2 of webhooks and postbacks. */
export function webhookRoutesV2(app: FastifyInstance, deps: WebhookDeps): void {
  webhookRoutes(app, deps);
  postbackRoutes(app, deps);
  eventRoutes(app);
}

/** The events themselves, for programs that cannot be reached from outside. */
function eventRoutes(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  operation(app, {
    method: 'GET',
    url: '/v2/events',
    operationId: 'listEvents',
    storeKey: true,
    summary: 'Read events, or wait for new ones',
    description: `The events that a webhook with these \`events\` would receive, in the same order. \`after\` continues without gaps or duplicates. Events are kept for 30 days. \`click.recorded\` is reported to owners who have a webhook for it. ${WHOSE}`,
    tags,
    addition: true,
    policy: signedIn,
    query: eventQuery,
    replies: { 200: EventList },
    errors: [403, 404],
    handle: async ({ ctx, query, reply }) => {
      const { events = ['*'], after, limit, wait_seconds } = query;
      const isAbandoned = () => isStopping || reply.raw.destroyed;
      const read = { owner: ownerOf(query), events, after, limit, waitMs: wait_seconds * 1_000, isAbandoned };
      const page = await readEvents(ctx, read);
      const meta = { next_cursor: String(page.after), has_more: page.hasMore };
      return { data: page.events.map(payloadOf), meta, after: page.after, has_more: page.hasMore };
    },
  });
}

const ownerOf = (fields: { store_id?: number; client_id?: number; user_id?: number }) => ({
  storeId: fields.store_id,
  agencyId: fields.client_id,
  userId: fields.user_id,
});

async function replayed(ctx: Context, webhook: Webhook, { since, until }: Static<typeof ReplayBody>) {
  const span = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
  return { replayed: await replaySince(ctx, webhook, span) };
}

async function replayedOne(ctx: Context, webhook: Webhook, deliveryId: number) {
  await replayDelivery(ctx, webhook, deliveryId);
  return presentDelivery(await readDelivery(ctx, webhook, deliveryId));
}

function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/webhooks',
    operationId: 'createWebhook',
    storeKey: 'webhooks',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Subscribe a URL to events',
    description: `Events are posted as JSON, signed by Standard Webhooks with the secret of the reply, which is shown only once. ${WHOSE}`,
    tags,
    addition: true,
    policy: signedIn,
    body: createBody('webhook'),
    replies: { 201: WebhookWithSecret },
    errors: ['too_many_webhooks', 403, 404],
    handle: async ({ ctx, body }) => {
      const { url, events = [], description = '' } = body;
      const made = await createWebhook(ctx, deps, { kind: 'webhook', owner: ownerOf(body), url, events, description });
      return { ...presentWebhook(made.webhook), secret: made.secret! };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/webhooks',
    operationId: 'listWebhooks',
    storeKey: true,
    summary: 'List webhooks',
    description: 'Those that the caller may manage, newest first.',
    tags,
    addition: true,
    policy: signedIn,
    query: { ...ownerFields, ...pageQuery() },
    replies: { 200: v2Envelope(WebhookRecord) },
    handle: async ({ ctx, query, page, request }) => {
      const webhooks = await listWebhooks(ctx, { kind: 'webhook', owner: ownerOf(query) }, page);
      return presentV2Page(request, page, webhooks, presentWebhook);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/webhooks/:webhook',
    operationId: 'getWebhook',
    storeKey: true,
    summary: 'Read a webhook',
    tags,
    addition: true,
    policy: onWebhook,
    replies: { 200: WebhookRecord },
    version: versionOf,
    handle: ({ resource }) => presentWebhook(resource),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/webhooks/:webhook',
    operationId: 'changeWebhook',
    storeKey: 'webhooks',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Change, pause or resume a webhook',
    description:
      'Omitted fields are unchanged. A resumed receiver sends pending events; events during the pause can be replayed.',
    tags,
    addition: true,
    policy: onOwnWebhook,
    body: changeBody('webhook'),
    replies: { 200: WebhookRecord },
    current: async ({ ctx, resource }) => versionOf(await lockWebhook(ctx.db, resource.id)),
    handle: async ({ ctx, resource, body }) => presentWebhook(await changeWebhook(ctx, deps, resource, body)),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/webhooks/:webhook',
    operationId: 'deleteWebhook',
    storeKey: 'webhooks',
    scope: 'administration',
    presence: 'token',
    summary: 'Delete a webhook',
    tags,
    addition: true,
    policy: onOwnWebhook,
    replies: { 204: null },
    handle: async ({ ctx, resource }) => deleteWebhook(ctx, resource),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/webhooks/:webhook/rotate-secret',
    operationId: 'rotateWebhookSecret',
    storeKey: 'webhooks',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Rotate the secret of a webhook',
    description: 'The previous secret also signs for 24 hours. The new one is shown only in this reply.',
    tags,
    addition: true,
    policy: onOwnWebhook,
    replies: { 200: WebhookWithSecret },
    handle: async ({ ctx, resource }) => {
      const { webhook, secret } = await rotateSecret(ctx, resource);
      return { ...presentWebhook(webhook), secret };
    },
  });

  deliveryRoutes(app, { path: '/v2/webhooks/:webhook', name: 'Webhook', policy: onWebhook, changing: onOwnWebhook });
}

function postbackRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/postbacks',
    operationId: 'createPostback',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Create a postback',
    description: `A request of the template, with values in place of its macros, for each order and each change of it. Sub-ids are those of the click. ${WHOSE}`,
    tags,
    addition: true,
    policy: signedIn,
    body: PostbackBody,
    replies: { 201: PostbackRecord },
    errors: ['too_many_webhooks', 403, 404],
    handle: async ({ ctx, body }) => {
      const { url, events = [POSTBACK_SUBSCRIPTIONS[0]], description = '' } = body;
      const { secrets: values = {} } = body;
      const request = requestOf(body);
      const made = await createWebhook(ctx, deps, {
        kind: 'postback',
        owner: ownerOf(body),
        url,
        request,
        values,
        events,
        description,
      });
      return presentPostback(made.webhook);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/postbacks',
    operationId: 'listPostbacks',
    summary: 'List postbacks',
    description: 'Those that the caller may manage, newest first.',
    tags,
    addition: true,
    policy: signedIn,
    query: { ...ownerFields, ...pageQuery() },
    replies: { 200: v2Envelope(PostbackRecord) },
    handle: async ({ ctx, query, page, request }) => {
      const postbacks = await listWebhooks(ctx, { kind: 'postback', owner: ownerOf(query) }, page);
      return presentV2Page(request, page, postbacks, presentPostback);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/postbacks/:postback',
    operationId: 'getPostback',
    summary: 'Read a postback',
    tags,
    addition: true,
    policy: onPostback,
    replies: { 200: PostbackRecord },
    version: postbackVersionOf,
    handle: ({ resource }) => presentPostback(resource),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/postbacks/:postback',
    operationId: 'changePostback',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Change, pause or resume a postback',
    description: 'What is left out stays.',
    tags,
    addition: true,
    policy: onPostback,
    body: PostbackChange,
    replies: { 200: PostbackRecord },
    current: async ({ ctx, resource }) => postbackVersionOf(presentPostback(await lockWebhook(ctx.db, resource.id))),
    handle: async ({ ctx, resource, body: given }) => {
      const { method, content_type: contentType, headers, body, secrets: values, ...change } = given;
      const request = { method, contentType, headers, body };
      return presentPostback(await changeWebhook(ctx, deps, resource, { ...change, request, values }));
    },
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/postbacks/:postback',
    operationId: 'deletePostback',
    scope: 'administration',
    presence: 'token',
    summary: 'Delete a postback',
    tags,
    addition: true,
    policy: onPostback,
    replies: { 204: null },
    handle: async ({ ctx, resource }) => deleteWebhook(ctx, resource),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/postback-presets',
    operationId: 'listPostbackPresets',
    summary: 'List templates of postbacks for other services',
    description: 'Send one to `POST /v2/postbacks` with your own values as `secrets`.',
    tags,
    addition: true,
    policy: signedIn,
    replies: { 200: PresetList },
    handle: () => ({
      data: PRESETS.map(({ contentType, ...preset }) => ({
        ...preset,
        content_type: contentType,
        secret_names: neededValues({ contentType, ...preset }),
      })),
    }),
  });

  deliveryRoutes(app, { path: '/v2/postbacks/:postback', name: 'Postback', policy: onPostback, changing: onPostback });
}

/** Tests, the log of deliveries, and its replays: the same for both. */
function deliveryRoutes<Path extends '/v2/webhooks/:webhook' | '/v2/postbacks/:postback'>(
  app: FastifyInstance,
  {
    path,
    name,
    policy,
    changing,
  }: { path: Path; name: 'Webhook' | 'Postback'; policy: Policy<Actor, Webhook>; changing: Policy<Actor, Webhook> },
): void {
  const noun = name.toLowerCase();
  const isForKeys = name === 'Webhook';
  const storeKey = isForKeys ? 'webhooks' : false;
  operation(app, {
    method: 'POST',
    url: `${path}/test` as string,
    operationId: `test${name}`,
    storeKey,
    scope: 'administration',
    presence: 'token',
    summary: 'Send a test event',
    description: 'A `webhook.test`, sent and logged as every event.',
    tags,
    addition: true,
    policy: changing,
    replies: { 202: DeliveryRecord },
    errors: ['webhook_paused'],
    handle: async ({ ctx, resource }) =>
      presentDelivery(await readDelivery(ctx, resource, await sendTest(ctx, resource))),
  });

  operation(app, {
    method: 'GET',
    url: `${path}/deliveries` as string,
    operationId: `list${name}Deliveries`,
    storeKey: isForKeys,
    summary: `List the deliveries of a ${noun}`,
    description: 'Each with its payload, its attempts and their replies; newest first. Kept for 30 days.',
    tags,
    addition: true,
    policy,
    query: { ...deliveryQuery, ...pageQuery() },
    replies: { 200: DeliveryList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const filters = { status: query.status, type: query.type, afterId: query.after };
      return presentV2Page(request, page, await listDeliveries(ctx, resource, filters, page), presentDelivery);
    },
  });

  operation(app, {
    method: 'POST',
    url: `${path as '/v2/webhooks/:webhook'}/deliveries/:delivery/replay`,
    operationId: `replay${name}Delivery`,
    storeKey,
    scope: 'administration',
    presence: 'token',
    summary: 'Send one delivery again',
    description: 'With the same `webhook-id`, whether or not it arrived.',
    tags,
    addition: true,
    policy: changing,
    params: { delivery: id({ kind: 'delivery' }) },
    replies: { 202: DeliveryRecord },
    errors: ['webhook_paused', 404],
    handle: async ({ ctx, resource, params }) => replayedOne(ctx, resource, params.delivery),
  });

  operation(app, {
    method: 'POST',
    url: `${path as '/v2/webhooks/:webhook'}/replay`,
    operationId: `replay${name}`,
    storeKey,
    scope: 'administration',
    presence: 'token',
    summary: 'Replay the events of a range',
    description:
      'All events of the subscribed kinds that the owner may know about, in order, including those before the subscription. Events are kept for 30 days.',
    tags,
    addition: true,
    policy: changing,
    body: ReplayBody,
    replies: { 202: ReplayReply },
    errors: ['webhook_paused', 'too_many_events'],
    handle: async ({ ctx, resource, body }) => replayed(ctx, resource, body),
  });
}

/** How a new postback is requested. */
function requestOf({ method = 'GET', content_type: contentType = null, headers = {}, body = null }: RequestFields) {
  return { method, contentType, headers, body };
}

type RequestFields = Pick<Static<typeof PostbackBody>, 'method' | 'content_type' | 'headers' | 'body'>;
