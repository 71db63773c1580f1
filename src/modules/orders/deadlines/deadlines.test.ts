import { beforeEach, describe, expect, it } from 'vitest';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';
import { audit } from '../../payments/audit/audit.ts';
import { changeOrderRules, firstApprovalDays } from '../../stores/tracking/order-rules.ts';
import { approveDueOrders } from './approve-due.ts';
import { releaseCredit } from './release-credit.ts';
import { remindOfDeadlines } from './remind-of-deadlines.ts';

const START = new Date('2026-03-15T12:00:00Z');
const DAY = 86_400_000;
let clock = START;
const now = () => clock;
const store = await openSellingStore({ now });
const { market, tokenOf, call, database } = store.application;
const ctx = { db: database.db, now };
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);
const [{ user_id: creatorId }] = await store.query('SELECT user_id FROM links WHERE id = $1', [store.linkId]);
const creator = await tokenOf(creatorId);

beforeEach(async () => {
  clock = START;
  await store.reset();
  await store.query('UPDATE users SET suspended_at = NULL');
});

const RULES = `/v2/advertisers/${store.storeId}/order-rules`;
const setRules = (body: Record<string, unknown>) => call({ method: 'PATCH', url: RULES, as: member, body });
const setDays = (approval_days: unknown) => setRules({ approval_days });
const report = (order_id = 'D-1', fields: Record<string, unknown> = {}) =>
  store.plugin({ order_id, order_value: '100.00', currency: 'SEK', tclid: store.click, ...fields });
const order = async (number = 'D-1') => (await store.query('SELECT * FROM orders WHERE order_id = $1', [number]))[0];
const read = async (number = 'D-1') =>
  (await call({ url: `/v2/stores/${store.storeId}/orders/${(await order(number)).id}`, as: member })).body;
const extend = async (body: Record<string, unknown>, as = member) =>
  call({ method: 'POST', url: `/v2/stores/${store.storeId}/orders/${(await order()).id}/extension`, as, body });
const later = (days: number, ms = 0) => new Date(START.getTime() + days * DAY + ms);
const statusAt = async (at: Date, number = 'D-1') => {
  clock = at;
  await approveDueOrders(ctx);
  return (await order(number)).status;
};

