import type { FastifyInstance } from 'fastify';
import type { Static, TObject } from 'typebox';
import { everyone } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { isSignatureValid } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { reportFromBody } from '../reports/from-body.ts';
import type { OrderReport } from '../reports/read-report.ts';
import { recordOrder } from '../reports/record-order.ts';
import { countReport } from './count-report.ts';
import { findStoreByTrackingKey } from './find-store.ts';
import { pixelQuery, trackingKey } from './schemas.ts';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /px/{key}.gif?order_id=…`: a store's page reports an order, by an image or by the script. */
export function pixelRoute(app: FastifyInstance, { calendar }: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/px/:key.gif',
    operationId: 'reportOrderByPixel',
    summary: 'Report an order from a page of the store',
    description:
      'The image is returned when the order is committed. Reports with one order number are one order, however often and by whichever way it is reported. ' +
      'A HEAD request reports nothing.',
    tags: ['Orders'],
    addition: true,
    policy: everyone,
    rateLimited: false,
    publicWrite: 'report',
    params: { key: trackingKey },
    query: pixelQuery,
    replies: { 200: file('A transparent image of one pixel. The order is recorded.', 'image/gif') },
    errors: [404],
    handle: async ({ ctx, params, query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const store = await findStoreByTrackingKey(ctx, params.key);
      if (store === null) throw new NotFound('store');
      const report = reportOf(query, ctx.now());
      if (request.method !== 'HEAD') {
        await countReport(ctx, request, { storeId: store.id, channel: 'sales_pixel' });
        const signed = await checkSignature(ctx, store.id, query);
        await recordOrder(ctx, { calendar }, { ...report, storeId: store.id, signed });
      }
      reply.type('image/gif');
      return GIF;
    },
  });
}

/**
 * Whether the report is signed. The signature covers the fields as they were sent, without surrounding white space.
 * @throws InvalidInput naming `signature` if it is invalid
 */
async function checkSignature(
  ctx: Pick<Context, 'db' | 'now'>,
  storeId: number,
  { signature, order_id, order_value, currency = '' }: Static<TObject<typeof pixelQuery>>,
): Promise<boolean> {
  const given = signature?.trim() ?? '';
  if (given === '') return false;
  const fields = { orderId: order_id.trim(), value: order_value.trim(), currency: currency.trim() };
  if (await isSignatureValid(ctx, { storeId, signature: given, ...fields })) return true;
  throw new InvalidInput({
    signature: ['must be the HMAC-SHA256 of order_id|order_value|currency with a valid signing secret of the store'],
  });
}

/** A comma before one or two digits is a decimal separator. Before more digits it could separate thousands, and the value is refused. */
function reportOf(
  { order_age: ageSeconds, order_value: value, signature: _, ...fields }: Static<TObject<typeof pixelQuery>>,
  now: Date,
): Omit<OrderReport, 'storeId'> {
  const order_value = value
    .trim()
    .replace(/,(?=\d{0,2}$)/, '.')
    .replace(/\.$/, '');
  return {
    ...reportFromBody({ ...fields, order_value }),
    channel: 'sales_pixel',
    actorId: null,
    orderAt: ageSeconds === undefined ? null : new Date(now.getTime() - ageSeconds * 1_000),
  };
}
