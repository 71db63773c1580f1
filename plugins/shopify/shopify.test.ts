import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '../../src/platform/currencies.ts';
import { reportedToMinor } from '../../src/platform/money.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { listenAtOwnPort } from '../../tests/harness/free-port.ts';
import { openTributary, sek, type TestTributary } from '../shared/test-tributary.ts';
import { digitsOf, toDecimal, toMinor } from './src/amounts.ts';
import { refundsOf, UNKNOWN_ORDER, withPaid, withRefund, withUpdate } from './src/known-order.ts';
import { readOrder, readRefund } from './src/payloads.ts';
import { createReceiver, type ReceiverOptions } from './src/receiver.ts';

/** The payloads have the fields that Shopify publishes, with fictitious data. */
// biome-ignore lint/suspicious/noExplicitAny: tests change fields freely
const payload = async (name: string): Promise<any> =>
  JSON.parse(await readFile(`${import.meta.dirname}/payloads/${name}.json`, 'utf8'));

const SHOP = 'nordic-runner.myshopify.com';
const SECRET = 'the secret of the webhooks';

let tributary: TestTributary;
let receiver: string;
let nextOrder = 5_621_870_000_001;
const logged: string[] = [];

beforeAll(async () => {
  tributary = await openTributary();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-shopify-'));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  receiver = await startReceiver(folder);
});
beforeEach(() => {
  Object.assign(tributary, { requests: [], failures: 0 });
  logged.length = 0;
});

/** Starts a receiver. @returns its address */
async function startReceiver(folder: string, fields: Partial<ReceiverOptions> = {}): Promise<string> {
  const options = { ...tributary.connection, shop: SHOP, secret: SECRET, folder, ...fields };
  const server = createServer(await createReceiver(options, (line) => logged.push(line)));
  const address = `http://127.0.0.1:${await listenAtOwnPort(server)}`;
  afterThisFile(async () => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  });
  return address;
}
const sign = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');
/** Sends a webhook as Shopify does. @returns its status and text */
async function send(
  topic: string,
  content: object,
  headers: Record<string, string> = {},
  to = receiver,
): Promise<string> {
  const body = JSON.stringify(content);
  const signed = { 'x-shopify-hmac-sha256': sign(body), 'x-shopify-shop-domain': SHOP, 'x-shopify-topic': topic };
  const reply = await fetch(to, { method: 'POST', body, headers: { ...signed, ...headers } });
  return `${reply.status} ${(await reply.text()).trim()}`;
}
/** A new paid order of today whose landing page contains the click. */
async function paidOrder(fields: object = {}) {
  const landing_site = `/products/shoe?utm_source=creator&tclid=${tributary.seller.click}`;
  const created_at = new Date().toISOString();
  return { ...(await payload('orders-paid')), id: nextOrder++, created_at, landing_site, ...fields };
}
const refundOf = async (order: { id: number }, fields: object = {}) => ({
  ...(await payload('refunds-create')),
  order_id: order.id,
  ...fields,
});
const recordOf = async (order: { id: number }, fields: object) => {
  const { id } = await tributary.expectOrder(String(order.id), fields);
  const url = `/v2/stores/${tributary.seller.storeId}/orders/${id}`;
  return (await tributary.seller.application.call({ url, as: tributary.member })).body;
};

