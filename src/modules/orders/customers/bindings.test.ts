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

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, body?: unknown, role: Role | null = 'advertiser') =>
  application.call({ method, url, body, ...(role === null ? {} : { as: cast.tokens[role] }) });

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** 20 % for two months, then 5 % without an end. */
const STEPS = [
  { months: 2, cpa: 0.2 },
  { months: null, cpa: 0.05 },
];

/** A store of the advertiser, which pays 10 % (12 % billed) for orders, with a programme that is in force since 400 days. */
async function aStore(programme: object | null = { steps: STEPS }) {
  const storeId = await market.store({ domains: [`${unique()}.example`] });
  await market.member(storeId, cast.ids.advertiser);
  await market.price({ storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7, agencyShare: 0.1 });
  const links = {
    creator: await market.link({ userId: cast.ids.creator, storeId }),
    otherCreator: await market.link({ userId: cast.ids.otherCreator, storeId }),
  };
  const path = (rest: string) => `/v2/stores/${storeId}/${rest}`;
  const setProgramme = async (body: object, since = daysAgo(400)) => {
    const reply = await call('PUT', path('customer-programme'), body);
    expect(reply.status).toBe(200);
    await query(
      `UPDATE customer_programmes SET created_at = $2 WHERE store_id = $1 AND version = (SELECT max(version) FROM customer_programmes WHERE store_id = $1)`,
      [storeId, since],
    );
    return reply.body;
  };
  if (programme !== null) await setProgramme(programme);
  /** The id of a click an hour before a time. */
  const click = async (who: keyof typeof links, at: Date) => {
    await record([{ code: links[who].code, at: new Date(at.getTime() - 3_600_000) }]);
    const [row] = await query('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [links[who].id]);
    return row.id as string;
  };
  const report = async (days: number, body: object = {}, by?: keyof typeof links) => {
    const at = daysAgo(days);
    const tclid = by === undefined ? {} : { tclid: await click(by, at) };
    const given = { order_id: unique(), order_value: 100, order_at: at.toISOString(), customer_reference: 'C-1' };
    const { status, body: order } = await call('POST', path('orders'), { ...given, ...tclid, ...body });
    expect([200, 201]).toContain(status);
    return order;
  };
  const bindings = async (filter = '') => (await call('GET', path(`customer-bindings${filter}`))).body.data;
  const deny = (id: number) => call('PATCH', path(`orders/${id}`), { status: 'denied', denial_reason: 'fraud' });
  return { storeId, links, path, setProgramme, click, report, bindings, deny };
}

interface ShownOrder {
  attribution: string;
  user: { id: number } | null;
  cost: { amount: string };
  earnings: { amount: string };
  unattributed_reason: string | null;
}
const rates = ({ attribution, user, cost, earnings, unattributed_reason: reason }: ShownOrder) => ({
  attribution,
  by: user?.id ?? null,
  cost: cost.amount,
  earnings: earnings.amount,
  reason,
});
const nobodys = (reason: string) => ({ attribution: 'none', by: null, cost: '0.00', earnings: '0.00', reason });
const paid = (attribution: string, cost: string, earnings: string, who: Role = 'creator') => ({
  attribution,
  by: cast.ids[who],
  cost,
  earnings,
  reason: null,
});

describe('the customer of an order that a creator has won', () => {
  it('is bound to the creator: later orders earn at the rate of their month, without a click', async () => {
    const store = await aStore();
    expect(rates(await store.report(100, {}, 'creator'))).toEqual(paid('click', '12.00', '7.00'));
    // 20 % of 100.00 for two months, with the margin of 2 %; then 5 %.
    expect(rates(await store.report(70))).toEqual(paid('customer', '22.00', '14.00'));
    expect(rates(await store.report(20))).toEqual(paid('customer', '7.00', '3.50'));
    expect(rates(await store.report(20, { customer_reference: 'C-2' }))).toEqual(nobodys('no_click'));
    expect(await store.bindings()).toMatchObject([
      {
        active: true,
        ends_at: null,
        ended_reason: null,
        user: { id: cast.ids.creator },
        orders: 2,
        steps: STEPS,
        cpa: 0.05,
      },
    ]);
    const own = await call('GET', `/v2/users/${cast.ids.creator}/customer-bindings`, undefined, 'creator');
    expect(own.body.data[0]).toMatchObject({ store: { id: store.storeId }, active: true, cpa: 0.05 });
    expect(await orderFaults(database.pool)).toEqual([]);
    expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  });

  it('has the rate of the first step from the first order on, if the programme says so', async () => {
    const store = await aStore({ steps: STEPS, pays_first_order: true });
    expect(rates(await store.report(100, {}, 'creator'))).toEqual(paid('click', '22.00', '14.00'));
    expect(rates(await store.report(90, {}, 'creator'))).toEqual(paid('click', '22.00', '14.00'));
  });

  it('earns the creator nothing after the months of the programme, and is not won again', async () => {
    const store = await aStore({ steps: [{ months: 1, cpa: 0.2 }] });
    await store.report(100, {}, 'creator');
    expect(rates(await store.report(80))).toEqual(paid('customer', '22.00', '14.00'));
    expect(rates(await store.report(60))).toEqual(nobodys('no_click'));
    expect(rates(await store.report(50, {}, 'otherCreator'))).toEqual(paid('click', '12.00', '7.00', 'otherCreator'));
    expect(rates(await store.report(40))).toEqual(nobodys('no_click'));
    expect(await store.bindings()).toMatchObject([{ active: false, ended_reason: 'months_over', cpa: null }]);
  });

  it('does not bind by an order before the programme, and keeps its version after a change', async () => {
    const store = await aStore(null);
    await store.setProgramme({ steps: STEPS }, daysAgo(50));
    await store.report(60, { customer_reference: 'early' }, 'creator');
    expect(rates(await store.report(40, { customer_reference: 'early' }))).toEqual(nobodys('no_click'));
    await store.report(40, {}, 'creator');
    await store.setProgramme({ steps: [{ months: null, cpa: 0.01 }] }, daysAgo(35));
    expect(rates(await store.report(30))).toEqual(paid('customer', '22.00', '14.00'));
    await store.setProgramme({ steps: [] }, daysAgo(25));
    await store.report(20, { customer_reference: 'late' }, 'creator');
    expect(rates(await store.report(10, { customer_reference: 'late' }))).toEqual(nobodys('no_click'));
    expect(rates(await store.report(10))).toEqual(paid('customer', '22.00', '14.00'));
  });

  it('follows the click of another creator for one order, and stays bound', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    expect(rates(await store.report(90, {}, 'otherCreator'))).toEqual(paid('click', '12.00', '7.00', 'otherCreator'));
    expect(rates(await store.report(80, {}, 'creator'))).toEqual(paid('click', '22.00', '14.00'));
    expect(rates(await store.report(70))).toEqual(paid('customer', '22.00', '14.00'));
  });

  it('is lost by the denial of the orders that won the customer, unless another one with a trace is left', async () => {
    const store = await aStore();
    const first = await store.report(100, {}, 'creator');
    const second = await store.report(90, {}, 'creator');
    await store.deny(first.id);
    expect(rates(await store.report(80))).toEqual(paid('customer', '22.00', '14.00'));
    await store.deny(second.id);
    expect(rates(await store.report(70))).toEqual(nobodys('no_click'));
    expect(await store.bindings()).toMatchObject([{ active: false, ended_reason: 'orders_denied' }]);
    await store.report(60, {}, 'otherCreator');
    expect(rates(await store.report(50))).toEqual(paid('customer', '22.00', '14.00', 'otherCreator'));
    expect(await store.bindings('?active=true')).toMatchObject([{ user: { id: cast.ids.otherCreator } }]);
    expect(await store.bindings(`?user_id=${cast.ids.creator}`)).toMatchObject([{ ended_reason: 'orders_denied' }]);
  });

  it('earns nothing for a creator whom the store has blocked', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [store.storeId, cast.ids.creator]);
    expect(rates(await store.report(0))).toMatchObject({ by: null, cost: '0.00' });
  });

  it('is won by a lead, too, and later orders follow it', async () => {
    const store = await aStore();
    const kind = { code: 'trial', name: 'Trial', cpl: { minor: 1_000, currency: 'SEK' } };
    await call('POST', store.path('event-kinds'), kind);
    const at = daysAgo(50);
    const trial = { kind: 'trial', event_id: 'T-1', customer: 'C-1', at: at.toISOString() };
    await call('POST', store.path('events'), { ...trial, tclid: await store.click('creator', at) });
    expect(rates(await store.report(40))).toEqual(paid('customer', '22.00', '14.00'));
  });

  it('is known by a later report of the order, whichever came first', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    const order = { order_id: 'later', customer_reference: null };
    expect(rates(await store.report(80, order))).toEqual(nobodys('no_click'));
    expect(rates(await store.report(80, { ...order, customer_reference: 'C-1' }))).toEqual(
      paid('customer', '22.00', '14.00'),
    );
    const clicked = { order_id: 'clicked', customer_reference: null };
    expect(rates(await store.report(70, clicked, 'creator'))).toEqual(paid('click', '12.00', '7.00'));
    expect(rates(await store.report(70, { ...clicked, customer_reference: 'C-1' }))).toEqual(
      paid('click', '22.00', '14.00'),
    );
    const winning = { order_id: 'winning', customer_reference: null };
    await store.report(60, winning, 'otherCreator');
    await store.report(60, { ...winning, customer_reference: 'C-9' });
    expect(rates(await store.report(50, { customer_reference: 'C-9' }))).toEqual(
      paid('customer', '22.00', '14.00', 'otherCreator'),
    );
    expect(await orderFaults(database.pool)).toEqual([]);
  });
});

