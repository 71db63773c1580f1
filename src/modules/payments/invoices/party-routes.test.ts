import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';

const { application, cast, closed } = await createClosedMarket();

const get = (url: string, role: Role | null) =>
  application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });

async function statuses(url: string, roles: readonly (Role | null)[]): Promise<number[]> {
  const found = [];
  for (const role of roles) found.push((await get(url, role)).status);
  return found;
}

describe('A store’s invoices', () => {
  it('contain only its own, with their lines and the addresses of their PDFs', async () => {
    const { status, body } = await get(`/v2/stores/${cast.storeId}/invoices`, 'advertiser');
    expect([status, body.meta.total]).toEqual([200, 1]);
    expect(body.data[0]).toMatchObject({
      id: closed.store.id,
      number: 'S2026-000001',
      month: '2026-01',
      paid_at: null,
      payment_date: '2026-03-05',
      total: { amount: '452.50', currency: 'SEK' },
      pdf_url: `http://tributary.test/stores/${cast.storeId}/invoices/${closed.store.id}/pdf`,
    });
    expect(body.data[0].lines.map(({ kind }: { kind: string }) => kind)).toEqual(['clicks', 'commission', 'one_time']);
  });

  it('are visible to its members and administrators, in existing pages', async () => {
    const url = `/v2/stores/${cast.storeId}/invoices`;
    const roles = [null, 'creator', 'agency', 'otherAdvertiser', 'advertiser', 'admin'] as const;
    expect(await statuses(url, roles)).toEqual([401, 403, 403, 403, 200, 200]);
    expect((await get(`${url}?size=101`, 'admin')).status).toBe(422);
    expect((await get(`${url}?page=2`, 'admin')).body.data).toEqual([]);
  });
});

describe('An agency’s invoices', () => {
  it('contain only its own', async () => {
    const { body } = await get(`/v2/clients/${cast.agencyId}/invoices`, 'agency');
    const ids = closed.agency.map(({ id }) => id);
    expect(body.data.map(({ id }: { id: number }) => id).sort()).toEqual([...ids].sort());
    const { pdf_url: url, id } = body.data[0];
    expect(url).toBe(`http://tributary.test/clients/${cast.agencyId}/invoices/${id}/pdf`);
  });

  it('are visible to its representatives and administrators, in existing pages', async () => {
    const url = `/v2/clients/${cast.agencyId}/invoices`;
    const roles = [null, 'creator', 'advertiser', 'otherAgency', 'agency', 'admin'] as const;
    expect(await statuses(url, roles)).toEqual([401, 404, 404, 404, 200, 200]);
    expect((await get(`${url}?size=0`, 'admin')).status).toBe(422);
  });
});
