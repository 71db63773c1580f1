import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { type Cast, createCast, type Role } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { AFTER_CLOSING, type ClosedMonth, createClosedMonth } from '../../../../tests/harness/closed-month.ts';
import { openStripe, type SentEvent, type StripePeer } from '../../../../tests/harness/peers/stripe.ts';
import type { PaymentSession } from '../../../../tests/harness/peers/stripe-records.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { Unavailable } from '../../../platform/errors/errors.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { audit } from '../audit/audit.ts';
import { refreshUnfinishedLinks } from './refresh-unfinished.ts';

let now = AFTER_CLOSING;
let stripe: StripePeer;
let application: TestApplication;
/** A second process. */
let other: TestApplication;
let cast: Cast;
let closed: ClosedMonth;

beforeAll(async () => {
  stripe = await openStripe(afterThisFile);
  stripe.money.now = () => Math.floor(now.getTime() / 1_000);
  const paymentProvider = stripeProvider(stripe.settings, 5_000);
  application = await createTestApplication({ now: () => now, paymentProvider });
  other = await createTestApplication({ now: () => now, paymentProvider, database: application.database });
  cast = await createCast(application);
  closed = await createClosedMonth(application, cast);
  await query('UPDATE orders SET created_at = order_at');
});

/** Each test begins with nothing paid. */
beforeEach(async () => {
  now = AFTER_CLOSING;
  await query(`TRUNCATE payment_links, payment_events;
    ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_fixed;
    DELETE FROM ledger_entries WHERE origin_kind = 'paid';
    ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_fixed;
    UPDATE invoices SET paid_at = NULL WHERE credits_id IS NULL`);
});

const query = (text: string) => application.database.pool.query(text);
/** The invoice in euros, or in kronor. */
const path = (currency = 'EUR') =>
  currency === 'EUR'
    ? `/v2/stores/${cast.otherStoreId}/invoices/${closed.otherStore.id}/payment-link`
    : `/v2/stores/${cast.storeId}/invoices/${closed.store.id}/payment-link`;
const ask = (currency = 'EUR', as: Role | null = 'admin', on = application) =>
  on.call({ method: 'POST', url: path(currency), ...(as === null ? {} : { as: cast.tokens[as] }) });
const sessions = () => [...stripe.money.sessions.values()];
const newest = (): PaymentSession => sessions().at(-1)!;
async function open(currency = 'EUR'): Promise<PaymentSession> {
  const { status, body } = await ask(currency);
  expect([status, body.url]).toEqual([200, expect.stringContaining('https://checkout.stripe.example/')]);
  return newest();
}
const tell = async ({ body, headers }: SentEvent, to = application) => {
  const reply = await to.app.inject({ method: 'POST', url: '/v2/webhooks/payment-provider', headers, payload: body });
  return { status: reply.statusCode, body: reply.json() };
};
const aboutSession = (type: string, { id, payment_intent }: PaymentSession, eventId?: string) =>
  stripe.event(
    `checkout.session.${type}`,
    { id, mode: 'payment', payment_intent, customer: null },
    { at: now, ...(eventId === undefined ? {} : { id: eventId }) },
  );
const aboutCharge = (type: string, { payment_intent }: PaymentSession) =>
  stripe.event(type, { id: 'x', payment_intent }, { at: now });
const links = async (attention = false) =>
  (await application.call({ url: `/v2/admin/payment-links?attention=${attention}`, as: cast.tokens.admin })).body.data;
const isPaid = async (id = closed.otherStore.id) =>
  (await application.database.pool.query('SELECT paid_at FROM invoices WHERE id = $1', [id])).rows[0].paid_at !== null;
/** What is booked as paid on the store's account, and how often something was booked. */
async function booked(id = closed.otherStore.id) {
  const { rows } = await application.database.pool.query(
    `SELECT coalesce(sum(amount_minor), 0)::int AS minor, count(*)::int AS entries FROM ledger_entries
     WHERE account = 'store' AND origin_kind = 'paid' AND origin_id = $1`,
    [String(id)],
  );
  return rows[0];
}
const mark = (id: number) =>
  upload(application, {
    ...{ url: '/v2/payments/mark-invoices-as-paid', as: cast.tokens.admin, mediaType: 'text/csv' },
    content: Buffer.from(`invoice_id\n${id}\n`),
  });
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);

