import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { pdfTexts } from '../../../../tests/harness/pdf-text.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../audit/audit.ts';
import { remindStores } from '../dunning/remind-stores.ts';
import { settleInvoices } from '../imports/mark-paid.ts';

const { application, cast, closed } = await createClosedMarket();

await application.database.pool.query(`UPDATE orders SET created_at = order_at`);

/** Each test begins with open invoices: 362.00 net and 90.50 VAT of the store, 1.80 net without VAT of the other. */
beforeEach(async () => {
  await application.database.pool.query(
    `${changingLedger(`DELETE FROM single_entries WHERE origin_kind IN ('paid', 'credit_note', 'prepaid', 'prepayment')
       OR origin_kind = 'vat' AND origin_id IN (SELECT id::text FROM invoices WHERE credits_id IS NOT NULL)`)}
     DELETE FROM invoice_lines WHERE kind = 'credit'; DELETE FROM invoices WHERE credits_id IS NOT NULL;
     DELETE FROM invoice_numbers WHERE kind = 'credit_note'; DELETE FROM prepayments; DELETE FROM dunning_notices;
     UPDATE invoices SET paid_at = NULL, offset_minor = 0, prepaid_minor = 0, needs_release = false;
     UPDATE store_credit SET prepaid_minor = 0, prepaid_vat_ppm = 0; SELECT refresh_credit_limits()`,
  );
  await takeMails(application.database);
});

const get = async (url: string, as: Role = 'admin') => (await application.call({ url, as: cast.tokens[as] })).body;
const post = (url: string, body: unknown, as: Role | null = 'admin', headers?: Record<string, string>) =>
  application.call({
    method: 'POST' as const,
    url,
    body,
    ...(headers === undefined ? {} : { headers }),
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });
const kronor = (minor: number) => ({ minor, currency: 'SEK' });
const euros = (minor: number) => ({ minor, currency: 'EUR' });
const credit = (body: Record<string, unknown> = {}, id = closed.store.id, as: Role | null = 'admin') =>
  post(`/v2/payments/invoices/${id}/credit-notes`, { reason: 'Double charge', ...body }, as);
const invoice = (id = closed.store.id) => get(`/v2/payments/invoices/${id}`);
const creditOf = (storeId = cast.storeId) => get(`/v2/stores/${storeId}/credit`);
const balanceOf = async (storeId = cast.storeId) => (await get(`/v2/stores/${storeId}/balance`)).balance.amount;
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const markPaid = (id = closed.store.id) =>
  application.database.db.transaction((tx) =>
    settleInvoices(tx, [{ invoiceId: id, paidAt: AFTER_CLOSING }], {
      now: AFTER_CLOSING,
      calendar: createCalendar('UTC'),
    }),
  );
const storeUnpaid = async () => {
  const { data: balances } = await get(`/v2/users/${cast.ids.creator}/balances`);
  return balances.find(({ currency }: { currency: string }) => currency === 'SEK');
};

