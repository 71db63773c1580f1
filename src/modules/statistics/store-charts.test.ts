import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import {
  createCountedMarket,
  DAYS,
  histories,
  RATES,
  type RawRows,
  rowsWhere,
  sumOf,
  ZONE,
} from '../../../tests/harness/counted-market.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { dayRange } from '../../platform/day-range.ts';
import { ordersPerDate } from './orders-per-date.ts';
import { storeClicksPerDay } from './store-clicks-per-day.ts';
import { storeGeneralStats } from './store-general-stats.ts';

const calendar = createCalendar(ZONE);
const now = new Date('2026-04-01T12:00:00Z');

const ctx = () => ({ db: market.database.db });

const market = await createCountedMarket(calendar);
beforeEach(() => market.purgeAll());

const counted = ({ clicks }: Pick<RawRows, 'clicks'>) => clicks.filter((click) => click.class === 0);
const distinct = (rows: RawRows, column: 'user_id' | 'link_id') =>
  new Set(counted(rows).map((click) => click[column])).size;
const traffic = (rows: RawRows) => ({
  clicks: counted(rows).length,
  costMinor: sumOf(rows.clicks, (click) => click.cost_minor) + sumOf(rows.orders, (order) => order.costMinor),
  orders: rows.orders.length,
  orderMinor: sumOf(rows.orders, (order) => order.valueMinor),
});

describe('a store’s clicks', () => {
  it('per day equal the sums of the raw clicks and orders, of all and of some creators', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.subarray([0, 1, 2]), async (given, chosen) => {
        const raw = await market.happen(given);
        const userIds = chosen.map((index) => market.creators[index]!.id);
        const range = dayRange({ first: DAYS[1], last: '2026-03-31' }, calendar, now);
        for (const [ids, { id: storeId }] of [null, userIds].flatMap((ids) =>
          market.stores.map((store) => [ids, store] as const),
        )) {
          const inside = rowsWhere(
            raw,
            (row) => row.store_id === storeId && row.day >= range.first && (ids === null || ids.includes(row.user_id)),
          );
          expect(await storeClicksPerDay(ctx(), { storeId, range, userIds: ids })).toEqual({
            ...traffic(inside),
            creators: distinct(inside, 'user_id'),
            links: distinct(inside, 'link_id'),
            days: [DAYS[1], DAYS[2], '2026-03-31'].map((day) => ({
              day,
              ...traffic(rowsWhere(inside, (row) => row.day === day)),
            })),
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('in total equal the sums of all raw clicks, without the cost of orders', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const raw = await market.happen(given);
        for (const { id: storeId, currency } of market.stores) {
          const own = rowsWhere(raw, (row) => row.store_id === storeId);
          const cost = sumOf(own.clicks, (click) => click.cost_minor);
          const count = counted(own).length;
          const rates = RATES[currency]!;
          expect(await storeGeneralStats(ctx(), { storeId, currency })).toEqual({
            clicks: count,
            creators: distinct(own, 'user_id'),
            links: 6,
            clickCostMinor: cost,
            averageCostMinor: count === 0 ? 0 : Math.round(cost / count),
            eurosPerUnit: expect.closeTo(1 / Number(rates.at(-1)![1]), 6),
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('have no euro value in a currency without a rate', async () => {
    const storeId = await market.market.store({ currency: 'XOF' });
    expect(await storeGeneralStats(ctx(), { storeId, currency: 'XOF' })).toMatchObject({ clicks: 0, eurosPerUnit: 0 });
  });
});

describe('a store’s orders by date', () => {
  it('equal the sums of the raw orders, on the days with an order', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const raw = await market.happen(given);
        const range = { first: DAYS[0], last: DAYS[1] };
        for (const { id: storeId } of market.stores) {
          const expected = [DAYS[0], DAYS[1]].flatMap((day) => {
            const { orders } = rowsWhere(raw, (row) => row.store_id === storeId && row.day === day);
            if (orders.length === 0) return [];
            return { day, orders: orders.length, orderMinor: sumOf(orders, (order) => order.valueMinor) };
          });
          expect(await ordersPerDate(ctx(), { storeId, range })).toEqual(expected);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('exclude a day whose only order was denied', async () => {
    const [link] = market.links;
    const order = { linkId: link!.id, campaignId: null, day: DAYS[0], valueMinor: 1_000, cpaPpm: 0 };
    await bookOrder(market.database.pool, order);
    const range = { first: DAYS[0], last: DAYS[2] };
    const ask = () => ordersPerDate(ctx(), { storeId: link!.storeId, range });
    expect(await ask()).toEqual([{ day: DAYS[0], orders: 1, orderMinor: 1_000 }]);
    await market.database.pool.query(`UPDATE orders SET status = 'denied'`);
    expect(await ask()).toEqual([]);
  });
});
