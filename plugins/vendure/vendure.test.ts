import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openSellingStore, type SellingStore } from '../../tests/harness/selling-store.ts';
import { startStore, type VendureStore } from './running-store.ts';

let seller: SellingStore;
let vendure: VendureStore;
let member: string;
let creator: number;
/** What Vendure has sent, as `METHOD path`. */
let requests: string[] = [];
/** How many of the next requests Tributary does not answer. */
let failures = 0;

beforeAll(async () => {
  seller = await openSellingStore({ now: () => new Date() });
  const { application, storeId, query } = seller;
  const { market, call, tokenOf } = application;
  const userId = await market.user();
  await market.member(storeId, userId);
  member = await tokenOf(userId);
  [{ user_id: creator }] = (await query('SELECT user_id FROM links')) as [{ user_id: number }];
  await send('POST', `/v2/stores/${storeId}/vouchers`, { code: 'ANNA10', user_id: creator });
  const { key } = await send('POST', `/v2/stores/${storeId}/api-keys`, { name: 'Vendure', scopes: ['orders'] });
  vendure = await startStore();
  afterThisFile(() => vendure.stop());

  async function send(method: 'POST', url: string, body: object) {
    const reply = await call({ method, url, as: member, body });
    expect(reply.status).toBe(201);
    return reply.body;
  }
  options = { url: await serve(), store: storeId, apiKey: key, trackingKey: seller.trackingKey };
});
let options: object;
beforeEach(() => {
  requests = [];
  failures = 0;
});

/** Tributary behind an address of its own, which can be unavailable. */
async function serve(): Promise<string> {
  const server = createServer(async (request, response) => {
    const payload = await text(request);
    requests.push(`${request.method} ${request.url}`);
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end();
      return;
    }
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
    const headers = { authorization, 'content-type': type, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const reply = await seller.application.app.inject({
      ...{ method: request.method as 'POST', url: request.url!, payload },
      headers: headers as Record<string, string>,
    });
    response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisFile(async () => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Tributary's record of an order, once it has these fields. */
async function expectOrder(code: string, fields: object): Promise<{ id: number }> {
  const { application, storeId } = seller;
  let found: { id: number } | undefined;
  await expect
    .poll(async () => {
      const { body } = await application.call({ url: `/v2/stores/${storeId}/orders?order_id=${code}`, as: member });
      found = body.data[0];
      return found;
    })
    .toMatchObject(fields);
  return found!;
}

const sek = (amount: string) => ({ amount, currency: 'SEK' });
const refund = (paymentId: string, amount: number) =>
  vendure.admin(
    `mutation { refundOrder(input: { paymentId: ${paymentId}, amount: ${amount}, lines: [], shipping: 0, adjustment: 0 }) {
      ... on ErrorResult { errorCode } ... on Refund { state } } }`,
  );
const cancel = (id: string) =>
  vendure.admin(`mutation { cancelOrder(input: { orderId: ${id} }) { ... on ErrorResult { errorCode } } }`);

describe('A Vendure store', () => {
  it('reports nothing without the plugin', async () => {
    await vendure.checkOut({
      headers: { cookie: `tributary_${seller.trackingKey}=${seller.click}` },
      coupon: 'ANNA10',
    });
    await vendure.restart(options);
    expect(requests).toEqual([]);
    expect(await seller.orders()).toEqual([]);
  });

  it('reports the goods of an order, with click and coupon, and its refunds', async () => {
    const headers = { cookie: `other=1; tributary_${seller.trackingKey}=${seller.click}` };
    const { code, id, paymentId } = await vendure.checkOut({ headers, coupon: 'ANNA10' });
    const order = await expectOrder(code, {
      ...{ channel: 'server', status: 'pending', value: sek('180.00'), refunded: sek('0.00') },
      ...{ voucher_code: 'ANNA10', attribution: 'click', click_id: seller.click, user: { id: creator } },
    });
    // Half of 225.00, which is the price with tax.
    await refund(paymentId, 11_250);
    await expectOrder(code, { refunded: sek('90.00'), net_value: sek('90.00') });

    const url = `/v2/stores/${seller.storeId}/orders/${order.id}`;
    await seller.application.call({ method: 'PATCH', url, as: member, body: { status: 'approved' } });
    await cancel(id);
    await expectOrder(code, { status: 'approved', refunded: sek('180.00'), net_value: sek('0.00') });
  });

  it('takes the click from the custom field of the order, and reports its cancellation', async () => {
    const { code, id } = await vendure.checkOut({ tclid: seller.click });
    await expectOrder(code, { value: sek('200.00'), attribution: 'click', voucher_code: null, status: 'pending' });
    await cancel(id);
    await expectOrder(code, { status: 'denied', refunded: sek('0.00') });
  });

  it('takes the click from the header of a storefront without cookies', async () => {
    const { code } = await vendure.checkOut({ headers: { 'x-tributary-click': seller.click } });
    await expectOrder(code, { attribution: 'click', click_id: seller.click });
  });

  it('reports a coupon without a click, and the cancellation of one of two pieces', async () => {
    const { code, id, lineId, paymentId } = await vendure.checkOut({ coupon: 'ANNA10' });
    await expectOrder(code, { attribution: 'voucher', user: { id: creator } });
    await vendure.admin(`mutation {
      cancelOrder(input: { orderId: ${id}, lines: [{ orderLineId: ${lineId}, quantity: 1 }] }) { ... on ErrorResult { errorCode } } }`);
    await refund(paymentId, 11_250);
    await expectOrder(code, { status: 'pending', refunded: sek('90.00') });
  });

  it('completes a checkout while Tributary is unavailable, and reports the order once it is back', async () => {
    // The client repeats a request three times; the fifth failure is that of the second attempt of the job.
    failures = 5;
    const { code } = await vendure.checkOut({ tclid: seller.click });
    await expectOrder(code, { attribution: 'click' });
    expect(requests).toHaveLength(6);
  });

  it('reports later what no job has reported', async () => {
    const { code } = await vendure.checkOut();
    await expectOrder(code, { attribution: 'none' });
    const { pool } = vendure.database;
    const reported = () =>
      pool.query(`SELECT "customFieldsTributaryreportedat" AS at FROM "order" WHERE code = $1`, [code]);
    await expect.poll(async () => (await reported()).rows[0].at).not.toBeNull();
    // As if the process had ended before it wrote the job.
    await pool.query(`UPDATE "order" SET "customFieldsTributaryreportedat" = NULL WHERE code = $1`, [code]);
    requests = [];
    await vendure.admin('mutation { runScheduledTask(id: "tributary-missed-orders") { success } }');
    await expect.poll(async () => (await reported()).rows[0].at).not.toBeNull();
    expect(requests).toEqual([`POST /v2/stores/${seller.storeId}/orders`]);
    expect((await seller.orders()).filter(({ order_id }) => order_id === code)).toHaveLength(1);
  });
});
