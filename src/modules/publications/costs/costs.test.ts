import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { dividedBy, partOf } from './costs.ts';

const NOW = new Date('2026-02-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const { pool } = database;
const call = (method: 'GET' | 'POST', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const sek = (minor: number) => ({ minor, currency: 'SEK' });

describe('Parts of an amount', () => {
  it('add up to it and differ by at most one minor unit, for any amount and number of parts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: 50 }),
        (minor, count) => {
          const parts = Array.from({ length: count }, (_, place) => partOf(minor, count, place));
          expect(parts.reduce((sum, one) => sum + BigInt(one), 0n)).toBe(BigInt(minor));
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('are rounded to the nearest unit when they are divided, and never by zero', () => {
    expect([dividedBy(100, 0), dividedBy(0, 7), dividedBy(5, 2), dividedBy(100, 3)]).toEqual([null, 0, 3, 33]);
    expect([dividedBy(150_000, 40_000, 1_000), dividedBy(100, 3, 1_000)]).toEqual([3_750, 33_333]);
  });
});

describe('The cost of publications', () => {
  let campaignId: number;
  let participantId: number;
  const publications: number[] = [];
  const costs = async (role: Role | null = 'advertiser') =>
    (await call('GET', `/v2/offers/${campaignId}/publications`, role)).body.data.map(
      (one: { cost: unknown }) => one.cost,
    );

  beforeAll(async () => {
    const { storeId, ids } = cast;
    campaignId = await market.campaign({ storeId, type: 'user_accept' });
    await market.price({ storeId, campaignId, cpcMinor: 300, invoiceCpcMinor: 401 });
    participantId = await market.participant({ campaignId, userId: ids.creator, status: 'accepted' });
    await pool.query('UPDATE participants SET payment_amount_minor = 150000, payment_currency = $2 WHERE id = $1', [
      participantId,
      'SEK',
    ]);
    const link = await market.link({ userId: ids.creator, storeId });
    await pool.query('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [campaignId, link.id]);
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date('2026-02-10T10:00:00Z') }]);
    const order = { linkId: link.id, campaignId, day: '2026-02-12', valueMinor: 100_000, cpaPpm: 100_000 };
    await bookOrder(pool, order);
    await bookOrder(pool, { ...order, status: 'pending' });
    for (const title of ['Story', 'Reel', 'Post']) {
      const { rows } = await pool.query(
        `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
         VALUES ($1, $2, '', '2026-02-20', 'approved', $3, $4, $4) RETURNING id`,
        [participantId, title, ids.advertiser, NOW],
      );
      const body = { url: `https://posts.example/${title}`, published_on: '2026-02-14', disclosure: 'hashtag' };
      publications.push((await call('POST', `/v2/deliverables/${rows[0].id}/publication`, 'creator', body)).body.id);
    }
  });

  it('has equal parts that add up, and no cost of what is not there', async () => {
    const found = await costs();
    const total = (name: string) =>
      found.reduce((sum: number, one: Record<string, { minor: number }>) => sum + one[name]!.minor, 0);
    expect([total('fixed'), total('clicks'), total('orders'), total('total')]).toEqual([150_000, 401, 10_000, 160_401]);
    for (const one of found)
      expect(one).toMatchObject({ per_thousand_views: null, per_engagement: null, per_order: sek(160_401) });
    expect((await call('GET', `/v2/offers/${campaignId}/publication-costs`, 'advertiser')).body).toEqual({
      publications: 3,
      views: 0,
      engagements: 0,
      approved_orders: 1,
      cost: {
        total: sek(160_401),
        fixed: sek(150_000),
        clicks: sek(401),
        orders: sek(10_000),
        gifts: sek(0),
        per_thousand_views: null,
        per_engagement: null,
        per_order: sek(160_401),
      },
    });
  });

  it('follows the newest figures, which change no payment', async () => {
    const owed = async () =>
      (await pool.query('SELECT * FROM owed WHERE campaign_id = $1 ORDER BY 1, 2', [campaignId])).rows;
    const promised = async () =>
      (await pool.query('SELECT * FROM promises WHERE participant_id = $1', [participantId])).rows;
    const before = [await owed(), await promised()];
    const record = (body: object) => call('POST', `/v2/publications/${publications[0]}/figures`, 'creator', body);
    const at = '2026-02-15T08:00:00.000Z';
    await record({ views: 1_000_000_000, clicks_shown: 1_000_000, measured_at: at });
    await record({
      views: 20_000,
      likes: 90,
      comments: 8,
      shares: 2,
      saves: 7,
      measured_at: '2026-02-15T09:00:00.000Z',
    });
    expect([await owed(), await promised()]).toEqual(before);
    const oldest = (await costs()).at(-1);
    expect(oldest).toMatchObject({ total: sek(53_466), per_thousand_views: sek(2_673), per_engagement: sek(535) });
    expect((await call('GET', `/v2/offers/${campaignId}/publication-costs`, 'advertiser')).body).toMatchObject({
      views: 20_000,
      engagements: 100,
      cost: { per_thousand_views: sek(8_020), per_engagement: sek(1_604) },
    });
  });

  it('keeps its sum when the agreed sum becomes a payment', async () => {
    await pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, participant_id, user_minor, currency, payment_date, comment)
       VALUES ($1, $2, $3, 150000, 'SEK', '2026-02-15', 'Fee')`,
      [cast.storeId, cast.ids.creator, participantId],
    );
    const { body } = await call('GET', `/v2/offers/${campaignId}/publication-costs`, 'advertiser');
    expect(body.cost.fixed).toEqual(sek(150_000));
  });

  it('includes the value of a gift once it is sent, as the results of the campaign do', async () => {
    const read = async () =>
      (await call('GET', `/v2/offers/${campaignId}/publication-costs`, 'advertiser')).body.cost as Record<
        string,
        unknown
      >;
    const before = await read();
    await pool.query(
      'INSERT INTO participant_gifts (participant_id, value_minor, assigned_at) VALUES ($1, 12001, $2)',
      [participantId, NOW],
    );
    expect(await read()).toEqual(before);
    await pool.query('UPDATE participant_gifts SET sent_at = $2 WHERE participant_id = $1', [participantId, NOW]);
    expect(await read()).toMatchObject({ gifts: sek(12_001), total: sek(172_402) });
    const parts = (await costs()).map((one: { gifts: { minor: number } }) => one.gifts.minor);
    expect(parts.reduce((sum: number, one: number) => sum + one, 0)).toBe(12_001);
    const { gifts } = (await call('GET', `/v2/offers/${campaignId}/stats`, 'advertiser')).body;
    expect(gifts).toMatchObject({ value: sek(12_001) });
    await pool.query('DELETE FROM participant_gifts WHERE participant_id = $1', [participantId]);
    expect(await read()).toEqual(before);
  });

  it('is visible to the store alone', async () => {
    const roles = [null, 'creator', 'agency', 'otherCreator', 'otherAdvertiser', 'advertiser', 'admin'] as const;
    const statuses = [];
    for (const role of roles)
      statuses.push((await call('GET', `/v2/offers/${campaignId}/publication-costs`, role)).status);
    expect(statuses).toEqual([401, 403, 404, 404, 404, 200, 200]);
    for (const path of [`/v2/users/${cast.ids.creator}/publications`, `/v2/publications/${publications[0]}`])
      expect(JSON.stringify((await call('GET', path, 'creator')).body)).not.toMatch(/"cost"|minor/);
  });
});
