import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication({ now: () => new Date('2026-04-01T12:00:00Z') });
const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'store_accept' });

const PATHS = ['stats', 'participants-stats', 'participants-count-by-click-activity'];
const read = (path: string, as: string | undefined = cast.tokens.advertiser, campaign: number | string = campaignId) =>
  application.call({ url: `/v2/offers/${campaign}/${path}`, ...(as === '' ? {} : { as }) });

describe.each(PATHS)('%s', (path) => {
  it.each(ROLES)('for %s', async (role) => {
    const { market } = application;
    const own = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    await market.participant({ campaignId: own, userId: cast.ids.creator });
    const { status, body } = await read(path, cast.tokens[role], own);
    if (role === 'advertiser' || role === 'admin') expect(status).toBe(200);
    else if (role === 'creator') expect([status, body.message]).toEqual([403, 'Access Forbidden']);
    else expect([status, body.message]).toEqual([404, 'No query results for offer.']);
  });

  it('not without a token, and not for an unknown campaign', async () => {
    expect((await read(path, '')).status).toBe(401);
    expect((await read(path, cast.tokens.admin, 2 ** 40)).status).toBe(404);
    expect((await read(path, cast.tokens.admin, 'nothing')).status).toBe(404);
  });

  it('also for a deleted campaign', async () => {
    const gone = await application.market.campaign({ storeId: cast.storeId });
    await application.database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [gone]);
    expect((await read(path, cast.tokens.advertiser, gone)).status).toBe(200);
  });

  it.each([
    ['start_date=2026-03-01&end_date=2026-02-28', 'start_date'],
    ['start_date=2026-04-02', 'start_date'],
    ['start_date=2025-01-01&end_date=2026-01-02', 'end_date'],
    ['start_date=1969-12-31&end_date=1970-01-01', 'start_date'],
    ['end_date=1969-12-31', 'end_date'],
    ['start_date=2026-02-29', 'start_date'],
    ['end_date=2026-03-01T10:00', 'end_date'],
    ['end_date=yesterday', 'end_date'],
  ])('?%s is a 422 on %s', async (query, field) => {
    const { status, body } = await read(`${path}?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each(['start_date=2025-01-01&end_date=2026-01-01', 'start_date=1970-01-01&end_date=1970-01-01', ''])(
    '?%s is a valid range',
    async (query) => {
      expect((await read(`${path}?${query}`)).status).toBe(200);
    },
  );
});

describe('A campaign without clicks', () => {
  it('has figures of zero over the year up to today', async () => {
    const campaign = await application.market.campaign({ storeId: cast.storeId });
    const { body } = await read('stats', cast.tokens.advertiser, campaign);
    const { participants, ...figures } = body;
    expect(figures).toEqual({
      offer_id: campaign,
      start_date: '2025-04-01',
      end_date: '2026-04-01',
      currency: 'SEK',
      clicks: 0,
      social_clicks: 0,
      cost: 0,
      earnings: 0,
      orders: 0,
      order_value: 0,
      gifts: { sent: 0, value: { minor: 0, currency: 'SEK' } },
      per_day: [],
    });
    expect(Object.values(participants)).toEqual(Array.from({ length: 11 }, () => 0));
    expect((await read('participants-stats', cast.tokens.advertiser, campaign)).body.data).toEqual([]);
    expect((await read('participants-count-by-click-activity', cast.tokens.advertiser, campaign)).body).toEqual({
      active: 0,
      inactive: 0,
      total: 0,
    });
  });
});

describe('participants-stats', () => {
  it('finds by name, address and id, excludes pending addresses, and also reads its fields from a body', async () => {
    const { market, database, app } = application;
    const campaign = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    const ann = await market.user();
    await database.pool.query(`UPDATE users SET display_name = 'Ann 100% Wool' WHERE id = $1`, [ann]);
    const bea = await market.user();
    const [first, second] = [
      await market.participant({ campaignId: campaign, userId: ann, status: 'open' }),
      await market.participant({ campaignId: campaign, userId: bea }),
    ];
    await database.pool.query(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'someone@else.example', 'open')`,
      [campaign],
    );
    const found = async (query: string) => {
      const { body } = await read(`participants-stats?${query}`, cast.tokens.advertiser, campaign);
      return body.data.map(({ user_id }: { user_id: number }) => user_id);
    };
    expect(await found('')).toEqual([ann, bea]);
    expect(await found('query=100%25')).toEqual([ann]);
    expect(await found(`query=${second}`)).toContain(bea);
    expect(await found('query=else.example')).toEqual([]);
    expect(await found('active=false')).toEqual([ann, bea]);
    expect(await found('active=true')).toEqual([]);
    expect(first).toBeLessThan(second);
    const asBody = await app.inject({
      method: 'GET',
      url: `/v2/offers/${campaign}/participants-stats`,
      headers: { authorization: cast.tokens.advertiser },
      payload: { query: '100%', sort_by: 'status:asc', start_date: '2026-03-31' },
    });
    expect(asBody.json().data).toEqual([
      {
        id: `${campaign}-${ann}`,
        user_id: ann,
        display_name: 'Ann 100% Wool',
        clicks: 0,
        status: 'open',
        links_created: 0,
        estimated_gp: 0,
        estimated_earning_to_cost_ratio: 0,
      },
    ]);
  });

  it.each([
    ['sort_by=offer_id:asc', 'sort_by'],
    ['sort_by=clicks', 'sort_by'],
    ['sort_by=clicks:up', 'sort_by'],
    ['active=maybe', 'active'],
    ['size=0', 'size'],
    ['size=101', 'size'],
    ['page=0', 'page'],
    [`query=${'x'.repeat(256)}`, 'query'],
  ])('?%s is a 422 on %s', async (query, field) => {
    const { status, body } = await read(`participants-stats?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each(['size=100', 'size=1', `query=${'x'.repeat(255)}`, 'page=7'])('?%s is accepted', async (query) => {
    expect((await read(`participants-stats?${query}`)).status).toBe(200);
  });
});
