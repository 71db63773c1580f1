import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { packDeviceCountry } from '../../clicks/device-country.ts';

const NOW = new Date('2026-03-30T12:00:00Z');

/**
 * The creator has two clicks on 30 March, one of them from social networks by a Swedish phone, an order with a code, and an order in
 * January. The other creator has a click from Germany and its order.
 */
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
const [first, other] = [
  await market.link({ userId: cast.ids.creator, storeId: cast.storeId }),
  await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId }),
];
const record = clickRecorder(database, createCalendar('UTC'));
const at = new Date('2026-03-30T10:00:00Z');
const mobile = packDeviceCountry(2, 'SE');
const desktop = packDeviceCountry(1, 'DE');
await record([
  { code: first.code, at, source: 1, deviceCountry: mobile },
  { code: first.code, at },
  { code: other.code, at, deviceCountry: desktop },
]);
const order = { campaignId: null, cpaPpm: 100_000 };
await bookOrder(database.pool, { ...order, linkId: first.id, day: '2026-01-15', valueMinor: 1_000 });
await bookOrder(database.pool, { ...order, linkId: first.id, day: '2026-03-30', valueMinor: 9_000 });
await database.pool.query(`UPDATE orders SET voucher_code = 'Ann 10' WHERE day = '2026-03-30'`);
await bookOrder(database.pool, { ...order, linkId: other.id, day: '2026-03-30', valueMinor: 50_000 });
await database.pool.query(
  `UPDATE orders SET attribution = 'click', click_id = (SELECT id FROM clicks WHERE link_id = $1) WHERE link_id = $1`,
  [other.id],
);

const get = (path: string, role: Role | null = 'advertiser') =>
  application.call({
    url: `/v2/stores/${cast.storeId}/${path}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const sek = (amount: string) => ({ amount, currency: 'SEK' });
const DAY = 'from=2026-03-30&to=2026-03-30';

describe.each(['results', 'breakdown'])('GET /v2/stores/{store}/%s', (path) => {
  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('to %s: %s', async (role, status) => {
    expect((await get(path, role)).status).toBe(status);
  });
});

describe('a store’s results', () => {
  it('are the sums of its days, and name the creators who are new', async () => {
    const { body } = await get(`results?${DAY}`);
    const day = {
      clicks: 3,
      click_cost: sek('30.00'),
      orders: 2,
      order_value: sek('590.00'),
      order_cost: sek('59.00'),
      cost: sek('89.00'),
      roas: 6.6292,
      // The creator had an order in January.
      new_creators: 1,
    };
    expect(body).toEqual({
      from: '2026-03-30',
      to: '2026-03-30',
      interval: 'day',
      first_day: '2026-01-15',
      ...day,
      points: [{ from: '2026-03-30', ...day }],
    });
  });

  it('are given by month for ranges of more than a year, from the first day of the range', async () => {
    const { body } = await get('results?from=2024-11-20&to=2026-03-30');
    expect(body.interval).toBe('month');
    expect(body.points).toHaveLength(17);
    expect(body.points.map(({ from }: { from: string }) => from).slice(0, 3)).toEqual([
      '2024-11-20',
      '2024-12-01',
      '2025-01-01',
    ]);
    const busy = body.points.filter(({ orders }: { orders: number }) => orders > 0);
    expect(busy.map((point: { from: string; new_creators: number }) => [point.from, point.new_creators])).toEqual([
      ['2026-01-01', 1],
      ['2026-03-01', 1],
    ]);
    expect(body).toMatchObject({ orders: 3, new_creators: 2 });
  });

  it('can be those of some creators or links', async () => {
    const figures = async (query: string) => {
      const { clicks, orders, new_creators: arrived } = (await get(`results?${DAY}&${query}`)).body;
      return { clicks, orders, arrived };
    };
    expect(await figures(`users=${cast.ids.otherCreator}`)).toEqual({ clicks: 1, orders: 1, arrived: 1 });
    expect(await figures(`users=${cast.ids.creator}`)).toEqual({ clicks: 2, orders: 1, arrived: 0 });
    expect(await figures(`links=${first.id}`)).toEqual({ clicks: 2, orders: 1, arrived: 0 });
    expect((await get('results?from=2020-01-01&to=2020-01-01')).body).toMatchObject({
      clicks: 0,
      roas: null,
      first_day: '2026-01-15',
    });
  });

  it.each([
    ['results?interval=day&from=2020-01-01', 'interval'],
    ['results?from=2026-04-01', 'from'],
    ['results?links=x', 'links'],
    ['breakdown?group_by=link', 'group_by'],
    ['breakdown?group_by=country&from=2026-01-01', 'to'],
    ['breakdown?group_by=code&users=x', 'users'],
  ])('of %s name the field', async (path, field) => {
    const { status, body } = await get(path);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('a store’s results by', () => {
  const groups = async (by: string, query = DAY) =>
    (await get(`breakdown?group_by=${by}&${query}`)).body.data.map(
      (row: { group: string | null; clicks: number; orders: number; new_creators: number }) => [
        row.group,
        row.clicks,
        row.orders,
        row.new_creators,
      ],
    );

  it('source, country and device put orders under their click, and add up to the totals', async () => {
    expect(await groups('source')).toEqual([
      ['general', 2, 1, 1],
      ['social', 1, 0, 0],
      [null, 0, 1, 0],
    ]);
    expect(await groups('country')).toEqual([
      ['DE', 1, 1, 1],
      [null, 1, 1, 0],
      ['SE', 1, 0, 0],
    ]);
    expect(await groups('device')).toEqual([
      ['desktop', 1, 1, 1],
      [null, 1, 1, 0],
      ['mobile', 1, 0, 0],
    ]);
    expect(await groups('source', `${DAY}&users=${cast.ids.otherCreator}`)).toEqual([['general', 1, 1, 1]]);
    const { data } = (await get(`breakdown?group_by=country&${DAY}`)).body;
    const cost = data.reduce((sum: number, row: { cost: { amount: string } }) => sum + Number(row.cost.amount), 0);
    expect(cost).toBe(89);
  });

  it('code have pages, and read spellings as people do', async () => {
    await bookOrder(database.pool, { ...order, linkId: first.id, day: '2026-03-29', valueMinor: 100 });
    await database.pool.query(`UPDATE orders SET voucher_code = 'ANN10' WHERE day = '2026-03-29'`);
    const range = 'from=2026-03-29&to=2026-03-30';
    expect(await groups('code', range)).toEqual([
      ['ANN10', 0, 2, 0],
      [null, 0, 1, 1],
    ]);
    expect(await groups('code', `${range}&size=1&page=2`)).toEqual([[null, 0, 1, 1]]);
  });

  it('campaign count the creators who are new', async () => {
    expect((await get(`offer-stats?${DAY}`)).body.data).toMatchObject([{ offer: null, new_creators: 1 }]);
  });
});
