import { beforeEach, expect, it } from 'vitest';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';

const store = await openSellingStore({ now: () => new Date('2026-03-15T12:00:00Z') });
const { market, tokenOf, call } = store.application;
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);
const otherId = await market.user();
const other = await market.link({ userId: otherId, storeId: store.storeId });
await store.query(`INSERT INTO vouchers (store_id, user_id, link_id, code) VALUES ($1, $2, $3, 'ANNA10')`, [
  store.storeId,
  otherId,
  other.id,
]);
beforeEach(() => store.reset());

const setRule = (attribution: unknown) =>
  call({ method: 'PATCH', url: `/v2/advertisers/${store.storeId}/order-rules`, as: member, body: { attribution } });
const report = (voucher_code: string, fields: Record<string, string> = {}) =>
  store.plugin({
    order_id: 'C-1',
    order_value: '100.00',
    currency: 'SEK',
    tclid: store.click,
    voucher_code,
    ...fields,
  });
const order = async () => (await store.orders())[0];

it('gives an order with a click and a code to the click by default and to the code at code_first', async () => {
  await setRule('click_first');
  await report('ANNA10');
  expect(await order()).toMatchObject({ attribution: 'click', link_id: store.linkId });
  await store.reset();
  expect(await setRule('code_first')).toMatchObject({ status: 200, body: { attribution: 'code_first' } });
  await report('anna10');
  expect(await order()).toMatchObject({ attribution: 'voucher', link_id: other.id, attribution_rule: 'code_first' });
});

it('leaves an order whose code belongs to nobody to its click', async () => {
  await setRule('code_first');
  await report('NOBODY');
  expect(await order()).toMatchObject({ attribution: 'click', link_id: store.linkId });
});

it('keeps the rule under which the order was placed when the store changes it before a repeated report', async () => {
  await setRule('code_first');
  await report('ANNA10');
  await setRule('click_first');
  await report('ANNA10');
  expect(await order()).toMatchObject({ attribution: 'voucher', link_id: other.id, attribution_rule: 'code_first' });
});

it('refuses other rules and names the field', async () => {
  expect(await setRule('last')).toMatchObject({ status: 422, body: { errors: { attribution: expect.anything() } } });
});
