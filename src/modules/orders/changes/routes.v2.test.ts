import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(Date.now() - 60_000) }]);
const clickId = (await database.pool.query('SELECT id FROM clicks')).rows[0].id;

let numbers = 0;
const newNumber = () => `R-${++numbers}`;
type Method = 'POST' | 'PATCH';
const send = (method: Method, path: string, body: unknown, role: Role | null = 'advertiser', store = cast.storeId) =>
  application.call({
    method,
    url: `/v2/stores/${store}${path}`,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const report = (body: object, role?: Role | null, store?: number) =>
  send('POST', '/orders', { order_id: newNumber(), order_value: 100, ...body }, role, store);
const anOrder = async (body: object = {}) =>
  (await report({ tclid: clickId, ...body })).body as { id: number; order_id: string };
const fields = ({ body }: { body: { errors: object } }) => Object.keys(body.errors).sort();

const PATHS: readonly [Method, (id: number) => string, object][] = [
  ['POST', () => '/orders', { order_id: 'WHO', order_value: '1' }],
  ['POST', () => '/orders/batch', { orders: [{ order_id: 'WHO', order_value: '1' }] }],
  ['PATCH', (id) => `/orders/${id}`, { status: 'approved' }],
  ['POST', () => '/order-decisions', { orders: [{ order_id: 'WHO', status: 'approved' }] }],
];

describe('who may report and change a store’s orders', () => {
  it.each([
    ['admin', 'yes'],
    ['advertiser', 'yes'],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['agency', 403],
    [null, 401],
  ] as const)('%s: %s', async (role, expected) => {
    const { id } = await anOrder();
    for (const [method, path, body] of PATHS) {
      const { status } = await send(method, path(id), body, role);
      if (expected === 'yes') expect([200, 201]).toContain(status);
      else expect([path(id), status]).toEqual([path(id), expected]);
    }
  });

  it('answers 404 to others of a hidden store, and for an order under another store’s path', async () => {
    const hidden = await application.market.store({ hidden: true });
    expect((await report({}, 'advertiser', hidden)).status).toBe(404);
    const { id } = await anOrder();
    const { status, body } = await send('PATCH', `/orders/${id}`, { status: 'denied' }, 'admin', cast.otherStoreId);
    expect([status, body.message]).toEqual([404, 'No query results for order.']);
    for (const odd of ['0', 'x', 2 ** 40])
      expect((await send('PATCH', `/orders/${odd}`, { status: 'denied' })).status).toBe(404);
  });
});

describe('POST /v2/stores/{store}/orders', () => {
  it('records an order with all of its fields: 201, then 200', async () => {
    const report = {
      order_id: 'A-1',
      order_value: '129.50',
      currency: 'sek',
      tclid: clickId,
      voucher_code: '',
      order_at: new Date().toISOString(),
    };
    const first = await send('POST', '/orders', report);
    const amount = (value: string) => ({ amount: value, currency: 'SEK' });
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        store_id: cast.storeId,
        order_id: 'A-1',
        channel: 'server',
        status: 'pending',
        order_at: report.order_at,
        decide_by: null,
        extension_reason: null,
        denial_reason: null,
        denial_note: null,
        value: amount('129.50'),
        refunded: amount('0.00'),
        net_value: amount('129.50'),
        voucher_code: null,
        attribution: 'click',
        unattributed_reason: null,
        click_id: clickId,
        affiliate_link_id: link.id,
        user: { id: cast.ids.creator, username: expect.any(String), public_name: expect.any(String) },
        offer_id: null,
        offer_title: null,
        cost: amount('15.54'),
        earnings: amount('9.06'),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        voucher_codes: [],
        warnings: [],
        events: [
          {
            kind: 'reported',
            at: expect.any(String),
            actor_id: cast.ids.advertiser,
            actor_name: expect.any(String),
            details: { channel: 'server', click: true, voucher: false },
          },
        ],
        unresolved: false,
        contradicted_at: null,
        customer: null,
        lines: null,
        reports: [
          {
            id: expect.any(Number),
            channel: 'server',
            signed: false,
            counts: true,
            at: expect.any(String),
            order_at: report.order_at,
            value: amount('129.50'),
            click_reported: true,
            click_id: clickId,
            voucher_code: null,
            voucher_codes: [],
            customer: null,
            lines: null,
            actor_id: cast.ids.advertiser,
          },
        ],
      },
    ]);
    expect(await send('POST', '/orders', { ...report, order_id: ' A-1 ' })).toMatchObject({
      status: 200,
      body: first.body,
    });
  });

  it('stores unattributed orders with the reason', async () => {
    expect(await report({})).toMatchObject({
      status: 201,
      body: { unattributed_reason: 'no_click', user: null, affiliate_link_id: null },
    });
    expect(await report({ tclid: 'x' })).toMatchObject({ status: 201, body: { unattributed_reason: 'unknown_click' } });
  });

  it.each([
    [{ order_id: undefined }, ['order_id']],
    [{ order_id: '' }, ['order_id']],
    [{ order_id: ' ' }, ['order_id']],
    [{ order_id: 'x'.repeat(129) }, ['order_id']],
    [{ order_id: 'a\0b' }, ['order_id']],
    [{ order_id: 5.5 }, ['order_id']],
    [{ order_value: undefined }, ['order_value']],
    [{ order_value: -1 }, ['order_value']],
    [{ order_value: '1,5' }, ['order_value']],
    [{ order_value: null }, ['order_value']],
    [{ order_value: true }, ['order_value']],
    [{ order_value: 1e21 }, ['order_value']],
    [{ currency: 'XXQ' }, ['currency']],
    [{ currency: 'KRONA' }, ['currency']],
    [{ order_value: 'x', currency: 'XXQ' }, ['currency', 'order_value']],
  ])('names the field of %j', async (body, expected) => {
    const reply = await report(body);
    expect([reply.status, fields(reply)]).toEqual([422, expected]);
  });
});

