import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const KINDS = ['advertisers', 'stores-by-toplist', 'stores-by-categories'] as const;
const call = (path: string, as = cast.tokens.admin) => application.call({ url: path, as });
async function list(userId: number, query = '', kind: (typeof KINDS)[number] = 'advertisers') {
  const { status, body } = await call(`/v2/users/${userId}/${kind}?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const ids = (records: { id: number }[]) => records.map(({ id }) => id);
const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);

/** Stores of a separate category, so that the list of the category returns only these stores. */
async function categoryWithStores(count: number) {
  const storeIds: number[] = [];
  for (let store = 0; store < count; store++)
    storeIds.push(await application.market.store({ domains: [`${randomUUID()}.example`] }));
  const categoryId = await application.market.category({ storeIds });
  const seenBy = async (userId: number) => ids((await list(userId, `category_id=${categoryId}`)).data);
  return { storeIds, categoryId, seenBy };
}

describe.each(KINDS)('GET /v2/users/{user}/%s', (kind) => {
  const path = () => `/v2/users/${cast.ids.creator}/${kind}`;

  it('is for the creator, the creator’s agency and an administrator', async () => {
    for (const role of ['creator', 'agency', 'admin'] as const) {
      expect([role, (await call(path(), cast.tokens[role])).status]).toEqual([role, 200]);
    }
    for (const role of ['otherCreator', 'otherAgency', 'advertiser'] as const) {
      const { status, body } = await call(path(), cast.tokens[role]);
      expect([role, status, body.message]).toEqual([role, 404, 'No query results for user.']);
    }
    expect((await application.call({ url: path() })).status).toBe(401);
    expect((await call(`/v2/users/4503599627370496/${kind}`)).status).toBe(404);
  });

  const [usual, max] = kind === 'stores-by-categories' ? [20, 100] : [200, 200];
  it(`has ${usual} records on a page by default, and at most ${max}`, async () => {
    expect((await call(path())).body.meta.per_page).toBe(usual);
    expect((await call(`${path()}?size=${max}`)).body.meta.per_page).toBe(max);
    const { status, body } = await call(`${path()}?size=${max + 1}&page=0`);
    expect([status, body.errors]).toEqual([422, { size: [`must be at most ${max}`], page: ['must be at least 1'] }]);
  });
});

describe('An advertiser in the list', () => {
  it('has its own prices without ids, and no others', async () => {
    const { storeIds, categoryId } = await categoryWithStores(2);
    const [priced, unpriced] = storeIds as [number, number];
    const campaignId = await application.market.campaign({ storeId: priced });
    await application.market.price({ storeId: priced, source: 1, cpcMinor: 90 });
    await application.market.price({ storeId: priced, source: 0, cpcMinor: 150 });
    await application.market.price({ storeId: priced, campaignId, cpcMinor: 7 });
    await run('UPDATE prices SET cpa = 0.055 WHERE store_id = $1 AND source = 0 AND campaign_id IS NULL', priced);
    const price = (source: number, cpc: number, amount: string, cpa: number) => ({
      source,
      cpc,
      cpc_v2: { amount, currency: 'SEK' },
      cpa,
      cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
      currency: 'SEK',
    });
    expect((await list(cast.ids.creator, `category_id=${categoryId}`)).data).toEqual([
      {
        id: priced,
        name: expect.any(String),
        traffic_sources_costs: [price(0, 150, '1.50', 0.055), price(1, 90, '0.90', 0.055)],
      },
      { id: unpriced, name: expect.any(String), traffic_sources_costs: [] },
    ]);
  });

  it('has its main rule and its categories when they are included', async () => {
    const { storeIds, categoryId } = await categoryWithStores(2);
    const [withRule, without] = storeIds as [number, number];
    const { rows } = await run(
      `INSERT INTO url_rules (store_id, type, url, is_main, updated_at)
      VALUES ($1, 'allow', 'https://one.example/', true, '2025-01-02T03:04:05Z'), ($1, 'block', 'https://one.example/x', false, now()) RETURNING id`,
      withRule,
    );
    const second = await application.market.category({ name: 'Aa', storeIds: [withRule] });
    const rule = {
      id: rows[0].id,
      type: 'allow',
      is_main: true,
      url: 'https://one.example/',
      keyword: '',
      updated_at: '2025-01-02T03:04:05.000Z',
    };
    const plain = { name: expect.any(String), traffic_sources_costs: [] };
    const own = { id: categoryId, name: expect.any(String), key: expect.any(String) };
    const other = { id: second, name: 'Aa', key: expect.any(String) };
    const asked = async (include: string) => (await list(cast.ids.creator, `category_id=${categoryId}${include}`)).data;
    const mainRule = '&include[]=mainUrlMatchingRule';
    expect(await asked(mainRule)).toEqual([
      { id: withRule, ...plain, mainUrlMatchingRule: rule },
      { id: without, ...plain },
    ]);
    const [first] = await asked(`${mainRule}&include[]=StoreCategories`);
    expect(first.mainUrlMatchingRule).toEqual(rule);
    expect(first.StoreCategories).toEqual(expect.arrayContaining([other, own]));
    expect(first.StoreCategories).toHaveLength(2);
    expect((await asked('&include[]=StoreCategories'))[1]).toEqual({ id: without, ...plain, StoreCategories: [own] });
    expect((await asked(''))[0]).toEqual({ id: withRule, ...plain });
  });

  it('has the first domains that links can lead to, when they are included', async () => {
    const { storeIds, categoryId } = await categoryWithStores(1);
    const hosts = Array.from({ length: 7 }, () => `${randomUUID()}.example`);
    await run('DELETE FROM store_domains WHERE store_id = $1', storeIds[0]);
    for (const [at, host] of hosts.entries())
      await run(
        'INSERT INTO store_domains (store_id, host, standing) VALUES ($1, $2, $3)',
        storeIds[0],
        host,
        at === 0 ? 'unproven' : 'consented',
      );
    const [store] = (await list(cast.ids.creator, `category_id=${categoryId}&include[]=domains`)).data;
    expect(store.domains).toEqual(hosts.slice(1, 6));
  });

  it.each<[query: string, field: string, says: RegExp]>([
    ['category_id=4503599627370496', 'category_id', /category that exists/],
    ['category_id=0', 'category_id', /at least 1/],
    ['category_id=x', 'category_id', /whole number/],
    ['include[]=storeCategories', 'include.0', /mainUrlMatchingRule, StoreCategories/],
  ])('is not found by ?%s', async (query, field, says) => {
    const { status, body } = await call(`/v2/users/${cast.ids.creator}/advertisers?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
  });
});

