import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { changeOrder } from '../changes/change-order.ts';
import { recordOrder } from '../reports/record-order.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');
const DAY = 86_400_000;
const COUNT = 25;
const calendar = createCalendar('UTC');

const { application, cast } = await createPopulatedApplication({ now: () => NOW });
/** Orders of the cast's store, as reported. */
let orders: { id: number; number: string; day: string; status: string; userId: number | null }[];
beforeAll(async () => {
  const { market, database } = application;
  await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
  const creators = [cast.ids.creator, cast.ids.otherCreator];
  const clicks: (string | null)[] = [null];
  const record = clickRecorder(database, calendar);
  for (const userId of creators) {
    const link = await market.link({ userId, storeId: cast.storeId });
    await record([{ code: link.code, at: new Date(NOW.getTime() - 20 * DAY) }]);
    clicks.push((await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id])).rows[0].id);
  }
  await database.pool.query(`INSERT INTO exchange_rates (currency, day, units_per_eur, source)
    VALUES ('SEK', '2026-03-01', 10, 'test') ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = 10`);
  orders = [];
  for (let n = 0; n < COUNT; n += 1) {
    const placedAt = new Date(NOW.getTime() - ((n * 7) % 5) * DAY);
    const ctx = { db: database.db, now: () => NOW };
    const { id } = await recordOrder(
      ctx,
      { calendar },
      {
        storeId: cast.storeId,
        channel: 'server',
        orderId: n === 0 ? '=1+1' : `L-${n}`,
        value: `${100 + n}.50`,
        orderAt: placedAt,
        currency: n === 1 ? 'EUR' : null,
        clickId: clicks[n % 3]!,
        voucherCode: n === 4 ? 'SPRING' : null,
        actorId: null,
      },
    );
    const status = ['pending', 'approved', 'denied'][n % 4] ?? 'pending';
    if (status !== 'pending')
      await changeOrder(ctx, { id }, { status: status as 'approved' | 'denied', actorId: null });
    if (n === 1) await changeOrder(ctx, { id }, { refundedMinor: 1_050, actorId: null });
    const userId = [null, ...creators][n % 3]!;
    orders.push({ id, number: n === 0 ? '=1+1' : `L-${n}`, day: placedAt.toISOString().slice(0, 10), status, userId });
  }
  await recordOrder(
    { db: database.db, now: () => NOW },
    { calendar },
    {
      storeId: cast.otherStoreId,
      channel: 'server',
      orderId: 'FOREIGN',
      value: '1',
      orderAt: null,
      currency: null,
      clickId: null,
      voucherCode: null,
      actorId: null,
    },
  );
});

const newestFirst = (rows: typeof orders) =>
  [...rows].sort((a, b) => (a.day === b.day ? b.id - a.id : a.day < b.day ? 1 : -1)).map(({ id }) => id);
const read = (url: string, role: Role | null = 'advertiser') =>
  application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });
const store = (query = '', id = cast.storeId) => `/v2/stores/${id}/orders${query}`;
const legacy = (query = '', id = cast.storeId) => `/advertiser/stores/${id}/orders${query}`;
const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);
const raw = (url: string) => application.app.inject({ url, headers: { authorization: cast.tokens.advertiser } });

describe('who reads orders', () => {
  const answers = (role: Role | null, urls: string[]) =>
    Promise.all(urls.map(async (url) => (await read(url, role)).status));

  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('of a store, %s: %s', async (role, status) => {
    const urls = [store(), store('?format=csv'), legacy(), legacy('?format=xlsx')];
    const bad = await Promise.all(
      urls.map(async (url) => {
        const headers = role === null ? {} : { authorization: cast.tokens[role] };
        return (await application.app.inject({ url, headers })).statusCode;
      }),
    );
    expect(bad).toEqual(urls.map(() => status));
    expect(await answers(role, [store(`/${orders[0]!.id}`)])).toEqual([status]);
  });

  it.each([
    ['admin', 200],
    ['creator', 200],
    ['agency', 200],
    ['otherAgency', 404],
    ['otherCreator', 404],
    ['advertiser', 404],
    [null, 401],
  ] as const)('of a creator, %s: %s', async (role, status) => {
    expect(await answers(role, [`/v2/users/${cast.ids.creator}/orders`])).toEqual([status]);
  });

  it('finds no order under another store’s path, and no hidden store', async () => {
    expect((await read(store(`/${orders[0]!.id}`, cast.otherStoreId), 'admin')).status).toBe(404);
    expect((await read(store(`/${2 ** 40}`))).status).toBe(404);
    const hidden = await application.market.store({ hidden: true });
    expect([(await read(store('', hidden))).status, (await read(legacy('', hidden))).status]).toEqual([404, 404]);
  });
});

