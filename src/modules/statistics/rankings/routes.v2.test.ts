import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOW = new Date('2026-03-30T12:00:00Z');
const DAY = '2026-03-30';

/**
 * The creator has two clicks and an order at the store's own prices; the other creator has one click under a
 * campaign.
 */
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
const [first, other] = [
  await market.link({ userId: cast.ids.creator, storeId: cast.storeId }),
  await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId }),
];
const links = [first, other];
const rename = 'UPDATE users SET username = $2 WHERE id = $1';
await database.pool.query(rename, [cast.ids.creator, 'ann']);
await database.pool.query(rename, [cast.ids.otherCreator, 'Bea']);
await database.pool.query(`UPDATE users SET display_name = 'Abel Öst' WHERE id = $1`, [cast.ids.otherCreator]);
await database.pool.query(`UPDATE links SET title = 'Red shoes' WHERE id = $1`, [first.id]);
const campaignId = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
await database.pool.query(`UPDATE campaigns SET campaign_title = 'Spring run' WHERE id = $1`, [campaignId]);
const record = clickRecorder(database, createCalendar('UTC'));
const at = new Date('2026-03-30T10:00:00Z');
await record([first, first, other].map(({ code }) => ({ code, at })));
await bookOrder(database.pool, { linkId: first.id, campaignId: null, day: DAY, valueMinor: 9_000, cpaPpm: 100_000 });
await bookOrder(database.pool, { linkId: other.id, campaignId, day: DAY, valueMinor: 50_000, cpaPpm: 100_000 });

const get = (path: string, role: Role | null = 'advertiser', store: number | string = cast.storeId) =>
  application.call({
    url: `/v2/stores/${store}/${path}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const raw = (path: string) =>
  application.app.inject({
    url: `/v2/stores/${cast.storeId}/${path}`,
    headers: { authorization: cast.tokens.advertiser },
  });
const sek = (amount: string) => ({ amount, currency: 'SEK' });
const kinds = ['creator-stats', 'link-stats', 'offer-stats'] as const;

describe.each(kinds)('GET /v2/stores/{store}/%s', (kind) => {
  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('to %s: %s', async (role, status) => {
    expect((await get(kind, role)).status).toBe(status);
  });

  it.each([
    ['sort_by=secret:desc', 'sort_by'],
    ['from=2026-04-01', 'from'],
    ['users=x', 'users'],
    ['size=101', 'size'],
    ['page=0', 'page'],
    ['format=pdf', 'format'],
    ['format=csv&lang=fr', 'lang'],
  ])('names the field of ?%s', async (query, field) => {
    const { status, body } = await get(`${kind}?${query}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('has pages that add up to the list', async () => {
    const all = (await get(kind)).body;
    const [one, two] = [(await get(`${kind}?size=1`)).body, (await get(`${kind}?size=1&page=2`)).body];
    expect(all.meta.total).toBe(2);
    expect([...one.data, ...two.data]).toEqual(all.data);
    expect((await get(`${kind}?page=3&size=1`)).body).toMatchObject({ data: [], meta: { total: 2 } });
  });

  it('is empty for days and creators without activity', async () => {
    expect((await get(`${kind}?from=2026-01-01&to=2026-01-02`)).body.data).toEqual([]);
    expect((await get(`${kind}?users=999999`)).body.data).toEqual([]);
    expect((await get(`${kind}?users=${cast.ids.creator}`)).body.data).toHaveLength(1);
  });

  it('can be exported with the same filters', async () => {
    const csv = await raw(`${kind}?format=csv&sort_by=order_value:asc`);
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="\w+-2026-03-30\.csv"$/);
    const [headers, ...lines] = parseCsv(csv.body) as string[][];
    expect(lines.map((line) => line[headers!.indexOf('Order value')])).toEqual(['90.00', '500.00']);
    // Programs read the headings by default, whatever the language of the caller is.
    const swedish = parseCsv((await raw(`${kind}?format=csv&lang=sv`)).body) as string[][];
    expect(swedish[0]).toEqual(expect.arrayContaining(['Klick', 'Ordervärde', 'Valuta']));
    expect(swedish[0]!.filter((heading) => headers!.includes(heading))).toEqual([]);
    const xlsx = await readXlsx((await raw(`${kind}?format=xlsx&users=${cast.ids.creator}`)).rawPayload);
    expect(xlsx.sheets[0]!.rows).toHaveLength(2);
    const json = await raw(`${kind}?format=json&size=1&sort_by=order_value:asc`);
    expect(json.headers['content-disposition']).toMatch(/\.json"$/);
    expect(json.json().data).toHaveLength(2);
  });
});

describe('contents', () => {
  it('creators: with clicks, orders, cost and return', async () => {
    expect((await get('creator-stats')).body.data[0]).toEqual({
      user: { id: cast.ids.creator, username: 'ann', public_name: 'ann' },
      social: '',
      blog: '',
      followers: 0,
      clicks: 2,
      click_cost: sek('20.00'),
      orders: 1,
      order_value: sek('90.00'),
      order_cost: sek('9.00'),
      cost: sek('29.00'),
      roas: 3.1034,
    });
    const named = async (query: string) =>
      (await get(`creator-stats?${query}`)).body.data.map((row: { user: { username: string } }) => row.user.username);
    expect(await named('q=EA')).toEqual(['Bea']);
    expect(await named('q=öst')).toEqual(['Bea']);
    expect(await named('sort_by=username:desc')).toEqual(['Bea', 'ann']);
    expect(await named('sort_by=public_name:asc')).toEqual(['Bea', 'ann']);
  });

  it('links: found by title, creator or id', async () => {
    const found = async (query: string) =>
      (await get(`link-stats?${query}`)).body.data.map((row: { affiliate_link_id: number }) => row.affiliate_link_id);
    const [first, other] = links.map(({ id }) => id);
    expect(await found('')).toEqual([first, other]);
    expect(await found('q=red')).toEqual([first]);
    expect(await found('q=bea')).toEqual([other]);
    expect(await found('q=%25')).toEqual([]);
    expect(await found(`links=${other}`)).toEqual([other]);
    expect((await get('link-stats?links=x')).body.errors).toHaveProperty('links');
  });

  it("campaigns: results at the store's own prices are one record, so that the total is the store's", async () => {
    const { body } = await get('offer-stats?sort_by=order_value:desc');
    expect(body.data.map((row: { offer: unknown }) => row.offer)).toEqual([
      { id: campaignId, title: 'Spring run' },
      null,
    ]);
    const total = await application.call({ url: `/stores/${cast.storeId}/clicksPerDay`, as: cast.tokens.advertiser });
    const sum = (field: 'clicks' | 'orders') =>
      body.data.reduce((all: number, row: Record<'clicks' | 'orders', number>) => all + row[field], 0);
    expect([sum('clicks'), sum('orders')]).toEqual([total.body.clicks, total.body.nr_orders]);
    expect((await get('offer-stats?q=SPRING')).body.data).toHaveLength(1);
  });
});
