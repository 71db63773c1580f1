import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { TEST_COMPANY } from '../../../../tests/harness/application.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';

const { application, cast, closed } = await createClosedMarket();

const get = (url: string, role: Role | null = 'admin', body?: object) =>
  application.call({
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });

/** Downloads a file. */
async function download(url: string, role: Role) {
  const reply = await application.app.inject({ url, headers: { authorization: cast.tokens[role] } });
  return { status: reply.statusCode, headers: reply.headers, content: reply.rawPayload };
}

async function statuses(url: string, roles: readonly (Role | null)[]): Promise<number[]> {
  const replies = [];
  for (const role of roles) {
    const authorization = role === null ? {} : { authorization: cast.tokens[role] };
    replies.push((await application.app.inject({ url, headers: authorization })).statusCode);
  }
  return replies;
}

describe('The invoices of a payment period', () => {
  const period = '/v2/payments/getPaymentInvoices?payment_period=2026-01';

  it('are those of stores, agencies and creators, with their lines', async () => {
    const { status, body } = await get(period);
    expect([status, body.meta.total, body.meta.per_page]).toEqual([200, 8, 100]);
    const invoice = body.data.find((entry: { id: number }) => entry.id === closed.store.id);
    const { creator } = cast.ids;
    const { rows } = await application.database.pool.query('SELECT username FROM users WHERE id = $1', [creator]);
    const money = (amount: string) => ({ amount, currency: 'SEK' });
    expect(invoice).toEqual({
      id: closed.store.id,
      number: 'S2026-000001',
      kind: 'store',
      month: '2026-01',
      currency: 'SEK',
      store_id: cast.storeId,
      client_id: null,
      user_id: null,
      ax_id: null,
      paid_at: null,
      // 3 × 4.00 + a tenth of 1000.00 + 250.00, and a quarter of it
      net: money('362.00'),
      vat: money('90.50'),
      total: money('452.50'),
      vat_rate: 0.25,
      issued_on: '2026-02-03',
      payment_date: '2026-03-05',
      pdf_url: `http://tributary.test/v2/payments/invoices/${closed.store.id}/pdf`,
      lines: [
        ['clicks', 'Klick till butikens egna priser', 3, '12.00'],
        ['commission', 'Provision på order, Summer campaign', 1, '100.00'],
        ['one_time', `Engångsersättning, ${rows[0].username}: Film`, 1, '250.00'],
      ].map(([kind, description, quantity, amount]) => ({
        kind,
        description,
        quantity,
        amount: money(amount as string),
        adjusts: null,
      })),
    });
  });

  it('can be filtered by kind, and are paginated', async () => {
    const { body } = await get(`${period}&kind=creator&size=2`);
    expect([body.data.length, body.meta.total, body.meta.last_page]).toEqual([2, 3, 2]);
    expect(body.data.map((entry: { kind: string }) => entry.kind)).toEqual(['creator', 'creator']);
  });

  it('can be filtered in a body, as the interface documents', async () => {
    expect((await get('/v2/payments/getPaymentInvoices', 'admin', { payment_period: '2026-01' })).body.meta.total).toBe(
      8,
    );
  });

  it('do not exist for an open period', async () => {
    expect((await get('/v2/payments/getPaymentInvoices?payment_period=2026-02')).body).toMatchObject({ data: [] });
  });

  it.each([
    '',
    '?payment_period=2026-13',
    '?payment_period=2026-1',
    '?payment_period=2026-01-01',
    '?payment_period=january',
  ])('require a month: %s', async (query) => {
    const { status, body } = await get(`/v2/payments/getPaymentInvoices${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['payment_period']]);
  });

  it('name an invalid kind and a page that is too large', async () => {
    const { body } = await get(`${period}&kind=x&size=501`);
    expect(Object.keys(body.errors).sort()).toEqual(['kind', 'size']);
  });

  it('are for administrators', async () => {
    const roles = [null, 'creator', 'agency', 'advertiser', 'admin'] as const;
    expect(await statuses(period, roles)).toEqual([401, 403, 403, 403, 200]);
  });
});

describe('An invoice', () => {
  it('has its parties at the time of issue', async () => {
    await application.database.pool.query(`UPDATE stores SET company_name = 'Renamed' WHERE id = $1`, [
      cast.otherStoreId,
    ]);
    const { status, body } = await get(`/v2/payments/invoices/${closed.otherStore.id}`);
    const { name, lines, vatNumber: vat_number, bankAccount } = TEST_COMPANY;
    expect([status, body.seller, body.buyer, body.vat_note]).toEqual([
      200,
      { name, lines: [...lines, 'Schweden', bankAccount], vat_number },
      { name: 'Größe & Maß GmbH', lines: ['Deutschland'], vat_number: 'DE123456789' },
      'reverse_charge',
    ]);
    expect(body.lines.map((line: { description: string }) => line.description)).toEqual([
      'Klicks zu den eigenen Preisen des Shops',
    ]);
  });

  it('is visible to administrators, and a 404 if it does not exist', async () => {
    const url = `/v2/payments/invoices/${closed.store.id}`;
    expect(await statuses(url, [null, 'advertiser', 'admin'])).toEqual([401, 403, 200]);
    expect(await statuses('/v2/payments/invoices/999999', ['admin'])).toEqual([404]);
  });
});

describe('The files of invoices', () => {
  const files = (): [string, string, Role, readonly (Role | null)[], readonly number[]][] => [
    [
      `/stores/${cast.storeId}/invoices/${closed.store.id}`,
      closed.store.number,
      'advertiser',
      [null, 'creator', 'agency', 'otherAdvertiser', 'admin'],
      [401, 403, 403, 403, 200],
    ],
    [
      `/clients/${cast.agencyId}/invoices/${closed.agency[0]!.id}`,
      closed.agency[0]!.number,
      'agency',
      [null, 'creator', 'advertiser', 'otherAgency', 'admin'],
      [401, 404, 404, 404, 200],
    ],
    [
      `/v2/users/${cast.ids.creator}/statements/${closed.creator[0]!.id}`,
      closed.creator[0]!.number,
      'creator',
      [null, 'otherCreator', 'advertiser', 'otherAgency', 'agency', 'admin'],
      [401, 404, 404, 404, 200, 200],
    ],
    [
      `/v2/payments/invoices/${closed.creator[0]!.id}`,
      closed.creator[0]!.number,
      'admin',
      [null, 'creator', 'advertiser', 'agency'],
      [401, 403, 403, 403],
    ],
  ];

  it('are PDFs that are named by the number, and identical each time', async () => {
    for (const [url, number, role] of files()) {
      const { status, headers, content } = await download(`${url}/pdf`, role);
      expect([url, status, headers['content-type'], headers['content-disposition']]).toEqual([
        url,
        200,
        'application/pdf',
        `attachment; filename="${number}.pdf"`,
      ]);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
      expect(content.subarray(-7).toString()).toContain('%%EOF');
      expect((await download(`${url}/pdf`, role)).content.equals(content)).toBe(true);
    }
  });

  it('are workbooks with the same content', async () => {
    for (const [url, number, role] of files()) {
      const { status, headers, content } = await download(`${url}/excel`, role);
      expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${number}.xlsx"`]);
      const { sheets } = await readXlsx(content);
      const cells = sheets.flatMap(({ rows }) => rows.flat());
      expect(cells).toContain(number);
    }
  });

  it('are for the parties of the invoice', async () => {
    for (const [url, , , roles, expected] of files())
      for (const format of ['pdf', 'excel'])
        expect([url, await statuses(`${url}/${format}`, roles)]).toEqual([url, [...expected]]);
  });

  it('are not available under another party’s path', async () => {
    const wrong: [string, Role][] = [
      [`/stores/${cast.otherStoreId}/invoices/${closed.store.id}/pdf`, 'admin'],
      [`/stores/${cast.storeId}/invoices/${closed.agency[0]!.id}/pdf`, 'admin'],
      [`/clients/${cast.otherAgencyId}/invoices/${closed.agency[0]!.id}/pdf`, 'otherAgency'],
      [`/clients/${cast.agencyId}/invoices/${closed.store.id}/excel`, 'admin'],
      [`/v2/users/${cast.ids.otherCreator}/statements/${closed.creator[0]!.id}/pdf`, 'otherCreator'],
      [`/stores/${cast.storeId}/invoices/0/pdf`, 'admin'],
      [`/clients/${cast.agencyId}/invoices/x/excel`, 'admin'],
    ];
    for (const [url, role] of wrong) {
      const { status, body } = await get(url, role);
      expect([url, status, body.message]).toEqual([
        url,
        404,
        expect.stringMatching(/^No query results for (invoice|statement)\.$/),
      ]);
    }
  });
});