describe('the explanation of a repeated order', () => {
  it('names the begin, the month and the rate to the creator, and why a forged page took nothing', async () => {
    const store = await aStore({
      steps: [
        { months: 12, cpa: 0.2 },
        { months: 12, cpa: 0.05 },
      ],
    });
    const first = await store.report(100, {}, 'creator');
    const order = await store.report(0, { order_id: 'R' });
    const explain = async (id: number, role: Role) =>
      (await call('GET', `/v2/orders/${id}/explanation`, undefined, role)).body;
    const stepOf = (body: { steps: { rule: string }[] }, rule: string) => body.steps.find((step) => step.rule === rule);
    const own = await explain(order.id, 'creator');
    expect(stepOf(own, 'attribution')).toMatchObject({
      result: 'customer',
      because: expect.stringContaining('you have won'),
    });
    expect(stepOf(own, 'attribution_rule')).toBeUndefined();
    expect(stepOf(own, 'customer')).toMatchObject({
      inputs: { customer_since_at: first.order_at, month: 4, of_months: 24, programme_version: 1 },
      result: '200000',
      because: expect.stringMatching(/You won the customer .* month 4 of 24 pay 20 %/),
    });
    expect(stepOf(await explain(first.id, 'creator'), 'customer')).toBeUndefined();
    expect(stepOf(await explain(order.id, 'advertiser'), 'customer')).toMatchObject({
      because: expect.stringContaining('The creator won the customer'),
    });
    expect(JSON.stringify(own)).not.toContain('C-1');
    const [{ tracking_key: key }] = await query('SELECT tracking_key FROM stores WHERE id = $1', [store.storeId]);
    const tclid = await store.click('otherCreator', new Date());
    await application.app.inject({ method: 'GET', url: `/px/${key}.gif?order_id=P&order_value=100&tclid=${tclid}` });
    const paged = await store.report(0, { order_id: 'P', order_at: new Date().toISOString() });
    const lost = await explain(paged.id, 'otherCreator');
    expect(lost).toMatchObject({ outcome: 'none', summary: expect.stringContaining('anybody could have sent') });
    expect(stepOf(lost, 'customer')).toBeUndefined();
  });

  it('says why to the creator of a click that a page has added to an order that follows its customer', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    const order = await store.report(0, { order_id: 'R' });
    const explain = (role: Role) => call('GET', `/v2/orders/${order.id}/explanation`, undefined, role);
    const before = await explain('creator');
    expect((await explain('otherCreator')).status).toBe(404);
    const [{ tracking_key: key }] = await query('SELECT tracking_key FROM stores WHERE id = $1', [store.storeId]);
    const tclid = await store.click('otherCreator', new Date());
    await application.app.inject({ method: 'GET', url: `/px/${key}.gif?order_id=R&order_value=100&tclid=${tclid}` });
    const lost = await explain('otherCreator');
    expect(lost).toMatchObject({
      status: 200,
      body: { outcome: 'none', summary: expect.stringContaining('anybody could have sent') },
    });
    expect(JSON.stringify(lost.body)).not.toContain('3.50');
    expect(await query('SELECT click_id, attribution FROM orders WHERE id = $1', [order.id])).toEqual([
      { click_id: tclid, attribution: 'customer' },
    ]);
    expect((await explain('creator')).body.summary).toBe(before.body.summary);
    expect((await explain('advertiser')).status).toBe(200);
    expect(await orderFaults(database.pool)).toEqual([]);
  });
});

