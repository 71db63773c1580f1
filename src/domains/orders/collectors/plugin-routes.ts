import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import { everyone, type Policy } from '../../../platform/auth/policy.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { OrderParts } from '../parts.ts';
import { reportFromBody } from '../reports/from-body.ts';
import { recordOrder } from '../reports/record-order.ts';
import { findStoreByActivationKey } from './find-store.ts';
import { PluginOrder, PluginOrderBody } from './schemas.ts';

/** The body shows who calls, not a header; a wrong key is refused like any wrong credential. */
const byActivationKey: Policy<Actor | null, null> = {
  ...everyone,
  name: 'activationKey',
  describe: 'Whoever knows the activation key of a store’s plugin.',
  refusals: [401],
};

/** What a shop's plugin tells of orders. */
export function pluginRoutes(app: FastifyInstance, { calendar }: OrderParts): void {
  operation(app, {
    method: 'POST',
    url: '/v2/order-collectors/shop-plugin/orders',
    operationId: 'reportOrderByPlugin',
    summary: 'Tell of an order, by a shop’s plugin',
    description: 'An order of one number is one order, however often and by whichever way it is told.',
    tags: ['Orders'],
    addition: true,
    policy: byActivationKey,
    rateLimited: false,
    body: PluginOrderBody,
    replies: { 200: PluginOrder },
    handle: async ({ ctx, body: { service_activation_key: key, ...told } }) => {
      const store = await findStoreByActivationKey(ctx, key);
      if (store === null) throw new Unauthenticated();
      const report = reportFromBody(told);
      const { outcome } = await recordOrder(
        ctx,
        { calendar },
        { ...report, storeId: store.id, channel: 'shop_plugin', actorId: null },
      );
      return { order_id: report.orderId, outcome };
    },
  });
}