describe('A payment link', () => {
  it('is for the open amount, by card or SEPA debit, on one page', async () => {
    const session = await open();
    expect(session).toMatchObject({
      ...{ amount_total: closed.otherStore.total_minor, currency: 'eur' },
      allowed_payment_method_types: ['card', 'sepa_debit'],
    });
    expect(session.client_reference_id).toMatch(/^payment-\d+$/);
    const count = sessions().length;
    const again = await Promise.all([ask(), ask('EUR', 'admin', other), ask()]);
    expect(new Set(again.map(({ body }) => body.url))).toEqual(new Set([session.url]));
    expect(sessions()).toHaveLength(count);
  });

  it('is one page when two processes request it concurrently', async () => {
    const count = sessions().length;
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ask('SEK', 'admin', i % 2 ? other : application)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
    expect(sessions()).toHaveLength(count + 1);
  });

  it.each(['hang up', 'silence'] as const)('is one page when the reply was lost (%s)', async (failure) => {
    const count = sessions().length;
    const slow = stripeProvider(stripe.settings, failure === 'silence' ? 1_500 : 5_000);
    const third = await createTestApplication({
      now: () => now,
      paymentProvider: slow,
      database: application.database,
    });
    stripe.failNext(failure, { after: true });
    expect((await ask('EUR', 'admin', third)).status).toBe(200);
    expect(sessions()).toHaveLength(count + 1);
  });

  it('can be requested again after Stripe refused it or was unavailable', async () => {
    for (const status of [400, 500, 503]) {
      const refusal = { status, headers: { 'content-type': 'application/json' }, body: '{"error":{"message":"no"}}' };
      for (const _ of [1, 2]) stripe.failNext(refusal);
      const reply = await ask();
      expect(reply.status).toBe(503);
      // A refusal is not repeated.
      if (status === 400) expect((await ask()).status).toBe(503);
    }
    await open();
  });

  it('replaces a page that expires soon or has another amount, and never leaves two open', async () => {
    const first = await open();
    now = new Date(first.expires_at * 1_000 - 5 * 60_000);
    const second = await open();
    expect([first.status, second.status, second.id === first.id]).toEqual(['expired', 'open', false]);
    await query(`UPDATE payment_links SET amount_minor = amount_minor + 1 WHERE status = 'open'`);
    const third = await open();
    expect([second.status, third.status]).toEqual(['expired', 'open']);
  });

  it('finds that the old page was paid before it could be replaced', async () => {
    const first = await open();
    stripe.money.pay(first.id);
    now = new Date(first.expires_at * 1_000);
    expect((await ask()).body.error).toBe('already_paid');
    expect([await isPaid(), await booked()]).toEqual([true, { minor: closed.otherStore.total_minor, entries: 1 }]);
  });

  it('is for the store and administrators, and for open invoices of the store', async () => {
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['otherAdvertiser', 403],
    ] as const)
      expect([role, (await ask('SEK', role as Role | null)).status]).toEqual([role, status]);
    expect((await ask('SEK', 'advertiser')).status).toBe(200);
    const foreign = `/v2/stores/${cast.storeId}/invoices/${closed.otherStore.id}/payment-link`;
    expect((await application.call({ method: 'POST', url: foreign, as: cast.tokens.advertiser })).status).toBe(404);
    const statement = `/v2/stores/${cast.storeId}/invoices/${closed.creator[0]!.id}/payment-link`;
    expect((await application.call({ method: 'POST', url: statement, as: cast.tokens.admin })).status).toBe(404);
    await mark(closed.otherStore.id);
    expect((await ask()).body).toMatchObject({ error: 'already_paid' });
  });

  it('requires Stripe and its webhook secret, and the error names them', async () => {
    const without = await createTestApplication({ database: application.database });
    const deaf = await createTestApplication({
      database: application.database,
      paymentProvider: stripeProvider({ ...stripe.settings, webhookSecret: null }),
    });
    for (const [app, setting] of [
      [without, 'STRIPE_SECRET_KEY'],
      [deaf, 'STRIPE_WEBHOOK_SECRET'],
    ] as const) {
      const { status, body } = await ask('EUR', 'admin', app);
      expect([status, body.error, body.message]).toEqual([
        400,
        'payment_links_not_configured',
        `Payment links need Stripe: ${setting} is not set.`,
      ]);
    }
  });
});

