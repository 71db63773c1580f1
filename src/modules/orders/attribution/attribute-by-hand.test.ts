import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(Date.now() - 60_000) }]);
const clickId = (await database.pool.query('SELECT id FROM clicks')).rows[0].id;
const { creator, otherCreator } = cast.ids;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
beforeEach(() => query('DELETE FROM payment_periods'));

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, role: Role | null = 'advertiser') =>
  application.call({
    method,
    url: `/v2/stores/${cast.storeId}${path}`,
    ...(body === undefined ? {} : { body }),
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
let numbers = 0;
const anOrder = async (body: object = {}) => {
  numbers += 1;
  return (await call('POST', '/orders', { order_id: `H-${numbers}`, order_value: 100, ...body })).body;
};
const attribute = (id: number, body: object = {}, role?: Role | null) =>
  call('POST', `/orders/${id}/attribution`, { user_id: creator, reason: 'Seen at the fair', ...body }, role);
const explained = async (id: number, role: Role) =>
  (await application.call({ url: `/v2/orders/${id}/explanation`, as: cast.tokens[role] })) as {
    status: number;
    body: { outcome: string; amounts: object; steps: { because: string; result: string }[] };
  };

describe('An order that a user attributes', () => {
  it('belongs to the creator with the terms of a link to the store, and the history, the audit log and the creator have the reason', async () => {
    const { id } = await anOrder();
    const { status, body } = await attribute(id);
    expect([status, body]).toMatchObject([
      200,
      { attribution: 'manual', user: { id: creator }, unattributed_reason: null, status: 'pending' },
    ]);
    expect([body.cost.amount, body.earnings.amount]).toEqual(['10.00', '7.00']);
    expect(body.events.at(-1)).toMatchObject({
      kind: 'attributed',
      actor_id: cast.ids.advertiser,
      details: { reason: 'Seen at the fair' },
    });
    const { steps } = (await explained(id, 'creator')).body;
    expect(steps.some(({ because }) => because.includes('Seen at the fair'))).toBe(true);
    expect(await query(`SELECT details FROM audit_log WHERE action = 'order.attributed'`)).toMatchObject([
      { details: { order_id: id, user_id: creator, former_user_id: null, reason: 'Seen at the fair' } },
    ]);
    expect(await query(`SELECT user_id FROM notifications WHERE message = 'order_received'`)).toEqual([
      { user_id: creator },
    ]);
    expect((await attribute(id)).body.events).toHaveLength(body.events.length);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('is taken from the creator who had it, who reads the reason and nothing else', async () => {
    const { id } = await anOrder({ tclid: clickId });
    expect((await attribute(id, { user_id: otherCreator, reason: 'The other video' })).body).toMatchObject({
      user: { id: otherCreator },
      click_id: clickId,
    });
    const { status, body } = await explained(id, 'creator');
    expect([status, body.outcome, body.steps.map(({ because }) => because)]).toEqual([
      200,
      'none',
      [expect.stringContaining('The other video')],
    ]);
    expect(JSON.stringify(body)).not.toContain('user_id');
    expect(body.amounts).toEqual({ store: null, creator: null, agency: null, platform: null });
    expect((await explained(id, 'otherCreator')).body.steps.length).toBeGreaterThan(3);
    expect(await query(`SELECT user_id FROM notifications WHERE message = 'order_lost'`)).toEqual([
      { user_id: creator },
    ]);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('keeps its creator when it is reported again, follows corrections of its value, and not beyond the store’s limit', async () => {
    const { id, order_id } = await anOrder();
    await attribute(id, { user_id: otherCreator });
    const again = async (order_value: number, body: object = {}) =>
      (await call('POST', '/orders', { order_id, order_value, ...body })).body;
    expect(await again(100, { tclid: clickId })).toMatchObject({ user: { id: otherCreator }, attribution: 'manual' });
    expect(await again(60)).toMatchObject({ user: { id: otherCreator }, cost: { amount: '6.00' } });
    expect(await again(999_999_999)).toMatchObject({ user: null, unattributed_reason: 'value_limit' });
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('can be approved already if it belongs to nobody; one of a creator is moved only by an administrator, until its month is closed', async () => {
    const { id } = await anOrder();
    await call('PATCH', `/orders/${id}`, { status: 'approved' });
    expect((await attribute(id)).body).toMatchObject({ status: 'approved', earnings: { amount: '7.00' } });
    for (let times = 0; times < 2; times += 1) {
      expect((await attribute(id, { user_id: otherCreator })).body.error).toBe('order_decided');
      expect((await attribute(id, { user_id: otherCreator }, 'admin')).body).toMatchObject({
        user: { id: otherCreator },
      });
      expect((await attribute(id, {}, 'admin')).body).toMatchObject({ user: { id: creator } });
    }
    expect(await orderFaults(database.pool)).toEqual([]);
    await query(
      `INSERT INTO payment_periods (month, closed_at) SELECT date_trunc('month', day), now() FROM orders WHERE id = $1`,
      id,
    );
    expect((await attribute(id, { user_id: otherCreator }, 'admin')).body.error).toBe('month_closed');
    const late = await anOrder();
    await call('PATCH', `/orders/${late.id}`, { status: 'approved' });
    expect((await attribute(late.id)).status).toBe(200);
  });

  it('is refused if it is denied or unresolved, and for creators that the store does not pay or who would decide for themselves', async () => {
    const error = async (id: number, body?: object, role?: Role) => (await attribute(id, body, role)).body.error;
    const denied = await anOrder();
    await call('PATCH', `/orders/${denied.id}`, { status: 'denied' });
    expect(await error(denied.id)).toBe('illegal_transition');
    const unclear = await anOrder({ order_value: 999_999_999 });
    expect(await error(unclear.id)).toBe('order_unresolved');
    const { id } = await anOrder();
    expect(await error(id, { user_id: await market.user({ suspended: true }) })).toBe('user_suspended');
    expect(await error(id, { user_id: cast.ids.advertiser })).toBe('own_order');
    expect(await error(id, { user_id: cast.ids.advertiser }, 'admin')).toBe('order_not_attributable');
    const blocked = await market.user();
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', cast.storeId, blocked);
    await application.live.refresh(cast.storeId);
    expect(await error(id, { user_id: blocked })).toBe('url_blocked');
    expect((await call('GET', `/orders/${id}`)).body).toMatchObject({ user: null });
  });

  it.each([
    [{ user_id: 2 ** 40 }, 'user_id'],
    [{ user_id: 'x' }, 'user_id'],
    [{ reason: '' }, 'reason'],
    [{ reason: undefined }, 'reason'],
    [{ reason: 'x'.repeat(2_001) }, 'reason'],
  ])('names the field of %j', async (body, field) => {
    const { id } = await anOrder();
    const reply = await attribute(id, body);
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it.each([
    ['admin', 200],
    ['advertiser', 200],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['agency', 403],
    [null, 401],
  ] as const)('is attributed by members and administrators: %s: %s', async (role, status) => {
    const { id } = await anOrder();
    expect((await attribute(id, {}, role)).status).toBe(status);
    const foreign = { method: 'POST' as const, url: `/v2/stores/${cast.otherStoreId}/orders/${id}/attribution` };
    const body = { user_id: creator, reason: 'x' };
    expect((await application.call({ ...foreign, body, as: cast.tokens.admin })).status).toBe(404);
  });
});

describe('A voucher that is registered after its orders', () => {
  const waiting = (voucher: number, role?: Role | null) =>
    call('GET', `/vouchers/${voucher}/waiting-orders`, undefined, role);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  it('offers them to the store, with the creator to whom the code belonged, and no longer when they are decided', async () => {
    const first = await anOrder({ voucher_codes: ['FREESHIP', ' late\u200b10 '], order_at: daysAgo(9) });
    const second = await anOrder({ voucher_code: 'LATE10', order_at: daysAgo(2) });
    await anOrder({ voucher_code: 'LATE100' });
    const denied = await anOrder({ voucher_code: 'LATE10' });
    await call('PATCH', `/orders/${denied.id}`, { status: 'denied' });
    const old = await call('POST', '/vouchers', { code: 'LATE10', user_id: otherCreator, valid_from: daysAgo(10) });
    await query('UPDATE vouchers SET valid_until = $2 WHERE id = $1', old.body.id, daysAgo(5));
    const { body: voucher } = await call('POST', '/vouchers', { code: 'LATE10', user_id: creator });
    const offered = await waiting(voucher.id);
    expect([offered.status, offered.body.meta.total]).toEqual([200, 2]);
    expect(offered.body.data).toMatchObject([
      { id: second.id, order_id: second.order_id, status: 'pending', user: { id: creator }, voucher_code: 'LATE10' },
      { id: first.id, user: { id: otherCreator }, value: { amount: '100.00', currency: 'SEK' } },
    ]);
    for (const { id, user } of offered.body.data)
      expect((await attribute(id, { user_id: user.id, reason: 'Code LATE10' })).status).toBe(200);
    expect((await waiting(voucher.id)).body.data).toEqual([]);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it.each([
    ['admin', 200],
    ['advertiser', 200],
    ['otherAdvertiser', 403],
    ['creator', 403],
    [null, 401],
  ] as const)('shows them to members and administrators: %s: %s', async (role, status) => {
    const { body: voucher } = await call('POST', '/vouchers', { code: `WHO${role}`, user_id: creator });
    expect((await waiting(voucher.id, role)).status).toBe(status);
    const url = `/v2/stores/${cast.otherStoreId}/vouchers/${voucher.id}/waiting-orders`;
    expect((await application.call({ url, as: cast.tokens.admin })).status).toBe(404);
    await application.call({
      method: 'DELETE',
      url: `/v2/stores/${cast.storeId}/vouchers/${voucher.id}`,
      as: cast.tokens.admin,
    });
  });
});
