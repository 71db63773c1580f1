import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../../payments/index.ts';
import { changeOrder } from '../changes/change-order.ts';
import { recordOrder } from '../reports/record-order.ts';
import { endBinding } from './end-binding.ts';
import { setProgramme } from './programme.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const calendar = createCalendar('UTC');
const record = clickRecorder(database, calendar);
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const HOUR_MS = 3_600_000;
/** The last day of a long month, so that months end earlier than they begin. */
const BEGIN = Date.UTC(2026, 0, 31, 12);
const CREATORS = ['creator', 'otherCreator'] as const;

interface Steps {
  steps: { months: number | null; cpa_ppm: number }[];
  paysFirst: boolean;
}
type Act =
  | { act: 'order'; customer: number; by: number | null }
  | { act: 'deny'; which: number }
  | { act: 'end'; which: number }
  | ({ act: 'programme' } & Steps);

const step = fc.record({
  months: fc.integer({ min: 1, max: 3 }),
  cpa_ppm: fc.constantFrom(0, 10_000, 123_456, 300_000),
});
const steps = fc
  .tuple(fc.array(step, { maxLength: 2 }), fc.boolean())
  .map(([some, isEndless]) => (isEndless ? [...some, { months: null, cpa_ppm: 50_000 }] : some));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('order' as const),
      customer: fc.integer({ min: 0, max: 2 }),
      by: fc.option(fc.integer({ min: 0, max: 1 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('deny' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('programme' as const), steps, paysFirst: fc.boolean() }) },
);

interface ModelBinding extends Steps {
  customer: number;
  by: number;
  since: Date;
  isEnded: boolean;
}
interface ModelOrder {
  id: number;
  customer: number;
  by: number | null;
  isClicked: boolean;
  isDenied: boolean;
  /** What 100.00 costs. */
  costMinor: number;
}

