import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const get = (url: string, role: Role = 'advertiser') => application.call({ url, as: cast.tokens[role] });
const make = async (body: object) => {
  const whole = {
    active: true,
    campaign_title: 'One',
    type: 'standard',
    traffic_sources_costs: [],
    targets: {},
    ...body,
  };
  const url = `/v2/stores/${cast.storeId}/offers`;
  const reply = await application.call({ method: 'POST', url, as: cast.tokens.advertiser, body: whole });
  expect([reply.body.errors, reply.status]).toEqual([undefined, 201]);
  return reply.body.data.id as number;
};

describe('Authorization', () => {
  describe.each(['campaigns', 'shared-budgets'])('a store’s %s', (list) => {
    it.each(ROLES)('%s', async (role) => {
      const isAllowed = role === 'advertiser' || role === 'admin';
      expect((await get(`/v2/stores/${cast.storeId}/${list}`, role)).status).toBe(isAllowed ? 200 : 403);
    });
    it('not without a token', async () => {
      expect((await application.call({ url: `/v2/stores/${cast.storeId}/${list}` })).status).toBe(401);
    });
  });

  it.each(ROLES)('the definition of a campaign: %s', async (role) => {
    const id = await make({ targets: { user_ids: [cast.ids.creator] } });
    const isAllowed = role === 'advertiser' || role === 'admin';
    expect((await get(`/v2/offers/${id}/definition`, role)).status).toBe(
      isAllowed ? 200 : role === 'creator' ? 403 : 404,
    );
    expect((await application.call({ url: `/v2/offers/${id}/definition` })).status).toBe(401);
  });
});

describe('The list of campaigns', () => {
  it('shows prices, limits and usage, and the number of waiting participants', async () => {
    const id = await make({
      campaign_title: 'All of it',
      type: 'store_accept',
      traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.08 }],
      has_onetime_payment: true,
      one_time_payment: 15,
      max_clicks: 100,
      max_money: 50,
      shared_budget: { title: 'Both', amount: 70 },
      valid_until: '2099-01-31',
    });
    const { market } = application;
    await market.participant({ campaignId: id, userId: cast.ids.creator, status: 'applied' });
    await market.participant({ campaignId: id, userId: cast.ids.otherCreator, status: 'accepted' });
    await rows('INSERT INTO campaign_spend (campaign_id, user_id, clicks, spent_minor) VALUES ($1, 0, 4, 1000)', [id]);
    const { body } = await get(`/v2/stores/${cast.storeId}/campaigns?query=all of`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      id,
      status: 'active',
      valid_from: null,
      one_time_payment: 1500,
      max_clicks: 100,
      max_money: 5000,
      prices: {
        general: { cpc: 250, cpa: 0.08, invoice_cpc: 250, invoice_cpa: 0.08 },
        social: { cpc: 250, cpa: 0.08, invoice_cpc: 250, invoice_cpa: 0.08 },
      },
      shared_budget: { title: 'Both', amount: 7000, spent: 0 },
      clicks: 4,
      spent: 1000,
      participants: 2,
      waiting: 1,
    });
    const budgets = await get(`/v2/stores/${cast.storeId}/shared-budgets`);
    expect(budgets.body.data[0]).toMatchObject({ id: body.data[0].shared_budget.id, amount: 70, offers: [{ id }] });
  });

  it("is filtered by status, sorted and paginated, and contains no other store's campaigns", async () => {
    await application.market.campaign({ storeId: cast.otherStoreId });
    const [a, b] = [await make({ campaign_title: 'zz A', active: false }), await make({ campaign_title: 'zz B' })];
    const ids = async (query: string) =>
      (await get(`/v2/stores/${cast.storeId}/campaigns?query=zz&${query}`)).body.data.map(
        (one: { id: number }) => one.id,
      );
    expect(await ids('statuses=paused')).toEqual([a]);
    expect(await ids('sort_by=campaign_title:asc')).toEqual([a, b]);
    expect(await ids('size=1&page=2')).toEqual([a]);
    const all = await get(`/v2/stores/${cast.storeId}/campaigns?size=100`);
    expect(new Set(all.body.data.map((one: { store_id: number }) => one.store_id))).toEqual(new Set([cast.storeId]));
    expect((await get(`/v2/stores/${cast.storeId}/campaigns?sort_by=token:asc`)).status).toBe(422);
  });
});

