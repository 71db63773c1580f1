import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

/** Already the 31st in Stockholm. */
const NOW = new Date('2026-03-30T22:30:00Z');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const { application, cast } = await createPopulatedApplication({ now: () => NOW, timeZone: 'Europe/Stockholm' });
/** The creator's two links to the store, and the other creator's link. */
let first: { id: number; code: string };
let second: { id: number; code: string };
let other: { id: number; code: string };
let hiddenId: number;

/**
 * The creator has three clicks at 10.00 each and an order of 90.00 that costs 9.00; the other creator has one click,
 * and one by a bot.
 */
beforeAll(async () => {
  const { market, database } = application;
  hiddenId = await market.store({ hidden: true });
  await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
  for (const [role, username] of [
    ['creator', '=ann'],
    ['otherCreator', 'Bea'],
  ] as const) {
    await database.pool.query('UPDATE users SET username = $2 WHERE id = $1', [cast.ids[role], username]);
  }
  await database.pool.query(
    `INSERT INTO social_accounts (user_id, type, identifier, followers) VALUES ($1, 'social', 'ann.runs', 1200), ($1, 'blog', 'ann.example', 5)`,
    [cast.ids.creator],
  );
  const link = (role: Role) => market.link({ userId: cast.ids[role], storeId: cast.storeId });
  [first, second, other] = [await link('creator'), await link('creator'), await link('otherCreator')];
  await database.pool.query(`UPDATE links SET title = 'Red shoes' WHERE id = $1`, [first.id]);
  const record = clickRecorder(database, createCalendar('Europe/Stockholm'));
  const at = new Date('2026-03-30T10:00:00Z');
  await record([
    { code: first.code, at },
    { code: first.code, at },
    { code: second.code, at: new Date('2026-03-02T10:00:00Z') },
    { code: other.code, at },
    { code: other.code, at, class: 1 },
  ]);
  const order = { linkId: first.id, campaignId: null, day: '2026-03-30', valueMinor: 9_000, cpaPpm: 100_000 };
  await bookOrder(database.pool, order);
  await bookOrder(database.pool, { ...order, valueMinor: 70_000, status: 'denied' });
});

const call = (path: string, role: Role | undefined = 'advertiser', store: number | string = cast.storeId) =>
  application.call({ url: `/stores/${store}/${path}`, ...(role === undefined ? {} : { as: cast.tokens[role] }) });
const fetch = (path: string) =>
  application.app.inject({
    url: `/stores/${cast.storeId}/${path}`,
    headers: { authorization: cast.tokens.advertiser },
  });
const namesOf = async (path: string) => {
  const { status, body } = await call(path);
  expect([path, status]).toEqual([path, 200]);
  return body.map((row: { username: string }) => row.username);
};

describe('GET /stores/{id}/userStats', () => {
  it('lists the results of each creator, most clicks first', async () => {
    expect((await call('userStats')).body).toEqual([
      {
        username: '=ann',
        id: cast.ids.creator,
        social: 'ann.runs',
        blog: 'ann.example',
        clicks: 3,
        nr_orders: 1,
        order_value: 9_000,
        order_value_formated: '90,00 kr',
      },
      {
        username: 'Bea',
        id: cast.ids.otherCreator,
        social: '',
        blog: '',
        clicks: 1,
        nr_orders: 0,
        order_value: 0,
        order_value_formated: '0,00 kr',
      },
    ]);
  });

  it.each(['username', 'social_followers', 'clicks', 'order_value', 'nr_orders', 'store_cost', 'roas'])(
    'is sorted by %s in both directions',
    async (column) => {
      const [up, down] =
        column === 'username'
          ? [
              ['=ann', 'Bea'],
              ['Bea', '=ann'],
            ]
          : [
              ['Bea', '=ann'],
              ['=ann', 'Bea'],
            ];
      expect(await namesOf(`userStats?orderBy=${column}&orderByOrder=asc`)).toEqual(up);
      expect(await namesOf(`userStats?orderBy=${column}&orderByOrder=desc`)).toEqual(down);
      expect(await namesOf(`userStats?orderBy=${column}`)).toEqual(column === 'username' ? up : down);
    },
  );

  it('is filtered by days and names, and paginated', async () => {
    expect(await namesOf('userStats?from=2026-03-02&to=2026-03-02')).toEqual(['=ann']);
    expect(await namesOf('userStats?from=2026-03-31')).toEqual([]);
    expect(await namesOf('userStats?page=2')).toEqual([]);
    expect(await namesOf('userStats?q=EA')).toEqual(['Bea']);
    expect(await namesOf('userStats?format=json')).toEqual(['=ann', 'Bea']);
  });
});

