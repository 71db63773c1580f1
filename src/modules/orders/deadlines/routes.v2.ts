import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nameText, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { OrderWithEvents } from '../lists/schemas.ts';
import { showOrder } from '../lists/show-order.ts';
import { onOrder } from '../policy.ts';
import { extendOrder, MAX_EXTENSION_DAYS } from './extend-order.ts';

const ExtensionBody = Type.Object({
  days: whole({ min: 1, max: MAX_EXTENSION_DAYS, description: 'By how many days `decide_by` is postponed.' }),
  reason: nameText({ max: 1_000, description: 'Why the store needs more time. The creator reads it.' }),
});

/** The deadlines of orders that are approved by themselves. */
export function deadlineRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/orders/:order/extension',
    operationId: 'extendOrder',
    scope: 'orders',
    presence: 'token',
    summary: 'Postpone the automatic approval of an order, once',
    description:
      'For an order with `decide_by`. An order can be extended once. The creator of the order reads the reason (`extension_reason`).',
    tags: ['Orders'],
    addition: true,
    policy: onOrder,
    body: ExtensionBody,
    replies: { 200: OrderWithEvents },
    errors: ['no_deadline', 'already_extended', 'store_inactive'],
    handle: async ({ ctx, actor, resource: { id }, body: { days, reason } }) => {
      await extendOrder(ctx, { id, days, reason, actorId: actor.userId, byAdmin: actor.isAdmin });
      return (await showOrder(ctx, id))!;
    },
  });
}
