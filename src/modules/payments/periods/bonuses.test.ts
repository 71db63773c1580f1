import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { closeMonth } from '../../../../tests/harness/closed-month.ts';

let clock = new Date('2026-01-05T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { storeId } = cast;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'PUT', url: string, body?: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[role], ...(body === undefined ? {} : { body }) });
const money = (amount: string) => ({ amount, currency: 'SEK' });
const tiersUrl = (campaignId: number) => `/v2/offers/${campaignId}/bonus-tiers`;
const fields = ({ body }: { body: { errors: object } }) => Object.keys(body.errors).sort();

interface Tier {
  orders?: number;
  value?: { amount: string; currency: string };
  bonus: { amount: string; currency: string };
}
const LOW: Tier[] = [
  { orders: 3, bonus: money('50.00') },
  { orders: 2, value: money('900.00'), bonus: money('120.50') },
  { value: money('2000.00'), bonus: money('300.00') },
];
const TIGHT: Tier[] = [
  { orders: 1, bonus: money('100.00') },
  { orders: 4, bonus: money('70.00') },
];

const campaigns = [await market.campaign({ storeId }), await market.campaign({ storeId })] as const;
const [wide, tight] = campaigns;
const creators = [cast.ids.creator, cast.ids.otherCreator];
for (let n = 0; n < 4; n += 1) creators.push(await market.user());
const links = new Map<number, number>();
for (const userId of creators) links.set(userId, (await market.link({ userId, storeId })).id);
await market.participant({ campaignId: wide, userId: cast.ids.creator, status: 'accepted' });

/** The tiers and the budget of each campaign by month, as promised. */
const PROMISED = new Map<string, { tiers: Tier[]; budgetMinor: number }>();
const promise = (campaignId: number, month: string, tiers: Tier[], budgetMinor: number) =>
  PROMISED.set(`${campaignId} ${month}`, { tiers, budgetMinor });

describe('Bonus tiers', () => {
  it('apply from this month if there are none, and are otherwise replaced from the next month', async () => {
    expect((await call('GET', tiersUrl(wide))).body).toEqual({ this_month: null, next_month: null });
    const body = { tiers: LOW, budget: money('10000.00') };
    const set = await call('PUT', tiersUrl(wide), body);
    expect([set.status, set.body]).toEqual([
      200,
      { this_month: { month: '2026-01', ...body }, next_month: { month: '2026-02', ...body } },
    ]);
    const changed = { tiers: TIGHT, budget: money('100.00') };
    const next = await call('PUT', tiersUrl(wide), changed);
    expect(next.body).toEqual({
      this_month: { month: '2026-01', ...body },
      next_month: { month: '2026-02', ...changed },
    });
    // Removing the tiers does not remove them in this month either, and setting them again keeps them.
    expect((await call('PUT', tiersUrl(wide), { tiers: [] })).body).toMatchObject({
      this_month: body,
      next_month: null,
    });
    expect((await call('PUT', tiersUrl(wide), body)).body.next_month).toMatchObject(body);
    expect((await call('PUT', tiersUrl(tight), { tiers: TIGHT, budget: money('270.00') })).status).toBe(200);
    expect((await call('GET', tiersUrl(tight), undefined, 'creator')).body.this_month.tiers).toEqual(TIGHT);
    const notified = await rows(`SELECT DISTINCT user_id FROM notifications WHERE message = 'rates_changed'`);
    expect(notified).toEqual([{ user_id: cast.ids.creator }]);
    for (const month of ['2026-01', '2026-02']) {
      promise(wide, month, LOW, 1_000_000);
      promise(tight, month, TIGHT, 27_000);
    }
  });

  it.each([
    [{ tiers: LOW }, ['budget']],
    [{ tiers: LOW, budget: money('200.00') }, ['budget.amount']],
    [{ tiers: LOW, budget: { amount: '900.00', currency: 'EUR' } }, ['budget.currency']],
    [{ tiers: [{ bonus: money('1.00') }], budget: money('9.00') }, ['tiers.0']],
    [{ tiers: [{ orders: 0, bonus: money('1.00') }], budget: money('9.00') }, ['tiers.0.orders']],
    [{ tiers: [{ orders: 1, bonus: money('0.00') }], budget: money('9.00') }, ['tiers.0.bonus.amount']],
    [{ tiers: [{ orders: 1, bonus: money('1.001') }], budget: money('9.00') }, ['tiers.0.bonus']],
    [{ tiers: Array.from({ length: 11 }, () => TIGHT[0]), budget: money('900.00') }, ['tiers']],
  ])('are refused as %#', async (body, expected) => {
    const reply = await call('PUT', tiersUrl(tight), body);
    expect([reply.status, fields(reply)]).toEqual([422, expected]);
  });
});

/** A deterministic random generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface PlainOrder {
  id: number;
  user_id: number;
  campaign_id: number;
  day: string;
  at: Date;
  status: string;
  left: number;
}

/** Computes the bonuses that are due until a month from single orders, in plain loops. Shares no code with the service. */
async function naiveBonuses(until: string, paid: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const orders: PlainOrder[] = await rows(
    `SELECT id, user_id, campaign_id, day, order_at AS at, status, value_minor - refunded_minor AS left FROM orders
     WHERE campaign_id IS NOT NULL ORDER BY order_at, id`,
  );
  const due = new Map<string, number>();
  for (const [key, { tiers, budgetMinor }] of PROMISED) {
    const [campaignId, month] = [Number(key.split(' ')[0]), key.split(' ')[1]!];
    if (month > until) continue;
    const reached: { key: string; at: number; user: number; tier: number; bonus: number }[] = [];
    for (const user of creators) {
      let [count, value] = [0, 0];
      const open = new Set(tiers.keys());
      for (const order of orders) {
        if (order.user_id !== user || order.campaign_id !== campaignId || order.day.slice(0, 7) !== month) continue;
        if (order.status !== 'approved' || order.left <= 0) continue;
        count += 1;
        value += order.left;
        for (const tier of open) {
          const { orders: least = 0, value: leastValue, bonus } = tiers[tier]!;
          if (count < least || value < Number(leastValue?.amount ?? 0) * 100) continue;
          open.delete(tier);
          const name = `${campaignId} ${user} ${month} ${tier + 1}`;
          reached.push({
            key: name,
            at: order.at.getTime(),
            user,
            tier,
            bonus: Math.round(Number(bonus.amount) * 100),
          });
        }
      }
    }
    const isPaid = (one: { key: string }) => ((paid.get(one.key) ?? 0) > 0 ? 0 : 1);
    reached.sort((a, b) => isPaid(a) - isPaid(b) || a.at - b.at || a.user - b.user || a.tier - b.tier);
    let together = 0;
    for (const { key: name, bonus } of reached) {
      together += bonus;
      if (together <= budgetMinor) due.set(name, bonus);
    }
  }
  return due;
}

/** The paid bonuses, by campaign, creator, month and tier. */
async function paidBonuses(): Promise<Map<string, number>> {
  const paid = await rows(
    `SELECT bonus_campaign_id, user_id, to_char(payment_date, 'YYYY-MM') AS month, bonus_tier, user_minor FROM one_time_payments
     WHERE bonus_campaign_id IS NOT NULL ORDER BY id`,
  );
  return new Map(
    paid.map((one) => [
      `${one.bonus_campaign_id} ${one.user_id} ${one.month} ${one.bonus_tier}`,
      Number(one.user_minor),
    ]),
  );
}

const owed = (bonuses: ReadonlyMap<string, number>) => [...bonuses].filter(([, minor]) => minor > 0).sort();

/** Orders of all creators in a month: with a value of one öre or zero, pending, denied, refunded in part and in full. */
async function book(month: string, next: (below: number) => number): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    const day = `${month}-${String(1 + next(28)).padStart(2, '0')}`;
    await bookOrder(database.pool, {
      linkId: links.get(creators[next(creators.length)]!)!,
      campaignId: campaigns[next(2)]!,
      day,
      cpaPpm: 50_000,
      valueMinor: [0, 1, 30_000, 45_001, 89_999][next(5)]!,
      status: (['approved', 'approved', 'approved', 'pending', 'denied'] as const)[next(5)]!,
      at: new Date(`${day}T0${next(10)}:00:00Z`),
    });
  }
  await database.pool.query(
    `UPDATE orders SET refunded_minor = CASE WHEN id % 14 = 0 THEN value_minor ELSE value_minor / 3 END WHERE id % 7 = 0 AND to_char(day, 'YYYY-MM') = $1`,
    [month],
  );
}

