import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { createReportingShop, MINUTE, noon, type ReportingShop } from '../../../../tests/harness/reporting-shop.ts';
import { changeOrder, type OrderChange } from '../changes/change-order.ts';
import { decideOrders } from '../changes/decide-orders.ts';
import { resolveOrder } from '../changes/resolve-order.ts';
import type { Warning } from './warnings.ts';

/** Corrections of orders by the store's own programs, and the undoing of their denials. The store pays 8 % and the creator earns 4.2 %. */
const store = await createReportingShop();
const memberId = await store.market.user();
const KEY = -7;
const rival = await store.market.link({ userId: await store.market.user(), storeId: store.storeId });
for (const [code, link] of [
  ['ANNA10', store.link.id],
  ['RIVAL', rival.id],
] as const)
  await store.run(
    `INSERT INTO vouchers (store_id, code, user_id, link_id) SELECT store_id, $2, user_id, id FROM links WHERE id = $1`,
    link,
    code,
  );

type Way = 'server' | 'shop_plugin';
const by = (way: Way) => (way === 'server' ? { actorId: KEY } : { actorId: null, channel: 'shop_plugin' as const });
const change = (id: number, what: OrderChange, who: { actorId: number | null; channel?: 'shop_plugin' }) =>
  changeOrder({ db: store.database.db, now: () => noon(MINUTE) }, { id }, { ...what, ...who });
const kinds = async (id: number) =>
  (await store.run('SELECT kind FROM order_events WHERE order_row_id = $1 ORDER BY id', id)).map((row) => row['kind']);
let numbers = 0;
/** Reports one order several times, by the store's server with an API key unless given otherwise. */
function anOrder() {
  numbers += 1;
  const orderId = `COR-${numbers}`;
  return (report: Parameters<ReportingShop['sendReport']>[0] = {}, ms = 0) =>
    store.sendReport({ orderId, actorId: report?.channel === undefined ? KEY : null, ...report }, noon(ms));
}
const amounts = async (id: number) => {
  const { value_minor: value, refunded_minor: refunded, cost_minor: cost, user_minor: user } = await store.row(id);
  return { net: value - refunded, cost, user };
};
const MONTH = '2026-03-01';
const closeMonth = () => store.run('INSERT INTO payment_periods (month, closed_at) VALUES ($1, now())', MONTH);
const openMonth = () => store.run('DELETE FROM payment_periods WHERE month = $1', MONTH);