describe('The webhooks of a Shopify store', () => {
  it('report a paid order in the currency of the shopper, with click, coupon and lines', async () => {
    const order = await paidOrder();
    expect(await send('orders/paid', order)).toBe('200 accepted');
    const { lines } = await recordOf(order, {
      channel: 'server',
      status: 'pending',
      value: sek('219.96'),
      voucher_code: 'ANNA10',
      attribution: 'click',
      click_id: tributary.seller.click,
      user: { id: tributary.creator },
    });
    expect(lines).toMatchObject([
      { sku: 'SHOE', quantity: 2, value: sek('180.00') },
      { sku: '41002', quantity: 1, value: sek('39.96') },
    ]);
  });

  it('report partial refunds by line, once each, and amounts of no line', async () => {
    const order = await paidOrder();
    await send('orders/paid', order);
    const refund = await refundOf(order);
    for (let repetition = 0; repetition < 2; repetition++)
      expect(await send('refunds/create', refund)).toBe('200 accepted');
    const { lines } = await recordOf(order, { refunded: sek('90.00'), net_value: sek('129.96') });
    expect(lines).toMatchObject([{ refunded: sek('90.00') }, { refunded: sek('0.00') }]);

    const amount_set = { presentment_money: { amount: '-9.96', currency_code: 'SEK' } };
    const shipping = {
      kind: 'shipping_refund',
      amount_set: { presentment_money: { amount: '-40.00', currency_code: 'SEK' } },
    };
    const amounts = [{ kind: 'refund_discrepancy', amount_set }, shipping];
    await send('refunds/create', { ...refund, id: refund.id + 1, refund_line_items: [], order_adjustments: amounts });
    await recordOf(order, { refunded: sek('99.96') });
    // A webhook of the order that is delivered again changes nothing.
    await send('orders/paid', { ...order, subtotal_price_set: amount_set });
    await recordOf(order, { value: sek('219.96'), refunded: sek('99.96'), status: 'pending' });
  });

  it('correct the value, lines and codes of an order that was edited, however often and in any sequence', async () => {
    const order = await paidOrder();
    await send('orders/paid', order);
    await recordOf(order, { value: sek('219.96') });
    const edit = (amount: string, minutes: number, fields: object = {}) => {
      const money = { presentment_money: { amount, currency_code: 'SEK' } };
      const updated_at = new Date(Date.parse(order.updated_at) + minutes * 60_000).toISOString();
      const line = {
        ...order.line_items[0],
        quantity: 1,
        price_set: money,
        discount_allocations: [],
        current_quantity: 1,
      };
      return { ...order, updated_at, current_subtotal_price_set: money, line_items: [line], ...fields };
    };
    const later = edit('300.00', 2, { discount_codes: [{ code: 'FREESHIP' }, { code: 'ANNA10' }] });
    expect(await send('orders/updated', later)).toBe('200 accepted');
    const { voucher_codes } = await recordOf(order, { value: sek('300.00'), status: 'pending' });
    expect(voucher_codes).toEqual(['FREESHIP', 'ANNA10']);
    await send('orders/updated', edit('250.00', 1));
    await send('orders/updated', edit('280.00', 3));
    const { lines } = await recordOf(order, { value: sek('280.00'), attribution: 'click' });
    expect(lines).toHaveLength(1);
    const paidAgain = edit('310.00', 4);
    await send('orders/paid', { ...paidAgain, subtotal_price_set: paidAgain.current_subtotal_price_set });
    await recordOf(order, { value: sek('310.00'), unattributed_reason: null });
    expect(await send('orders/edited', { order_edit: { order_id: order.id } })).toBe(
      '200 ignored: the topic is not needed',
    );
    const unpaid = await paidOrder();
    expect(await send('orders/updated', unpaid)).toBe('200 accepted');
  });

  it('leave out renewals, and orders at the point of sale if the store wants that', async () => {
    const renewal = await paidOrder({ source_name: 'subscription_contract' });
    expect(await send('orders/paid', renewal)).toBe('200 ignored: a renewal');
    const pos = await paidOrder({ source_name: 'pos', landing_site: null });
    expect(await send('orders/paid', pos)).toBe('200 accepted');
    await recordOf(pos, { attribution: 'voucher' });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-shopify-'));
    afterThisFile(() => rm(folder, { recursive: true, force: true }));
    const other = await startReceiver(folder, { withRenewals: true, withPointOfSale: false });
    expect(await send('orders/paid', pos, {}, other)).toBe('200 ignored: an order at the point of sale');
    expect(await send('orders/paid', renewal, {}, other)).toBe('200 accepted');
    await recordOf(renewal, { attribution: 'click' });
  });

  it('may arrive in any sequence', async () => {
    const order = await paidOrder();
    await send('refunds/create', await refundOf(order));
    expect(tributary.requests).toEqual([]);
    await send('orders/paid', order);
    await recordOf(order, { refunded: sek('90.00') });
  });

  it('deny a cancelled order, and refund an approved one in full', async () => {
    const [pending, approved] = [await paidOrder(), await paidOrder()];
    for (const order of [pending, approved]) await send('orders/paid', order);
    const { id } = await recordOf(approved, { status: 'pending' });
    const url = `/v2/stores/${tributary.seller.storeId}/orders/${id}`;
    const { call } = tributary.seller.application;
    await call({ method: 'PATCH', url, as: tributary.member, body: { status: 'approved' } });
    for (const order of [pending, approved])
      expect(await send('orders/cancelled', { ...order, cancelled_at: order.created_at })).toBe('200 accepted');
    await recordOf(pending, { status: 'denied', refunded: sek('0.00') });
    await recordOf(approved, { status: 'approved', refunded: sek('219.96') });
  });

  it('report nothing about tests, unpaid orders and other topics', async () => {
    const order = await paidOrder();
    expect(await send('orders/paid', { ...order, test: true })).toBe('200 ignored: a test');
    expect(await send('orders/cancelled', { ...order, test: true })).toBe('200 ignored: a test');
    const refund = await refundOf(order, { transactions: [{ test: true }] });
    expect(await send('refunds/create', refund)).toBe('200 ignored: a test');
    expect(await send('orders/cancelled', order)).toBe('200 accepted');
    expect(await send('products/update', { id: 1 })).toBe('200 ignored: the topic is not needed');
    expect(tributary.requests).toEqual([]);
  });

  it('are refused without the signature of the store', async () => {
    const order = await paidOrder();
    const body = JSON.stringify(order);
    const [other, changed] = [sign(body, 'another secret'), sign(JSON.stringify({ ...order, id: 1 }))];
    for (const signature of [other, changed, '', sign(body).slice(0, -4)])
      expect(await send('orders/paid', order, { 'x-shopify-hmac-sha256': signature })).toMatch(/^401 X-Shopify-Hmac/);
    expect(await send('orders/paid', order, { 'x-shopify-shop-domain': 'other.myshopify.com' })).toMatch(/^403 /);
    expect((await fetch(receiver)).status).toBe(405);
    expect(tributary.requests).toEqual([]);
    expect(logged).toHaveLength(6);
  });

  it.each([
    ['id', { id: 820_982_911_946_154_500 }],
    ['subtotal_price_set', { subtotal_price_set: { presentment_money: { amount: '1,00', currency_code: 'SEK' } } }],
    ['created_at', { created_at: 'yesterday' }],
    ['line_items', { line_items: null }],
  ])('are refused with the name of a wrong field: %s', async (name, wrong) => {
    expect(await send('orders/paid', { ...(await paidOrder()), ...wrong })).toMatch(new RegExp(`^422 ${name} must`));
  });

  it('are answered while Tributary is unavailable, and sent by the next start of the receiver, once', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-shopify-'));
    afterThisFile(() => rm(folder, { recursive: true, force: true }));
    const order = await paidOrder();
    const outside = await startReceiver(folder, { url: 'http://127.0.0.1:1' });
    expect(await send('orders/paid', order, {}, outside)).toBe('200 accepted');
    await expect.poll(() => logged).toEqual([expect.stringContaining(`order ${order.id}: not sent yet`)]);
    await startReceiver(folder);
    await recordOf(order, { attribution: 'click' });
    const file = path.join(folder, `${order.id}.json`);
    await expect.poll(async () => JSON.parse(await readFile(file, 'utf8')).answer).toBe('accepted');
    tributary.requests = [];
    const last = await startReceiver(folder);
    expect(await send('orders/paid', await paidOrder(), {}, last)).toBe('200 accepted');
    await expect.poll(() => tributary.requests).toHaveLength(1);
  });

  it('that Tributary refuses are logged once and not sent again', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-shopify-'));
    afterThisFile(() => rm(folder, { recursive: true, force: true }));
    const money = { presentment_money: { amount: '100.00', currency_code: 'XXQ' } };
    const order = await paidOrder({ subtotal_price_set: money, line_items: [] });
    expect(await send('orders/paid', order, {}, await startReceiver(folder))).toBe('200 accepted');
    await expect.poll(() => logged).toEqual([expect.stringContaining(`order ${order.id}: refused by Tributary`)]);
    const file = path.join(folder, `${order.id}.json`);
    await expect.poll(async () => JSON.parse(await readFile(file, 'utf8')).answer).toBe('refused');
  });
});

