import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const call = (rest = '', role: Role | undefined = 'creator') =>
  application.call({
    url: `/v2/users/${cast.ids.creator}/campaign-board${rest}`,
    ...(role === undefined ? {} : { as: cast.tokens[role] }),
  });

describe('Reading the campaigns for a creator', () => {
  it.each([...ROLES])('is permitted to the creator, the agency and administrators: %s', async (role) => {
    const campaignId = await application.market.campaign({ storeId: cast.storeId });
    for (const rest of ['', `/${campaignId}`]) {
      const { status } = await call(rest, role);
      expect(status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
    }
  });

  it('is refused without a token', async () => {
    for (const rest of ['', '/1'])
      expect((await application.call({ url: `/v2/users/${cast.ids.creator}/campaign-board${rest}` })).status).toBe(401);
  });
});

describe('A campaign', () => {
  it("is shown with pay, tasks and the creator's participation", async () => {
    const { market } = application;
    const campaignId = await market.campaign({
      storeId: cast.storeId,
      type: 'user_accept',
      validFrom: new Date('2024-01-31T23:00:00Z'),
      validUntil: new Date('2124-03-31T21:59:59.999Z'),
    });
    await query(
      `UPDATE campaigns SET campaign_title = 'Spring', campaign_text = 'Wear it.', todo = '{Post,Story}', has_onetime_payment = true,
        one_time_payment_minor = 50000 WHERE id = $1`,
      campaignId,
    );
    await market.price({ storeId: cast.storeId, campaignId, cpcMinor: 101, cpa: 0.1 });
    const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'open' });
    await query(`UPDATE participants SET todo = '[{"key":"Post","value":true}]' WHERE id = $1`, participantId);
    const { body } = await call(`/${campaignId}`);
    const [{ token, name }] = (await query(
      'SELECT o.token, s.name FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.id = $1',
      campaignId,
    )) as [{ token: string; name: string }];
    expect(body).toEqual({
      influencer_text: '',
      commission_rules: [],
      rate_steps: null,
      bonus: null,
      order_rules: { approval_days: null, attribution: 'click_first', attribution_window_days: 30 },
      id: campaignId,
      title: 'Spring',
      text: 'Wear it.',
      image_url: null,
      store: { id: cast.storeId, name },
      token,
      type: 'user_accept',
      status: 'active',
      valid_from: '2024-01-31T23:00:00.000Z',
      valid_until: '2124-03-31T21:59:59.999Z',
      has_product_seeding: false,
      currency: 'SEK',
      one_time_payment: { amount: '500.00', currency: 'SEK' },
      gift: null,
      guarantee: null,
      promise: null,
      // Seven tenths, rounded down.
      pay: ['general', 'social'].map((source) => ({
        source,
        per_click: { minor: 70, currency: 'SEK' },
        per_click_minor: 70,
        per_order: 0.07,
        per_order_fixed: { minor: 0, currency: 'SEK' },
        cpo_mode: 'added',
        minimum_order: null,
      })),
      tasks: ['Post', 'Story'],
      part: {
        participant_id: participantId,
        status: 'open',
        can_create_link: false,
        payment: null,
        todo: [{ key: 'Post', value: true }],
        transitions: [
          { status: 'accepted', label: 'Accept' },
          { status: 'denied', label: 'Decline' },
        ],
      },
    });
    // The list has neither rules nor bonuses.
    const { commission_rules: _, bonus: __, order_rules: ___, rate_steps: ____, ...listed } = body;
    expect((await call('?size=100')).body.data).toContainEqual(listed);
  });

  it('is not found when it targets another creator or is deleted', async () => {
    const { market } = application;
    const others = await market.campaign({ storeId: cast.storeId, onlyUserId: cast.ids.otherCreator });
    const gone = await market.campaign({ storeId: cast.storeId });
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', gone);
    for (const id of [others, gone, 999_999]) expect((await call(`/${id}`)).status).toBe(404);
  });

  it("shows the actual pay of the creator's links, including overrides and shares", async () => {
    const { market } = application;
    // Different terms per campaign: prices per source, overrides, individual shares.
    const cases = [
      { prices: [{ source: 0, cpcMinor: 300, cpa: 0.2 }], override: null },
      {
        prices: [
          { source: 0, cpcMinor: 300 },
          { source: 1, cpcMinor: 200, cpa: 0.05, userShare: 0.5 },
        ],
        override: null,
      },
      { prices: [{ source: 0, cpcMinor: 300, cpa: 0.2 }], override: { source: 0, cpcMinor: 999 } },
      {
        prices: [
          { source: 0, cpcMinor: 300 },
          { source: 1, cpcMinor: 200 },
        ],
        override: { source: 0, cpcMinor: 999 },
      },
      {
        prices: [{ source: 0, cpcMinor: 300, userShare: 0.9 }],
        override: { source: 1, cpa: 0.4, cpcMinor: 10, userShare: 0.3 },
      },
      { prices: [], override: { source: 0, cpa: 0.4 } },
    ] as const;
    for (const { prices, override } of cases) {
      const storeId = await market.store();
      const campaignId = await market.campaign({ storeId, type: 'user_accept' });
      for (const price of prices) await market.price({ storeId, campaignId, ...price });
      const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'accepted' });
      if (override !== null) await market.price({ storeId, campaignId, participantId, ...override });
      const link = await market.link({ userId: cast.ids.creator, storeId });
      const url = `/v2/affiliate-links/${link.id}/terms`;
      const terms = (await application.call({ url, as: cast.tokens.creator })).body;
      const priced = terms.sources.map(({ campaign, ...pay }: { campaign: unknown }) => pay);
      expect((await call(`/${campaignId}`)).body.pay).toEqual(priced);
    }
  });
});

describe('The list', () => {
  it('is filtered by status and name, and paginated', async () => {
    const { market } = application;
    const campaignId = await market.campaign({ storeId: cast.storeId, validFrom: new Date('2124-01-01T00:00:00Z') });
    await query(`UPDATE campaigns SET campaign_title = 'A winter to come' WHERE id = $1`, campaignId);
    const idsOf = async (rest: string) => (await call(rest)).body.data.map(({ id }: { id: number }) => id);
    expect(await idsOf('?campaign_statuses[]=scheduled&name=winter')).toEqual([campaignId]);
    expect(await idsOf('?campaign_statuses[]=active&name=winter')).toEqual([]);
    expect(await idsOf('?size=1')).toEqual([campaignId]);
    expect((await call('?campaign_statuses[]=gone')).status).toBe(422);
  });
});