describe('The definition of a campaign', () => {
  it('creates the same campaign, and changes nothing when it is sent back', async () => {
    const { market } = application;
    const id = await make({
      campaign_title: 'As typed',
      campaign_text: 'Run.',
      name: 'n',
      type: 'user_accept',
      todo: ['Post'],
      max_clicks: 7,
      max_money: 9,
      per_user_limit: true,
      has_product_seeding: true,
      valid_from: '2030-01-01',
      valid_until: '2030-02-01',
      traffic_sources_costs: [
        { source: 0, cpc: 250, cpa: 0.08 },
        { source: 1, cpc: 100 },
      ],
      targets: {
        user_ids: [cast.ids.creator],
        user_tag_ids: [await market.userTag()],
        client_ids: [cast.agencyId],
        store_group_ids: [await market.storeGroup()],
        revenue_tier_ids: [await market.tier()],
        emails: ['a@people.example'],
        social_media_identifiers: ['Runner'],
      },
    });
    const url = `/v2/offers/${id}`;
    const before = (await get(`${url}/definition`)).body;
    expect(before).toMatchObject({
      has_participants: true,
      users: [{ id: cast.ids.creator }],
      offer: { valid_from: '2030-01-01', valid_until: '2030-02-01', max_money: 9, one_time_payment: null },
    });
    const put = await application.call({ method: 'PUT', url, as: cast.tokens.advertiser, body: before.offer });
    expect(put.status).toBe(200);
    expect((await get(`${url}/definition`)).body).toEqual(before);
    expect(await make({ ...before.offer, campaign_title: 'Copy' })).not.toBe(id);
  });

  it('includes values that only the legacy API accepts', async () => {
    const id = await make({});
    const price = { storeId: cast.storeId, campaignId: id, cpcMinor: 5_000, invoiceCpcMinor: 200_000 };
    await application.market.price(price);
    const { status, body } = await get(`/v2/offers/${id}/definition`, 'admin');
    expect([status, body.offer?.traffic_sources_costs]).toEqual([
      200,
      [{ source: 0, cpc: 5_000, invoice_cpc: 200_000 }],
    ]);
  });

  it('includes a title from the legacy API that version 2 would refuse', async () => {
    const id = await make({});
    for (const offer_campaign_title of ['', '  ', 'two\nlines']) {
      const url = `/stores/${cast.storeId}/offers/${id}`;
      expect(
        (await application.call({ method: 'PATCH', url, as: cast.tokens.admin, body: { offer_campaign_title } }))
          .status,
      ).toBe(200);
      expect((await get(`/v2/offers/${id}/definition`, 'admin')).status).toBe(200);
    }
  });

  it("tells members what they are billed, and hides the creators' share from them", async () => {
    const id = await make({});
    const price = { storeId: cast.storeId, campaignId: id, cpcMinor: 100, invoiceCpcMinor: 130, userShare: 0.6 };
    await application.market.price(price);
    const costs = async (role: Role) =>
      (await get(`/v2/offers/${id}/definition`, role)).body.offer.traffic_sources_costs;
    expect(await costs('advertiser')).toEqual([{ source: 0, cpc: 100, invoice_cpc: 130 }]);
    expect(await costs('admin')).toEqual([{ source: 0, cpc: 100, invoice_cpc: 130, user_revenue: 0.6 }]);
  });
});

describe('A participant with includes', () => {
  it("has the caller's transitions and its individual terms", async () => {
    const id = await make({ type: 'store_accept' });
    const { market } = application;
    const participant = await market.participant({
      campaignId: id,
      userId: cast.ids.creator,
      status: 'applied',
      clickLimit: 5,
    });
    await market.price({ storeId: cast.storeId, campaignId: id, participantId: participant, cpcMinor: 300 });
    const include = 'include[]=transitions&include[]=overrides&include[]=offer_comments_count';
    const one = await get(`/v2/offers/${id}/participants/${participant}?${include}`);
    const [listed] = (await get(`/v2/offers/${id}/participants?${include}`)).body.data;
    expect(listed).toEqual(one.body);
    const fixed = { cpo: null, cpo_mode: null, minimum_order: null };
    const costs = [{ source: 0, cpc: { amount: '3.00', currency: 'SEK' }, cpa: null, ...fixed }];
    expect(one.body.overrides).toEqual({ click_limit: 5, traffic_sources_costs: costs });
    const moves = (body: { transitions: { status: string }[] }) => body.transitions.map(({ status }) => status);
    expect(moves(one.body)).toEqual(['accepted', 'store_denied', 'second_prio']);
    const own = await get(`/v2/offers/${id}/participants/${participant}?${include}`, 'creator');
    expect(moves(own.body)).toEqual(['open']);
  });
});