describe('an attack on bindings', () => {
  it('binds nobody by a page: neither with a reference, nor with a click that takes an order of a bound customer', async () => {
    const store = await aStore();
    const [{ tracking_key: key }] = await query('SELECT tracking_key FROM stores WHERE id = $1', [store.storeId]);
    const pixel = (fields: Record<string, string>) =>
      application.app.inject({ method: 'GET', url: `/px/${key}.gif?${new URLSearchParams(fields)}` });
    const forged = { order_id: 'F', order_value: '100', customer_reference: 'C-1' };
    expect((await pixel({ ...forged, tclid: await store.click('otherCreator', new Date()) })).statusCode).toBe(200);
    expect(await store.bindings()).toEqual([]);
    await store.report(100, {}, 'creator');
    const order = await store.report(0, { order_id: 'R' });
    const tclid = await store.click('otherCreator', new Date());
    await pixel({ order_id: 'R', order_value: '100', tclid });
    const shown = await call('GET', store.path(`orders/${order.id}`));
    expect(rates(shown.body)).toEqual(paid('customer', '7.00', '3.50'));
    // Control: without the customer, the page adds the click.
    const free = await store.report(0, { order_id: 'S', customer_reference: null });
    await pixel({ order_id: 'S', order_value: '100', tclid });
    expect(rates((await call('GET', store.path(`orders/${free.id}`))).body)).toMatchObject({ attribution: 'click' });
  });

  it('earns a member of the store nothing by an own customer', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    await market.member(store.storeId, cast.ids.creator);
    expect(rates(await store.report(0))).toEqual(nobodys('own_store'));
  });

  it('binds one customer once when two creators report a first order at the same time', async () => {
    const store = await aStore({ steps: STEPS, pays_first_order: true });
    for (let round = 0; round < 8; round += 1) {
      const same = { customer_reference: `R-${round}`, order_at: daysAgo(10).toISOString() };
      const orders = await Promise.all(
        (['creator', 'otherCreator', 'creator', 'otherCreator'] as const).map((who) => store.report(10, same, who)),
      );
      const made = await query(
        `SELECT b.user_id FROM customer_bindings b JOIN orders o ON o.id = b.first_order_id WHERE o.id = ANY ($1)`,
        [orders.map(({ id }) => id)],
      );
      expect(made).toHaveLength(1);
      for (const order of orders) {
        const { by, cost } = rates((await call('GET', store.path(`orders/${order.id}`))).body);
        expect(cost).toBe(by === made[0].user_id ? '22.00' : '12.00');
      }
    }
  });

  it('does not show bindings to other stores, creators or strangers, and no hash to anybody', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    const [binding] = await store.bindings();
    const list = store.path('customer-bindings');
    for (const [role, status] of [
      ['otherAdvertiser', 403],
      ['creator', 403],
      [null, 401],
    ] as const)
      expect((await call('GET', list, undefined, role)).status).toBe(status);
    const end = `${list}/${binding.id}/end`;
    for (const [role, status] of [
      ['otherAdvertiser', 403],
      ['creator', 403],
      [null, 401],
    ] as const)
      expect((await call('POST', end, { reason: 'x' }, role)).status).toBe(status);
    expect(
      (await call('POST', `/v2/stores/${cast.storeId}/customer-bindings/${binding.id}/end`, { reason: 'x' })).status,
    ).toBe(404);
    const own = await call('GET', `/v2/users/${cast.ids.creator}/customer-bindings`, undefined, 'creator');
    expect(own.body.data.map(({ store: { id } }: { store: { id: number } }) => id)).toContain(store.storeId);
    expect(
      (await call('GET', `/v2/users/${cast.ids.creator}/customer-bindings`, undefined, 'otherCreator')).status,
    ).toBe(404);
    const [{ hash }] = await query(`SELECT encode(customer_hash, 'hex') AS hash FROM customer_bindings WHERE id = $1`, [
      binding.id,
    ]);
    expect(JSON.stringify([own.body, binding])).not.toContain(hash.slice(0, 8));
    expect(JSON.stringify(own.body)).not.toContain(binding.customer);
  });
});

