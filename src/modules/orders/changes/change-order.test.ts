import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { createReportingShop, MINUTE, noon, type ReportingShop } from '../../../../tests/harness/reporting-shop.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Warning } from '../reports/warnings.ts';
import { changeOrder, type OrderChange } from './change-order.ts';
import { decideOrders } from './decide-orders.ts';

const store = await createReportingShop();

const change = (id: number, what: OrderChange, actorId: number | null = null) =>
  changeOrder({ db: store.database.db, now: () => noon(MINUTE) }, { id }, { ...what, actorId });
const clicked = async (report: Parameters<ReportingShop['reportAndRead']>[0] = {}) =>
  (await store.reportAndRead({ clickId: await store.click(), ...report }))['id'] as number;
const events = (id: number) =>
  store.run('SELECT kind, actor_id, at, details FROM order_events WHERE order_row_id = $1 ORDER BY id', id);
const linkDay = async () =>
  (
    await store.run(
      'SELECT sum(orders)::bigint AS n, sum(order_cost_minor)::bigint AS cost FROM link_days WHERE link_id = $1',
      store.link.id,
    )
  )[0]!;

describe('changing an order', () => {
  it('approves it: it earns as before, and the actor is recorded', async () => {
    const id = await clicked();
    expect(await change(id, { status: 'approved' }, store.userId)).toBe(id);
    expect(await store.row(id)).toMatchObject({ status: 'approved', cost_minor: 800, updated_at: noon(MINUTE) });
    expect((await events(id)).slice(1)).toEqual([
      { kind: 'status', actor_id: store.userId, at: noon(MINUTE), details: { from: 'pending', to: 'approved' } },
    ]);
  });

  it('denies it: it costs and earns nothing, in the totals, too', async () => {
    const before = await linkDay();
    const id = await clicked();
    expect(await linkDay()).toEqual({ n: before['n'] + 1, cost: before['cost'] + 800 });
    await change(id, { status: 'denied' });
    expect(await store.row(id)).toMatchObject({ counts: false, cost_minor: 0, user_minor: 0, agency_minor: 0 });
    expect(await linkDay()).toEqual(before);
  });

  it('refunds a part and then the whole; the remainder earns, and nothing when nothing remains', async () => {
    const before = await linkDay();
    const id = await clicked();
    await change(id, { refundedMinor: 3_333, status: 'approved' });
    expect(await store.row(id)).toMatchObject({
      refunded_minor: 3_333,
      cost_minor: 533,
      user_minor: 280,
      agency_minor: 40,
    });
    await change(id, { refundedMinor: 10_000 });
    expect(await store.row(id)).toMatchObject({ refunded_minor: 10_000, counts: false, cost_minor: 0, user_minor: 0 });
    expect(await linkDay()).toEqual(before);
    await change(id, { refundedMinor: 0 });
    expect(await store.row(id)).toMatchObject({ counts: true, cost_minor: 800 });
    expect((await events(id)).map(({ kind, details }) => [kind, details.to_minor])).toEqual([
      ['reported', undefined],
      ['status', undefined],
      ['refund', 3_333],
      ['refund', 10_000],
      ['refund', 0],
    ]);
  });

  it('records nothing for a repeated change', async () => {
    const id = await clicked();
    await change(id, { status: 'approved', refundedMinor: 0 });
    const before = [await store.row(id), await events(id)];
    await change(id, { status: 'approved', refundedMinor: 0 });
    expect([await store.row(id), await events(id)]).toEqual(before);
  });

  it('refuses a second decision and unknown orders, and limits a refund above the order', async () => {
    const id = await clicked();
    await change(id, { status: 'denied' });
    const refused = change(id, { status: 'approved' });
    await expect(refused).rejects.toThrow(RuleRefused);
    await expect(refused).rejects.toMatchObject({
      code: 'illegal_transition',
      message: expect.stringMatching(/denied stays/),
    });
    const warnings: Warning[] = [];
    await changeOrder(
      { db: store.database.db, now: () => noon(MINUTE) },
      { id },
      { refundedMinor: 10_001, actorId: null, warnings },
    );
    expect(await store.row(id)).toMatchObject({ original_refunded_minor: 10_000 });
    expect(warnings).toEqual([{ field: 'refunded', message: expect.stringMatching(/100\.00 SEK/) }]);
    await expect(change(2 ** 40, { status: 'approved' })).rejects.toThrow(NotFound);
  });

  it('refunds the same part of the value in the store’s currency when the order was paid in another currency', async () => {
    await store.run(`INSERT INTO exchange_rates (currency, day, units_per_eur, source)
      VALUES ('SEK', '2026-03-10', 11.37, 'test'), ('THB', '2026-03-10', 37.911, 'test') ON CONFLICT DO NOTHING`);
    const id = await clicked({ value: '399.99', currency: 'THB' });
    const { value_minor: value } = await store.row(id);
    await change(id, { refundedMinor: 13_333 });
    expect(await store.row(id)).toMatchObject({ refunded_minor: Math.round((value * 13_333) / 39_999) });
    await change(id, { refundedMinor: 39_999 });
    expect(await store.row(id)).toMatchObject({ refunded_minor: value, counts: false, cost_minor: 0 });
  });
});

/** The entries of the audit log about the store, oldest first. */
const audited = (action: string) =>
  store.run(
    "SELECT actor_id, at, details FROM audit_log WHERE subject_kind = 'store' AND subject_id = $1 AND action = $2 ORDER BY id",
    store.storeId,
    action,
  );

