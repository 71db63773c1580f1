import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { entryCheck } from '../../../platform/http/input.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import { decideOrders } from '../changes/decide-orders.ts';
import { readDenial } from '../changes/denial.ts';
import { MAX_BATCH_BYTES, noteRefused, presentBatch } from '../changes/present-batch.ts';
import { Decisions } from '../changes/schemas.ts';
import { customerHasher } from '../customers/customer-hash.ts';
import type { OrderDeps } from '../deps.ts';
import { presentCreatorOrder, presentOrder } from '../lists/present.ts';
import { checkFilters, listOrdersAfter, type Order, readOrder } from '../lists/read-orders.ts';
import { type BatchEntries, recordBatch } from '../reports/record-batch.ts';
import { recordOrder } from '../reports/record-order.ts';
import { type EventKind, requireKind } from './kinds.ts';
import { eventField, eventFromBody } from './read-event.ts';
import {
  CreatorEventList,
  creatorEventListQuery,
  EventBatchBody,
  EventBatchReply,
  EventDecisionsBody,
  EventList,
  EventReportBody,
  eventListQuery,
  ReportedEventReply,
} from './schemas.ts';

const tags = ['Orders'];
const checkReport = entryCheck(EventReportBody, 'event');

/** Leads and other events of a store: their reports by its server, their decisions and lists. The routes of orders take the id of an event, too. */
export function eventRoutes(app: FastifyInstance, { calendar, publicUrl }: OrderDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/events',
    operationId: 'reportEvent',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Report a lead or another event, server to server',
    description:
      'Reports of one kind with one number are one event: 201 the first time, 200 after that. An event is attributed, decided and paid as an order is; one beyond the limits of its kind is stored without attribution, with the reason. Its id also works at the routes of orders, such as `changeOrder`.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: EventReportBody,
    replies: { 200: ReportedEventReply, 201: ReportedEventReply },
    errors: ['store_inactive', 'way_not_counted'],
    idempotent: true,
    handle: async ({ ctx, actor, resource: { id: storeId }, body, reply }) => {
      const { hashOf, kindOf } = readersOf(ctx, storeId);
      const report = await eventFromBody(ctx, storeId, body, { hashOf, kindOf });
      const { id, outcome, warnings } = await inFields(
        recordOrder(ctx, { calendar }, { ...report, storeId, channel: 'server', actorId: actor.userId }),
      );
      reply.code(outcome === 'recorded' ? 201 : 200);
      return { ...presentEvent((await readOrder(ctx, id))!), warnings: [...warnings] };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/events/batch',
    operationId: 'reportEvents',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Report many events at once, server to server',
    description:
      'At most 1,000 reports, each recorded exactly as `reportEvent` alone would record it, as `reportOrders` does for orders. Events that follow others are recorded last.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: EventBatchBody,
    bodyLimit: MAX_BATCH_BYTES,
    replies: { 200: EventBatchReply },
    idempotent: { isFinal: ({ meta }) => meta.failed === 0 },
    handle: async ({ ctx, actor, resource: { id: storeId }, body: { events: entries }, request, reply }) => {
      // The request itself has been counted.
      await app.countOrders(request, reply, entries.length - 1);
      const of = eventEntries(ctx, storeId);
      const results = await recordBatch(ctx, { calendar }, { storeId, actorId: actor.userId, entries, of });
      await noteRefused(ctx, storeId, results);
      const { data, meta } = presentBatch(results);
      return {
        data: data.map(({ order_id: event_id, errors, ...result }) => ({
          event_id,
          ...result,
          errors: errors === null ? null : asEvent(errors),
        })),
        meta,
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/events',
    operationId: 'listStoreEvents',
    assistants: 'search',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'List the leads and other events of a store',
    description:
      'Newest day first; including events that are not attributed, with the reason. Orders are in `listStoreOrders`.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: eventListQuery,
    replies: { 200: EventList },
    handle: async ({ ctx, resource: { id: storeId }, query }) => {
      const kinds = query.kind === undefined ? ('events' as const) : await kindOf(ctx, storeId, query.kind);
      const { user_id: userId, offer_id: campaignId, statuses, from, to } = query;
      await checkFilters(ctx, { userId, from, to });
      const filters = { kinds, storeId, userId, campaignId, statuses, from, to };
      const { orders, next } = await listOrdersAfter(ctx, filters, query);
      return { data: orders.map(presentEvent), meta: presentCursor(next) };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/event-decisions',
    operationId: 'decideEvents',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Approve and deny many events of a kind at once',
    description: 'By the store’s numbers, at most 1,000. If an event is listed twice, the last decision counts.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: EventDecisionsBody,
    replies: { 200: Decisions },
    errors: ['store_inactive', 'credit_limit'],
    idempotent: true,
    handle: async ({ ctx, resource: { id: storeId }, body: { kind, events } }) => {
      const decisions = events.map((event, index) => ({
        orderId: event.event_id.trim(),
        status: event.status,
        denial: readDenial(event, `events.${index}.`),
      }));
      return decideOrders(ctx, { storeId, decisions, eventKindId: await kindOf(ctx, storeId, kind) });
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/events',
    operationId: 'listUserEvents',
    assistants: 'search',
    summary: 'List the leads and other events of a creator',
    description: 'Newest day first. Orders are in `listUserOrders`.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: creatorEventListQuery,
    replies: { 200: CreatorEventList },
    handle: async ({ ctx, resource: { id: userId }, query }) => {
      const { statuses, from, to } = query;
      await checkFilters(ctx, { from, to });
      const { orders, next } = await listOrdersAfter(ctx, { kinds: 'events', userId, statuses, from, to }, query);
      const data = orders.map((order) => {
        const { affiliate_link: link, ...rest } = presentCreatorOrder(publicUrl, order);
        return { kind: order.kind!, ...rest, affiliate_link_url: link.url };
      });
      return { data, meta: presentCursor(next) };
    },
  });
}

/** How reports of events are read: each kind and the key of the store's customers once. */
function readersOf(ctx: Pick<Context, 'db' | 'now' | 'vault'>, storeId: number) {
  const kinds = new Map<string, Promise<EventKind>>();
  const kindOf = (code: string) => {
    const kind = kinds.get(code) ?? requireKind(ctx.db, { storeId, code });
    kinds.set(code, kind);
    return kind;
  };
  return { kindOf, hashOf: customerHasher(ctx, storeId) };
}

function eventEntries(ctx: Pick<Context, 'db' | 'now' | 'vault'>, storeId: number): BatchEntries {
  const readers = readersOf(ctx, storeId);
  return {
    check: checkReport,
    numberField: 'event_id',
    read: (entry) => eventFromBody(ctx, storeId, entry as Static<typeof EventReportBody>, readers),
    refersToOthers: (entry) => 'follows' in entry,
  };
}

/** The id of a kind of a store, also of an archived one. @throws InvalidInput naming `kind` */
async function kindOf(ctx: Pick<Context, 'db'>, storeId: number, code: string): Promise<number> {
  return (await requireKind(ctx.db, { storeId, code, withArchived: true })).id;
}

/** Names the fields of faults as the body of an event does. */
async function inFields<Result>(recording: Promise<Result>): Promise<Result> {
  try {
    return await recording;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(asEvent(error.errors));
  }
}

const asEvent = (faults: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(faults).map(([field, says]) => [eventField(field), says]));

function presentEvent(order: Order) {
  const { order_id: event_id, ...rest } = presentOrder(order);
  return { kind: order.kind!, event_id, follows: order.followsId, ...rest };
}
