import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { TEST_VAULT } from '../../../tests/harness/vault.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { createServer } from '../../platform/http/server.ts';
import { createToken, tokenAuthenticator } from '../accounts/index.ts';
import { statisticsRoutes } from './routes.legacy.ts';

const now = () => new Date('2026-03-31T10:00:00Z');
const TODAY = '2026-03-31';

/** Ids of all users by name, and the tokens of the callers. */
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

/**
 * Ann and Bea are creators; Bea belongs to the agency that Ada represents. Sven's store is Shop, Hedda's is hidden.
 * Mia is a creator of the agency, represents it, and is a member of Shop. Today each creator's link to Store has one
 * click, and Ann's link to Other has one, too.
 */
const database = await createTestDatabase();
const market = createMarket(database.pool);
const agency = await market.agency({ agencyShare: 0.1 });
ids.shop = await market.store();
ids.other = await market.store({ currency: 'EUR' });
ids.hidden = await market.store({ hidden: true });
for (const store of [ids.shop, ids.other]) await market.price({ storeId: store, cpcMinor: 1_000 });
for (const name of ['ann', 'bea', 'ada', 'sven', 'hedda', 'mia', 'root', 'idle']) {
  const agencyId = ['bea', 'mia'].includes(name) ? { agencyId: agency } : {};
  ids[name] = await market.user({ email: `${name}@example.test`, isAdmin: name === 'root', ...agencyId });
  tokens[name] = (await createToken({ db: database.db, now }, { userId: ids[name], purpose: 'api' })).raw;
}
await market.representative(agency, ids.ada!);
await market.representative(agency, ids.mia!);
await market.member(ids.shop, ids.sven!);
await market.member(ids.hidden, ids.hedda!);

const calendar = createCalendar('UTC');
const record = clickRecorder(database, calendar);
const at = new Date(`${TODAY}T08:15:30Z`);
for (const name of ['ann', 'bea', 'mia']) {
  const { code } = await market.link({ userId: ids[name]!, storeId: ids.shop });
  await record([
    { code, at },
    { code, at, class: 1 },
  ]);
}
const { code } = await market.link({ userId: ids.ann!, storeId: ids.other, kind: 'tag' });
await record([
  { code, at: new Date('2026-03-30T23:00:00Z') },
  { code, at },
]);

// From now on she and her agency earn nothing at Store; what they have earned stays.
await market.member(ids.shop, ids.mia!);

const app = await createServer({
  db: database.db,
  authenticate: tokenAuthenticator(database.pool, now),
  vault: TEST_VAULT,
  publicUrl: 'http://tributary.test',
  logLevel: 'silent',
  trustProxy: null,
  rateLimitPerMinute: 100_000,
  redisUrl: null,
  checkReplies: true,
  now,
});
statisticsRoutes(app, { calendar, publicUrl: 'http://tributary.test' });
await app.ready();
afterAll(() => app.close());

async function get(path: string, name?: string) {
  const headers = name === undefined ? {} : { authorization: tokens[name]! };
  const reply = await app.inject({ url: path.replace(/\{(\w+)\}/g, (_, key) => String(ids[key])), headers });
  return { status: reply.statusCode, body: reply.json() };
}

describe('GET /clicks', () => {
  const listed = async (name: string) => {
    const { status, body } = await get('/clicks', name);
    expect(status).toBe(200);
    return body.map((record: { email: string; total_clicks: number }) => [
      record.email.split('@')[0],
      record.total_clicks,
    ]);
  };

  it('shows each caller their own: creator, agency, advertiser, all of these, administrator', async () => {
    expect(await listed('ann')).toEqual([['ann', 2]]);
    expect(await listed('idle')).toEqual([]);
    expect(await listed('ada')).toEqual([
      ['bea', 1],
      ['mia', 1],
    ]);
    const ofShop = [
      ['ann', 1],
      ['bea', 1],
      ['mia', 1],
    ];
    expect(await listed('sven')).toEqual(ofShop);
    expect(await listed('mia')).toEqual(ofShop);
    expect(await listed('hedda')).toEqual([]);
    expect(await listed('root')).toEqual([
      ['ann', 2],
      ['bea', 1],
      ['mia', 1],
    ]);
  });

  it('returns the whole record', async () => {
    const { body } = await get(`/clicks?from=${TODAY}&to=${TODAY}+08:15`, 'ann');
    expect(body).toEqual([
      {
        email: 'ann@example.test',
        tag_clicks: 1,
        link_clicks: 1,
        total_clicks: 2,
        // 7.00 kr at 11.148 kr per euro, and 7.00 euros
        user_revenue: 763,
        client_revenue: 0,
        affiliate: 0,
        user_id: String(ids.ann),
        sum_sek: '85.04',
        ut_user_id: ids.ann,
      },
    ]);
  });

  it('splits by the minute', async () => {
    const clicks = async (query: string) => (await get(`/clicks?${query}`, 'bea')).body.length;
    expect(await clicks(`from=${TODAY} 08:15&to=${TODAY} 08:15`)).toBe(1);
    expect(await clicks(`from=${TODAY} 00:00&to=${TODAY} 08:14`)).toBe(0);
    expect(await clicks(`from=${TODAY} 08:15:31&to=${TODAY} 23:59`)).toBe(0);
  });
});