describe('a binding', () => {
  it('ends by a decision of the store with a reason that the creator reads, once', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    const [binding] = await store.bindings();
    const end = store.path(`customer-bindings/${binding.id}/end`);
    expect((await call('POST', end, { reason: ' ' })).status).toBe(422);
    expect((await call('POST', end, { reason: 'Cancelled' })).body).toMatchObject({
      active: false,
      ended_reason: 'by_store',
      ended_note: 'Cancelled',
      cpa: null,
    });
    expect((await call('POST', end, { reason: 'again' })).body).toMatchObject({ error: 'binding_ended' });
    // An order that was placed before the end still follows it.
    expect(rates(await store.report(1))).toMatchObject({ attribution: 'customer' });
    expect(rates(await store.report(0))).toEqual(nobodys('no_click'));
    const own = await call('GET', `/v2/users/${cast.ids.creator}/customer-bindings?active=false`, undefined, 'creator');
    expect(own.body.data).toEqual(expect.arrayContaining([expect.objectContaining({ ended_note: 'Cancelled' })]));
    const entries = await query(
      `SELECT action FROM audit_log WHERE subject_kind = 'store' AND subject_id = $1 ORDER BY id`,
      [store.storeId],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'store.customer_programme_changed',
      'store.customer_binding_ended',
    ]);
  });

  it('is forgotten with the key of the store: the same reference is another customer from then on', async () => {
    const store = await aStore();
    await store.report(100, {}, 'creator');
    expect((await call('DELETE', store.path('customer-key'))).body).toEqual({ bindings: 1 });
    expect(rates(await store.report(10))).toEqual(nobodys('no_click'));
    const hashes = await query('SELECT DISTINCT customer_hash FROM orders WHERE store_id = $1', [store.storeId]);
    expect(hashes).toHaveLength(2);
    expect(await store.bindings()).toMatchObject([{ ended_reason: 'forgotten', active: false }]);
  });
});

