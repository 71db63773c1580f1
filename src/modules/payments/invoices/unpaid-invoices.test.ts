import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { drawQrCode } from '../../../platform/images/draw-qr-code.ts';
import { paymentCode } from './payment-code.ts';

const ACCOUNT = { iban: 'SE4550000000058398257466', bic: 'ESSESESS' };
let now = AFTER_CLOSING;
const { application, cast, closed } = await createClosedMarket({
  now: () => now,
  company: { account: ACCOUNT },
});

beforeEach(() => {
  now = AFTER_CLOSING;
});

const get = (url: string, role: Role | null) =>
  application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });
const unpaid = (storeId: number, role: Role | null = 'admin') => get(`/v2/stores/${storeId}/unpaid-invoices`, role);
const codePath = (storeId: number, invoiceId: number) => `/v2/stores/${storeId}/invoices/${invoiceId}/payment-code`;
const ROLES = [null, 'creator', 'agency', 'otherAdvertiser', 'advertiser', 'admin'] as const;

async function statuses(url: string): Promise<number[]> {
  const found = [];
  for (const role of ROLES) found.push((await get(url, role)).status);
  return found;
}

describe('The unpaid invoices of a store', () => {
  it('are summed by whether they are overdue, from the day after the due day', async () => {
    const expected = {
      data: [
        {
          id: closed.store.id,
          number: 'S2026-000001',
          month: '2026-01',
          payment_date: '2026-03-05',
          is_overdue: false,
          open: { minor: 45_250, currency: 'SEK' },
          has_payment_code: false,
        },
      ],
      overdue: { minor: 0, currency: 'SEK' },
      due: { minor: 45_250, currency: 'SEK' },
      pay_to: {
        name: 'Tributary Test AB',
        account: 'IBAN SE45 5000 0000 0583 9825 7466',
        ...ACCOUNT,
      },
    };
    now = new Date('2026-03-05T23:59:59Z');
    expect((await unpaid(cast.storeId, 'advertiser')).body).toEqual(expected);
    now = new Date('2026-03-06T00:00:00Z');
    expect((await unpaid(cast.storeId)).body).toEqual({
      ...expected,
      data: [{ ...expected.data[0], is_overdue: true }],
      overdue: expected.due,
      due: expected.overdue,
    });
  });

  it('are those of the store, for its members and administrators', async () => {
    expect(await statuses(`/v2/stores/${cast.storeId}/unpaid-invoices`)).toEqual([401, 403, 403, 403, 200, 200]);
    expect((await unpaid(999_999)).status).toBe(404);
  });
});

describe('The payment code of an invoice', () => {
  it('is a picture for an invoice in euros, until it is paid', async () => {
    const url = codePath(cast.otherStoreId, closed.otherStore.id);
    const [invoice] = (await unpaid(cast.otherStoreId)).body.data;
    expect(invoice).toMatchObject({ number: closed.otherStore.number, has_payment_code: true });
    const code = paymentCode({
      name: 'Tributary Test AB',
      account: ACCOUNT,
      currency: 'EUR',
      minor: closed.otherStore.total_minor,
      reference: closed.otherStore.number,
    });
    const reply = await application.app.inject({ url, headers: { authorization: cast.tokens.otherAdvertiser } });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(reply.rawPayload).toEqual(await drawQrCode(code!, { format: 'svg', size: 320 }));
    await markPaid(application, cast, closed.otherStore.id);
    expect((await get(url, 'admin')).status).toBe(404);
    expect((await unpaid(cast.otherStoreId)).body).toMatchObject({ data: [], due: { minor: 0, currency: 'EUR' } });
  });

  it('is missing for other currencies and for invoices of others', async () => {
    expect(await statuses(codePath(cast.storeId, closed.store.id))).toEqual([401, 403, 403, 403, 404, 404]);
    expect((await get(codePath(cast.storeId, closed.otherStore.id), 'admin')).status).toBe(404);
    expect((await get(codePath(cast.storeId, closed.agency[0]!.id), 'admin')).status).toBe(404);
  });
});
