import { describe, expect, it } from 'vitest';
import { untilWaitingFor } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { storeKey } from '../../../../tests/harness/store-key.ts';

const now = new Date('2026-03-10T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const HOME = { recipient: 'Anna Ek', street: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm', country: 'SE' };
const key = await storeKey(application, { storeId, scopes: ['gifts'] });
const keyForOrders = await storeKey(application, { storeId, scopes: ['read', 'orders', 'campaigns', 'webhooks'] });
const foreignKey = await storeKey(application, { storeId: otherStoreId, scopes: ['gifts'] });
const LIST = `/v2/stores/${storeId}/gift-orders`;
const read = (as: string, url = LIST) => application.call({ url, as });

/** A creator who has been accepted in a campaign with a product, with an address unless told otherwise. */
async function giftOf({ address = true } = {}) {
  const offer = await market.campaign({ storeId, type: 'user_accept' });
  await query('UPDATE campaigns SET has_product_seeding = true WHERE id = $1', offer);
  const gift = { kind: 'product', products: [{ title: 'Shoe', value: { minor: 100_00, currency: 'SEK' } }] };
  await application.call({ method: 'PUT', url: `/v2/offers/${offer}/gift`, body: { gift }, as: tokens.advertiser });
  const participant = await market.participant({ campaignId: offer, userId: ids.creator, status: 'open' });
  const url = `/v2/offers/${offer}/participants/${participant}`;
  await application.call({
    method: 'PATCH',
    url: `${url}/update-status`,
    body: { status: 'accepted' },
    as: tokens.creator,
  });
  if (address) await application.call({ method: 'PUT', url: `${url}/delivery`, body: HOME, as: tokens.creator });
  const request = (as = tokens.advertiser, at = offer) =>
    application.call({
      method: 'POST',
      url: `/v2/offers/${at}/gift-orders`,
      body: { participant_ids: [participant] },
      as,
    });
  const order = async () => (await query('SELECT * FROM gift_orders WHERE participant_id = $1', participant))[0];
  const report = async (body: object, as = key) =>
    application.call({ method: 'POST', url: `${LIST}/${(await order()).id}`, body, as });
  const status = async () => (await query('SELECT status FROM participants WHERE id = $1', participant))[0].status;
  return { offer, participant, request, order, report, status, url };
}

