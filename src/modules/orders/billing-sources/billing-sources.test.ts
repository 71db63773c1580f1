import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { openSubscription, signBilling } from '../../../../tests/harness/peers/stripe-billing.ts';
import { audit } from '../../payments/index.ts';
import { daysAgo, NOW, openBilling } from './billing.fixture.ts';

const { application, cast, query, call, aStore, settle } = await openBilling();

describe('a subscription of Stripe Billing', () => {
  it('makes an order of each paid invoice, of the customer whom the click of the checkout has won', async () => {
    const store = await aStore();
    const someone = openSubscription();
    const tclid = await store.click(daysAgo(100));
    const first = someone.invoice({ at: daysAgo(100), total: 12_500, net: 10_000 });
    expect(await store.receive(someone.checkout(daysAgo(100), { reference: tclid }), ...first.events)).toEqual([
      'kept',
      'kept',
      'kept',
    ]);
    for (const days of [70, 10])
      await store.receive(...someone.invoice({ at: daysAgo(days), total: 12_500, net: 10_000 }).events);
    const user_id = cast.ids.creator;
    const order = { value: 10_000, currency: 'SEK', refunded: 0, user_id, reason: null, status: 'pending' };
    // 10 % with the terms, then 20 % and 5 % of the value without tax, each with the margin of 2 %.
    expect(await store.orders()).toMatchObject([
      { ...order, order_id: first.invoice.id, attribution: 'click', cost: 1_200, at: daysAgo(100) },
      { ...order, attribution: 'customer', cost: 2_200 },
      { ...order, attribution: 'customer', cost: 700 },
    ]);
    expect(await orderFaults(application.database.pool)).toEqual([]);
    expect((await audit(application.database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  });

  it('is won by the click in the metadata of the subscription, without an event of the checkout', async () => {
    const store = await aStore();
    const someone = openSubscription({ isEarlier: true });
    const tclid = await store.click(daysAgo(10));
    await store.receive(...someone.invoice({ at: daysAgo(10), tclid }).events);
    expect(await store.orders()).toMatchObject([{ attribution: 'click', user_id: cast.ids.creator }]);
  });

  it('is won by a click that arrives after its invoice', async () => {
    const store = await aStore();
    const someone = openSubscription();
    const tclid = await store.click(daysAgo(10));
    await store.receive(...someone.invoice({ at: daysAgo(10) }).events);
    expect(await store.orders()).toMatchObject([{ attribution: 'none', reason: 'no_click' }]);
    await store.receive(someone.checkout(daysAgo(10), { tclid }));
    expect(await store.orders()).toMatchObject([{ attribution: 'click', user_id: cast.ids.creator }]);
  });

  it('whose checkout names another text than a click belongs to nobody', async () => {
    const store = await aStore();
    const someone = openSubscription();
    await store.receive(
      someone.checkout(daysAgo(10), { reference: 'account 4711' }),
      ...someone.invoice({ at: daysAgo(10) }).events,
    );
    expect(await store.orders()).toMatchObject([{ attribution: 'none', reason: 'no_click' }]);
  });

  it('has no order for a trial, for a credit, or for an invoice that the credit of the customer has paid', async () => {
    const store = await aStore();
    const someone = openSubscription();
    const { invoice, events } = someone.invoice({ at: daysAgo(3), total: 10_000, net: 8_000, due: 2_500 });
    await store.receive(
      ...someone.invoice({ at: daysAgo(9), total: 0 }).events,
      ...someone.invoice({ at: daysAgo(8), total: -5_000, due: 0, reason: 'subscription_update' }).events,
      ...someone.invoice({ at: daysAgo(7), total: 3_000, due: 0 }).events,
      ...events,
    );
    // A quarter of the invoice was due: a quarter of its value without tax.
    expect(await store.orders()).toMatchObject([{ order_id: invoice.id, value: 2_000 }]);
  });

  it('has the decimals of its currency', async () => {
    const store = await aStore();
    const someone = openSubscription();
    await store.receive(
      ...someone.invoice({ at: daysAgo(9), total: 1_500, currency: 'jpy' }).events,
      ...someone.invoice({ at: daysAgo(8), total: 15_000, currency: 'kwd' }).events,
      ...someone.invoice({ at: daysAgo(7), total: 124_000, net: 99_960, currency: 'isk' }).events,
    );
    expect(await store.orders()).toMatchObject([
      { value: 1_500, currency: 'JPY' },
      { value: 15_000, currency: 'KWD' },
      { value: 1_000, currency: 'ISK' },
    ]);
  });

  it('stores the customer only as a keyed hash', async () => {
    const store = await aStore();
    const someone = openSubscription();
    await store.receive(...someone.invoice({ at: daysAgo(2) }).events, someone.created(daysAgo(2)));
    const stored = await query('SELECT r::text AS row FROM billing_records r');
    const kept = [...stored, ...(await query('SELECT o::text AS row FROM orders o'))].map(({ row }) => row).join();
    expect(kept).toContain(someone.subscription);
    expect(kept).not.toContain(someone.customer);
  });

  it('is settled once, also by two processes at the same time, and not again by the same events', async () => {
    const store = await aStore();
    const someone = openSubscription();
    const { events } = someone.invoice({ at: daysAgo(2) });
    await store.deliver(...events);
    await Promise.all([settle(), settle()]);
    await store.receive(...events);
    expect(await store.orders()).toHaveLength(1);
    const [order] = await query('SELECT id FROM orders WHERE store_id = $1', [store.storeId]);
    expect(await query('SELECT kind FROM order_events WHERE order_row_id = $1', [order.id])).toEqual([
      { kind: 'reported' },
    ]);
  });
});

describe('an event of a billing source', () => {
  const REFUSED = { status: 400, body: { error: 'bad_signature' } };
  const stored = () => query('SELECT count(*) AS n FROM billing_records');

  it('is refused, and nothing is stored, unless the secret of the store has signed it lately', async () => {
    const [store, other] = [await aStore(), await aStore()];
    const body = JSON.stringify(openSubscription().invoice({ at: daysAgo(1) }).events[0]);
    const before = await stored();
    const signed = { at: new Date(NOW.getTime() - 301_000) };
    expect(await store.post(body, signed)).toMatchObject(REFUSED);
    expect(await store.post(body, { secrets: [other.secret] })).toMatchObject(REFUSED);
    expect(await store.post(body, { secrets: [] })).toMatchObject(REFUSED);
    const url = `/v2/webhooks/billing-sources/stripe/${store.storeId}`;
    const headers = signBilling(body, { at: NOW, secrets: [store.secret] });
    const send = async (payload: string, given: Record<string, string> = headers, to = url) => {
      const reply = await application.app.inject({ method: 'POST', url: to, headers: given, payload });
      return { status: reply.statusCode, body: reply.json() };
    };
    expect(await send(body.replace('12500', '99500'))).toMatchObject(REFUSED);
    expect(await send(JSON.stringify(JSON.parse(body), null, 1))).toMatchObject(REFUSED);
    expect(await send(body, { 'content-type': 'application/json' })).toMatchObject(REFUSED);
    expect(await send('', headers)).toMatchObject(REFUSED);
    // A store that has connected nothing, and one that does not exist, reply alike.
    expect(await send(body, headers, `/v2/webhooks/billing-sources/stripe/${cast.storeId}`)).toMatchObject(REFUSED);
    expect(await send(body, headers, '/v2/webhooks/billing-sources/stripe/999999')).toMatchObject(REFUSED);
    expect((await send('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect(await stored()).toEqual(before);
    // The control: the same bytes with the right signature.
    expect(await send(body)).toMatchObject({ status: 200, body: { received: true, outcome: 'kept' } });
    expect(await store.post(body, { secrets: [other.secret, store.secret] })).toMatchObject({ status: 200 });
    expect(await stored()).not.toEqual(before);
  });

  it('counts for the store whose address it is sent to alone: another store cannot touch its orders', async () => {
    const [store, other] = [await aStore(), await aStore()];
    const someone = openSubscription();
    const tclid = await store.click(daysAgo(5));
    const { invoice, events } = someone.invoice({ at: daysAgo(5), tclid });
    await store.receive(...events);
    const before = await store.orders();
    // The other store claims the invoice and the customer, and refunds it.
    await other.receive(...events, ...someone.refund(invoice, daysAgo(4), invoice.due).events);
    expect(await store.orders()).toEqual(before);
    expect(before).toMatchObject([{ attribution: 'click', refunded: 0 }]);
    expect(await other.orders()).toMatchObject([{ attribution: 'none', reason: 'other_store', refunded: 12_500 }]);
    // A renewal there belongs to nobody: the customer is bound at the first store alone.
    const renewal = someone.invoice({ at: daysAgo(1) });
    await other.receive(...renewal.events);
    expect((await other.orders())[1]).toMatchObject({ attribution: 'none', reason: 'no_click' });
    await store.receive(...renewal.events);
    expect((await store.orders())[1]).toMatchObject({ attribution: 'customer', user_id: cast.ids.creator });
  });

  it('of the test mode is refused, and the store reads why', async () => {
    const store = await aStore();
    const someone = openSubscription({ isTest: true });
    expect(await store.receive(...someone.invoice({ at: daysAgo(1) }).events)).toEqual(['refused', 'refused']);
    expect(await store.orders()).toEqual([]);
    expect(await store.source()).toMatchObject({
      last_event: null,
      last_refusal: { reason: 'test_event', at: NOW.toISOString() },
    });
  });

  it('about an unknown currency is refused, and counted with the refused reports of the server', async () => {
    const store = await aStore();
    const { events } = openSubscription().invoice({ at: daysAgo(1), currency: 'xqq' });
    expect(await store.receive(events[0]!)).toEqual(['refused']);
    expect((await store.source()).last_refusal.reason).toBe('currency: must be a currency code such as EUR');
    const { body } = await application.call({
      url: `/v2/advertisers/${store.storeId}/order-collectors/server`,
      as: cast.tokens.advertiser,
    });
    expect(body.refused).toMatchObject({ reports: 1, latest: [{ field: 'currency' }] });
  });

  it('of a store that does not count reports of its server is refused, and has effect when it is sent again', async () => {
    const store = await aStore();
    const count = (counted_ways: string[]) =>
      call('PATCH', `/v2/advertisers/${store.storeId}/order-rules`, { counted_ways });
    await count(['sales_pixel']);
    const { events } = openSubscription().invoice({ at: daysAgo(1) });
    await store.receive(...events);
    expect([await store.orders(), (await store.source()).last_refusal.reason]).toEqual([[], 'way_not_counted']);
    await count(['sales_pixel', 'server']);
    await store.receive(...events);
    expect(await store.orders()).toHaveLength(1);
  });

  it('that does not concern orders is ignored', async () => {
    const store = await aStore();
    const event = { ...openSubscription().created(daysAgo(1)), type: 'customer.updated' };
    expect(await store.receive(event)).toEqual(['ignored']);
    expect((await store.source()).last_event).toEqual({ kind: 'customer.updated', at: NOW.toISOString() });
  });
});
