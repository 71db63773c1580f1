import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { closeMonth } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

let clock = new Date('2026-03-10T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { storeId, ids } = cast;
const link = await market.link({ userId: ids.creator, storeId });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = (method: Method, url: string, body?: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[role], ...(body === undefined ? {} : { body }) });
const amount = (value: string, currency = 'SEK') => ({ amount: value, currency });
const money = (minor: number) => ({ minor, currency: 'SEK' });
const faults = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}).sort(),
];
const campaign = (costs: object[], rest: object = {}) => ({
  active: true,
  campaign_title: 'Fixed',
  type: 'standard',
  traffic_sources_costs: costs,
  targets: {},
  ...rest,
});
const FIXED = { source: 0, cpa: 0, cpo: amount('40.00'), cpo_mode: 'added', minimum_order: amount('300.00') };
const record = clickRecorder(database, createCalendar('UTC'));

/** Records a click of the creator, and returns its id. */
async function click(): Promise<string> {
  await record([{ code: link.code, at: new Date(clock.getTime() - 60_000) }]);
  const { rows } = await database.pool.query('SELECT id FROM clicks ORDER BY id DESC LIMIT 1');
  return rows[0].id;
}

let numbers = 0;
/** Reports an order of the click, and returns its record. */
async function order(value: string, tclid: string) {
  const order_id = `FIXED-${++numbers}`;
  const report = { order_id, order_value: value, currency: 'SEK', tclid };
  const reply = await call('POST', `/v2/stores/${storeId}/orders`, report);
  expect(reply.status).toBe(201);
  return reply.body as { id: number; cost: object; earnings: object };
}

describe('The fixed amounts of a store', () => {
  const url = `/advertiser/stores/${storeId}`;

  it('are set by its members, beside the parts of the value, and are read in the same form', async () => {
    expect((await call('GET', url)).body).toMatchObject({
      revenue_cpo: null,
      revenue_social_cpo: null,
      invoice_cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
    });
    const change = { hidden: 0, revenue_cpo: amount('25.00'), minimum_order: amount('100.00'), cpo_mode: 'larger' };
    const changed = await call('PATCH', url, change);
    const shown = {
      revenue_cpo: amount('25.00'),
      revenue_social_cpo: amount('25.00'),
      invoice_cpo: amount('25.00'),
      invoice_social_cpo: amount('25.00'),
      cpo_mode: 'larger',
      minimum_order: amount('100.00'),
    };
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(shown)]);
    expect((await call('PATCH', url, { hidden: 0, revenue_cpa: 0.1 })).body).toMatchObject({
      ...shown,
      revenue_cpa: 0.1,
    });
    const quote = await call('GET', `/v2/users/${ids.creator}/quotes?store_ids[]=${storeId}`, undefined, 'creator');
    expect(quote.body.data[0].sources[0]).toMatchObject({
      per_order: 0.07,
      per_order_fixed: money(1_750),
      cpo_mode: 'larger',
      minimum_order: money(10_000),
    });
    const links = await call(
      'POST',
      '/deep-links',
      { links: JSON.stringify([link.url]), userId: ids.creator },
      'creator',
    );
    expect(links.body[0]).toMatchObject({
      user_revenue_cpo: money(1_750),
      traffic_sources_costs: [{ cpo: money(2_500), cpo_mode: 'larger', minimum_order: money(10_000) }],
    });
    const removed = await call('PATCH', url, { hidden: 0, revenue_cpo: null, minimum_order: null, cpo_mode: 'added' });
    expect(removed.body).toMatchObject({
      revenue_cpo: null,
      invoice_cpo: null,
      minimum_order: null,
      cpo_mode: 'added',
    });
  });

  it('are refused in another currency, above the maximum, and by others', async () => {
    expect(faults(await call('PATCH', url, { hidden: 0, revenue_cpo: amount('4.00', 'EUR') }))).toEqual([
      422,
      ['revenue_cpo.currency'],
    ]);
    const high = { hidden: 0, revenue_social_cpo: amount('10000.01'), minimum_order: amount('1000000.01') };
    expect(faults(await call('PATCH', url, high))).toEqual([
      422,
      ['minimum_order.amount', 'revenue_social_cpo.amount'],
    ]);
    expect(faults(await call('PATCH', url, { hidden: 0, revenue_cpo: amount('-1') }))[0]).toBe(422);
    expect(faults(await call('PATCH', url, { hidden: 0, revenue_cpo: amount('1.005') }))[0]).toBe(422);
    expect(faults(await call('PATCH', url, { hidden: 0, cpo_mode: 'smaller' }))).toEqual([422, ['cpo_mode']]);
    expect((await call('PATCH', url, { hidden: 0, revenue_cpo: amount('1.00') }, 'creator')).status).toBe(403);
  });
});