describe('A creator does not see', () => {
  it.each([
    ['a hidden store', 'hidden = true'],
    ['a deactivated store', 'deactivated_at = now()'],
    ['a deleted store', 'deleted_at = now()'],
  ])('%s', async (_what, change) => {
    const { storeIds, seenBy } = await categoryWithStores(3);
    await run(`UPDATE stores SET ${change}, toplist_rank = 1 WHERE id = $1`, storeIds[1]);
    expect(await seenBy(cast.ids.creator)).toEqual([storeIds[0], storeIds[2]]);
    expect(ids((await list(cast.ids.creator, '', 'stores-by-toplist')).data)).not.toContain(storeIds[1]);
  });

  it('a store to which no link can be made, because none of its domains is accepted or proven', async () => {
    const { storeIds, seenBy } = await categoryWithStores(2);
    const [unproven, other] = storeIds as [number, number];
    await run("UPDATE store_domains SET standing = 'unproven' WHERE store_id = $1", unproven);
    expect(await seenBy(cast.ids.creator)).toEqual([other]);
    await run(
      "INSERT INTO store_domains (store_id, host, standing) VALUES ($1, 'second.example', 'consented')",
      unproven,
    );
    expect(await seenBy(cast.ids.creator)).toEqual([unproven, other]);
  });

  it('a store that has blocked the creator, the creator’s tag or agency, though clicks of old links may count', async () => {
    const { storeIds, seenBy } = await categoryWithStores(5);
    const [byUser, lenient, byTag, byAgency, open] = storeIds as [number, number, number, number, number];
    const tag = await application.market.userTag({ userIds: [cast.ids.creator] });
    await run('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', byUser, cast.ids.creator);
    await run(
      'INSERT INTO blocklist (store_id, user_id, validate_clicks) VALUES ($1, $2, true)',
      lenient,
      cast.ids.creator,
    );
    await run('INSERT INTO blocklist (store_id, user_tag_id) VALUES ($1, $2)', byTag, tag);
    await run('INSERT INTO blocklist (store_id, agency_id) VALUES ($1, $2)', byAgency, cast.agencyId);
    expect(await seenBy(cast.ids.creator)).toEqual([open]);
    expect(await seenBy(cast.ids.otherCreator)).toEqual(storeIds);
    expect(await seenBy(cast.ids.advertiser)).toEqual(storeIds);
  });
});

