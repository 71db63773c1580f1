import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openTributary, sek, type TestTributary } from '../shared/test-tributary.ts';
import { startStore, type VendureStore } from './running-store.ts';

let tributary: TestTributary;
let vendure: VendureStore;

beforeAll(async () => {
  tributary = await openTributary();
  vendure = await startStore();
  afterThisFile(() => vendure.stop());
});
beforeEach(() => Object.assign(tributary, { requests: [], failures: 0 }));

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
      headers: { cookie: `tributary_${tributary.seller.trackingKey}=${tributary.seller.click}` },
      coupon: 'ANNA10',
    });
    await vendure.restart({ ...tributary.connection, trackingKey: tributary.seller.trackingKey });
    expect(tributary.requests).toEqual([]);
    expect(await tributary.seller.orders()).toEqual([]);
  });

  it('reports the goods of an order, with click and coupon, and its refunds', async () => {
    const headers = { cookie: `other=1; tributary_${tributary.seller.trackingKey}=${tributary.seller.click}` };
    const { code, id, paymentId } = await vendure.checkOut({ headers, coupon: 'ANNA10' });
    const order = await tributary.expectOrder(code, {
      channel: 'server',
      status: 'pending',
      value: sek('180.00'),
      refunded: sek('0.00'),
      voucher_code: 'ANNA10',
      attribution: 'click',
      click_id: tributary.seller.click,
      user: { id: tributary.creator },
    });
    // Half of 225.00, which is the price with tax.
    await refund(paymentId, 11_250);
    await tributary.expectOrder(code, { refunded: sek('90.00'), net_value: sek('90.00') });

    const url = `/v2/stores/${tributary.seller.storeId}/orders/${order.id}`;
    await tributary.seller.application.call({
      method: 'PATCH',
      url,
      as: tributary.member,
      body: { status: 'approved' },
    });
    await cancel(id);
    await tributary.expectOrder(code, { status: 'approved', refunded: sek('180.00'), net_value: sek('0.00') });
  });

  it('takes the click from the custom field of the order, and reports its cancellation', async () => {
    const { code, id } = await vendure.checkOut({ tclid: tributary.seller.click });
    await tributary.expectOrder(code, {
      value: sek('200.00'),
      attribution: 'click',
      voucher_code: null,
      status: 'pending',
    });
    await cancel(id);
    await tributary.expectOrder(code, { status: 'denied', refunded: sek('0.00') });
  });

  it('takes the click from the header of a storefront without cookies', async () => {
    const { code } = await vendure.checkOut({ headers: { 'x-tributary-click': tributary.seller.click } });
    await tributary.expectOrder(code, { attribution: 'click', click_id: tributary.seller.click });
  });

  it('reports a coupon without a click, and the cancellation of one of two pieces', async () => {
    const { code, id, lineId, paymentId } = await vendure.checkOut({ coupon: 'ANNA10' });
    await tributary.expectOrder(code, { attribution: 'voucher', user: { id: tributary.creator } });
    await vendure.admin(`mutation {
      cancelOrder(input: { orderId: ${id}, lines: [{ orderLineId: ${lineId}, quantity: 1 }] }) { ... on ErrorResult { errorCode } } }`);
    await refund(paymentId, 11_250);
    await tributary.expectOrder(code, { status: 'pending', refunded: sek('90.00') });
  });

  it('completes a checkout while Tributary is unavailable, and reports the order afterwards', async () => {
    // The client repeats a request three times; the fifth failure is that of the second attempt of the job.
    tributary.failures = 5;
    const { code } = await vendure.checkOut({ tclid: tributary.seller.click });
    await tributary.expectOrder(code, { attribution: 'click' });
    expect(tributary.requests).toHaveLength(6);
  });

  it('reports orders later that no job has reported', async () => {
    const { code } = await vendure.checkOut();
    await tributary.expectOrder(code, { attribution: 'none' });
    const { pool } = vendure.database;
    const reported = () =>
      pool.query(`SELECT "customFieldsTributaryreportedat" AS at FROM "order" WHERE code = $1`, [code]);
    await expect.poll(async () => (await reported()).rows[0].at).not.toBeNull();
    // As if the process had ended before it wrote the job.
    await pool.query(`UPDATE "order" SET "customFieldsTributaryreportedat" = NULL WHERE code = $1`, [code]);
    tributary.requests = [];
    await vendure.admin('mutation { runScheduledTask(id: "tributary-missed-orders") { success } }');
    await expect.poll(async () => (await reported()).rows[0].at).not.toBeNull();
    expect(tributary.requests).toEqual([`POST /v2/stores/${tributary.seller.storeId}/orders`]);
    expect((await tributary.seller.orders()).filter(({ order_id }) => order_id === code)).toHaveLength(1);
  });
});
