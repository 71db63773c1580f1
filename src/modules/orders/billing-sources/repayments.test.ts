import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { openSubscription } from '../../../../tests/harness/peers/stripe-billing.ts';
import { daysAgo, openBilling } from './billing.fixture.ts';

const { application, query, call, aStore } = await openBilling();

/** A store with one paid invoice of 125.00, 100.00 without tax, that a click has won. */
async function aSale(form: Parameters<typeof openSubscription>[0] = {}) {
  const store = await aStore();
  const someone = openSubscription(form);
  const tclid = await store.click(daysAgo(20));
  const { invoice, events } = someone.invoice({ at: daysAgo(20), total: 12_500, net: 10_000, tclid });
  const refunded = async () => {
    const [order] = await store.orders();
    return [order.refunded, order.cost];
  };
  return { store, someone, invoice, events, refunded };
}

describe('A refund of Stripe Billing', () => {
  it.each([
    ['since 2025-03-31', {}],
    ['before 2025-03-31', { isEarlier: true }],
  ])('is the refund of the order without tax, in versions %s', async (_, form) => {
    const { store, someone, invoice, events, refunded } = await aSale(form);
    await store.receive(...events);
    expect(await refunded()).toEqual([0, 1_200]);
    await store.receive(...someone.refund(invoice, daysAgo(10), 2_500).events);
    expect(await refunded()).toEqual([2_000, 960]);
    await store.receive(...someone.refund(invoice, daysAgo(9), 10_000).events);
    expect(await refunded()).toEqual([10_000, 0]);
    expect(await orderFaults(application.database.pool)).toEqual([]);
  });

  it('needs either the charge or the refund itself', async () => {
    for (const which of [0, 1]) {
      const { store, someone, invoice, events, refunded } = await aSale();
      await store.receive(...events, someone.refund(invoice, daysAgo(10), 2_500).events[which]!);
      expect(await refunded()).toEqual([2_000, 960]);
    }
  });

  it('that arrives before its invoice waits for it', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...someone.refund(invoice, daysAgo(10), 2_500).events);
    expect(await store.orders()).toEqual([]);
    await store.receive(events[0]!);
    expect(await refunded()).toEqual([0, 1_200]);
    await store.receive(events[1]!);
    expect(await refunded()).toEqual([2_000, 960]);
  });

  it('that fails is taken back, and one that succeeds later counts again', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    const refund = someone.refund(invoice, daysAgo(10), 2_500);
    await store.receive(...events, ...refund.events, refund.failed(daysAgo(9)));
    expect(await refunded()).toEqual([0, 1_200]);
    // An older state, sent again, changes nothing.
    await store.receive(refund.events[0]!);
    expect(await refunded()).toEqual([0, 1_200]);
  });

  it('of more than the invoice counts as far as it goes', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...events, ...someone.refund(invoice, daysAgo(10), 99_999_999).events);
    expect(await refunded()).toEqual([10_000, 0]);
  });

  it('of a credit note counts if it was paid outside of Stripe, until the note is void', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...events, someone.creditNote(invoice, daysAgo(10), { outside: 1_250 }));
    expect(await refunded()).toEqual([1_000, 1_080]);
    await store.receive(someone.creditNote(invoice, daysAgo(9), { outside: 1_250, isVoid: true }));
    expect(await refunded()).toEqual([0, 1_200]);
  });

  it('of an approved order reduces what the store pays', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...events);
    const [{ id }] = await query('SELECT id FROM orders WHERE store_id = $1', [store.storeId]);
    expect((await call('PATCH', store.path(`orders/${id}`), { status: 'approved' })).status).toBe(200);
    await store.receive(...someone.refund(invoice, daysAgo(10), 12_500).events);
    expect(await refunded()).toEqual([10_000, 0]);
    expect(await store.orders()).toMatchObject([{ status: 'approved' }]);
  });

  it('leaves a correction of the value by the store’s server alone', async () => {
    const { store, someone, invoice, events } = await aSale();
    await store.receive(...events);
    const report = { order_id: invoice.id, order_value: 80, order_at: daysAgo(20).toISOString() };
    expect((await call('POST', store.path('orders'), report)).status).toBe(200);
    await store.receive(...someone.refund(invoice, daysAgo(10), 1_250).events);
    expect(await store.orders()).toMatchObject([{ value: 8_000, refunded: 1_000 }]);
  });
});

