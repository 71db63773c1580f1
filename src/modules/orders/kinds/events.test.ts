import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../../payments/index.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const record = clickRecorder(database, createCalendar('UTC'));
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';
const call = (method: Method, url: string, body?: unknown, role: Role | null = 'advertiser') =>
  application.call({ method, url, body, ...(role === null ? {} : { as: cast.tokens[role] }) });

/** A store of the advertiser with a click of the creator an hour ago. */
async function aStore({ cpa = 0.1, invoiceCpa = 0.12, ...price }: Partial<Parameters<typeof market.price>[0]> = {}) {
  const storeId = await market.store({ domains: [`${unique()}.example`] });
  await market.member(storeId, cast.ids.advertiser);
  await market.price({ storeId, cpcMinor: 100, cpa, invoiceCpa, userShare: 0.7, agencyShare: 0.1, ...price });
  const link = await market.link({ userId: cast.ids.creator, storeId });
  const click = async (at = new Date(Date.now() - 3_600_000), code = link.code) => {
    await record([{ code, at }]);
    return (await query('SELECT id FROM clicks WHERE store_id = $1 ORDER BY id DESC LIMIT 1', [storeId]))[0]
      .id as string;
  };
  const path = (rest: string) => `/v2/stores/${storeId}/${rest}`;
  const kind = async (values: object = {}, role: Role = 'advertiser') =>
    (
      await call(
        'POST',
        path('event-kinds'),
        { code: 'lead', name: 'Qualified lead', cpl: { minor: 4_000, currency: 'SEK' }, ...values },
        role,
      )
    ).body;
  const report = (body: object = {}, role?: Role | null) =>
    call('POST', path('events'), { kind: 'lead', event_id: unique(), ...body }, role);
  const orders = () => query('SELECT * FROM orders WHERE store_id = $1 ORDER BY id', [storeId]);
  return { storeId, link, click, path, kind, report, orders };
}