describe('The toplist', () => {
  it('are ranked first, equal ranks and all others by id', async () => {
    const { storeIds, seenBy } = await categoryWithStores(6);
    const [a, b, c, d, e, f] = storeIds as [number, number, number, number, number, number];
    for (const [store, rank] of [
      [b, 2_000_000],
      [e, 1_000_000],
      [d, 2_000_000],
    ]) {
      await run('UPDATE stores SET toplist_rank = $2 WHERE id = $1', store, rank);
    }
    expect(await seenBy(cast.ids.creator)).toEqual([e, b, d, a, c, f]);
    const all = ids((await list(cast.ids.creator)).data);
    expect(all.filter((id) => storeIds.includes(id))).toEqual([e, b, d, a, c, f]);
  });

  it('alone contains the ranked stores', async () => {
    const { rows } = await run(
      'SELECT id FROM stores WHERE toplist_rank IS NOT NULL AND NOT hidden AND deactivated_at IS NULL AND deleted_at IS NULL ORDER BY toplist_rank, id',
    );
    const { data, meta } = await list(cast.ids.creator, '', 'stores-by-toplist');
    expect([ids(data), meta.total]).toEqual([ids(rows), rows.length]);
    expect(rows.length).toBeGreaterThan(2);
    expect(Object.keys(data[0])).toEqual(['id', 'name', 'traffic_sources_costs']);
  });
});

describe('Stores by categories', () => {
  const storesByCategory = async (userId: number) => {
    const { data } = await list(userId, 'size=100', 'stores-by-categories');
    return new Map<number, number[]>(
      data.map((one: { id: number; stores: { id: number }[] }) => [one.id, ids(one.stores)]),
    );
  };

  it('are the categories by name, each with its first ten stores as the list of the category has them', async () => {
    const long = await categoryWithStores(12);
    const [, second] = long.storeIds as [number, number];
    for (const [at, rank] of [
      [11, 5],
      [10, 6],
    ] as const) {
      await run('UPDATE stores SET toplist_rank = $2 WHERE id = $1', long.storeIds[at], rank);
    }
    await run('UPDATE stores SET hidden = true WHERE id = $1', second);
    await run('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', long.storeIds[2], cast.ids.creator);
    const empty = await application.market.category();

    const { data, meta } = await list(cast.ids.creator, 'size=100', 'stores-by-categories');
    const { rows } = await run('SELECT id, name, key FROM categories ORDER BY name, id');
    expect(data.map(({ stores: _, ...category }: { stores: unknown }) => category)).toEqual(rows);
    expect(meta.total).toBe(rows.length);

    const byCategory = await storesByCategory(cast.ids.creator);
    expect(byCategory.get(empty)).toEqual([]);
    for (const { id } of rows) {
      const whole = ids((await list(cast.ids.creator, `category_id=${id}`)).data);
      expect([id, byCategory.get(id)]).toEqual([id, whole.slice(0, 10)]);
    }
    expect(byCategory.get(long.categoryId)!.slice(0, 3)).toEqual([
      long.storeIds[11],
      long.storeIds[10],
      long.storeIds[0],
    ]);
    expect((await storesByCategory(cast.ids.otherCreator)).get(long.categoryId)).toContain(long.storeIds[2]);
  });

  it('and all lists of categories have names in the language that the request names, sorted by it', async () => {
    const first = await application.market.category({
      name: 'Zz',
      storeIds: [(await categoryWithStores(1)).storeIds[0]!],
    });
    const second = await application.market.category({ name: 'Zy' });
    await run(`UPDATE categories SET name_de = 'Aaa' WHERE id = $1`, first);
    const read = async (url: string, language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language };
      const { body } = await application.call({ url: `/v2/${url}`, as: cast.tokens.creator, headers });
      return (body.data ?? body) as { id: number; name: string; StoreCategories?: { name: string }[] }[];
    };
    for (const url of [
      `users/${cast.ids.creator}/stores-by-categories?size=100`,
      'store-categories',
      'advertiser-categories?size=100',
    ]) {
      const namesIn = async (language?: string) =>
        (await read(url, language)).filter(({ id }) => id === first || id === second).map(({ name }) => name);
      expect([url, await namesIn(), await namesIn('de-AT'), await namesIn('sv')]).toEqual([
        url,
        ['Zy', 'Zz'],
        ['Aaa', 'Zy'],
        ['Zy', 'Zz'],
      ]);
    }
    const ofStore = await read(
      `users/${cast.ids.creator}/advertisers?category_id=${first}&include[]=StoreCategories`,
      'de',
    );
    expect(ofStore[0]!.StoreCategories!.map(({ name }) => name)).toContain('Aaa');
  });

  it('are the same categories page by page', async () => {
    const { data } = await list(cast.ids.creator, 'size=100', 'stores-by-categories');
    const pages: unknown[] = [];
    for (let page = 1; pages.length < data.length; page++) {
      pages.push(...(await list(cast.ids.creator, `size=2&page=${page}`, 'stores-by-categories')).data);
    }
    expect(pages).toEqual(data);
  });
});
