import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { closeDays } from '../../../../tests/harness/counted-market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOW = new Date('2026-03-30T12:00:00Z');

/**
 * The creator's shoes have two clicks and two counted orders and one other order, the foreign link one click, the
 * tent nothing.
 */
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const abroad = await market.store({ currency: 'EUR' });
await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
await market.price({ storeId: abroad, cpcMinor: 50 });
const userId = cast.ids.creator;
const shoes = await market.link({ userId, storeId: cast.storeId, url: 'https://cast-shop.example/shoes' });
const tent = await market.link({ userId, storeId: cast.storeId, url: 'https://cast-shop.example/100%25-tent' });
const foreign = await market.link({ userId, storeId: abroad });
const other = await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId });
const record = clickRecorder(database, createCalendar('UTC'));
await record([
  { code: shoes.code, at: new Date('2026-03-29T10:00:00Z') },
  { code: shoes.code, at: new Date('2026-03-30T10:00:00Z') },
  { code: shoes.code, at: new Date('2026-03-30T10:00:01Z'), class: 1 },
  { code: shoes.code, at: new Date('2026-03-01T10:00:00Z') },
  { code: foreign.code, at: new Date('2026-03-30T11:00:00Z') },
  { code: other.code, at: new Date('2026-03-30T11:00:00Z') },
]);
const order = { linkId: shoes.id, campaignId: null, day: '2026-03-30', valueMinor: 10_000, cpaPpm: 100_000 };
for (const status of ['approved', 'pending', 'denied'] as const) await bookOrder(database.pool, { ...order, status });

const call = (path: string, role: Role | undefined = 'creator', user: number | string = cast.ids.creator) =>
  application.call({ url: `/v2/users/${user}/${path}`, ...(role === undefined ? {} : { as: cast.tokens[role] }) });

