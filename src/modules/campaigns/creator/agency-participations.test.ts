import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const { pool } = database;

const list = (query = '', role: Role | null = 'agency', agencyId = cast.agencyId) =>
  application.call({
    url: `/v2/clients/${agencyId}/campaigns${query}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const idsOf = async (query: string) =>
  (await list(query)).body.data.map(({ participant_id: one }: { participant_id: number }) => one);

describe('The campaigns of an agency’s creators', () => {
  let second: number;
  let [trail, invited, ended]: number[] = [];
  const campaigns: number[] = [];
  beforeAll(async () => {
    second = await market.user({ agencyId: cast.agencyId });
    await pool.query(`UPDATE users SET display_name = 'Maja Lind' WHERE id = $1`, [second]);
    await pool.query('UPDATE agencies SET agency_share = 0.1');
    const { storeId } = cast;
    campaigns.push(await market.campaign({ storeId, type: 'user_accept' }));
    campaigns.push(await market.campaign({ storeId, type: 'store_accept' }));
    campaigns.push(
      await market.campaign({ storeId, type: 'user_accept', validUntil: new Date('2030-05-01T00:00:00Z') }),
    );
    await pool.query(`UPDATE campaigns SET campaign_title = 'Trail in spring' WHERE id = $1`, [campaigns[0]]);
    trail = await market.participant({ campaignId: campaigns[0]!, userId: cast.ids.creator, status: 'accepted' });
    invited = await market.participant({ campaignId: campaigns[1]!, userId: second, status: 'open' });
    ended = await market.participant({ campaignId: campaigns[2]!, userId: cast.ids.creator, status: 'done' });
    await market.participant({ campaignId: campaigns[0]!, userId: cast.ids.otherCreator, status: 'accepted' });
    await market.price({ storeId, campaignId: campaigns[0]!, cpcMinor: 200 });
    const link = await market.link({ userId: cast.ids.creator, storeId });
    await pool.query('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [campaigns[0], link.id]);
    const at = new Date('2030-05-10T10:00:00Z');
    await clickRecorder(database, createCalendar('UTC'))([link, link].map(({ code }) => ({ code, at })));
    const order = { linkId: link.id, campaignId: campaigns[0]!, valueMinor: 10_000, cpaPpm: 100_000 };
    await bookOrder(pool, { ...order, day: '2030-05-11' });
    await bookOrder(pool, { ...order, day: '2030-01-11' });
    for (const due_on of ['2030-05-30', '2030-05-20'])
      await application.call({
        method: 'POST',
        url: `/v2/offers/${campaigns[0]}/deliverables`,
        as: cast.tokens.advertiser,
        body: { participant_ids: [trail], title: 'Story', due_on },
      });
  });

  it('are one record for each creator and campaign, newest first, with the figures of the period', async () => {
    const { status, body } = await list('?from=2030-05-01&to=2030-05-15');
    expect([status, body.data.map(({ participant_id: one }: { participant_id: number }) => one)]).toEqual([
      200,
      [ended, invited, trail],
    ]);
    const { rows } = await pool.query(
      `SELECT sum(clicks)::int AS clicks, sum(orders)::int AS orders, sum(user_minor + order_user_minor)::int AS user_minor,
         sum(agency_minor + order_agency_minor)::int AS agency_minor
       FROM link_days WHERE user_id = $1 AND campaign_id = $2 AND day >= '2030-05-01'`,
      [cast.ids.creator, campaigns[0]],
    );
    const [row] = rows;
    expect([row.clicks, row.orders]).toEqual([2, 1]);
    expect(row.user_minor).toBeGreaterThan(0);
    expect(row.agency_minor).toBeGreaterThan(0);
    const amount = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'SEK' });
    expect(body.data[2]).toMatchObject({
      status: 'accepted',
      user: { id: cast.ids.creator },
      store: { id: cast.storeId },
      offer: { id: campaigns[0], title: 'Trail in spring', status: 'active', valid_until: null },
      clicks: 2,
      orders: 1,
      earnings: amount(row.user_minor),
      agency_earnings: amount(row.agency_minor),
      deliverables_due: 2,
      next_due_on: '2030-05-20',
    });
    expect(body.data[1]).toMatchObject({ clicks: 0, earnings: amount(0), deliverables_due: 0, next_due_on: null });
    expect((await list('?from=2030-01-01&to=2030-01-31')).body.data[2]).toMatchObject({ clicks: 0, orders: 1 });
  });

  it('have the earnings from this agency only', async () => {
    await pool.query('UPDATE users SET agency_id = $1 WHERE id = $2', [cast.otherAgencyId, cast.ids.creator]);
    const { body } = await list(`?user_id=${cast.ids.creator}`, 'otherAgency', cast.otherAgencyId);
    expect((await list(`?user_id=${cast.ids.creator}`)).body.data).toEqual([]);
    await pool.query('UPDATE users SET agency_id = $1 WHERE id = $2', [cast.agencyId, cast.ids.creator]);
    const of = body.data.find(({ participant_id: one }: { participant_id: number }) => one === trail);
    expect(of).toMatchObject({ clicks: 2, agency_earnings: { amount: '0.00' } });
  });

  it('can be searched, filtered, sorted and paged', async () => {
    expect(await idsOf(`?user_id=${second}`)).toEqual([invited]);
    expect(await idsOf(`?user_id=${cast.ids.otherCreator}`)).toEqual([]);
    expect(await idsOf(`?offer_id=${campaigns[0]}`)).toEqual([trail]);
    expect(await idsOf(`?offer_id=${campaigns[0]}&user_id=${second}`)).toEqual([]);
    expect(await idsOf('?query=TRAIL')).toEqual([trail]);
    expect(await idsOf('?query=maja')).toEqual([invited]);
    expect(await idsOf('?query=%25')).toEqual([]);
    expect(await idsOf('?statuses[]=open&statuses[]=accepted')).toEqual([invited, trail]);
    expect(await idsOf('?campaign_statuses[]=ended')).toEqual([ended]);
    expect(await idsOf('?sort_by=clicks:desc&size=1')).toEqual([trail]);
    expect(await idsOf('?size=2&page=2')).toEqual([trail]);
  });

  it('are without deleted campaigns and erased creators', async () => {
    const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    const userId = await market.user({ agencyId: cast.agencyId });
    await market.participant({ campaignId, userId });
    expect((await list()).body.meta.total).toBe(4);
    await pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [campaignId]);
    expect((await list()).body.meta.total).toBe(3);
    await pool.query('UPDATE campaigns SET deleted_at = NULL WHERE id = $1', [campaignId]);
    await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [userId]);
    expect((await list()).body.meta.total).toBe(3);
  });

  it('are read by representatives of the agency and administrators', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'advertiser', 'otherAgency', 'agency', 'admin'] as const)
      statuses.push((await list('', role)).status);
    expect(statuses).toEqual([401, 404, 404, 404, 200, 200]);
    expect((await list('', 'admin', 999_999)).status).toBe(404);
  });

  it.each([
    ['sort_by=earnings:asc', 'sort_by'],
    ['from=2030-02-01&to=2030-01-01', 'from'],
    ['from=x', 'from'],
    ['size=101', 'size'],
    ['user_id=x', 'user_id'],
    ['statuses[]=gone', 'statuses.0'],
    ['campaign_statuses[]=deleted', 'campaign_statuses.0'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await list(`?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
