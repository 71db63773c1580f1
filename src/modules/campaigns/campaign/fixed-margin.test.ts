import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOON = new Date('2026-03-10T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOON });
const { market, database } = application;
const { storeId, ids } = cast;
const record = clickRecorder(database, createCalendar('UTC'));
// 2 % of the value over a commission of 10 %: a fifth of the commission.
await market.price({ storeId, cpcMinor: 0, cpa: 0.1, invoiceCpa: 0.12 });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = async (method: Method, url: string, body?: object, role: Role = 'advertiser') => {
  const reply = await application.call({ method, url, as: cast.tokens[role], ...(body === undefined ? {} : { body }) });
  expect([method, url, reply.status]).toEqual([method, url, expect.toSatisfy((status: number) => status < 300)]);
  return reply.body;
};
const amount = (value: string) => ({ amount: value, currency: 'SEK' });
const money = (minor: number) => ({ minor, currency: 'SEK' });
const withPrice = (cost: object, rest: object = {}) => ({
  active: true,
  campaign_title: 'Fixed',
  type: 'standard',
  traffic_sources_costs: [{ source: 0, cpc: 0, ...cost }],
  targets: {},
  ...rest,
});
const create = async (cost: object, { role = 'advertiser', ...rest }: { role?: Role; type?: string } = {}) =>
  (await call('POST', `/v2/stores/${storeId}/offers`, withPrice(cost, rest), role)).data.id as number;
const costOf = async (offer: number) =>
  (await call('GET', `/v2/offers/${offer}/definition`)).prices.general.invoice_cpo;
const end = (offer: number) => call('POST', `/v2/offers/${offer}/pause`);

let orders = 0;
/** Reports an order of 1000.00 after a click of a creator, and reads what became of it. */
async function order(userId: number) {
  const link = await market.link({ userId, storeId, url: `https://${cast.domain}/${++orders}` });
  await record([{ code: link.code, at: new Date(NOON.getTime() - 60_000) }]);
  const { rows } = await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id]);
  const report = { order_id: `M-${orders}`, order_value: '1000.00', currency: 'SEK', tclid: rows[0].id };
  const { id } = await call('POST', `/v2/stores/${storeId}/orders`, report);
  const columns = 'cost_minor AS store, user_minor AS creator, cost_minor - user_minor - agency_minor AS platform';
  return (await database.pool.query(`SELECT ${columns} FROM orders WHERE id = $1`, [id])).rows[0];
}

