import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, closeMonth } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING });
const { market, database } = application;
const { pool } = database;
const ZERO = { amount: '0.00', currency: 'SEK' };
const sek = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'SEK' });

describe('What a store pays for a participant', () => {
  let campaignId: number;
  let participantId: number;
  let otherParticipant: number;
  const read = (
    role: Role | null = 'advertiser',
    offer: number | string = campaignId,
    id: number | string = participantId,
  ) =>
    application.call({
      url: `/v2/offers/${offer}/participants/${id}/payments`,
      ...(role === null ? {} : { as: cast.tokens[role] }),
    });

  beforeAll(async () => {
    const { storeId, ids } = cast;
    campaignId = await market.campaign({ storeId, type: 'user_accept' });
    const elsewhere = await market.campaign({ storeId, type: 'user_accept' });
    await market.price({ storeId, cpcMinor: 100 });
    await market.price({ storeId, campaignId, cpcMinor: 300, invoiceCpcMinor: 400 });
    participantId = await market.participant({ campaignId, userId: ids.creator, status: 'accepted' });
    otherParticipant = await market.participant({ campaignId, userId: ids.otherCreator, status: 'accepted' });
    const link = await market.link({ userId: ids.creator, storeId });
    const others = await market.link({ userId: ids.otherCreator, storeId });
    await pool.query('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [campaignId, link.id]);
    const at = new Date('2026-01-10T10:00:00Z');
    await clickRecorder(database, createCalendar('UTC'))([link, link, others].map(({ code }) => ({ code, at })));
    const order = { linkId: link.id, campaignId, day: '2026-01-12', valueMinor: 100_000, cpaPpm: 100_000 };
    await bookOrder(pool, order);
    await bookOrder(pool, { ...order, status: 'pending', valueMinor: 50_000 });
    await bookOrder(pool, { ...order, status: 'denied' });
    await bookOrder(pool, { ...order, campaignId: null });
    await bookOrder(pool, { ...order, campaignId: elsewhere });
    await pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, participant_id, bonus_campaign_id, bonus_tier, user_minor, currency, payment_date, comment)
       VALUES ($1, $2, $3, NULL, NULL, 150000, 'SEK', '2026-01-20', 'Fee'), ($1, $2, NULL, $4, 1, 50000, 'SEK', '2026-01-31', 'Bonus'),
         ($1, $2, NULL, NULL, NULL, 7000, 'SEK', '2026-01-31', 'Something else'), ($1, $2, NULL, $5, 1, 9000, 'SEK', '2026-01-31', 'Elsewhere')`,
      [storeId, ids.creator, participantId, campaignId, elsewhere],
    );
  });

  it('is owed before the month is closed', async () => {
    const { status, body } = await read();
    const of = (quantity: number, minor: number) => ({ quantity, cost: sek(minor), invoiced: ZERO, paid: ZERO });
    expect([status, body]).toEqual([
      200,
      {
        participant_id: participantId,
        clicks: of(2, 800),
        commission: of(1, 10_000),
        one_time: of(2, 200_000),
        total: { cost: sek(210_800), invoiced: ZERO, paid: ZERO },
        pending: { quantity: 1, cost: sek(5_000) },
        agreed: ZERO,
        payments: [
          {
            id: expect.any(Number),
            kind: 'bonus',
            amount: sek(50_000),
            payment_date: '2026-01-31',
            comment: 'Bonus',
            is_void: false,
          },
          {
            id: expect.any(Number),
            kind: 'fee',
            amount: sek(150_000),
            payment_date: '2026-01-20',
            comment: 'Fee',
            is_void: false,
          },
        ],
      },
    ]);
  });

  it('is invoiced with the month, and paid with its invoice', async () => {
    // The bonus is inserted directly, because the closing would compare it with tiers.
    await pool.query(
      'UPDATE one_time_payments SET bonus_campaign_id = NULL, bonus_tier = NULL WHERE bonus_campaign_id <> $1',
      [campaignId],
    );
    await closeMonth(application, '2026-01', AFTER_CLOSING);
    const { body } = await read();
    const { rows } = await pool.query(
      `SELECT -sum(amount_minor)::int AS minor FROM ledger_entries WHERE part = 'cost' AND (origin_kind, origin_id) IN (
         SELECT origin_kind, origin_id FROM owed WHERE user_id = $1 AND campaign_id = $2)`,
      [cast.ids.creator, campaignId],
    );
    expect(rows[0].minor).toBeGreaterThan(100_000);
    expect(body.total).toEqual({ cost: sek(rows[0].minor), invoiced: sek(rows[0].minor), paid: ZERO });
    expect(body.clicks).toEqual({ quantity: 2, cost: sek(800), invoiced: sek(800), paid: ZERO });
    await pool.query(`UPDATE invoices SET paid_at = now() WHERE kind = 'store' AND store_id = $1`, [cast.storeId]);
    expect((await read()).body.total.paid).toEqual(sek(rows[0].minor));
    // A later refund reduces the owed amount at once, and the invoiced amount with the next closing.
    await pool.query(`UPDATE orders SET status = 'denied' WHERE campaign_id = $1 AND status = 'approved'`, [
      campaignId,
    ]);
    const { commission } = (await read()).body;
    expect(commission).toEqual({ quantity: 0, cost: ZERO, invoiced: sek(10_000), paid: sek(10_000) });
  });

  it('is zero for an address without a user, and separate for each participant', async () => {
    const { rows } = await pool.query(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'nobody@example.test', 'open') RETURNING id`,
      [campaignId],
    );
    expect((await read('advertiser', campaignId, rows[0].id)).body).toMatchObject({
      total: { cost: ZERO, invoiced: ZERO, paid: ZERO },
      pending: { quantity: 0, cost: ZERO },
      payments: [],
    });
    // The other participant has one click and none of the creator's orders or payments.
    const { body } = await read('advertiser', campaignId, otherParticipant);
    expect(body).toMatchObject({ clicks: { quantity: 1, cost: sek(400) }, total: { cost: sek(400) }, payments: [] });
  });

  it('is visible to the store alone', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'otherCreator', 'agency', 'otherAdvertiser', 'advertiser', 'admin'] as const)
      statuses.push((await read(role)).status);
    expect(statuses).toEqual([401, 403, 404, 404, 404, 200, 200]);
    const others = await market.campaign({ storeId: cast.otherStoreId, type: 'user_accept' });
    expect((await read('otherAdvertiser', others)).status).toBe(404);
    for (const id of [999_999, 'x', '-1']) expect((await read('advertiser', campaignId, id)).status).toBe(404);
  });
});
