import { beforeEach, describe, expect, it } from 'vitest';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';

const now = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => now });
beforeEach(() => store.reset());

const report = { order_id: 'P-1', order_value: 100 };

describe('The plugin’s collector', () => {
  it('accepts an order with the activation key, once', async () => {
    const fields = { ...report, tclid: store.click, order_at: '2026-03-15T11:59:00Z' };
    const { status, body, headers } = await store.plugin(fields);
    expect([status, body]).toEqual([200, { order_id: 'P-1', outcome: 'recorded', warnings: [] }]);
    expect(headers['x-ratelimit-limit']).toBeUndefined();
    const again = await store.plugin({ ...fields, order_value: '100.00' });
    expect(again.body).toEqual({ order_id: 'P-1', outcome: 'known', warnings: [] });
    expect(await store.orders()).toMatchObject([
      {
        channel: 'shop_plugin',
        order_at: new Date('2026-03-15T11:59:00Z'),
        original_minor: 10_000,
        attribution: 'click',
        link_id: store.linkId,
        cost_minor: 1_200,
        user_minor: 700,
      },
    ]);
    expect(await store.query('SELECT collector FROM order_collectors')).toEqual([{ collector: 'shop_plugin' }]);
  });

  it('accepts lines and refunds of lines, which a page cannot report', async () => {
    await store.pixel({ order_id: 'P-1', order_value: '100', lines: '[{"sku":"A","quantity":1,"price":"100"}]' });
    expect(await store.orders()).toMatchObject([{ lines: null }]);
    const lines = [{ sku: 'A', quantity: 4, price: '25' }];
    expect((await store.plugin({ ...report, tclid: store.click, lines })).body.outcome).toBe('amended');
    const change = { service_activation_key: store.activationKey, order_id: 'P-1' };
    const url = '/v2/order-collectors/shop-plugin/orders';
    const refund = (line: object) =>
      store.application.call({ method: 'PATCH', url, body: { ...change, refunded_lines: [{ line: 1, ...line }] } });
    expect((await refund({ quantity: 1 })).body).toMatchObject({ refunded: { amount: '25.00' } });
    expect((await refund({ amount: '50.00' })).body).toMatchObject({ refunded: { amount: '50.00' } });
    expect(await store.orders()).toMatchObject([{ cost_minor: 600, lines: [{ value_minor: 10_000 }] }]);
    expect((await refund({ amount: '-1' })).body.errors).toHaveProperty(['refunded_lines.0.amount']);
  });

  it('corrects the report of a page', async () => {
    await store.pixel({ order_id: 'P-1', order_value: '1' });
    const { body } = await store.plugin({ ...report, order_value: '99.90', tclid: store.click });
    expect(body.outcome).toBe('amended');
    expect(await store.orders()).toMatchObject([
      { original_minor: 9_990, attribution: 'click', channel: 'shop_plugin' },
    ]);
  });

  it('is closed to other keys, and to those of deleted stores', async () => {
    const { trackingKey, activationKey } = store;
    for (const wrong of ['0'.repeat(32), trackingKey, activationKey.slice(1), `${activationKey} `, 'x'.repeat(255)]) {
      const { status, body } = await store.plugin({ ...report, service_activation_key: wrong });
      expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    await store.query('UPDATE stores SET deleted_at = now()');
    expect((await store.plugin(report)).status).toBe(401);
    expect(await store.orders()).toEqual([]);
  });

  it('reports a wrong key before a wrong order, and accepts no token instead', async () => {
    const { application } = store;
    const as = await application.tokenOf(await application.market.user({ isAdmin: true }));
    const url = '/v2/order-collectors/shop-plugin/orders';
    const byToken = await application.call({ method: 'POST', url, as, body: report });
    expect([byToken.status, Object.keys(byToken.body.errors)]).toEqual([422, ['service_activation_key']]);
    const wrong = { ...report, service_activation_key: 'wrong', currency: 'ZZZ' };
    expect((await application.call({ method: 'POST', url, as, body: wrong })).status).toBe(401);
  });

  it('refuses orders and decisions of a store that is deactivated', async () => {
    expect((await store.plugin(report)).status).toBe(200);
    await store.query('UPDATE stores SET deactivated_at = now()');
    expect(await store.plugin({ ...report, order_id: 'P-late' })).toMatchObject({
      status: 400,
      body: { error: 'store_inactive' },
    });
    const body = { service_activation_key: store.activationKey, order_id: report.order_id };
    for (const change of [{ status: 'approved' }, { status: 'denied' }, { refunded: 1 }]) {
      const url = '/v2/order-collectors/shop-plugin/orders';
      const reply = await store.application.call({ method: 'PATCH', url, body: { ...body, ...change } });
      expect(reply).toMatchObject({ status: 400, body: { error: 'store_inactive' } });
    }
    expect(await store.orders()).toMatchObject([
      { order_id: String(report.order_id), status: 'pending', refunded_minor: 0 },
    ]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no order', { order_id: undefined, order_value: undefined }, ['order_id', 'order_value']],
    ['a value that is none', { order_value: true }, ['order_value']],
    ['a negative value', { order_value: -1 }, ['order_value']],
    ['a value past all money', { order_value: 1e300 }, ['order_value']],
    ['a NUL', { order_id: 'P\0' }, ['order_id']],
    ['a currency that is none', { currency: 'ZZZ' }, ['currency']],
    ['a field that is none', { status: 'approved' }, ['status']],
    ['a key that is no text', { service_activation_key: 5 }, ['service_activation_key']],
  ])('names the field of %s', async (_what, fields, wrong) => {
    const { status, body } = await store.plugin({ ...report, ...fields });
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, wrong]);
    expect(await store.orders()).toEqual([]);
  });
});

