import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, closeMonth, createClosedMonth, markPaid } from '../../../../tests/harness/closed-month.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { pdfTexts } from '../../../../tests/harness/pdf-text.ts';
import { audit } from '../../payments/index.ts';

let now = AFTER_CLOSING;
const SWEDISH_COMPANY = {
  kind: 'company',
  legal_name: 'Öberg Media AB',
  vat_status: 'registered',
  vat_number: 'SE559000000001',
};
const GERMAN_COMPANY = {
  kind: 'company',
  legal_name: 'Grün & Söhne GmbH',
  street: 'Hauptstraße 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_status: 'registered',
  vat_number: 'DE123456789',
};

const { application, cast } = await createPopulatedApplication({ now: () => now });
const { ids, tokens } = cast;
await registerPayee(application, { path: `users/${ids.creator}`, as: tokens.creator, identity: SWEDISH_COMPANY });
await registerPayee(application, { path: `clients/${cast.agencyId}`, as: tokens.agency, identity: GERMAN_COMPANY });
await application.call({
  method: 'POST',
  url: `/v2/users/${ids.creator}/payee/vat-confirmation`,
  as: tokens.admin,
  body: { vat_number: SWEDISH_COMPANY.vat_number },
});
const closed = await createClosedMonth(application, cast);
await application.database.pool.query('UPDATE orders SET created_at = order_at');

const call = (url: string, body?: unknown) =>
  application.call({ ...(body === undefined ? {} : { method: 'POST' as const, body }), url, as: cast.tokens.admin });
const mark = (id: number) => markPaid(application, cast, id);
const balance = async (currency = 'SEK') =>
  (await call(`/v2/users/${cast.ids.creator}/balances`)).body.data.find(
    (one: { currency: string }) => one.currency === currency,
  );
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const statement = async (currency: string) =>
  (await call(`/v2/users/${cast.ids.creator}/statements`)).body.data.find(
    (one: { currency: string }) => one.currency === currency,
  );

describe('VAT that a payee charges', () => {
  it('is on the statement, in its legal name, and held together with the amount', async () => {
    expect(await statement('SEK')).toMatchObject({
      net: { amount: '326.30' },
      vat: { amount: '81.58' },
      total: { amount: '407.88' },
      vat_rate: 0.25,
      standing: {
        earned: { amount: '407.88' },
        held: { store_unpaid: { amount: '407.88' } },
        payable: { amount: '0.00' },
      },
    });
    const id = (await statement('SEK')).id;
    const { body } = await call(`/v2/payments/invoices/${id}`);
    expect(body).toMatchObject({
      vat_note: 'domestic',
      seller: { name: 'Öberg Media AB', vat_number: 'SE559000000001' },
    });
    expect(await balance()).toMatchObject({ earned: { amount: '407.88' }, payable: { amount: '0.00' } });
    expect(await faults()).toEqual([]);
  });

  it('is not charged by another country’s company: reverse charge, in two languages', async () => {
    const { id } = closed.agency[0]!;
    await application.database.pool.query(`UPDATE invoices SET locale = 'de_DE' WHERE id = $1`, [id]);
    const { body } = await call(`/v2/payments/invoices/${id}`);
    expect(body).toMatchObject({
      vat_note: 'reverse_charge',
      vat: { amount: '0.00' },
      seller: { name: 'Grün & Söhne GmbH' },
    });
    const { rawPayload } = await application.app.inject({
      url: `/v2/payments/invoices/${id}/pdf`,
      headers: { authorization: cast.tokens.admin },
    });
    const text = pdfTexts(rawPayload).flat().join(' ');
    for (const words of [
      'Gutschrift',
      'Steuerschuldnerschaft des Leistungsempfängers',
      'Reverse charge, Article 196',
      'Self-billing',
    ])
      expect(text).toContain(words);
  });

  it('does not exist for a payee without data', async () => {
    const { body } = await call(`/v2/payments/invoices/${closed.otherCreator[0]!.id}`);
    expect(body).toMatchObject({ vat_note: 'not_applicable', vat: { amount: '0.00' } });
  });

  it('is payable and paid by a run, and withdrawn with the amount that it is charged on', async () => {
    await mark(closed.store.id);
    await mark(closed.otherStore.id);
    expect(await balance()).toMatchObject({ payable: { amount: '407.88' } });
    expect((await statement('SEK')).standing).toMatchObject({ payable: { amount: '407.88' } });
    const request = { currency: 'SEK', cut_off: '2026-02-03' };
    const { fingerprint, total } = (await call('/v2/payout-runs/preview', request)).body;
    // 0.90 of it are the agency’s.
    expect(total.amount).toBe('408.78');
    const run = (await call('/v2/payout-runs', { ...request, fingerprint })).body;
    if (run.needs_approval) {
      const second = await application.tokenOf(await application.market.user({ isAdmin: true }));
      await application.call({ method: 'POST', url: `/v2/payout-runs/${run.id}/approve`, as: second, body: {} });
    }
    expect((await call(`/v2/payout-runs/${run.id}/export`, { format: 'pain.001.001.09' })).status).toBe(200);
    expect((await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: '2026-02-03' })).status).toBe(200);
    expect(await balance()).toMatchObject({ payable: { amount: '0.00' }, paid: { amount: '407.88' } });

    const filter = { kind: 'one_time_payments', user_id: cast.ids.creator, from: '2026-01-01', to: '2026-01-31' };
    const preview = (await call('/v2/admin/voids/preview', filter)).body;
    expect((await call('/v2/admin/voids', { ...filter, fingerprint: preview.fingerprint, reason: 'x' })).status).toBe(
      201,
    );
    // 250.00 and its VAT of 62.50.
    expect(await balance()).toMatchObject({ overpaid: { amount: '312.50' }, earned: { amount: '95.38' } });
    now = new Date('2026-03-02T08:00:00Z');
    await closeMonth(application, '2026-02', now);
    expect(await statement('SEK')).toMatchObject({ net: { amount: '-250.00' }, vat: { amount: '-62.50' } });
    expect(await balance()).toMatchObject({ overpaid: { amount: '312.50' }, earned: { amount: '95.38' } });
    expect(await faults()).toEqual([]);
  });
});
