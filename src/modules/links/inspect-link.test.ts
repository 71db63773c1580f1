import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore } from '../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

async function inspect(url: string, more: object = {}, { as = cast.tokens.creator, userId = cast.ids.creator } = {}) {
  const { status, body } = await application.call({
    method: 'POST',
    url: `/v2/users/${userId}/inspections/affiliate-link`,
    as,
    body: { url, ...more },
  });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['inspection_result', 'matching_advertisers']);
  return {
    result: body.inspection_result as string,
    advertisers: body.matching_advertisers as { id: number }[],
    ids: (body.matching_advertisers as { id: number }[]).map(({ id }) => id),
  };
}

describe('An inspection shows whether a creator can earn with a page', () => {
  it('no_advertiser for our own links, even if a store claims our host', async () => {
    await openStore(application, { domains: ['tributary.test'] });
    const { code } = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    for (const url of [`http://tributary.test/r/${code}`, 'HTTP://TRIBUTARY.test:80/shoes'])
      expect(await inspect(url)).toMatchObject({ result: 'no_advertiser', ids: [] });
    expect((await inspect('https://tributary.test:8443/shoes')).result).toBe('single_advertiser');
  });

  it('single_advertiser, with its payments', async () => {
    const storeId = await openStore(application, { domains: ['pays.example'], currency: 'JPY' });
    await application.database.pool.query(
      'INSERT INTO prices (store_id, source, cpc_minor, cpa) VALUES ($1, 0, 25, 0.075), ($1, 1, NULL, NULL)',
      [storeId],
    );
    const { result, advertisers: pricedStores } = await inspect('https://www.pays.example/p?q=1#x');
    expect(result).toBe('single_advertiser');
    expect(pricedStores).toEqual([
      {
        id: storeId,
        name: expect.any(String),
        traffic_sources_costs: [
          {
            id: expect.any(Number),
            source: 0,
            cpc: 25,
            cpc_v2: { amount: '25', currency: 'JPY' },
            cpa: 0.075,
            cpo: null,
            cpo_mode: 'added',
            minimum_order: null,
            currency: 'JPY',
          },
          {
            id: expect.any(Number),
            source: 1,
            cpc: 25,
            cpc_v2: { amount: '25', currency: 'JPY' },
            cpa: 0.075,
            cpo: null,
            cpo_mode: 'added',
            minimum_order: null,
            currency: 'JPY',
          },
        ],
      },
    ]);
  });

  it('with the store’s own prices, not those of its offers', async () => {
    const storeId = await openStore(application, { domains: ['offers.example'] });
    const campaignId = await application.market.campaign({ storeId });
    await application.market.price({ storeId, cpcMinor: 10 });
    await application.market.price({ storeId, campaignId, cpcMinor: 99 });
    const { advertisers: pricedStores } = await inspect('https://offers.example/');
    expect(pricedStores).toMatchObject([{ traffic_sources_costs: [{ cpc: 10 }] }]);
  });

  it('multiple_advertisers, each once and sorted by id', async () => {
    const ids = [
      await openStore(application, { domains: ['two.example', 'www.two.example'] }),
      await openStore(application, { domains: ['two.example'] }),
    ];
    expect(await inspect('https://two.example/p')).toMatchObject({ result: 'multiple_advertisers', ids });
  });

  it('no_advertiser', async () => {
    expect(await inspect('https://nobody.example/p')).toEqual({ result: 'no_advertiser', advertisers: [], ids: [] });
  });

  it.each(['', ' ', 'sneakers', 'ftp://cast-shop.example', `https://cast-shop.example/${'a'.repeat(4100)}`])(
    'invalid_url of %.30j',
    async (url) => {
      expect(await inspect(url)).toEqual({ result: 'invalid_url', advertisers: [], ids: [] });
    },
  );

  it('blocked by a rule of the only owner', async () => {
    await openStore(application, { domains: ['rules.example'] }, [{ type: 'block', url: 'rules.example/gift' }]);
    expect(await inspect('https://rules.example/gift/1')).toMatchObject({ result: 'blocked', ids: [] });
    expect(await inspect('https://rules.example/p')).toMatchObject({ result: 'single_advertiser' });
  });

  it('not_visible, unless visibility is ignored', async () => {
    const storeId = await openStore(application, { domains: ['unseen.example'], hidden: true });
    const url = 'https://unseen.example/p';
    expect(await inspect(url)).toMatchObject({ result: 'not_visible', ids: [] });
    expect(await inspect(url, { ignore_advertiser_visibility: false })).toMatchObject({ result: 'not_visible' });
    const ignoring = await inspect(url, { ignore_advertiser_visibility: true });
    expect(ignoring).toMatchObject({ result: 'single_advertiser', ids: [storeId] });
  });

  it('blocked for a creator on the blocklist of every owner, and for no other creator', async () => {
    const [one, two] = [
      await openStore(application, { domains: ['both.example'] }),
      await openStore(application, { domains: ['both.example'] }),
    ];
    const block = (storeId: number) =>
      application.database.pool.query('INSERT INTO blocklist (store_id, agency_id) VALUES ($1, $2)', [
        storeId,
        cast.agencyId,
      ]);
    await block(one);
    expect(await inspect('both.example')).toMatchObject({ result: 'single_advertiser', ids: [two] });
    await block(two);
    expect(await inspect('both.example')).toMatchObject({ result: 'blocked', ids: [] });
    const other = { as: cast.tokens.otherCreator, userId: cast.ids.otherCreator };
    expect(await inspect('both.example', {}, other)).toMatchObject({ result: 'multiple_advertisers', ids: [one, two] });
    // The creator's blocklist entries count, not the caller's.
    const admin = { as: cast.tokens.admin, userId: cast.ids.creator };
    expect(await inspect('both.example', {}, admin)).toMatchObject({ result: 'blocked' });
  });

  it('writes nothing', async () => {
    const { rows } = await application.database.pool.query('SELECT count(*) AS count FROM links');
    await inspect(`https://${cast.domain}/never-made`);
    expect((await application.database.pool.query('SELECT count(*) AS count FROM links')).rows).toEqual(rows);
  });
});

