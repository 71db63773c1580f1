import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { addDays, createCalendar } from '../../../platform/calendar.ts';
import { FIGURE_COLUMNS } from './participant-figures.ts';

// For any history, the figures equal the sums of the raw clicks and orders, in any range of days.

const ZONE = 'Europe/Stockholm';
const calendar = createCalendar(ZONE);
/** In Stockholm the clock skips an hour on the 29th. */
const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30'];
const START = Date.parse('2026-03-27T23:00:00Z');
const MINUTES = 71 * 60;
const MARGIN = '0.333333';

const application = await createTestApplication({ timeZone: ZONE, now: () => new Date('2026-04-01T12:00:00Z') });
let links: { id: number; code: string; userId: number }[];

const { market, database, tokenOf } = application;
const record = clickRecorder(database, calendar);
const admin = await tokenOf(await market.user({ isAdmin: true }));
const storeId = await market.store();
await database.pool.query('UPDATE stores SET margin = $2 WHERE id = $1', [storeId, MARGIN]);
await market.price({ storeId, cpcMinor: 100 });
const campaignId = await market.campaign({ storeId, type: 'store_accept' });
await market.price({ storeId, campaignId, cpcMinor: 201, invoiceCpcMinor: 250 });
await market.price({ storeId, campaignId, source: 1, cpcMinor: 333 });
await makeLinks();

/**
 * Creates participants who earn, one with a limit, one who no longer earns, and a non-participant with an attached
 * link; two links each, created on different days.
 */
async function makeLinks(): Promise<void> {
  const { market, database } = application;
  links = [];
  const participants = [
    { status: 'accepted' },
    { status: 'have_posted', clickLimit: 2 },
    { status: 'product_sent' },
    { status: 'done' },
    null,
  ];
  const userIds: number[] = [];
  for (const _part of participants) userIds.unshift(await market.user());
  for (const [index, participant] of participants.entries()) {
    const userId = userIds[index]!;
    if (participant !== null) await market.participant({ campaignId, userId, ...participant });
    for (let n = 0; n < 2; n++) {
      const link = await market.link({ userId, storeId });
      const made = new Date(START + ((index * 2 + n) * MINUTES * 60_000) / 9);
      await database.pool.query('UPDATE links SET created_at = $2 WHERE id = $1', [link.id, made]);
      links.push({ ...link, userId });
    }
  }
  const attached = 'INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)';
  await database.pool.query(attached, [campaignId, links.at(-1)!.id]);
  await database.pool.query(
    `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'waiting@example.test', 'open')`,
    [campaignId],
  );
}

const arrivals = fc.array(
  fc.record({
    link: fc.nat(9),
    ms: fc.nat(MINUTES * 60_000 - 1),
    visitor: fc.nat(5),
    class: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const, 2 as const),
    source: fc.constantFrom(0 as const, 1 as const),
  }),
  { maxLength: 50 },
);
const bookings = fc.array(
  fc.record({
    link: fc.nat(9),
    day: fc.constantFrom(...DAYS),
    underCampaign: fc.boolean(),
    valueMinor: fc.nat(100_000),
    cpaPpm: fc.nat(1_000_000),
  }),
  { maxLength: 8 },
);
const ranges = fc.record({ first: fc.nat(3), days: fc.integer({ min: 1, max: 3 }) });

interface Happened {
  day: string;
  user_id: number;
  clicks: number;
  social: number;
  cost: number;
  earned: number;
  orders: number;
  value: number;
}

/** Reads every counted click and every order under the campaign from the log and the orders. */
const happened = async () =>
  (
    await application.database.pool.query<Happened>(
      `SELECT day, user_id, (class = 0)::int AS clicks, (class = 0 AND source = 1)::int AS social, cost_minor AS cost, user_minor AS earned,
         0 AS orders, 0 AS value FROM clicks WHERE campaign_id = $1 AND class = 0
       UNION ALL SELECT day, user_id, 0, 0, cost_minor, user_minor, 1, value_minor FROM orders WHERE campaign_id = $1`,
      [campaignId],
    )
  ).rows;

const sum = (rows: readonly Happened[], participant: Exclude<keyof Happened, 'day'>) =>
  rows.reduce((total, row) => total + row[participant], 0);
const traffic = (rows: readonly Happened[]) => ({
  clicks: sum(rows, 'clicks'),
  social_clicks: sum(rows, 'social'),
  cost: sum(rows, 'cost'),
  earnings: sum(rows, 'earned'),
  orders: sum(rows, 'orders'),
  order_value: sum(rows, 'value'),
});

/** Computes the expected participants-stats of a user's participation. */
function figuresOf(
  rows: readonly Happened[],
  participant: { user_id: number; status: string; made: number; name: string },
) {
  const own = rows.filter((row) => row.user_id === participant.user_id);
  const cost = sum(own, 'cost');
  const margin = new Big(sum(own, 'value')).times(MARGIN);
  return {
    id: `${campaignId}-${participant.user_id}`,
    user_id: participant.user_id,
    display_name: participant.name,
    clicks: sum(own, 'clicks'),
    status: participant.status,
    links_created: participant.made,
    // A value slightly below zero rounds to zero without a sign.
    estimated_gp: Number(margin.minus(cost).round(0, Big.roundHalfUp)) + 0,
    estimated_earning_to_cost_ratio: cost === 0 ? 0 : Number(margin.div(cost).round(4, Big.roundHalfUp)),
  };
}