describe('approval_days', () => {
  it('approves an attributed order that many days after it was placed, and not a millisecond earlier', async () => {
    expect(await setDays(30)).toMatchObject({ status: 200, body: { approval_days: 30 } });
    await report();
    expect(await read()).toMatchObject({ status: 'pending', decide_by: later(30).toISOString() });
    expect(await statusAt(later(30, -1))).toBe('pending');
    expect(await statusAt(later(30))).toBe('approved');
    const { decide_by, events } = await read();
    expect(decide_by).toBeNull();
    expect(events.at(-1)).toMatchObject({
      kind: 'status',
      actor_id: null,
      details: { from: 'pending', to: 'approved', rule: 'approval_days', approval_days: 30 },
    });
  });

  it('is null for existing stores, whose orders wait', async () => {
    expect((await call({ url: RULES, as: member })).body).toMatchObject({ approval_days: null });
    await report();
    expect(await read()).toMatchObject({ decide_by: null });
    expect(await statusAt(later(400))).toBe('pending');
  });

  it.each([0, 91, 1.5, '30', -1])('cannot be %s', async (days) => {
    expect(await setDays(days)).toMatchObject({ status: 422, body: { errors: { approval_days: expect.anything() } } });
  });

  it('does not touch disputed, unconfirmed, over-value, unattributed and denied orders', async () => {
    await setRules({ approval_days: 1, max_order_value: { amount: '500.00', currency: 'SEK' } });
    await report('OVER', { order_value: '501.00' });
    await report('NOBODY', { tclid: undefined });
    await report('DENIED');
    await call({
      method: 'POST',
      url: `/v2/stores/${store.storeId}/order-decisions`,
      as: member,
      body: { orders: [{ order_id: 'DENIED', status: 'denied' }] },
    });
    const page = { order_id: 'DISPUTED', order_value: '100.00', currency: 'SEK' };
    await store.pixel({ ...page, tclid: store.click });
    await store.query(`UPDATE orders SET attribution = 'none', unattributed_reason = 'disputed', link_id = NULL, user_id = NULL
      WHERE order_id = 'DISPUTED'`);
    await setRules({ counted_ways: ['shop_plugin'] });
    await store.pixel({ ...page, order_id: 'PAGE', tclid: store.click });
    clock = later(90);
    expect(await approveDueOrders(ctx)).toBe(0);
    expect((await store.orders()).map(({ status, order_id }) => [order_id, status])).toEqual([
      ['DENIED', 'denied'],
      ['DISPUTED', 'pending'],
      ['NOBODY', 'pending'],
      ['OVER', 'pending'],
      ['PAGE', 'pending'],
    ]);
    expect(
      (await store.query('SELECT unattributed_reason AS reason FROM orders WHERE order_id = $1', ['PAGE']))[0].reason,
    ).toBe('unconfirmed');
  });

  it('does not approve orders of a suspended creator, and does when the suspension ends', async () => {
    await setDays(5);
    await report();
    await store.query('UPDATE users SET suspended_at = now() WHERE id = $1', [creatorId]);
    expect(await statusAt(later(6))).toBe('pending');
    expect(await read()).toMatchObject({ decide_by: null });
    await store.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [creatorId]);
    expect(await statusAt(later(6))).toBe('approved');
  });

  it('is executed exactly once by concurrent processes', async () => {
    await setDays(1);
    for (let n = 0; n < 25; n += 1) await report(`C-${n}`);
    clock = later(1);
    const done = await Promise.all(Array.from({ length: 6 }, () => approveDueOrders(ctx)));
    expect(done.reduce((a, b) => a + b)).toBe(25);
    const [{ events }] = await store.query(
      `SELECT count(*) AS events FROM order_events WHERE details ->> 'rule' = 'approval_days'`,
    );
    expect(Number(events)).toBe(25);
  });

  it('keeps the period under which an order was placed when the store makes it longer or removes it', async () => {
    await setDays(10);
    await report();
    await setDays(90);
    await setDays(null);
    expect((await order()).approval_days).toBe(10);
    expect(await statusAt(later(10))).toBe('approved');
  });

  it('also decides earlier orders when the store introduces or shortens it, after a week at the earliest', async () => {
    await report('OLD', { ordered_at: undefined });
    await store.query(`UPDATE orders SET order_at = $1, created_at = $1`, [later(-60)]);
    await setDays(30);
    await report('NEW');
    await setDays(20);
    expect((await order('OLD')).decide_by).toEqual(later(7));
    expect((await order('NEW')).decide_by).toEqual(later(20));
    expect(await statusAt(later(7, -1), 'OLD')).toBe('pending');
    expect(await statusAt(later(7), 'OLD')).toBe('approved');
  });

  it('can be shorter for orders with the terms of a campaign, which creators read before they join', async () => {
    await setDays(30);
    const campaignId = await market.campaign({ storeId: store.storeId });
    const approve = (days: number | null) =>
      store.query('UPDATE campaigns SET approval_days = $1 WHERE id = $2', [days, campaignId]);
    const placed = async (number: string) => {
      await report(number);
      await store.query('UPDATE orders SET campaign_id = NULL, approval_days = NULL WHERE order_id = $1', [number]);
      await store.query(
        `UPDATE orders SET link_id = NULL, user_id = NULL, attribution = 'none', unattributed_reason = 'disputed'
        WHERE order_id = $1`,
        [number],
      );
      await store.query(
        `UPDATE orders SET link_id = $2, user_id = $3, attribution = 'click', unattributed_reason = NULL, campaign_id = $4
        WHERE order_id = $1`,
        [number, store.linkId, creatorId, campaignId],
      );
      return (await order(number)).approval_days;
    };
    const board = async () =>
      (await call({ url: `/v2/users/${creatorId}/campaign-board/${campaignId}`, as: creator })).body.order_rules;
    await approve(10);
    expect([await placed('SHORT'), await board()]).toEqual([
      10,
      { attribution: 'click_first', attribution_window_days: 30, approval_days: 10 },
    ]);
    await approve(60);
    expect([await placed('LONG'), (await board()).approval_days]).toEqual([30, 30]);
    await setDays(null);
    expect([await placed('OWN'), (await board()).approval_days]).toEqual([60, 60]);
    await approve(null);
  });

  it('cannot be postponed by a later report that says the order was placed later', async () => {
    await setDays(10);
    await report();
    await store.query('UPDATE orders SET order_at = $1', [later(9)]);
    expect((await order()).decide_by).toEqual(later(10));
  });
});