describe('an event of a kind', () => {
  it('pays the fixed amount of its kind, with the store’s margin, although it has no value', async () => {
    const store = await aStore();
    expect(await store.kind()).toMatchObject({
      cpl: { minor: 4_000 },
      invoice_cpl: { minor: 4_800 },
      cost_is_set: false,
    });
    const { status, body } = await store.report({ tclid: await store.click(), event_id: 'L-1' });
    expect([status, body]).toMatchObject([
      201,
      {
        kind: { code: 'lead' },
        event_id: 'L-1',
        status: 'pending',
        attribution: 'click',
        cost: { amount: '48.00' },
        earnings: { amount: '28.00' },
      },
    ]);
    expect((await store.orders())[0]).toMatchObject({
      cost_minor: 4_800,
      user_minor: 2_800,
      agency_minor: 400,
      value_minor: 0,
      counts: true,
    });
    expect((await store.report({ event_id: 'L-1', kind: 'lead' })).status).toBe(200);
    expect(await store.orders()).toHaveLength(1);
  });

  it('has numbers of its own, which are neither those of orders nor of other kinds', async () => {
    const store = await aStore();
    await store.kind();
    await store.kind({ code: 'trial', name: 'Trial' });
    const tclid = await store.click();
    for (const kind of ['lead', 'trial']) expect((await store.report({ kind, tclid, event_id: '7' })).status).toBe(201);
    const order = await call('POST', store.path('orders'), { order_id: '7', order_value: 100, tclid });
    expect([order.status, order.body.cost.amount]).toEqual([201, '12.00']);
    expect(await store.orders()).toHaveLength(3);
    const decided = await call('POST', store.path('order-decisions'), {
      orders: [{ order_id: '7', status: 'denied' }],
    });
    expect(decided.body.changed).toEqual(['7']);
    expect((await store.orders()).map(({ status }) => status)).toEqual(['pending', 'pending', 'denied']);
    const trials = { kind: 'trial', events: [{ event_id: '7', status: 'approved' }] };
    expect((await call('POST', store.path('event-decisions'), trials)).body.changed).toEqual(['7']);
    expect((await store.orders()).map(({ status }) => status)).toEqual(['pending', 'approved', 'denied']);
  });

  it('is in the money of the totals, and not in the numbers and values of orders', async () => {
    const store = await aStore();
    await store.kind({ pays_value: true });
    const tclid = await store.click();
    await store.report({ tclid, value: 50, currency: 'SEK' });
    await call('POST', store.path('orders'), { order_id: 'O', order_value: 200, tclid });
    const [totals] = await query(
      'SELECT orders, order_minor, order_cost_minor, order_user_minor FROM store_days WHERE store_id = $1 AND orders + order_cost_minor > 0',
      [store.storeId],
    );
    expect(totals).toEqual({
      orders: 1,
      order_minor: 20_000,
      order_cost_minor: 5_400 + 2_400,
      order_user_minor: 3_150 + 1_400,
    });
    const list = await call('GET', store.path('orders'));
    expect(list.body.data.map(({ order_id }: { order_id: string }) => order_id)).toEqual(['O']);
    const events = await call('GET', store.path('events?kind=lead'));
    expect(events.body).toMatchObject({
      data: [{ kind: { code: 'lead' }, cost: { amount: '54.00' } }],
      meta: { has_more: false },
    });
    const own = await call('GET', `/v2/users/${cast.ids.creator}/events?size=1`, undefined, 'creator');
    expect(own.body.data).toMatchObject([{ kind: { name: 'Qualified lead' }, earnings: { amount: '31.50' } }]);
  });

  it('pays nothing once it is denied, and the amount again when the store’s program undoes its denial', async () => {
    const store = await aStore();
    await store.kind();
    const { body } = await store.report({ tclid: await store.click() });
    const denied = await call('PATCH', store.path(`orders/${body.id}`), { status: 'denied', denial_reason: 'fraud' });
    expect(denied.body).toMatchObject({ status: 'denied', cost: { amount: '0.00' }, earnings: { amount: '0.00' } });
    expect((await store.orders())[0]).toMatchObject({ cost_minor: 0, user_minor: 0, agency_minor: 0, counts: false });
  });

  it('keeps the price of its click: a later price applies to later clicks', async () => {
    const store = await aStore();
    const { id } = await store.kind();
    const before = await store.click();
    // The price is newer than the click, and the first price of a kind applies to earlier clicks, too.
    await query(`UPDATE event_prices SET valid_from = now() - interval '2 hours' WHERE store_id = $1`, [store.storeId]);
    await call('PATCH', store.path(`event-kinds/${id}`), { cpl: { minor: 1_000, currency: 'SEK' } });
    const after = await store.click(new Date());
    await store.report({ tclid: before });
    await store.report({ tclid: after });
    expect((await store.orders()).map(({ user_minor }) => user_minor)).toEqual([2_800, 700]);
  });

  it('has the price of the campaign whose terms it has, which the store or a reader of the campaign reads', async () => {
    const store = await aStore();
    await store.kind();
    const campaignId = await market.campaign({ storeId: store.storeId, validFrom: new Date(Date.now() - 7_200_000) });
    await market.price({ storeId: store.storeId, campaignId, cpcMinor: 100 });
    const url = `/v2/offers/${campaignId}/event-prices`;
    expect((await call('GET', url)).body.data).toMatchObject([{ kind: 'lead', cpl: { minor: 4_000 }, is_own: false }]);
    const set = await call('PUT', url, { prices: [{ kind: 'lead', cpl: { minor: 6_000, currency: 'SEK' } }] });
    expect(set.body.data).toMatchObject([{ kind: 'lead', cpl: { minor: 6_000 }, is_own: true }]);
    await query(`UPDATE event_prices SET valid_from = now() - interval '2 hours' WHERE campaign_id = $1`, [campaignId]);
    await store.report({ tclid: await store.click() });
    expect((await store.orders())[0]).toMatchObject({ campaign_id: campaignId, user_minor: 4_200, cost_minor: 7_200 });
    expect((await call('PUT', url, { prices: [] })).body.data).toMatchObject([{ cpl: { minor: 4_000 } }]);
    for (const prices of [
      [{ kind: 'none', cpl: { minor: 1, currency: 'SEK' } }],
      [{ kind: 'lead', cpl: { minor: 1, currency: 'EUR' } }],
    ])
      expect((await call('PUT', url, { prices })).status).toBe(422);
  });

  it('follows an earlier event to its click, unless that one is denied', async () => {
    const store = await aStore();
    await store.kind();
    await store.kind({ code: 'qualified', name: 'Qualified' });
    const lead = await store.report({ tclid: await store.click(), event_id: 'A' });
    const follows = { kind: 'lead', event_id: 'A' };
    const next = await store.report({ kind: 'qualified', event_id: 'B', follows });
    expect(next.body).toMatchObject({
      attribution: 'click',
      follows: lead.body.id,
      earnings: { amount: '28.00' },
      warnings: [],
    });
    await call('PATCH', store.path(`orders/${lead.body.id}`), { status: 'denied', denial_reason: 'fraud' });
    const late = await store.report({ kind: 'qualified', event_id: 'C', follows });
    expect(late.body).toMatchObject({
      attribution: 'none',
      unattributed_reason: 'no_click',
      warnings: [{ field: 'follows' }],
    });
    const lost = await store.report({ kind: 'qualified', event_id: 'D', follows: { kind: 'lead', event_id: 'X' } });
    expect(lost.body).toMatchObject({ attribution: 'none', follows: null, warnings: [{ field: 'follows' }] });
  });

  it('has the window and the approval period of its kind', async () => {
    const store = await aStore();
    await store.kind({ window_days: 2, approval_days: 5 });
    const old = await store.click(new Date(Date.now() - 3 * 86_400_000));
    expect((await store.report({ tclid: old })).body).toMatchObject({ unattributed_reason: 'click_too_old' });
    const { body } = await store.report({ tclid: await store.click() });
    expect(Date.parse(body.decide_by) - Date.parse(body.order_at)).toBe(5 * 86_400_000);
    await query(`UPDATE order_rules SET approval_days = 1, updated_at = now() WHERE store_id = $1`, [store.storeId]);
    expect((await store.orders()).at(-1)!.approval_days).toBe(5);
  });
});

