import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { silentLog } from '../../../../tests/harness/embedded.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { uploadFeed } from '../feed/request-run.ts';
import { runNext } from '../feed/run-next.ts';
import { rssOf, shoe } from '../parse/feed.fixture.ts';

let waitedMs = 0;
const now = () => new Date(Date.now() + waitedMs);
const application = await createTestApplication({ now });
const { database } = application;
const cast = await createCast(application);
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

/** Gives a store these products, as a feed does. */
async function give(storeId: number, domain: string, items: Record<string, string>[]): Promise<void> {
  const actor = { userId: cast.ids.admin, isAdmin: true, storeIds: [], agencyIds: [], memberOfAgencyId: null };
  const log = silentLog();
  const content = Buffer.from(rssOf(...items.map((fields) => ({ ...shoe(fields.id!, {}, domain), ...fields }))));
  await uploadFeed({ db: database.db, actor, now }, { storeId, format: 'xml', content });
  const signal = new AbortController().signal;
  await runNext({ pool: database.pool, outbound: createOutbound({ allow: [] }), now, log, signal });
}

const search = (text = '', role: Role | null = 'creator') =>
  application.call({ url: `/v2/products${text}`, ...(role === null ? {} : { as: cast.tokens[role] }) });
const found = async (text = '', role: Role = 'creator') => {
  const { status, body } = await search(text, role);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.map(({ product_id }: { product_id: string }) => product_id);
};

const CATALOG = [
  { id: 'red', title: 'Red running shoe', price: '100 EUR', sale_price: '75 EUR' },
  { id: 'blue', title: 'Blue running shoe', price: '50 EUR', product_type: 'Clothing > Shoes > Running' },
  {
    id: 'hat',
    title: "Hat 'n' 100% wool",
    brand: 'Örn',
    price: '20 EUR',
    sale_price: '19 EUR',
    product_type: 'Clothing > Hats',
  },
  {
    id: 'sold',
    title: 'Sold out boot',
    price: '300 EUR',
    availability: 'out_of_stock',
    image_link: 'http://a.example/1.jpg',
  },
];

beforeAll(async () => {
  await query("UPDATE stores SET currency = 'EUR' WHERE id = $1", [cast.storeId]);
  await query("UPDATE stores SET currency = 'SEK' WHERE id = $1", [cast.otherStoreId]);
  await give(cast.storeId, cast.domain, CATALOG);
  await give(cast.otherStoreId, cast.otherDomain, [{ id: 'sek', title: 'Swedish running shoe', price: '60.00 SEK' }]);
});

