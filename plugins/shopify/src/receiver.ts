import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type ApiClient, ApiError } from '@tributary/client';
import type { StoreConnection } from '../../shared/order-report.ts';
import { readConnection } from '../../shared/read-connection.ts';
import { connectStore, reportOrder } from '../../shared/report-order.ts';
import { type KnownOrder, refundsOf, withPaid, withRefund, withUpdate } from './known-order.ts';
import { type Answer, type OrderFolder, openFolder } from './order-folder.ts';
import { InvalidPayload, readOrder, readRefund } from './payloads.ts';

export interface ReceiverOptions extends StoreConnection {
  /** The store's domain at Shopify, such as `nordic-runner.myshopify.com`. */
  shop: string;
  /** Signs the webhooks: shown under “Settings > Notifications > Webhooks”. */
  secret: string;
  /** The folder of the known data of orders. */
  folder: string;
  /** Whether the value of orders contains tax if the store's prices do; false by default. */
  withTax?: boolean;
  /** Whether renewals of subscriptions are reported; false by default, because nobody led to them. */
  withRenewals?: boolean;
  /** Whether orders at the point of sale are reported; true by default, because a shopper names the code of a creator there, too. */
  withPointOfSale?: boolean;
}

type Choices = Required<Pick<ReceiverOptions, 'withTax' | 'withRenewals' | 'withPointOfSale'>>;

const MAX_BYTES = 5_000_000;
/** Time between two attempts to send the orders that Tributary has not answered. */
const SWEEP_MS = 3_600_000;
/** Topics of orders. `orders/edited` has only what was added and removed; `orders/updated` has the order after the edit. */
const TOPICS: readonly string[] = ['orders/paid', 'orders/updated', 'orders/cancelled'];
/** The source of renewals of subscriptions. */
const RENEWAL = 'subscription_contract';
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
 * which they arrive and however often. The reply is 200 as soon as the order is on the disk: Shopify repeats a webhook for four hours only. The receiver
 * sends the orders of its folder until Tributary has accepted or refused them: when a webhook arrives, at the start and every hour.
 * @param log takes failures, one line each
 * @throws Error naming the option that is missing or invalid
 */
export async function createReceiver(options: ReceiverOptions, log: (line: string) => void): Promise<RequestListener> {
  const { shop, secret, folder, withTax = false, withRenewals = false, withPointOfSale = true } = options;
  const choices = { withTax, withRenewals, withPointOfSale };
  const connection = readConnection(options, 'Tributary for Shopify');
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(shop))
    throw new Error('Tributary for Shopify: shop must be the domain that ends with .myshopify.com.');
  if (!secret) throw new Error('Tributary for Shopify: secret must be that of the webhooks.');
  const target = { client: connectStore(connection), store: connection.store };
  const orders = await openFolder(folder);
  const send = (id: number) =>
    orders
      .send(id, (known) => answerTo(known, target, (reason) => log(`order ${id}: refused by Tributary: ${reason}`)))
      .catch((error: unknown) => log(`order ${id}: not sent yet, will be repeated: ${error}`));
  // One after another, so that Tributary is not flooded after an outage.
  let sweep = Promise.resolve();
  const sendAll = () => {
    sweep = sweep.then(async () => {
      for (const id of orders.unsent()) await send(id);
    });
  };
  sendAll();
  setInterval(sendAll, SWEEP_MS).unref();
  return async (request, response) => {
    let [status, message] = [200, 'accepted'];
    try {
      const body = await readBody(request);
      authenticate(request, body, { shop, secret });
      message = await accept(String(request.headers['x-shopify-topic']), parse(body), { orders, send, choices });
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
  { orders, send, choices }: { orders: OrderFolder; send: (id: number) => Promise<void>; choices: Choices },
): Promise<string> {
  const store = async (id: number, change: (known: KnownOrder) => KnownOrder) => {
    await orders.change(id, change);
    void send(id);
    return 'accepted';
  };
  if (topic === 'refunds/create') {
    const refund = readRefund(payload);
    if (refund.transactions.some(({ test }) => test)) return 'ignored: a test';
    return store(refund.order_id, (known) => withRefund(known, refund));
  }
  if (!TOPICS.includes(topic)) return 'ignored: the topic is not needed';
  if ((payload as { test?: unknown } | null)?.test === true) return 'ignored: a test';
  const order = readOrder(payload);
  if (!choices.withRenewals && order.source_name === RENEWAL) return 'ignored: a renewal';
  if (!choices.withPointOfSale && order.source_name === 'pos') return 'ignored: an order at the point of sale';
  return store(order.id, (known) => {
    if (topic === 'orders/cancelled') return { ...known, isCancelled: true };
    return topic === 'orders/paid' ? withPaid(known, order, choices) : withUpdate(known, order);
  });
}

/**
 * Sends what is known of an order.
 * @param onRefusal takes the reason if Tributary refuses the order because of its content, which a repetition would not change
 * @throws ApiError or ConnectionError if the order must be sent again later
 */
async function answerTo(known: KnownOrder, target: Target, onRefusal: (reason: string) => void): Promise<Answer> {
  try {
    await synchronize(known, target);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ApiError && REFUSALS.includes(error.status))) throw error;
    onRefusal(`${error.message} ${JSON.stringify(error.fields)}`);
    return 'refused';
  }
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

/** Shopify repeats a webhook after any status other than 200, for four hours. */
function replyTo(error: unknown): [status: number, message: string] {
  if (error instanceof Refused) return [error.status, error.message];
  if (error instanceof InvalidPayload) return [422, error.message];
  return [503, `The webhook could not be stored: ${error}`];
}
