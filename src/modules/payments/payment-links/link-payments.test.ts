import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AFTER_CLOSING } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import type { PaymentSession } from '../../../../tests/harness/peers/stripe-records.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { Unavailable } from '../../../platform/errors/errors.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { usePaymentLinks } from './payment-links.fixture.ts';
import { refreshUnfinishedLinks } from './refresh-unfinished.ts';

const here = usePaymentLinks();
const { query, ask, open, sendEvent, aboutSession, aboutCharge, links, isPaid, booked, mark, faults } = here;

describe('A payment', () => {
  it('by card pays the invoice once, however often it is reported', async () => {
    const session = await open();
    here.stripe.money.pay(session.id);
    const event = aboutSession('completed', session);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => sendEvent(event, i % 2 ? here.other : here.application)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await sendEvent(aboutSession('async_payment_succeeded', session));
    expect(await booked()).toEqual({ minor: here.closed.otherStore.total_minor, entries: 1 });
    expect(await links()).toMatchObject([{ status: 'paid', problem: null, pays_invoice: true }]);
    expect(await faults()).toEqual([]);
    await query('UPDATE payment_links SET amount_minor = amount_minor - 1');
    expect(await faults()).toMatchObject([{ title: expect.stringContaining('payment at Stripe'), faults: 1 }]);
  });

  it('is read from Stripe, not from the event', async () => {
    const session = await open();
    const claimed = {
      id: session.id,
      mode: 'payment',
      payment_status: 'paid',
      status: 'complete',
      payment_intent: 'pi_x',
    };
    expect((await sendEvent(here.stripe.event('checkout.session.completed', claimed, { at: here.now }))).status).toBe(
      200,
    );
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'open']);
    const forged = here.stripe.event('checkout.session.completed', claimed, { at: here.now, secret: 'whsec_other' });
    expect((await sendEvent(forged)).body.error).toBe('bad_signature');
    const old = here.stripe.event('checkout.session.completed', claimed, {
      at: new Date(here.now.getTime() - 301_000),
    });
    expect((await sendEvent(old)).body.error).toBe('bad_signature');
  });

  it('by SEPA debit pays when it is collected, and not when it fails', async () => {
    const session = await open();
    here.stripe.money.pay(session.id, 'sepa_debit');
    await sendEvent(aboutSession('completed', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'processing']);
    expect((await ask()).body.error).toBe('payment_processing');
    here.stripe.money.failDebit(session.id);
    await sendEvent(aboutSession('async_payment_failed', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'failed']);
    const second = await open();
    here.stripe.money.pay(second.id, 'sepa_debit');
    here.stripe.money.collect(second.id);
    await sendEvent(aboutSession('async_payment_succeeded', second));
    expect(await isPaid()).toBe(true);
    expect(await faults()).toEqual([]);
  });

  it('is settled without its event, which was lost, and without asking Stripe again at once', async () => {
    const session = await open();
    here.stripe.money.pay(session.id, 'sepa_debit');
    await sendEvent(aboutSession('completed', session));
    here.stripe.money.collect(session.id);
    const deps = { provider: stripeProvider(here.stripe.settings), calendar: createCalendar('UTC') };
    const ctx = { db: here.application.database.db, now: () => here.now };
    const { signal } = new AbortController();
    expect([await refreshUnfinishedLinks(ctx, deps, signal), await isPaid()]).toEqual([0, false]);
    here.now = new Date(here.now.getTime() + 61 * 60_000);
    here.stripe.failNext('hang up');
    here.stripe.failNext('hang up');
    await expect(refreshUnfinishedLinks(ctx, deps, signal)).rejects.toThrow(Unavailable);
    expect([await refreshUnfinishedLinks(ctx, deps, signal), await isPaid()]).toEqual([0, false]);
    here.now = new Date(here.now.getTime() + 61 * 60_000);
    const counts = await Promise.all([1, 2, 3].map(() => refreshUnfinishedLinks(ctx, deps, signal)));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect([await isPaid(), await refreshUnfinishedLinks(ctx, deps, signal)]).toEqual([true, 0]);
    expect(await faults()).toEqual([]);
  });

  it('that the bank returns later opens the invoice again, and pays it when the dispute is won', async () => {
    const session = await open();
    here.stripe.money.pay(session.id, 'sepa_debit');
    here.stripe.money.collect(session.id);
    await sendEvent(aboutSession('async_payment_succeeded', session));
    here.stripe.money.dispute(session.id, 'needs_response');
    await sendEvent(aboutCharge('charge.dispute.created', session));
    expect([await isPaid(), await booked()]).toEqual([false, { minor: 0, entries: 2 }]);
    const store_id = here.cast.otherStoreId;
    expect(await links(true)).toMatchObject([
      { status: 'disputed', pays_invoice: false, store_id, store_name: expect.stringMatching(/^Store /) },
    ]);
    here.stripe.money.dispute(session.id, 'won');
    await sendEvent(aboutCharge('charge.dispute.closed', session));
    expect([await isPaid(), await booked()]).toEqual([true, { minor: here.closed.otherStore.total_minor, entries: 3 }]);
    expect(await faults()).toEqual([]);
  });

  it('that is refunded opens the invoice again, in whole and in part', async () => {
    for (const [amount, status, isListed] of [
      [1, 'partly_refunded', true],
      [here.closed.otherStore.total_minor, 'refunded', false],
    ] as const) {
      const session = await open();
      here.stripe.money.pay(session.id);
      await sendEvent(aboutSession('completed', session));
      here.stripe.money.refund(session.id, amount);
      await sendEvent(aboutCharge('charge.refunded', session));
      expect([await isPaid(), (await booked()).minor]).toEqual([false, 0]);
      expect((await links())[0]).toMatchObject({ status, pays_invoice: false });
      expect((await links(true)).length > 0).toBe(isListed);
      await query('TRUNCATE payment_links');
    }
    expect(await faults()).toEqual([]);
  });

  it('of an invoice that was paid otherwise, or has changed, is listed and not booked', async () => {
    const session = await open();
    await mark(here.closed.otherStore.id);
    here.stripe.money.pay(session.id);
    await sendEvent(aboutSession('completed', session));
    expect(await booked()).toMatchObject({ entries: 1 });
    expect(await links(true)).toMatchObject([{ status: 'paid', problem: 'already_paid', pays_invoice: false }]);
    here.stripe.money.refund(session.id, here.closed.otherStore.total_minor);
    await sendEvent(aboutCharge('charge.refunded', session));
    expect([await isPaid(), await links(true)]).toEqual([true, []]);
    const kronor = await open('SEK');
    await query(
      `UPDATE invoices SET total_minor = total_minor - 1, net_minor = net_minor - 1 WHERE id = ${here.closed.store.id}`,
    );
    here.stripe.money.pay(kronor.id);
    await sendEvent(aboutSession('completed', kronor));
    expect(await links(true)).toMatchObject([{ problem: 'invoice_changed' }]);
    await query(
      `UPDATE invoices SET total_minor = total_minor + 1, net_minor = net_minor + 1 WHERE id = ${here.closed.store.id}`,
    );
    expect(await isPaid(here.closed.store.id)).toBe(false);
  });

  it.each([
    ['amount', (session: PaymentSession) => (session.amount_total -= 1)],
    ['currency', (session: PaymentSession) => (session.currency = 'usd')],
    ['reference', (session: PaymentSession) => (session.client_reference_id = 'payment-999')],
  ])('with a %s other than requested pays nothing', async (_what, change) => {
    const session = await open();
    change(session);
    here.stripe.money.pay(session.id);
    await sendEvent(aboutSession('completed', session));
    expect([await isPaid(), await links(true)]).toMatchObject([false, [{ problem: 'differs', pays_invoice: false }]]);
    here.stripe.money.refund(session.id, session.amount_total);
    await sendEvent(aboutCharge('charge.refunded', session));
    expect([await isPaid(), await links(true)]).toEqual([false, []]);
  });

  it('that an administrator has reversed is not booked by a repeated event and not reversed by its refund', async () => {
    const session = await open();
    here.stripe.money.pay(session.id);
    await sendEvent(aboutSession('completed', session));
    const url = `/v2/payments/invoices/${here.closed.otherStore.id}/take-back-payment`;
    await here.application.call({ method: 'POST', url, as: here.cast.tokens.admin, body: {} });
    await sendEvent(aboutSession('completed', session));
    expect(await isPaid()).toBe(false);
    await mark(here.closed.otherStore.id);
    here.stripe.money.refund(session.id, here.closed.otherStore.total_minor);
    await sendEvent(aboutCharge('charge.refunded', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([true, 'refunded']);
    expect(await faults()).toEqual([]);
  });

  it('is stored later when Stripe does not answer at the event', async () => {
    const session = await open();
    here.stripe.money.pay(session.id);
    const event = aboutSession('completed', session, 'evt_again');
    for (const _ of [1, 2]) here.stripe.failNext('hang up');
    expect((await sendEvent(event)).status).toBe(503);
    expect((await sendEvent(event)).status).toBe(200);
    expect(await isPaid()).toBe(true);
  });

  it('ends in the state at Stripe, for any order and number of the events', async () => {
    const steps = fc.shuffledSubarray(['refund', 'dispute', 'won'] as const);
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat(1_000)), async (chosen, random) => {
        await query('TRUNCATE payment_links, payment_events; UPDATE invoices SET paid_at = NULL');
        const session = await open();
        const before = (await booked()).minor;
        here.stripe.money.pay(session.id);
        const events = [aboutSession('completed', session), aboutSession('async_payment_succeeded', session)];
        for (const step of chosen) {
          if (step === 'refund') here.stripe.money.refund(session.id, here.closed.otherStore.total_minor);
          else here.stripe.money.dispute(session.id, step === 'won' ? 'won' : 'lost');
          events.push(aboutCharge(step === 'refund' ? 'charge.refunded' : 'charge.dispute.updated', session));
        }
        const disputes = chosen.filter((step) => step !== 'refund');
        const holds = !chosen.includes('refund') && disputes.at(-1) !== 'dispute';
        const order = [...events, ...events].map((event) => [random.next().value, event] as const);
        order.sort(([a], [b]) => a - b);
        await Promise.all(
          order.slice(0, 3).map(([, event], i) => sendEvent(event, i % 2 ? here.other : here.application)),
        );
        for (const [, event] of order.slice(3)) expect((await sendEvent(event)).status).toBe(200);
        expect([await isPaid(), (await booked()).minor - before]).toEqual([
          holds,
          holds ? here.closed.otherStore.total_minor : 0,
        ]);
        await query(changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'paid'`));
      }),
      { numRuns: 15 },
    );
  });

  it('reported only by its refund is found by the payment', async () => {
    const session = await open();
    here.stripe.money.pay(session.id);
    here.stripe.money.refund(session.id, here.closed.otherStore.total_minor);
    await sendEvent(aboutCharge('charge.refunded', session));
    expect((await links())[0]).toMatchObject({ status: 'refunded' });
    const asked = here.stripe.requests.length;
    await sendEvent(
      here.stripe.event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_somebody' }, { at: here.now }),
    );
    await sendEvent(
      here.stripe.event('checkout.session.completed', { id: 'cs_other', mode: 'payment' }, { at: here.now }),
    );
    expect(here.stripe.requests.length - asked).toBe(1);
  });
});

/** Credit notes and prepayments stay: the last tests of this file that pay the invoice. */
describe('An invoice that is partly credited', () => {
  const post = (url: string, body: object, on = here.application) =>
    on.call({ method: 'POST', url, as: here.cast.tokens.admin, body });
  const credit = async (netMinor: number) => {
    const url = `/v2/payments/invoices/${here.closed.otherStore.id}/credit-notes`;
    expect((await post(url, { net_minor: netMinor, reason: 'A click was counted twice' })).status).toBe(201);
  };
  const prepay = (amountMinor: number, on = here.application) =>
    post(
      `/v2/admin/stores/${here.cast.otherStoreId}/prepayments`,
      { amount_minor: amountMinor, day: AFTER_CLOSING.toISOString().slice(0, 10), reason: 'Bank statement' },
      on,
    );
  const takeBack = (on = here.application) =>
    post(`/v2/payments/invoices/${here.closed.otherStore.id}/take-back-payment`, {}, on);
  /** The open amount, and the amount that is covered without a payment; minor units. */
  const state = async () =>
    (
      await here.application.database.pool.query(
        'SELECT open_minor::int AS open, offset_minor::int AS credited, prepaid_minor::int AS prepaid FROM invoices WHERE id = $1',
        [here.closed.otherStore.id],
      )
    ).rows[0];
  const balance = async () =>
    (await here.application.call({ url: `/v2/stores/${here.cast.otherStoreId}/balance`, as: here.cast.tokens.admin }))
      .body.balance.amount;
  const pay = async (session: PaymentSession) => {
    here.stripe.money.pay(session.id);
    await sendEvent(aboutSession('completed', session));
  };
  const refund = async (session: PaymentSession) => {
    here.stripe.money.refund(session.id, session.amount_total);
    await sendEvent(aboutCharge('charge.refunded', session));
  };

  it('is for the open amount; a page for a larger one is expired, and its payment settles the invoice', async () => {
    const { total_minor: total } = here.closed.otherStore;
    const before = await open();
    await credit(30);
    const session = await open();
    expect([before.status, before.amount_total, session.amount_total]).toEqual(['expired', total, total - 30]);
    await pay(session);
    expect([await isPaid(), await booked()]).toEqual([true, { minor: total - 30, entries: 1 }]);
    expect(await state()).toEqual({ open: 0, credited: 30, prepaid: 0 });
    expect(await links(true)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('is open again for the paid amount after a refund, and a prepaid balance pays as much as possible', async () => {
    await credit(10);
    const { open: owed, credited } = await state();
    const session = await open();
    await pay(session);
    // The invoice is paid, so the prepayment remains on the balance.
    expect((await prepay(50)).status).toBe(200);
    expect(await balance()).toBe('0.50');
    await refund(session);
    expect(await state()).toEqual({ open: owed - 50, credited, prepaid: 50 });
    expect([await isPaid(), (await booked()).minor, await balance()]).toEqual([false, 0, '0.00']);
    expect(await faults()).toEqual([]);
    const rest = await open();
    expect(rest.amount_total).toBe(owed - 50);
    await pay(rest);
    expect([await isPaid(), await booked()]).toMatchObject([true, { minor: owed - 50 }]);
    expect((await prepay(owed)).status).toBe(200);
    await refund(rest);
    // The balance pays all of it. Nobody has to act.
    expect(await state()).toEqual({ open: 0, credited, prepaid: owed });
    expect([await isPaid(), (await booked()).minor, await balance()]).toEqual([true, 0, '0.50']);
    expect((await takeBack()).body.error).toBe('not_paid');
    expect([await links(true), await faults()]).toEqual([[], []]);
    expect((await ask()).body.error).toBe('already_paid');
  });
});

describe('A payment that is taken back, refunded and paid otherwise at once', () => {
  it('is reversed once, without a deadlock', async () => {
    const id = here.closed.store.id;
    const post = (url: string, body: object, on = here.application) =>
      on.call({ method: 'POST', url, as: here.cast.tokens.admin, body });
    const prepayment = { amount_minor: 100, day: AFTER_CLOSING.toISOString().slice(0, 10), reason: 'Bank statement' };
    for (let round = 1; round <= 5; round += 1) {
      const session = await open('SEK');
      here.stripe.money.pay(session.id);
      await sendEvent(aboutSession('completed', session));
      expect([await isPaid(id), (await booked(id)).minor]).toEqual([true, session.amount_total]);
      here.stripe.money.refund(session.id, session.amount_total);
      const [back, report, prepaid, page] = await Promise.all([
        post(`/v2/payments/invoices/${id}/take-back-payment`, {}),
        sendEvent(aboutCharge('charge.refunded', session), here.other),
        post(`/v2/admin/stores/${here.cast.storeId}/prepayments`, prepayment, here.other),
        ask('SEK'),
      ]);
      expect([200, 400]).toContain(back.status);
      expect([report.status, prepaid.status]).toEqual([200, 200]);
      expect([200, 400]).toContain(page.status);
      const { rows } = await here.application.database.pool.query(
        'SELECT open_minor::int AS open, prepaid_minor::int AS prepaid FROM invoices WHERE id = $1',
        [id],
      );
      const prepaidMinor = 100 * round;
      expect(rows).toEqual([{ open: here.closed.store.total_minor - prepaidMinor, prepaid: prepaidMinor }]);
      expect([await isPaid(id), (await booked(id)).minor]).toEqual([false, 0]);
      expect(await links(true)).toEqual([]);
    }
    expect(await faults()).toEqual([]);
  });
});