describe('the search for products', () => {
  it('shows the data that a creator needs about a product', async () => {
    const { body } = await search('?q=boot');
    expect(body).toEqual({
      data: [
        {
          id: expect.any(Number),
          advertiser: { id: cast.storeId, name: expect.any(String) },
          product_id: 'sold',
          title: 'Sold out boot',
          brand: 'Walker',
          category: 'Clothing > Shoes',
          availability: 'out_of_stock',
          url: `https://www.${cast.domain}/shoes/sold`,
          image_url: null,
          price: { amount: '300.00', currency: 'EUR' },
          sale_price: null,
          updated_at: expect.any(String),
        },
      ],
      meta: { next_cursor: null, has_more: false },
      next: null,
    });
    const red = (await search('?q=red')).body.data[0];
    expect(red).toMatchObject({
      sale_price: { amount: '75.00', currency: 'EUR' },
      image_url: `https://cdn.${cast.domain}/red.jpg`,
    });
  });

  it('finds words of title, brand and category, the last one by its beginning', async () => {
    expect(await found('?q=running')).toEqual(['sek', 'blue', 'red']);
    expect(await found('?q=RUNNING+runn')).toEqual(['sek', 'blue', 'red']);
    expect(await found('?q=runn+red')).toEqual([]);
    expect(await found('?q=walker+boo')).toEqual(['sold']);
    expect(await found(`?q=${encodeURIComponent('örn hats')}`)).toEqual(['hat']);
    for (const odd of ["'", '!', '& |', "hat' & !'", '\\', ':*', '<->'])
      expect(await found(`?q=${encodeURIComponent(odd)}`)).toEqual(odd.startsWith('hat') ? ['hat'] : []);
  });

  it('filters by store, category, price and sale', async () => {
    expect(await found(`?store=${cast.otherStoreId}`)).toEqual(['sek']);
    expect(await found('?store=999999')).toEqual([]);
    expect(await found(`?category=${encodeURIComponent('clothing>shoes')}`)).toEqual(['sek', 'sold', 'blue', 'red']);
    expect(await found(`?category=${encodeURIComponent('Clothing > Shoes > Running')}`)).toEqual(['blue']);
    expect(await found('?category=Cloth')).toEqual([]);
    expect(await found('?category=%25')).toEqual([]);
    expect(await found('?currency=EUR&min_price=50&max_price=75.00')).toEqual(['blue', 'red']);
    expect(await found(`?store=${cast.storeId}&max_price=19`)).toEqual(['hat']);
    expect(await found('?on_sale=true')).toEqual(['hat', 'red']);
    expect(await found('?on_sale=false&currency=EUR')).toEqual(['sold', 'blue']);
    expect(await found('?currency=USD')).toEqual([]);
  });

  it('pages through every sort order without gaps or duplicates', async () => {
    const orders = {
      newest: ['sold', 'hat', 'blue', 'red'],
      price_asc: ['hat', 'blue', 'red', 'sold'],
      price_desc: ['sold', 'red', 'blue', 'hat'],
      discount: ['red', 'hat'],
    };
    for (const [order, expected] of Object.entries(orders)) {
      const pages: string[] = [];
      let after = '';
      do {
        const { body } = await search(`?currency=EUR&order=${order}&size=1${after}`);
        expect(body.data.length).toBeLessThanOrEqual(1);
        pages.push(...body.data.map(({ product_id }: { product_id: string }) => product_id));
        after = body.next === null ? '' : `&after=${body.next}`;
      } while (after !== '');
      expect([order, pages]).toEqual([order, expected]);
    }
  });

  it.each<[string, string]>([
    ['min_price=10', 'currency'],
    ['order=price_asc', 'currency'],
    ['currency=EUR&min_price=1.001', 'min_price'],
    ['currency=EUR&max_price=-1', 'max_price'],
    ['currency=euro', 'currency'],
    ['order=random', 'order'],
    ['size=101', 'size'],
    ['store=x', 'store'],
    ['after=nonsense', 'after'],
    [`after=${Buffer.from('price_asc:1:1').toString('base64url')}`, 'after'],
    ['q=', 'q'],
  ])('refuses %s with a 422 that names %s', async (text, field) => {
    const reply = await search(`?${text}`);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('needs a token, and shows a creator only stores to which the creator can make links', async () => {
    expect((await search('', null)).status).toBe(401);
    const closed = async (change: string, restore: string) => {
      await query(change, [cast.otherStoreId]);
      const seen = await found('?q=swedish');
      await query(restore, [cast.otherStoreId]);
      return seen;
    };
    expect(await found('?q=swedish')).toEqual(['sek']);
    const hidden = [
      'UPDATE stores SET hidden = true WHERE id = $1',
      'UPDATE stores SET hidden = false WHERE id = $1',
    ] as const;
    expect(await closed(...hidden)).toEqual([]);
    expect(
      await closed(
        'UPDATE stores SET deactivated_at = now() WHERE id = $1',
        'UPDATE stores SET deactivated_at = NULL WHERE id = $1',
      ),
    ).toEqual([]);
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.otherStoreId, cast.ids.creator]);
    expect(await found('?q=swedish')).toEqual([]);
    expect(await found('?q=swedish', 'otherCreator')).toEqual(['sek']);
    await query('DELETE FROM blocklist');
  });

  it('returns URLs that can be converted to links', async () => {
    const product = (await search('?q=boot')).body.data[0];
    const body = { url: product.url, advertiser_id: product.advertiser.id };
    const made = await application.call({ method: 'POST', url: '/v2/affiliate-links', as: cast.tokens.creator, body });
    expect(made.body.affiliate_link).toMatchObject({ status: 'created', original_url: product.url });
  });
});

