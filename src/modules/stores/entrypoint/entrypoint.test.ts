import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const NONE = 2 ** 53 - 1;
const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const begin = (as: Role | null, query = '') =>
  application.call({ url: `/v2/entrypoint?${query}`, ...(as === null ? {} : { as: cast.tokens[as] }) });
const named = async (table: 'stores' | 'agencies', id: number) =>
  (await run(`SELECT id, name FROM ${table} WHERE id = $1`, id))[0];

describe('GET /v2/entrypoint', () => {
  it('returns each caller’s own app', async () => {
    const store = await named('stores', cast.storeId);
    const agency = await named('agencies', cast.agencyId);
    const none = { store: null, client: null, stores: [], clients: [] };
    expect((await begin('creator')).body).toEqual({
      ...none,
      app: 'creator',
      apps: ['creator'],
      user_id: cast.ids.creator,
    });
    expect((await begin('admin')).body).toEqual({ ...none, app: 'admin', apps: ['admin'], user_id: cast.ids.admin });
    expect((await begin('advertiser')).body).toEqual({
      ...none,
      app: 'advertiser',
      apps: ['advertiser'],
      user_id: cast.ids.advertiser,
      store,
      stores: [store],
    });
    expect((await begin('agency')).body).toEqual({
      ...none,
      app: 'agency',
      apps: ['agency'],
      user_id: cast.ids.agency,
      client: agency,
      clients: [agency],
    });
    expect((await begin(null)).status).toBe(401);
  });

  it('returns the requested app of a caller with several', async () => {
    const userId = await application.market.user({ agencyId: cast.agencyId });
    const as = await application.tokenOf(userId);
    for (const id of [cast.storeId, cast.otherStoreId]) await application.market.member(id, userId);
    await application.market.representative(cast.otherAgencyId, userId);
    await run(`UPDATE stores SET name = 'Aa' WHERE id = $1`, cast.otherStoreId);
    const at = async (query: string) => {
      const { body } = await application.call({ url: `/v2/entrypoint?${query}`, as });
      return [body.app, body.store?.id ?? null, body.client?.id ?? null];
    };
    expect(await at('')).toEqual(['advertiser', cast.otherStoreId, null]);
    expect(await at(`store_id=${cast.storeId}`)).toEqual(['advertiser', cast.storeId, null]);
    expect(await at('app=agency')).toEqual(['agency', null, cast.otherAgencyId]);
    expect(await at('app=creator')).toEqual(['creator', null, null]);
    const { body } = await application.call({ url: '/v2/entrypoint', as });
    expect(body.apps).toEqual(['advertiser', 'agency', 'creator']);
    expect(body.stores.map(({ id }: { id: number }) => id)).toEqual([cast.otherStoreId, cast.storeId]);
  });

  it('takes its fields from a body, too', async () => {
    const body = { app: 'admin', store_id: cast.storeId };
    const reply = await application.call({ url: '/v2/entrypoint', as: cast.tokens.admin, body });
    expect([reply.status, reply.body.app, reply.body.store.id]).toEqual([200, 'admin', cast.storeId]);
  });

  it('refuses an app and a store of others', async () => {
    const statusOf = async (as: Role, query: string) => (await begin(as, query)).status;
    expect(await statusOf('creator', 'app=admin')).toBe(403);
    expect(await statusOf('advertiser', 'app=agency')).toBe(403);
    expect(await statusOf('admin', `app=advertiser&store_id=${cast.storeId}`)).toBe(403);
    expect(await statusOf('advertiser', `store_id=${cast.otherStoreId}`)).toBe(403);
    expect(await statusOf('creator', `store_id=${cast.storeId}`)).toBe(403);
    const hidden = await application.market.store({ hidden: true });
    for (const id of [hidden, NONE]) {
      const { status, body } = await begin('advertiser', `store_id=${id}`);
      expect([status, body.message]).toEqual([404, 'No query results for store.']);
    }
  });

  it('does not return apps of roles to a suspended user', async () => {
    const userId = await application.market.user({ suspended: true });
    await application.market.member(cast.storeId, userId);
    const as = await application.tokenOf(userId);
    expect((await application.call({ url: '/v2/entrypoint', as })).body).toMatchObject({
      apps: ['creator'],
      store: null,
    });
    expect((await application.call({ url: `/v2/entrypoint?store_id=${cast.storeId}`, as })).status).toBe(403);
  });

  it.each([
    ['app=console', 'app'],
    ['store_id=x', 'store_id'],
    ['store_id=0', 'store_id'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await begin('advertiser', query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('refuses a store with an app that works on no store', async () => {
    const userId = await application.market.user({ agencyId: cast.agencyId });
    await application.market.member(cast.storeId, userId);
    const as = await application.tokenOf(userId);
    const { status, body } = await application.call({ url: `/v2/entrypoint?app=creator&store_id=${cast.storeId}`, as });
    expect([status, body.errors]).toEqual([422, { store_id: ['requires the app advertiser or admin'] }]);
  });
});