describe('A credit note', () => {
  it('of a part reduces the open amount, with its VAT, and has its own number, lines and parties', async () => {
    const before = await creditOf();
    const { status, body } = await credit({ net: kronor(1_000) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: 'K2026-000001',
      month: '2026-02',
      kind: 'store',
      store_id: cast.storeId,
      issued_on: '2026-02-03',
      net: { amount: '-10.00' },
      vat: { amount: '-2.50' },
      total: { amount: '-12.50' },
      open: { amount: '0.00' },
      credits: { id: closed.store.id, number: closed.store.number },
      lines: [{ kind: 'credit', quantity: 0, amount: { amount: '-10.00' } }],
    });
    expect(body.lines[0].description).toContain(`${closed.store.number}: Double charge`);
    expect(await invoice()).toMatchObject({
      total: { amount: '452.50' },
      open: { amount: '440.00' },
      credited: { amount: '12.50' },
      paid_at: null,
    });
    expect((await creditOf()).incurred_minor).toBe(before.incurred_minor - 1_000);
    const ofStore = (await get(`/v2/stores/${cast.storeId}/invoices`, 'advertiser')).data;
    expect(ofStore.map((one: { number: string }) => one.number)).toEqual(['K2026-000001', closed.store.number]);
    const [mail] = await takeMails(application.database);
    expect(mail!.text).toContain(closed.store.number);
    expect(mail!.text).not.toContain('Please pay');
    expect(await faults()).toEqual([]);
  });

  it('is a PDF that names the invoice, and an Excel file', async () => {
    const { id } = (await credit({ net: kronor(1_000) })).body;
    const pdf = await application.app.inject({
      url: `/stores/${cast.storeId}/invoices/${id}/pdf`,
      headers: { authorization: cast.tokens.advertiser },
    });
    const text = pdfTexts(pdf.rawPayload).flat().join(' ');
    expect(text).toContain(`till faktura ${closed.store.number} av den 3 februari 2026`);
    expect(text).toContain('K2026-000001');
    const excel = await application.app.inject({
      url: `/v2/payments/invoices/${id}/excel`,
      headers: { authorization: cast.tokens.admin },
    });
    expect(excel.statusCode).toBe(200);
  });

  it('for the full amount settles the invoice without money, and its earnings wait for a release', async () => {
    expect((await credit()).body.total.amount).toBe('-452.50');
    const { paid_at: paidAt, open, needs_release: needsRelease } = await invoice();
    expect({ open: open.amount, needsRelease }).toEqual({ open: '0.00', needsRelease: true });
    expect(paidAt).not.toBeNull();
    expect((await creditOf()).incurred_minor).toBe(0);
    expect(await balanceOf()).toBe('0.00');
    expect((await storeUnpaid()).held.store_unpaid.amount).not.toBe('0.00');
    await post(`/v2/payments/invoices/${closed.store.id}/release`, { reason: 'Our mistake' });
    expect((await storeUnpaid()).held.store_unpaid.amount).toBe('0.00');
    expect((await post(`/v2/payments/invoices/${closed.store.id}/take-back-payment`, {})).body.error).toBe('not_paid');
    expect(await faults()).toEqual([]);
  });

  it('within the platform’s share leaves earnings payable after the rest is paid', async () => {
    // The platform keeps 3 times 1.00 of the clicks.
    await credit({ net: kronor(100) });
    expect((await invoice()).needs_release).toBe(false);
    await markPaid();
    expect((await storeUnpaid()).held.store_unpaid.amount).toBe('0.00');
    expect(await faults()).toEqual([]);
  });

  it('of a paid invoice increases the balance, and does not affect the earnings', async () => {
    await markPaid();
    const payable = (await storeUnpaid()).payable.amount;
    const limit = (await creditOf()).limit_minor;
    await credit({ net: kronor(20_000) });
    expect(await balanceOf()).toBe('250.00');
    expect((await creditOf()).limit_minor).toBe(limit + 20_000);
    expect((await storeUnpaid()).payable.amount).toBe(payable);
    const { movements } = await get(`/v2/stores/${cast.storeId}/balance`, 'advertiser');
    expect(movements).toMatchObject([{ kind: 'credit_note', amount: { amount: '250.00' }, number: 'K2026-000001' }]);
    expect(await faults()).toEqual([]);
  });

  it('is settled by the rest when a payment is reversed', async () => {
    await markPaid();
    await credit({ net: kronor(20_000) });
    await post(`/v2/payments/invoices/${closed.store.id}/take-back-payment`, {});
    expect(await balanceOf()).toBe('0.00');
    expect((await invoice()).open.amount).toBe('202.50');
    await markPaid();
    expect(await faults()).toEqual([]);
    expect((await invoice()).open.amount).toBe('0.00');
  });

  it('reverses VAT to the minor unit in parts of any size', async () => {
    const parts = [1, 1, 1, 3, 7, 11_111];
    for (const net of parts) expect((await credit({ net: kronor(net) })).status).toBe(201);
    expect((await credit()).status).toBe(201);
    expect(await invoice()).toMatchObject({ credited: { amount: '452.50' }, open: { amount: '0.00' } });
    expect(await faults()).toEqual([]);
  });

  it('reverses nothing where the reverse charge applies', async () => {
    const { body } = await credit({ net: euros(100) }, closed.otherStore.id);
    expect(body).toMatchObject({ vat: { amount: '0.00' }, vat_note: 'reverse_charge', total: { amount: '-1.00' } });
    expect(await faults()).toEqual([]);
  });

  it('never exceeds the invoice, also under concurrency', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => credit({ net: kronor(7_000) })));
    const done = results.filter(({ status }) => status === 201);
    expect(done).toHaveLength(5);
    for (const { status, body } of results.filter((one) => one.status !== 201))
      expect({ status, fields: body }).toMatchObject({
        status: 422,
        fields: { errors: { net: [expect.stringContaining('1200')] } },
      });
    expect(new Set(done.map(({ body }) => body.number)).size).toBe(5);
    expect((await invoice()).credited.amount).toBe('437.50');
    expect(await faults()).toEqual([]);
  });

  it('is issued once for one key', async () => {
    const url = `/v2/payments/invoices/${closed.store.id}/credit-notes`;
    const send = () => post(url, { reason: 'Twice', net: kronor(500) }, 'admin', { 'idempotency-key': 'credit-1' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1);
    expect((await invoice()).credited.amount).toBe('6.25');
  });

  it('causes no reminders, which state the open amount', async () => {
    const remind = async (day: string) => {
      const now = () => new Date(`${day}T08:00:00Z`);
      const settings = { calendar: createCalendar('UTC'), days: [3, 10] };
      await remindStores({ db: application.database.db, now, publicUrl: 'http://x.test' }, settings);
      return (await takeMails(application.database)).filter(({ text }) => text.includes(closed.store.number));
    };
    await credit({ net: kronor(1_000) });
    await takeMails(application.database);
    const mails = await remind('2026-03-08');
    expect(mails[0]!.text).toMatch(/The open amount of SEK.440\.00/);
    await credit();
    await takeMails(application.database);
    expect(await remind('2026-03-20')).toEqual([]);
  });

  it('is posted against the revenue, the output VAT and the prepayments of stores', async () => {
    await credit({ net: kronor(1_000) });
    await markPaid();
    await credit({ net: kronor(20_000) });
    const { rows } = await application.database.pool.query(
      `SELECT kind, debit, credit, sum(amount_minor)::int AS minor FROM accounting_postings
       WHERE month = '2026-02-01' AND currency = 'SEK' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    expect(rows).toEqual([
      { kind: 'credit_note', debit: 'receivables', credit: 'output_vat', minor: -5_250 },
      { kind: 'credit_note', debit: 'receivables', credit: 'revenue_domestic', minor: -21_000 },
      { kind: 'prepaid', debit: 'prepayments', credit: 'receivables', minor: -25_000 },
      { kind: 'received', debit: 'bank', credit: 'receivables', minor: 44_000 },
    ]);
  });

  it('is in the audit log', async () => {
    await credit({ net: kronor(100) });
    const { rows } = await application.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'invoice.credited' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0].details).toMatchObject({ net_minor: 100, vat_minor: 25, reason: 'Double charge' });
  });

  it('is refused for a fully credited invoice, a credit note, a statement, and invalid input', async () => {
    const { body: note } = await credit();
    expect((await credit()).body.error).toBe('fully_credited');
    expect((await credit({}, note.id)).body.error).toBe('not_creditable');
    expect((await credit({}, closed.creator[0]!.id)).status).toBe(404);
    expect((await credit({}, 999_999)).status).toBe(404);
    expect((await credit({ net: euros(0) }, closed.otherStore.id)).status).toBe(422);
    expect((await credit({ reason: ' ' }, closed.otherStore.id)).status).toBe(422);
    expect((await credit({ net: euros(181) }, closed.otherStore.id)).body.errors).toHaveProperty('net');
    expect((await credit({ net_minor: 181 }, closed.otherStore.id)).body.errors).toHaveProperty('net_minor');
    const other = { net: { minor: 1, currency: 'NOK' } };
    expect((await credit(other, closed.otherStore.id)).body.errors).toHaveProperty(['net.currency']);
    expect((await credit({}, closed.otherStore.id, null)).status).toBe(401);
    expect((await credit({}, closed.otherStore.id, 'advertiser')).status).toBe(403);
  });

  it('is explained by its reason', async () => {
    const { id } = (await credit({ net: kronor(100) })).body;
    const { status, body } = await application.call({
      url: `/v2/invoices/${id}/lines/1/explanation`,
      as: cast.tokens.advertiser,
    });
    expect({ status, text: JSON.stringify(body) }).toMatchObject({
      status: 200,
      text: expect.stringContaining('Double charge'),
    });
  });
});
