import { beforeEach, describe, expect, it } from 'vitest';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';
import { purgeReportTotals } from './count-reports-of-day.ts';
import { findStoreByTrackingKey } from './find-store.ts';

let clock = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => clock });
const { market, tokenOf, call, app, database } = store.application;
const memberId = await market.user();
await market.member(store.storeId, memberId);
const member = await tokenOf(memberId);

beforeEach(async () => {
  clock = new Date('2026-03-15T12:00:00Z');
  await store.reset();
  await store.query('DELETE FROM refused_reports');
});

const refused = async (way: string, as = member) =>
  (await call({ url: `/v2/advertisers/${store.storeId}/order-collectors/${way}`, as })).body.refused;
const rows = async () => Number((await store.query('SELECT count(*) AS n FROM refused_reports'))[0].n);

describe('refused reports', () => {
  it('of pages are counted by field and day, with the latest reason', async () => {
    expect(await refused('sales_pixel')).toEqual({ reports: 0, latest: [] });
    expect((await store.pixel({ order_id: 'A', order_value: '1,234' })).status).toBe(422);
    clock = new Date('2026-03-15T12:05:00Z');
    expect((await store.pixel({ order_id: 'A', order_value: 'abc' })).status).toBe(422);
    expect((await store.pixel({ order_id: 'A', order_value: '1', currency: 'ZZZ' })).status).toBe(422);
    const { reports, latest } = await refused('sales_pixel');
    expect(reports).toBe(3);
    expect(latest).toEqual([
      { field: 'currency', reason: expect.any(String), at: '2026-03-15T12:05:00.000Z', reports: 1 },
      { field: 'order_value', reason: expect.any(String), at: '2026-03-15T12:05:00.000Z', reports: 2 },
    ]);
    clock = new Date('2026-03-16T12:00:00Z');
    await store.pixel({ order_id: 'A', order_value: 'abc' });
    expect((await refused('sales_pixel')).latest[0]).toMatchObject({ field: 'order_value', reports: 1 });
  });

  it('through the store’s own domain, of plugins and of servers are counted by their ways', async () => {
    await app.inject({ url: `/trb/${store.trackingKey}.gif?order_id=A&order_value=x` });
    await store.plugin({ order_id: 'A', order_value: 'x' });
    const url = `/v2/stores/${store.storeId}/orders`;
    await call({ method: 'POST', url, as: member, body: { order_id: 'A', order_value: 'x' } });
    for (const way of ['sales_pixel', 'shop_plugin', 'server'])
      expect([way, (await refused(way)).latest]).toMatchObject([way, [{ field: 'order_value', reports: 1 }]]);
  });

  it('of a way that does not count are named by the code of the refusal', async () => {
    const rules = `/v2/advertisers/${store.storeId}/order-rules`;
    await call({ method: 'PATCH', url: rules, as: member, body: { counted_ways: ['server'] } });
    await store.plugin({ order_id: 'A', order_value: '1' });
    expect((await refused('shop_plugin')).latest).toMatchObject([{ field: 'report', reason: 'way_not_counted' }]);
  });

  it('are not counted for accepted reports, unknown stores and callers without permission', async () => {
    await store.pixel({ order_id: 'A', order_value: '1' });
    await store.pixel({ order_id: 'A', order_value: 'x' }, { key: 'f'.repeat(24) });
    const body = { order_id: 'A', order_value: 'x' };
    await call({ method: 'POST', url: `/v2/stores/${store.storeId}/orders`, body });
    const stranger = await tokenOf(await market.user());
    await call({ method: 'POST', url: `/v2/stores/${store.storeId}/orders`, as: stranger, body });
    await store.plugin({ ...body, service_activation_key: 'wrong' });
    expect(await rows()).toBe(0);
    expect(await findStoreByTrackingKey({ db: database.db }, `${store.trackingKey}\0`)).toBe(null);
  });

  it('cannot fill the table: many requests with invented fields and long reasons have one row', async () => {
    const send = (n: number) =>
      app.inject({
        url: `/px/${store.trackingKey}.gif?order_id=A&order_value=${'9'.repeat(60)}x${n}&field${n}=${'y'.repeat(500)}`,
      });
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)));
    expect(await rows()).toBe(1);
    expect(await refused('sales_pixel')).toMatchObject({ reports: 30 });
  });

  it('are purged after three months, and shown for 30 days', async () => {
    await store.pixel({ order_id: 'A', order_value: 'x' });
    clock = new Date('2026-04-15T12:00:00Z');
    expect(await refused('sales_pixel')).toEqual({ reports: 0, latest: [] });
    await purgeReportTotals({ db: database.db, now: () => clock });
    expect(await rows()).toBe(1);
    clock = new Date('2026-06-20T12:00:00Z');
    await purgeReportTotals({ db: database.db, now: () => clock });
    expect(await rows()).toBe(0);
  });
});
