import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const call = (url: string, as = cast.tokens.creator) => application.call({ url, as });
async function list(url: string, as?: string) {
  const { status, body } = await call(url, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const ids = (records: { id: number }[]) => records.map(({ id }) => id);

describe.each(['/v2/store-categories', '/v2/advertiser-categories', '/v2/advertiser-groups', '/v2/return-ads'])(
  'GET %s',
  (path) => {
    it('is for anyone with a token', async () => {
      for (const role of ROLES) expect([role, (await call(path, cast.tokens[role])).status]).toEqual([role, 200]);
      expect((await application.call({ url: path })).status).toBe(401);
    });
  },
);

describe.each(['/v2/advertiser-categories', '/v2/advertiser-groups', '/v2/return-ads'])('Pages of %s', (path) => {
  it('have 20 records on a page by default, and 1 to 100', async () => {
    expect((await list(path)).meta.per_page).toBe(20);
    for (const size of [1, 100]) expect((await list(`${path}?size=${size}`)).meta.per_page).toBe(size);
    for (const [size, says] of [
      [0, 'must be at least 1'],
      [101, 'must be at most 100'],
    ] as const) {
      const { status, body } = await call(`${path}?size=${size}&page=0`);
      expect([status, body.errors]).toEqual([422, { size: [says], page: ['must be at least 1'] }]);
    }
  });
});

describe('Categories', () => {
  it('are listed by name, whole and by pages', async () => {
    const b = await application.market.category({ name: 'Bb' });
    const a = await application.market.category({ name: 'Aa' });
    const b2 = await application.market.category({ name: 'Bb' });
    const all = await list('/v2/store-categories');
    expect(all).toEqual([
      { id: a, name: 'Aa', key: expect.any(String) },
      { id: b, name: 'Bb', key: expect.any(String) },
      { id: b2, name: 'Bb', key: expect.any(String) },
    ]);
    const pages = [];
    for (const page of [1, 2, 3]) {
      const body = await list(`/v2/advertiser-categories?size=1&page=${page}`);
      expect(body.meta).toMatchObject({ total: 3, last_page: 3, current_page: page });
      pages.push(...body.data);
    }
    expect(pages).toEqual(all);
  });
});

describe('Advertiser groups', () => {
  const made: number[] = [];
  beforeAll(async () => {
    for (const [name, key, currency, ads] of [
      ['Sverige', 'b', 'SEK', true],
      ['Deutschland', 'c', 'EUR', false],
      ['Sverige', 'a', 'SEK', true],
    ]) {
      const id = await application.market.storeGroup();
      await run(
        'UPDATE store_groups SET name = $2, key = $3, currency = $4, return_ads_enabled = $5 WHERE id = $1',
        id,
        name,
        key,
        currency,
        ads,
      );
      made.push(id);
    }
  });
  const sorted = async (query: string) =>
    ids((await list(`/v2/advertiser-groups?size=100&${query}`)).data)
      .filter((id) => made.includes(id))
      .map((id) => made.indexOf(id));

  it('have id, name, key and currency', async () => {
    const { data } = await list('/v2/advertiser-groups?size=100&sort_by=id:desc');
    expect(data[0]).toEqual({ id: made[2], name: 'Sverige', key: 'a', currency: 'SEK' });
  });

  it.each([
    ['', [0, 1, 2]],
    ['sort_by=id:desc', [2, 1, 0]],
    ['sort_by=name:asc', [1, 0, 2]],
    ['sort_by=name:desc', [2, 0, 1]],
    ['sort_by=key:asc', [2, 0, 1]],
    ['sort_by=currency:asc', [1, 0, 2]],
  ])('are sorted by ?%s', async (query, order) => {
    expect(await sorted(query)).toEqual(order);
  });

  it('can be only those with return ads', async () => {
    for (const yes of ['1', 'true']) {
      const body = await list(`/v2/advertiser-groups?return_ad_enabled=${yes}`);
      expect([ids(body.data), body.meta.total]).toEqual([[made[0], made[2]], 2]);
    }
    for (const no of ['0', 'false']) expect(await sorted(`return_ad_enabled=${no}`)).toEqual([0, 1, 2]);
  });

  it.each([
    ['return_ad_enabled=yes', 'return_ad_enabled', /true or false/],
    ['sort_by=country:asc', 'sort_by', /id, name, key, currency/],
    ['sort_by=name', 'sort_by', /column:direction/],
  ])('refuse ?%s', async (query, field, says) => {
    const { status, body } = await call(`/v2/advertiser-groups?${query}`);
    expect([status, body.errors[field]]).toEqual([422, [expect.stringMatching(says)]]);
  });
});

describe('Return ads', () => {
  const made: Record<string, number> = {};
  beforeAll(async () => {
    const hidden = await application.market.store({ hidden: true });
    await application.market.member(hidden, cast.ids.advertiser);
    const group = await application.market.storeGroup();
    for (const [name, columns, values] of [
      ['for all 100%', '', []],
      ['a market’s', 'url, store_group_id', ['https://ad.example/', group]],
      ['a store’s', 'store_id', [cast.storeId]],
      ['a hidden store’s', 'store_id', [hidden]],
      ['inactive', 'active', [false]],
    ] as [string, string, unknown[]][]) {
      const places = values.map((_, at) => `, $${at + 2}`).join('');
      const { rows } = await run(
        `INSERT INTO return_ads (name${columns && ', '}${columns}) VALUES ($1${places}) RETURNING *`,
        name,
        ...values,
      );
      made[name] = rows[0].id;
    }
    made.group = group;
  });
  const found = async (query = '', as?: string) =>
    (await list(`/v2/return-ads?${query}`, as)).data.map((ad: { name: string }) => ad.name);

  it('name their audience', async () => {
    expect((await list('/v2/return-ads')).data).toEqual([
      { id: made['for all 100%'], name: 'for all 100%', url: '', store_group_id: null, store_id: null },
      {
        id: made['a market’s'],
        name: 'a market’s',
        url: 'https://ad.example/',
        store_group_id: made.group,
        store_id: null,
      },
      { id: made['a store’s'], name: 'a store’s', url: '', store_group_id: null, store_id: cast.storeId },
    ]);
  });

  it('of a store are listed for those who know of the store', async () => {
    expect(await found('', cast.tokens.advertiser)).toContain('a hidden store’s');
    expect(await found('', cast.tokens.admin)).toContain('a hidden store’s');
    expect(await found('', cast.tokens.otherAdvertiser)).not.toContain('a hidden store’s');
    expect(await found('query=hidden', cast.tokens.otherAdvertiser)).toEqual([]);
  });

  it('are found by id or a part of the name', async () => {
    expect(await found('query=STORE')).toEqual(['a store’s']);
    expect(await found('query=0%25')).toEqual(['for all 100%']);
    expect(await found('query=%25')).toEqual(['for all 100%']);
    expect(await found('query=_')).toEqual([]);
    expect(await found(`query=${made['a store’s']}`)).toContain('a store’s');
    expect(await found(`query=${'x'.repeat(64)}`)).toEqual([]);
    const { status, body } = await call(`/v2/return-ads?query=${'x'.repeat(65)}`);
    expect([status, body.errors]).toEqual([422, { query: ['must be at most 64 characters'] }]);
  });
});