describe('GET /stores/{id}/linkStats', () => {
  const tagsOf = async (query: string) =>
    (await call(`linkStats?${query}`)).body.map((row: { tag_id: number }) => row.tag_id);

  it('lists the results of each link, most clicks first', async () => {
    const { body } = await call('linkStats');
    expect(body.map((row: { tag_id: number }) => row.tag_id)).toEqual([first.id, second.id, other.id]);
    expect(body[0]).toEqual({
      username: '=ann',
      user_id: cast.ids.creator,
      tag_id: first.id,
      link: `http://tributary.test/r/${first.code}`,
      text: 'Red shoes',
      social: 'ann.runs',
      blog: 'ann.example',
      clicks: 2,
      invoice_cpc: 2_000,
      average_cpc: 1_000,
      nr_orders: 1,
      order_value: 9_000,
      order_value_formated: '90,00 kr',
      average_cpc_formated: '10,00 kr',
      invoice_cpc_formated: '20,00 kr',
    });
  });

  it('is sorted by one or several columns in every syntax', async () => {
    expect(await tagsOf('orderBy=tag_id&orderByOrder=desc')).toEqual([other.id, second.id, first.id]);
    expect(await tagsOf('orderBy[]=clicks&orderByOrder[]=asc')).toEqual([second.id, other.id, first.id]);
    expect(await tagsOf('orderBy[]=clicks&orderBy[]=username&orderByOrder[]=asc&orderByOrder[]=desc')).toEqual([
      other.id,
      second.id,
      first.id,
    ]);
    expect(await tagsOf('orderBy[1]=tag_id&orderBy[0]=username&orderByOrder[0]=desc&orderByOrder[1]=asc')).toEqual([
      other.id,
      first.id,
      second.id,
    ]);
  });

  it('is filtered by creators', async () => {
    expect(await tagsOf(`users=${cast.ids.otherCreator},999999`)).toEqual([other.id]);
    expect(await tagsOf('users=999999')).toEqual([]);
  });
});

describe('GET /stores/{id}/orders/perDate', () => {
  it('lists the days of the last year with an order', async () => {
    await bookOrder(application.database.pool, {
      linkId: other.id,
      campaignId: null,
      day: '2025-03-31',
      valueMinor: 100,
      cpaPpm: 0,
    });
    await bookOrder(application.database.pool, {
      linkId: other.id,
      campaignId: null,
      day: '2025-03-30',
      valueMinor: 100,
      cpaPpm: 0,
    });
    const march = { '2026-03-30': { date: '2026-03-30', nr_orders: 1, order_value: 9_000 } };
    expect((await call('orders/perDate')).body).toEqual({
      '2025-03-31': { date: '2025-03-31', nr_orders: 1, order_value: 100 },
      ...march,
    });
    expect((await call('orders/perDate?from=2026-03-01')).body).toEqual(march);
    expect((await call('orders/perDate?from=2026-03-31')).body).toEqual({});
  });
});

