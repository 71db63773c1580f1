import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';

const { application, cast } = await createClosedMarket();

const post = (path: string, body: unknown, as: string | null = cast.tokens.admin) =>
  application.call({ method: 'POST', url: `/v2/admin/voids${path}`, body, ...(as === null ? {} : { as }) });
const january = (kind: string) => ({
  kind,
  user_id: cast.ids.creator,
  store_id: cast.storeId,
  from: '2026-01-01',
  to: '2026-01-31',
});

/** Previews a filter and voids exactly the preview. */
async function voidAll(filter: Record<string, unknown>) {
  const { body: preview } = await post('/preview', filter);
  return { made: await post('', { ...filter, fingerprint: preview.fingerprint, reason: 'Fraud' }) };
}

describe('The permitted callers, and the required fields', () => {
  it('is only for administrators', async () => {
    for (const role of ROLES) {
      if (role === 'admin') continue;
      const as = cast.tokens[role];
      const replies = [
        await post('/preview', january('clicks'), as),
        await post('', { ...january('clicks'), fingerprint: 'a'.repeat(32), reason: 'x' }, as),
        await post('/1/undo', { reason: 'x' }, as),
        await application.call({ url: '/v2/admin/voids', as }),
        await application.call({ url: '/v2/admin/voids/1', as }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await post('/preview', january('clicks'), null)).status).toBe(401);
    expect((await application.call({ method: 'POST', url: '/v2/admin/voids', body: {} })).status).toBe(401);
  });

  it.each([
    ['from', { kind: 'clicks', store_id: 1, to: '2026-01-31' }],
    ['to', { kind: 'clicks', store_id: 1, from: '2026-01-31' }],
    ['from', { kind: 'clicks', store_id: 1, from: '2026-02-01', to: '2026-01-31' }],
    ['store_id', { kind: 'orders', from: '2026-01-01', to: '2026-01-31' }],
    ['ids.0', { kind: 'clicks', ids: ['12'] }],
    ['ids.1', { kind: 'orders', ids: ['12', 'x'] }],
    ['link_id', { kind: 'one_time_payments', link_id: 1, from: '2026-01-01', to: '2026-01-31' }],
    ['kind', { kind: 'creators', ids: ['12'] }],
  ])('names the invalid field: %s', async (field, body) => {
    const reply = await post('/preview', body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('lists voids, the latest first, and reads one', async () => {
    const { made } = await voidAll(january('clicks'));
    await voidAll(january('orders'));
    await post(`/${made.body.id}/undo`, { reason: 'A mistake' });
    const list = async (search: string) =>
      (await application.call({ url: `/v2/admin/voids${search}`, as: cast.tokens.admin })).body.data.map(
        ({ kind }: { kind: string }) => kind,
      );
    expect(await list('')).toEqual(['orders', 'clicks']);
    expect(await list('?state=undone')).toEqual(['clicks']);
    expect(await list('?state=current&kind=orders')).toEqual(['orders']);
    const one = await application.call({ url: `/v2/admin/voids/${made.body.id}`, as: cast.tokens.admin });
    expect(one.body).toMatchObject({ id: made.body.id, filter: january('clicks'), undo_reason: 'A mistake' });
    expect((await application.call({ url: '/v2/admin/voids/99', as: cast.tokens.admin })).status).toBe(404);
    expect((await post('/99/undo', { reason: 'x' })).status).toBe(404);
  });

  it('is not undone beyond the credit of the store', async () => {
    const { made } = await voidAll(january('clicks'));
    const setCredit = (minor: number) =>
      application.database.pool.query(
        'UPDATE store_credit SET own_limit_minor = $2, limit_minor = $2 WHERE store_id = $1',
        [cast.storeId, minor],
      );
    await setCredit(0);
    const refused = await post(`/${made.body.id}/undo`, { reason: 'Genuine' });
    expect([refused.status, refused.body.error]).toEqual([400, 'credit_limit']);
    await setCredit(1e15);
    expect((await post(`/${made.body.id}/undo`, { reason: 'Genuine' })).status).toBe(200);
  });
});