describe('GET /clicks/{id}', () => {
  it('is one record, with zeros without activity', async () => {
    expect((await get('/clicks/{bea}', 'ada')).body).toMatchObject({ total_clicks: 1, client_revenue: 9 });
    expect((await get('/clicks/{idle}', 'idle')).body).toEqual({
      email: 'idle@example.test',
      tag_clicks: 0,
      link_clicks: 0,
      total_clicks: 0,
      user_revenue: 0,
      client_revenue: 0,
      affiliate: 0,
      user_id: String(ids.idle),
      sum_sek: '0.00',
      ut_user_id: ids.idle,
    });
  });

  it('admits the user, its agency, administrators, and stores where the user has had clicks; for others the user is not found', async () => {
    const statuses = async (path: string) =>
      Promise.all(['bea', 'ada', 'root', 'ann', 'sven'].map(async (name) => (await get(path, name)).status));
    for (const path of ['/clicks/{bea}', '/clicks/by-date/{bea}']) {
      expect(await statuses(path)).toEqual([200, 200, 200, 404, 200]);
    }
  });
});

describe('The clicks of one creator', () => {
  it('are those of the list, for members of stores, too; others without clicks there are not found', async () => {
    const range = '?from=2026-01-01&to=2026-12-31';
    const list = (await get(`/clicks${range}`, 'sven')).body as { ut_user_id: number; email: string }[];
    const byDate = (await get(`/clicks/by-date${range}`, 'sven')).body;
    expect(list.length).toBeGreaterThan(0);
    for (const record of list) {
      expect((await get(`/clicks/${record.ut_user_id}${range}`, 'sven')).body).toEqual(record);
      const days = (await get(`/clicks/by-date/${record.ut_user_id}${range}`, 'sven')).body;
      expect(days).toEqual({ [record.email]: byDate[record.email] });
    }
    expect((await get('/clicks/{idle}', 'sven')).status).toBe(404);
    expect((await get('/clicks/by-date/{idle}', 'sven')).status).toBe(404);
  });
});

describe('GET /clicks/by-date', () => {
  it('lists the days of each creator in the caller’s scope', async () => {
    const { body } = await get('/clicks/by-date?from=2026-03-01', 'ann');
    const row = { user_id: ids.ann, email: 'ann@example.test' };
    expect(body).toEqual({
      'ann@example.test': {
        day: [
          { date: '2026-03-30', link_clicks: 0, tag_clicks: 1, ...row },
          { date: '2026-03-31', link_clicks: 1, tag_clicks: 1, ...row },
        ],
        total: 3,
      },
    });
    expect(Object.keys((await get('/clicks/by-date', 'ada')).body)).toEqual(['bea@example.test', 'mia@example.test']);
    expect((await get('/clicks/by-date?from=2026-03-01', 'sven')).body['ann@example.test'].total).toBe(1);
  });

  it('has an entry for a requested creator without clicks', async () => {
    expect((await get('/clicks/by-date/{idle}', 'root')).body).toEqual({ 'idle@example.test': { day: [], total: 0 } });
  });
});

describe('GET /stores/{id}/clicksPerDay', () => {
  it("has every day of the range, in the store's currency and locale", async () => {
    const { body } = await get('/stores/{shop}/clicksPerDay?from=2026-03-30&to=2026-03-31', 'sven');
    const money = { order_value: 0, order_value_formatted: '0,00 kr', nr_orders: 0 };
    const today = { clicks: 3, cost: 3_000, cost_formatted: '30,00 kr', ...money };
    expect(body).toEqual({
      ...today,
      unique_users: 3,
      unique_links: 3,
      per_day: {
        '2026-03-30': { date: '2026-03-30', clicks: 0, cost: 0, cost_formatted: '0,00 kr', ...money },
        '2026-03-31': { date: '2026-03-31', ...today },
      },
    });
  });

  it('covers the last 30 days by default, and can be filtered by creators', async () => {
    const { body } = await get('/stores/{shop}/clicksPerDay?users={ann}, {bea},{ann},999999', 'mia');
    expect(Object.keys(body.per_day)).toHaveLength(30);
    expect(Object.keys(body.per_day)[0]).toBe('2026-03-02');
    expect(body).toMatchObject({ clicks: 2, unique_users: 2, unique_links: 2, cost: 2_000 });
    expect(body.per_day[TODAY].clicks).toBe(2);
  });

  it('is all zeros without activity', async () => {
    const { body } = await get('/stores/{hidden}/clicksPerDay', 'hedda');
    expect(body).toMatchObject({ clicks: 0, cost: 0, unique_users: 0, unique_links: 0, nr_orders: 0 });
  });
});