describe('the limits of a kind', () => {
  it('are exact when many events arrive at once, and a denial makes room for another', async () => {
    const store = await aStore();
    await store.kind({ max_per_month: 3 });
    const tclid = await store.click();
    await Promise.all(Array.from({ length: 12 }, () => store.report({ tclid })));
    const paid = async () => (await store.orders()).filter(({ user_id }) => user_id !== null);
    expect(await paid()).toHaveLength(3);
    expect((await store.orders()).filter((one) => one.unattributed_reason === 'event_limit')).toHaveLength(9);
    await call('PATCH', store.path(`orders/${(await paid())[0].id}`), { status: 'denied' });
    expect((await store.report({ tclid })).body.attribution).toBe('click');
    expect((await store.report({ tclid })).body).toMatchObject({
      attribution: 'none',
      unattributed_reason: 'event_limit',
    });
  });

  it('count each creator, and bind decisions by hand, too', async () => {
    const store = await aStore();
    await store.kind({ max_per_creator: 1 });
    const other = await market.link({ userId: cast.ids.otherCreator, storeId: store.storeId });
    const tclid = await store.click();
    const theirs = await store.click(new Date(), other.code);
    for (const click of [tclid, theirs, tclid]) await store.report({ tclid: click });
    expect((await store.orders()).map(({ unattributed_reason: reason }) => reason)).toEqual([
      null,
      null,
      'event_limit',
    ]);
    const third = (await store.orders())[2].id;
    const byHand = await call('POST', store.path(`orders/${third}/attribution`), {
      user_id: cast.ids.creator,
      reason: 'Theirs.',
    });
    expect([byHand.status, byHand.body.error]).toEqual([400, 'event_limit']);
    expect((await store.orders())[2].user_id).toBeNull();
  });

  it('pay a customer once, known by the store’s reference, which is stored only as a keyed hash, or by the click', async () => {
    const store = await aStore();
    await store.kind({ once_days: 30 });
    const [first, second] = [await store.click(), await store.click(new Date())];
    await Promise.all([1, 2, 3].map(() => store.report({ tclid: first, customer: 'anna@shop.example' })));
    expect((await store.orders()).filter(({ user_id }) => user_id !== null)).toHaveLength(1);
    expect((await store.report({ tclid: second, customer: 'anna@shop.example' })).body).toMatchObject({
      unattributed_reason: 'event_repeated',
    });
    expect((await store.report({ tclid: first })).body).toMatchObject({ unattributed_reason: 'event_repeated' });
    expect((await store.report({ tclid: second, customer: 'bo@shop.example' })).body.attribution).toBe('click');
    expect(
      JSON.stringify([
        await store.orders(),
        await query('SELECT * FROM order_reports'),
        await query('SELECT * FROM order_events'),
      ]),
    ).not.toContain('anna@');
  });
});