describe('One order', () => {
  it('is recorded once for concurrent and repeated reports of pixel, plugin and server', async () => {
    const { application, storeId, click } = store;
    const as = await application.tokenOf(await application.market.user({ isAdmin: true }));
    const numbers = Array.from({ length: 10 }, (_, index) => `O-${index}`);
    const report = numbers.flatMap((order_id) => {
      const body = { order_id, order_value: '100', tclid: click };
      const pixel = async () => (await store.pixel(body)).status;
      const plugin = async () => (await store.plugin(body)).status;
      const server = async () =>
        (await application.call({ method: 'POST', url: `/v2/stores/${storeId}/orders`, as, body })).status;
      return [pixel, plugin, server, pixel, plugin, server];
    });
    const statuses = await Promise.all(report.map((send) => send()));
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    const kept = await store.orders();
    expect(kept.map(({ order_id }) => order_id)).toEqual(numbers);
    for (const order of kept) expect(order).toMatchObject({ original_minor: 10_000, attribution: 'click' });
    const totals = 'SELECT sum(orders)::int AS orders, sum(order_user_minor)::int AS minor FROM store_days';
    expect(await store.query(totals)).toEqual([{ orders: 10, minor: 7_000 }]);
  });

  it('is a different order at another store, and the click does not belong to that store', async () => {
    const otherId = await store.application.market.store();
    const [{ tracking_key: key }] = await store.query('SELECT tracking_key FROM stores WHERE id = $1', [otherId]);
    const order = { order_id: 'A', order_value: '5', tclid: store.click };
    await store.pixel(order);
    await store.pixel(order, { key });
    const kept = (await store.orders()).map((one) => [one.store_id, one.unattributed_reason]);
    expect(kept).toEqual([
      [store.storeId, null],
      [otherId, 'other_store'],
    ]);
  });
});

describe('The plugin’s changes', () => {
  const change = (fields: Record<string, unknown>) =>
    store.application.call({
      method: 'PATCH',
      url: '/v2/order-collectors/shop-plugin/orders',
      body: { service_activation_key: store.activationKey, ...fields },
    });

  it('approve and refund an order by the store’s own number, once even if repeated', async () => {
    await store.plugin({ ...report, order_id: 10_023, tclid: store.click });
    for (let times = 0; times < 2; times++) {
      const { status, body } = await change({ order_id: '10023', status: 'approved', refunded: '40.004' });
      expect([status, body]).toEqual([
        200,
        { order_id: '10023', status: 'approved', refunded: { amount: '40.00', currency: 'SEK' }, warnings: [] },
      ]);
    }
    expect(await store.orders()).toMatchObject([
      { status: 'approved', refunded_minor: 4_000, cost_minor: 720, user_minor: 420 },
    ]);
    expect(await store.query(`SELECT kind FROM order_events ORDER BY id`)).toEqual([
      { kind: 'reported' },
      { kind: 'status' },
      { kind: 'refund' },
    ]);
    const gone = await change({ order_id: 10_023, refunded: 100 });
    expect([gone.status, await store.orders()]).toMatchObject([200, [{ cost_minor: 0, user_minor: 0 }]]);
  });

  it('limit a refund to the value, correct the value, and undo the plugin’s own denial', async () => {
    await store.plugin(report);
    const capped = await change({ order_id: 'P-1', refunded: 100.01 });
    expect(capped).toMatchObject({
      status: 200,
      body: { refunded: { amount: '100.00', currency: 'SEK' }, warnings: [{ field: 'refunded' }] },
    });
    await change({ order_id: 'P-1', refunded: 0 });
    await change({ order_id: 'P-1', status: 'denied' });
    const paid = await change({ order_id: 'P-1', status: 'pending', order_value: '150' });
    expect(paid).toMatchObject({ status: 200, body: { status: 'pending', warnings: [] } });
    expect(await store.orders()).toMatchObject([{ status: 'pending', value_minor: 15_000 }]);
  });

  it('are refused: no amount, another decision, an unknown order, a wrong key', async () => {
    await store.plugin(report);
    for (const refunded of ['-1', 'x', '1,5']) {
      const { status, body } = await change({ order_id: 'P-1', refunded });
      expect([refunded, status, Object.keys(body.errors)]).toEqual([refunded, 422, ['refunded']]);
    }
    await change({ order_id: 'P-1', status: 'approved' });
    expect((await change({ order_id: 'P-1', status: 'denied' })).body.error).toBe('illegal_transition');
    expect((await change({ order_id: 'P-1', status: 'pending' })).body.error).toBe('illegal_transition');
    expect((await change({ order_id: 'P-2', status: 'approved' })).status).toBe(404);
    expect((await change({ order_id: 'P-1', service_activation_key: 'wrong' })).status).toBe(401);
  });
});
