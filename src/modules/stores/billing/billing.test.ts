import { describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const url = `/v2/stores/${cast.storeId}/billing`;
const address = {
  company_name: 'Löparen AB',
  street: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  vat_number: '',
};

const call = (method: 'GET' | 'PUT', as: keyof Cast['tokens'] | null, body?: unknown, headers = {}) =>
  application.call({ method, url, body, headers, ...(as === null ? {} : { as: cast.tokens[as] }) });

describe('The billing address of a store', () => {
  it('is complete with all but the VAT number, and every change is in the audit log', async () => {
    const empty = { company_name: '', street: '', postal_code: '', city: '', vat_number: '' };
    expect((await call('GET', 'advertiser')).body).toEqual({ ...empty, country: 'SE', is_complete: false });
    const saved = await call('PUT', 'advertiser', { ...address, city: ' ' });
    expect([saved.status, saved.body]).toMatchObject([200, { city: '', is_complete: false }]);
    const complete = { ...address, country: 'SE', is_complete: true };
    expect((await call('PUT', 'admin', { ...address, street: ' Storgatan 1 ' })).body).toEqual(complete);
    expect((await call('GET', 'advertiser')).body).toEqual(complete);
    const { rows } = await application.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'store.billing_changed' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { details: { before: { companyName: '' }, after: { companyName: 'Löparen AB', city: '' } } },
      { details: { before: { city: '' }, after: { city: 'Stockholm' } } },
    ]);
  });

  it('has a VAT number of the country of the store, without separators', async () => {
    const saved = await call('PUT', 'advertiser', { ...address, vat_number: 'se 559000-0000 01' });
    expect([saved.status, saved.body.vat_number]).toEqual([200, 'SE559000000001']);
    for (const vat_number of ['none', 'DE123456789', 'SE559000000002']) {
      const { status, body } = await call('PUT', 'advertiser', { ...address, vat_number });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['vat_number']]);
    }
    expect((await call('GET', 'advertiser')).body.vat_number).toBe('SE559000000001');
  });

  it('is for its members and administrators', async () => {
    for (const method of ['GET', 'PUT'] as const)
      for (const [as, status] of [
        [null, 401],
        ['creator', 403],
        ['agency', 403],
        ['otherAdvertiser', 403],
      ] as const)
        expect((await call(method, as, method === 'PUT' ? address : undefined)).status).toBe(status);
  });

  it('is for members whose role includes money', async () => {
    const { database, market, tokenOf } = application;
    const member = await market.user();
    await market.member(cast.storeId, member);
    await database.pool.query(`UPDATE store_members SET role = 'read_only' WHERE user_id = $1`, [member]);
    const as = await tokenOf(member);
    for (const [method, body] of [['GET'], ['PUT', address]] as const)
      expect((await application.call({ method, url, as, body })).body.error).toBe('insufficient_role');
  });

  it('refuses missing and long texts', async () => {
    const { city: _, ...rest } = address;
    const { status, body } = await call('PUT', 'advertiser', { ...rest, street: 'x'.repeat(256) });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['city', 'street']]);
  });

  it('is not changed over the change of another person', async () => {
    const { headers } = await application.app.inject({ url, headers: { authorization: cast.tokens.advertiser } });
    const tag = { 'if-match': String(headers.etag) };
    expect((await call('PUT', 'advertiser', { ...address, city: 'Umeå' }, tag)).status).toBe(200);
    expect((await call('PUT', 'advertiser', { ...address, city: 'Luleå' }, tag)).status).toBe(412);
    expect((await call('GET', 'advertiser')).body.city).toBe('Umeå');
  });
});