describe('A payment', () => {
  it('by card pays the invoice once, however often it is reported', async () => {
    const session = await open();
    stripe.money.pay(session.id);
    const event = aboutSession('completed', session);
    const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => tell(event, i % 2 ? other : application)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await tell(aboutSession('async_payment_succeeded', session));
    expect(await booked()).toEqual({ minor: closed.otherStore.total_minor, entries: 1 });
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
    expect((await tell(stripe.event('checkout.session.completed', claimed, { at: now }))).status).toBe(200);
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'open']);
    const forged = stripe.event('checkout.session.completed', claimed, { at: now, secret: 'whsec_other' });
    expect((await tell(forged)).body.error).toBe('bad_signature');
    const old = stripe.event('checkout.session.completed', claimed, { at: new Date(now.getTime() - 301_000) });
    expect((await tell(old)).body.error).toBe('bad_signature');
  });

  it('by SEPA debit pays when it is collected, and not when it fails', async () => {
    const session = await open();
    stripe.money.pay(session.id, 'sepa_debit');
    await tell(aboutSession('completed', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'processing']);
    expect((await ask()).body.error).toBe('payment_processing');
    stripe.money.failDebit(session.id);
    await tell(aboutSession('async_payment_failed', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([false, 'failed']);
    const second = await open();
    stripe.money.pay(second.id, 'sepa_debit');
    stripe.money.collect(second.id);
    await tell(aboutSession('async_payment_succeeded', second));
    expect(await isPaid()).toBe(true);
    expect(await faults()).toEqual([]);
  });

  it('is settled without its event, which was lost, and without another immediate query to Stripe', async () => {
    const session = await open();
    stripe.money.pay(session.id, 'sepa_debit');
    await tell(aboutSession('completed', session));
    stripe.money.collect(session.id);
    const deps = { provider: stripeProvider(stripe.settings), calendar: createCalendar('UTC') };
    const ctx = { db: application.database.db, now: () => now };
    const { signal } = new AbortController();
    expect([await refreshUnfinishedLinks(ctx, deps, signal), await isPaid()]).toEqual([0, false]);
    now = new Date(now.getTime() + 61 * 60_000);
    stripe.failNext('hang up');
    stripe.failNext('hang up');
    await expect(refreshUnfinishedLinks(ctx, deps, signal)).rejects.toThrow(Unavailable);
    expect([await refreshUnfinishedLinks(ctx, deps, signal), await isPaid()]).toEqual([0, false]);
    now = new Date(now.getTime() + 61 * 60_000);
    const counts = await Promise.all([1, 2, 3].map(() => refreshUnfinishedLinks(ctx, deps, signal)));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect([await isPaid(), await refreshUnfinishedLinks(ctx, deps, signal)]).toEqual([true, 0]);
    expect(await faults()).toEqual([]);
  });

  it('that the bank returns later opens the invoice again, and pays it when the dispute is won', async () => {
    const session = await open();
    stripe.money.pay(session.id, 'sepa_debit');
    stripe.money.collect(session.id);
    await tell(aboutSession('async_payment_succeeded', session));
    stripe.money.dispute(session.id, 'needs_response');
    await tell(aboutCharge('charge.dispute.created', session));
    expect([await isPaid(), await booked()]).toEqual([false, { minor: 0, entries: 2 }]);
    const store_id = cast.otherStoreId;
    expect(await links(true)).toMatchObject([
      { status: 'disputed', pays_invoice: false, store_id, store_name: expect.stringMatching(/^Store /) },
    ]);
    stripe.money.dispute(session.id, 'won');
    await tell(aboutCharge('charge.dispute.closed', session));
    expect([await isPaid(), await booked()]).toEqual([true, { minor: closed.otherStore.total_minor, entries: 3 }]);
    expect(await faults()).toEqual([]);
  });

  it('that is refunded opens the invoice again, in whole and in part', async () => {
    for (const [amount, status, isListed] of [
      [1, 'partly_refunded', true],
      [closed.otherStore.total_minor, 'refunded', false],
    ] as const) {
      const session = await open();
      stripe.money.pay(session.id);
      await tell(aboutSession('completed', session));
      stripe.money.refund(session.id, amount);
      await tell(aboutCharge('charge.refunded', session));
      expect([await isPaid(), (await booked()).minor]).toEqual([false, 0]);
      expect((await links())[0]).toMatchObject({ status, pays_invoice: false });
      expect((await links(true)).length > 0).toBe(isListed);
      await query('TRUNCATE payment_links');
    }
    expect(await faults()).toEqual([]);
  });

  it('of an invoice that was paid otherwise, or has changed, is listed and not booked', async () => {
    const session = await open();
    await mark(closed.otherStore.id);
    stripe.money.pay(session.id);
    await tell(aboutSession('completed', session));
    expect(await booked()).toMatchObject({ entries: 1 });
    expect(await links(true)).toMatchObject([{ status: 'paid', problem: 'already_paid', pays_invoice: false }]);
    stripe.money.refund(session.id, closed.otherStore.total_minor);
    await tell(aboutCharge('charge.refunded', session));
    expect([await isPaid(), await links(true)]).toEqual([true, []]);
    const kronor = await open('SEK');
    await query(
      `UPDATE invoices SET total_minor = total_minor - 1, net_minor = net_minor - 1 WHERE id = ${closed.store.id}`,
    );
    stripe.money.pay(kronor.id);
    await tell(aboutSession('completed', kronor));
    expect(await links(true)).toMatchObject([{ problem: 'invoice_changed' }]);
    await query(
      `UPDATE invoices SET total_minor = total_minor + 1, net_minor = net_minor + 1 WHERE id = ${closed.store.id}`,
    );
    expect(await isPaid(closed.store.id)).toBe(false);
  });

  it.each([
    ['amount', (session: PaymentSession) => (session.amount_total -= 1)],
    ['currency', (session: PaymentSession) => (session.currency = 'usd')],
    ['reference', (session: PaymentSession) => (session.client_reference_id = 'payment-999')],
  ])('with a %s other than requested pays nothing', async (_what, change) => {
    const session = await open();
    change(session);
    stripe.money.pay(session.id);
    await tell(aboutSession('completed', session));
    expect([await isPaid(), await links(true)]).toMatchObject([false, [{ problem: 'differs', pays_invoice: false }]]);
    stripe.money.refund(session.id, session.amount_total);
    await tell(aboutCharge('charge.refunded', session));
    expect([await isPaid(), await links(true)]).toEqual([false, []]);
  });

  it('that an administrator has reversed is not booked by a repeated event, nor reversed by its refund', async () => {
    const session = await open();
    stripe.money.pay(session.id);
    await tell(aboutSession('completed', session));
    const url = `/v2/payments/invoices/${closed.otherStore.id}/take-back-payment`;
    await application.call({ method: 'POST', url, as: cast.tokens.admin, body: {} });
    await tell(aboutSession('completed', session));
    expect(await isPaid()).toBe(false);
    await mark(closed.otherStore.id);
    stripe.money.refund(session.id, closed.otherStore.total_minor);
    await tell(aboutCharge('charge.refunded', session));
    expect([await isPaid(), (await links())[0].status]).toEqual([true, 'refunded']);
    expect(await faults()).toEqual([]);
  });

  it('is stored later when Stripe does not answer at the event', async () => {
    const session = await open();
    stripe.money.pay(session.id);
    const event = aboutSession('completed', session, 'evt_again');
    for (const _ of [1, 2]) stripe.failNext('hang up');
    expect((await tell(event)).status).toBe(503);
    expect((await tell(event)).status).toBe(200);
    expect(await isPaid()).toBe(true);
  });

  it('ends in the state at Stripe, for any order and number of the events', async () => {
    const steps = fc.shuffledSubarray(['refund', 'dispute', 'won'] as const);
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat(1_000)), async (chosen, random) => {
        await query('TRUNCATE payment_links, payment_events; UPDATE invoices SET paid_at = NULL');
        const session = await open();
        const before = (await booked()).minor;
        stripe.money.pay(session.id);
        const events = [aboutSession('completed', session), aboutSession('async_payment_succeeded', session)];
        for (const step of chosen) {
          if (step === 'refund') stripe.money.refund(session.id, closed.otherStore.total_minor);
          else stripe.money.dispute(session.id, step === 'won' ? 'won' : 'lost');
          events.push(aboutCharge(step === 'refund' ? 'charge.refunded' : 'charge.dispute.updated', session));
        }
        const disputes = chosen.filter((step) => step !== 'refund');
        const holds = !chosen.includes('refund') && disputes.at(-1) !== 'dispute';
        const order = [...events, ...events].map((event) => [random.next().value, event] as const);
        order.sort(([a], [b]) => a - b);
        await Promise.all(order.slice(0, 3).map(([, event], i) => tell(event, i % 2 ? other : application)));
        for (const [, event] of order.slice(3)) expect((await tell(event)).status).toBe(200);
        expect([await isPaid(), (await booked()).minor - before]).toEqual([
          holds,
          holds ? closed.otherStore.total_minor : 0,
        ]);
        await query(`ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_fixed;
          DELETE FROM ledger_entries WHERE origin_kind = 'paid';
          ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_fixed`);
      }),
      { numRuns: 15 },
    );
  });

  it('reported only by its refund is found by the payment', async () => {
    const session = await open();
    stripe.money.pay(session.id);
    stripe.money.refund(session.id, closed.otherStore.total_minor);
    await tell(aboutCharge('charge.refunded', session));
    expect((await links())[0]).toMatchObject({ status: 'refunded' });
    const asked = stripe.requests.length;
    await tell(stripe.event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_somebody' }, { at: now }));
    await tell(stripe.event('checkout.session.completed', { id: 'cs_other', mode: 'payment' }, { at: now }));
    expect(stripe.requests.length - asked).toBe(1);
  });
});

