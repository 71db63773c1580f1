import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, day, money, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { onStore } from '../../stores/index.ts';
import { SILENT_AFTER_DAYS, storeWaiting } from './store-waiting.ts';

const count = (description: string) => whole({ min: 0, description });

const Waiting = Type.Object(
  {
    applications: count('Creators whose application to a campaign awaits a decision.'),
    pending_orders: Type.Object({
      count: count('Orders through a link that are neither approved nor denied.'),
      cost: money({ signed: true, description: 'The store’s cost if all of them are approved.' }),
    }),
    open_invoices: Type.Array(
      Type.Object({
        count: count('Unpaid invoices.'),
        total: money({ signed: true }),
        first_due_on: day(),
      }),
      { description: 'By currency; usually one.' },
    ),
    tracking: Type.Object({
      last_order_told_at: nullable(dateTime({ description: 'Time of the last reported order, through any channel.' })),
      is_silent: Type.Boolean({ description: `No order for ${SILENT_AFTER_DAYS} days, or never.` }),
    }),
  },
  { description: 'Open tasks of a store’s staff. (The contract does not specify this body.)' },
);

/** Open tasks of a store's staff. */
export function waitingRoute(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/waiting',
    operationId: 'getStoreWaiting',
    storeKey: true,
    summary: 'Open tasks of a store',
    description: 'Applications and orders to decide, invoices to pay, and whether orders are still reported.',
    tags: ['Statistics'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: Waiting },
    handle: async ({ ctx, resource: { id, currency } }) => {
      const { applications, pendingOrders, openInvoices, lastOrderReportedAt, isSilent } = await storeWaiting(ctx, id);
      return {
        applications,
        pending_orders: {
          count: pendingOrders.orders,
          cost: moneyObject({ minor: pendingOrders.costMinor, currency }),
        },
        open_invoices: openInvoices.map((open) => ({
          count: open.invoices,
          total: moneyObject({ minor: open.totalMinor, currency: open.currency }),
          first_due_on: open.firstDueOn,
        })),
        tracking: { last_order_told_at: lastOrderReportedAt?.toISOString() ?? null, is_silent: isSilent },
      };
    },
  });
}
