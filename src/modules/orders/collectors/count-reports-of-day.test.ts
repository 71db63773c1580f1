import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { countOfDay, type PublicChannel, purgeReportTotals } from './count-reports-of-day.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);

const at = (time: string) => ({ db: database.db, now: () => new Date(time) });
const count = (storeId: number, time = '2030-03-01T23:59:00Z', channel: PublicChannel = 'sales_pixel') =>
  countOfDay(at(time), { storeId, channel, max: 5 });

describe('Reports of a store', () => {
  it('are limited by day, also under concurrency, and the audit log records it', async () => {
    const storeId = await market.store();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => count(storeId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refusal = await count(storeId).catch((error) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal.retryAfterSeconds).toBe(60);
    const { rows } = await database.pool.query(
      "SELECT details FROM audit_log WHERE action = 'store.reports_limited' AND subject_id = $1",
      [storeId],
    );
    expect(rows).toEqual([{ details: { channel: 'sales_pixel', reports: 5, day: '2030-03-01' } }]);
  });

  it('are counted separately for each store, channel and day', async () => {
    const [storeId, other] = [await market.store(), await market.store()];
    for (let n = 0; n < 5; n += 1) await count(storeId);
    await count(other);
    await count(storeId, '2030-03-01T23:59:00Z', 'shop_plugin');
    await count(storeId, '2030-03-02T00:00:00Z');
    await expect(count(storeId)).rejects.toThrow(TooManyRequests);
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