describe('the audit log', () => {
  it('names the person who has decided, corrected or refunded an order, and is silent about programs and repetitions', async () => {
    const id = await clicked();
    const before = (await audited('order.changed')).length;
    const was = await store.row(id);
    const denial = { reason: 'cancelled' as const, note: 'Never paid' };
    await change(id, { status: 'approved' }, store.userId);
    await change(id, { status: 'approved' }, store.userId);
    await change(id, { refundedMinor: 100 }, store.userId);
    const denied = await clicked();
    await change(denied, { status: 'denied', denial }, store.userId);
    const program = await clicked();
    await change(program, { status: 'approved' });
    const entries = (await audited('order.changed')).slice(before);
    const state = { currency: was['original_currency'], value_minor: was['original_minor'], refunded_minor: 0 };
    expect(entries.map((entry) => ({ actor: entry['actor_id'], ...(entry['details'] as object) }))).toEqual([
      {
        actor: store.userId,
        order_id: id,
        before: { ...state, status: 'pending' },
        after: { ...state, status: 'approved' },
      },
      {
        actor: store.userId,
        order_id: id,
        before: { ...state, status: 'approved' },
        after: { ...state, status: 'approved', refunded_minor: 100 },
      },
      {
        actor: store.userId,
        order_id: denied,
        before: { ...state, status: 'pending' },
        after: { ...state, status: 'denied' },
        denial_reason: 'cancelled',
      },
    ]);
  });
});

describe('deciding many orders at once', () => {
  it('returns the result of each, and records only changes', async () => {
    const [open, approved, denied] = [
      await store.reportAndRead(),
      await store.reportAndRead(),
      await store.reportAndRead(),
    ];
    await change(approved['id'], { status: 'approved' });
    await change(denied['id'], { status: 'denied' });
    const ctx = { db: store.database.db, actor: { userId: store.userId }, now: () => noon(MINUTE) };
    const named = [open, approved, denied].map((row) => ({
      orderId: row['order_id'] as string,
      status: 'approved' as const,
    }));
    const decisions = [
      { orderId: open['order_id'], status: 'denied' as const },
      ...named,
      { orderId: 'nowhere', status: 'denied' as const },
    ];
    expect(await decideOrders(ctx, { storeId: store.storeId, decisions })).toEqual({
      changed: [open['order_id']],
      unchanged: [approved['order_id']],
      refused: [denied['order_id']],
      unknown: ['nowhere'],
      unresolved: [],
    });
    expect(await store.row(open['id'])).toMatchObject({ status: 'approved', updated_at: noon(MINUTE) });
    expect((await events(open['id'])).slice(1)).toEqual([
      { kind: 'status', actor_id: store.userId, at: noon(MINUTE), details: { from: 'pending', to: 'approved' } },
    ]);
    expect(await events(approved['id'])).toHaveLength(2);
    expect(await audited('orders.decided')).toEqual([
      { actor_id: store.userId, at: noon(MINUTE), details: { approved: 1, denied: 0, orders: [open['order_id']] } },
    ]);
    const elsewhere = await decideOrders(ctx, { storeId: await store.market.store(), decisions: named });
    expect(elsewhere).toMatchObject({ changed: [], unknown: named.map(({ orderId }) => orderId) });
  });
});

describe('the cost and earnings of an order', () => {
  it('are split so that store = creator + client + platform, never negative, never above the share of the value', async () => {
    const ppm = fc.integer({ min: 0, max: 1_000_000 });
    const terms = fc
      .record({ value: fc.integer({ min: 0, max: 1e11 }), refund: ppm, cpa: ppm, invoice: ppm, user: ppm, client: ppm })
      .map(({ cpa, invoice, user, client: agency, ...rest }) => ({
        ...rest,
        cpa: Math.min(cpa, invoice),
        invoice,
        user,
        client: Math.min(agency, 1_000_000 - user),
      }));
    const id = await clicked();
    await fc.assert(
      fc.asyncProperty(terms, async ({ value, refund, cpa, invoice, user, client: agency }) => {
        const refunded = Math.floor((value / 1e6) * refund);
        const [row] = await store.run(
          `UPDATE orders SET original_minor = $2, value_minor = $2, original_refunded_minor = $3, refunded_minor = $3, cpa_ppm = $4,
             invoice_cpa_ppm = $5, user_share_ppm = $6, agency_share_ppm = $7 WHERE id = $1 RETURNING *`,
          id,
          value,
          refunded,
          cpa,
          invoice,
          user,
          agency,
        );
        const [cost, creator, agencyCut] = [row!['cost_minor'], row!['user_minor'], row!['agency_minor']];
        const platform = cost - creator - agencyCut;
        expect(Math.min(cost, creator, agencyCut, platform)).toBeGreaterThanOrEqual(0);
        const left = BigInt(value - refunded);
        expect(BigInt(cost) * 1_000_000n <= left * BigInt(invoice)).toBe(true);
        expect(BigInt(cost + 1) * 1_000_000n > left * BigInt(invoice)).toBe(true);
        expect(await orderFaults(store.database.pool)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('follow every history of changes, and end at zero when everything is denied or refunded', async () => {
    const step = fc.oneof(
      fc.record({ status: fc.constantFrom('approved' as const, 'denied' as const) }),
      fc.record({ refundedMinor: fc.integer({ min: 0, max: 10_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: 2 }), step), { maxLength: 8 }), async (steps) => {
        const before = await linkDay();
        const ids = [await clicked(), await clicked(), await clicked()];
        for (const [which, what] of steps)
          await change(ids[which]!, what).catch((error) => {
            if (!(error instanceof RuleRefused)) throw error;
          });
        expect(await orderFaults(store.database.pool)).toEqual([]);
        for (const id of ids) await change(id, { refundedMinor: 10_000 });
        expect(await linkDay()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});
