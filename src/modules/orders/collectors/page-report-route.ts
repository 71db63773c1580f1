import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { isSignatureValid } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { eventOfPage } from '../kinds/read-event.ts';
import { reportFromBody } from '../reports/from-body.ts';
import type { OrderReport } from '../reports/read-report.ts';
import { prepareReport } from '../reports/record-order.ts';
import { recordWithinLimits } from './count-report.ts';
import { LONGEST_WAIT_SECONDS, type pixelQuery } from './schemas.ts';

type PageReport = Static<TObject<typeof pixelQuery>>;

interface Report {
  storeId: number;
  query: PageReport;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whether the address may be that of a store's proxy, which has no budget for a minute or an hour: all shoppers of the store have it. */
  isProxied?: boolean;
}

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Records the order that a page of a store reports, and replies with the image. A HEAD request is validated and records nothing. The signature is checked
 * first: reports that prove their origin have counters of their own.
 * @throws InvalidInput naming the field; TooManyRequests
 */
export async function answerPageReport(
  ctx: Pick<Context, 'db' | 'now' | 'vault'>,
  { calendar }: Pick<OrderDeps, 'calendar'>,
  { storeId, query, request, reply, isProxied = false }: Report,
): Promise<Buffer> {
  const report = reportOf(query, ctx.now());
  if (request.method !== 'HEAD') {
    const signed = await checkSignature(ctx, storeId, query);
    if (!signed && !isProxied) await request.server.countUnsigned(request, String(storeId));
    const code = query.kind?.trim() ?? '';
    const event = code === '' ? null : await eventOfPage(ctx, { storeId, code });
    const prepared = await prepareReport(
      ctx,
      { calendar },
      { ...report, ...valueIn(report, event), event, storeId, signed },
    );
    await recordWithinLimits(ctx, request, { way: signed ? 'signed_page' : 'sales_pixel', report: prepared });
  }
  reply.type('image/gif');
  return GIF;
}

/**
 * Whether the report is signed. The signature covers the fields as they were sent, without surrounding white space.
 * @throws InvalidInput naming `signature` if it is invalid
 */
async function checkSignature(
  ctx: Pick<Context, 'db' | 'now' | 'vault'>,
  storeId: number,
  { signature, kind = '', order_id, order_value, currency = '' }: PageReport,
): Promise<boolean> {
  const given = signature?.trim() ?? '';
  if (given === '') return false;
  // The kind is part of what is signed, so that the signature of an order proves no event.
  const orderId = [kind.trim(), order_id.trim()].filter((part, place) => place > 0 || part !== '').join('|');
  const fields = { orderId, value: order_value.trim(), currency: currency.trim() };
  if (await isSignatureValid(ctx, { storeId, signature: given, ...fields })) return true;
  throw new InvalidInput({
    signature: ['must be the HMAC-SHA256 of order_id|order_value|currency with a valid signing secret of the store'],
  });
}

/** An event of a kind that pays for no values has none. */
const valueIn = ({ value, currency }: Pick<OrderReport, 'value' | 'currency'>, event: OrderReport['event']) =>
  event == null || event.kind.paysValue ? { value, currency } : { value: '0', currency: null };

function reportOf(
  { order_age: age, signature: _, kind: __, ...fields }: PageReport,
  now: Date,
): Omit<OrderReport, 'storeId'> {
  const waitedSeconds = /^\s*\d{1,9}\s*$/.test(age ?? '') ? Number(age) : null;
  const isUsable = waitedSeconds !== null && waitedSeconds <= LONGEST_WAIT_SECONDS;
  return {
    ...reportFromBody(fields),
    channel: 'sales_pixel',
    actorId: null,
    orderAt: isUsable ? new Date(now.getTime() - waitedSeconds * 1_000) : null,
  };
}