describe('A gift order', () => {
  it('is requested by the store, read by its plugin with the address, created, sent and delivered', async () => {
    const { request, order, report, status, participant, offer, url } = await giftOf();
    expect((await request()).status).toBe(204);
    expect((await request()).status).toBe(204);
    const { id } = await order();
    const listed = (await read(key, `${LIST}?status=requested`)).body.data.filter(
      (one: { id: number }) => one.id === id,
    );
    expect(listed).toMatchObject([
      {
        offer_id: offer,
        participant_id: participant,
        status: 'requested',
        products: [{ product_id: null, title: 'Shoe' }],
        address: HOME,
      },
    ]);
    expect(
      await query(
        `SELECT data FROM event_outbox WHERE type = 'gift_order.requested' AND subject = $1`,
        `gift_order/${id}`,
      ),
    ).toEqual([{ data: { id, store_id: storeId, offer_id: offer, participant_id: participant } }]);
    expect((await report({ status: 'created', shop_order: '1001' })).status).toBe(200);
    expect(await status()).toBe('accepted');
    const sent = { status: 'sent', carrier: 'PostNord', number: 'P1', tracking_url: 'https://track.example/P1' };
    expect((await report(sent)).body).toMatchObject({ status: 'sent', shop_order: '1001', address: HOME });
    expect(await status()).toBe('product_sent');
    const parcel = async () => (await application.call({ url: `${url}/gift`, as: tokens.creator })).body.given.parcel;
    expect(await parcel()).toMatchObject({ carrier: 'PostNord', number: 'P1', delivered_at: null });
    expect((await report({ status: 'delivered' })).status).toBe(200);
    // Three days remain to say that nothing has arrived.
    expect(await parcel()).toMatchObject({
      delivered_at: now.toISOString(),
      received_by_itself_at: '2026-03-13T08:00:00.000Z',
    });
    expect((await report(sent)).body.error).toBe('gift_order_backwards');
    await application.call({
      method: 'PATCH',
      url: `${url}/update-status`,
      body: { status: 'have_received' },
      as: tokens.creator,
    });
    expect((await report({ status: 'delivered' })).body.address).toBeNull();
  });

  it('shows addresses to nobody else: other stores, agencies, administrators, and keys without the scope', async () => {
    const { request, order } = await giftOf();
    await request();
    const found: Record<string, unknown> = {};
    for (const role of ROLES) {
      const { status, body } = await read(tokens[role]);
      found[role] = [status, JSON.stringify(body).includes('Storgatan')];
    }
    const refused = [403, false];
    expect(found).toEqual({
      creator: refused,
      otherCreator: refused,
      agency: refused,
      otherAgency: refused,
      advertiser: [200, true],
      otherAdvertiser: refused,
      admin: refused,
    });
    expect([(await read(keyForOrders)).status, (await read(foreignKey)).status]).toEqual([403, 403]);
    const own = await read(foreignKey, `/v2/stores/${otherStoreId}/gift-orders`);
    expect([own.status, own.body.data]).toEqual([200, []]);
    const { id } = await order();
    for (const [as, store, status] of [
      [keyForOrders, storeId, 403],
      [foreignKey, storeId, 403],
      [foreignKey, otherStoreId, 404],
      [tokens.creator, storeId, 403],
      [tokens.admin, storeId, 403],
    ] as const) {
      const reply = await application.call({
        method: 'POST',
        url: `/v2/stores/${store}/gift-orders/${id}`,
        body: { status: 'created', shop_order: 'x' },
        as,
      });
      expect([store, reply.status]).toEqual([store, status]);
    }
    // A key for gifts reads nothing else.
    expect((await read(key, `/v2/stores/${storeId}/orders`)).status).toBe(403);
    expect(
      (await query(`SELECT store_key_id FROM audit_log WHERE action = 'store.gift_orders_read'`)).length,
    ).toBeGreaterThan(0);
  });

  it('has no address before the acceptance', async () => {
    const { request, order, participant } = await giftOf();
    await request();
    const { id } = await order();
    const addressOf = async () =>
      (await read(key)).body.data.find((one: { id: number }) => one.id === id).address?.street ?? null;
    await query(`UPDATE participants SET status = 'applied' WHERE id = $1`, participant);
    expect(await addressOf()).toBeNull();
    // The control.
    await query(`UPDATE participants SET status = 'accepted' WHERE id = $1`, participant);
    expect(await addressOf()).toBe(HOME.street);
  });

  it('is requested only by the store, for participants of its campaign who can be sent something', async () => {
    const { request } = await giftOf();
    const elsewhere = await giftOf();
    expect((await request(tokens.creator)).status).toBe(403);
    expect((await request(tokens.otherAdvertiser)).status).toBe(404);
    expect((await request(tokens.admin)).status).toBe(403);
    expect(Object.keys((await request(tokens.advertiser, elsewhere.offer)).body.errors)).toEqual(['participant_ids.0']);
    const without = await giftOf({ address: false });
    expect(Object.keys((await without.request()).body.errors)).toEqual(['participant_ids.0']);
    expect((await request()).status).toBe(204);
  });

  it.each([
    ['shop_order', { status: 'created' }],
    ['carrier', { status: 'sent', shop_order: '7', number: '1' }],
    ['number', { status: 'sent', shop_order: '7', carrier: 'x' }],
    ['tracking_url', { status: 'created', shop_order: '7', tracking_url: 'javascript:alert(1)' }],
  ])('is refused with a wrong %s', async (field, body) => {
    const { request, report } = await giftOf();
    await request();
    const reply = await report(body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('that the shop cannot create can be requested again', async () => {
    const { request, report, order } = await giftOf();
    await request();
    expect((await report({ status: 'failed', failure: 'No such product' })).body.failure).toBe('No such product');
    await request();
    expect(await order()).toMatchObject({ status: 'requested', failure: '' });
  });

  it('earns nothing: a report of a sale with its number is refused, and a number of a sale is no gift', async () => {
    const { request, report } = await giftOf();
    await request();
    await report({ status: 'created', shop_order: 'GIFT-1' });
    const sale = (orderId: string) =>
      application.call({
        method: 'POST',
        url: `/v2/stores/${storeId}/orders`,
        as: keyForOrders,
        body: {
          order_id: orderId,
          order_value: 0,
          currency: 'SEK',
          order_at: now.toISOString(),
        },
      });
    const refused = await sale('GIFT-1');
    expect([refused.status, refused.body.error]).toEqual([400, 'gift_order']);
    // A creator who reports the own gift from a page, with the own click, earns no fixed amount with it.
    const [{ tracking_key: trackingKey }] = await query('SELECT tracking_key FROM stores WHERE id = $1', storeId);
    const pixel = (orderId: string) =>
      application.app.inject(`/px/${trackingKey}.gif?order_id=${orderId}&order_value=1000&currency=SEK`);
    expect((await pixel('GIFT-1')).statusCode).toBe(400);
    expect(await query(`SELECT FROM orders WHERE order_id = 'GIFT-1'`)).toEqual([]);
    expect((await pixel('SALE-0')).statusCode).toBe(200);
    // The control.
    expect((await sale('SALE-1')).status).toBe(201);
    const other = await giftOf();
    await other.request();
    expect((await other.report({ status: 'created', shop_order: 'SALE-1' })).body.error).toBe('order_reported');
    expect(Object.keys((await other.report({ status: 'created', shop_order: 'GIFT-1' })).body.errors)).toEqual([
      'shop_order',
    ]);
  });

  describe('and a sale with the same number', () => {
    const sale = (orderId: string) =>
      application.call({
        method: 'POST',
        url: `/v2/stores/${storeId}/orders`,
        as: keyForOrders,
        body: { order_id: orderId, order_value: 0, currency: 'SEK', order_at: now.toISOString() },
      });
    const recorded = async (number: string) =>
      (
        await query(
          `SELECT (SELECT count(*)::int FROM orders WHERE store_id = $1 AND order_id = $2) AS sales,
            (SELECT count(*)::int FROM gift_orders WHERE store_id = $1 AND shop_order = $2) AS gifts`,
          storeId,
          number,
        )
      )[0];
    const lock = (number: string) =>
      `SELECT pg_advisory_xact_lock(hashtextextended('shop order ${storeId} ${number}', 0))`;

    it('are never both accepted when they are reported at the same time', async () => {
      for (let round = 0; round < 8; round++) {
        const number = `RACE-${round}`;
        const { request, report } = await giftOf();
        await request();
        const [gift, ...sales] = await Promise.all([
          report({ status: 'created', shop_order: number }),
          sale(number),
          sale(number),
        ]);
        const { sales: orders, gifts } = await recorded(number);
        expect([orders + gifts, gift.status === 200]).toEqual([1, gifts === 1]);
        expect(sales.every(({ status, body }) => (gifts === 1 ? body.error === 'gift_order' : status < 300))).toBe(
          true,
        );
      }
    });

    it('wait for each other, so that a sale is refused whose number becomes a gift after it was checked', async () => {
      const { request, order } = await giftOf();
      await request();
      const { id } = await order();
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(lock('WAIT-1'));
        const reported = sale('WAIT-1');
        await untilWaitingFor(client, reported, application);
        await client.query(`UPDATE gift_orders SET status = 'created', shop_order = 'WAIT-1' WHERE id = $1`, [id]);
        await client.query('COMMIT');
        const { status, body } = await reported;
        expect([status, body.error]).toEqual([400, 'gift_order']);
      } finally {
        client.release();
      }
      expect(await recorded('WAIT-1')).toEqual({ sales: 0, gifts: 1 });
    });

    it('do not wait for other numbers', async () => {
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(lock('WAIT-2'));
        expect((await sale('OTHER-2')).status).toBe(201);
        await client.query('ROLLBACK');
      } finally {
        client.release();
      }
    });
  });
});
