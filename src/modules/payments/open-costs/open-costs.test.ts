import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { closeMonth, createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const { application, cast } = await createClosedMarket();

const get = (storeId: number, role: Role | null) =>
  application.call({ url: `/v2/stores/${storeId}/open-costs`, ...(role === null ? {} : { as: cast.tokens[role] }) });
const sek = (amount: string) => ({ amount, currency: 'SEK' });
const none = { quantity: 0, amount: sek('0.00') };

describe('The amounts that a store owes for open months', () => {
  it('are zero for a closed month', async () => {
    const { status, body } = await get(cast.storeId, 'advertiser');
    expect([status, body.currency]).toEqual([200, 'SEK']);
    expect(body.months).toEqual([
      { month: '2026-02', clicks: none, commission: none, one_time: none, total: sek('0.00'), pending: none },
    ]);
  });

  it('equal the invoices of the closing, with pending amounts separate', async () => {
    const { market, database } = application;
    const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const at = new Date('2026-02-02T10:00:00Z');
    await clickRecorder(
      database,
      createCalendar('UTC'),
    )([
      { code: link.code, at },
      { code: link.code, at },
    ]);
    const order = { linkId: link.id, campaignId: null, day: '2026-02-02', cpaPpm: 100_000 };
    await bookOrder(database.pool, { ...order, valueMinor: 50_000 });
    await bookOrder(database.pool, { ...order, valueMinor: 20_000, status: 'pending' });
    const { body } = await get(cast.storeId, 'advertiser');
    expect(body.months).toEqual([
      {
        month: '2026-02',
        clicks: { quantity: 2, amount: sek('8.00') },
        commission: { quantity: 1, amount: sek('50.00') },
        one_time: none,
        total: sek('58.00'),
        pending: { quantity: 1, amount: sek('20.00') },
      },
    ]);
    await closeMonth(application, '2026-02', new Date('2026-03-02T08:00:00Z'));
    const invoices = await application.call({
      url: `/v2/stores/${cast.storeId}/invoices`,
      as: cast.tokens.advertiser,
    });
    expect(invoices.body.data[0]).toMatchObject({ month: '2026-02', net: body.months[0].total });
  });

  it('is for the store’s members and administrators', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'otherAdvertiser', 'admin'] as const)
      statuses.push((await get(cast.storeId, role)).status);
    expect(statuses).toEqual([401, 403, 403, 403, 200]);
  });
});