describe('GET /stores/{id}/generalStats', () => {
  it("returns the store's totals", async () => {
    expect((await get('/stores/{other}/generalStats', 'root')).body).toEqual({
      clicks: 2,
      unique_users: 1,
      tags: 1,
      invoice_cpc: 2_000,
      avrage_cpc: 1_000,
      invoice_cpc_formated: '20,00 €',
      avrage_cpc_formated: '10,00 €',
      currency: { code: 'EUR', name: 'euro', symbol: '€', subunit: 100, is_before: false, ratio_to_eur: 1 },
    });
    expect((await get('/stores/{hidden}/generalStats', 'hedda')).body).toMatchObject({
      clicks: 0,
      tags: 0,
      avrage_cpc: 0,
      currency: { code: 'SEK', ratio_to_eur: 0.089702189 },
    });
  });
});

describe('authorization', () => {
  const STORE_PATHS = ['/stores/{shop}/clicksPerDay', '/stores/{shop}/generalStats'];

  it.each(['/clicks', '/clicks/{ann}', '/clicks/by-date', '/clicks/by-date/{ann}', ...STORE_PATHS])(
    'refuses requests without a token: %s',
    async (path) => expect(await get(path)).toEqual({ status: 401, body: { message: 'Unauthenticated.' } }),
  );

  it.each(STORE_PATHS)('admits members and administrators: %s', async (path) => {
    const statuses = await Promise.all(
      ['sven', 'mia', 'root', 'ann', 'ada', 'hedda'].map(async (name) => (await get(path, name)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403]);
    const hidden = path.replace('shop', 'hidden');
    expect((await get(hidden, 'sven')).status).toBe(404);
    expect((await get(hidden, 'hedda')).status).toBe(200);
    expect((await get(path.replace('{shop}', '999999'), 'root')).body.message).toBe('No query results for store.');
  });
});

describe('input of the wrong form', () => {
  it.each([
    ['/clicks?from=yesterday', 'ann', 'from'],
    ['/clicks?from=', 'ann', 'from'],
    ['/clicks?from[]=2026-03-01', 'ann', 'from'],
    ['/clicks?to=2026-02-30', 'ann', 'to'],
    ['/clicks?to=2026-03-01T10:00:00Z', 'ann', 'to'],
    ['/clicks?to=2026-03-01T10:00:00.5', 'ann', 'to'],
    ['/clicks?to=2026-03-01 10', 'ann', 'to'],
    ['/clicks?from=2026-04-01', 'ann', 'from'],
    ['/clicks?from=0001-01-01', 'ann', 'from'],
    ['/clicks?to=0001-01-01', 'ann', 'to'],
    ['/clicks/{ann}?from=2020-01-01', 'ann', 'from'],
    ['/clicks/by-date?from=2026-03-31 10:00&to=2026-03-31 09:59', 'ann', 'from'],
    ['/clicks/by-date/{ann}?to=9999-12-31', 'ann', 'to'],
    ['/stores/{shop}/clicksPerDay?from=2026-03-01 10:00', 'sven', 'from'],
    ['/stores/{shop}/clicksPerDay?from=2020-01-01', 'sven', 'from'],
    ['/stores/{shop}/clicksPerDay?users=', 'sven', 'users'],
    ['/stores/{shop}/clicksPerDay?users=1,x', 'sven', 'users'],
    ['/stores/{shop}/clicksPerDay?users=1.5', 'sven', 'users'],
    ['/stores/{shop}/clicksPerDay?users=99999999999999999999', 'sven', 'users'],
    [`/stores/{shop}/clicksPerDay?users=${Array.from({ length: 501 }, (_, n) => n + 1)}`, 'sven', 'users'],
  ])('is named: %s', async (path, name, field) => {
    const { status, body } = await get(path, name);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('does not hide that a store is not the caller’s', async () => {
    expect((await get('/stores/{shop}/clicksPerDay?users=x', 'ann')).status).toBe(403);
  });
});