describe('An optional detail that cannot be used', () => {
  const line = (what: object = {}) => ({ sku: 'A', quantity: 1, price: 100, ...what });
  it.each<[object, string[]]>([
    [{ order_at: 'yesterday' }, ['order_at']],
    [{ order_at: 5 }, ['order_at']],
    [{ order_at: '2001-01-01T00:00:00Z' }, ['order_at']],
    [{ order_at: '2100-01-01T00:00:00Z' }, ['order_at']],
    [{ tclid: 'x'.repeat(5_000) }, []],
    [{ tclid: ['x'] }, ['tclid']],
    [{ voucher_code: 'x'.repeat(65) }, ['voucher_code']],
    [{ voucher_code: null, customer: null, lines: null, order_at: null }, []],
    [{ voucher_code: true, voucher_codes: [['A'], 'B'] }, ['voucher_code', 'voucher_codes']],
    [{ customer: 'vip' }, ['customer']],
    [{ lines: 'none' }, ['lines']],
    [{ lines: [line({ quantity: 1.5 })] }, ['lines.0.quantity']],
    [{ lines: [{ sku: 'A', price: 100 }] }, []],
    [{ lines: [line({ quantity: '2', price: '50.00' })] }, []],
    [{ customer: ' Returning' }, []],
    [{ lines: [line({ price: 99.99 })] }, ['lines']],
    [{ lines: Array.from({ length: 201 }, () => line()) }, ['lines']],
    [{ lines: [line({ discount: 5.551115123125783e-17 })] }, []],
    [{ lines: [line({ price: '1e2', category: 5 })] }, []],
    [{ lines: [line({ price: 120 }), line({ price: '-20.00' })] }, []],
    [{ order_value: 99.99999999999999 }, []],
    [{ order_value: '1.0E2' }, []],
  ])('never loses the order: %j', async (fields, warned) => {
    const { status, body } = await report(fields);
    expect([status, body.value]).toEqual([201, { amount: '100.00', currency: 'SEK' }]);
    expect(body.warnings.map(({ field }: { field: string }) => field)).toEqual(warned);
  });

  it('does not matter for an amount that is nothing but the dust of a float', async () => {
    for (const order_value of [-5.551115123125783e-17, '-0.0', '1e-20'])
      expect((await report({ order_value })).body.value).toEqual({ amount: '0.00', currency: 'SEK' });
  });

  it('is the gift card that pays for a part: the other lines become less in proportion', async () => {
    const lines = [line({ price: 90 }), line({ sku: 'B', price: 30 }), line({ sku: 'GIFT', price: -20 })];
    const { body } = await report({ lines });
    expect(body.lines.map(({ value }: { value: { amount: string } }) => value.amount)).toEqual([
      '75.00',
      '25.00',
      '0.00',
    ]);
  });

  it('is a clock that is slow by minutes, of which the reply warns', async () => {
    const { status, body } = await report({
      tclid: clickId,
      order_at: new Date(Date.now() - 15 * 60_000).toISOString(),
    });
    expect([status, body.attribution]).toEqual([201, 'click']);
  });
});

