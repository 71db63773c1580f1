import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';
import { createCalendar } from '../../../platform/calendar.ts';

/** Orders that are reported again, over HTTP: what changes nothing, what corrects, and what a person must decide. */
let now = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => now });
const { application } = store;
const { market, tokenOf } = application;
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);
const [{ user_id: creatorId, code }] = await store.query('SELECT user_id, code FROM links WHERE id = $1', [
  store.linkId,
]);
const rival = await market.link({ userId: await market.user(), storeId: store.storeId });

beforeEach(async () => {
  now = new Date('2026-03-15T12:00:00Z');
  await store.reset();
});

async function clickOn(linkCode: string, at = new Date(now.getTime() - 60_000)): Promise<string> {
  const before = new Set((await store.query('SELECT id FROM clicks')).map(({ id }) => id));
  await clickRecorder(application.database, createCalendar('UTC'))([{ code: linkCode, at }]);
  return (await store.query('SELECT id FROM clicks')).find(({ id }) => !before.has(id))!.id;
}

const order = { order_id: 'R-1', order_value: '100.00', currency: 'SEK' };
const page = (fields: Record<string, string> = {}) => store.pixel({ ...order, ...fields });
const server = (fields: object = {}, as = member) =>
  application.call({ method: 'POST', url: `/v2/stores/${store.storeId}/orders`, body: { ...order, ...fields }, as });
const theOrder = async () => (await store.orders())[0]!;

async function signer(): Promise<(fields?: Record<string, string>) => Promise<unknown>> {
  const url = `/v2/advertisers/${store.storeId}/order-signing-secrets`;
  const { secret } = (await application.call({ method: 'POST', url, body: {}, as: member })).body;
  return (fields = {}) => {
    const sent = { ...order, ...fields };
    const text = `${sent.order_id}|${sent.order_value}|${sent.currency}`;
    return store.pixel({ ...sent, signature: createHmac('sha256', secret).update(text).digest('hex') });
  };
}

describe('A confirmation page that is opened again', () => {
  const paid = { link_id: store.linkId, unattributed_reason: null, cost_minor: 1_200 };

  it('with another click of the creator changes nothing, whether the click came before or after the order', async () => {
    await page({ tclid: store.click });
    const before = await theOrder();
    await page({ tclid: await clickOn(code) });
    now = new Date('2026-03-15T13:00:00Z');
    await page({ tclid: await clickOn(code) });
    expect(await theOrder()).toEqual(before);
    expect(before).toMatchObject(paid);
  });

  it('with a click on another link or the code of the creator changes nothing', async () => {
    const other = await market.link({ userId: creatorId, storeId: store.storeId });
    await store.query(`INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, 'MINE10', $2, $3)`, [
      store.storeId,
      creatorId,
      store.linkId,
    ]);
    await page({ tclid: store.click });
    const before = await theOrder();
    await page({ tclid: await clickOn(other.code) });
    await page({ voucher_code: 'MINE10' });
    expect(await theOrder()).toMatchObject({ ...paid, click_id: before.click_id });
    await store.query(`DELETE FROM vouchers WHERE code = 'MINE10'`);
  });

  it('without a trace changes nothing if it is signed, and is a contradiction if it is not', async () => {
    const signed = await signer();
    await signed({ tclid: store.click });
    await signed();
    await page();
    expect(await theOrder()).toMatchObject(paid);
    await page({ order_id: 'R-2', tclid: store.click });
    await page({ order_id: 'R-2' });
    expect((await store.orders()).find(({ order_id }) => order_id === 'R-2')).toMatchObject({
      unattributed_reason: 'disputed',
    });
    expect(await orderFaults(application.database.pool)).toEqual([]);
  });

  it('with a click of another creator waits for a person', async () => {
    await page({ tclid: store.click });
    await page({ tclid: await clickOn(rival.code) });
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'disputed', cost_minor: 0 });
  });

  it('does not undo what the store or a signed page said, whatever an unsigned page says', async () => {
    const signed = await signer();
    await server();
    await signed({ tclid: store.click });
    await page({ tclid: await clickOn(rival.code) });
    await page({ order_value: '1.00' });
    expect(await theOrder()).toMatchObject(paid);
  });
});
