import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { MAX_TAGGED_CAMPAIGNS } from './list-tagged-campaigns.ts';

const { application, cast } = await createPopulatedApplication();

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const read = (storeId: number | string = cast.storeId, as = cast.tokens.admin) =>
  application.call({ url: `/stores/${storeId}/user-tags`, as });
async function tagsOf(storeId: number) {
  const { status, body } = await read(storeId);
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body;
}
const targetTags = (campaignId: number, ...tags: number[]) =>
  run('INSERT INTO campaign_targets (campaign_id, user_tag_id) SELECT $1, unnest($2::bigint[])', campaignId, tags);
const ids = (records: { id: number }[]) => records.map(({ id }) => id);

describe('GET /stores/{id}/user-tags', () => {
  it("lists common tags and the store's own by id, each with the store's campaigns that target it", async () => {
    const { market } = application;
    const store = await market.store();
    const common = await market.userTag({ name: 'Runners' });
    const own = await market.userTag({ name: 'Ours', storeId: store });
    const foreign = await market.userTag({ name: 'Theirs', storeId: cast.otherStoreId });
    const first = await market.campaign({ storeId: store });
    const second = await market.campaign({ storeId: store, active: false });
    const deleted = await market.campaign({ storeId: store });
    const elsewhere = await market.campaign({ storeId: cast.otherStoreId });
    const untargeted = await market.campaign({ storeId: store });
    await targetTags(first, common, own);
    await targetTags(second, common);
    for (const campaign of [deleted, elsewhere]) await targetTags(campaign, common);
    await run('UPDATE campaigns SET deleted_at = now() WHERE id = $1', deleted);
    await run('INSERT INTO campaign_targets (campaign_id, user_id) VALUES ($1, $2)', untargeted, cast.ids.creator);

    const tags = (await tagsOf(store)).filter((tag: { id: number }) => [common, own, foreign].includes(tag.id));
    const times = {
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_at: expect.any(String),
    };
    const plain = { slug: expect.any(String), access_level: 0, ...times, offers: expect.any(Array) };
    expect(tags).toEqual([
      { id: common, name: 'Runners', store_id: null, ...plain },
      { id: own, name: 'Ours', store_id: store, ...plain },
    ]);
    expect(tags.map((tag: { offers: { id: number }[] }) => ids(tag.offers))).toEqual([[second, first], [first]]);
  });

  it.each(STORE_MEMBERS_ONLY)('answers the role %s with %i', async (role, status) => {
    expect((await read(cast.storeId, cast.tokens[role])).status).toBe(status);
  });

  it('refuses requests without a token, and for a hidden or missing store', async () => {
    expect((await application.call({ url: `/stores/${cast.storeId}/user-tags` })).status).toBe(401);
    const hidden = await application.market.store({ hidden: true });
    for (const store of [hidden, 4_503_599_627_370_496, 'x', '0']) {
      const { status, body } = await read(store, cast.tokens.advertiser);
      expect([store, status, body.message]).toEqual([store, 404, 'No query results for store.']);
    }
  });

  it('lists the newest of a large number', async () => {
    const store = await application.market.store();
    const tag = await application.market.userTag({ storeId: store });
    const { rows } = await run(
      `INSERT INTO campaigns (store_id, token, type) SELECT $1, 'many' || n, 'standard' FROM generate_series(1, $2::int) n RETURNING id`,
      store,
      MAX_TAGGED_CAMPAIGNS + 1,
    );
    await run(
      'INSERT INTO campaign_targets (campaign_id, user_tag_id) SELECT unnest($1::bigint[]), $2',
      ids(rows),
      tag,
    );
    const { offers: campaigns } = (await tagsOf(store)).find((one: { id: number }) => one.id === tag);
    expect(ids(campaigns)).toEqual(
      ids(rows)
        .sort((a, b) => b - a)
        .slice(0, MAX_TAGGED_CAMPAIGNS),
    );
  });
});