describe('Amounts of Shopify', () => {
  it.each([
    ['12.5', 'EUR', 1_250],
    ['1000.00', 'JPY', 1_000],
    ['0.005', 'KWD', 5],
    ['-9.96', 'SEK', -996],
    ['99999999999.99', 'EUR', 9_999_999_999_999],
  ])('are exact in minor units: %s %s', (text, currency, minor) => {
    expect(toMinor(text, digitsOf(currency))).toBe(minor);
  });
  it.each([
    ['0.005', 'EUR', 1],
    ['0.004999', 'EUR', 0],
    ['-0.005', 'EUR', -1],
    ['-0.001', 'EUR', 0],
    ['11041.50', 'JPY', 11_042],
    ['11041.50', 'HUF', 1_104_150],
    ['99.995', 'AFN', 10_000],
  ])('are rounded half away from zero to the decimals of their currency: %s %s', (text, currency, minor) => {
    expect(toMinor(text, digitsOf(currency))).toBe(minor);
  });
  it('are rounded as Tributary rounds them, whatever the currency', () => {
    const text = fc.tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.stringMatching(/^[0-9]{1,9}$/));
    fc.assert(
      fc.property(text, fc.boolean(), fc.constantFrom(...CURRENCY_DECIMALS.keys()), ([whole, part], isLess, code) => {
        const amount = `${isLess ? '-' : ''}${whole}.${part}`;
        expect(toMinor(amount, digitsOf(code)) + 0).toBe(reportedToMinor(amount, code) + 0);
      }),
    );
  });
  it('are written as decimal texts', () => {
    expect([toDecimal(5, 3), toDecimal(5, 0), toDecimal(120, 2)]).toEqual(['0.005', '5', '1.20']);
  });
  it('of lines keep the decimals of single pieces, so that the lines add up to the order', async () => {
    const order = await paidOrder();
    const money = (amount: string) => ({ presentment_money: { amount, currency_code: 'HUF' } });
    order.subtotal_price_set = money('11041.50');
    order.line_items = [
      {
        ...order.line_items[0],
        quantity: 3,
        price_set: money('3680.505'),
        discount_allocations: [{ amount_set: money('0.015') }],
      },
    ];
    const { report } = withPaid(UNKNOWN_ORDER, readOrder(order)).paid!;
    expect(report).toMatchObject({ order_value: '11041.50', lines: [{ price: '3680.505', discount: '0.015' }] });
  });
  it('contain no tax, also in refunds, unless the store wants it, and say whether the buyer has bought before', async () => {
    const money = (amount: string) => ({ presentment_money: { amount, currency_code: 'SEK' } });
    const order = await paidOrder({ taxes_included: true, subtotal_price_set: money('125.00') });
    const line = { ...order.line_items[0], quantity: 1, current_quantity: 1, price_set: money('125.00') };
    order.line_items = [{ ...line, discount_allocations: [], tax_lines: [{ price_set: money('25.00') }] }];
    const refund = await refundOf(order);
    refund.refund_line_items = [
      { line_item_id: line.id, subtotal_set: money('125.00'), total_tax_set: money('25.00') },
    ];
    for (const [withTax, value, orders_count, customer] of [
      [true, '125.00', 1, 'new'],
      [false, '100.00', 2, 'returning'],
    ] as const) {
      const known = withPaid(UNKNOWN_ORDER, readOrder({ ...order, customer: { orders_count } }), { withTax });
      const { order_value, customer: kind, lines } = known.paid!.report;
      expect([order_value, kind, lines?.length]).toEqual([value, customer, 1]);
      expect(refundsOf(withRefund(known, readRefund(refund)), known.paid!)).toEqual({
        amount: value,
        lines: [{ line: 1, amount: value }],
      });
    }
    expect(withPaid(UNKNOWN_ORDER, readOrder(order)).paid!.report).not.toHaveProperty('customer');
  });
  it('name the customer by the number that Shopify gives, also after an edit, and no order without a customer has one', async () => {
    const order = await paidOrder({ customer: { id: 7001 } });
    const known = withPaid(UNKNOWN_ORDER, readOrder(order));
    const edited = withUpdate(known, readOrder({ ...order, customer: { id: 7002 }, discount_codes: [] }));
    for (const { paid } of [known, edited]) expect(paid!.report).toMatchObject({ customer_reference: '7001' });
    for (const customer of [null, undefined, {}, { id: 2 ** 60 }])
      expect(withPaid(UNKNOWN_ORDER, readOrder({ ...order, customer })).paid!.report).not.toHaveProperty(
        'customer_reference',
      );
    expect(JSON.stringify(known)).not.toContain('anna@');
  });
  it('of refunds that were kept with other decimals keep their value', async () => {
    const order = await paidOrder();
    const money = (amount: string) => ({ presentment_money: { amount, currency_code: 'HUF' } });
    const known = withPaid(UNKNOWN_ORDER, readOrder({ ...order, subtotal_price_set: money('100.00'), line_items: [] }));
    const refunds = { 1: { digits: 0, lines: [], restMinor: 12 }, 2: { lines: [], restMinor: 250 } };
    expect(refundsOf({ ...known, refunds }, known.paid!).amount).toBe('14.50');
  });
  it('are refunded at most once and never below zero', async () => {
    const known = withPaid(UNKNOWN_ORDER, readOrder(await paidOrder()));
    const refund = await refundOf({ id: 1 });
    const adjusted = (amount: string) => {
      const amount_set = { presentment_money: { amount, currency_code: 'SEK' } };
      const order_adjustments = [{ kind: 'refund_discrepancy', amount_set }];
      return refundsOf(withRefund(known, readRefund({ ...refund, order_adjustments })), known.paid!);
    };
    // Half of the value of the line; more than the whole order; nothing.
    expect(adjusted('45.00')).toEqual({ amount: '45.00', lines: [] });
    expect(adjusted('-500.00')).toEqual({ amount: '219.96', lines: [{ line: 1, amount: '90.00' }] });
    expect(adjusted('90.00')).toEqual({ amount: '0.00', lines: [] });
  });
  it('without matching lines are reported without lines', async () => {
    const order = await paidOrder();
    order.line_items.pop();
    const { report, lineIds } = withPaid(UNKNOWN_ORDER, readOrder(order)).paid!;
    expect([report.order_value, report.lines, lineIds]).toEqual(['219.96', undefined, []]);
  });
});