it('keeps stores within the operator’s maximum, which a store without a period keeps until it states one', async () => {
  const actor = { userId: memberId, isAdmin: false, storeIds: [store.storeId], agencyIds: [], memberOfAgencyId: null };
  const set = (approvalDays: number | null) =>
    changeOrderRules({ ...ctx, actor }, { maxApprovalDays: 20 }, { storeId: store.storeId, approvalDays });
  const wrong = { errors: { approval_days: [expect.stringContaining('from 1 to 20')] } };
  await set(null);
  await expect(set(21)).rejects.toMatchObject(wrong);
  await set(20);
  await expect(set(null)).rejects.toMatchObject(wrong);
  expect([firstApprovalDays(null), firstApprovalDays(20)]).toEqual([30, 20]);
});

describe('an extension', () => {
  it('postpones the deadline once, with a reason that the creator reads', async () => {
    await setDays(10);
    await report();
    expect(await extend({ days: 5, reason: 'The return is on its way' })).toMatchObject({
      status: 200,
      body: { decide_by: later(15).toISOString(), extension_reason: 'The return is on its way' },
    });
    expect(await extend({ days: 5, reason: 'Again' })).toMatchObject({
      status: 400,
      body: { error: 'already_extended' },
    });
    const list = await call({ url: `/v2/users/${creatorId}/orders`, as: creator });
    expect(list.body.data[0]).toMatchObject({
      decide_by: later(15).toISOString(),
      extension_reason: 'The return is on its way',
    });
    await setDays(1);
    expect(await statusAt(later(15, -1))).toBe('pending');
    expect(await statusAt(later(15))).toBe('approved');
  });

  it('is refused without a deadline, after it, with too many days or without a reason', async () => {
    await report();
    expect(await extend({ days: 5, reason: 'Later' })).toMatchObject({ status: 400, body: { error: 'no_deadline' } });
    await setDays(10);
    clock = later(11);
    expect(await extend({ days: 5, reason: 'Late' })).toMatchObject({ status: 400, body: { error: 'no_deadline' } });
    expect((await extend({ days: 31, reason: 'Long' })).body.errors).toHaveProperty('days');
    expect((await extend({ days: 3, reason: ' ' })).body.errors).toHaveProperty('reason');
  });

  it('is for members of the store that may decide', async () => {
    await setDays(10);
    await report();
    expect((await extend({ days: 1, reason: 'Mine' }, creator)).status).toBe(403);
    const other = await market.store();
    const stranger = await market.user();
    await market.member(other, stranger);
    const url = `/v2/stores/${other}/orders/${(await order()).id}/extension`;
    const body = { days: 1, reason: 'Theirs' };
    expect((await call({ method: 'POST', url, as: await tokenOf(stranger), body })).status).toBe(404);
    expect((await call({ method: 'POST', url, body })).status).toBe(401);
  });
});

it('reminds a store once of each order that is approved within three days', async () => {
  await setDays(10);
  await report('R-1');
  clock = later(1);
  await report('R-2');
  const notified = async () =>
    (await store.query(`SELECT count(*) AS n FROM notifications WHERE message = 'orders_due'`))[0].n;
  clock = later(6);
  expect(await remindOfDeadlines(ctx)).toBe(0);
  clock = later(7);
  expect(await remindOfDeadlines(ctx)).toBe(1);
  expect(await remindOfDeadlines(ctx)).toBe(0);
  clock = later(8);
  expect(await Promise.all([remindOfDeadlines(ctx), remindOfDeadlines(ctx)])).toContain(1);
  expect(await remindOfDeadlines(ctx)).toBe(0);
  expect(Number(await notified())).toBe(2);
});

