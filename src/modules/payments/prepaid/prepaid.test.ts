import { beforeEach, describe, expect, it } from 'vitest';
import { TEST_COMPANY } from '../../../../tests/harness/application.ts';
import { camt, type ReportedPayment } from '../../../../tests/harness/bank-reports.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../audit/audit.ts';
import { remindStores } from '../dunning/remind-stores.ts';
import { closeAllPeriods } from '../periods/close-period.ts';
import { referenceOf, storesNamedIn } from './reference.ts';

let storeId: number;
let code: string;
let months = 0;
const calendar = createCalendar('UTC');
const on = (day: string) => new Date(`${day}T08:00:00Z`);
let now = on('2026-01-20');

const { application, cast } = await createPopulatedApplication({ now: () => now });

/** Each test has a store without credit in Sweden, whose clicks cost 4.00, and its own month. */
beforeEach(async () => {
  const { market, database } = application;
  storeId = await market.store();
  await market.member(storeId, cast.ids.advertiser);
  cast.tokens.advertiser = await application.tokenOf(cast.ids.advertiser);
  await market.price({ storeId, cpcMinor: 300, invoiceCpcMinor: 400 });
  ({ code } = await market.link({ userId: cast.ids.creator, storeId }));
  await database.pool.query(`UPDATE store_credit SET own_limit_minor = 0, limit_minor = 0 WHERE store_id = $1`, [
    storeId,
  ]);
  months += 1;
  now = on(`${monthName()}-20`);
  await takeMails(database);
});

const monthName = (after = 0) =>
  `20${30 + Math.floor((months + after - 1) / 12)}-${String(((months + after - 1) % 12) + 1).padStart(2, '0')}`;
const get = async (url: string, as: Role = 'admin') => (await application.call({ url, as: cast.tokens[as] })).body;
const post = (url: string, body: unknown, as: Role | null = 'admin') =>
  application.call({ method: 'POST', url, body, ...(as === null ? {} : { as: cast.tokens[as] }) });
const kronor = (minor: number) => ({ minor, currency: 'SEK' });
const paidIn = (amountMinor: number, day = now.toISOString().slice(0, 10)) =>
  post(`/v2/admin/stores/${storeId}/prepayments`, { amount: kronor(amountMinor), day, reason: 'Bank statement' });
const refund = (amountMinor: number, as: Role | null = 'admin') =>
  post(
    `/v2/admin/stores/${storeId}/prepayments/refund`,
    { amount: kronor(amountMinor), day: now.toISOString().slice(0, 10), reason: 'Ends' },
    as,
  );
const balance = () => get(`/v2/stores/${storeId}/balance`, 'advertiser');
const creditOf = () => get(`/v2/stores/${storeId}/credit`);
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const click = (count: number) =>
  clickRecorder(
    application.database,
    calendar,
  )(Array.from({ length: count }, (_, n) => ({ code, at: on(`${monthName()}-10`), visitor: `${storeId} ${n}` })));
const limitTo = async (minor: number) => {
  const url = `/v2/admin/stores/${storeId}/credit`;
  const { status } = await application.call({
    method: 'PATCH',
    url,
    as: cast.tokens.admin,
    body: { own_limit_minor: minor },
  });
  expect(status).toBe(200);
};
const close = async () => {
  now = on(`${monthName(1)}-03`);
  const deps = { calendar, company: TEST_COMPANY };
  await closeAllPeriods({ db: application.database.db, now: () => now, actorId: null }, deps);
};
const invoices = async () => (await get(`/v2/stores/${storeId}/invoices`)).data;
const report = async (...payments: ReportedPayment[]) =>
  (
    await upload(application, {
      url: '/v2/bank-files',
      as: cast.tokens.admin,
      mediaType: 'application/xml',
      content: camt(payments),
    })
  ).body.outcomes;

