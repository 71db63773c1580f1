import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import { everyone, type Policy } from '../../../platform/auth/policy.ts';
import { NotFound, Unauthenticated } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { changeOrder } from '../changes/change-order.ts';
import { readLineRefunds } from '../changes/read-line-refunds.ts';
import { refundOfAmount, statedValue } from '../changes/state-value.ts';
import { customerHasher } from '../customers/customer-hash.ts';
import type { OrderDeps } from '../deps.ts';
import { listOrders, readOrder } from '../lists/read-orders.ts';
import { storesReport } from '../reports/from-body.ts';
import { prepareReport } from '../reports/record-order.ts';
import type { Warning } from '../reports/warnings.ts';
import { recordWithinLimits } from './count-report.ts';
import { findStoreByActivationKey } from './find-store.ts';
import { PluginChange, PluginChangeBody, PluginOrder, PluginOrderBody } from './schemas.ts';

/** The body contains the credential. An invalid key is refused like an invalid token. */
const byActivationKey: Policy<Actor | null, null> = {
  ...everyone,
  name: 'activationKey',
  describe: 'Anybody who knows the activation key of a store’s plugin.',
  refusals: [401],
};

/** Reports and changes of orders by a store's plugin. */
export function pluginRoutes(app: FastifyInstance, { calendar }: OrderDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/order-collectors/shop-plugin/orders',
    operationId: 'reportOrderByPlugin',
    summary: 'Report an order by a store’s plugin',
    description: 'Reports with one order number are one order, however often and by whichever way it is reported.',
    tags: ['Orders'],
    addition: true,
    policy: byActivationKey,
    rateLimited: false,
    publicWrite: 'report',
    body: PluginOrderBody,
    replies: { 200: PluginOrder },
    errors: ['store_inactive', 'way_not_counted', 'gift_order'],
    handle: async ({ ctx, request, body: { service_activation_key: key, ...fields } }) => {
      const store = await findStoreByActivationKey(ctx, key);
      if (store === null) throw new Unauthenticated();
      const given = await storesReport(fields, customerHasher(ctx, store.id));
      const report = await prepareReport(
        ctx,
        { calendar },
        { ...given, storeId: store.id, channel: 'shop_plugin', actorId: null },
      );
      const { outcome, warnings } = (await recordWithinLimits(ctx, request, { way: 'shop_plugin', report }))!;
      return { order_id: given.orderId, outcome, warnings: [...warnings] };
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/order-collectors/shop-plugin/orders',
    operationId: 'changeOrderByPlugin',
    summary: 'Approve, deny, correct or refund an order by a store’s plugin',
    description: 'Its cost, its earnings and all statistics change immediately. Repeating a change has no effect.',
    tags: ['Orders'],
    addition: true,
    policy: byActivationKey,
    rateLimited: false,
    publicWrite: 'report',
    body: PluginChangeBody,
    replies: { 200: PluginChange },
    errors: [404, 'illegal_transition', 'order_unresolved', 'store_inactive', 'way_not_counted', 'month_closed'],
    handle: async ({ ctx, request, body }) => {
      const store = await findStoreByActivationKey(ctx, body.service_activation_key);
      if (store === null) throw new Unauthenticated();
      await request.server.countReportKey(request, `shop_plugin:${store.id}`);
      const which = { storeId: store.id, orderId: String(body.order_id).trim() };
      const { items } = await listOrders(ctx, which, { page: 1, size: 1, offset: 0 });
      const order = items[0];
      if (order === undefined) throw new NotFound('order');
      const minorOf = (field: string, amount: number | string) => refundOfAmount(field, amount, order.value.currency);
      const refundedMinor = body.refunded === undefined ? undefined : minorOf('refunded', body.refunded);
      const refundedLines = readLineRefunds(body.refunded_lines, minorOf);
      const value = body.order_value === undefined ? undefined : statedValue(body.order_value, order.value.currency);
      const warnings: Warning[] = [];
      const change = { status: body.status, value, refundedMinor, refundedLines, warnings };
      await changeOrder(ctx, which, { ...change, actorId: null, channel: 'shop_plugin' });
      const after = (await readOrder(ctx, order.id))!;
      return { order_id: after.orderId, status: after.status, refunded: moneyObject(after.refunded), warnings };
    },
  });
}
