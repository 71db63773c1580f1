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
    applications: count('Creators who have applied to a campaign and are not decided on.'),
    pending_orders: Type.Object({
      count: count('Orders that came of a link and are neither approved nor denied.'),
      cost: money({ signed: true, description: 'What the store pays when all of them are approved.' }),
    }),
    open_invoices: Type.Array(
      Type.Object({
        count: count('Invoices that are not paid.'),
        total: money({ signed: true }),
        first_due_on: day(),
      }),
      { description: 'By currency; mostly one.' },
    ),
    tracking: Type.Object({
      last_order_told_at: nullable(dateTime({ description: 'When an order was told of last, whichever way.' })),
      is_silent: Type.Boolean({ description: `Nothing for ${SILENT_AFTER_DAYS} days, or never.` }),
    }),
  },
  { description: 'What a store’s people have to see to. (Body ours.)' },
);

/** What waits for a store's people. */
export function waitingRoute(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/waiting',
    operationId: 'getStoreWaiting',
    summary: 'What waits for a store',
    description: 'Applications to decide, orders to decide, invoices to pay, and whether its orders are still told of.',
    tags: ['Statistics'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: Waiting },
    handle: async ({ ctx, resource: { id, currency } }) => {
      const { applications, pendingOrders, openInvoices, lastOrderToldAt, isSilent } = await storeWaiting(ctx, id);
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
        tracking: { last_order_told_at: lastOrderToldAt?.toISOString() ?? null, is_silent: isSilent },
      };
    },
  });
}
