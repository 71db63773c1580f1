import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type ApiClient, ApiError } from '@tributary/client';
import type { StoreConnection } from '../../shared/order-report.ts';
import { readConnection } from '../../shared/read-connection.ts';
import { connectStore, reportOrder } from '../../shared/report-order.ts';
import { type KnownOrder, refundsOf, withPaid, withRefund } from './known-order.ts';
import { type OrderFolder, openFolder } from './order-folder.ts';
import { InvalidPayload, readOrder, readRefund } from './payloads.ts';

export interface ReceiverOptions extends StoreConnection {
  /** The store's domain at Shopify, such as `nordic-runner.myshopify.com`. */
  shop: string;
  /** Signs the webhooks: shown under “Settings > Notifications > Webhooks”. */
  secret: string;
  /** The folder of the known data of orders. */
  folder: string;
}

const MAX_BYTES = 5_000_000;
/** Shopify waits five seconds and repeats refused webhooks, so the receiver does not retry. */
const SHORT_TIMEOUT = { retries: 0, timeoutMs: 4_000 };
/** Statuses of Tributary's replies that a repetition would not change. */
const REFUSALS = [400, 422];

/** A reply other than 200. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Creates the receiver of a store's webhooks. It reports a paid order, its refunds and its cancellation regardless of the sequence in
 * which they arrive and however often. An order is on the disk before the reply.
 * @param log takes failures, one line each
 * @throws Error naming the option that is missing or invalid
 */
export async function createReceiver(options: ReceiverOptions, log: (line: string) => void): Promise<RequestListener> {
  const { shop, secret, folder } = options;
  const connection = readConnection(options, 'Tributary for Shopify');
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(shop))
    throw new Error('Tributary for Shopify: shop must be the domain that ends with .myshopify.com.');
  if (!secret) throw new Error('Tributary for Shopify: secret must be that of the webhooks.');
  const target = { client: connectStore(connection, SHORT_TIMEOUT), store: connection.store };
  const orders = await openFolder(folder);
  return async (request, response) => {
    let [status, message] = [200, 'accepted'];
    try {
      const body = await readBody(request);
      authenticate(request, body, { shop, secret });
      message = await accept(String(request.headers['x-shopify-topic']), parse(body), { orders, target });
    } catch (error) {
      [status, message] = replyTo(error);
      log(`${request.headers['x-shopify-topic'] ?? 'no topic'}: ${status} ${message}`);
    }
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
  };
}

interface Target {
  client: ApiClient;
  store: number;
}

async function accept(
  topic: string,
  payload: unknown,
  { orders, target }: { orders: OrderFolder; target: Target },
): Promise<string> {
  const send = (known: KnownOrder) => synchronize(known, target);
  if (topic === 'refunds/create') {
    const refund = readRefund(payload);
    if (refund.transactions.some(({ test }) => test)) return 'ignored: a test';
    await orders.change(refund.order_id, (known) => withRefund(known, refund), send);
    return 'accepted';
  }
  if (topic !== 'orders/paid' && topic !== 'orders/cancelled') return 'ignored: the topic is not needed';
  if ((payload as { test?: unknown } | null)?.test === true) return 'ignored: a test';
  const order = readOrder(payload);
  const change = (known: KnownOrder) =>
    topic === 'orders/paid' ? withPaid(known, order) : { ...known, isCancelled: true };
  await orders.change(order.id, change, send);
  return 'accepted';
}

/** Brings Tributary's record of an order up to date. An order that was never paid is not reported. */
async function synchronize(known: KnownOrder, { client, store }: Target): Promise<void> {
  if (known.paid === null) return;
  const refunds = refundsOf(known, known.paid);
  await reportOrder(client, store, known.paid.report, { refundedShare: 0, refunds, isCancelled: known.isCancelled });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (request.method !== 'POST') throw new Refused(405, 'Webhooks are sent with POST.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refused(413, 'The payload is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws Refused unless the store's secret has signed these bytes */
function authenticate(
  { headers }: IncomingMessage,
  body: Buffer,
  { shop, secret }: Pick<ReceiverOptions, 'shop' | 'secret'>,
): void {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(String(headers['x-shopify-hmac-sha256']), 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refused(401, 'X-Shopify-Hmac-Sha256 must be the signature of the payload.');
  if (headers['x-shopify-shop-domain'] !== shop) throw new Refused(403, `X-Shopify-Shop-Domain must be ${shop}.`);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new InvalidPayload('The payload must be JSON.');
  }
}

/** Shopify repeats a webhook after any status other than 200, for hours. */
function replyTo(error: unknown): [status: number, message: string] {
  if (error instanceof Refused) return [error.status, error.message];
  if (error instanceof InvalidPayload) return [422, error.message];
  if (error instanceof ApiError && REFUSALS.includes(error.status))
    return [422, `Tributary refused the order: ${error.message} ${JSON.stringify(error.fields)}`];
  return [503, `Tributary cannot be reached: ${error}`];
}
