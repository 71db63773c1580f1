import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { setRateSteps } from '../../campaigns/rate-steps/set-rate-steps.ts';
import { audit } from '../../payments/index.ts';
import { changeOrder } from '../changes/change-order.ts';
import { recordOrder } from '../reports/record-order.ts';
import { settleRateSteps } from './settle-steps.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const calendar = createCalendar('UTC');
const record = clickRecorder(database, calendar);
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const HOUR_MS = 3_600_000;
/** Before the end of a month and of a quarter, so that orders fall into several. */
const BEGIN = Date.UTC(2026, 2, 25, 12);
const CREATORS = ['creator', 'otherCreator'] as const;

interface Version {
  counts: 'orders' | 'value';
  period: 'month' | 'quarter' | 'ever';
  applies: 'later' | 'whole';
  steps: { from: number; cpaPpm: number; cpoMinor: number }[];
}
type Act =
  | { act: 'order'; by: number; value: number; isRule: boolean }
  | { act: 'approve' | 'deny' | 'void'; which: number }
  | { act: 'refund'; which: number; part: number }
  | ({ act: 'steps' } & Version);

const steps = fc
  .record({
    counts: fc.constantFrom('orders' as const, 'value' as const),
    period: fc.constantFrom('month' as const, 'quarter' as const, 'ever' as const),
    applies: fc.constantFrom('later' as const, 'whole' as const),
    /** The rises of each step over the one before. */
    rises: fc.array(
      fc.record({
        from: fc.integer({ min: 1, max: 2 }),
        cpaPpm: fc.constantFrom(0, 20_000, 77_777),
        cpoMinor: fc.constantFrom(0, 0, 333),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ rises, applies, ...one }): Version => {
    const last = { from: 0, cpaPpm: 80_000, cpoMinor: 0 };
    const all = rises.map((rise) => {
      last.from += rise.from * (one.counts === 'orders' ? 1 : 9_000);
      last.cpaPpm += rise.cpaPpm;
      last.cpoMinor += rise.cpoMinor;
      return { ...last };
    });
    return { ...one, applies: one.period === 'ever' ? 'later' : applies, steps: all };
  });
const which = fc.nat();
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('order' as const),
      by: fc.integer({ min: 0, max: 1 }),
      value: fc.integer({ min: 1, max: 20_000 }),
      isRule: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: fc.record({ act: fc.constant('approve' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deny' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('void' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      which,
      part: fc.constantFrom(0, 0.5, 1),
    }),
  },
  { weight: 2, arbitrary: steps.map((one) => ({ act: 'steps' as const, ...one })) },
);

interface ModelOrder {
  id: number;
  by: number;
  at: Date;
  value: number;
  refunded: number;
  isRule: boolean;
  status: 'pending' | 'approved' | 'denied';
  version: Version | null;
  /** The step with which it was approved; null: none, or not approved. */
  step: Version['steps'][number] | null;
}

/** The first month of the period of a day, as a text. */
function periodOf({ period }: Version, at: Date): string {
  if (period === 'ever') return '';
  const month = at.getUTCMonth();
  return `${at.getUTCFullYear()} ${period === 'month' ? month : Math.floor(month / 3)}`;
}

/** The highest step that the approved orders of the creator in the period reach, without one of them. */
function stepOf(orders: readonly ModelOrder[], order: ModelOrder, without: ModelOrder | null) {
  const { version } = order;
  if (version === null) return null;
  let sum = 0;
  for (const one of orders) {
    const isOther = one.by !== order.by || periodOf(version, one.at) !== periodOf(version, order.at);
    if (one === without || isOther || one.status !== 'approved' || one.refunded === one.value) continue;
    sum += version.counts === 'orders' ? 1 : one.value - one.refunded;
  }
  let found: Version['steps'][number] | null = null;
  for (const step of version.steps) if (sum >= step.from) found = step;
  return found;
}

const PLAIN_PPM = 100_000;
/** The margin of the part of the value is 2 %; that of fixed amounts a fifth, rounded as stored. */
const MARGIN_PPM = 20_000;

it('Orders cost and earn what a naive model of steps, approvals, refunds, voids and versions says', async () => {
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 40 }), steps, async (acts, first) => {
      const storeId = await market.store();
      const campaignId = await market.campaign({ storeId });
      await market.price({ storeId, campaignId, cpcMinor: 1, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
      const links = await Promise.all(CREATORS.map((who) => market.link({ userId: cast.ids[who], storeId })));
      await query(
        `INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at) VALUES ($1, 1, $2, $3, $4)`,
        [
          campaignId,
          JSON.stringify([{ skus: null, categories: null, customer: 'new', cpa_ppm: 30_000 }]),
          cast.ids.admin,
          new Date(BEGIN - 48 * HOUR_MS),
        ],
      );
      const context = (at: Date) =>
        ({ db: database.db, now: () => at, actor: { userId: cast.ids.admin, isAdmin: true } }) as never;
      const setVersion = async (at: Date, version: Version) =>
        setRateSteps(context(at), {
          campaignId,
          wanted: {
            counts: version.counts,
            period: version.period,
            applies: version.applies,
            userTagId: null,
            steps: version.steps.map(({ from, cpaPpm, cpoMinor }) => ({
              ...(version.counts === 'orders' ? { orders: from } : { value_minor: from }),
              cpa_ppm: cpaPpm,
              ...(cpoMinor === 0 ? {} : { cpo_minor: cpoMinor }),
            })),
          },
        });
      await setVersion(new Date(BEGIN - 24 * HOUR_MS), first);
      let version = first;
      const orders: ModelOrder[] = [];
      for (const [index, one] of acts.entries()) {
        const at = new Date(BEGIN + index * 30 * HOUR_MS);
        const ctx = { db: database.db, now: () => at };
        if (one.act === 'steps') {
          version = one;
          await setVersion(new Date(at.getTime() - HOUR_MS / 2), one);
        } else if (one.act === 'order') {
          await record([{ code: links[one.by]!.code, at: new Date(at.getTime() - HOUR_MS / 4) }]);
          const [click] = await query('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [
            links[one.by]!.id,
          ]);
          const { id } = await recordOrder(
            ctx,
            { calendar },
            {
              storeId,
              channel: 'server',
              orderId: `O-${index}`,
              value: (one.value / 100).toFixed(2),
              currency: null,
              orderAt: at,
              clickId: click!.id,
              voucherCode: null,
              actorId: null,
              customer: one.isRule ? 'new' : null,
            },
          );
          orders.push({
            id,
            by: one.by,
            at,
            value: one.value,
            refunded: 0,
            isRule: one.isRule,
            status: 'pending',
            version: version.steps.length === 0 ? null : version,
            step: null,
          });
        } else {
          const order = orders[one.which % Math.max(1, orders.length)];
          if (order === undefined) continue;
          if (one.act === 'refund') {
            if (order.status === 'denied') continue;
            order.refunded = Math.floor(order.value * one.part);
            await changeOrder(ctx, { id: order.id }, { actorId: null, refundedMinor: order.refunded });
          } else if (one.act === 'void') {
            if (order.status !== 'approved') continue;
            order.status = 'denied';
            order.step = null;
            await query(`UPDATE orders SET status = 'denied', updated_at = $2 WHERE id = $1`, [order.id, at]);
          } else {
            if (order.status !== 'pending') continue;
            order.status = one.act === 'approve' ? 'approved' : 'denied';
            await changeOrder(ctx, { id: order.id }, { actorId: null, status: order.status });
            if (one.act === 'approve') order.step = stepOf(orders, order, order);
          }
        }
      }
      await settleRateSteps({ db: database.db, now: () => new Date(BEGIN + 3_000 * HOUR_MS) });
      const stored = await query('SELECT id, cost_minor, user_minor FROM orders WHERE store_id = $1 ORDER BY id', [
        storeId,
      ]);
      expect(stored).toEqual(
        orders.map((order) => {
          const isWhole = order.status === 'approved' && order.version?.applies === 'whole';
          const step = isWhole ? stepOf(orders, order, null) : order.step;
          if (step !== null) reached += 1;
          const left = order.value - order.refunded;
          const ppm = order.isRule ? 30_000 : Math.max(PLAIN_PPM, step?.cpaPpm ?? 0);
          const cpo = step?.cpoMinor ?? 0;
          if (order.status === 'denied' || left === 0) return { id: order.id, cost_minor: 0, user_minor: 0 };
          return {
            id: order.id,
            cost_minor: Math.floor((left * (ppm + MARGIN_PPM)) / 1_000_000) + Math.round(cpo * 1.2),
            user_minor: Math.floor(((left * ppm + cpo * 1_000_000) * 7) / 10_000_000),
          };
        }),
      );
    }),
    { numRuns: 25 },
  );
  expect(reached).toBeGreaterThan(0);
  expect(await orderFaults(database.pool)).toEqual([]);
  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
}, 240_000);