describe('a page', () => {
  const page = async (store: Awaited<ReturnType<typeof aStore>>, fields: Record<string, string>) => {
    const [{ tracking_key: key }] = await query('SELECT tracking_key FROM stores WHERE id = $1', [store.storeId]);
    const url = `/px/${key}.gif?${new URLSearchParams({ order_value: '0', ...fields })}`;
    return (await application.app.inject({ method: 'GET', url })).statusCode;
  };

  it('earns nothing by inventing leads, until the store’s server confirms them', async () => {
    const store = await aStore();
    await store.kind();
    const tclid = await store.click();
    expect(await page(store, { kind: 'lead', order_id: 'P-1', tclid })).toBe(200);
    expect((await store.orders())[0]).toMatchObject({ unattributed_reason: 'unconfirmed', user_minor: 0 });
    const follows = { kind: 'lead', event_id: 'P-1' };
    expect((await store.report({ event_id: 'S-1', follows })).body).toMatchObject({
      unattributed_reason: 'no_click',
      warnings: [{ field: 'follows' }],
    });
    const { id } = (await store.orders())[0];
    const approved = await call('PATCH', store.path(`orders/${id}`), { status: 'approved' });
    expect([approved.status, approved.body.error]).toEqual([400, 'order_unresolved']);
    const confirmed = await store.report({ event_id: 'P-1', tclid });
    expect(confirmed.body).toMatchObject({ attribution: 'click', earnings: { amount: '28.00' } });
  });

  it('counts for a kind that says so, and states no value that the kind does not pay', async () => {
    const store = await aStore();
    await store.kind({ counts_pages: true });
    await page(store, { kind: 'lead', order_id: 'P-2', order_value: '999999', tclid: await store.click() });
    expect((await store.orders())[0]).toMatchObject({
      channel: 'sales_pixel',
      original_minor: 0,
      user_minor: 2_800,
      status: 'pending',
    });
    expect(await page(store, { kind: 'nothing', order_id: 'P-3' })).toBe(422);
  });
});