describe('A store whose margin is set for parts of orders alone', () => {
  it('pays it in the same ratio when it pays fixed amounts instead, by its own prices and in every mode', async () => {
    const own = { hidden: 0, revenue_cpo: amount('40.00') };
    expect(await call('PATCH', `/advertiser/stores/${storeId}`, own)).toMatchObject({ invoice_cpo: amount('48.00') });
    await call('PATCH', `/advertiser/stores/${storeId}`, { hidden: 0, revenue_cpo: null });
    const offer = await create({ cpa: 0, cpo: amount('40.00') });
    expect(await costOf(offer)).toEqual(money(4_800));
    expect(await order(ids.creator)).toEqual({ store: 4_800, creator: 2_800, platform: 2_000 });
    const body = withPrice({
      cpa: 0.01,
      cpo: amount('40.00'),
      cpo_mode: 'larger',
      minimum_order: amount('1000.00'),
    });
    await call('PUT', `/v2/offers/${offer}`, body);
    expect(await order(ids.creator)).toEqual({ store: 4_800, creator: 2_800, platform: 2_000 });
    await end(offer);
  });

  it('pays it for the highest amount, for a participant, by commission rules, and for creators of any tier', async () => {
    const highest = await create({ cpa: 0, cpo: amount('10000.00') });
    expect(await costOf(highest)).toEqual(money(1_200_000));
    await end(highest);
    const offer = await create({ cpa: 0, cpo: amount('0.01') }, { type: 'store_accept' });
    const participant = await market.participant({ campaignId: offer, userId: ids.creator, status: 'accepted' });
    await call('PATCH', `/v2/offers/${offer}/participants/${participant}/overrides/costs`, {
      traffic_sources_costs: [{ source: 0, cpo: amount('100.00') }],
    });
    expect(await order(ids.creator)).toMatchObject({ store: 12_000, creator: 7_000 });
    await call('PUT', `/v2/offers/${offer}/commission-rules`, {
      rules: [{ customer: 'new', cpa: 0, cpo: amount('80.00') }],
    });
    const lines = [{ sku: 'A', price: '100.00' }];
    expect(await call('POST', `/v2/offers/${offer}/order-previews`, { lines, customer: 'new' })).toMatchObject({
      fixed_cost: money(9_600),
    });
    await end(offer);
    // A tier that gives the creator the whole commission leaves the margin.
    const forAll = await create({ cpa: 0, cpo: amount('40.00') });
    const userId = await market.user({ tierId: await market.tier({ userShare: 1 }) });
    expect(await order(userId)).toEqual({ store: 4_800, creator: 4_000, platform: 800 });
    await end(forAll);
  });

  it('does not lower it by another price for parts of orders', async () => {
    const url = `/advertiser/stores/${storeId}`;
    expect(await call('PATCH', url, { hidden: 0, revenue_cpa: 0.98 })).toMatchObject({ invoice_cpa: 1 });
    const offer = await create({ cpa: 0, cpo: amount('40.00') });
    expect(await costOf(offer)).toEqual(money(4_800));
    await call('PATCH', url, { hidden: 0, revenue_cpa: 0 });
    expect(await costOf(offer)).toEqual(money(4_800));
    expect(await call('PATCH', url, { hidden: 0, revenue_cpa: 0.1 })).toMatchObject({ invoice_cpa: 0.12 });
    await end(offer);
  });

  it('keeps the larger margin of a campaign, also at another price for parts of its orders', async () => {
    const offer = await create({ cpa: 0.1, invoice_cpa: 0.15 }, { role: 'admin' });
    const replace = (cost: object) => call('PUT', `/v2/offers/${offer}`, withPrice(cost));
    await replace({ cpa: 0.1, cpo: amount('40.00') });
    expect(await costOf(offer)).toEqual(money(6_000));
    await replace({ cpa: 0.9, cpo: amount('40.00') });
    expect(await costOf(offer)).toEqual(money(6_000));
    await replace({ cpa: 0, cpo: amount('50.00'), cpo_mode: 'larger' });
    expect(await costOf(offer)).toEqual(money(7_500));
    await end(offer);
  });

  it('pays it for an administrator’s price, unless the administrator states another cost', async () => {
    const offer = await create({ cpa: 0, cpo: amount('40.00') }, { role: 'admin' });
    expect(await costOf(offer)).toEqual(money(4_800));
    const stated = { cpa: 0, cpo: amount('40.00'), invoice_cpo: amount('41.00') };
    await call('PUT', `/v2/offers/${offer}`, withPrice(stated), 'admin');
    expect(await costOf(offer)).toEqual(money(4_100));
    // A price that the store changes has the store's margin again, because it is the larger one.
    await call('PUT', `/v2/offers/${offer}`, withPrice({ cpa: 0, cpo: amount('50.00') }));
    expect(await costOf(offer)).toEqual(money(6_000));
    await end(offer);
  });

  it('has a margin of fixed amounts alone where one is set', async () => {
    const sql = (text: string) =>
      database.pool.query(`UPDATE prices SET ${text} WHERE store_id = $1 AND campaign_id IS NULL`, [storeId]);
    await sql('invoice_cpo_minor = 100');
    const offer = await create({ cpa: 0, cpo: amount('40.00') });
    expect(await costOf(offer)).toEqual(money(4_100));
    await sql('invoice_cpo_minor = NULL');
    expect(await costOf(offer)).toEqual(money(4_800));
    await end(offer);
  });
});