describe('the programme of a store', () => {
  it('is readable before joining, has versions, and refuses what cannot be meant', async () => {
    const store = await aStore(null);
    const path = store.path('customer-programme');
    const forCreators = `/v2/users/${cast.ids.creator}/stores/${store.storeId}/customer-programme`;
    expect((await call('GET', path)).body).toEqual({
      version: null,
      changed_at: null,
      pays_first_order: false,
      steps: [],
      versions: [],
    });
    await call('PUT', path, { steps: STEPS });
    await call('PUT', path, { steps: STEPS });
    expect((await call('GET', forCreators, undefined, 'creator')).body).toMatchObject({ version: 1, steps: STEPS });
    expect((await call('GET', forCreators, undefined, 'otherCreator')).status).toBe(404);
    expect((await call('GET', path, undefined, 'creator')).status).toBe(403);
    const changed = await call('PUT', path, { steps: [{ months: 3, cpa: 0.123456 }], pays_first_order: true });
    expect(changed.body).toMatchObject({ version: 2, pays_first_order: true, steps: [{ months: 3, cpa: 0.123456 }] });
    expect(changed.body.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const endless = {
      steps: [
        { months: null, cpa: 0.1 },
        { months: 1, cpa: 0.1 },
      ],
    };
    expect((await call('PUT', path, endless)).body.errors).toEqual({
      'steps.0.months': ['is required, except in the last step'],
    });
    for (const steps of [[{ months: 0, cpa: 0.1 }], [{ months: 1, cpa: 1.1 }], [{ cpa: 0.1 }], 'x'])
      expect((await call('PUT', path, { steps })).status).toBe(422);
    for (const [role, status] of [
      ['otherAdvertiser', 403],
      ['creator', 403],
      [null, 401],
    ] as const)
      expect((await call('PUT', path, { steps: [] }, role)).status).toBe(status);
    expect((await call('GET', path, undefined, null)).status).toBe(401);
    await query('UPDATE stores SET hidden = true WHERE id = $1', [store.storeId]);
    expect((await call('GET', forCreators, undefined, 'creator')).status).toBe(404);
    await query('UPDATE stores SET hidden = false WHERE id = $1', [store.storeId]);
    const campaignId = await market.campaign({ storeId: store.storeId });
    expect((await call('GET', `/v2/offers/${campaignId}/customer-programme`, undefined, 'creator')).body).toMatchObject(
      {
        version: 2,
      },
    );
  });
});