describe('A legacy campaign', () => {
  /** Returns the only campaign of a new store, as the list shows it. */
  async function shown(change: string, currency = 'SEK', prices: Record<string, number>[] = []) {
    const { market } = application;
    const storeId = await market.store({ currency });
    const tag = await market.userTag({ storeId });
    const id = await market.campaign({ storeId });
    await run(
      `UPDATE campaigns SET ${change}, created_at = '2025-01-01T00:00:00Z', updated_at = '2025-01-02T00:00:00Z' WHERE id = $1`,
      id,
    );
    for (const price of prices) {
      const columns = Object.keys(price);
      await run(
        `INSERT INTO prices (store_id, campaign_id, ${columns.join(', ')}) VALUES ($1, $2, ${columns.map((_, at) => `$${at + 3}`).join(', ')})`,
        storeId,
        id,
        ...Object.values(price),
      );
    }
    await targetTags(id, tag);
    const read = async () => {
      const [one] = (await tagsOf(storeId)).filter(({ id: tagId }: { id: number }) => tagId === tag);
      return one.offers[0];
    };
    return { id, storeId, read };
  }

  it('has every field', async () => {
    const {
      id,
      storeId,
      read: campaign,
    } = await shown(
      `name = 'Spring', type = 'store_accept', valid_from = '2025-03-01T00:00:00Z', valid_until = '2025-03-31T23:59:59.999Z', max_clicks = 500,
      max_money_minor = 90000, priority = 70, store_visibility = 2, campaign_show = false, campaign_title = 'Run', campaign_text = 'and run'`,
      'SEK',
      [
        {
          source: 0,
          cpc_minor: 100,
          invoice_cpc_minor: 120,
          cpa: 0.05,
          invoice_cpa: 0.06,
          user_share: 0.7,
          agency_share: 0.1,
        },
        {
          source: 1,
          cpc_minor: 80,
          invoice_cpc_minor: 95,
          cpa: 0.04,
          invoice_cpa: 0.045,
          user_share: 0.6,
          agency_share: 0.2,
        },
      ],
    );
    expect(await campaign()).toEqual({
      id,
      name: 'Spring',
      type: 'store_accept',
      store_id: storeId,
      from: '2025-03-01 00:00:00',
      to: '2025-03-31 23:59:59',
      cpc: 100,
      social_cpc: 80,
      invoice_cpc: 120,
      invoice_social_cpc: 95,
      cpa: 0.05,
      social_cpa: 0.04,
      revenue_cpa: 0.05,
      revenue_social_cpa: 0.04,
      invoice_cpa: 0.06,
      invoice_social_cpa: 0.045,
      cpo: null,
      social_cpo: null,
      invoice_cpo: null,
      invoice_social_cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
      max_clicks: 500,
      current_clicks: 0,
      max_money: 900,
      current_money: 0,
      active: 1,
      priority: 70,
      store_visibility: 2,
      offer_campaign_show: 0,
      offer_campaign_title: 'Run',
      offer_campaign_text: 'and run',
      user_revenue_general: 0.7,
      user_revenue_social: 0.6,
      client_revenue: 0.1,
      created_at: '2025-01-01 00:00:00',
      updated_at: '2025-01-02 00:00:00',
    });
  });

  it('has zeros and empty texts for missing limits, times and prices, and nulls where the contract has them', async () => {
    const { read: campaign } = await shown('active = false');
    expect(await campaign()).toMatchObject({
      from: '',
      to: '',
      active: 0,
      name: '',
      max_clicks: 0,
      max_money: 0,
      cpc: 0,
      social_cpc: 0,
      invoice_cpc: 0,
      invoice_social_cpc: 0,
      cpa: null,
      social_cpa: null,
      invoice_cpa: null,
      invoice_social_cpa: null,
      revenue_cpa: null,
      user_revenue_general: null,
      user_revenue_social: null,
      client_revenue: null,
    });
  });

  it('shows the effective social prices: General where there is no separate one', async () => {
    const { read: campaign } = await shown('active = true', 'SEK', [
      { source: 0, cpc_minor: 100, cpa: 0.05, user_share: 0.7 },
    ]);
    expect(await campaign()).toMatchObject({
      cpc: 100,
      social_cpc: 100,
      invoice_cpc: 100,
      invoice_social_cpc: 100,
      cpa: 0.05,
      social_cpa: 0.05,
      invoice_cpa: 0.05,
      user_revenue_general: 0.7,
      user_revenue_social: 0.7,
    });
  });

  it('shows the total usage of all creators, counting each once', async () => {
    const { id, read: campaign } = await shown('max_money_minor = 100000, budget_limit_minor = 50000');
    await run(
      `INSERT INTO campaign_spend (campaign_id, user_id, clicks, spent_minor) VALUES ($1, 0, 7, 1999), ($1, $2, 7, 1999)
      ON CONFLICT (campaign_id, user_id) DO UPDATE SET clicks = 7, spent_minor = 1999`,
      id,
      cast.ids.creator,
    );
    expect(await campaign()).toMatchObject({ current_clicks: 7, current_money: 19, max_money: 500 });
  });

  it('shows money in whole units of any currency', async () => {
    const yen = await shown('max_money_minor = 5000', 'JPY');
    expect((await yen.read()).max_money).toBe(5000);
    const dinar = await shown('budget_limit_minor = 5000', 'KWD');
    expect((await dinar.read()).max_money).toBe(5);
  });

  it('shows no price of a participant', async () => {
    const { id, storeId, read: campaign } = await shown('active = true', 'SEK', [{ source: 0, cpc_minor: 100 }]);
    const participantId = await application.market.participant({ campaignId: id, userId: cast.ids.creator });
    await application.market.price({ storeId, campaignId: id, participantId, cpcMinor: 999 });
    await application.market.price({ storeId, campaignId: id, participantId, source: 1, cpcMinor: 999 });
    expect(await campaign()).toMatchObject({ cpc: 100, social_cpc: 100 });
  });
});
