import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const now = new Date('2026-03-10T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const sek = (minor: number) => ({ minor, currency: 'SEK' });

const CHOICE = {
  kind: 'choice',
  choices: 2,
  products: [
    { title: 'Shoe', value: sek(100_00) },
    { title: 'Vest', value: sek(300_00), url: 'https://shop.example/vest' },
    { title: 'Cap', value: sek(200_00) },
  ],
};
const PRODUCT = { kind: 'product', products: [{ title: 'Shoe', value: sek(100_00) }] };

/** A campaign that sends products, which the creator is invited to. */
async function campaign({ seeding = true, type = 'user_accept', status = 'open' } = {}) {
  const offer = await market.campaign({ storeId, type: type as 'user_accept' });
  await query('UPDATE campaigns SET has_product_seeding = $2 WHERE id = $1', offer, seeding);
  const participant = await market.participant({ campaignId: offer, userId: ids.creator, status });
  const url = `/v2/offers/${offer}/gift`;
  const as = (role: Role | null) => (role === null ? {} : { as: tokens[role] });
  return {
    offer,
    participant,
    read: (role: Role | null = 'advertiser') => application.call({ url, ...as(role) }),
    set: (gift: object | null, role: Role | null = 'advertiser') =>
      application.call({ method: 'PUT', url, body: { gift }, ...as(role) }),
    move: async (to: string, role: Role) => {
      const { status: code } = await application.call({
        method: 'PATCH',
        url: `/v2/offers/${offer}/participants/${participant}/update-status`,
        body: { status: to },
        as: tokens[role],
      });
      return code;
    },
    given: async () =>
      (
        await query(
          'SELECT x.value_minor, g.kind FROM participant_gifts x LEFT JOIN campaign_gifts g ON g.id = x.gift_id WHERE participant_id = $1',
          participant,
        )
      )[0],
  };
}

describe('The gift of a campaign', () => {
  it('is set, replaced and removed by the store, with the value of the most expensive choices', async () => {
    const { read, set, offer } = await campaign();
    expect((await read()).body).toEqual({ gift: null });
    const { status, body } = await set(CHOICE);
    expect([status, body.gift]).toMatchObject([
      200,
      { kind: 'choice', choices: 2, value: sek(500_00), received_after_days: 14, credit_code: null },
    ]);
    expect(body.gift.products.map(({ title, url }: { title: string; url: string }) => [title, url])).toEqual([
      ['Shoe', null],
      ['Vest', 'https://shop.example/vest'],
      ['Cap', null],
    ]);
    expect((await read()).body).toEqual(body);
    // The same again is no new version.
    expect((await set(CHOICE)).body).toEqual(body);
    expect(await query('SELECT FROM campaign_gifts WHERE campaign_id = $1', offer)).toHaveLength(1);
    expect((await set(null)).body).toEqual({ gift: null });
    expect(
      await query(`SELECT details FROM audit_log WHERE action = 'offer.gift_changed' AND subject_id = $1`, offer),
    ).toEqual([{ details: { kind: 'choice', products: 3 } }, { details: { kind: null, products: 0 } }]);
  });

  it('is read by the audience, without the code of a credit, and changed by the store alone', async () => {
    const { read, set } = await campaign();
    const credit = { kind: 'credit', value: sek(50_00), credit_code: 'SPEND50' };
    const reads: Record<string, unknown> = {};
    const writes: Record<string, number> = {};
    expect((await set(credit)).status).toBe(200);
    for (const role of [null, ...ROLES]) {
      const { status, body } = await read(role);
      reads[`${role}`] = status === 200 ? body.gift.credit_code : status;
      writes[`${role}`] = (await set(credit, role)).status;
    }
    const hidden = { null: 401, otherCreator: 404, agency: 404, otherAgency: 404, otherAdvertiser: 404 };
    expect(reads).toEqual({ ...hidden, creator: null, advertiser: 'SPEND50', admin: 'SPEND50' });
    expect(writes).toEqual({ ...hidden, creator: 403, advertiser: 200, admin: 200 });
  });

  it('takes title, address and value of a product from the feed, which is the store’s own', async () => {
    const { set } = await campaign();
    const product = async (store: number, productId: string, currency = 'SEK', gone: Date | null = null) => {
      await query(
        `INSERT INTO products (store_id, product_id, title, brand, category, url, url_hash, currency, price_minor, availability, content_hash, created_at, updated_at, gone_at)
         VALUES ($1, $2::text, 'Tent', '', '', 'https://shop.example/tent', sha256(convert_to($2::text, 'UTF8')), $3, 700, 'in_stock', sha256(convert_to($2::text, 'UTF8')), now(), now(), $4)`,
        store,
        productId,
        currency,
        gone,
      );
    };
    await product(storeId, 'tent');
    await product(storeId, 'foreign-price', 'EUR');
    await product(storeId, 'gone', 'SEK', now);
    await product(otherStoreId, 'theirs');
    const one = (fields: object) => set({ kind: 'product', products: [fields] });
    expect((await one({ product_id: 'tent' })).body.gift.products).toMatchObject([
      { product_id: 'tent', title: 'Tent', url: 'https://shop.example/tent', value: sek(700) },
    ]);
    expect((await one({ product_id: 'foreign-price' })).body.errors).toEqual({
      'gift.products.0.value': ['is required for a product without a price in SEK'],
    });
    for (const productId of ['gone', 'theirs', 'unknown'])
      expect(Object.keys((await one({ product_id: productId, value: sek(1) })).body.errors)).toEqual([
        'gift.products.0.product_id',
      ]);
  });

  it.each([
    ['gift.products', { kind: 'product', products: [] }],
    ['gift.products', { ...CHOICE, products: CHOICE.products.slice(0, 1), choices: 1 }],
    ['gift.choices', { ...CHOICE, choices: undefined }],
    ['gift.choices', { ...CHOICE, choices: 3 }],
    ['gift.choices', { ...PRODUCT, choices: 1 }],
    ['gift.value', { kind: 'credit' }],
    ['gift.value', { ...PRODUCT, value: sek(1) }],
    ['gift.credit_code', { ...PRODUCT, credit_code: 'X' }],
    ['gift.value.currency', { kind: 'credit', value: { minor: 1, currency: 'EUR' } }],
    [
      'gift.products.0.value.currency',
      { kind: 'product', products: [{ title: 'x', value: { minor: 1, currency: 'EUR' } }] },
    ],
    ['gift.products.0.value', { kind: 'product', products: [{ title: 'x' }] }],
    ['gift.products.0.title', { kind: 'product', products: [{ value: sek(1) }] }],
    ['gift.products.0.url', { kind: 'product', products: [{ title: 'x', value: sek(1), url: 'javascript:alert(1)' }] }],
    ['gift.products', { ...CHOICE, products: Array.from({ length: 51 }, () => CHOICE.products[0]) }],
  ])('is refused with a wrong %s', async (field, gift) => {
    const { set } = await campaign();
    const { status, body } = await set(gift);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('needs a campaign that sends products', async () => {
    const { set } = await campaign({ seeding: false });
    const { status, body } = await set(PRODUCT);
    expect([status, body.error]).toEqual([400, 'no_product_seeding']);
  });

  it('is on the board of creators before they join', async () => {
    const { set, offer } = await campaign();
    const board = async () =>
      (await application.call({ url: `/v2/users/${ids.creator}/campaign-board/${offer}`, as: tokens.creator })).body;
    expect((await board()).gift).toBeNull();
    await set(PRODUCT);
    expect((await board()).gift).toMatchObject({ kind: 'product', value: sek(100_00) });
  });

  it('is kept by those who have joined, when the store changes it', async () => {
    const { set, move, given } = await campaign();
    await set(PRODUCT);
    expect(await move('accepted', 'creator')).toBe(200);
    await set({ kind: 'credit', value: sek(7_00) });
    expect(await given()).toEqual({ kind: 'product', value_minor: 100_00 });
    // The control: whoever joins later is given the new one.
    const later = await campaign();
    await later.set({ kind: 'credit', value: sek(7_00) });
    await later.move('accepted', 'creator');
    expect(await later.given()).toEqual({ kind: 'credit', value_minor: 7_00 });
  });

  it('is kept from the application, which is withdrawn without it', async () => {
    const { set, move, given } = await campaign({ type: 'store_accept' });
    await set(PRODUCT);
    await move('applied', 'creator');
    await set({ kind: 'credit', value: sek(7_00) });
    await move('accepted', 'advertiser');
    expect(await given()).toEqual({ kind: 'product', value_minor: 100_00 });
    const other = await campaign({ type: 'store_accept' });
    await other.set(PRODUCT);
    await other.move('applied', 'creator');
    await other.move('open', 'creator');
    expect(await other.given()).toBeUndefined();
  });

  it('is copied with the campaign and with a template of it, without the id of a product that has left the feed', async () => {
    const { set, read, offer } = await campaign();
    await query(
      `INSERT INTO products (store_id, product_id, title, brand, category, url, url_hash, currency, price_minor, availability, content_hash, created_at, updated_at)
       VALUES ($1, 'boot', 'Boot', '', '', 'https://shop.example/boot', sha256('boot'), 'SEK', 900, 'in_stock', sha256('boot'), now(), now())`,
      storeId,
    );
    await set({ ...CHOICE, choices: 1, products: [{ product_id: 'boot' }, CHOICE.products[1]] });
    await query(`UPDATE products SET gone_at = now() WHERE store_id = $1 AND product_id = 'boot'`, storeId);
    const post = async (url: string, body: object) => {
      const { status, body: reply } = await application.call({ method: 'POST', url, body, as: tokens.advertiser });
      expect(status).toBe(201);
      return reply.data?.id ?? reply.id;
    };
    const template = await post(`/v2/stores/${storeId}/campaign-templates`, { name: 'Boots', offer_id: offer });
    const copies = [
      await post(`/v2/offers/${offer}/duplicate`, {}),
      await post(`/v2/stores/${storeId}/campaign-templates/${template}/offers`, {}),
    ];
    const { gift } = (await read()).body;
    for (const copy of copies) {
      const { body } = await application.call({ url: `/v2/offers/${copy}/gift`, as: tokens.advertiser });
      const { id: _, ...vest } = gift.products[1];
      expect(body.gift).toMatchObject({
        kind: 'choice',
        choices: 1,
        value: gift.value,
        products: [{ product_id: null, title: 'Boot', url: 'https://shop.example/boot', value: sek(900) }, vest],
      });
    }
  });
});