describe('Pages of real stores', () => {
  let store: number;
  let brand: number;
  let outlet: number;
  let books: number;
  beforeAll(async () => {
    store = await openStore(application, { domains: ['shop.co.example', 'shop-app.example'] }, [
      { type: 'block', url: 'shop.co.example/customer-service' },
      { type: 'block', keyword: 'presentkort' },
    ]);
    brand = await openStore(application, { domains: ['brand.myshopify.com', 'brand.example'] }, [
      { type: 'allow', url: 'brand.myshopify.com/products' },
      { type: 'allow', url: 'brand.example' },
    ]);
    outlet = await openStore(application, { domains: ['outlet.brand.example'] });
    books = await openStore(application, { domains: ['xn--bcher-kva.example'] });
  });

  type Expected = 'shop' | 'brand' | 'outlet' | 'books' | 'no_advertiser' | 'blocked' | 'invalid_url';
  it.each<[text: string, expected: Expected]>([
    ['https://www.shop.co.example/se/dam/klanningar/p-12345.html?color=r%C3%B6d&size=38', 'shop'],
    ['HTTPS://WWW.SHOP.CO.EXAMPLE/SE/P-1', 'shop'],
    ['shop.co.example', 'shop'],
    ['www.shop.co.example/p?utm_source=newsletter&utm_campaign=höst', 'shop'],
    ['https://shop.co.example./p', 'shop'],
    ['https://shop.co.example:443/p', 'shop'],
    ['http://shop.co.example:8080/p', 'shop'],
    ['https://m.shop.co.example/p#!/reviews', 'shop'],
    ['https://shop-app.example/deep/link?url=https%3A%2F%2Fevil.example', 'shop'],
    ['https://shop.co.example/p?tclid=0198c0de', 'shop'],
    ['https://shop.co.example/kundtjanst/../p', 'shop'],
    ['https://shop.co.example/customer-service/returns', 'blocked'],
    ['https://shop.co.example/%63ustomer-service', 'blocked'],
    ['https://shop.co.example/a/../customer-service', 'blocked'],
    ['https://shop.co.example/PRESENTKORT', 'blocked'],
    ['https://shop.co.example/p?q=present%6Bort', 'blocked'],
    ['https://co.example/p', 'no_advertiser'],
    ['https://myshop.co.example/p', 'no_advertiser'],
    ['https://shop.co.example.evil.example/', 'no_advertiser'],
    ['https://evil.example/?u=https://shop.co.example/p', 'no_advertiser'],
    ['https://evil.example/#shop.co.example', 'no_advertiser'],
    ['https://shop.co.example@evil.example/', 'invalid_url'],
    ['https://evil.example\\@shop.co.example/', 'no_advertiser'],
    ['https://brand.myshopify.com/products/1', 'brand'],
    ['https://brand.myshopify.com/cart', 'no_advertiser'],
    ['https://other.myshopify.com/products/1', 'no_advertiser'],
    ['https://shop.brand.example/', 'brand'],
    ['https://outlet.brand.example/p', 'outlet'],
    ['https://x.outlet.brand.example/p', 'outlet'],
    ['https://bücher.example/romane', 'books'],
    ['https://XN--BCHER-KVA.example/romane', 'books'],
    ['https://www.bücher.example', 'books'],
  ])('%s: %s', async (text, expected) => {
    const stores: Partial<Record<Expected, number>> = { shop: store, brand, outlet, books };
    const storeId = stores[expected];
    const { result, ids } = await inspect(text);
    expect({ result, ids }).toEqual(
      storeId === undefined ? { result: expected, ids: [] } : { result: 'single_advertiser', ids: [storeId] },
    );
  });
});
