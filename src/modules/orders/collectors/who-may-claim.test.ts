import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';

let now = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => now });
const { market, tokenOf } = store.application;
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);
const admin = await tokenOf(await market.user({ isAdmin: true }));
const rival = await rivalClick();
beforeEach(async () => {
  now = new Date('2026-03-15T12:00:00Z');
  await store.reset();
  await store.query('DELETE FROM store_members WHERE user_id <> $1', [memberId]);
});

/** A click on another creator's link to the same store. */
async function rivalClick() {
  const { market, database } = store.application;
  const { clickRecorder } = await import('../../../../tests/harness/recorded-clicks.ts');
  const { createCalendar } = await import('../../../platform/calendar.ts');
  const link = await market.link({ userId: await market.user(), storeId: store.storeId });
  await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(now.getTime() - 60_000) }]);
  const [row] = await store.query('SELECT id FROM clicks WHERE link_id = $1', [link.id]);
  return { id: link.id, click: row.id as string };
}

type Method = 'GET' | 'POST' | 'PATCH';
const advertiser = (method: Method, path: string, body?: unknown, as = member) =>
  store.application.call({
    method,
    url: `/v2/advertisers/${store.storeId}/${path}`,
    as,
    ...(body === undefined ? {} : { body }),
  });
const rules = (body: unknown, as = member) => advertiser('PATCH', 'order-rules', body, as);
const call = (method: Method, path: string, body?: unknown, as = member) =>
  store.application.call({
    method,
    url: `/v2/stores/${store.storeId}/${path}`,
    as,
    ...(body === undefined ? {} : { body }),
  });
const order = { order_id: 'C-1', order_value: '100.00', currency: 'SEK' };
const claim = (fields: Record<string, string> = {}) => store.pixel({ ...order, tclid: store.click, ...fields });
const theOrder = async () => (await store.orders())[0];
const secretOf = async (overlap_hours = 168) =>
  (await advertiser('POST', 'order-signing-secrets', { overlap_hours })).body.secret as string;
const sign = (secret: string, { order_id, order_value, currency } = order) =>
  createHmac('sha256', secret).update(`${order_id}|${order_value}|${currency}`).digest('hex');

describe('the accepted tracking methods', () => {
  it('are all methods unless the store selects some', async () => {
    expect(await advertiser('GET', 'order-rules')).toMatchObject({
      status: 200,
      body: {
        counted_ways: ['sales_pixel', 'shop_plugin', 'server'],
        signature_required: false,
        max_order_value: { amount: '1000000.00', currency: 'SEK' },
        signing_secrets: [],
      },
    });
  });

  it('leave the report of a page unconfirmed, which earns nothing until the store reports the same order', async () => {
    expect((await rules({ counted_ways: ['shop_plugin', 'server'] })).status).toBe(200);
    expect((await claim()).status).toBe(200);
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'unconfirmed', cost_minor: 0, value_minor: 10_000 });
    expect((await store.plugin(order)).body.outcome).toBe('amended');
    // The page's click does not matter, because reports of pages do not count.
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'no_click', channel: 'shop_plugin' });
    expect(await orderFaults(store.application.database.pool)).toEqual([]);
  });

  it('refuse reports of a plugin or a server that is not accepted, with the reason', async () => {
    await rules({ counted_ways: ['sales_pixel'] });
    const refused = { status: 400, body: { error: 'way_not_counted' } };
    expect(await store.plugin(order)).toMatchObject(refused);
    expect(await call('POST', 'orders', order)).toMatchObject(refused);
    expect(await store.orders()).toEqual([]);
  });

  it.each([
    [{ counted_ways: [] }, 'counted_ways'],
    [{ counted_ways: ['fax'] }, 'counted_ways.0'],
    [{ max_order_value: { amount: '0', currency: 'SEK' } }, 'max_order_value.amount'],
    [{ max_order_value: { amount: '1000000.01', currency: 'SEK' } }, 'max_order_value.amount'],
    [{ max_order_value: { amount: '1.00', currency: 'EUR' } }, 'max_order_value.currency'],
    [{ signature_required: 'yes' }, 'signature_required'],
  ])('cannot be %j', async (body, field) => {
    const reply = await rules(body);
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('can be chosen only by the store', async () => {
    const stranger = await store.application.tokenOf(await store.application.market.user());
    for (const path of ['order-rules', 'order-signing-secrets']) {
      const method = path === 'order-rules' ? 'PATCH' : 'POST';
      expect((await advertiser(method, path, {}, stranger)).status).toBe(403);
      const url = `/v2/advertisers/${store.storeId}/${path}`;
      expect((await store.application.call({ method, url, body: {} })).status).toBe(401);
    }
  });
});