describe('References', () => {
  it('name a store, in any spelling, and detect each wrong digit', () => {
    for (const id of [1, 7, 42, 99_999_999, 123_456_789]) {
      const reference = referenceOf(id);
      const spaced = reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
      expect(storesNamedIn(`Payment ${spaced} thanks`)).toEqual([id]);
      expect(storesNamedIn(`${reference} 2026 000001`)).toEqual([id]);
    }
    const reference = referenceOf(4_711);
    for (let at = 2; at < reference.length; at++) {
      if (at === 4) continue;
      const wrong = reference.slice(0, at) + ((Number(reference[at]) + 1) % 10) + reference.slice(at + 1);
      expect(storesNamedIn(wrong)).toEqual([null]);
    }
    expect(storesNamedIn('Invoice S2026-000001')).toEqual([]);
  });
});

describe('A prepaid balance', () => {
  it('is raised by an incoming payment that names the reference, and covers clicks without their VAT', async () => {
    await click(3);
    expect((await creditOf()).incurred_minor).toBe(0);
    const { reference, bank_account: account } = await balance();
    expect(account).toContain('IBAN');
    expect(await report({ direction: 'CRDT', amount: '10.00', reference })).toEqual({ prepaid: 1 });
    expect(await balance()).toMatchObject({
      balance: { amount: '10.00', currency: 'SEK' },
      movements: [{ kind: 'paid_in', amount: { amount: '10.00' }, invoice_id: null }],
    });
    // 8.00 and 2.00 VAT: two clicks.
    expect(await creditOf()).toMatchObject({ limit_minor: 800, prepaid_minor: 1_000, own_limit_minor: 0 });
    await clickRecorder(
      application.database,
      calendar,
    )([7, 8, 9].map((n) => ({ code, at: on(`${monthName()}-11`), visitor: `paid ${n}` })));
    expect((await creditOf()).incurred_minor).toBe(800);
    expect(await faults()).toEqual([]);
  });

  it('pays the invoice of a closed month, exactly and in full', async () => {
    await paidIn(1_250);
    await click(2);
    await close();
    const [invoice] = await invoices();
    expect(invoice).toMatchObject({ total: { amount: '10.00' }, open: { amount: '0.00' } });
    expect(invoice.paid_at).not.toBeNull();
    expect(await balance()).toMatchObject({
      balance: { amount: '2.50' },
      movements: [{ kind: 'invoice', amount: { amount: '-10.00' }, number: invoice.number }, { kind: 'paid_in' }],
    });
    expect(await creditOf()).toMatchObject({ incurred_minor: 0, limit_minor: 200 });
    expect((await post(`/v2/payments/invoices/${invoice.id}/take-back-payment`, {})).body.error).toBe('not_paid');
    expect(await faults()).toEqual([]);
  });

  it('pays a part of an invoice, and dunning reminds of the rest, which the bank pays', async () => {
    await limitTo(10000);
    await paidIn(1_250);
    await click(5);
    await close();
    const [invoice] = await invoices();
    expect(invoice).toMatchObject({ total: { amount: '25.00' }, open: { amount: '12.50' }, paid_at: null });
    expect(await creditOf()).toMatchObject({ incurred_minor: 1_000, prepaid_minor: 0 });
    await takeMails(application.database);
    now = on(`${monthName(2)}-20`);
    const remind = () =>
      remindStores(
        { db: application.database.db, now: () => now, publicUrl: 'http://x.test' },
        { calendar, days: [3, 30] },
      );
    await remind();
    const mine = (await takeMails(application.database)).filter(({ subject }) => subject.includes(invoice.number));
    expect(mine[0]!.text).toContain('The open amount of SEK 12.50 was due');
    const receivables = (await get('/v2/admin/open-receivables')).data.find(
      (one: { currency: string }) => one.currency === 'SEK',
    );
    expect(receivables.total.amount).toBe('12.50');
    expect(await report({ direction: 'CRDT', amount: '25.00', reference: invoice.number })).toEqual({ unmatched: 1 });
    expect(await report({ direction: 'CRDT', amount: '12.50', reference: invoice.number })).toEqual({
      invoice_paid: 1,
    });
    expect((await creditOf()).incurred_minor).toBe(0);
    expect(await faults()).toEqual([]);
    expect((await post(`/v2/payments/invoices/${invoice.id}/take-back-payment`, {})).status).toBe(200);
    expect((await invoices())[0].open.amount).toBe('12.50');
    expect(await faults()).toEqual([]);
    await paidIn(1_250);
    expect((await invoices())[0].open.amount).toBe('0.00');
  });

  it('is used before a reminder is sent, also of an invoice that was issued before', async () => {
    await limitTo(10000);
    await click(2);
    await close();
    const [invoice] = await invoices();
    expect(invoice.paid_at).toBeNull();
    now = on(`${monthName(2)}-20`);
    // Simulates that the process has ended before it paid invoices from balances.
    await paidIn(1_000);
    expect((await invoices())[0].paid_at).not.toBeNull();
    await remindStores(
      { db: application.database.db, now: () => now, publicUrl: 'http://x.test' },
      { calendar, days: [3] },
    );
    const mine = (await takeMails(application.database)).filter(
      ({ subject }) => subject === `Last reminder: invoice ${invoice.number}`,
    );
    expect(mine).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('ends the block of the last reminder', async () => {
    await limitTo(10000);
    await click(2);
    await close();
    now = on(`${monthName(2)}-20`);
    await remindStores(
      { db: application.database.db, now: () => now, publicUrl: 'http://x.test' },
      { calendar, days: [3] },
    );
    expect((await creditOf()).limit_minor).toBe(0);
    await paidIn(999);
    expect(await creditOf()).toMatchObject({ limit_minor: 0, prepaid_minor: 0 });
    await paidIn(1);
    expect((await creditOf()).limit_minor).toBe(10_000);
    expect(await faults()).toEqual([]);
  });

  it('covers promises', async () => {
    const { market } = application;
    await paidIn(1_250);
    const campaignId = await market.campaign({ storeId, type: 'user_accept' });
    await application.database.pool.query(
      'UPDATE campaigns SET has_onetime_payment = true, one_time_payment_minor = 600 WHERE id = $1',
      [campaignId],
    );
    const accept = async () => {
      const id = await market.participant({ campaignId, userId: await market.user(), status: 'open' });
      const url = `/v2/offers/${campaignId}/participants/${id}/update-status`;
      return application.call({ method: 'PATCH', url, as: cast.tokens.admin, body: { status: 'accepted' } });
    };
    expect((await accept()).status).toBe(200);
    expect((await accept()).body.error).toBe('credit_limit');
    expect((await refund(501)).body.error).toBe('balance_needed');
    expect((await refund(500)).status).toBe(200);
    expect(await balance()).toMatchObject({
      balance: { amount: '7.50' },
      movements: [{ kind: 'refunded' }, { kind: 'paid_in' }],
    });
    expect(await faults()).toEqual([]);
  });

  it('takes an amount in the currency of the store, once, and until the sunset under its earlier name', async () => {
    const path = `/v2/admin/stores/${storeId}/prepayments`;
    const send = (body: object, what = '') =>
      post(`${path}${what}`, { day: now.toISOString().slice(0, 10), reason: 'Paid', ...body });
    for (const [body, field] of [
      [{}, 'amount'],
      [{ amount: { minor: 100, currency: 'EUR' } }, 'amount.currency'],
      [{ amount: kronor(0) }, 'amount.minor'],
      [{ amount: kronor(100), amount_minor: 100 }, 'amount_minor'],
    ] as const)
      for (const what of ['', '/refund']) {
        const { status, body: reply } = await send(body, what);
        expect([status, Object.keys(reply.errors)]).toEqual([422, [field]]);
      }
    expect((await send({ amount_minor: 1_000 })).body.balance.amount).toBe('10.00');
    expect((await send({ amount_minor: 1_001 }, '/refund')).body.errors).toHaveProperty('amount_minor');
    expect((await send({ amount_minor: 1_000 }, '/refund')).body.balance.amount).toBe('0.00');
    expect(await faults()).toEqual([]);
  });

  it('is paid back as far as possible, by one of several concurrent requests', async () => {
    await paidIn(1_000);
    expect((await refund(1_001)).body.errors).toHaveProperty('amount');
    const results = await Promise.all([refund(600), refund(600), refund(600)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await balance()).balance.amount).toBe('4.00');
    expect(await faults()).toEqual([]);
  });

  it('is used once by payments, closings and refunds at once', async () => {
    await limitTo(100000);
    await click(20);
    await close();
    await Promise.all([
      ...Array.from({ length: 6 }, () => paidIn(1_700)),
      ...Array.from({ length: 4 }, () => refund(300)),
      ...Array.from({ length: 3 }, () =>
        remindStores(
          { db: application.database.db, now: () => now, publicUrl: 'http://x.test' },
          { calendar, days: [30] },
        ),
      ),
    ]);
    const [invoice] = await invoices();
    expect(invoice.paid_at).not.toBeNull();
    expect(await faults()).toEqual([]);
  });

  it('accepts payments of unclear stores by hand, and no other currency', async () => {
    const { reference } = await balance();
    const wrong = reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
    expect(await report({ direction: 'CRDT', amount: '5.00', reference: wrong })).toEqual({ unmatched: 1 });
    expect(await report({ direction: 'CRDT', amount: '6.00', currency: 'EUR', reference })).toEqual({ unmatched: 1 });
    const [foreign, unclear] = (await get('/v2/bank-entries?outcome=unmatched')).data;
    expect([foreign.reason, unclear.reason]).toEqual(['currency_differs', 'unknown_reference']);
    const prepay = (id: number, body: unknown = { store_id: storeId }, as: Role | null = 'admin') =>
      post(`/v2/bank-entries/${id}/prepay`, body, as);
    expect((await prepay(foreign.id)).body.error).toBe('amount_differs');
    expect((await prepay(unclear.id, { store_id: 999_999 })).body.errors).toHaveProperty('store_id');
    expect((await prepay(unclear.id, { store_id: storeId }, 'advertiser')).status).toBe(403);
    const answers = await Promise.all([prepay(unclear.id), prepay(unclear.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({ outcome: 'prepaid', store_id: storeId });
    expect((await balance()).balance.amount).toBe('5.00');
    expect(await faults()).toEqual([]);
  });

  it('takes the payment of an invoice that names the store when the amount differs', async () => {
    await limitTo(10000);
    await click(2);
    await close();
    const [invoice] = await invoices();
    const { reference } = await balance();
    expect(await report({ direction: 'CRDT', amount: '12.00', reference: `${invoice.number} ${reference}` })).toEqual({
      prepaid: 1,
    });
    expect((await invoices())[0].open.amount).toBe('0.00');
    expect((await balance()).balance.amount).toBe('2.00');
    expect(await faults()).toEqual([]);
  });

  it('is refused to others, and for bad input', async () => {
    expect((await application.call({ url: `/v2/stores/${storeId}/balance` })).status).toBe(401);
    expect(
      (await application.call({ url: `/v2/stores/${storeId}/balance`, as: cast.tokens.otherAdvertiser })).status,
    ).toBe(403);
    expect((await application.call({ url: `/v2/stores/999999/balance`, as: cast.tokens.admin })).status).toBe(404);
    expect((await refund(1, 'advertiser')).status).toBe(403);
    expect((await refund(1, null)).status).toBe(401);
    expect((await paidIn(0)).status).toBe(422);
    expect((await paidIn(1, '2099-01-01')).body.errors).toHaveProperty('day');
    const unknown = { amount_minor: 1, day: '2030-01-01', reason: 'x' };
    expect((await post('/v2/admin/stores/999999/prepayments', unknown)).status).toBe(404);
    expect((await post('/v2/admin/stores/999999/prepayments/refund', unknown)).status).toBe(404);
  });
});