describe('PATCH /v2/stores/{store}/orders/{order}', () => {
  const amount = (value: string, currency = 'SEK') => ({ amount: value, currency });
  const change = async (id: number, body: object) => send('PATCH', `/orders/${id}`, body);

  it('approves and refunds, and returns the remainder and the history', async () => {
    const { id } = await anOrder();
    const reply = await change(id, { status: 'approved', refunded: amount('25.5') });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        refunded: amount('25.50'),
        net_value: amount('74.50'),
        cost: amount('8.94'),
        earnings: amount('5.21'),
      },
    });
    expect(reply.body.events.map(({ kind, actor_id }: { kind: string; actor_id: number }) => [kind, actor_id])).toEqual(
      ['reported', 'status', 'refund'].map((kind) => [kind, cast.ids.advertiser]),
    );
  });

  it('rounds a refund with more decimals than the currency has, as it rounds the value of an order', async () => {
    const { id } = await anOrder();
    expect((await change(id, { refunded: amount('25.505') })).body).toMatchObject({ refunded: amount('25.51') });
    const dust = { amount: 25.505000000000003, currency: 'SEK' };
    expect((await change(id, { refunded: dust })).body).toMatchObject({ refunded: amount('25.51') });
    const all = await change(id, { refunded: amount('100.004999') });
    expect(all).toMatchObject({ status: 200, body: { refunded: amount('100.00'), net_value: amount('0.00') } });
  });

  it.each([
    [{ refunded: amount('100.01') }, 'refunded', '100.00'],
    [{ refunded: amount('9999999999.99') }, 'refunded', '100.00'],
    [{ refunded_lines: [{ line: 1, quantity: 9 }] }, 'refunded_lines.0.quantity', '75.00'],
    [{ refunded_lines: [{ line: 2, amount: amount('25.01') }] }, 'refunded_lines.0.amount', '25.00'],
    [{ refunded: amount('1.00'), refunded_lines: [{ line: 1, quantity: 1 }] }, 'refunded', '75.00'],
  ])('applies %j as far as it goes, and warns', async (body, field, refunded) => {
    const lines = [
      { sku: 'A', quantity: 1, price: 75 },
      { sku: 'B', quantity: 1, price: 25 },
    ];
    const { id } = await anOrder({ lines });
    const reply = await change(id, body);
    expect(reply).toMatchObject({ status: 200, body: { refunded: amount(refunded) } });
    expect(reply.body.warnings.map((warning: { field: string }) => warning.field)).toEqual([field]);
  });

  it('corrects the value, as a number, a text or an amount with its currency', async () => {
    const { id } = await anOrder();
    for (const [order_value, value] of [
      [150, '150.00'],
      ['60.00', '60.00'],
      [amount('80.5'), '80.50'],
      [100, '100.00'],
    ] as const) {
      const { status, body } = await change(id, { order_value });
      expect([status, body.value, body.warnings]).toEqual([200, amount(value), []]);
    }
    expect((await change(id, { order_value: 100 })).body).toMatchObject({ cost: amount('12.00'), status: 'pending' });
  });

  it('refuses to revert a decision', async () => {
    const { id } = await anOrder();
    await change(id, { status: 'denied' });
    expect(await change(id, { status: 'approved' })).toMatchObject({
      status: 400,
      body: { status: 400, error: 'illegal_transition', message: 'An order that is denied stays so.' },
    });
    expect((await change(id, { status: 'denied' })).status).toBe(200);
  });

  it.each([
    [{}, null],
    [{ status: 'pending' }, ['status']],
    [{ status: null }, ['status']],
    [{ refunded: 5 }, ['refunded']],
    [{ refunded: amount('-1.00') }, ['refunded.amount']],
    [{ refunded: amount('1.00', 'QQQ') }, null],
    [{ refunded: amount('1.00', 'EUR') }, ['refunded.currency']],
    [{ value: amount('1.00') }, ['value']],
    [{ order_value: '-1' }, ['order_value']],
    [{ order_value: 'x' }, ['order_value']],
    [{ order_value: null }, ['order_value']],
    [{ order_value: 1e12 }, ['order_value']],
    [{ order_value: amount('1.00', 'XXQ') }, null],
  ])('names the field of %j, and changes nothing', async (body, expected) => {
    const { id } = await anOrder();
    const reply = await change(id, body);
    expect(reply.status).toBe(422);
    expect(fields(reply)).toEqual(expected ?? [expect.any(String)]);
    const { rows } = await application.database.pool.query('SELECT status, refunded_minor FROM orders WHERE id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'pending', refunded_minor: 0 }]);
  });
});

describe('POST /v2/stores/{store}/order-decisions', () => {
  it('decides by the store’s own numbers, and only orders of the store', async () => {
    const [one, two] = [await anOrder(), await anOrder()];
    const foreign = newNumber();
    await report({ order_id: foreign }, 'otherAdvertiser', cast.otherStoreId);
    const orders = [
      { order_id: one.order_id, status: 'approved' },
      { order_id: two.order_id, status: 'denied' },
      { order_id: foreign, status: 'denied' },
    ];
    const decided = {
      changed: [one.order_id, two.order_id],
      unchanged: [],
      refused: [],
      unknown: [foreign],
      unresolved: [],
    };
    expect(await send('POST', '/order-decisions', { orders })).toMatchObject({ status: 200, body: decided });
    expect((await send('POST', '/order-decisions', { orders })).body).toEqual({
      ...decided,
      changed: [],
      unchanged: decided.changed,
    });
    const { rows } = await application.database.pool.query('SELECT status FROM orders WHERE order_id = $1', [foreign]);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it.each([
    [{}, 'orders'],
    [{ orders: [] }, 'orders'],
    [{ orders: [{ order_id: 'A' }] }, 'orders.0.status'],
    [{ orders: [{ order_id: '', status: 'denied' }] }, 'orders.0.order_id'],
    [{ orders: [{ order_id: 'A', status: 'pending' }] }, 'orders.0.status'],
    [{ orders: Array.from({ length: 1_001 }, () => ({ order_id: 'A', status: 'denied' })) }, 'orders'],
  ])('names the field of %j', async (body, field) => {
    const reply = await send('POST', '/order-decisions', body);
    expect([reply.status, fields(reply)]).toEqual([422, [field]]);
  });
});