describe('A later report of the store’s server', () => {
  it('replaces the value, however often, also by one that was reported before, and the history shows each change', async () => {
    const send = anOrder();
    const clickId = await store.click();
    const { id } = await send({ clickId });
    for (const [value, minor] of [
      ['150.00', 15_000],
      ['60.00', 6_000],
      ['100.00', 10_000],
      ['60.00', 6_000],
    ] as const) {
      expect(await send({ value, clickId })).toEqual({ id, outcome: 'amended' });
      expect(await send({ value, clickId })).toEqual({ id, outcome: 'known' });
      expect(await store.row(id)).toMatchObject({
        value_minor: minor,
        cost_minor: minor * 0.08,
        contradicted_at: null,
      });
    }
    const details = await store.run(
      `SELECT details -> 'from_value' AS f, details -> 'to_value' AS t FROM order_events WHERE order_row_id = $1 AND kind = 'amended' ORDER BY id`,
      id,
    );
    expect(details[0]).toEqual({ f: '100.00 SEK', t: '150.00 SEK' });
    expect(details).toHaveLength(4);
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('keeps what it does not name, and replaces codes and lines', async () => {
    const send = anOrder();
    const line = { sku: 'A', category: null, quantity: 1, discount: null };
    const { id } = await send({ voucherCode: 'ANNA10', lines: [{ ...line, price: '100.00' }] });
    await send({ value: '80.00' });
    expect(await store.row(id)).toMatchObject({ link_id: store.link.id, value_minor: 8_000, lines: null });
    await send({ value: '80.00', lines: [{ ...line, sku: 'B', price: '80.00' }] });
    expect(await store.row(id)).toMatchObject({ voucher_code: 'ANNA10', lines: [{ sku: 'B' }] });
    await send({ value: '80.00', voucherCode: 'RIVAL' });
    expect(await store.row(id)).toMatchObject({ link_id: rival.id, voucher_code: 'RIVAL' });
    await send({ value: '80.00', voucherCode: 'ANNA10' });
    expect(await store.row(id)).toMatchObject({ link_id: store.link.id, user_minor: 336 });
  });

  it('replaces its value fifty times and more, although only fifty reports are kept', async () => {
    const send = anOrder();
    const { id } = await send({ clickId: await store.click() });
    for (let step = 1; step <= 60; step += 1) await send({ value: `${step}.00` });
    expect(await store.row(id)).toMatchObject({ value_minor: 6_000, link_id: store.link.id });
    expect(await store.run('SELECT FROM order_reports WHERE order_row_id = $1', id)).toHaveLength(50);
  });

  it('does not dispute an order whose click a page has added', async () => {
    const send = anOrder();
    const { id } = await send();
    const clickId = await store.click();
    await send({ channel: 'sales_pixel', clickId });
    await send({ value: '60.00' });
    await send({ channel: 'sales_pixel', clickId, value: '60.00' });
    expect(await store.row(id)).toMatchObject({ link_id: store.link.id, value_minor: 6_000, cost_minor: 480 });
  });

  it('corrects the report that a member has selected, and keeps its traces', async () => {
    const send = anOrder();
    const [own, other] = [await store.click(), await store.click({ code: rival.code })];
    const { id } = await send({ clickId: own });
    await send({ clickId: other });
    const [{ id: reportId }] = (await store.run(
      'SELECT id FROM order_reports WHERE order_row_id = $1 AND click_id = $2',
      id,
      own,
    )) as [{ id: number }];
    const ctx = { db: store.database.db, now: () => noon(), actor: { userId: memberId, isAdmin: true } };
    await resolveOrder(ctx, { id, reportId });
    expect(
      await store.run(
        "SELECT actor_id, details FROM audit_log WHERE action = 'order.resolved' ORDER BY id DESC LIMIT 1",
      ),
    ).toEqual([
      { actor_id: memberId, details: { order_id: id, channel: 'server', currency: 'SEK', value_minor: 10_000 } },
    ]);
    await send({ clickId: other, value: '70.00' });
    expect(await store.row(id)).toMatchObject({ click_id: own, value_minor: 7_000, cost_minor: 560 });
  });
});

describe('An approved order', () => {
  const approved = async () => {
    const send = anOrder();
    const { id } = await send({ clickId: await store.click() });
    await change(id, { status: 'approved' }, { actorId: memberId });
    return { id, send };
  };

  it('is corrected up to what was approved; more is only shown', async () => {
    const { id, send } = await approved();
    expect((await send({ value: '60.00' })).outcome).toBe('amended');
    expect(await amounts(id)).toEqual({ net: 6_000, cost: 480, user: 252 });
    expect((await send({ value: '90.00' })).outcome).toBe('amended');
    expect(await store.row(id)).toMatchObject({ value_minor: 9_000, contradicted_at: null });
    expect((await send({ value: '100.01' }, MINUTE)).outcome).toBe('known');
    expect(await store.row(id)).toMatchObject({ value_minor: 9_000, contradicted_at: noon(MINUTE) });
    await send({ value: '100.00' });
    expect(await amounts(id)).toEqual({ net: 10_000, cost: 800, user: 420 });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('is not corrected by another way or a page', async () => {
    const { id, send } = await approved();
    await send({ value: '60.00', channel: 'shop_plugin' });
    await send({ value: '60.00', channel: 'sales_pixel' });
    expect(await store.row(id)).toMatchObject({ value_minor: 10_000, contradicted_at: noon() });
  });

  it('has another value by the decision of a user, until the month is closed, and up to the limit of the store', async () => {
    const { id, send } = await approved();
    await send({ value: '120.00' });
    await change(id, { value: { minor: 12_000, currency: 'SEK' } }, { actorId: memberId });
    expect(await amounts(id)).toEqual({ net: 12_000, cost: 960, user: 504 });
    const tooMuch = change(id, { value: { minor: 100_000_001, currency: 'SEK' } }, { actorId: memberId });
    await expect(tooMuch).rejects.toMatchObject({ code: 'value_limit' });
    await closeMonth();
    const raised = change(id, { value: { minor: 12_001, currency: 'SEK' } }, { actorId: memberId });
    await expect(raised).rejects.toMatchObject({ code: 'month_closed' });
    await change(id, { value: { minor: 11_000, currency: 'SEK' } }, { actorId: memberId });
    await change(id, { value: { minor: 13_000, currency: 'SEK' } }, by('server'));
    expect(await amounts(id)).toEqual({ net: 11_000, cost: 880, user: 462 });
    await openMonth();
  });

  it('keeps its value while it has refunds, with a warning, and follows the reports when they are gone', async () => {
    const { id, send } = await approved();
    await change(id, { refundedMinor: 1_000 }, by('server'));
    const warnings: Warning[] = [];
    await changeOrder(
      { db: store.database.db, now: () => noon() },
      { id },
      { value: { minor: 8_000, currency: 'SEK' }, actorId: KEY, warnings },
    );
    expect(warnings).toEqual([{ field: 'order_value', message: expect.stringMatching(/has refunds.*100\.00 SEK/) }]);
    expect(await amounts(id)).toMatchObject({ net: 9_000 });
    await change(id, { refundedMinor: 0 }, by('server'));
    expect(await amounts(id)).toMatchObject({ net: 8_000, cost: 640 });
    await send({ value: '100.00' });
    expect(await amounts(id)).toMatchObject({ net: 10_000 });
  });
});

describe('The value that a user states', () => {
  it('applies to an order that a page has reported, and keeps its creator and terms', async () => {
    const send = anOrder();
    const { id } = await send({ channel: 'sales_pixel', clickId: await store.click() });
    await change(id, { value: { minor: 5_000, currency: 'SEK' } }, { actorId: memberId });
    expect(await store.row(id)).toMatchObject({ link_id: store.link.id, value_minor: 5_000, cost_minor: 400 });
    await send({ value: '40.00' });
    expect(await store.row(id)).toMatchObject({ value_minor: 4_000, cost_minor: 320 });
  });

  it('is refused for an order whose reports contradict each other, and a program’s value disputes that of a page', async () => {
    const send = anOrder();
    const { id } = await send({ channel: 'sales_pixel', clickId: await store.click(), value: '5000.00' });
    await change(id, { value: { minor: 10_000, currency: 'SEK' } }, by('server'));
    expect(await store.row(id)).toMatchObject({ unattributed_reason: 'disputed', cost_minor: 0 });
    const refused = change(id, { value: { minor: 10_000, currency: 'SEK' } }, { actorId: memberId });
    await expect(refused).rejects.toMatchObject({ code: 'order_unresolved' });
  });
});

describe('A denial', () => {
  it.each(['server', 'shop_plugin'] as const)(
    'by a program (%s) is undone by the same program, with both in the history',
    async (way) => {
      const other = way === 'server' ? 'shop_plugin' : 'server';
      const { id } = await anOrder()({ channel: way, clickId: await store.click() });
      await change(id, { status: 'denied' }, by(way));
      expect(await amounts(id)).toMatchObject({ cost: 0, user: 0 });
      for (const status of ['approved', 'pending'] as const)
        await expect(change(id, { status }, by(other))).rejects.toMatchObject({ code: 'illegal_transition' });
      await change(id, { status: 'pending' }, by(way));
      expect(await store.row(id)).toMatchObject({ status: 'pending', cost_minor: 800 });
      await change(id, { status: 'pending' }, by(way));
      await change(id, { status: 'denied' }, by(way));
      await change(id, { status: 'approved' }, by(way));
      expect(await store.row(id)).toMatchObject({ status: 'approved', cost_minor: 800 });
      expect(await kinds(id)).toEqual(['reported', 'status', 'status', 'status', 'status', 'status']);
      expect(await orderFaults(store.database.pool)).toEqual([]);
    },
  );

  it('by a user stays, and so does one whose month is closed', async () => {
    const { id } = await anOrder()({ clickId: await store.click() });
    await change(id, { status: 'denied' }, { actorId: memberId });
    for (const way of ['server', 'shop_plugin'] as const)
      await expect(change(id, { status: 'approved' }, by(way))).rejects.toMatchObject({ code: 'illegal_transition' });
    const { id: late } = await anOrder()({ clickId: await store.click() });
    await change(late, { status: 'denied' }, by('server'));
    await closeMonth();
    await expect(change(late, { status: 'approved' }, by('server'))).rejects.toMatchObject({ code: 'month_closed' });
    await openMonth();
  });

  it('is undone in bulk by an API key, and not by a user', async () => {
    const { id } = await anOrder()({ clickId: await store.click() });
    const { order_id: orderId } = await store.row(id);
    await change(id, { status: 'denied' }, by('server'));
    const decide = (userId: number) =>
      decideOrders(
        { db: store.database.db, now: () => noon(MINUTE), actor: { userId } },
        { storeId: store.storeId, decisions: [{ orderId, status: 'approved' }] },
      );
    expect(await decide(memberId)).toMatchObject({ refused: [orderId] });
    expect(await decide(KEY)).toMatchObject({ changed: [orderId] });
    expect(await store.row(id)).toMatchObject({ status: 'approved', cost_minor: 800 });
  });

  it('is followed by the value that was reported meanwhile, once it is undone', async () => {
    const send = anOrder();
    const { id } = await send({ clickId: await store.click() });
    await change(id, { status: 'denied' }, by('server'));
    await send({ value: '150.00' });
    expect(await store.row(id)).toMatchObject({ status: 'denied', value_minor: 10_000, contradicted_at: null });
    await change(id, { status: 'pending' }, by('server'));
    expect(await store.row(id)).toMatchObject({ value_minor: 15_000, cost_minor: 1_200 });
  });
});

describe('Any sequence of honest reports', () => {
  it('that ends in “paid, value v” has the amounts of a plain order of v, whenever it was approved', async () => {
    const value = fc.integer({ min: 1, max: 50_000 });
    const step = fc.oneof(
      { arbitrary: fc.record({ kind: fc.constant('value' as const), minor: value, traced: fc.boolean() }), weight: 4 },
      { arbitrary: fc.record({ kind: fc.constant('page' as const) }), weight: 2 },
      { arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'revive' as const) }), weight: 2 },
      {
        arbitrary: fc.record({ kind: fc.constant('refund' as const), share: fc.integer({ min: 0, max: 100 }) }),
        weight: 1,
      },
    );
    const way = fc.constantFrom('server' as const, 'shop_plugin' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        value,
        value,
        way,
        fc.boolean(),
        async (steps, first, last, channel, isApproved) => {
          const clickId = await store.click();
          const send = anOrder();
          const euros = (minor: number) => (minor / 100).toFixed(2);
          const report = (minor: number, isTraced: boolean) =>
            send({ channel, value: euros(minor), ...(isTraced ? { clickId } : {}) });
          const { id } = await report(first, true);
          const most = Math.max(first, last, ...steps.map((one) => (one.kind === 'value' ? one.minor : 0)));
          if (isApproved) {
            await report(most, true);
            await change(id, { status: 'approved' }, { actorId: memberId });
          }
          for (const one of steps) {
            const { status } = await store.row(id);
            const least = (await amounts(id)).user;
            if (one.kind === 'value') await report(one.minor, one.traced);
            else if (one.kind === 'page') {
              await send({ channel: 'sales_pixel', clickId });
              expect((await amounts(id)).user).toBe(least);
            } else if (one.kind === 'cancel' && status === 'pending')
              await change(id, { status: 'denied' }, by(channel));
            else if (one.kind === 'revive' && status === 'denied') await change(id, { status: 'pending' }, by(channel));
            else if (one.kind === 'refund' && status !== 'denied') {
              const { original_minor: minor } = await store.row(id);
              await change(id, { refundedMinor: Math.floor((minor * one.share) / 100) }, by(channel));
              await change(id, { refundedMinor: 0 }, by(channel));
            }
          }
          await report(last, false);
          if ((await store.row(id))['status'] === 'denied') await change(id, { status: 'pending' }, by(channel));
          const plain = await anOrder()({ channel, value: euros(last), clickId });
          expect(await amounts(id)).toEqual(await amounts(plain.id));
        },
      ),
      { numRuns: 40 },
    );
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });
});