describe('format=csv and xlsx', () => {
  it("are downloads, named by the day in the platform's time zone", async () => {
    for (const [path, name] of [
      ['userStats', 'creators'],
      ['linkStats', 'links'],
    ]) {
      expect((await fetch(`${path}?format=csv`)).headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}-2026-03-31.csv"`,
      });
      expect((await fetch(`${path}?format=xlsx`)).headers).toMatchObject({
        'content-type': XLSX,
        'content-disposition': `attachment; filename="${name}-2026-03-31.xlsx"`,
      });
    }
  });

  it('list all creators with names and amounts, without formulas', async () => {
    const { body } = await fetch('userStats?format=csv&page=7');
    expect(parseCsv(body)).toEqual([
      [
        'Creator',
        'Creator number',
        'Social account',
        'Followers',
        'Blog',
        'Clicks',
        'Cost of clicks',
        'Orders',
        'Order value',
        'Cost of orders',
        'Cost',
        'Currency',
        'Order value for each unit of cost',
      ],
      [
        "'=ann",
        String(cast.ids.creator),
        'ann.runs',
        '1200',
        'ann.example',
        '3',
        '30.00',
        '1',
        '90.00',
        '9.00',
        '39.00',
        'SEK',
        '2.3077',
      ],
      ['Bea', String(cast.ids.otherCreator), '', '0', '', '1', '10.00', '0', '0.00', '0.00', '10.00', 'SEK', '0'],
    ]);
  });

  it('list links in typed cells in the requested order', async () => {
    const { rawPayload } = await fetch('linkStats?format=xlsx&orderBy=tag_id&orderByOrder=desc');
    const [sheet] = (await readXlsx(rawPayload)).sheets;
    expect([sheet!.name, sheet!.rows.length]).toEqual(['links', 4]);
    expect(sheet!.rows.map((row) => row[1])).toEqual(['Link number', other.id, second.id, first.id]);
    expect(Object.fromEntries(sheet!.rows[0]!.map((header, at) => [header, sheet!.rows[3]![at]]))).toEqual({
      Link: `http://tributary.test/r/${first.code}`,
      'Link number': first.id,
      Title: 'Red shoes',
      Creator: '=ann',
      'Creator number': cast.ids.creator,
      'Social account': 'ann.runs',
      Blog: 'ann.example',
      Clicks: 2,
      'Average cost of a click': 10,
      'Cost of clicks': 20,
      Orders: 1,
      'Order value': 90,
      'Cost of orders': 9,
      Cost: 29,
      Currency: 'SEK',
      'Order value for each unit of cost': 3.1034,
    });
  });

  it("respect the caller's scope", async () => {
    const { body } = await application.call({
      url: `/stores/${cast.otherStoreId}/linkStats?format=json`,
      as: cast.tokens.otherAdvertiser,
    });
    expect(body).toEqual([]);
    for (const path of ['userStats', 'linkStats']) {
      expect((await call(`${path}?format=csv`, 'otherAdvertiser')).status).toBe(403);
    }
  });
});

describe.each(['userStats', 'linkStats', 'orders/perDate'])('authorization of %s', (path) => {
  it('admits members of the store and administrators', async () => {
    expect((await application.call({ url: `/stores/${cast.storeId}/${path}` })).status).toBe(401);
    const roles = ['advertiser', 'admin', 'otherAdvertiser', 'creator', 'agency'] as const;
    const statuses = await Promise.all(roles.map(async (role) => (await call(path, role)).status));
    expect(statuses).toEqual([200, 200, 403, 403, 403]);
    expect((await call(path, 'advertiser', hiddenId)).status).toBe(404);
    expect((await call(path, 'admin', 'x')).body.message).toBe('No query results for store.');
  });
});

describe('input of the wrong form', () => {
  it.each([
    ['userStats?orderBy=invoice_cpc', 'orderBy'],
    ['userStats?orderBy[]=clicks', 'orderBy'],
    ['userStats?orderByOrder=up', 'orderByOrder'],
    ['userStats?page=0', 'page'],
    ['userStats?page=x', 'page'],
    [`userStats?q=${'x'.repeat(256)}`, 'q'],
    ['userStats?format=pdf', 'format'],
    ['userStats?from=2026-03-01 10:00', 'from'],
    ['userStats?from=2020-01-01', 'from'],
    ['linkStats?from=2026-04-01', 'from'],
    ['linkStats?orderBy[]=clicks&orderBy[]=secret', 'orderBy.1'],
    ['linkStats?orderBy=clicks&orderByOrder[]=asc&orderByOrder[]=asc', 'orderByOrder'],
    [`linkStats?${'orderBy[]=clicks&'.repeat(16)}`, 'orderBy'],
    ['linkStats?users=1,x', 'users'],
    ['linkStats?format=', 'format'],
    ['orders/perDate?to=yesterday', 'to'],
    ['orders/perDate?from=2020-01-01', 'from'],
  ])('is named: %s', async (path, field) => {
    const { status, body } = await call(path);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('reports all errors: days, directions and users', async () => {
    const days = 'from=2026-04-02&to=2026-04-01';
    const faultsOf = async (path: string) => Object.keys((await call(path)).body.errors);
    expect(await faultsOf(`linkStats?${days}&users=x&orderBy[]=clicks&orderByOrder[]=asc&orderByOrder[]=asc`)).toEqual([
      'from',
      'orderByOrder',
      'users',
    ]);
    expect(await faultsOf(`clicksPerDay?${days}&users=x`)).toEqual(['from', 'users']);
  });
});
