import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { id, nameSchemas, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { attributeByHand } from '../attribution/attribute-by-hand.ts';
import { customerHasher } from '../customers/customer-hash.ts';
import type { OrderDeps } from '../deps.ts';
import { readOrder } from '../lists/read-orders.ts';
import { OrderWithEvents } from '../lists/schemas.ts';
import { showOrder } from '../lists/show-order.ts';
import { onOrder } from '../policy.ts';
import { orderEntries, storesReport } from '../reports/from-body.ts';
import { recordBatch } from '../reports/record-batch.ts';
import { recordOrder } from '../reports/record-order.ts';
import { OrderBatchBody, OrderBatchReply, OrderReportBody } from '../reports/schemas.ts';
import { type Warning, warningsReply } from '../reports/warnings.ts';
import { changeOrder } from './change-order.ts';
import { decideOrders } from './decide-orders.ts';
import { readDenial } from './denial.ts';
import { MAX_BATCH_BYTES, noteRefused, presentBatch } from './present-batch.ts';
import { readLineRefunds } from './read-line-refunds.ts';
import { resolveOrder } from './resolve-order.ts';
import { Decisions, DecisionsBody, OrderChangeBody, ResolutionBody } from './schemas.ts';
import { refundOfAmount, type StatedValue, statedValue } from './state-value.ts';

const tags = ['Orders'];

const ReportedOrderReply = Type.Object(
  { ...OrderWithEvents.properties, warnings: warningsReply() },
  { description: 'The order, and what of the report or change was not taken over.' },
);

/** Reports and changes of orders by the store's server. */
export function orderChangeRoutes(app: FastifyInstance, { calendar, live }: OrderDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/orders',
    operationId: 'reportOrder',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Report an order, server to server',
    description:
      'Reports with one order number are one order, however often and by whichever way it is reported: 201 the first time, 200 after that. An order without attribution is stored with the reason.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: OrderReportBody,
    replies: { 200: ReportedOrderReply, 201: ReportedOrderReply },
    errors: ['store_inactive', 'way_not_counted', 'gift_order'],
    idempotent: true,
    handle: async ({ ctx, actor, resource: store, body, reply }) => {
      const given = await storesReport(body, customerHasher(ctx, store.id));
      const report = { ...given, storeId: store.id, channel: 'server' as const, actorId: actor.userId };
      const { id, outcome, warnings } = await recordOrder(ctx, { calendar }, report);
      reply.code(outcome === 'recorded' ? 201 : 200);
      return { ...(await shown(ctx, id)), warnings: [...warnings] };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/orders/batch',
    operationId: 'reportOrders',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Report many orders at once, server to server',
    description:
      'At most 1,000 reports, each recorded exactly as `reportOrder` alone would record it. `data` has a result for each, in their order: an invalid report does not affect the others. Each order counts for the rate limit; a batch that exceeds it is refused as a whole. With an idempotency key, a complete repetition receives the same results; if a request was interrupted, or reports have failed, its repetition is executed again, and orders that it has recorded are `known`.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: OrderBatchBody,
    bodyLimit: MAX_BATCH_BYTES,
    replies: { 200: OrderBatchReply },
    idempotent: { isFinal: ({ meta }) => meta.failed === 0 },
    handle: async ({ ctx, actor, resource: { id: storeId }, body: { orders: entries }, request, reply }) => {
      // The request itself has been counted.
      await app.countOrders(request, reply, entries.length - 1);
      const results = await recordBatch(
        ctx,
        { calendar },
        { storeId, actorId: actor.userId, entries, of: orderEntries(customerHasher(ctx, storeId)) },
      );
      await noteRefused(ctx, storeId, results);
      return presentBatch(results);
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/stores/:store/orders/:order',
    operationId: 'changeOrder',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Approve, deny, correct or refund an order',
    description:
      'Its cost, its earnings and all statistics change immediately. `refunded_lines` refunds lines: their commission is reduced at their own rates. A refund beyond what is possible counts as far as it goes, and `warnings` names it.',
    tags,
    addition: true,
    policy: onOrder,
    body: OrderChangeBody,
    replies: { 200: ReportedOrderReply },
    errors: [
      'illegal_transition',
      'order_unresolved',
      'store_inactive',
      'credit_limit',
      'way_not_counted',
      'value_limit',
      'month_closed',
    ],
    idempotent: true,
    handle: async ({ ctx, actor, resource: { id }, body }) => {
      const { status, order_value, refunded, refunded_lines: lines } = body;
      const denial = readDenial(body);
      const order = (await readOrder(ctx, id))!;
      const value = order_value === undefined ? undefined : readValue(order_value, order.value.currency);
      const minorOf = (field: string, amount: ReportedMoney) =>
        refundOf(field, amount, value?.currency ?? order.value.currency);
      const refundedMinor = refunded === undefined ? undefined : minorOf('refunded', refunded);
      const warnings: Warning[] = [];
      const change = { status, denial, value, refundedMinor, refundedLines: readLineRefunds(lines, minorOf), warnings };
      await changeOrder(ctx, { id }, { ...change, actorId: actor.userId, byAdmin: actor.isAdmin });
      return { ...(await shown(ctx, id)), warnings };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/orders/:order/resolution',
    operationId: 'resolveOrder',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Select the correct report of a disputed order',
    description:
      'For an order that is `unresolved`: disputed, unconfirmed or above the store’s limit. It then follows only that report, remains ' +
      'pending, and can be approved. Deny the order if no report is correct.',
    tags,
    addition: true,
    policy: onOrder,
    body: ResolutionBody,
    replies: { 200: OrderWithEvents },
    errors: ['order_resolved', 'value_limit', 'store_inactive'],
    idempotent: true,
    handle: async ({ ctx, resource: { id }, body: { report_id: reportId } }) => {
      await resolveOrder(ctx, { id, reportId });
      return shown(ctx, id);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/orders/:order/attribution',
    operationId: 'attributeOrder',
    scope: 'orders',
    presence: 'token',
    summary: 'Attribute an order to a creator',
    description:
      'For a person, not for a key of the store. The order has the terms of a click on a link of the creator at the time of the order; later reports no longer change its creator. Both creators, the one who gets the order and the one who had it, are notified and read the reason. An approved order is taken from a creator only by an administrator, before its month is closed.',
    tags,
    addition: true,
    policy: onOrder,
    body: Type.Object({
      user_id: id({ description: 'The creator who gets it.' }),
      reason: words({ max: 2_000, description: 'For both creators.' }),
    }),
    replies: { 200: OrderWithEvents },
    errors: [
      'order_unresolved',
      'illegal_transition',
      'order_decided',
      'month_closed',
      'own_order',
      'store_inactive',
      'order_not_attributable',
      'credit_limit',
      'event_limit',
      'no_domain',
      'no_matching_store',
      'url_blocked',
      'user_suspended',
    ],
    idempotent: true,
    handle: async ({ ctx, resource: { id: orderId, store }, body: { user_id: userId, reason } }) => {
      await attributeByHand(ctx, { live }, { id: orderId, storeId: store.id, userId, reason });
      return shown(ctx, orderId);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/order-decisions',
    operationId: 'decideOrders',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Approve and deny many orders at once',
    description: 'By the store’s order numbers, at most 1,000. If an order is listed twice, the last decision counts.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: DecisionsBody,
    replies: { 200: Decisions },
    errors: ['store_inactive', 'credit_limit'],
    idempotent: true,
    handle: async ({ ctx, resource: store, body: { orders } }) => {
      const decisions = orders.map((order, index) => ({
        orderId: order.order_id.trim(),
        status: order.status,
        denial: readDenial(order, `orders.${index}.`),
      }));
      return decideOrders(ctx, { storeId: store.id, decisions });
    },
  });
}

const shown = async (ctx: Context, id: number) => (await showOrder(ctx, id))!;

interface ReportedMoney {
  amount: number | string;
  currency: string;
}

function refundOf(field: string, { amount, currency }: ReportedMoney, reportedCurrency: string): number {
  if (currency !== reportedCurrency)
    throw new InvalidInput({ [`${field}.currency`]: [`must be ${reportedCurrency}, as the order was reported`] });
  return refundOfAmount(`${field}.amount`, amount, currency);
}

/** @throws InvalidInput naming `order_value` */
function readValue(given: number | string | ReportedMoney, reportedCurrency: string): StatedValue {
  const { amount, currency } = typeof given === 'object' ? given : { amount: given, currency: reportedCurrency };
  return statedValue(amount, currency);
}

nameSchemas({ ReportedOrder: ReportedOrderReply });
