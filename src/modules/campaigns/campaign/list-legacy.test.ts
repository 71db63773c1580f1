import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const call = (url: string, role: Role = 'admin', method: 'GET' | 'DELETE' = 'GET') =>
  application.call({ method, url, as: cast.tokens[role] });
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

/** Creates a campaign with a name for this store. */
async function campaign(storeId: number, name = '') {
  const id = await application.market.campaign({ storeId });
  await run('UPDATE campaigns SET name = $2 WHERE id = $1', id, name);
  return id;
}

const STORE: Role[] = ['advertiser', 'admin'];

describe("A store's campaigns, in both lists", () => {
  describe.each(['/v2/stores/{id}/offers', '/stores/{id}/offers'])('%s', (path) => {
    const list = (storeId: number | string, query = '') => `${path.replace('{id}', String(storeId))}${query}`;

    it.each(ROLES)('are readable for %s within their rights', async (role) => {
      expect((await call(list(cast.storeId), role)).status).toBe(STORE.includes(role) ? 200 : 403);
    });

    it('not without a token, and not for a missing or hidden store', async () => {
      expect((await application.call({ url: list(cast.storeId) })).status).toBe(401);
      for (const id of ['999999999', '0', 'x']) expect([id, (await call(list(id))).status]).toEqual([id, 404]);
      const hidden = await application.market.store({ hidden: true });
      expect((await call(list(hidden), 'advertiser')).status).toBe(404);
    });

    it("are the newest first, without deleted ones and without other stores'", async () => {
      const store = await application.market.store();
      const [first, second, deleted] = [await campaign(store), await campaign(store), await campaign(store)];
      await campaign(await application.market.store());
      await run('UPDATE campaigns SET deleted_at = now() WHERE id = $1', deleted);
      await run('UPDATE campaigns SET active = false WHERE id = $1', second);
      expect(idsOf((await call(list(store))).body)).toEqual([second, first]);
    });

    it('are paginated by 20, at most 100', async () => {
      const store = await application.market.store();
      await run(
        `INSERT INTO campaigns (store_id, token, type) SELECT $1, gen_random_uuid(), 'standard' FROM generate_series(1, 23)`,
        store,
      );
      const pages = [await call(list(store)), await call(list(store, '?page=2'))];
      expect(pages.map(({ body }) => body.data.length)).toEqual([20, 3]);
      expect(new Set(pages.flatMap(({ body }) => idsOf(body))).size).toBe(23);
      expect((await call(list(store, '?size=100'))).body.data).toHaveLength(23);
      expect((await call(list(store, '?page=4'))).body.data).toEqual([]);
      for (const query of ['?size=101', '?size=0', '?page=0', '?size=x']) {
        expect([query, (await call(list(store, query))).status]).toEqual([query, 422]);
      }
    });
  });

  it('in the envelope of the API generation', async () => {
    const store = await application.market.store();
    const id = await campaign(store, 'Spring');
    const [v2, legacy] = [await call(`/v2/stores/${store}/offers`), await call(`/stores/${store}/offers?name=pri`)];
    expect(v2.body.data).toEqual([(await call(`/v2/offers/${id}`)).body]);
    expect(v2.body.meta).toMatchObject({ total: 1, per_page: 20, path: `/v2/stores/${store}/offers` });
    expect(legacy.body).toMatchObject({ total: 1, per_page: 20, next_page_url: null });
    expect(legacy.body.first_page_url).toBe(`http://tributary.test/stores/${store}/offers?name=pri&page=1`);
    const {
      clients: agencies,
      store_groups,
      revenue_tier,
      user_tags,
      ...listed
    } = (await call(`/stores/${store}/offers/${id}`)).body;
    expect([agencies, store_groups, revenue_tier, user_tags]).toEqual([[], [], [], []]);
    expect(legacy.body.data).toEqual([listed]);
  });

  it('by title where version 2 gave no name', async () => {
    const store = await application.market.store();
    const [named, untitled] = [await campaign(store, 'Spring'), await campaign(store)];
    await run(`UPDATE campaigns SET campaign_title = 'Run for it' WHERE store_id = $1`, store);
    const { data } = (await call(`/stores/${store}/offers`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Run for it', 'Spring']);
    expect((await call(`/stores/${store}/offers/${untitled}`)).body.name).toBe('Run for it');
    expect(idsOf((await call(`/stores/${store}/offers?name=run`)).body)).toEqual([untitled]);
    expect(idsOf((await call(`/stores/${store}/offers?name=spring`)).body)).toEqual([named]);
  });

  it('by part of the name, with literal wildcard characters', async () => {
    const store = await application.market.store();
    const ids = {
      spring: await campaign(store, 'Spring 50%'),
      autumn: await campaign(store, 'Autumn_5'),
      none: await campaign(store),
    };
    const find = async (name: string) =>
      idsOf((await call(`/stores/${store}/offers?name=${encodeURIComponent(name)}`)).body);
    expect(await find('PRING')).toEqual([ids.spring]);
    expect(await find('%')).toEqual([ids.spring]);
    expect(await find('_')).toEqual([ids.autumn]);
    expect(await find('')).toEqual([ids.none, ids.autumn, ids.spring]);
    expect(await find('x'.repeat(128))).toEqual([]);
    expect((await call(`/stores/${store}/offers?name=${'x'.repeat(129)}`)).body.errors).toEqual({
      name: ['must be at most 128 characters'],
    });
  });
});

describe('A single campaign of a store', () => {
  describe.each(['GET', 'DELETE'] as const)('%s', (method) => {
    it.each(ROLES)('%s', async (role) => {
      const id = await campaign(cast.storeId);
      const { status, body } = await call(`/stores/${cast.storeId}/offers/${id}`, role, method);
      if (STORE.includes(role)) expect([status, body.id]).toEqual([200, id]);
      else expect([status, body.message]).toEqual([403, 'Access Forbidden']);
    });

    it('not without a token, not below another store, and not when missing or deleted', async () => {
      const id = await campaign(cast.storeId);
      const url = `/stores/${cast.storeId}/offers/${id}`;
      expect((await application.call({ method, url })).status).toBe(401);
      for (const wrong of [
        `/stores/${cast.otherStoreId}/offers/${id}`,
        `/stores/999999999/offers/${id}`,
        `/stores/x/offers/${id}`,
        `/stores/${cast.storeId}/offers/999999999`,
        `/stores/${cast.storeId}/offers/x`,
      ]) {
        expect([wrong, (await call(wrong, 'admin', method)).status]).toEqual([wrong, 404]);
      }
      expect((await call(url)).status).toBe(200);
      await run('UPDATE campaigns SET deleted_at = now() WHERE id = $1', id);
      expect((await call(url, 'admin', method)).status).toBe(404);
    });
  });

  it('lists the groups that it targets', async () => {
    const { market } = application;
    const id = await campaign(cast.storeId);
    const [agency, group, tier, tag, otherTag] = [
      await market.agency(),
      await market.storeGroup(),
      await market.tier(),
      await market.userTag({ name: 'Runners' }),
      await market.userTag({ name: 'Ours', storeId: cast.storeId }),
    ];
    await run(
      `INSERT INTO campaign_targets (campaign_id, agency_id, store_group_id, revenue_tier_id, user_tag_id, user_id)
      VALUES ($1, $2, NULL, NULL, NULL, NULL), ($1, NULL, $3, NULL, NULL, NULL), ($1, NULL, NULL, $4, NULL, NULL),
        ($1, NULL, NULL, NULL, $5, NULL), ($1, NULL, NULL, NULL, $6, NULL), ($1, NULL, NULL, NULL, NULL, $7)`,
      id,
      agency,
      group,
      tier,
      otherTag,
      tag,
      cast.ids.creator,
    );
    const { body } = await call(`/stores/${cast.storeId}/offers/${id}`, 'advertiser');
    expect(body).toMatchObject({
      clients: [{ id: agency, name: expect.stringMatching(/^Client /) }],
      store_groups: [{ id: group, name: 'SE' }],
      revenue_tier: [{ id: tier, name: expect.any(String) }],
      user_tags: [
        { id: tag, name: 'Runners' },
        { id: otherTag, name: 'Ours' },
      ],
    });
  });

  it('is returned when it is deleted, and then absent from the lists of both API generations', async () => {
    const store = await application.market.store();
    const id = await campaign(store, 'Spring');
    const url = `/stores/${store}/offers/${id}`;
    const before = (await call(url)).body;
    const deleted = await call(url, 'admin', 'DELETE');
    expect([deleted.status, deleted.body]).toEqual([200, before]);
    expect((await call(url, 'admin', 'DELETE')).status).toBe(404);
    const another = `/stores/${store}/offers/${await campaign(store)}`;
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => call(another, 'admin', 'DELETE')));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    for (const list of [`/stores/${store}/offers`, `/v2/stores/${store}/offers`]) {
      expect((await call(list)).body.data).toEqual([]);
    }
    expect((await call(`/v2/offers/${id}`)).body.status).toBe('deleted');
  });
});
