import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMonth } from '../../../../tests/harness/closed-month.ts';

const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING });
const PERIOD = '/v2/payments/periods/2026-01';
const SETTINGS = '/v2/admin/accounting-settings';

await createClosedMonth(application, cast);
await application.database.pool.query(
  `INSERT INTO exchange_rates (day, currency, units_per_eur, source) VALUES ('2026-01-31', 'SEK', 10, 'test'), ('2026-01-31', 'EUR', 1, 'test')`,
);

const get = (url: string, as: string | null = cast.tokens.admin) =>
  application.call({ url, ...(as === null ? {} : { as }) });
const put = (body: unknown, as: string | null = cast.tokens.admin) =>
  application.call({ method: 'PUT', url: SETTINGS, body, ...(as === null ? {} : { as }) });
const GIVEN = { currency: 'EUR', accounts: { bank: '1940' }, datev_consultant: 12_345, datev_client: 9 };

describe('Accounting', () => {
  it('has a trial balance of a closed month', async () => {
    const { status, body } = await get(`${PERIOD}/trial-balance`);
    expect([status, body]).toMatchObject([200, { month: '2026-01', currency: 'SEK' }]);
    expect(body.debit).toEqual(body.credit);
    const of = (role: string) => body.accounts.find((line: { role: string }) => line.role === role);
    expect(of('receivables')).toMatchObject({ account: '1510', opening: { amount: '0.00' } });
    expect(Number(of('payables_creators').closing.amount)).toBeLessThan(0);
    expect((await get('/v2/payments/periods/2026-02/trial-balance')).body.error).toBe('period_open');
  });

  it('is exported with its checksum, and each export is in the audit log', async () => {
    for (const format of ['sie', 'datev', 'csv']) {
      const reply = await application.app.inject({
        url: `${PERIOD}/accounting-export?format=${format}`,
        headers: { authorization: cast.tokens.admin },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['x-content-sha256']).toBe(createHash('sha256').update(reply.rawPayload).digest('hex'));
      expect(reply.headers['content-disposition']).toContain(`tributary-2026-01-${format}`);
      const { rows } = await application.database.pool.query(
        `SELECT details FROM audit_log WHERE action = 'accounting.exported' ORDER BY id DESC LIMIT 1`,
      );
      expect(rows[0].details).toEqual({ month: '2026-01', format, sha256: reply.headers['x-content-sha256'] });
    }
    expect((await get(`${PERIOD}/accounting-export?format=xls`)).status).toBe(422);
    expect((await get('/v2/payments/periods/2026-02/accounting-export?format=csv')).body.error).toBe('period_open');
  });

  it('has settings with defaults', async () => {
    expect((await get(SETTINGS)).body).toMatchObject({ currency: 'SEK', accounts: { bank: '1930', fx_gains: '3960' } });
    expect((await put(GIVEN)).body).toMatchObject({ currency: 'EUR', accounts: { bank: '1940', receivables: '1510' } });
    expect((await get(`${PERIOD}/trial-balance`)).body.currency).toBe('EUR');
    for (const [accounts, field] of [
      [{ bank: '19x0' }, 'accounts.bank'],
      [{ bank: '1510' }, 'accounts.bank'],
      [{ bank: '19301' }, 'accounts'],
    ] as const)
      expect((await put({ ...GIVEN, accounts })).body.errors).toHaveProperty([field]);
    expect((await put({ ...GIVEN, currency: 'XYQ' })).body.errors).toHaveProperty('currency');
    expect((await put({ ...GIVEN, datev_client: 0 })).body.errors).toHaveProperty('datev_client');
    expect((await put({ ...GIVEN, accounts: { cash: '1910' } })).status).toBe(422);
  });

  it('is for administrators', async () => {
    for (const [as, status] of [
      [null, 401],
      [cast.tokens.creator, 403],
      [cast.tokens.advertiser, 403],
    ] as const) {
      for (const url of [`${PERIOD}/trial-balance`, `${PERIOD}/accounting-export?format=csv`, SETTINGS])
        expect((await get(url, as)).status).toBe(status);
      expect((await put(GIVEN, as)).status).toBe(status);
    }
  });
});