describe('a denial', () => {
  const deny = async (body: Record<string, unknown>) =>
    call({ method: 'PATCH', url: `/v2/stores/${store.storeId}/orders/${(await order()).id}`, as: member, body });

  it('states a reason of the list, which the creator reads', async () => {
    await report();
    const denial = { denial_reason: 'other', denial_note: 'Bought by our own office' };
    expect(await deny({ status: 'denied', ...denial })).toMatchObject({ status: 200, body: denial });
    const list = await call({ url: `/v2/users/${creatorId}/orders`, as: creator });
    expect(list.body.data[0]).toMatchObject({ status: 'denied', ...denial });
    expect((await read()).events.at(-1).details).toMatchObject(denial);
  });

  it('without a reason is possible and says so', async () => {
    await report();
    expect(await deny({ status: 'denied' })).toMatchObject({ status: 200, body: { denial_reason: 'unstated' } });
  });

  it('names the wrong field', async () => {
    await report();
    const wrong = async (body: Record<string, unknown>) => Object.keys((await deny(body)).body.errors ?? {});
    expect(await wrong({ status: 'approved', denial_reason: 'fraud' })).toEqual(['denial_reason']);
    expect(await wrong({ status: 'denied', denial_reason: 'mood' })).toEqual(['denial_reason']);
    expect(await wrong({ status: 'denied', denial_reason: 'other' })).toEqual(['denial_note']);
    expect(await wrong({ status: 'denied', denial_note: 'because' })).toEqual(['denial_note']);
  });

  it('of many orders states a reason for each', async () => {
    await report('D-1');
    await report('D-2');
    const orders = [
      { order_id: 'D-1', status: 'denied', denial_reason: 'cancelled' },
      { order_id: 'D-2', status: 'denied', denial_reason: 'returned', denial_note: 'Wrong size' },
    ];
    const url = `/v2/stores/${store.storeId}/order-decisions`;
    expect((await call({ method: 'POST', url, as: member, body: { orders } })).body.changed).toEqual(['D-1', 'D-2']);
    expect(await read('D-1')).toMatchObject({ denial_reason: 'cancelled', denial_note: null });
    expect(await read('D-2')).toMatchObject({ denial_reason: 'returned', denial_note: 'Wrong size' });
    const bad = { orders: [{ order_id: 'D-1', status: 'denied', denial_reason: 'other' }] };
    expect((await call({ method: 'POST', url, as: member, body: bad })).body.errors).toHaveProperty([
      'orders.0.denial_note',
    ]);
  });
});

describe('the credit of a store', () => {
  const incurred = async () =>
    Number(
      (await store.query('SELECT incurred_minor FROM store_credit WHERE store_id = $1', [store.storeId]))[0]
        .incurred_minor,
    );
  const limit = (minor: number) =>
    store.query('UPDATE store_credit SET own_limit_minor = $1, limit_minor = $1 WHERE store_id = $2', [
      minor,
      store.storeId,
    ]);
  const faults = async () => (await audit(database.db)).filter(({ faults: found }) => found > 0);

  it('is released by orders that nobody has decided for 90 days, and used again when they are approved', async () => {
    await report('OLD');
    await report('OTHER');
    await store.query('UPDATE orders SET created_at = $1', [START]);
    expect(await incurred()).toBe(2_400);
    clock = later(89);
    expect(await releaseCredit(ctx)).toBe(0);
    clock = later(90);
    const released = await Promise.all([releaseCredit(ctx), releaseCredit(ctx)]);
    expect(released.reduce((a, b) => a + b)).toBe(2);
    expect(await incurred()).toBe(0);
    await limit(1_200);
    const decide = (order_id: string) =>
      call({
        method: 'POST',
        url: `/v2/stores/${store.storeId}/order-decisions`,
        as: member,
        body: { orders: [{ order_id, status: 'approved' }] },
      });
    expect((await decide('OLD')).body.changed).toEqual(['OLD']);
    expect(await incurred()).toBe(1_200);
    expect(await decide('OTHER')).toMatchObject({ status: 400, body: { error: 'credit_limit' } });
    expect((await order('OTHER')).status).toBe('pending');
    await setDays(1);
    expect((await order('OTHER')).decide_by).toBeNull();
    expect(await faults()).toEqual([]);
  });

  it('remains reserved by orders that decide themselves', async () => {
    await setDays(90);
    await report();
    clock = later(100);
    expect(await releaseCredit(ctx)).toBe(0);
  });
});
