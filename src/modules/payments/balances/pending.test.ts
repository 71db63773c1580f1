import { expect, it } from 'vitest';
import { closeMonth } from '../../../../tests/harness/closed-month.ts';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';

const NOW = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => NOW });
const { market, tokenOf, call } = store.application;
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);
const [{ user_id: creatorId }] = await store.query('SELECT user_id FROM links WHERE id = $1', [store.linkId]);
const creator = await tokenOf(creatorId);
const report = (order_id: string, order_value: string) =>
  store.plugin({ order_id, order_value, currency: 'SEK', tclid: store.click });
const setDays = (approval_days: number) =>
  call({
    method: 'PATCH',
    url: `/v2/advertisers/${store.storeId}/order-rules`,
    as: member,
    body: { approval_days },
  });
const read = async (what: string) => (await call({ url: `/v2/users/${creatorId}/${what}`, as: creator })).body.data;
const sek = (amount: string) => ({ amount, currency: 'SEK' });

it('states what undecided orders would add to a balance and a payout, and when they are decided', async () => {
  expect([await read('balances'), await read('next-payouts')]).toEqual([[], []]);
  await report('P-1', '100.00');
  const waiting = { total: sek('7.00'), dated: sek('0.00'), decide_by: null, agreed: sek('0.00') };
  expect(await read('balances')).toMatchObject([{ earned: sek('0.00'), payable: sek('0.00'), pending: waiting }]);
  expect(await read('next-payouts')).toMatchObject([{ available: sek('0.00'), is_due: false, pending: waiting }]);
  await setDays(20);
  await report('P-2', '200.00');
  await report('P-3', '50.00');
  const pending = {
    total: sek('24.50'),
    dated: sek('24.50'),
    decide_by: '2026-04-04T12:00:00.000Z',
    agreed: sek('0.00'),
  };
  expect(await read('balances')).toMatchObject([{ pending }]);
  expect(await read('next-payouts')).toMatchObject([{ pending }]);
  const decide = (order_id: string, status: string) =>
    call({
      method: 'POST',
      url: `/v2/stores/${store.storeId}/order-decisions`,
      as: member,
      body: { orders: [{ order_id, status }] },
    });
  await decide('P-2', 'approved');
  await decide('P-3', 'denied');
  expect(await read('balances')).toMatchObject([{ pending: { total: sek('7.00'), dated: sek('7.00') } }]);
});

it('states the agreed sum of a campaign that is done, until the closing of the month books it', async () => {
  const campaignId = await market.campaign({ storeId: store.storeId, type: 'user_accept' });
  const userId = await market.user();
  const token = await tokenOf(userId);
  const participantId = await market.participant({ campaignId, userId, status: 'accepted' });
  const participant = `/v2/offers/${campaignId}/participants/${participantId}`;
  const agreed = async () => {
    const balance = (await call({ url: `/v2/users/${userId}/balances`, as: token })).body.data;
    const payout = (await call({ url: `/v2/users/${userId}/next-payouts`, as: token })).body.data;
    const payments = (await call({ url: `${participant}/payments`, as: member })).body;
    return [balance[0]?.pending.agreed, payout[0]?.pending.agreed, payments.agreed];
  };
  const body = { payment_amount: sek('900.00') };
  expect((await call({ method: 'PUT', url: `${participant}/payment-amount`, as: member, body })).status).toBe(200);
  // What is agreed is owed to the creator when the campaign is done.
  expect(await agreed()).toEqual([undefined, undefined, sek('900.00')]);
  await call({ method: 'PATCH', url: `${participant}/update-status`, as: member, body: { status: 'done' } });
  expect(await agreed()).toEqual([sek('900.00'), sek('900.00'), sek('900.00')]);
  await closeMonth(store.application, '2026-03', new Date('2026-04-02T08:00:00Z'));
  expect(await agreed()).toEqual([sek('0.00'), sek('0.00'), sek('0.00')]);
  expect((await call({ url: `/v2/users/${userId}/balances`, as: token })).body.data).toMatchObject([
    { earned: sek('900.00') },
  ]);
});