/** The sums of the ledger for bonuses, by account: stores pay the same amount that creators receive. */
const booked = async () =>
  rows(`SELECT e.account, sum(e.amount_minor)::bigint AS minor FROM ledger_entries e
    JOIN one_time_payments t ON e.origin_kind = 'one_time' AND t.id::text = e.origin_id GROUP BY e.account ORDER BY e.account`);

describe('Closing a month', () => {
  it('pays each bonus once, as a plain calculation states it, also if two processes close it concurrently', async () => {
    const next = numbers(20_260_101);
    await book('2026-01', next);
    const board = await call('GET', `/v2/users/${cast.ids.creator}/campaign-board/${wide}`, undefined, 'creator');
    const [own] = await rows(
      `SELECT count(*) AS orders, sum(value_minor - refunded_minor)::bigint AS minor FROM orders
       WHERE user_id = $1 AND campaign_id = $2 AND status = 'approved' AND refunded_minor < value_minor`,
      [cast.ids.creator, wide],
    );
    expect(board.body.bonus).toMatchObject({
      month: '2026-01',
      orders: own.orders,
      value: money((own.minor / 100).toFixed(2)),
      tiers: LOW.map(({ orders = 0, value }) => ({
        reached: own.orders >= orders && own.minor >= Number(value?.amount ?? 0) * 100,
      })),
    });
    clock = new Date('2026-02-03T08:00:00Z');
    await Promise.all([1, 2].map(() => closeMonth(application, '2026-01', clock)));
    const expected = await naiveBonuses('2026-01', new Map());
    expect(expected.size).toBeGreaterThan(5);
    expect(owed(await paidBonuses())).toEqual(owed(expected));
    // The budget of 270.00 is used as far as whole bonuses fit, and not exceeded.
    const sum = [...expected].reduce((all, [key, minor]) => all + (key.startsWith(`${tight} `) ? minor : 0), 0);
    expect([sum > 0, sum <= 27_000]).toEqual([true, true]);
    const total = [...expected.values()].reduce((all, minor) => all + minor, 0);
    expect(await booked()).toEqual([
      { account: 'creator', minor: total },
      { account: 'store', minor: -total },
    ]);
  });

  it('follows late refunds, denials and approvals, and never takes a bonus for another creator’s late order', async () => {
    const next = numbers(20_260_201);
    await book('2026-02', next);
    const before = await paidBonuses();
    await database.pool.query(
      `UPDATE orders SET status = 'approved' WHERE status = 'pending' AND day < '2026-02-01' AND id % 2 = 0`,
    );
    await database.pool.query(`UPDATE orders SET refunded_minor = value_minor WHERE day < '2026-02-01' AND id % 5 = 0`);
    await database.pool.query(`UPDATE orders SET status = 'denied' WHERE day < '2026-02-01' AND id % 11 = 0`);
    // An early order of a creator for whom the budget did not suffice arrives late.
    const unpaid = creators.find((user) => !before.has(`${tight} ${user} 2026-01 1`))!;
    await bookOrder(database.pool, {
      linkId: links.get(unpaid)!,
      campaignId: tight,
      day: '2026-01-01',
      valueMinor: 30_000,
      cpaPpm: 0,
      at: new Date('2026-01-01T00:00:00Z'),
    });
    clock = new Date('2026-03-03T08:00:00Z');
    await closeMonth(application, '2026-02', clock);
    const expected = await naiveBonuses('2026-02', before);
    // If paid bonuses had no precedence, late approvals would have taken some of them back.
    expect(owed(expected)).not.toEqual(owed(await naiveBonuses('2026-02', new Map())));
    const after = await paidBonuses();
    expect(owed(after)).toEqual(owed(expected));
    expect([...after.values()]).toContain(0);
    const total = [...expected.values()].reduce((all, minor) => all + minor, 0);
    expect(await booked()).toEqual([
      { account: 'creator', minor: total },
      { account: 'store', minor: -total },
    ]);
  });

  it('explains a bonus, paid or taken back, and names it on the invoice', async () => {
    for (const [condition, because] of [
      ['user_minor > 0', 'reached the tier'],
      ['user_minor = 0', 'taken back'],
    ]) {
      const [bonus] = await rows(
        `SELECT id, bonus_campaign_id, bonus_tier, user_minor, comment FROM one_time_payments WHERE bonus_campaign_id IS NOT NULL AND ${condition} ORDER BY id LIMIT 1`,
      );
      const { body } = await call('GET', `/v2/one-time-payments/${bonus.id}/explanation`, undefined, 'admin');
      expect(body.steps[0]).toMatchObject({
        rule: 'bonus',
        inputs: { campaign_id: bonus.bonus_campaign_id, tier: bonus.bonus_tier, month: '2026-01' },
        result: String(bonus.user_minor),
        because: expect.stringContaining(because!),
      });
      expect(body.steps[1]).toMatchObject({ rule: 'agreed', inputs: { amount_minor: bonus.user_minor } });
      const lines = await rows('SELECT description FROM invoice_lines WHERE description LIKE $1', [
        `%${bonus.comment}%`,
      ]);
      expect(lines.length).toBeGreaterThan(0);
    }
  });

  it('leaves a bonus beyond the store’s credit, of a store that is not approved, or of its member, to a later closing', async () => {
    clock = new Date('2026-03-10T08:00:00Z');
    const day = '2026-03-09';
    const another = await market.campaign({ storeId });
    await call('PUT', tiersUrl(another), { tiers: [TIGHT[0]], budget: money('500.00') });
    const [member, winner] = [creators[3]!, creators[4]!];
    const [{ limit_minor: limit }] = await rows('SELECT limit_minor FROM store_credit WHERE store_id = $1', [storeId]);
    await database.pool.query(
      'UPDATE store_credit SET limit_minor = incurred_minor + promised_minor + 9999 WHERE store_id = $1',
      [storeId],
    );
    for (const user of [member, winner])
      await bookOrder(database.pool, {
        linkId: links.get(user)!,
        campaignId: another,
        day,
        valueMinor: 100,
        cpaPpm: 0,
      });
    await market.member(storeId, member);
    const paid = async () =>
      rows('SELECT user_id, user_minor, payment_date FROM one_time_payments WHERE bonus_campaign_id = $1', [another]);
    await closeMonth(application, '2026-03', new Date('2026-04-03T08:00:00Z'));
    expect(await paid()).toEqual([]);
    await database.pool.query('UPDATE store_credit SET limit_minor = $2 WHERE store_id = $1', [storeId, limit]);
    const approve = (approval: string) =>
      database.pool.query('UPDATE stores SET approval = $2 WHERE id = $1', [storeId, approval]);
    await approve('pending');
    await closeMonth(application, '2026-04', new Date('2026-05-03T08:00:00Z'));
    expect(await paid()).toEqual([]);
    await approve('approved');
    await closeMonth(application, '2026-05', new Date('2026-06-03T08:00:00Z'));
    expect(await paid()).toEqual([{ user_id: winner, user_minor: 10_000, payment_date: '2026-03-31' }]);
  });
});