/** Credit notes and prepayments stay: the last tests of this file that pay the invoice. */
describe('An invoice that is partly credited', () => {
  const post = (url: string, body: object, on = application) =>
    on.call({ method: 'POST', url, as: cast.tokens.admin, body });
  const credit = async (netMinor: number) => {
    const url = `/v2/payments/invoices/${closed.otherStore.id}/credit-notes`;
    expect((await post(url, { net_minor: netMinor, reason: 'A click was counted twice' })).status).toBe(201);
  };
  const prepay = (amountMinor: number, on = application) =>
    post(
      `/v2/admin/stores/${cast.otherStoreId}/prepayments`,
      { amount_minor: amountMinor, day: AFTER_CLOSING.toISOString().slice(0, 10), reason: 'Bank statement' },
      on,
    );
  const takeBack = (on = application) =>
    post(`/v2/payments/invoices/${closed.otherStore.id}/take-back-payment`, {}, on);
  /** What is open, and what is covered otherwise than by a payment; minor units. */
  const state = async () =>
    (
      await application.database.pool.query(
        'SELECT open_minor::int AS open, offset_minor::int AS credited, prepaid_minor::int AS prepaid FROM invoices WHERE id = $1',
        [closed.otherStore.id],
      )
    ).rows[0];
  const balance = async () =>
    (await application.call({ url: `/v2/stores/${cast.otherStoreId}/balance`, as: cast.tokens.admin })).body.balance
      .amount;
  const pay = async (session: PaymentSession) => {
    stripe.money.pay(session.id);
    await tell(aboutSession('completed', session));
  };
  const refund = async (session: PaymentSession) => {
    stripe.money.refund(session.id, session.amount_total);
    await tell(aboutCharge('charge.refunded', session));
  };

  it('is for the open amount; a page for a larger one is expired, and its payment settles the invoice', async () => {
    const { total_minor: total } = closed.otherStore;
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
    const id = closed.store.id;
    const post = (url: string, body: object, on = application) =>
      on.call({ method: 'POST', url, as: cast.tokens.admin, body });
    const prepayment = { amount_minor: 100, day: AFTER_CLOSING.toISOString().slice(0, 10), reason: 'Bank statement' };
    for (let round = 1; round <= 5; round += 1) {
      const session = await open('SEK');
      stripe.money.pay(session.id);
      await tell(aboutSession('completed', session));
      expect([await isPaid(id), (await booked(id)).minor]).toEqual([true, session.amount_total]);
      stripe.money.refund(session.id, session.amount_total);
      const [back, told, prepaid, page] = await Promise.all([
        post(`/v2/payments/invoices/${id}/take-back-payment`, {}),
        tell(aboutCharge('charge.refunded', session), other),
        post(`/v2/admin/stores/${cast.storeId}/prepayments`, prepayment, other),
        ask('SEK'),
      ]);
      expect([200, 400]).toContain(back.status);
      expect([told.status, prepaid.status]).toEqual([200, 200]);
      expect([200, 400]).toContain(page.status);
      const { rows } = await application.database.pool.query(
        'SELECT open_minor::int AS open, prepaid_minor::int AS prepaid FROM invoices WHERE id = $1',
        [id],
      );
      const prepaidMinor = 100 * round;
      expect(rows).toEqual([{ open: closed.store.total_minor - prepaidMinor, prepaid: prepaidMinor }]);
      expect([await isPaid(id), (await booked(id)).minor]).toEqual([false, 0]);
      expect(await links(true)).toEqual([]);
    }
    expect(await faults()).toEqual([]);
  });
});

describe('The list', () => {
  it('is for administrators', async () => {
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['advertiser', 403],
    ] as const)
      expect(
        (
          await application.call({
            url: '/v2/admin/payment-links',
            ...(role === null ? {} : { as: cast.tokens[role] }),
          })
        ).status,
      ).toBe(status);
    expect((await application.call({ url: '/v2/admin/payment-links?size=1000', as: cast.tokens.admin })).status).toBe(
      422,
    );
  });
});