describe('The fixed amounts of a campaign', () => {
  it('are written, copied and shown, and kept by changes of the legacy API', async () => {
    await market.price({ storeId, source: 1, cpcMinor: 0, cpoMinor: 0, invoiceCpoMinor: 500 });
    const created = await call('POST', `/v2/stores/${storeId}/offers`, campaign([FIXED]));
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    const definition = async (of: number) => (await call('GET', `/v2/offers/${of}/definition`)).body;
    const { offer, prices } = await definition(id);
    expect(offer.traffic_sources_costs).toEqual([{ ...FIXED, invoice_cpa: 0, invoice_cpo: amount('40.00') }]);
    expect(prices.general).toMatchObject({
      cpa: 0,
      cpo: money(4_000),
      invoice_cpo: money(4_000),
      cpo_mode: 'added',
      minimum_order: money(30_000),
    });
    // What was read may be sent back.
    expect((await call('PUT', `/v2/offers/${id}`, offer)).status).toBe(200);
    const copy = await call('POST', `/v2/offers/${id}/duplicate`);
    expect((await definition(copy.body.data.id)).offer.traffic_sources_costs).toEqual(offer.traffic_sources_costs);
    const old = await call('PATCH', `/stores/${storeId}/offers/${id}`, { cpc: 7 });
    expect([old.status, old.body]).toEqual([
      200,
      expect.objectContaining({
        cpc: 7,
        cpo: amount('40.00'),
        invoice_cpo: amount('40.00'),
        cpo_mode: 'added',
        minimum_order: amount('300.00'),
      }),
    ]);
    expect((await definition(id)).offer.traffic_sources_costs[0]).toMatchObject({ cpc: 7, cpo: amount('40.00') });
    const board = await call('GET', `/v2/users/${ids.creator}/campaign-board/${id}`, undefined, 'creator');
    expect(board.body.pay[0]).toMatchObject({
      per_order: 0,
      per_order_fixed: money(2_800),
      minimum_order: money(30_000),
    });
    const csv = await application.app.inject({
      url: `/v2/offers?advertiser_id=${storeId}&format=csv`,
      headers: { authorization: cast.tokens.advertiser },
    });
    expect(csv.body).toContain('Fixed amount of an order');
    for (const one of [id, copy.body.data.id])
      await database.pool.query('UPDATE campaigns SET active = false WHERE id = $1', [one]);
  });

  it('are refused with a mode alone, in another currency, above the maximum, and with a cost by others than administrators', async () => {
    const create = (cost: object, role: Role = 'advertiser') =>
      call('POST', `/v2/stores/${storeId}/offers`, campaign([{ source: 0, ...cost }], { active: false }), role);
    const path = 'traffic_sources_costs.0';
    expect(faults(await create({ cpo_mode: 'larger' }))).toEqual([422, [`${path}.cpo_mode`]]);
    expect(faults(await create({ cpo: amount('1.00', 'EUR') }))).toEqual([422, [`${path}.cpo.currency`]]);
    expect(faults(await create({ cpo: amount('10000.01') }))).toEqual([422, [`${path}.cpo.amount`]]);
    expect(faults(await create({ cpo: amount('1.00'), invoice_cpo: amount('2.00') }))).toEqual([
      422,
      [`${path}.invoice_cpo`],
    ]);
    expect(faults(await create({ cpo: amount('2.00'), invoice_cpo: amount('1.00') }, 'admin'))).toEqual([
      422,
      [`${path}.invoice_cpo`],
    ]);
    expect((await create({ cpo: amount('2.00'), invoice_cpo: amount('3.00') }, 'admin')).status).toBe(201);
  });

  it('can be agreed with one participant, and are refused like those of campaigns', async () => {
    const campaignId = await market.campaign({ storeId, type: 'store_accept', active: false });
    await market.price({ storeId, campaignId, cpcMinor: 10, cpa: 0.1, cpoMinor: 1_000, invoiceCpoMinor: 1_300 });
    const participant = await market.participant({ campaignId, userId: ids.otherCreator, status: 'accepted' });
    const url = `/v2/offers/${campaignId}/participants/${participant}`;
    const own = { source: 0, cpo: amount('55.50'), cpo_mode: 'larger', minimum_order: amount('20.00') };
    const change = (cost: object) => call('PATCH', `${url}/overrides/costs`, { traffic_sources_costs: [cost] });
    expect((await change(own)).status).toBe(200);
    const { body } = await call('GET', `${url}?include[]=overrides&include[]=prices`);
    expect(body.overrides.traffic_sources_costs).toEqual([{ ...own, cpc: null, cpa: null }]);
    // The margin that an administrator has set for the campaign applies to its participants, too.
    expect(body.prices.general).toMatchObject({
      cpa: 0.1,
      cpo: money(5_550),
      invoice_cpo: money(5_850),
      cpo_mode: 'larger',
    });
    const path = 'traffic_sources_costs.0';
    expect(faults(await change({ source: 0, cpo_mode: 'larger' }))).toEqual([422, [`${path}.cpo_mode`]]);
    expect(faults(await change({ source: 0, minimum_order: amount('1.00', 'EUR') }))).toEqual([
      422,
      [`${path}.minimum_order.currency`],
    ]);
  });

  it('can be set by commission rules, and are in the preview of a basket', async () => {
    const campaignId = await market.campaign({ storeId, active: false });
    await market.price({
      storeId,
      campaignId,
      cpcMinor: 0,
      cpa: 0.1,
      cpoMinor: 1_000,
      minimumOrderMinor: 5_000,
      userShare: 0.5,
    });
    const rules = [{ customer: 'new', cpa: 0.05, cpo: amount('80.00') }];
    const url = `/v2/offers/${campaignId}`;
    expect((await call('PUT', `${url}/commission-rules`, { rules })).body.rules).toEqual(rules);
    expect(
      faults(await call('PUT', `${url}/commission-rules`, { rules: [{ ...rules[0], cpo: amount('1.00', 'EUR') }] })),
    ).toEqual([422, ['rules.0.cpo.currency']]);
    const preview = async (price: string, customer?: string) =>
      (await call('POST', `${url}/order-previews`, { lines: [{ sku: 'A', price }], ...(customer && { customer }) }))
        .body;
    expect(await preview('100.00')).toMatchObject({
      cost: amount('20.00'),
      earnings: amount('10.00'),
      fixed_cost: money(1_000),
    });
    expect(await preview('100.00', 'new')).toMatchObject({
      cost: amount('85.00'),
      fixed_cost: money(8_000),
      reaches_minimum: true,
    });
    expect(await preview('49.99')).toMatchObject({
      cost: amount('0.00'),
      earnings: amount('0.00'),
      reaches_minimum: false,
    });
  });
});

