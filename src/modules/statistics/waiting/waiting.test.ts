import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createCast, type Role, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';

const NOON = new Date('2026-03-30T12:00:00Z');
let now = NOON;

const application = await createTestApplication({ now: () => now });
const cast = await createCast(application);

const get = (role: Role | null, store = cast.storeId) =>
  application.call({ url: `/v2/stores/${store}/waiting`, ...(role === null ? {} : { as: cast.tokens[role] }) });

describe('GET /v2/stores/{store}/waiting', () => {
  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('to %s: %s', async (role, status) => {
    expect((await get(role)).status).toBe(status);
  });

  it('is empty and silent at first', async () => {
    expect((await get('otherAdvertiser', cast.otherStoreId)).body).toEqual({
      applications: 0,
      pending_orders: { count: 0, cost: { amount: '0.00', currency: 'SEK' } },
      open_invoices: [],
      tracking: { last_order_told_at: null, is_silent: true },
    });
  });

  it("counts the store's pending decisions and payments", async () => {
    const { market, database } = application;
    const campaignId = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    await market.participant({ campaignId, userId: cast.ids.creator, status: 'applied' });
    await market.participant({ campaignId, userId: cast.ids.otherCreator, status: 'accepted' });
    const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const order = { linkId: link.id, campaignId: null, day: '2026-03-30', valueMinor: 10_000, cpaPpm: 100_000 };
    for (const status of ['pending', 'approved', 'denied'] as const)
      await bookOrder(database.pool, { ...order, status });
    await database.pool.query('UPDATE orders SET created_at = $1', [now]);
    await database.pool.query(
      `INSERT INTO order_collectors (store_id, collector, last_seen_at) VALUES ($1, 'server', $2)`,
      [cast.storeId, now],
    );
    expect((await get('advertiser')).body).toMatchObject({
      applications: 1,
      pending_orders: { count: 1, cost: { amount: '10.00', currency: 'SEK' } },
      tracking: { is_silent: false },
    });
  });

  it('reports silent tracking after a week', async () => {
    const isSilent = async (ms: number) => {
      now = new Date(NOON.getTime() + ms);
      return (await get('advertiser')).body.tracking.is_silent;
    };
    const week = 7 * 86_400_000;
    expect([await isSilent(week), await isSilent(week + 1)]).toEqual([false, true]);
  });
});
