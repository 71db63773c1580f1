import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../../payments/audit/audit.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const campaignId = await market.campaign({ storeId: cast.storeId });
await market.price({ storeId: cast.storeId, campaignId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.11, userShare: 0.5 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) =>
  application.call({ method, url, as: cast.tokens.advertiser, ...(body === undefined ? {} : { body }) });
await call('POST', `/v2/stores/${cast.storeId}/vouchers`, { code: 'MINE10', user_id: cast.ids.creator });

let numbers = 0;
const setRules = async (rules: object[]) => {
  const { status, body } = await call('PUT', `/v2/offers/${campaignId}/commission-rules`, { rules });
  expect(status).toBe(200);
  return body.rules;
};
const click = async () => {
  await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date() }]);
  return (await database.pool.query('SELECT id FROM clicks ORDER BY id DESC LIMIT 1')).rows[0].id;
};
const orders = `/v2/stores/${cast.storeId}/orders`;
const report = async (body: object) => {
  numbers += 1;
  return (await call('POST', orders, { order_id: `W-${numbers}`, order_value: 100, ...body })).body;
};
const costOf = async (body: object) => (await report(body)).cost.amount;

describe('An order that is reported without lines', () => {
  it('has the rate of the first rule that names neither products nor categories, by the kind of customer', async () => {
    await setRules([
      { customer: 'new', skus: ['A'], cpa: 0.9 },
      { customer: 'new', cpa: 0.2 },
      { customer: 'returning', cpa: 0 },
    ]);
    const tclid = await click();
    expect(await costOf({ tclid, customer: 'new' })).toBe('21.00');
    expect(await costOf({ tclid, customer: 'returning' })).toBe('0.00');
    expect(await costOf({ tclid })).toBe('11.00');
    expect(await costOf({ tclid, customer: 'new', lines: [{ sku: 'A', quantity: 1, price: 100 }] })).toBe('91.00');
  });

  it('is priced anew when a later report names the kind of customer, or lines, and keeps its rules when the store changes them', async () => {
    await setRules([
      { customer: 'new', cpa: 0.2 },
      { skus: ['A'], cpa: 0.3 },
    ]);
    const tclid = await click();
    const { id, order_id, cost } = await report({ tclid });
    expect(cost.amount).toBe('11.00');
    await setRules([{ customer: 'new', cpa: 0.5 }]);
    const again = async (body: object) =>
      (await call('POST', orders, { order_id, order_value: 100, tclid, ...body })).body;
    expect((await again({ customer: 'new' })).cost.amount).toBe('21.00');
    const { steps } = (await call('GET', `/v2/orders/${id}/explanation`)).body;
    expect(steps.find(({ rule }: { rule: string }) => rule === 'commission_rule')).toMatchObject({
      inputs: { rule: 1 },
    });
    expect((await again({ lines: [{ sku: 'A', quantity: 1, price: 100 }], customer: 'returning' })).cost.amount).toBe(
      '31.00',
    );
    await call('PATCH', `${orders}/${id}`, { status: 'approved' });
    expect(await orderFaults(database.pool)).toEqual([]);
    expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  });
});

describe('A rule for orders by click or by voucher', () => {
  it('applies to those alone, with lines and without', async () => {
    const rules = [
      { attribution: 'voucher', cpa: 0.05 },
      { attribution: 'click', customer: 'new', cpa: 0.2 },
    ];
    expect(await setRules(rules)).toEqual(rules);
    const tclid = await click();
    const lines = [{ sku: 'A', quantity: 1, price: 100 }];
    for (const body of [{}, { lines }]) {
      expect(await costOf({ voucher_code: 'MINE10', ...body })).toBe('6.00');
      expect(await costOf({ tclid, voucher_code: 'MINE10', ...body })).toBe('11.00');
      expect(await costOf({ tclid, customer: 'new', ...body })).toBe('21.00');
    }
    const preview = async (attribution?: string) =>
      (await call('POST', `/v2/offers/${campaignId}/order-previews`, { lines, attribution })).body.cost.amount;
    expect([await preview('voucher'), await preview()]).toEqual(['6.00', '11.00']);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('names what is wrong', async () => {
    const put = (rule: object) => call('PUT', `/v2/offers/${campaignId}/commission-rules`, { rules: [rule] });
    expect((await put({ cpa: 0.1 })).body.errors).toHaveProperty(['rules.0']);
    expect((await put({ attribution: 'none', cpa: 0.1 })).body.errors).toHaveProperty(['rules.0.attribution']);
  });
});
