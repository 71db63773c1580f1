import { describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const campaign = await application.market.campaign({ storeId: cast.storeId, type: 'user_accept' });

const call = (method: 'GET' | 'PUT', of: string, as: keyof Cast['tokens'] | null, body?: unknown) =>
  application.call({ method, url: `/v2/${of}/public-page`, body, ...(as === null ? {} : { as: cast.tokens[as] }) });

describe.each([
  ['store', () => `stores/${cast.storeId}`, [401, 403, 403, 403]],
  ['campaign', () => `offers/${campaign}`, [401, 404, 404, 404]],
] as const)('The public page of a %s', (_kind, of, refused) => {
  it('is off until its members turn it on, and off again', async () => {
    expect((await call('GET', of(), 'advertiser')).body).toMatchObject({ is_public: false, is_shown: false });
    const on = await call('PUT', of(), 'advertiser', { is_public: true });
    expect([on.status, on.body]).toMatchObject([200, { is_public: true, is_shown: true }]);
    expect(on.body.url).toMatch(/^http:\/\/tributary\.test\/discover\//);
    expect((await call('PUT', of(), 'admin', { is_public: true })).body).toEqual(on.body);
    expect((await call('PUT', of(), 'advertiser', { is_public: false })).body).toMatchObject({ is_public: false });
    expect((await call('GET', of(), 'advertiser')).body).toMatchObject({ is_public: false, is_shown: false });
  });

  it('is for its members and administrators', async () => {
    for (const method of ['GET', 'PUT'] as const)
      for (const [index, as] of ([null, 'creator', 'otherAdvertiser', 'agency'] as const).entries())
        expect((await call(method, of(), as, { is_public: true })).status).toBe(refused[index]);
  });

  it('is refused to members with the role read_only', async () => {
    const { database, market, tokenOf } = application;
    const reader = await market.user();
    await market.member(cast.storeId, reader);
    await database.pool.query(`UPDATE store_members SET role = 'read_only' WHERE user_id = $1`, [reader]);
    const as = await tokenOf(reader);
    const url = `/v2/${of()}/public-page`;
    expect((await application.call({ url, as })).status).toBe(200);
    const reply = await application.call({ method: 'PUT', url, as, body: { is_public: true } });
    expect([reply.status, reply.body.error]).toEqual([403, 'insufficient_role']);
  });

  it('refuses a value that is not a boolean', async () => {
    for (const body of [{}, { is_public: 'yes' }, { is_public: null }])
      expect((await call('PUT', of(), 'advertiser', body)).body.errors).toHaveProperty('is_public');
  });
});

it('cannot be seen while a store is hidden', async () => {
  const store = await application.market.store({ hidden: true });
  const on = await call('PUT', `stores/${store}`, 'admin', { is_public: true, about: 'Shoes.' });
  expect(on.body).toMatchObject({ is_public: true, is_shown: false, about: 'Shoes.' });
  expect((await call('PUT', `stores/${store}`, 'admin', { is_public: true, about: 'x'.repeat(2001) })).status).toBe(
    422,
  );
});
