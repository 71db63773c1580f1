// Reports an order of a shop with the click of its buyer, approves it and refunds a part: node store-orders.js STORE ORDER [TCLID]
import { ApiError, createClient, type ReportedOrder, RuleError, verifyWebhook } from '@tributary/client';

const { TRIBUTARY_URL = '', TRIBUTARY_TOKEN = '' } = process.env;
const client = createClient({ baseUrl: TRIBUTARY_URL, token: TRIBUTARY_TOKEN });

/** Reports a new order. `tclid` is the parameter with which the buyer arrived, if any. */
export async function report(store: number, orderNumber: string, tclid?: string): Promise<ReportedOrder> {
  const { data } = await client.POST('/v2/stores/{store}/orders', {
    params: { path: { store } },
    body: { order_id: orderNumber, order_value: '129.50', ...(tclid === undefined ? {} : { tclid }) },
  });
  for (const { field, message } of data.warnings) process.stdout.write(`${field} ${message}\n`);
  return data;
}

/** The creator who gets the commission, or the reason why nobody does. */
export const attributionOf = ({ attribution, unattributed_reason, user }: ReportedOrder): string =>
  attribution === 'none' ? `nobody: ${unattributed_reason}` : `${user?.public_name} by ${attribution}`;

/** Approves an order: its commission is due with the next invoice. */
export async function approve({ store_id, id }: ReportedOrder): Promise<void> {
  const params = { path: { store: store_id, order: id } };
  try {
    await client.PATCH('/v2/stores/{store}/orders/{order}', { params, body: { status: 'approved' } });
  } catch (error) {
    if (error instanceof RuleError && error.code === 'illegal_transition') return;
    throw error;
  }
}

/** Refunds a part of an order. `refunded` is the sum of all its refunds, so that a repetition has no effect. */
export async function refund({ store_id, id, value }: ReportedOrder, amount: string): Promise<ReportedOrder> {
  const params = { path: { store: store_id, order: id } };
  const body = { refunded: { amount, currency: value.currency } };
  return (await client.PATCH('/v2/stores/{store}/orders/{order}', { params, body })).data;
}

/** The order of a webhook's request, if the request is about one. */
export async function orderOf(secret: string, request: Request): Promise<number | null> {
  const event = await verifyWebhook({ secret, body: await request.text(), headers: request.headers });
  return event.type === 'order.created' || event.type === 'order.updated' ? event.data.id : null;
}

const [store, orderNumber, tclid] = process.argv.slice(2);
if (store !== undefined && orderNumber !== undefined)
  try {
    const order = await report(Number(store), orderNumber, tclid);
    process.stdout.write(`${attributionOf(order)}\n`);
    await approve(order);
    const { net_value, earnings } = await refund(order, '29.50');
    process.stdout.write(`${net_value.amount} ${net_value.currency}, commission ${earnings.amount}\n`);
  } catch (error) {
    if (error instanceof ApiError) process.stdout.write(`${error.message} (request ${error.requestId})\n`);
    throw error;
  }