describe('kinds of events', () => {
  const create = (storeId: number, body: object, role?: Role | null) =>
    call(
      'POST',
      `/v2/stores/${storeId}/event-kinds`,
      { code: 'lead', name: 'Lead', cpl: { minor: 1, currency: 'SEK' }, ...body },
      role,
    );

  it('are created and changed by members of the store alone, and only administrators set what the store pays', async () => {
    const store = await aStore();
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['otherAdvertiser', 403],
    ] as const)
      expect((await create(store.storeId, {}, role)).status).toBe(status);
    expect((await create(store.storeId, { invoice_cpl: { minor: 1, currency: 'SEK' } })).status).toBe(422);
    const own = { cpl: { minor: 50, currency: 'SEK' }, invoice_cpl: { minor: 51, currency: 'SEK' } };
    const { body: kind } = await create(store.storeId, own, 'admin');
    expect(kind).toMatchObject({ invoice_cpl: { minor: 51 }, cost_is_set: true });
    expect((await create(store.storeId, {})).body.error).toBe('event_kind_exists');
    const change = (body: object, role?: Role) => call('PATCH', store.path(`event-kinds/${kind.id}`), body, role);
    expect((await change({ cpl: { minor: 40, currency: 'SEK' } })).body.error).toBe('price_set');
    expect((await change({ name: 'New', once_days: 3, archived: true })).body).toMatchObject({
      name: 'New',
      once_days: 3,
      archived_at: expect.any(String),
    });
    expect((await store.report()).status).toBe(422);
    expect((await change({ archived: false, once_days: null })).body).toMatchObject({
      archived_at: null,
      once_days: null,
    });
    expect((await call('PATCH', `/v2/stores/${cast.storeId}/event-kinds/${kind.id}`, { name: 'X' })).status).toBe(404);
    for (const bad of [
      { code: 'Lead' },
      { code: 'order' },
      { cpl: { minor: -1, currency: 'SEK' } },
      { cpl: { minor: 1, currency: 'EUR' } },
      { once_days: 0 },
    ])
      expect((await create(store.storeId, { code: 'other', ...bad })).status).toBe(422);
  });

  it('of another store take no reports, and events are reported and read by the store alone', async () => {
    const [store, other] = [await aStore(), await aStore()];
    await other.kind({ code: 'theirs' });
    await store.kind();
    expect((await store.report({ kind: 'theirs' })).body.errors).toHaveProperty('kind');
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['otherAdvertiser', 403],
    ] as const) {
      expect((await store.report({}, role)).status).toBe(status);
      expect((await call('GET', store.path('events'), undefined, role)).status).toBe(status);
      expect(
        (
          await call(
            'POST',
            store.path('event-decisions'),
            { kind: 'lead', events: [{ event_id: 'x', status: 'approved' }] },
            role,
          )
        ).status,
      ).toBe(status);
    }
    expect((await call('GET', `/v2/users/${cast.ids.creator}/events`, undefined, 'otherCreator')).status).toBe(404);
  });

  it('are reported in batches, in which later stages follow earlier ones wherever they are', async () => {
    const store = await aStore();
    await store.kind();
    const tclid = await store.click();
    const { body } = await call('POST', store.path('events/batch'), {
      events: [
        { kind: 'lead', event_id: '2', follows: { kind: 'lead', event_id: '1' } },
        { kind: 'lead', event_id: '1', tclid },
        { kind: 'none', event_id: '3' },
        { kind: 'lead' },
      ],
    });
    expect(body.meta).toMatchObject({ created: 2, refused: 2 });
    expect(body.data).toMatchObject([
      { event_id: '2', warnings: [] },
      { event_id: '1' },
      { errors: { kind: [expect.any(String)] } },
      { event_id: null },
    ]);
    expect((await store.orders()).every(({ user_minor }) => user_minor === 2_800)).toBe(true);
  });
});

it('Events leave the totals and the audit without a fault, and the shares of their amounts add up', async () => {
  expect(await orderFaults(database.pool)).toEqual([]);
  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  const rows = await query(
    'SELECT cost_minor - user_minor - agency_minor AS rest FROM orders WHERE event_kind_id IS NOT NULL',
  );
  expect(rows.every(({ rest }) => rest >= 0)).toBe(true);
});