describe('A store’s invoices', () => {
  it('are a plain list', async () => {
    const { status, body } = await get(`/stores/${cast.storeId}/invoices`, 'advertiser');
    expect([status, body]).toEqual([
      200,
      [
        {
          id: closed.store.id,
          store_id: cast.storeId,
          payment_date: '2026-03-05',
          total_price: 45_250,
          url: `http://tributary.test/stores/${cast.storeId}/invoices/${closed.store.id}/pdf`,
        },
      ],
    ]);
  });

  it('are for its members', async () => {
    const roles = [null, 'creator', 'otherAdvertiser', 'admin'] as const;
    expect(await statuses(`/stores/${cast.storeId}/invoices`, roles)).toEqual([401, 403, 403, 200]);
    expect(await statuses('/stores/999999/invoices', ['admin'])).toEqual([404]);
  });
});

describe('A creator’s statements', () => {
  it('contain the creator’s earnings, in each currency', async () => {
    const { status, body } = await get(`/v2/users/${cast.ids.creator}/statements`, 'creator');
    expect([status, body.meta.total]).toEqual([200, 2]);
    const [euros, kronor] = body.data;
    // Seven tenths of each click, rounded down: 35; 70.00 of the order; the whole 250.00.
    expect([euros.total, kronor.total]).toEqual([
      { amount: '0.70', currency: 'EUR' },
      { amount: '326.30', currency: 'SEK' },
    ]);
    expect(kronor.lines.map((line: { kind: string }) => line.kind)).toEqual(['clicks', 'commission', 'one_time']);
    expect(kronor.pdf_url).toMatch(/\/v2\/users\/\d+\/statements\/\d+\/pdf$/);
    expect(kronor).not.toHaveProperty('ax_id');
  });

  it('are the creator’s and the agency’s', async () => {
    const roles = [null, 'otherCreator', 'advertiser', 'otherAgency', 'agency', 'admin'] as const;
    expect(await statuses(`/v2/users/${cast.ids.creator}/statements`, roles)).toEqual([401, 404, 404, 404, 200, 200]);
    expect((await get(`/v2/users/${cast.ids.creator}/statements?size=101`)).body.errors).toHaveProperty('size');
  });
});

describe('A creator’s invoice for another system', () => {
  const generate = (id: number | string, role: Role | null = 'admin') =>
    application.call({
      method: 'POST',
      url: `/v2/payments/generate-creator-invoice/${id}`,
      ...(role === null ? {} : { as: cast.tokens[role] }),
    });

  it('is of the latest month with a statement, in all currencies', async () => {
    const { status, body } = await generate(cast.ids.creator);
    expect([status, body.user_id, body.month]).toEqual([200, cast.ids.creator, '2026-01']);
    expect(body.invoices.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'SEK']);
    expect(body.invoices[0].buyer.name).toBe(TEST_COMPANY.name);
    expect((await generate(cast.ids.creator)).body).toEqual(body);
  });

  it('is refused when nothing is owed', async () => {
    const { status, body } = await generate(cast.ids.advertiser);
    expect([status, body.error]).toEqual([400, 'nothing_to_invoice']);
  });

  it('is for administrators, and for existing users', async () => {
    expect((await generate(cast.ids.creator, null)).status).toBe(401);
    expect((await generate(cast.ids.creator, 'creator')).status).toBe(403);
    for (const id of [999_999, 'x']) expect((await generate(id)).status).toBe(404);
  });
});
