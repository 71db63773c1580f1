import { describe, expect, it } from 'vitest';
import { createTestApplication, TEST_COMPANY } from '../../../../tests/harness/application.ts';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { SqlDatabase } from '../../../platform/database/sql-database.ts';
import { audit } from '../audit/audit.ts';
import { LEDGER, TOTALS } from '../audit/checks.ts';
import { closeAllPeriods } from './close-period.ts';

let clock = new Date('2026-01-05T12:00:00Z');
const application = await createTestApplication({ now: () => clock });
const { market, database } = application;
const admin = await application.tokenOf(await market.user({ isAdmin: true }));
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const money = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'SEK' });
const asMember = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, token: string, body?: object) =>
  application.call({ method, url, as: token, ...(body === undefined ? {} : { body }) });

/** Closes all months before this one, as the job does. */
const closeBefore = (month: string) => {
  const now = () => new Date(`${month}-02T08:00:00Z`);
  return closeAllPeriods(
    { db: database.db, now, actorId: null },
    { calendar: createCalendar('UTC'), company: TEST_COMPANY },
  );
};

/** A store with a campaign and creators who have links. */
async function scene({ creditMinor = 1_000, creators = 2, approval = 'approved' as 'approved' | 'pending' } = {}) {
  const storeId = await market.store({ creditMinor, approval });
  const campaignId = await market.campaign({ storeId });
  const memberId = await market.user();
  await market.member(storeId, memberId);
  const users: number[] = [];
  const links: number[] = [];
  for (let n = 0; n < creators; n += 1) {
    users.push(await market.user());
    links.push((await market.link({ userId: users[n]!, storeId })).id);
  }
  const token = await application.tokenOf(memberId);
  return {
    storeId,
    campaignId,
    users,
    token,
    setTiers: (tiers: { orders: number; bonusMinor: number }[], budgetMinor: number) =>
      asMember('PUT', `/v2/offers/${campaignId}/bonus-tiers`, token, {
        tiers: tiers.map(({ orders, bonusMinor }) => ({ orders, bonus: money(bonusMinor) })),
        ...(tiers.length > 0 && { budget: money(budgetMinor) }),
      }),
    order: (creator: number, day: string, status: 'approved' | 'pending' = 'approved') =>
      bookOrder(database.pool, { linkId: links[creator]!, campaignId, day, valueMinor: 100, cpaPpm: 0, status }),
    setOrders: (set: string) => rows(`UPDATE orders SET ${set} WHERE campaign_id = $1`, [campaignId]),
    setLimit: (minor: number) =>
      rows('UPDATE store_credit SET own_limit_minor = $2, limit_minor = $2 WHERE store_id = $1', [storeId, minor]),
    approve: (to: string) => rows('UPDATE stores SET approval = $2 WHERE id = $1', [storeId, to]),
    credit: async () => {
      const { body } = await asMember('GET', `/v2/stores/${storeId}/credit`, admin);
      return { incurred: body.incurred_minor, promised: body.promised_minor };
    },
    payOnce: (minor: number) =>
      asMember('POST', `/stores/${storeId}/user/${users[0]}/oneTimePayment`, admin, {
        comment: 'Thanks',
        payment_date: clock.toISOString().slice(0, 10),
        user_earnings: minor,
      }),
    paid: () =>
      rows('SELECT user_id, user_minor FROM one_time_payments WHERE bonus_campaign_id = $1 ORDER BY id', [campaignId]),
  };
}

const faults = async () => (await audit(database.db)).filter((check) => check.faults > 0).map(({ title }) => title);
const BONUS_CHECKS = [...TOTALS, ...LEDGER].filter(({ title }) => title.startsWith('Bonuses'));
const refused = (code: string) => ({ status: 400, body: expect.objectContaining({ error: code }) });
const REFUNDED = 'refunded_minor = value_minor, original_refunded_minor = original_minor';
const ONE = [{ orders: 1, bonusMinor: 400 }];