describe('GET /v2/stores/{store}/orders', () => {
  it('lists all orders of the store, newest day first, with their attribution', async () => {
    const { status, body } = await read(store('?size=100'));
    expect([status, body.meta.total]).toEqual([200, COUNT]);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(newestFirst(orders));
    expect(body.data.find(({ order_id }: { order_id: string }) => order_id === 'L-1')).toMatchObject({
      value: { amount: '101.50', currency: 'EUR' },
      refunded: { amount: '10.50', currency: 'EUR' },
      net_value: { amount: '910.00', currency: 'SEK' },
      cost: { amount: '109.20', currency: 'SEK' },
      earnings: { amount: '63.70', currency: 'SEK' },
      status: 'approved',
      user: { id: cast.ids.creator },
    });
  });

  it('shows each order on exactly one page, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (size) => {
        const pages = Math.ceil(COUNT / size);
        const walked: number[] = [];
        for (let page = 1; page <= pages; page += 1)
          walked.push(...idsOf(await read(store(`?size=${size}&page=${page}`))));
        expect(walked).toEqual(newestFirst(orders));
      }),
      { numRuns: 6 },
    );
    expect((await read(store('?page=9'))).body).toMatchObject({ data: [], meta: { total: COUNT } });
  });

  it('combines all filters', async () => {
    const some = (wanted: (order: (typeof orders)[number]) => boolean) => newestFirst(orders.filter(wanted));
    const creator = cast.ids.creator;
    const cases: [string, number[]][] = [
      [`user_id=${creator}`, some(({ userId }) => userId === creator)],
      ['order_id=L-7', some(({ number }) => number === 'L-7')],
      ['order_id=l-7', []],
      ['q=l-1', some(({ number }) => number.startsWith('L-1'))],
      ['q=sPRin', some(({ number }) => number === 'L-4')],
      ['q=%25', []],
      ['attributed=true', some(({ userId }) => userId !== null)],
      ['attributed=false', some(({ userId }) => userId === null)],
      ['statuses[]=approved&statuses[]=denied', some(({ status }) => status !== 'pending')],
      ['from=2026-03-08&to=2026-03-09', some(({ day }) => day === '2026-03-08' || day === '2026-03-09')],
      [
        `from=2026-03-09&user_id=${creator}&statuses[]=pending`,
        some((o) => o.day >= '2026-03-09' && o.userId === creator && o.status === 'pending'),
      ],
    ];
    for (const [query, ids] of cases) {
      const reply = await read(store(`?size=100&${query}`));
      expect([query, idsOf(reply), reply.body.meta.total]).toEqual([query, ids, ids.length]);
    }
  });

  it('sorts by day, value and cost over all pages, and in the file', async () => {
    type Listed = { order_id: string; net_value: { amount: string }; cost: { amount: string } };
    const walk = async (sort: string): Promise<Listed[]> => {
      const pages = await Promise.all([1, 2].map((page) => read(store(`?size=20&page=${page}&sort_by=${sort}`))));
      return pages.flatMap(({ body }) => body.data);
    };
    const days = (await walk('order_at:asc')).map((order) => order.order_id);
    expect(days).toEqual((await walk('order_at:desc')).map((order) => order.order_id).reverse());
    for (const [sort, amountOf] of [
      ['value', (order: Listed) => Number(order.net_value.amount)],
      ['cost', (order: Listed) => Number(order.cost.amount)],
    ] as const) {
      const ascending = (await walk(`${sort}:asc`)).map(amountOf);
      expect([sort, ascending.length, ascending]).toEqual([sort, COUNT, ascending.toSorted((a, b) => a - b)]);
      expect(new Set(ascending).size).toBeGreaterThan(1);
      expect((await walk(`${sort}:desc`)).map(amountOf)).toEqual(ascending.toReversed());
    }
    const [headers, ...lines] = parseCsv((await raw(store('?format=csv&sort_by=value:asc'))).body) as string[][];
    const values = lines.map((line) => Number(line[headers!.indexOf('Value less refunds')]));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  it.each([
    ['sort_by=creator:asc', 'sort_by'],
    ['from=2026-03-10&to=2026-03-09', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    [`user_id=${2 ** 40}`, 'user_id'],
    ['user_id=x', 'user_id'],
    ['statuses[]=open', 'statuses.0'],
    ['attributed=maybe', 'attributed'],
    ['size=101', 'size'],
    ['page=0', 'page'],
    ['format=pdf', 'format'],
  ])('names the field of ?%s', async (query, field) => {
    const { status, body } = await read(store(`?${query}`));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('GET /v2/admin/orders', () => {
  const all = (query = '', role: Role | null = 'admin') => read(`/v2/admin/orders${query}`, role);

  it.each([
    ['admin', 200],
    ['advertiser', 403],
    ['creator', 403],
    ['agency', 403],
    [null, 401],
  ] as const)('is for administrators: %s', async (role, status) => {
    expect((await all('', role)).status).toBe(status);
  });

  it('lists the orders of all stores, newest day first, each on exactly one page', async () => {
    const found: number[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await all(`?size=7${after === '' ? '' : `&after=${after}`}`);
      found.push(...idsOf({ body }));
      after = body.meta.next_cursor;
    }
    const own = newestFirst(orders);
    expect(found).toHaveLength(own.length + 1);
    expect(found.filter((id) => own.includes(id))).toEqual(own);
    const [first] = (await all('?size=1')).body.data;
    expect(first.store).toEqual({ id: first.store_id, name: expect.any(String) });
  });

  it('is filtered by store, creator, status, days and the beginning of the number', async () => {
    const store = `store_id=${cast.storeId}`;
    expect(idsOf(await all(`?size=100&${store}`))).toEqual(newestFirst(orders));
    expect(idsOf(await all('?q=foreign'))).toHaveLength(1);
    expect(idsOf(await all(`?q=l-1&${store}&size=100`)).toSorted()).toEqual(
      orders
        .filter(({ number }) => number.startsWith('L-1'))
        .map(({ id }) => id)
        .toSorted(),
    );
    const ofCreator = orders.filter(({ userId, status }) => userId === cast.ids.creator && status === 'approved');
    expect(idsOf(await all(`?user_id=${cast.ids.creator}&statuses[]=approved&size=100`))).toEqual(
      newestFirst(ofCreator),
    );
    expect(idsOf(await all('?to=2020-01-01'))).toEqual([]);
    const refused = await all('?after=x&size=101&statuses[]=lost');
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['after', 'size', 'statuses.0']]);
    expect((await all('?user_id=999999')).body.errors).toHaveProperty('user_id');
  });

  it('can be saved as a file, with the store of each order', async () => {
    const reply = await application.app.inject({
      url: `/v2/admin/orders?format=csv&store_id=${cast.storeId}`,
      headers: { authorization: cast.tokens.admin },
    });
    const rows = parseCsv(reply.body.replace(/^\uFEFF/, ''));
    expect([rows[0]![0], rows.length]).toEqual(['Store', COUNT + 1]);
  });
});

describe('the file of a store’s orders', () => {
  it('contains the list, in its order, and cells that a spreadsheet does not evaluate', async () => {
    const reply = await raw(store('?format=csv&statuses[]=approved&statuses[]=pending&attributed=false'));
    expect(reply.headers['content-disposition']).toBe('attachment; filename="orders-2026-03-10.csv"');
    const [headers, ...lines] = parseCsv(reply.body) as string[][];
    const wanted = orders.filter(({ status, userId }) => status !== 'denied' && userId === null);
    const numbers = newestFirst(wanted).map((id) => orders.find((order) => order.id === id)!.number);
    expect(lines.map(([number]) => number)).toEqual(numbers.map((number) => number.replace(/^=/, "'=")));
    expect(headers).toHaveLength(21);
    const first = lines.find(([number]) => number === "'=1+1")!;
    expect(first.slice(1, 9)).toEqual([
      '2026-03-10T12:00:00Z',
      'pending',
      'SEK',
      '100.50',
      '0.00',
      'SEK',
      '100.50',
      '0.00',
    ]);
    expect(first[headers!.indexOf('Not attributed because')]).toBe('no_click');
    expect(first[headers!.indexOf('Fixed amount in the commission')]).toBe('0.00');
  });

  it('has numbers as numbers in a sheet, and all rows', async () => {
    const { sheets } = await readXlsx((await raw(store('?format=xlsx'))).rawPayload);
    const [headers, ...rows] = sheets[0]!.rows;
    expect(rows).toHaveLength(COUNT);
    const row = rows.find(([number]) => number === 'L-1')!;
    const cell = (name: string) => row[headers!.indexOf(name)];
    expect([cell('Currency'), cell('Value'), cell('Refunded'), cell('Value less refunds'), cell('Commission')]).toEqual(
      ['EUR', 101.5, 10.5, 910, 109.2],
    );
    expect(cell('Creator’s number')).toBe(cast.ids.creator);
  });
});

describe('GET /advertiser/stores/{id}/orders', () => {
  it('lists those that creators brought, in the record of the interface', async () => {
    const { status, body } = await read(legacy('?size=100'));
    const brought = orders.filter(({ userId }) => userId !== null);
    expect([status, body.total, body.data.map(({ id }: { id: number }) => id)]).toEqual([
      200,
      brought.length,
      newestFirst(brought),
    ]);
    const one = orders.find(({ number }) => number === 'L-1')!;
    expect(body.data.find(({ id }: { id: number }) => id === one.id)).toEqual({
      id: one.id,
      user_id: cast.ids.creator,
      username: expect.any(String),
      order_id: 'L-1',
      order_at: '2026-03-08 12:00:00',
      order_value: 91,
      currency: 'EUR',
      voucher_code: null,
      status: 'approved',
      updated_at: '2026-03-10 12:00:00',
    });
    expect(body.data.find(({ order_id }: { order_id: string }) => order_id === 'L-4')).toMatchObject({
      voucher_code: 'SPRING',
    });
  });

  it('can be filtered by creator and days, and downloaded as a file', async () => {
    const creator = cast.ids.creator;
    const wanted = newestFirst(orders.filter(({ userId, day }) => userId === creator && day >= '2026-03-09'));
    const query = `?user_id=${creator}&from=2026-03-09&to=2026-03-10`;
    expect(idsOf(await read(legacy(`${query}&format=json`)))).toEqual(wanted);
    const lines = (parseCsv((await raw(legacy(`${query}&format=csv`))).body) as string[][]).slice(1);
    expect(lines.map(([number]) => number)).toEqual(
      wanted.map((id) => orders.find((order) => order.id === id)!.number),
    );
  });

  it.each([
    [`user_id=${2 ** 40}`, 'user_id'],
    ['from=2026-03-10&to=2026-03-09', 'from'],
    ['from=10.3.2026', 'from'],
    ['format=pdf', 'format'],
  ])('names the field of ?%s', async (query, field) => {
    const { status, body } = await read(legacy(`?${query}`));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('GET /v2/users/{user}/orders', () => {
  it('shows the creator’s own data, without the store’s cost and number', async () => {
    const { rows: links } = await application.database.pool.query(
      `UPDATE links SET title = 'Red shoes' WHERE user_id = $1 RETURNING id, code`,
      [cast.ids.creator],
    );
    const { body } = await read(`/v2/users/${cast.ids.creator}/orders?size=100`, 'creator');
    const own = newestFirst(orders.filter(({ userId }) => userId === cast.ids.creator));
    expect([body.data.map(({ id }: { id: number }) => id), body.meta.total]).toEqual([own, own.length]);
    const one = orders.find(({ number }) => number === 'L-1')!;
    expect(body.data.find(({ id }: { id: number }) => id === one.id)).toEqual({
      id: one.id,
      store: { id: cast.storeId, name: expect.any(String) },
      status: 'approved',
      order_at: '2026-03-08T12:00:00.000Z',
      decide_by: null,
      extension_reason: null,
      denial_reason: null,
      denial_note: null,
      net_value: { amount: '910.00', currency: 'SEK' },
      earnings: { amount: '63.70', currency: 'SEK' },
      affiliate_link_id: links[0].id,
      attribution: 'click',
      voucher_code: null,
      offer_id: null,
      offer_title: null,
      affiliate_link: { title: 'Red shoes', url: expect.stringContaining(`/r/${links[0].code}`) },
    });
    const approved = await read(
      `/v2/users/${cast.ids.creator}/orders?statuses[]=approved&from=2026-03-08&to=2026-03-08`,
      'agency',
    );
    expect(idsOf(approved)).toEqual(
      newestFirst(
        orders.filter((o) => o.userId === cast.ids.creator && o.status === 'approved' && o.day === '2026-03-08'),
      ),
    );
    expect((await read(`/v2/users/${cast.ids.creator}/orders?from=2026-03-10&to=2026-03-09`, 'creator')).status).toBe(
      422,
    );
  });
});
