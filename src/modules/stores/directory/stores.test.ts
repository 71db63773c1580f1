import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const get = (query: string, as: string | undefined = cast.tokens.creator) =>
  application.call({ url: `/v2/stores?${query}`, ...(as === undefined ? {} : { as }) });
async function names(query: string, as?: string): Promise<string[]> {
  const { status, body } = await get(query, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.map((store: { name: string }) => store.name);
}
const set = (id: number, change: string, ...values: unknown[]) =>
  application.database.pool.query(`UPDATE stores SET ${change} WHERE id = $1`, [id, ...values]);
async function named(name: string, values: Parameters<TestApplication['market']['store']>[0] = {}): Promise<number> {
  const id = await application.market.store(values);
  await set(id, 'name = $2', name);
  return id;
}

describe('GET /v2/stores', () => {
  it('lists id and name, by id, in the envelope of version 2', async () => {
    const { status, body } = await get('size=2');
    expect([status, Object.keys(body)]).toEqual([200, ['data', 'links', 'meta']]);
    expect(body.data).toEqual([
      { id: cast.storeId, name: expect.any(String) },
      { id: cast.otherStoreId, name: expect.any(String) },
    ]);
    expect(body.meta).toMatchObject({ current_page: 1, per_page: 2, from: 1, to: 2, path: '/v2/stores' });
    expect((await get('')).body.meta.per_page).toBe(20);
    expect((await get('size=100')).body.meta.per_page).toBe(100);
  });

  it('requires a token', async () => {
    const { status, body } = await application.call({ url: '/v2/stores' });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it.each<[query: string, field: string, says: RegExp]>([
    ['size=0', 'size', /at least 1/],
    ['size=101', 'size', /at most 100/],
    ['page=0', 'page', /at least 1/],
    ['store_group_id=0', 'store_group_id', /at least 1/],
    ['store_group_id=x', 'store_group_id', /whole number/],
    [`query=${'a'.repeat(256)}`, 'query', /at most 255/],
    ['query=%00', 'query', /NUL/],
    ['sort_by=name', 'sort_by', /column:direction/],
    ['sort_by=currency:asc', 'sort_by', /id, name, created_at/],
    ['sort_by=id:up', 'sort_by', /column:direction/],
  ])('names the invalid field of ?%s', async (query, field, says) => {
    const { status, body } = await get(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
  });
});

describe('A query of stores', () => {
  beforeAll(async () => {
    for (const name of ['Café Åre', 'CAFÉ ÅRE 2', 'Fifty% off', 'Fifty_off', 'Back\\slash', 'Fiftyxoff'])
      await named(name);
  });

  it.each([
    ['a part in any case', 'café åre', ['Café Åre', 'CAFÉ ÅRE 2']],
    ['a literal percent sign', 'y% o', ['Fifty% off']],
    ['a literal underscore', 'fifty_', ['Fifty_off']],
    ['a literal backslash', 'k\\s', ['Back\\slash']],
    ['nothing for an unknown name', 'no such name', []],
    ['nothing for 255 characters', 'å'.repeat(255), []],
  ])('finds %s', async (_what, query, found) => {
    expect(await names(`query=${encodeURIComponent(query)}`)).toEqual(found);
  });

  it('finds a store by its id, and names that contain the digits', async () => {
    const id = await named('By its id');
    const digits = await named(`No ${id} of its kind`);
    expect((await get(`query=${id}`)).body.data.map((store: { id: number }) => store.id)).toEqual(
      expect.arrayContaining([id, digits]),
    );
    expect(await names(`query=${'9'.repeat(19)}`)).toEqual([]);
    expect(await names(`query=0${id}`)).not.toContain('By its id');
  });

  it('is combined with a store group', async () => {
    const storeGroupId = await application.market.storeGroup();
    await named('Grouped Café', { storeGroupId });
    expect(await names(`store_group_id=${storeGroupId}`)).toEqual(['Grouped Café']);
    expect(await names(`store_group_id=${storeGroupId}&query=caf`)).toEqual(['Grouped Café']);
    expect(await names(`store_group_id=${storeGroupId}&query=x`)).toEqual([]);
    expect(await names('store_group_id=4503599627370496')).toEqual([]);
  });

  it('is ignored if it is empty', async () => {
    expect((await get('query=')).body.meta.total).toBe((await get('')).body.meta.total);
  });
});

describe('Stores are sorted', () => {
  let storeGroupId: number;
  beforeAll(async () => {
    storeGroupId = await application.market.storeGroup();
    for (const [name, day] of [
      ['Bb', 3],
      ['Aa', 2],
      ['Bb', 1],
      ['Cc', 2],
    ] as const) {
      await set(await named(name, { storeGroupId }), 'created_at = $2', `2025-01-0${day}`);
    }
  });

  it.each([
    ['id:asc', ['Bb3', 'Aa2', 'Bb1', 'Cc2']],
    ['id:desc', ['Cc2', 'Bb1', 'Aa2', 'Bb3']],
    ['name:asc', ['Aa2', 'Bb3', 'Bb1', 'Cc2']],
    ['name:desc', ['Cc2', 'Bb1', 'Bb3', 'Aa2']],
    ['created_at:asc', ['Bb1', 'Aa2', 'Cc2', 'Bb3']],
    ['created_at:desc', ['Bb3', 'Cc2', 'Aa2', 'Bb1']],
  ])('by %s, and by id if the values are equal', async (sort, sorted) => {
    const { rows } = await application.database.pool.query(
      `SELECT id, name || extract(day FROM created_at) AS label FROM stores WHERE store_group_id = $1`,
      [storeGroupId],
    );
    const labels = new Map(rows.map((row) => [row.id, row.label]));
    const { body } = await get(`store_group_id=${storeGroupId}&sort_by=${sort}`);
    expect(body.data.map((store: { id: number }) => labels.get(store.id))).toEqual(sorted);
  });
});

describe('Which stores are listed', () => {
  let storeGroupId: number;
  beforeAll(async () => {
    const { market } = application;
    storeGroupId = await market.storeGroup();
    await named('open', { storeGroupId });
    const others = { hidden: 'hidden = true', deactivated: 'deactivated_at = now()', deleted: 'deleted_at = now()' };
    for (const [name, change] of Object.entries(others)) {
      for (const owner of ['mine', 'theirs']) {
        const id = await named(`${owner} ${name}`, { storeGroupId });
        await set(id, change);
        if (owner === 'mine') await market.member(id, cast.ids.advertiser);
      }
    }
  });

  it.each([
    ['creator', ['open']],
    ['agency', ['open']],
    ['otherAdvertiser', ['open']],
    ['advertiser', ['open', 'mine hidden', 'mine deactivated']],
    ['admin', ['open', 'mine hidden', 'theirs hidden', 'mine deactivated', 'theirs deactivated']],
  ] as const)('for the role %s', async (role, listed) => {
    expect(await names(`store_group_id=${storeGroupId}`, cast.tokens[role])).toEqual(listed);
    const { body } = await get(`store_group_id=${storeGroupId}&size=1`, cast.tokens[role]);
    expect(body.meta.total).toBe(listed.length);
  });

  it('and the same stores are found by id or name', async () => {
    const { rows } = await application.database.pool.query(`SELECT id FROM stores WHERE name = 'theirs hidden'`);
    expect(await names(`query=${rows[0].id}&store_group_id=${storeGroupId}`)).toEqual([]);
    expect(await names('query=theirs')).toEqual([]);
  });
});