/** Months are added one at a time; a day that a month does not have is its last one. */
function isBefore(at: Date, since: Date, months: number): boolean {
  const [year, month, day] = [since.getUTCFullYear(), since.getUTCMonth() + months, since.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return at.getTime() < Date.UTC(year, month, Math.min(day, last), since.getUTCHours(), since.getUTCMinutes());
}

function rateAt({ steps: all }: Steps, since: Date, at: Date): number | null {
  let until = 0;
  for (const { months, cpa_ppm: ppm } of all) {
    if (months === null) return ppm;
    until += months;
    if (isBefore(at, since, until)) return ppm;
  }
  return null;
}

const PLAIN_MINOR = 1_200;
/** The margin is 2 % of the value; a rate of 0 costs nothing. */
const costOf = (ppm: number) => (ppm === 0 ? 0 : Math.floor((10_000 * (ppm + 20_000)) / 1_000_000));

it('Repeated orders earn what a naive model of customers, denials, ends and programmes says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 10, maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      async (acts, days) => {
        const storeId = await market.store();
        await market.price({ storeId, cpcMinor: 0, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
        const links = await Promise.all(CREATORS.map((who) => market.link({ userId: cast.ids[who], storeId })));
        const orders: ModelOrder[] = [];
        const bindings: ModelBinding[] = [];
        let programme: Steps = { steps: [{ months: 2, cpa_ppm: 200_000 }], paysFirst: false };
        const context = (at: Date) =>
          ({ db: database.db, now: () => at, actor: { userId: cast.ids.admin, isAdmin: true } }) as never;
        await setProgramme(context(new Date(BEGIN - HOUR_MS)), { storeId, ...programme });
        const isSupported = ({ customer, by }: ModelBinding) =>
          orders.some((order) => order.customer === customer && order.by === by && order.isClicked && !order.isDenied);
        for (const [index, one] of acts.entries()) {
          const at = new Date(BEGIN + index * days * 24 * HOUR_MS);
          if (one.act === 'programme') {
            programme = { steps: one.steps, paysFirst: one.paysFirst };
            await setProgramme(context(new Date(at.getTime() - HOUR_MS)), { storeId, ...programme });
          } else if (one.act === 'deny') {
            const order = orders[one.which % Math.max(1, orders.length)];
            if (order === undefined || order.isDenied) continue;
            await changeOrder(
              { db: database.db, now: () => at },
              { id: order.id },
              { actorId: null, status: 'denied' },
            );
            order.isDenied = true;
          } else if (one.act === 'end') {
            const open = bindings.filter((each) => !each.isEnded && rateAt(each, each.since, at) !== null);
            const chosen = open[one.which % Math.max(1, open.length)];
            if (chosen === undefined) continue;
            const hash = Buffer.alloc(32, chosen.customer + 1);
            const [{ id }] = await query(
              'SELECT id FROM customer_bindings WHERE store_id = $1 AND customer_hash = $2 AND ended_at IS NULL',
              [storeId, hash],
            );
            await endBinding(context(at), { id, storeId, reason: 'x' });
            chosen.isEnded = true;
          } else {
            const { customer, by } = one;
            if (by !== null) await record([{ code: links[by]!.code, at: new Date(at.getTime() - HOUR_MS) }]);
            const [click] =
              by === null
                ? []
                : await query('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [links[by]!.id]);
            const { id } = await recordOrder(
              { db: database.db, now: () => at },
              { calendar },
              {
                storeId,
                channel: 'server',
                orderId: `O-${index}`,
                value: '100.00',
                currency: null,
                orderAt: at,
                clickId: click?.id ?? null,
                voucherCode: null,
                actorId: null,
                customerHash: Buffer.alloc(32, customer + 1),
              },
            );
            const open = bindings.find((each) => each.customer === customer && !each.isEnded);
            const held = open !== undefined && isSupported(open) ? open : undefined;
            const rate = held === undefined ? null : rateAt(held, held.since, at);
            const order = {
              id,
              customer,
              by,
              isClicked: by !== null,
              isDenied: false,
              costMinor: by === null ? 0 : PLAIN_MINOR,
            };
            if (by === null && rate !== null) Object.assign(order, { by: held!.by, costMinor: costOf(rate) });
            else if (by !== null && rate !== null && held!.by === by) order.costMinor = costOf(rate);
            else if (by !== null && held === undefined) {
              if (open !== undefined) open.isEnded = true;
              if (programme.steps.length > 0) {
                bindings.push({ customer, by, since: at, isEnded: false, ...programme });
                if (programme.paysFirst) order.costMinor = costOf(programme.steps[0]!.cpa_ppm);
              }
            }
            orders.push(order);
          }
        }
        const stored = await query(
          'SELECT id, user_id, cost_minor, status FROM orders WHERE store_id = $1 ORDER BY id',
          [storeId],
        );
        expect(stored).toEqual(
          orders.map(({ id, by, isDenied, costMinor }) => ({
            id,
            user_id: by === null ? null : cast.ids[CREATORS[by]!],
            cost_minor: isDenied ? 0 : costMinor,
            status: isDenied ? 'denied' : 'pending',
          })),
        );
        const overlapping = await query(
          `SELECT FROM customer_bindings a JOIN customer_bindings b ON b.store_id = a.store_id AND b.customer_hash = a.customer_hash AND b.id > a.id
         WHERE a.store_id = $1 AND tstzrange(a.begins_at, a.ended_at) && tstzrange(b.begins_at, b.ended_at)`,
          [storeId],
        );
        expect(overlapping).toEqual([]);
        expect(await query('SELECT count(*)::int AS n FROM customer_bindings WHERE store_id = $1', [storeId])).toEqual([
          { n: bindings.length },
        ]);
      },
    ),
    { numRuns: 25 },
  );
  const [{ followed, ended }] = await query(`
    SELECT (SELECT count(*) FROM orders WHERE attribution = 'customer') AS followed,
      (SELECT count(*) FROM customer_bindings WHERE ended_reason = 'orders_denied') AS ended`);
  expect([followed > 0, ended > 0]).toEqual([true, true]);
  expect(await orderFaults(database.pool)).toEqual([]);
  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
}, 240_000);
