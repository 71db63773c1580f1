import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import type { OrderDeps } from '../deps.ts';
import { findStoreByTrackingKey } from './find-store.ts';
import { answerPageReport } from './page-report-route.ts';
import { pixelQuery, trackingKey } from './schemas.ts';

/** The declaration that both addresses of the image share. */
export const sharedPixel = {
  tags: ['Orders'],
  addition: true,
  policy: everyone,
  rateLimited: false,
  params: { key: trackingKey },
  query: pixelQuery,
  replies: { 200: file('A transparent image of one pixel. The order is recorded.', 'image/gif') },
} as const;

/** `GET /px/{key}.gif?order_id=…`: a store's page reports an order, by an image or by the script. */
export function pixelRoute(app: FastifyInstance, deps: OrderDeps): void {
  operation(app, {
    ...sharedPixel,
    method: 'GET',
    url: '/px/:key.gif',
    operationId: 'reportOrderByPixel',
    summary: 'Report an order from a page of the store',
    description:
      'The image is returned when the order is committed. Reports with one order number are one order, however often and by whichever way it is reported. ' +
      'A HEAD request reports nothing.',
    publicWrite: 'report',
    errors: [404, 'gift_order'],
    handle: async ({ ctx, params, query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const store = await findStoreByTrackingKey(ctx, params.key);
      if (store === null) throw new NotFound('store');
      return answerPageReport(ctx, deps, { storeId: store.id, query, request, reply });
    },
  });
}