describe('The custom pixel', () => {
  /**
   * Runs the pixel with the parts of Shopify's sandbox that it uses. @returns the requests and storage that the events of a page cause
   */
  async function open({ marketingAllowed = true, cookies = new Map<string, string>() } = {}) {
    const subscribers = new Map<string, (event: object) => Promise<void>>();
    const subscribe = (name: string, act: (event: object) => Promise<void>) => subscribers.set(name, act);
    const code = await readFile(`${import.meta.dirname}/pixel.js`, 'utf8');
    const collector = `${tributary.connection.url}/px/${tributary.seller.trackingKey}.gif`;
    const browser = {
      cookie: {
        async set(text: string) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
          cookies.set(name!, value!);
        },
        get: async (name: string) => cookies.get(name) ?? '',
      },
    };
    vm.runInNewContext(code.replace('https://tributary.example/px/TRACKING_KEY.gif', collector), {
      fetch,
      URLSearchParams,
      browser,
      init: { customerPrivacy: { marketingAllowed } },
      analytics: { subscribe },
      api: { customerPrivacy: { subscribe } },
    });
    const emit = (name: string, event: object) => subscribers.get(name)!(event);
    return {
      cookies,
      async land() {
        const event = await payload('page-viewed');
        const { location } = event.context.document;
        location.href = location.href.replace('TCLID', tributary.seller.click);
        await emit('page_viewed', event);
      },
      complete: async (order: { id: number }) => {
        const event = await payload('checkout-completed');
        event.data.checkout.order.id = `gid://shopify/Order/${order.id}`;
        await emit('checkout_completed', event);
      },
      consent: (allowed: boolean) =>
        emit('visitorConsentCollected', { customerPrivacy: { marketingAllowed: allowed } }),
    };
  }

  it('adds the click to an order that the webhook reported without one, as one order', async () => {
    const order = await paidOrder({ landing_site: null, discount_codes: [] });
    await send('orders/paid', order);
    await recordOf(order, { attribution: 'none' });
    const landing = await open();
    await landing.land();
    await (await open({ cookies: landing.cookies })).complete(order);
    await recordOf(order, { attribution: 'click', click_id: tributary.seller.click, unresolved: false });
  });

  it('reports the order with the number and value of the webhook that follows', async () => {
    const order = await paidOrder();
    const page = await open();
    await page.land();
    await page.complete(order);
    await recordOf(order, { channel: 'sales_pixel', value: sek('219.96'), voucher_code: 'ANNA10' });
    await send('orders/paid', order);
    await recordOf(order, { channel: 'server', attribution: 'click', unresolved: false });
  });

  it('stores and sends nothing without consent, and the click of the page once the shopper agrees', async () => {
    const page = await open({ marketingAllowed: false });
    await page.land();
    const order = await paidOrder();
    await page.complete(order);
    expect([...page.cookies.values()]).toEqual(['']);
    expect(tributary.requests).toEqual([]);
    await page.consent(true);
    expect([...page.cookies.values()]).toEqual([tributary.seller.click]);
    await page.consent(false);
    expect([...page.cookies.values()]).toEqual(['']);
  });
});