describe('A bonus that is reached', () => {
  it('is promised: nothing else can spend it, and the closing turns it into a payment once', async () => {
    const { users, setTiers, order, setOrders, credit, payOnce, paid } = await scene();
    expect((await setTiers(ONE, 900)).status).toBe(200);
    await order(0, '2026-01-06', 'pending');
    expect(await credit()).toEqual({ incurred: 0, promised: 0 });
    await setOrders("status = 'approved'");
    expect(await credit()).toEqual({ incurred: 0, promised: 400 });
    expect(await payOnce(601)).toMatchObject(refused('credit_limit'));
    await order(0, '2026-01-07');
    await order(1, '2026-01-07');
    expect(await credit()).toEqual({ incurred: 0, promised: 800 });
    expect(await faults()).toEqual([]);
    await Promise.all([1, 2].map(() => closeBefore('2026-02')));
    expect(await paid()).toEqual(users.map((user) => ({ user_id: user, user_minor: 400 })));
    expect(await credit()).toEqual({ incurred: 800, promised: 0 });
    expect(await faults()).toEqual([]);
  });

  it('is released when orders are refunded or denied, and not counted beyond the budget', async () => {
    clock = new Date('2026-03-05T12:00:00Z');
    const { campaignId, setTiers, order, setOrders, credit } = await scene({ creators: 3 });
    await setTiers([...ONE, { orders: 2, bonusMinor: 100 }], 850);
    for (const creator of [0, 0, 1, 2]) await order(creator, '2026-03-06');
    expect(await credit()).toEqual({ incurred: 0, promised: 850 });
    await setOrders(REFUNDED);
    expect(await credit()).toEqual({ incurred: 0, promised: 0 });
    await setOrders('refunded_minor = 0, original_refunded_minor = 0');
    expect(await credit()).toEqual({ incurred: 0, promised: 850 });
    await setOrders("status = 'denied'");
    expect(await credit()).toEqual({ incurred: 0, promised: 0 });
    await rows('DELETE FROM orders WHERE campaign_id = $1', [campaignId]);
    expect(await faults()).toEqual([]);
  });

  it('of orders of this month is reserved when the first tiers of the month are set', async () => {
    const { order, setTiers, credit } = await scene();
    await order(0, '2026-03-02');
    expect((await setTiers(ONE, 900)).status).toBe(200);
    expect(await credit()).toEqual({ incurred: 0, promised: 400 });
    expect(await faults()).toEqual([]);
  });

  it('never refuses an order and never exceeds the credit; an uncovered part is reserved later', async () => {
    const { setTiers, order, payOnce, credit, setLimit, paid, users } = await scene({ creditMinor: 900 });
    await setTiers(ONE, 900);
    expect((await payOnce(300)).status).toBe(200);
    await order(0, '2026-03-06');
    await order(1, '2026-03-07');
    expect(await credit()).toEqual({ incurred: 300, promised: 600 });
    await closeBefore('2026-04');
    expect(await paid()).toEqual([{ user_id: users[0], user_minor: 400 }]);
    expect(await credit()).toEqual({ incurred: 700, promised: 200 });
    await setLimit(2_000);
    await closeBefore('2026-05');
    expect((await paid()).map(({ user_minor: minor }) => minor)).toEqual([400, 400]);
    expect(await credit()).toEqual({ incurred: 1_100, promised: 0 });
    expect(await faults()).toEqual([]);
  });
});

describe('A store cannot withdraw a bonus that is reached', () => {
  it('by lowering its budget or removing the tiers in the month, or with a lower credit limit', async () => {
    clock = new Date('2026-05-05T12:00:00Z');
    const { users, setTiers, order, setLimit, credit, paid } = await scene();
    await setTiers(ONE, 900);
    await order(0, '2026-05-06');
    expect((await setTiers([{ orders: 9, bonusMinor: 1 }], 1)).status).toBe(200);
    expect((await setTiers([], 0)).status).toBe(200);
    await order(1, '2026-05-07');
    expect(await credit()).toEqual({ incurred: 0, promised: 800 });
    await setLimit(0);
    await closeBefore('2026-06');
    expect(await paid()).toEqual(users.map((user) => ({ user_id: user, user_minor: 400 })));
    expect(await credit()).toEqual({ incurred: 800, promised: 0 });
    expect(await faults()).toEqual([]);
  });

  it('by losing its approval: the reservation stays and is paid when it is approved again', async () => {
    clock = new Date('2026-06-05T12:00:00Z');
    const { setTiers, order, approve, credit, paid } = await scene();
    await setTiers(ONE, 900);
    await order(0, '2026-06-06');
    await approve('pending');
    await order(1, '2026-06-07');
    expect(await credit()).toEqual({ incurred: 0, promised: 400 });
    await closeBefore('2026-07');
    expect([await paid(), await credit()]).toEqual([[], { incurred: 0, promised: 400 }]);
    await approve('approved');
    await closeBefore('2026-08');
    expect((await paid()).length).toBe(2);
    expect(await credit()).toEqual({ incurred: 800, promised: 0 });
    expect(await faults()).toEqual([]);
  });
});