describe('signed pages', () => {
  it('are required only with a secret, and then only signed ones count', async () => {
    expect(await rules({ signature_required: true })).toMatchObject({
      status: 400,
      body: { error: 'no_signing_secret' },
    });
    const secret = await secretOf();
    expect((await rules({ signature_required: true })).status).toBe(200);
    await claim({ tclid: rival.click });
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'unconfirmed', cost_minor: 0 });
    expect((await claim({ signature: sign(secret) })).status).toBe(200);
    expect(await theOrder()).toMatchObject({ link_id: store.linkId, signed: true, cost_minor: 1_200 });
  });

  it('take precedence over unsigned pages, which anybody can request', async () => {
    const secret = await secretOf();
    await claim({ tclid: rival.click, order_value: '900.00' });
    await claim({ signature: sign(secret) });
    await claim({ tclid: rival.click });
    expect(await theOrder()).toMatchObject({ link_id: store.linkId, value_minor: 10_000 });
  });

  it.each([
    ['another order’s', { order_id: 'C-2' }],
    ['another value’s', { order_value: '900.00' }],
    ['another currency’s', { currency: 'EUR' }],
  ])('are refused with %s signature', async (_, other) => {
    const signature = sign(await secretOf(), { ...order, ...other });
    const reply = await claim({ signature });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['signature']]);
    expect(await store.orders()).toEqual([]);
  });

  it('may be signed with the previous secret during the overlap, and with no older one', async () => {
    const [first, second] = [await secretOf(), await secretOf(2)];
    const { body } = await advertiser('GET', 'order-rules');
    expect(body.signing_secrets).toMatchObject([{ valid_until: null }, { valid_until: '2026-03-15T14:00:00.000Z' }]);
    expect(JSON.stringify(body)).not.toContain(second);
    expect((await claim({ signature: sign(first) })).status).toBe(200);
    now = new Date('2026-03-15T14:00:00Z');
    expect((await claim({ signature: sign(first) })).status).toBe(422);
    expect((await claim({ signature: sign(second) })).status).toBe(200);
    await secretOf();
    await secretOf();
    expect((await claim({ signature: sign(second) })).status).toBe(422);
  });
});

describe('a disputed order', () => {
  const resolve = async (report: number, as = member) =>
    call('POST', `orders/${(await theOrder()).id}/resolution`, { report_id: report }, as);
  const reports = async () => (await call('GET', `orders/${(await theOrder()).id}`)).body.reports;

  beforeEach(async () => {
    await claim({ tclid: rival.click });
    await claim();
  });

  it('is unattributed, shows both reports, and is listed as unresolved', async () => {
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'disputed', cost_minor: 0, user_minor: 0 });
    expect(await reports()).toMatchObject([{ click_id: rival.click }, { click_id: store.click }]);
    const { body } = await call('GET', 'orders?unresolved=true');
    expect(body.data).toMatchObject([{ order_id: 'C-1', unresolved: true }]);
    expect((await call('GET', 'orders?unresolved=false')).body.data).toEqual([]);
    expect(await orderFaults(store.application.database.pool)).toEqual([]);
  });

  it('cannot be approved singly, in bulk, or in the database', async () => {
    const { id } = await theOrder();
    expect(await call('PATCH', `orders/${id}`, { status: 'approved' })).toMatchObject({
      status: 400,
      body: { error: 'order_unresolved' },
    });
    const decisions = { orders: [{ order_id: 'C-1', status: 'approved' }] };
    expect((await call('POST', 'order-decisions', decisions)).body).toMatchObject({ changed: [], unresolved: ['C-1'] });
    await expect(store.query(`UPDATE orders SET status = 'approved'`)).rejects.toThrow(/orders_unresolved_unapproved/);
    expect((await call('PATCH', `orders/${id}`, { status: 'denied' })).status).toBe(200);
  });

  it('follows the report that a member selects, and no later one', async () => {
    const [, honest] = await reports();
    expect(await resolve(honest.id)).toMatchObject({
      status: 200,
      body: { unresolved: false, status: 'pending', click_id: store.click, cost: { amount: '12.00', currency: 'SEK' } },
    });
    await claim({ tclid: rival.click, order_value: '5.00' });
    expect(await theOrder()).toMatchObject({ link_id: store.linkId, value_minor: 10_000 });
    expect(await resolve(honest.id)).toMatchObject({ status: 400, body: { error: 'order_resolved' } });
    expect((await call('PATCH', `orders/${(await theOrder()).id}`, { status: 'approved' })).status).toBe(200);
    expect(await orderFaults(store.application.database.pool)).toEqual([]);
  });

  it('cannot be resolved by another role, or with a report of another order', async () => {
    const [, honest] = await reports();
    const stranger = await store.application.tokenOf(await store.application.market.user());
    expect((await resolve(honest.id, stranger)).status).toBe(403);
    const wrong = await resolve(honest.id + 1000);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['report_id']]);
    expect((await resolve(honest.id, admin)).status).toBe(200);
  });

  it('ends when the store names the click', async () => {
    await call('POST', 'orders', { ...order, tclid: store.click });
    expect(await theOrder()).toMatchObject({ link_id: store.linkId, channel: 'server', cost_minor: 1_200 });
  });

  it('is mailed to the members once a day', async () => {
    await claim({ order_id: 'C-2', tclid: rival.click });
    await claim({ order_id: 'C-2' });
    const mails = () => store.query(`SELECT FROM order_rules WHERE dispute_mailed_on = '2026-03-15'`);
    expect(await mails()).toHaveLength(1);
    const report = await store.query(`SELECT message, data, mail FROM notifications WHERE message = 'orders_disputed'`);
    expect(report).toContainEqual({ message: 'orders_disputed', data: { store: expect.any(String) }, mail: 'due' });
    expect(JSON.stringify(report)).not.toContain('C-2');
    expect(JSON.stringify(report)).not.toContain('C-1');
  });
});