async function partsWithLinks(first: string, last: string) {
  const { rows } = await application.database.pool.query(
    `SELECT p.user_id, p.status, u.username AS name, array_agg(l.created_at) AS made FROM participants p JOIN users u ON u.id = p.user_id
     JOIN links l ON l.user_id = u.id WHERE p.campaign_id = $1 GROUP BY p.id, u.id ORDER BY p.id`,
    [campaignId],
  );
  const within = (at: Date) => calendar.dayOf(at.getTime()) >= first && calendar.dayOf(at.getTime()) <= last;
  return rows.map(({ made, ...participant }) => ({
    ...participant,
    made: made.map((at: string) => new Date(at)).filter(within).length,
  }));
}

const read = async (path: string) => {
  const { status, body } = await application.call({ url: `/v2/offers/${campaignId}/${path}`, as: admin });
  expect(status).toBe(200);
  return body;
};

type Made<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

async function happen(clicks: Made<typeof arrivals>, orders: Made<typeof bookings>): Promise<Happened[]> {
  const { pool } = application.database;
  await pool.query('TRUNCATE clicks, click_visitors, link_days, store_days, campaign_spend, orders CASCADE');
  await record(
    clicks.map(({ link, ms, visitor, ...rest }) => ({
      ...rest,
      code: links[link]!.code,
      at: new Date(START + ms),
      visitor: String(visitor),
    })),
  );
  for (const { link, underCampaign, ...order } of orders) {
    await bookOrder(pool, { linkId: links[link]!.id, campaignId: underCampaign ? campaignId : null, ...order });
  }
  return happened();
}

it('adds up in total, by day and by participant', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, bookings, ranges, async (clicks, orders, range) => {
      const all = await happen(clicks, orders);
      const first = addDays(DAYS[0]!, range.first - 1);
      const last = addDays(first, range.days - 1);
      const rows = all.filter(({ day }) => day >= first && day <= last);
      const query = `start_date=${first}&end_date=${last}`;

      const days = [...new Set(rows.map(({ day }) => day))].sort();
      expect(await read(`stats?${query}`)).toEqual({
        offer_id: campaignId,
        start_date: first,
        end_date: last,
        currency: 'SEK',
        ...traffic(rows),
        gifts: { sent: 0, value: { minor: 0, currency: 'SEK' } },
        participants: expect.objectContaining({
          accepted: 1,
          have_posted: 1,
          product_sent: 1,
          done: 1,
          open: 1,
          denied: 0,
        }),
        per_day: days.map((date) => ({ date, ...traffic(rows.filter(({ day }) => day === date)) })),
      });

      const participants = (await partsWithLinks(first, last)).map((participant) => figuresOf(rows, participant));
      const { data, meta } = await read(`participants-stats?${query}`);
      expect(data).toEqual(participants.toSorted((a, b) => b.clicks - a.clicks));
      expect(meta.total).toBe(4);

      const active = participants.filter((participant) => participant.clicks > 0);
      const users = async (wanted: string) =>
        (await read(`participants-stats?${query}&active=${wanted}`)).data.map(
          (participant: { user_id: number }) => participant.user_id,
        );
      expect(new Set(await users('true'))).toEqual(new Set(active.map((participant) => participant.user_id)));
      expect((await users('false')).length).toBe(4 - active.length);
      expect(await read(`participants-count-by-click-activity?${query}`)).toEqual({
        active: active.length,
        inactive: 4 - active.length,
        total: 4,
      });
    }),
    { numRuns: 40 },
  );
});

it('agrees with the counters of the caps', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (clicks) => {
      await happen(clicks, []);
      const { rows } = await application.database.pool.query(
        'SELECT clicks, spent_minor FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0',
        [campaignId],
      );
      const used = rows[0] ?? { clicks: 0, spent_minor: 0 };
      const stats = await read('stats');
      expect([stats.clicks, stats.cost]).toEqual([used.clicks, used.spent_minor]);
    }),
    { numRuns: 15 },
  );
});

it.each(FIGURE_COLUMNS)('sorts by %s in both directions, in pages that contain each row once', async (column) => {
  const clicks = [0, 0, 0, 2, 4, 4].map((link, index) => ({
    link,
    ms: index * 3_600_000,
    visitor: index,
    class: 0 as const,
    source: 0 as const,
  }));
  const order = { day: DAYS[0]!, underCampaign: true, cpaPpm: 1_000 };
  await happen(clicks, [
    { ...order, link: 4, valueMinor: 9_000 },
    { ...order, link: 6, valueMinor: 400 },
  ]);
  for (const direction of ['asc', 'desc']) {
    const seen = [];
    for (const page of [1, 2, 3]) {
      const { data, meta } = await read(`participants-stats?sort_by=${column}:${direction}&size=2&page=${page}`);
      expect(meta.total).toBe(4);
      seen.push(...data);
    }
    expect(new Set(seen.map(({ user_id }) => user_id)).size).toBe(4);
    const values = seen.map((participant) => participant[column === 'id' ? 'user_id' : column]);
    const ascending = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));
    const sorted = values.toSorted(ascending);
    expect(values).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
    if (column !== 'links_created') expect(new Set(values).size).toBeGreaterThan(1);
  }
});
