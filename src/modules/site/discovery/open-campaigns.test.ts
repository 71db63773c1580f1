import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

/** A campaign that anybody can apply for, with a public page. */
async function publish(title: string, more: Parameters<typeof market.campaign>[0], publishedAt: string) {
  const id = await market.campaign({ type: 'store_accept', ...more });
  await query(`UPDATE campaigns SET campaign_title = $2 WHERE id = $1`, id, title);
  await query('INSERT INTO campaign_pages (campaign_id, published_at) VALUES ($1, $2)', id, publishedAt);
  return id;
}

const winter = await publish('Winter walks', { storeId, validUntil: new Date('2124-03-01T00:00:00Z') }, '2026-01-01');
const spring = await publish('Spring walks', { storeId: otherStoreId }, '2026-01-02');
const ended = await publish('Autumn', { storeId, validUntil: new Date('2020-01-01T00:00:00Z') }, '2026-01-03');
const unlisted = await market.campaign({ storeId, type: 'store_accept' });
await market.price({ storeId, campaignId: winter, cpcMinor: 900 });
await market.price({ storeId: otherStoreId, campaignId: spring, cpcMinor: 100 });
const [category] = await query(`INSERT INTO categories (name, key) VALUES ('Outdoors', 'outdoors-x') RETURNING id`);
await query('INSERT INTO store_categories (store_id, category_id) VALUES ($1, $2)', storeId, category.id);

const URL = `/v2/users/${ids.creator}/open-campaigns`;
const read = (rest = '', role: Role | null = 'creator') =>
  application.call({ url: `${URL}${rest}`, ...(role === null ? {} : { as: tokens[role] }) });
const idsOf = async (rest = '') => (await read(rest)).body.data.map(({ id }: { id: number }) => id);

describe('The open campaigns', () => {
  it('are those of the public page, newest first, with what the creator earns, the store, its market and its categories', async () => {
    expect(await idsOf()).toEqual([spring, winter]);
    const page = await application.app.inject({ url: '/discover/campaigns', headers: { accept: 'text/html' } });
    for (const id of [spring, winter]) expect(page.payload).toContain(`/discover/campaigns/${id}`);
    for (const id of [ended, unlisted]) expect(page.payload).not.toContain(`/discover/campaigns/${id}"`);
    const { body } = await read();
    expect(body.data[1]).toMatchObject({
      title: 'Winter walks',
      store: { id: storeId },
      pay: [{ source: 'general', per_click_minor: 630 }, { source: 'social' }],
      part: null,
      market: { name: expect.any(String) },
      categories: [{ id: category.id, name: 'Outdoors' }],
      store_logo_url: null,
    });
  });

  it('name categories in the language that the request names', async () => {
    await query(`UPDATE categories SET name_sv = 'Friluftsliv' WHERE id = $1`, category.id);
    const namedIn = async (...headers: [string] | []) => {
      const reply = await application.call({
        url: `${URL}?offer_id=${winter}`,
        as: tokens.creator,
        ...(headers[0] === undefined ? {} : { headers: { 'accept-language': headers[0] } }),
      });
      return reply.body.data[0].categories[0].name;
    };
    expect([await namedIn(), await namedIn('sv-SE'), await namedIn('de'), await namedIn('*')]).toEqual([
      'Outdoors',
      'Friluftsliv',
      'Outdoors',
      'Outdoors',
    ]);
  });

  it('are filtered by name, category, market and campaign, and sorted by deadline and price', async () => {
    expect(await idsOf('?name=winter')).toEqual([winter]);
    expect(await idsOf(`?category_id=${category.id}`)).toEqual([winter]);
    const [{ market: ofStore }] = (await read(`?offer_id=${winter}`)).body.data;
    expect(await idsOf(`?market_id=${ofStore.id}&name=winter`)).toEqual([winter]);
    expect(await idsOf('?market_id=999999')).toEqual([]);
    expect(await idsOf('?sort_by=valid_until:asc')).toEqual([winter, spring]);
    expect(await idsOf('?sort_by=published_at:asc')).toEqual([winter, spring]);
    expect((await idsOf('?sort_by=per_click:desc')).length).toBe(2);
    expect((await read('?sort_by=title')).status).toBe(422);
  });

  it('show the participation of a creator who has applied, and are joined with the token', async () => {
    const [{ token }] = (await read(`?offer_id=${winter}`)).body.data;
    const joined = await application.call({
      method: 'POST',
      url: `/v2/offer-by-token/${token}/users/${ids.creator}/participation`,
      body: {},
      as: tokens.creator,
    });
    expect(joined.status).toBe(200);
    expect((await read(`?offer_id=${winter}`)).body.data[0].part).toMatchObject({ status: 'applied' });
  });

  it('are read by the creator, the agency and administrators', async () => {
    for (const role of ROLES)
      expect((await read('', role)).status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
    expect((await read('', null)).status).toBe(401);
  });

  it('are found by the search, by every person, and others are not', async () => {
    const found = async (q: string, role: Role) =>
      (await application.call({ url: `/v2/search?kind=campaign&q=${q}`, as: tokens[role] })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    await query(`UPDATE campaigns SET campaign_title = 'Walks unlisted' WHERE id = $1`, unlisted);
    expect(await found('walks', 'otherCreator')).toEqual([spring, winter]);
    // The name is the store's own: others neither read it nor find the campaign by it.
    await query(`UPDATE campaigns SET name = 'Clearance of stock' WHERE id = $1`, winter);
    for (const role of ['creator', 'otherCreator', 'otherAdvertiser', 'agency'] as const)
      expect(await found('clearance', role)).toEqual([]);
    for (const role of ['advertiser', 'admin'] as const) expect(await found('clearance', role)).toEqual([winter]);
    const titles = async (role: Role) =>
      (await application.call({ url: '/v2/search?kind=campaign&q=winter', as: tokens[role] })).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles('otherCreator')).toEqual(['Winter walks']);
    expect(await titles('advertiser')).toEqual(['Clearance of stock']);
    expect(await found('walks', 'advertiser')).toEqual(expect.arrayContaining([spring, winter, unlisted]));
  });
});