describe('An order with a fixed amount', () => {
  it('is explained to both sides, billed with the margin, and adjusted by the next closing after a refund', async () => {
    const campaignId = await market.campaign({ storeId });
    const fixed = { cpoMinor: 4_000, invoiceCpoMinor: 4_600, minimumOrderMinor: 30_000 };
    await market.price({ storeId, campaignId, cpcMinor: 0, cpa: 0.05, invoiceCpa: 0.06, userShare: 0.7, ...fixed });
    const { id, ...record } = await order('1000.00', await click());
    expect(record).toMatchObject({ cost: amount('106.00'), earnings: amount('63.00') });
    const explain = async (role: Role) => (await call('GET', `/v2/orders/${id}/explanation`, undefined, role)).body;
    const step = ({ steps }: { steps: { rule: string; inputs: object; because: string }[] }, name: string) =>
      steps.find(({ rule }) => rule === name)!;
    const forStore = await explain('advertiser');
    expect(step(forStore, 'fixed_amount').inputs).toEqual({
      base_minor: 100_000,
      cpo_minor: 4_000,
      terms_cpo_minor: 4_000,
      cpo_mode: 'added',
      minimum_order_minor: 30_000,
      invoice_cpo_minor: 4_600,
    });
    expect(step(forStore, 'bill').because).toContain('and 46.00 SEK for the order');
    const forCreator = await explain('creator');
    expect(step(forCreator, 'fixed_amount').inputs).not.toHaveProperty('invoice_cpo_minor');
    expect(step(forCreator, 'creator_share').because).toContain('(1000.00 SEK × 0.05 + 40.00 SEK) × 0.7');
    expect(forCreator.summary).toContain('40.00 SEK for the order and 5 % of 1000.00 SEK');
    const change = (body: object) => call('PATCH', `/v2/stores/${storeId}/orders/${id}`, body);
    expect((await change({ status: 'approved' })).status).toBe(200);
    clock = new Date('2026-04-02T08:00:00Z');
    await closeMonth(application, '2026-03', clock);
    const booked = async () =>
      (
        await database.pool.query(
          `SELECT sum(cost_minor)::int AS store, sum(user_minor)::int AS creator FROM closing_bookings WHERE origin_kind = 'commission' AND origin_id = $1`,
          [String(id)],
        )
      ).rows[0];
    expect(await booked()).toEqual({ store: 10_600, creator: 6_300 });
    // Half of the value: the fixed amount remains. Less than the minimum value: nothing does.
    await change({ refunded: amount('500.00') });
    expect((await explain('creator')).amounts.creator).toBe(4_550);
    await change({ refunded: amount('700.01') });
    const after = await explain('creator');
    expect([after.amounts.creator, step(after, 'fixed_amount').because]).toEqual([
      0,
      expect.stringContaining('minimum value'),
    ]);
    clock = new Date('2026-05-02T08:00:00Z');
    await closeMonth(application, '2026-04', clock);
    expect(await booked()).toEqual({ store: 0, creator: 0 });
    await database.pool.query('UPDATE campaigns SET active = false WHERE id = $1', [campaignId]);
  });

  it('has the terms of its click, and costs the same in a forecast', async () => {
    const campaignId = await market.campaign({ storeId });
    await market.price({ storeId, campaignId, cpcMinor: 0, cpa: 0.1, cpoMinor: 2_000, cpoMode: 'larger' });
    const [small, large] = [await order('150.00', await click()), await order('300.00', await click())];
    expect([small.cost, large.cost]).toEqual([amount('20.00'), amount('30.00')]);
    const day = clock.toISOString().slice(0, 10);
    const forecast = { from: day, to: day, run: 'own_dates', offer_id: campaignId };
    const { body } = await call('POST', `/v2/stores/${storeId}/offer-forecasts`, forecast);
    expect([body.forecast.offer.cost.orders, body.charged.offer.cost.orders]).toEqual([5_000, 5_000]);
    const preview = await call(
      'POST',
      `/v2/stores/${storeId}/offer-previews`,
      campaign([{ source: 0, cpa: 0, cpo: amount('12.00') }]),
    );
    expect([preview.status, preview.body.prices.general.cpo]).toEqual([200, money(1_200)]);
  });
});
