import { describe, expect, it } from 'vitest';
import { adminOf, tally, untilWaitingFor } from '../../../../tests/harness/admin.ts';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const application = await createTestApplication();
const admin = adminOf(application, await application.tokenOf(await application.market.user({ isAdmin: true })));

const TAKEN = ['has already been taken'];
const IN_USE = [400, 'in_use'];
const codeOf = (reply: { status: number; body: { error: string } }) => [reply.status, reply.body.error];
const makeGroup = (values: object = {}) =>
  admin.make('store-groups', {
    name: 'Sverige',
    key: unique(),
    country: 'SE',
    currency: 'SEK',
    locale: 'sv_SE',
    language: 'sv',
    ...values,
  });

describe('A market’s currency', () => {
  it('can be changed while the market has no stores, and not afterwards', async () => {
    const { id } = await makeGroup();
    expect((await admin.patch(`store-groups/${id}`, { currency: 'NOK' })).body.currency).toBe('NOK');
    await application.market.store({ storeGroupId: id });
    const refused = await admin.patch(`store-groups/${id}`, { currency: 'SEK', name: 'x' });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { currency: ['cannot change while the market has stores'] },
    ]);
    const others = { name: 'Norge', currency: 'NOK', payment_limit: 100 };
    expect((await admin.patch(`store-groups/${id}`, others)).body).toMatchObject(others);
  });

  it('waits for a store that is being created', async () => {
    const { id } = await makeGroup();
    const client = await application.database.pool.connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
      VALUES ($1, 'Boden', 'SE', 'SEK', 'sv', 'sv_SE', $2)`,
      [id, unique()],
    );
    const waiting = admin.patch(`store-groups/${id}`, { currency: 'NOK' });
    await untilWaitingFor(client, waiting, application);
    await client.query('COMMIT');
    client.release();
    expect((await waiting).status).toBe(422);
    expect((await admin.get(`store-groups/${id}`)).body.currency).toBe('SEK');
  });
});

describe('The record of a key', () => {
  it.each(['store-groups', 'categories'])('among the %s is unique', async (path) => {
    const body = (key: string) => ({
      ...(path === 'categories' ? {} : { country: 'SE', currency: 'SEK', locale: 'sv_SE', language: 'sv' }),
      name: 'x',
      key,
    });
    const key = unique();
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.post(path, body(key))));
    expect(tally(replies)).toEqual({ 201: 1, 422: 7 });
    expect(replies.find(({ status }) => status === 422)!.body.errors).toEqual({ key: TAKEN });
    const other = await admin.make(path, body(unique()));
    expect((await admin.patch(`${path}/${other.id}`, { key })).body.errors).toEqual({ key: TAKEN });
    const wanted = unique();
    const many = await Promise.all(Array.from({ length: 5 }, () => admin.make(path, body(unique()))));
    const changed = await Promise.all(many.map(({ id }) => admin.patch(`${path}/${id}`, { key: wanted })));
    expect(tally(changed)).toEqual({ 200: 1, 422: 4 });
  });
});

describe('A user tag’s slug', () => {
  it('is unique among a store’s tags, and among the common ones', async () => {
    const [store, other] = [await application.market.store(), await application.market.store()];
    const slug = unique();
    const body = (storeId: number | null) => ({ name: 'x', slug, store_id: storeId });
    for (const storeId of [store, other, null]) {
      expect((await admin.post('user-tags', body(storeId))).status).toBe(201);
      expect((await admin.post('user-tags', body(storeId))).body.errors).toEqual({ slug: TAKEN });
    }
    expect((await admin.post('user-tags', { name: 'x', slug })).body.errors).toEqual({ slug: TAKEN });
    const another = await admin.make('user-tags', { name: 'x', slug: unique(), store_id: store });
    expect((await admin.patch(`user-tags/${another.id}`, { slug })).body.errors).toEqual({ slug: TAKEN });
    const listed = await admin.get(`user-tags?store_id=${store}`);
    expect(listed.body.data.map((one: { slug: string }) => one.slug)).toEqual([slug, another.slug]);
  });

  it('is unique, also with concurrent requests', async () => {
    const store = await application.market.store();
    const body = { name: 'x', slug: unique(), store_id: store };
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.post('user-tags', body)));
    expect(tally(replies)).toEqual({ 201: 1, 422: 7 });
  });

  it('belongs permanently to an existing store', async () => {
    const store = await application.market.store();
    await application.database.pool.query('UPDATE stores SET deleted_at = now() WHERE id = $1', [store]);
    for (const storeId of [store, 2 ** 53 - 1]) {
      const reply = await admin.post('user-tags', { name: 'x', slug: unique(), store_id: storeId });
      expect([reply.status, reply.body.errors]).toEqual([422, { store_id: ['must be the id of a store that exists'] }]);
    }
    const { id } = await admin.make('user-tags', { name: 'x', slug: unique() });
    const moved = await admin.patch(`user-tags/${id}`, { store_id: await application.market.store() });
    expect(moved.body.errors).toEqual({ store_id: ['is not a known field'] });
  });
});

describe('A return ad', () => {
  it('is a market’s, a store’s or everybody’s', async () => {
    const [group, store] = [(await makeGroup()).id, await application.market.store()];
    const says = ['must be a market or a store, not both'];
    const both = await admin.post('return-ads', { name: 'x', store_group_id: group, store_id: store });
    expect([both.status, both.body.errors]).toEqual([422, { store_group_id: says, store_id: says }]);
    const { id } = await admin.make('return-ads', { name: 'x', store_group_id: group });
    const second = await admin.patch(`return-ads/${id}`, { store_id: store });
    expect([second.status, second.body.errors]).toEqual([422, { store_id: says }]);
    const moved = { store_id: store, store_group_id: null };
    expect((await admin.patch(`return-ads/${id}`, moved)).body).toMatchObject(moved);
    const listed = async (query: string) => (await admin.get(`return-ads?${query}`)).body.meta.total;
    expect([await listed(`store_id=${store}`), await listed(`store_group_id=${group}`)]).toEqual([1, 0]);
  });

  it('can be changed when its store is deleted, and not be assigned to a deleted store', async () => {
    const store = await application.market.store();
    const { id } = await admin.make('return-ads', { name: 'x', store_id: store });
    await application.database.pool.query('UPDATE stores SET deleted_at = now() WHERE id = $1', [store]);
    expect((await admin.patch(`return-ads/${id}`, { active: false, store_id: store })).status).toBe(200);
    expect((await admin.post('return-ads', { name: 'x', store_id: store })).status).toBe(422);
  });
});

describe('A record in use', () => {
  it('as a market is not deleted', async () => {
    const uses: ((id: number) => Promise<unknown>)[] = [
      (id) => application.market.store({ storeGroupId: id }),
      (id) => application.market.agency({ storeGroupId: id }),
      (id) => admin.make('users', { email: `${unique()}@example.test`, store_group_id: id }),
      (id) => admin.make('return-ads', { name: 'x', store_group_id: id }),
    ];
    for (const use of uses) {
      const { id } = await makeGroup();
      await use(id);
      expect(codeOf(await admin.remove(`store-groups/${id}`))).toEqual(IN_USE);
      expect((await admin.get(`store-groups/${id}`)).status).toBe(200);
    }
  });

  it('as a category or a tag is not deleted', async () => {
    const { pool } = application.database;
    const store = await application.market.store();
    const category = await admin.make('categories', { name: 'x', key: unique() });
    await pool.query('INSERT INTO store_categories (store_id, category_id) VALUES ($1, $2)', [store, category.id]);
    expect(codeOf(await admin.remove(`categories/${category.id}`))).toEqual(IN_USE);
    const tag = await admin.make('user-tags', { name: 'x', slug: unique() });
    await pool.query('INSERT INTO blocklist (store_id, user_tag_id) VALUES ($1, $2)', [store, tag.id]);
    expect(codeOf(await admin.remove(`user-tags/${tag.id}`))).toEqual(IN_USE);
  });

  it('is deleted or used, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await makeGroup();
      const [used, deleted] = await Promise.all([
        admin.post('return-ads', { name: 'x', store_group_id: id }),
        admin.remove(`store-groups/${id}`),
      ]);
      expect([
        [201, 400],
        [422, 204],
      ]).toContainEqual([used.status, deleted.status]);
    }
  });
});