describe('Who may', () => {
  it.each([...ROLES])("read the results of a creator's links: %s", async (role) => {
    for (const path of ['stats', 'link-stats', 'link-stores']) {
      const { status } = await call(path, role);
      expect(status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
    }
  });

  it('not anonymously', async () => {
    for (const path of ['stats', 'link-stats', 'link-stores'])
      expect((await application.call({ url: `/v2/users/${cast.ids.creator}/${path}` })).status).toBe(401);
  });
});

describe('A creator’s figures', () => {
  it('are the same after their days have been closed', async () => {
    const read = async () => (await call('stats?from=2026-03-01&to=2026-03-30')).body;
    const before = await read();
    await closeDays(application.database, '2026-03-31');
    const { rows } = await application.database.pool.query('SELECT count(*)::int AS n FROM creator_days');
    expect(rows[0].n).toBeGreaterThan(0);
    expect(await read()).toEqual(before);
  });

  /** Figures of a currency; the amounts are also there under their earlier names. */
  const figures = (currency: string, [clicks, orders, ofClicks, ofOrders]: [number, number, number, number]) => ({
    clicks,
    orders,
    click_earnings: { minor: ofClicks, currency },
    order_earnings: { minor: ofOrders, currency },
    click_earnings_minor: ofClicks,
    order_earnings_minor: ofOrders,
  });

  it('are grouped by currency, with every day, counted clicks, and orders that may still be paid', async () => {
    const { body } = await call('stats?from=2026-03-28&to=2026-03-30');
    // Seven tenths of 1,000 per click, and of a tenth of each order.
    expect(body).toEqual({
      from: '2026-03-28',
      to: '2026-03-30',
      currencies: [
        {
          currency: 'SEK',
          ...figures('SEK', [2, 2, 1_400, 1_400]),
          days: [
            { date: '2026-03-28', ...figures('SEK', [0, 0, 0, 0]) },
            { date: '2026-03-29', ...figures('SEK', [1, 0, 700, 0]) },
            { date: '2026-03-30', ...figures('SEK', [1, 2, 700, 1_400]) },
          ],
        },
        {
          currency: 'EUR',
          ...figures('EUR', [1, 0, 35, 0]),
          days: [
            { date: '2026-03-28', ...figures('EUR', [0, 0, 0, 0]) },
            { date: '2026-03-29', ...figures('EUR', [0, 0, 0, 0]) },
            { date: '2026-03-30', ...figures('EUR', [1, 0, 35, 0]) },
          ],
        },
      ],
    });
  });

  it("of one link are its own; another user's link has none here", async () => {
    const { body } = await call(`stats?link_id=${foreign.id}`);
    expect(body.currencies).toMatchObject([{ currency: 'EUR', clicks: 1 }]);
    const elsewhere = await call(`stats?link_id=${shoes.id}`, 'otherCreator', cast.ids.otherCreator);
    expect(elsewhere.body.currencies).toEqual([]);
  });

  it('of one store exclude the others, also after their days have been closed', async () => {
    const { body } = await call(`stats?store_id=${cast.storeId}&from=2026-03-01&to=2026-03-30`);
    expect(body.currencies).toMatchObject([{ currency: 'SEK', clicks: 3, orders: 2 }]);
    expect((await call('stats?store_id=999999')).body.currencies).toEqual([]);
    const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    expect((await call(`stats?offer_id=${campaignId}`)).body.currencies).toEqual([]);
    await bookOrder(database.pool, { ...order, campaignId, day: '2026-03-28', status: 'approved' });
    const [ofCampaign, ...others] = (await call(`stats?offer_id=${campaignId}`)).body.currencies;
    expect([ofCampaign.orders, ofCampaign.order_earnings_minor, others]).toEqual([1, 700, []]);
    expect((await call(`stats?offer_id=${campaignId}&link_id=${tent.id}`)).body.currencies).toEqual([]);
    expect((await call(`stats?offer_id=${campaignId}`, 'otherCreator')).status).toBe(404);
    expect((await call('stats?offer_id=none')).body.errors).toHaveProperty('offer_id');
    await database.pool.query('DELETE FROM orders WHERE campaign_id = $1', [campaignId]);
    expect((await call('stats?store_id=none')).body.errors).toHaveProperty('store_id');
  });

  it('are refused for invalid, reversed or too many days', async () => {
    for (const query of ['from=2026-02-30', 'from=2026-03-30&to=2026-03-29', 'from=2024-01-01&to=2026-01-01'])
      expect((await call(`stats?${query}`)).status).toBe(422);
  });
});

describe('A creator’s links', () => {
  const idsOf = async (query: string) => {
    const { status, body } = await call(`link-stats?${query}`);
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: number }) => id);
  };

  it('are complete, with their results in the range', async () => {
    const { body } = await call('link-stats?from=2026-03-28');
    expect(body.meta.total).toBe(3);
    expect(body.data[0]).toMatchObject({
      id: shoes.id,
      url: `http://tributary.test/r/${shoes.code}`,
      original_url: shoes.url,
      currency: 'SEK',
      clicks: 2,
      orders: 2,
      click_earnings_minor: 1_400,
      order_earnings_minor: 1_400,
      store: { id: cast.storeId },
    });
    expect(body.data[2]).toMatchObject({ id: tent.id, clicks: 0, orders: 0, click_earnings_minor: 0 });
  });

  it('are sorted by the requested column, earnings within each currency, and paginated without loss', async () => {
    expect(await idsOf('sort_by=clicks:asc')).toEqual([tent.id, foreign.id, shoes.id]);
    expect(await idsOf('sort_by=orders:desc')).toEqual([shoes.id, foreign.id, tent.id]);
    expect(await idsOf('sort_by=earnings:desc')).toEqual([foreign.id, shoes.id, tent.id]);
    expect(await idsOf('sort_by=created_at:asc&size=2&page=2')).toHaveLength(1);
  });

  it('are found by page, store, address and code; a percent sign is literal', async () => {
    expect(await idsOf('search=SHOES')).toEqual([shoes.id]);
    expect(await idsOf('search=100%25')).toEqual([tent.id]);
    expect(await idsOf(`code=${foreign.code}`)).toEqual([foreign.id]);
    expect(await idsOf(`store_id=${cast.storeId}&sort_by=clicks:desc`)).toEqual([shoes.id, tent.id]);
    expect(await idsOf(`link_id=${tent.id}`)).toEqual([tent.id]);
    expect(await idsOf('search=nothing+of+the+kind')).toEqual([]);
  });

  it('show whether they currently earn, consistently with clicks', async () => {
    const { pool } = application.database;
    const refusals = async (query: string) =>
      Object.fromEntries(
        (await call(`link-stats?${query}`)).body.data.map((one: { id: number; refusal: unknown }) => [
          one.id,
          one.refusal,
        ]),
      );
    expect(await idsOf('state=refused')).toEqual([]);
    const { rows } = await pool.query(`INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2) RETURNING id`, [
      cast.storeId,
      cast.ids.creator,
    ]);
    await pool.query('UPDATE links SET suspended_at = now() WHERE id = ANY ($1)', [[tent.id, foreign.id]]);
    expect(await refusals('state=refused')).toEqual({
      [shoes.id]: 'blocked',
      [tent.id]: 'inactive',
      [foreign.id]: 'inactive',
    });
    for (const { id } of [shoes, tent, foreign]) {
      const terms = await application.call({ url: `/v2/affiliate-links/${id}/terms`, as: cast.tokens.creator });
      expect(await refusals(`link_id=${id}`)).toEqual({ [id]: terms.body.refusal });
    }
    await pool.query('UPDATE links SET suspended_at = NULL');
    expect(await idsOf('state=paid')).toEqual([foreign.id]);
    await pool.query('DELETE FROM blocklist WHERE id = $1', [rows[0].id]);
    expect(await idsOf('state=paid')).toHaveLength(3);
  });

  it('belong to stores that can be used as a filter, sorted by name', async () => {
    const { body } = await call('link-stores');
    const { rows } = await application.database.pool.query('SELECT id, name FROM stores');
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.name;
    const foreignStore = (await call(`link-stats?link_id=${foreign.id}`)).body.data[0].store.id;
    const expected = [
      { id: cast.storeId, name: nameOf(cast.storeId), links: 2 },
      { id: foreignStore, name: nameOf(foreignStore), links: 1 },
    ];
    expect(body.data).toEqual(expected.sort((one, other) => one.name.localeCompare(other.name)));
    expect(body.meta.total).toBe(2);
    expect((await call('link-stores?size=201')).body.errors).toHaveProperty('size');
  });

  it('refuse an unknown sort and status', async () => {
    expect((await call('link-stats?sort_by=title:asc')).body.errors).toHaveProperty('sort_by');
    expect((await call('link-stats?state=lost')).body.errors).toHaveProperty('state');
  });
});