describe('A dispute of Stripe Billing', () => {
  it('is a refund until it is won, also if its end arrives first', async () => {
    for (const order of [
      ['needs_response', 'won'],
      ['won', 'needs_response'],
    ]) {
      const { store, someone, invoice, events, refunded } = await aSale();
      await store.receive(...events);
      const at = { needs_response: daysAgo(9), won: daysAgo(1) };
      const of = (status: string) => someone.dispute(invoice, at[status as keyof typeof at], status);
      await store.receive(of(order[0]!));
      expect(await refunded()).toEqual(order[0] === 'won' ? [0, 1_200] : [10_000, 0]);
      await store.receive(of(order[1]!));
      expect(await refunded()).toEqual([0, 1_200]);
    }
  });

  it('that is lost stays a refund, together with what was refunded before', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...events, ...someone.refund(invoice, daysAgo(10), 2_500).events);
    await store.receive(someone.dispute(invoice, daysAgo(9), 'needs_response', 5_000));
    expect(await refunded()).toEqual([6_000, 480]);
    await store.receive(someone.dispute(invoice, daysAgo(1), 'lost', 5_000));
    expect(await refunded()).toEqual([6_000, 480]);
  });

  it('that is only an inquiry changes nothing', async () => {
    const { store, someone, invoice, events, refunded } = await aSale();
    await store.receive(...events, someone.dispute(invoice, daysAgo(9), 'warning_needs_response'));
    expect(await refunded()).toEqual([0, 1_200]);
  });
});

describe('A trial', () => {
  const kind = (code: string, minor: number) => ({ code, name: code, cpl: { minor, currency: 'SEK' } });

  /** A store that pays 5.00 for a trial and 30.00 for a subscription that begins. */
  async function aPayingStore() {
    const store = await aStore();
    for (const body of [kind('trial', 500), kind('start', 3_000)])
      expect((await call('POST', store.path('event-kinds'), body)).status).toBe(201);
    await query('UPDATE event_kinds SET created_at = $2 WHERE store_id = $1', [store.storeId, daysAgo(400)]);
    await query('UPDATE event_prices SET valid_from = $2 WHERE store_id = $1', [store.storeId, daysAgo(400)]);
    const settings = { trial_kind: 'trial', start_kind: 'start' };
    expect((await call('PUT', store.path('billing-sources/stripe'), settings)).status).toBe(200);
    return store;
  }

  it('and the begin of the subscription are events of the kinds that the store has named, once each', async () => {
    const store = await aPayingStore();
    const someone = openSubscription();
    const tclid = await store.click(daysAgo(30));
    const trial = { from: daysAgo(30), to: daysAgo(16) };
    const begun = [
      someone.created(trial.from, { trialEnd: trial.to }),
      someone.checkout(trial.from, { reference: tclid }),
      ...someone.invoice({ at: trial.from, total: 0 }).events,
    ];
    await store.receive(...begun);
    const event = { order_id: someone.subscription, attribution: 'click' };
    expect(await store.events()).toMatchObject([{ ...event, code: 'trial', at: trial.from }]);
    const paid = someone.invoice({ at: trial.to });
    await store.receive(someone.activated(trial.to, trial), ...paid.events, ...begun);
    expect(await store.events()).toMatchObject([
      { ...event, code: 'trial', at: trial.from },
      { ...event, code: 'start', at: trial.to },
    ]);
    // The trial has won the customer, so the first payment has the rate of the programme.
    expect(await store.orders()).toMatchObject([{ attribution: 'click', cost: 2_750, value: 12_500 }]);
  });

  it('is no event of a store that has named no kind', async () => {
    const store = await aStore();
    const someone = openSubscription();
    await store.receive(someone.created(daysAgo(30), { trialEnd: daysAgo(16) }), someone.created(daysAgo(16)));
    expect(await store.events()).toEqual([]);
  });

  it('is not made by a change of the plan of an earlier subscription', async () => {
    const store = await aPayingStore();
    expect(await store.receive(openSubscription().replanned(daysAgo(2)))).toEqual(['ignored']);
    expect(await store.events()).toEqual([]);
  });

  it('of an archived kind is refused, and its invoice is not', async () => {
    const store = await aPayingStore();
    const [{ id }] = await query(`SELECT id FROM event_kinds WHERE store_id = $1 AND code = 'trial'`, [store.storeId]);
    expect((await call('PATCH', store.path(`event-kinds/${id}`), { archived: true })).status).toBe(200);
    const someone = openSubscription();
    const { events } = someone.invoice({ at: daysAgo(9) });
    await store.receive(someone.created(daysAgo(10), { trialEnd: daysAgo(9) }), ...events);
    expect([await store.events(), await store.orders()]).toMatchObject([[], [{ value: 12_500 }]]);
    expect((await store.source()).last_refusal.reason).toMatch(/^kind: must be the code/);
  });
});