describe('orders without attribution', () => {
  it('are orders that a member of the store led to, by click or voucher', async () => {
    const [{ user_id: userId }] = await store.query('SELECT user_id FROM links WHERE id = $1', [store.linkId]);
    await store.application.market.member(store.storeId, userId);
    await store.query(`INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, 'OWN', $2, $3)`, [
      store.storeId,
      userId,
      store.linkId,
    ]);
    await call('POST', 'orders', { ...order, tclid: store.click });
    await call('POST', 'orders', { ...order, order_id: 'C-2', voucher_code: 'OWN' });
    const own = { unattributed_reason: 'own_store', cost_minor: 0, user_minor: 0 };
    expect(await store.orders()).toMatchObject([own, own]);
    await store.query(`DELETE FROM vouchers WHERE code = 'OWN'`);
  });

  it('are orders above the value limit of the store, until it is raised and a member selects the report', async () => {
    await rules({ max_order_value: { amount: '99.99', currency: 'SEK' } });
    await call('POST', 'orders', { ...order, tclid: store.click });
    expect(await theOrder()).toMatchObject({ unattributed_reason: 'value_limit', cost_minor: 0, value_minor: 10_000 });
    const { id } = await theOrder();
    const [{ id: report_id }] = (await call('GET', `orders/${id}`)).body.reports;
    const resolve = () => call('POST', `orders/${id}/resolution`, { report_id });
    expect(await resolve()).toMatchObject({ status: 400, body: { error: 'value_limit' } });
    expect(await theOrder()).toMatchObject({ resolved_report_id: null });
    await rules({ max_order_value: { amount: '100.00', currency: 'SEK' } });
    expect(await resolve()).toMatchObject({ status: 200, body: { cost: { amount: '12.00', currency: 'SEK' } } });
  });

  it('cannot be decided by a deactivated store; an administrator still can decide them', async () => {
    await call('POST', 'orders', { ...order, tclid: store.click });
    const { id } = await theOrder();
    await store.query('UPDATE stores SET deactivated_at = now()');
    const refused = { status: 400, body: { error: 'store_inactive' } };
    expect(await call('PATCH', `orders/${id}`, { status: 'approved' })).toMatchObject(refused);
    expect(await call('POST', 'orders', { ...order, order_id: 'C-2' })).toMatchObject(refused);
    const decisions = { orders: [{ order_id: 'C-1', status: 'approved' }] };
    expect(await call('POST', 'order-decisions', decisions)).toMatchObject(refused);
    expect((await call('PATCH', `orders/${id}`, { status: 'denied' }, admin)).status).toBe(200);
  });
});
