import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import {
  type CountedWay,
  countOfDay,
  countProven,
  limitOfDay,
  purgeReportTotals,
  uncount,
} from './count-reports-of-day.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);

const at = (time: string) => ({ db: database.db, now: () => new Date(time) });
const count = (storeId: number, time = '2030-03-01T23:59:00Z', way: CountedWay = 'sales_pixel') =>
  countOfDay(at(time), { storeId, way, max: 5 });

describe('New orders of a store', () => {
  it('are limited by day, also under concurrency, and the audit log records it', async () => {
    const storeId = await market.store();
    const all = await Promise.all(Array.from({ length: 20 }, () => count(storeId)));
    expect(all.filter(Boolean)).toHaveLength(5);
    const { rows } = await database.pool.query(
      "SELECT details FROM audit_log WHERE action = 'store.reports_limited' AND subject_id = $1",
      [storeId],
    );
    expect(rows).toEqual([{ details: { channel: 'sales_pixel', reports: 5, day: '2030-03-01' } }]);
  });

  it('are refused above the limit if their reports prove their origin', async () => {
    const storeId = await market.store();
    const proven = () => countProven(at('2030-03-01T23:59:00Z'), { storeId, way: 'shop_plugin', max: 1 });
    await proven();
    const refusal = await proven().catch((error) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal.retryAfterSeconds).toBe(60);
  });

  it('are counted separately for each store, way and day', async () => {
    const [storeId, other] = [await market.store(), await market.store()];
    for (let n = 0; n < 5; n += 1) await count(storeId);
    expect(await count(other)).toBe(true);
    expect(await count(storeId, '2030-03-01T23:59:00Z', 'shop_plugin')).toBe(true);
    expect(await count(storeId, '2030-03-01T23:59:00Z', 'signed_page')).toBe(true);
    expect(await count(storeId, '2030-03-02T00:00:00Z')).toBe(true);
    expect(await count(storeId)).toBe(false);
  });

  it('leave room for another one if no order was recorded', async () => {
    const storeId = await market.store();
    for (let n = 0; n < 5; n += 1) await count(storeId);
    await uncount(at('2030-03-01T23:59:00Z'), { storeId, way: 'sales_pixel' });
    expect(await count(storeId)).toBe(true);
    expect(await count(storeId)).toBe(false);
  });

  it('may be ten times those of the busiest of the last 28 days, without denied ones and without floods', async () => {
    const storeId = await market.store();
    const orders = async (day: string, n: number, status = 'pending') => {
      await database.pool.query(
        `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency, attribution, unattributed_reason,
           cost_minor, user_minor, agency_minor)
         SELECT $1, $2::text || status || n, 'sales_pixel', status, $2::text::timestamptz, $2::text::date, 100, 'SEK', 100, s.currency, 'none', 'no_click', 0, 0, 0
         FROM generate_series(1, $3) n, stores s, (SELECT $4::text AS status) t WHERE s.id = $1`,
        [storeId, day, n, status],
      );
    };
    const limit = (day: string) => limitOfDay(at(`${day}T12:00:00Z`), { storeId, least: 30 });
    await orders('2030-03-01', 7);
    await orders('2030-03-01', 9, 'denied');
    await orders('2030-03-02', 4);
    await orders('2030-03-03', 50);
    await orders('2030-03-05', 90);
    await database.pool.query(
      `INSERT INTO store_report_totals (store_id, day, channel, reports, kept) VALUES ($1, '2030-03-03', 'sales_pixel', 50, 20)`,
      [storeId],
    );
    expect(await limit('2030-03-05')).toBe(70);
    expect(await limit('2030-02-01')).toBe(30);
    // The day is kept once it is known: later orders of the past do not change it.
    await orders('2030-03-02', 20, 'approved');
    expect(await limit('2030-03-05')).toBe(70);
    // A day on which the limit was reached counts as soon as the store has recorded what was kept of it.
    await database.pool.query('UPDATE store_report_totals SET confirmed = 1 WHERE store_id = $1 AND kept > 0', [
      storeId,
    ]);
    expect(await limit('2030-03-04')).toBe(500);
    expect(await limit('2030-05-01')).toBe(30);
  });

  it('are purged after three months', async () => {
    const storeId = await market.store();
    await count(storeId, '2031-01-01T00:00:00Z');
    const kept = async () => {
      const { rows } = await database.pool.query('SELECT FROM store_report_totals WHERE store_id = $1', [storeId]);
      return rows.length;
    };
    await purgeReportTotals(at('2031-04-01T00:00:00Z'));
    expect(await kept()).toBe(1);
    expect(await purgeReportTotals(at('2031-04-02T00:00:00Z'))).toBeGreaterThan(0);
    expect(await kept()).toBe(0);
  });
});
