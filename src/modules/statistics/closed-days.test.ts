import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { closeDays, createCountedMarket, DAYS, ZONE } from '../../../tests/harness/counted-market.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { maintainClickLog } from '../clicks/maintenance.ts';
import { VisitorKeys } from '../clicks/visitor.ts';
import { clicksByCreator } from './clicks-by-creator.ts';
import { linkStats } from './rankings/link-stats.ts';
import { readOrder } from './rankings/order.ts';

const calendar = createCalendar(ZONE);
const admin: Actor = { userId: 0, isAdmin: true, storeIds: [], agencyIds: [], memberOfAgencyId: null };

const market = await createCountedMarket(calendar);
beforeEach(() => market.purgeAll());

const run = async (text: string, ...values: unknown[]) => (await market.database.pool.query(text, values)).rows;
const through = async () => (await run('SELECT through FROM closed_days'))[0].through;
const noon = (day: string) => new Date(`${day}T10:00:00Z`);

/** The stored totals of closed days, and the expected totals. */
const kept = () => run('SELECT * FROM creator_days ORDER BY store_id, day, user_id');
const recounted = () =>
  run(`SELECT d.store_id, d.day, d.user_id, sum(d.clicks)::bigint AS clicks, sum(CASE l.kind WHEN 'tag' THEN d.clicks ELSE 0 END)::bigint AS tag_clicks,
      sum(d.uncounted)::bigint AS uncounted, sum(d.cost_minor)::bigint AS cost_minor, sum(d.user_minor)::bigint AS user_minor,
      sum(d.agency_minor)::bigint AS agency_minor, sum(d.orders)::bigint AS orders, sum(d.order_minor)::bigint AS order_minor,
      sum(d.order_cost_minor)::bigint AS order_cost_minor, sum(d.order_user_minor)::bigint AS order_user_minor,
      sum(d.order_agency_minor)::bigint AS order_agency_minor
    FROM link_days d JOIN links l ON l.id = d.link_id JOIN closed_days c ON d.day <= c.through GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
const keptWeeks = () => run('SELECT * FROM link_weeks ORDER BY link_id, week');
const recountedWeeks = () =>
  run(`SELECT d.link_id, date_trunc('week', d.day)::date AS week, d.store_id, d.user_id, sum(d.clicks)::bigint AS clicks,
      sum(d.uncounted)::bigint AS uncounted, sum(d.cost_minor)::bigint AS cost_minor, sum(d.orders)::bigint AS orders,
      sum(d.order_minor)::bigint AS order_minor, sum(d.order_cost_minor)::bigint AS order_cost_minor
    FROM link_days d JOIN closed_days c ON date_trunc('week', d.day)::date + 6 <= c.through GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`);
const keptCurrencies = () => run('SELECT * FROM creator_currency_days ORDER BY user_id, day, currency');
const recountedCurrencies = () =>
  run(`SELECT d.user_id, d.day, s.currency, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders, sum(d.user_minor)::bigint AS user_minor,
      sum(d.order_user_minor)::bigint AS order_user_minor
    FROM link_days d JOIN stores s ON s.id = d.store_id JOIN closed_days c ON d.day <= c.through GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
async function expectRecounted(): Promise<void> {
  expect(await kept()).toEqual(await recounted());
  expect(await keptWeeks()).toEqual(await recountedWeeks());
  expect(await keptCurrencies()).toEqual(await recountedCurrencies());
}

describe('days that are over', () => {
  it('are closed three days after their end, and weeks with their Sunday', async () => {
    await market.record(DAYS.map((day) => ({ code: market.links[0]!.code, at: noon(day) })));
    await closeDays(market.database, '2026-03-30');
    expect(await through()).toBe('2026-03-27');
    await closeDays(market.database, '2026-03-31');
    expect([await through(), (await kept()).length, (await keptWeeks()).length]).toEqual(['2026-03-28', 1, 0]);
    await closeDays(market.database, '2026-04-01');
    expect([await through(), (await kept()).length, (await keptWeeks()).length]).toEqual(['2026-03-29', 2, 1]);
    await closeDays(market.database, '2026-04-02');
    expect([await through(), (await kept()).length, (await keptWeeks()).length]).toEqual(['2026-03-30', 3, 1]);
    await expectRecounted();
  });

  it('are closed in order, a few weeks at a time, and never the last days', async () => {
    const [{ today }] = await run('SELECT current_date AS today');
    const ago = (days: number) => new Date(Date.parse(`${today}T10:00:00Z`) - days * 86_400_000);
    await market.record([200, 100, 0].map((days) => ({ code: market.links[0]!.code, at: ago(days) })));
    // A transaction keeps the same current day.
    await market.database.db.transaction(async (tx) => {
      const first = async (query: SQL) => (await tx.execute(query)).rows[0]!;
      let steps = 1;
      while ((await first(sql`SELECT close_days('2999-01-01') AS more`))['more']) steps += 1;
      expect(steps).toBe(3);
      expect(await first(sql`SELECT current_date - through AS ago FROM closed_days`)).toEqual({ ago: 3 });
    });
    expect(await kept()).toHaveLength(2);
    await expectRecounted();
  });

  it('are closed by the maintenance of the click log', async () => {
    await market.record([{ code: market.links[0]!.code, at: noon(DAYS[0]) }]);
    await maintainClickLog(market.database.pool, new VisitorKeys(), calendar, Date.now());
    expect(await kept()).toHaveLength(1);
  });

  it('follow late clicks, orders and refunds, also while they are being closed', async () => {
    const clicks = (round: number) =>
      market.links.map(({ code }) => ({ code, at: new Date(noon(DAYS[round % 3]!).getTime() + round) }));
    const order = (round: number) =>
      bookOrder(market.database.pool, {
        linkId: market.links[round]!.id,
        campaignId: null,
        day: DAYS[round % 3]!,
        valueMinor: 1_000 + round,
        cpaPpm: 100_000,
      });
    const rounds = Array.from({ length: 12 }, (_, round) => round);
    // Like a process, one batch after another.
    const recordAll = async () => {
      for (const round of rounds) await market.record(clicks(round));
    };
    await Promise.all([
      recordAll(),
      ...rounds.map(order),
      ...['2026-03-31', '2026-04-01', '2026-04-20', '2026-06-01'].map((today) => closeDays(market.database, today)),
      ...rounds.map(() => run(`UPDATE orders SET refunded_minor = value_minor / 2 WHERE refunded_minor = 0`)),
    ]);
    expect((await kept()).length).toBeGreaterThan(0);
    await expectRecounted();
    await run(`UPDATE orders SET status = 'denied'`);
    await expectRecounted();
    await run('DELETE FROM link_days WHERE day = $1', DAYS[1]);
    expect((await kept()).filter(({ day, clicks }) => day === DAYS[1] && clicks !== 0)).toEqual([]);
  });

  it("follow a link's change of kind to tag and back", async () => {
    const [link] = market.links;
    await market.record([...DAYS, ...DAYS].map((day) => ({ code: link!.code, at: noon(day) })));
    await closeDays(market.database, '2026-04-01');
    const counts = async () => {
      const range = { timeZone: ZONE, days: { first: DAYS[0], last: DAYS[2] }, parts: [] };
      const [found] = await clicksByCreator({ db: market.database.db, actor: admin }, { range });
      return [found!.linkClicks, found!.tagClicks];
    };
    expect(await counts()).toEqual([6, 0]);
    await run(`UPDATE links SET kind = 'tag' WHERE id = $1`, link!.id);
    expect(await counts()).toEqual([0, 6]);
    await market.record([{ code: link!.code, at: noon(DAYS[0]) }]);
    expect(await counts()).toEqual([0, 7]);
    await expectRecounted();
    await run(`UPDATE links SET kind = 'link' WHERE id = $1`, link!.id);
    expect(await counts()).toEqual([7, 0]);
    await expectRecounted();
  });

  it('are deleted together with the totals that they are derived from', async () => {
    await market.record([{ code: market.links[0]!.code, at: noon(DAYS[0]) }]);
    await closeDays(market.database, '2026-06-01');
    await run('TRUNCATE link_days');
    expect([await kept(), await keptWeeks(), await keptCurrencies()]).toEqual([[], [], []]);
    const range = { first: DAYS[0], last: DAYS[2] };
    const { storeId } = market.links[0]!;
    expect(await linkStats({ db: market.database.db }, { storeId, range, order: readOrder() })).toEqual([]);
  });
});