describe('A bonus creates no money', () => {
  it('when its orders are voided after the payment: the next closing takes it back', async () => {
    clock = new Date('2026-08-05T12:00:00Z');
    const { campaignId, storeId, setTiers, order, credit, paid } = await scene();
    await setTiers(ONE, 900);
    await order(0, '2026-08-06');
    await closeBefore('2026-09');
    expect(await credit()).toEqual({ incurred: 400, promised: 0 });
    const selection = { kind: 'orders', store_id: storeId, from: '2026-08-01', to: '2026-08-31' };
    const preview = await asMember('POST', '/v2/admin/voids/preview', admin, selection);
    const made = await asMember('POST', '/v2/admin/voids', admin, {
      ...selection,
      fingerprint: preview.body.fingerprint,
      reason: 'Orders by the creator',
    });
    expect([preview.status, made.status]).toEqual([200, 201]);
    expect(await faults()).toEqual([]);
    await closeBefore('2026-10');
    expect(await paid()).toMatchObject([{ user_minor: 0 }]);
    expect(await credit()).toEqual({ incurred: 0, promised: 0 });
    expect(
      (await asMember('POST', `/v2/admin/voids/${made.body.id}/undo`, admin, { reason: 'They were genuine' })).status,
    ).toBeLessThan(300);
    expect(await credit()).toEqual({ incurred: 0, promised: 400 });
    await closeBefore('2026-11');
    expect(await paid()).toMatchObject([{ user_minor: 400 }]);
    expect(await faults()).toEqual([]);
    expect(await rows('SELECT is_settled FROM bonus_months WHERE campaign_id = $1', [campaignId])).toEqual([
      { is_settled: true },
    ]);
  });

  it('when a budget exceeds the remaining credit, or the store is not approved: the tiers are refused', async () => {
    clock = new Date('2026-11-05T12:00:00Z');
    const { setTiers, payOnce } = await scene();
    expect(await setTiers(ONE, 1_001)).toMatchObject(refused('credit_limit'));
    expect((await payOnce(500)).status).toBe(200);
    expect(await setTiers(ONE, 501)).toMatchObject(refused('credit_limit'));
    expect((await setTiers(ONE, 500)).status).toBe(200);
    const pending = await scene({ approval: 'pending' });
    expect(await pending.setTiers(ONE, 500)).toMatchObject(refused('store_pending'));
    expect(await rows('SELECT FROM bonus_tiers WHERE campaign_id = $1', [pending.campaignId])).toEqual([]);
  });

  it('when many orders are decided, refunded and reported at once, while tiers are set', async () => {
    clock = new Date('2026-11-05T12:00:00Z');
    const { setTiers, order, credit, campaignId } = await scene({ creditMinor: 2_000, creators: 6 });
    await Promise.all(Array.from({ length: 30 }, (_, n) => order(n % 6, '2026-11-06', 'pending')));
    const acts = Array.from({ length: 24 }, (_, n) => async () => {
      if (n === 8) expect((await setTiers([...ONE, { orders: 3, bonusMinor: 70 }], 1_900)).status).toBe(200);
      else if (n % 3 === 1) await order(n % 6, '2026-11-07');
      // Orders are locked in the order of their ids, as the application does.
      else
        await rows(
          `WITH chosen AS MATERIALIZED (
            SELECT id FROM orders WHERE campaign_id = $1 AND id % 24 IN ($2::int, $2::int + 1) ORDER BY id FOR NO KEY UPDATE
          ) UPDATE orders SET ${n % 2 === 0 ? "status = 'approved'" : REFUNDED} WHERE id IN (SELECT id FROM chosen)`,
          [campaignId, n],
        );
    });
    await Promise.all(acts.map((act) => act()));
    const { promised } = await credit();
    expect(promised).toBeGreaterThan(0);
    expect(promised).toBeLessThanOrEqual(1_900);
    expect(await faults()).toEqual([]);
  });
});

describe('The audit', () => {
  const TWICE = `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment, bonus_campaign_id, bonus_tier)
    SELECT store_id, user_id, user_minor, currency, payment_date, comment, bonus_campaign_id, bonus_tier FROM one_time_payments WHERE bonus_campaign_id = $1`;
  const paidScene = async () => {
    clock = new Date('2026-12-05T12:00:00Z');
    const { campaignId, setTiers, order, paid } = await scene();
    await setTiers(ONE, 900);
    for (const creator of [0, 1]) await order(creator, '2026-12-06');
    await closeBefore('2027-01');
    expect((await paid()).length).toBe(2);
    return campaignId;
  };
  let campaignId = 0;

  it('finds no fault in bonuses that a closing pays', async () => {
    campaignId = await paidScene();
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['orders that no longer count', `UPDATE orders SET status = 'denied' WHERE campaign_id = $1`],
    ['another amount', 'UPDATE one_time_payments SET user_minor = user_minor - 1 WHERE bonus_campaign_id = $1'],
    ['a budget that is exceeded', 'UPDATE bonus_tiers SET budget_minor = 500 WHERE campaign_id = $1'],
    ['another date', 'UPDATE one_time_payments SET payment_date = payment_date - 1 WHERE bonus_campaign_id = $1'],
    ['a bonus that is paid twice', TWICE],
    ['a total that is wrong', 'UPDATE bonus_months SET reached_minor = reached_minor + 1 WHERE campaign_id = $1'],
    ['a reservation without a bonus', 'UPDATE bonus_months SET reserved_minor = 1 WHERE campaign_id = $1'],
  ])('finds %s', async (_name, alteration) => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      // Alters rows by hand: the triggers that update the totals are disabled.
      for (const table of ['orders', 'one_time_payments', 'bonus_tiers'])
        await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await client.query('DROP INDEX one_time_payments_bonus');
      expect((await client.query(alteration, [campaignId])).rowCount).toBeGreaterThan(0);
      const found = await Promise.all(BONUS_CHECKS.map(({ faults: check }) => new SqlDatabase(client).execute(check)));
      expect(found.flatMap(({ rows: wrong }) => wrong).length).toBeGreaterThan(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
