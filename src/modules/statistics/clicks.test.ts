import { Big } from 'big.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import {
  clockOf,
  converted,
  createCountedMarket,
  DAYS,
  histories,
  MINUTES,
  type RawClick,
  type RawRows,
  rowsWhere,
  START,
  sumOf,
  ZONE,
} from '../../../tests/harness/counted-market.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { clicksByCreator, clicksOfCreator } from './clicks-by-creator.ts';
import { clicksByDate, clicksByDateOfCreator } from './clicks-by-date.ts';
import { clickRange } from './range.ts';

const calendar = createCalendar(ZONE);
const now = new Date('2026-04-01T12:00:00Z');
const admin: Actor = { userId: 0, isAdmin: true, storeIds: [], agencyIds: [], memberOfAgencyId: null };

const ctx = () => ({ db: counted.database.db, actor: admin });

const counted = await createCountedMarket(calendar);
beforeEach(() => counted.purgeAll());

const total = (amounts: Big[]) => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
const rounded = (amounts: Big[]) => Number(total(amounts).round(0, Big.roundHalfUp));
const kindOf = (id: number) => counted.links.find((link) => link.id === id)!.kind;
const countOf = (clicks: RawClick[], kind: string) =>
  clicks.filter((click) => click.class === 0 && kindOf(click.link_id) === kind).length;

/** Computes the expected /clicks response from the raw rows. */
function expectedOf({ clicks, orders }: RawRows) {
  return counted.creators.flatMap(({ id, email, market: own }) => {
    const his = clicks.filter((click) => click.user_id === id);
    const sales = orders.filter((order) => order.user_id === id);
    const parts = [
      ...his.map((row) => ({ ...row, user: row.user_minor, client: row.agency_minor, commission: 0 })),
      ...sales.map((row) => ({ ...row, user: row.userMinor, client: row.agencyMinor, commission: row.userMinor })),
    ];
    if (his.length === 0 && parts.every(({ user, client: agency }) => user === 0 && agency === 0)) return [];
    const sum = (part: 'user' | 'client' | 'commission', to: string) =>
      parts.map((row) => converted(row[part], row.currency, to, row.day));
    return {
      userId: id,
      email,
      linkClicks: countOf(his, 'link'),
      tagClicks: countOf(his, 'tag'),
      userMinor: rounded(sum('user', own)),
      agencyMinor: rounded(sum('client', own)),
      commissionMinor: rounded(sum('commission', own)),
      sumSek: (rounded([...sum('user', 'SEK'), ...sum('client', 'SEK')]) / 100).toFixed(2),
    };
  });
}

