import { expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const { market } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });

const terms = async (id: number = link.id, as: string = cast.tokens.creator) =>
  await application.call({ url: `/v2/affiliate-links/${id}/terms`, as });

it.each([...ROLES])(
  'Callers who act for the creator may read them; the store knows the link but not its earnings: %s',
  async (role) => {
    const { status } = await terms(link.id, cast.tokens[role]);
    const other = role === 'advertiser' ? 403 : 404;
    expect(status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : other);
  },
);

/** Nothing is paid for orders beside the part of their value. */
const NO_FIXED = { per_order_fixed: { minor: 0, currency: 'SEK' }, cpo_mode: 'added', minimum_order: null };

it('Terms are not readable anonymously, or for an unknown link', async () => {
  expect((await application.call({ url: `/v2/affiliate-links/${link.id}/terms` })).status).toBe(401);
  expect((await terms(999_999)).status).toBe(404);
});

const perClick = (minor: number) => ({ per_click: { minor, currency: 'SEK' }, per_click_minor: minor });

it('The store’s own prices pay where no campaign does', async () => {
  const price = { ...perClick(70), per_order: 0.07, ...NO_FIXED, campaign: null };
  expect((await terms()).body).toEqual({
    currency: 'SEK',
    refusal: null,
    sources: [
      { source: 'general', ...price },
      { source: 'social', ...price },
    ],
  });
});

it('A campaign precedes them until it is used up, and the reply is what the next click earns', async () => {
  const { market, database } = application;
  const follow = await letShoppersIn(application);
  const own = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
  const campaignId = await market.campaign({
    storeId: cast.storeId,
    maxClicks: 1,
    validUntil: new Date('2124-01-01T00:00:00Z'),
  });
  await database.pool.query(`UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1`, [campaignId]);
  await market.price({ storeId: cast.storeId, campaignId, cpcMinor: 200 });
  const earned = async () => {
    const { rows } = await database.pool.query('SELECT user_minor FROM link_days WHERE link_id = $1', [own.id]);
    return rows.reduce((sum, row) => sum + Number(row.user_minor), 0);
  };

  const [general] = (await terms(own.id)).body.sources;
  const campaign = {
    id: campaignId,
    title: 'Spring',
    valid_until: '2124-01-01T00:00:00.000Z',
    has_commission_rules: false,
    has_rate_steps: false,
    bonuses: null,
  };
  expect(general).toEqual({ source: 'general', ...perClick(140), per_order: 0.07, ...NO_FIXED, campaign });
  await follow(own.code, { visitor: 'first' });
  expect(await earned()).toBe(140);
  const [after] = (await terms(own.id)).body.sources;
  expect(after).toEqual({ source: 'general', ...perClick(70), per_order: 0.07, ...NO_FIXED, campaign: null });
  await follow(own.code, { visitor: 'second' });
  expect(await earned()).toBe(210);
});

it('A campaign’s bonuses of this month are shown before and after a link exists', async () => {
  const { market } = application;
  const storeId = await market.store();
  const campaignId = await market.campaign({ storeId });
  await market.price({ storeId, campaignId, cpcMinor: 200 });
  const money = (amount: string) => ({ amount, currency: 'SEK' });
  const body = { tiers: [{ orders: 2, value: money('90.00'), bonus: money('50.00') }], budget: money('500.00') };
  const set = await application.call({
    method: 'PUT',
    url: `/v2/offers/${campaignId}/bonus-tiers`,
    as: cast.tokens.admin,
    body,
  });
  expect(set.status).toBe(200);
  const bonuses = { month: set.body.this_month.month, ...body };
  const { id } = await market.link({ userId: cast.ids.creator, storeId });
  expect((await terms(id)).body.sources[0].campaign).toMatchObject({ id: campaignId, bonuses });
  const quote = await application.call({
    url: `/v2/users/${cast.ids.creator}/quotes?store_ids[]=${storeId}`,
    as: cast.tokens.creator,
  });
  expect(quote.body.data[0].sources[0].campaign).toMatchObject({ id: campaignId, bonuses });
});

it('A creator that the store has blocked, and a closed store, have a reason', async () => {
  const { market, database } = application;
  const hidden = await market.store({ hidden: true });
  const closed = await market.link({ userId: cast.ids.creator, storeId: hidden });
  expect((await terms(closed.id)).body.refusal).toBe('inactive');
  const blocking = await market.store();
  const blocked = await market.link({ userId: cast.ids.creator, storeId: blocking });
  await database.pool.query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [blocking, cast.ids.creator]);
  expect((await terms(blocked.id)).body.refusal).toBe('blocked');
});
