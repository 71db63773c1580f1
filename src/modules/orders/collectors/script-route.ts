import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { pixelAddress } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import type { FindStore } from './remember-stores.ts';
import { trackingKey } from './schemas.ts';
import { scriptOf, scriptReply } from './script-reply.ts';

/** The declaration that both addresses of the script share. */
export const sharedScript = {
  tags: ['Orders'],
  addition: true,
  policy: everyone,
  rateLimited: false,
  params: { key: trackingKey },
  replies: {
    200: file('The script.', 'text/javascript'),
    304: Type.Null({ description: 'The caller has it already: `if-none-match` names it.' }),
  },
} as const;

/** `GET /t/{key}.js`: the script for the pages of a store. */
export function scriptRoute(app: FastifyInstance, { publicUrl }: OrderDeps, findStore: FindStore): void {
  operation(app, {
    ...sharedScript,
    method: 'GET',
    url: '/t/:key.js',
    operationId: 'getTrackingScript',
    summary: 'The script for a shop’s pages',
    description:
      'Stores the id of the click that led to the store in a cookie and in local storage of the store’s domain, and reports orders by ' +
      '`tributary("order", {order_id, order_value, currency, voucher_code})` or by `data-order-id` and its like on the script’s own element.',
    publicWrite: 'report',
    errors: [404],
    handle: async ({ ctx, params, request, reply }) => {
      const store = await findStore(ctx, params.key);
      if (store === null) throw new NotFound('store');
      const script = scriptOf(store, pixelAddress(publicUrl, store.trackingKey));
      const { status, headers, body } = scriptReply(script, request.headers['if-none-match']);
      reply.code(status).headers(headers);
      return body;
    },
  });
}