describe('the alerts of a creator', () => {
  const alerts = (text = '', role: Role | null = 'creator') =>
    application.call({
      url: `/v2/users/${cast.ids.creator}/product-alerts${text}`,
      ...(role === null ? {} : { as: cast.tokens[role] }),
    });
  const kinds = async (text = '') =>
    (await alerts(text)).body.data.map(({ kind, product }: { kind: string; product: { product_id: string } }) => [
      kind,
      product.product_id,
    ]);

  beforeAll(async () => {
    for (const id of ['red', 'blue', 'hat']) {
      const body = { url: `https://www.${cast.domain}/shoes/${id}`, advertiser_id: cast.storeId };
      await application.call({ method: 'POST', url: '/v2/affiliate-links', as: cast.tokens.creator, body });
    }
    expect(await kinds()).toEqual([]);
    waitedMs += 60_000;
    // `red` and `boot`, which also has a link, are cheaper; `hat` is more expensive; `blue` is gone.
    await give(cast.storeId, cast.domain, [
      { ...CATALOG[0]!, sale_price: '70 EUR' },
      { ...CATALOG[2]!, sale_price: '19.50 EUR' },
      { ...CATALOG[3]!, price: '200 EUR' },
    ]);
  });

  it('are price drops and removed products, only for the creator’s links', async () => {
    expect((await kinds()).sort()).toEqual([
      ['gone', 'blue'],
      ['price_drop', 'red'],
      ['price_drop', 'sold'],
    ]);
    const { body } = await alerts('?kind=price_drop');
    expect(
      body.data.find(({ product }: { product: { product_id: string } }) => product.product_id === 'red'),
    ).toMatchObject({
      previous_price: { amount: '75.00', currency: 'EUR' },
      product: { sale_price: { amount: '70.00' } },
      affiliate_link: { url: expect.stringContaining('/r/') },
    });
    expect(await kinds('?kind=gone&size=1')).toEqual([['gone', 'blue']]);
    expect(await found('?q=blue')).toEqual([]);
    const other = await application.call({
      url: `/v2/users/${cast.ids.otherCreator}/product-alerts`,
      as: cast.tokens.otherCreator,
    });
    expect(other.body.data).toEqual([]);
  });

  it('are announced to the creator once for each run, without an immediate mail', async () => {
    const text = `SELECT user_id, data, mail FROM notifications WHERE message = 'products_changed'`;
    const { rows } = await application.database.pool.query(text);
    const data = { store: expect.any(String), drops: 2, gone: 1 };
    expect(rows).toEqual([{ user_id: cast.ids.creator, data, mail: 'none' }]);
  });

  it('are for the creator and those who act for the creator', async () => {
    const statuses = [];
    for (const role of [null, 'otherCreator', 'advertiser', 'agency', 'otherAgency', 'admin'] as const)
      statuses.push((await alerts('', role)).status);
    expect(statuses).toEqual([401, 404, 404, 200, 404, 200]);
    expect((await alerts('?kind=other')).status).toBe(422);
  });

  it('do not contain a product if a variant with the same URL remains', async () => {
    const [{ id }] = await query(
      `INSERT INTO products (store_id, product_id, title, brand, category, url, url_hash, currency, price_minor, availability, content_hash, created_at, updated_at)
       SELECT store_id, 'blue-42', title, brand, category, url, url_hash, currency, price_minor, availability, content_hash, created_at, updated_at
       FROM products WHERE product_id = 'blue' RETURNING id`,
    );
    expect(await kinds('?kind=gone')).toEqual([]);
    await query('DELETE FROM products WHERE id = $1', [id]);
  });

  it('end after 30 days', async () => {
    waitedMs += 31 * 86_400_000;
    expect(await kinds()).toEqual([]);
    waitedMs -= 31 * 86_400_000;
  });
});
