import { describe, expect, it } from 'vitest';
import { openPaddleSubscription, signPaddle } from '../../../../tests/harness/peers/paddle-billing.ts';
import { daysAgo, NOW, openBilling } from './billing.fixture.ts';

const { application, cast, query, call, settle, aStore } = await openBilling();
const SECRET = 'pdl_ntfset_0123456789';

/** A store that has connected Paddle, too. */
async function aPaddleStore() {
  const store = await aStore();
  expect((await call('PUT', store.path('billing-sources/paddle'), { secret: SECRET })).status).toBe(200);
  const post = async (payload: string, headers: Record<string, string>) => {
    const url = `/v2/webhooks/billing-sources/paddle/${store.storeId}`;
    const reply = await application.app.inject({ method: 'POST', url, headers, payload });
    return [reply.statusCode, reply.json().outcome ?? reply.json().error];
  };
  const receive = async (...events: object[]) => {
    for (const event of events) {
      const body = JSON.stringify(event);
      expect(await post(body, signPaddle(body, { at: NOW, secrets: [SECRET] }))).toEqual([200, 'kept']);
    }
    await settle();
  };
  return { ...store, post, receive };
}

describe('A subscription of Paddle Billing', () => {
  it('makes an order of each completed transaction, of the customer whom the click has won', async () => {
    const store = await aPaddleStore();
    const someone = openPaddleSubscription();
    const tclid = await store.click(daysAgo(50));
    const first = someone.transaction({ at: daysAgo(50), total: 12_500, tax: 2_500 });
    const renewal = someone.transaction({ at: daysAgo(10), total: 12_500, tax: 2_500, credit: 6_250 });
    await store.receive(renewal.event, first.event, someone.created(daysAgo(50), { tclid }));
    const user_id = cast.ids.creator;
    expect(await store.orders()).toMatchObject([
      { order_id: first.id, value: 10_000, currency: 'SEK', attribution: 'click', user_id, cost: 1_200 },
      { order_id: renewal.id, value: 5_000, attribution: 'customer', user_id, cost: 1_100 },
    ]);
    const kept = await query('SELECT r::text AS row FROM billing_records r');
    expect(kept.map(({ row }) => row).join()).not.toContain(someone.customer);
  });

  it('refunds what is approved, and what is charged back until that is reversed, in any order', async () => {
    const store = await aPaddleStore();
    const someone = openPaddleSubscription();
    const { id, event } = someone.transaction({ at: daysAgo(20), total: 12_500, tax: 2_500 });
    const refund = { action: 'refund', total: 2_500 };
    const chargeback = { action: 'chargeback', total: 5_000 };
    const refunded = async () => (await store.orders())[0].refunded;
    await store.receive(someone.adjustment(id, daysAgo(9), { ...refund, status: 'approved' }), event);
    expect(await refunded()).toBe(2_000);
    await store.receive(someone.adjustment(id, daysAgo(10), { ...refund, status: 'pending_approval' }));
    expect(await refunded()).toBe(2_000);
    await store.receive(someone.adjustment(id, daysAgo(8), { ...chargeback, status: 'approved' }));
    expect(await refunded()).toBe(6_000);
    await store.receive(someone.adjustment(id, daysAgo(7), { ...chargeback, status: 'reversed' }));
    expect(await refunded()).toBe(2_000);
    const credit = JSON.stringify(
      someone.adjustment(id, daysAgo(6), { action: 'credit', status: 'approved', total: 100 }),
    );
    expect(await store.post(credit, signPaddle(credit, { at: NOW, secrets: [SECRET] }))).toEqual([200, 'ignored']);
  });

  it('is an event of the kinds that the store has named', async () => {
    const store = await aPaddleStore();
    const kind = { code: 'trial', name: 'Trial', cpl: { minor: 500, currency: 'SEK' } };
    expect((await call('POST', store.path('event-kinds'), kind)).status).toBe(201);
    expect((await call('PUT', store.path('billing-sources/paddle'), { trial_kind: 'trial' })).status).toBe(200);
    const someone = openPaddleSubscription();
    await store.receive(someone.created(daysAgo(5), { trialEnd: daysAgo(-9) }));
    expect(await store.events()).toMatchObject([{ order_id: someone.subscription, code: 'trial', at: daysAgo(5) }]);
  });

  it('is refused unless the secret of the store has signed it lately, also with the secret of another source', async () => {
    const store = await aPaddleStore();
    const body = JSON.stringify(openPaddleSubscription().transaction({ at: daysAgo(1) }).event);
    const refused = [400, 'bad_signature'];
    const signed = (secrets: string[], at = NOW) => signPaddle(body, { at, secrets });
    expect(await store.post(body, signed([store.secret]))).toEqual(refused);
    expect(await store.post(body, signed([SECRET], new Date(NOW.getTime() - 301_000)))).toEqual(refused);
    expect(await store.post(body.replace('12500', '99500'), signed([SECRET]))).toEqual(refused);
    for (const header of ['', 'ts=;h1=', 'ts=1', 'h1=00', `ts=${NOW.getTime() / 1_000};h1=${'0'.repeat(64)}`])
      expect(await store.post(body, { 'paddle-signature': header })).toEqual(refused);
    expect(await store.orders()).toEqual([]);
    // The control: two signatures, as while Paddle replaces a secret.
    expect(await store.post(body, signed(['pdl_ntfset_of_another', SECRET]))).toEqual([200, 'kept']);
  });
});
