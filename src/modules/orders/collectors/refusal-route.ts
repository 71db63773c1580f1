import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Channel } from '../reports/read-report.ts';
import { findStoreByActivationKey, findStoreByTrackingKey } from './find-store.ts';
import { noteRefusals } from './refused-reports.ts';

/** A route by which orders are reported. */
interface Way {
  channel: Channel;
  /** The statuses of refusals that the store can remedy. */
  statuses: readonly number[];
  /** The store of the request; null: there is none. */
  storeOf(ctx: Pick<Context, 'db'>, request: FastifyRequest): Promise<number | null>;
}

const byPage: Way = {
  channel: 'sales_pixel',
  statuses: [403, 422],
  storeOf: async (ctx, { params }) =>
    (await findStoreByTrackingKey(ctx, String((params as { key: string }).key)))?.id ?? null,
};

const WAYS: Record<string, Way> = {
  'GET /px/:key.gif': byPage,
  'GET /trb/:key.gif': byPage,
  'POST /v2/order-collectors/shop-plugin/orders': {
    channel: 'shop_plugin',
    statuses: [400, 422],
    storeOf: async (ctx, { body }) => {
      const key = (body as { service_activation_key?: unknown } | null)?.service_activation_key;
      return typeof key === 'string' ? ((await findStoreByActivationKey(ctx, key))?.id ?? null) : null;
    },
  },
  'POST /v2/stores/:store/orders': {
    channel: 'server',
    statuses: [400, 422],
    storeOf: async (_, { params }) => Number((params as { store: string }).store),
  },
};

/**
 * Counts the refused reports of the routes in a scope, so that their stores learn of them. A failure to count is logged and does not change the reply.
 * Requests of unknown stores are not counted.
 */
export function countRefusals(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const way = WAYS[`${request.method} ${request.routeOptions.url}`];
    if (way?.statuses.includes(reply.statusCode) !== true || typeof payload !== 'string') return payload;
    const ctx = scope.contextFor(request, null);
    try {
      const storeId = await way.storeOf(ctx, request);
      if (storeId !== null) await noteRefusals(ctx, { storeId, channel: way.channel, refusals: [JSON.parse(payload)] });
    } catch (error) {
      request.log.warn({ err: error }, 'a refused report was not counted');
    }
    return payload;
  });
}