describe('clicks by creator', () => {
  const report = (from: string, to: string) =>
    clicksByCreator(ctx(), { range: clickRange({ from, to }, calendar, now) });

  it('equals the sum of the raw clicks and orders of whole days, in every currency', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(2), fc.nat(2), async (given, a, b) => {
        const raw = await counted.happen(given);
        const [from, to] = [DAYS[Math.min(a, b)]!, DAYS[Math.max(a, b)]!];
        expect(await report(from, to)).toEqual(expectedOf(rowsWhere(raw, ({ day }) => day >= from && day <= to)));
      }),
      { numRuns: 25 },
    );
  });

  it('equals the sum of the raw clicks and orders of any minutes', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(MINUTES - 1), fc.nat(MINUTES - 1), async (given, a, b) => {
        const raw = await counted.happen(given);
        const [first, last] = [START + Math.min(a, b) * 60_000, START + Math.max(a, b) * 60_000];
        const inside = rowsWhere(raw, ({ at }) => at.getTime() >= first && at.getTime() < last + 60_000);
        expect(await report(clockOf(first), clockOf(last))).toEqual(expectedOf(inside));
      }),
      { numRuns: 25 },
    );
  });

  it.each(DAYS)('adds up to the whole of %s for every split of the day', async (day) => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 24 * 60 - 1 }), async (given, minute) => {
        await counted.happen(given);
        const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
        const [whole, morning, evening] = [
          await report(day, day),
          await report(`${day} 00:00`, `${day} ${clock(minute - 1)}`),
          await report(`${day} ${clock(minute)}`, `${day} 23:59`),
        ];
        for (const { userId, linkClicks, tagClicks, commissionMinor } of whole) {
          const parts = [...morning, ...evening].filter((part) => part.userId === userId);
          expect(sumOf(parts, (part) => part.linkClicks)).toBe(linkClicks);
          expect(sumOf(parts, (part) => part.tagClicks)).toBe(tagClicks);
          // Each of the three is rounded separately.
          expect(Math.abs(sumOf(parts, (part) => part.commissionMinor) - commissionMinor)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('counts the repeated hour of a clock change once', async () => {
    const hour = Date.parse('2025-10-25T23:30:00Z');
    await counted.record(
      [0, 1, 2].map((hours) => ({ code: counted.links[0]!.code, at: new Date(hour + hours * 3_600_000) })),
    );
    const clicks = async (from: string, to: string) => (await report(from, to))[0]?.linkClicks ?? 0;
    const whole = await clicks('2025-10-26', '2025-10-26');
    const cut = [await clicks('2025-10-26', '2025-10-26 01:59'), await clicks('2025-10-26 02:00', '2025-10-26')];
    expect([whole, cut[0]! + cut[1]!]).toEqual([3, 3]);
  });

  it('is empty in the skipped hour of a clock change, for every split', async () => {
    // 1:50, 3:00, 3:10 and 3:40 local time on that morning.
    const instants = ['00:50:00', '01:00:00', '01:10:00', '01:40:00'].map((time) => new Date(`2026-03-29T${time}Z`));
    await counted.record(instants.map((at) => ({ code: counted.links[0]!.code, at })));
    const clicks = async (from: string, to: string) =>
      (await report(`2026-03-29 ${from}`, `2026-03-29 ${to}`))[0]?.linkClicks ?? 0;
    const halves = [await clicks('01:30', '01:59'), await clicks('02:00', '02:29'), await clicks('02:30', '02:59')];
    expect([...halves, await clicks('03:00', '03:29'), await clicks('03:30', '03:59')]).toEqual([1, 0, 0, 2, 1]);
    expect([await clicks('01:45', '02:15'), await clicks('02:45', '03:15')]).toEqual([1, 2]);
  });

  it("adds order commissions to the creator's earnings, and lists creators who have only these", async () => {
    const [link] = counted.links;
    const order = { linkId: link!.id, campaignId: null, day: '2026-03-30', valueMinor: 71_443, cpaPpm: 100_000 };
    await bookOrder(counted.database.pool, order);
    await bookOrder(counted.database.pool, { ...order, status: 'denied' });
    // 50.01 kr are 648.13 yen at 12.34567891 kr and 160 yen per euro.
    expect(await report('2026-03-30', '2026-03-30')).toMatchObject([
      { linkClicks: 0, userMinor: 648, agencyMinor: 0, commissionMinor: 648, sumSek: '50.01' },
    ]);
  });

  it('rounds a half away from zero once, even if it is a sum of twelfths', async () => {
    const [link] = counted.links.filter(({ storeId }) => storeId === counted.stores[2]!.id);
    // 12 fils per yen.
    await counted.database.pool.query(`DELETE FROM exchange_rates WHERE currency IN ('KWD', 'JPY')`);
    await counted.database.pool.query(
      `INSERT INTO exchange_rates VALUES ('KWD', '2026-01-01', 0.012, 'test'), ('JPY', '2026-01-01', 1, 'test')`,
    );
    await counted.database.pool.query(
      `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, user_minor)
       SELECT $1, '2026-03-28'::date + n, 0, $2, $3, 1, (ARRAY[1, 1, 4])[n + 1] FROM generate_series(0, 2) AS n`,
      [link!.id, link!.storeId, link!.userId],
    );
    const [found] = await report('2026-03-28', '2026-03-30');
    await counted.setRates();
    // 1/12 + 1/12 + 4/12
    expect(found!.userMinor).toBe(1);
  });

  it('refuses a conversion without a rate', async () => {
    await counted.record([{ code: counted.links[4]!.code, at: new Date('2026-03-30T12:00:00Z') }]);
    await counted.database.pool.query(`DELETE FROM exchange_rates WHERE currency = 'KWD'`);
    await expect(report('2026-03-30', '2026-03-30')).rejects.toMatchObject({
      code: 'no_exchange_rate',
      message: 'There is no exchange rate from KWD to JPY.',
    });
    await counted.setRates();
  });

  it('returns the same for one creator, and zeros without activity', async () => {
    const raw = await counted.happen(fc.sample(histories, { numRuns: 1, seed: 7 })[0]!);
    const expected = expectedOf(raw);
    expect(expected).not.toEqual([]);
    const range = clickRange({ from: DAYS[0], to: DAYS[2] }, calendar, now);
    for (const user of counted.creators) {
      const own = expected.find(({ userId }) => userId === user.id);
      if (own) expect(await clicksOfCreator(ctx(), { user, range })).toEqual(own);
    }
    const nobody = { id: await counted.market.user(), email: 'nobody@example.test' };
    expect(await clicksOfCreator(ctx(), { user: nobody, range })).toEqual({
      userId: nobody.id,
      email: nobody.email,
      linkClicks: 0,
      tagClicks: 0,
      userMinor: 0,
      agencyMinor: 0,
      commissionMinor: 0,
      sumSek: '0.00',
    });
  });
});

describe('clicks by date', () => {
  it('equals the raw clicks of each day, in order', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const raw = await counted.happen(given);
        const expected = counted.creators.flatMap(({ id, email }) =>
          DAYS.flatMap((day) => {
            const his = raw.clicks.filter((click) => click.user_id === id && click.day === day);
            if (his.length === 0) return [];
            return { userId: id, email, day, linkClicks: countOf(his, 'link'), tagClicks: countOf(his, 'tag') };
          }),
        );
        const range = clickRange({ from: DAYS[0], to: DAYS[2] }, calendar, now);
        expect(await clicksByDate(ctx(), { range })).toEqual(expected);
        const [first] = counted.creators;
        const own = expected.filter(({ userId }) => userId === first!.id);
        expect(await clicksByDateOfCreator(ctx(), { userId: first!.id, range })).toEqual(own);
      }),
      { numRuns: 20 },
    );
  });

  it('is refused above 10,000 pairs of creator and day, as is a report of more than 10,000 creators', async () => {
    const [link] = counted.links;
    await counted.database.pool.query(
      `INSERT INTO users (username, email) SELECT 'crowd' || n, 'crowd' || n || '@example.test' FROM generate_series(1, 10001) AS n`,
    );
    await counted.database.pool.query(
      `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks)
       SELECT $1, '2026-03-28', id, $2, id, 1 FROM users WHERE username LIKE 'crowd%'`,
      [link!.id, link!.storeId],
    );
    const range = clickRange({ from: '2026-03-28', to: '2026-03-28' }, calendar, now);
    await expect(clicksByDate(ctx(), { range })).rejects.toMatchObject({ code: 'too_many_rows' });
    await expect(clicksByCreator(ctx(), { range })).rejects.toMatchObject({ code: 'too_many_rows' });
  });
});
