import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore } from '../harness/cast.ts';
import { letShoppersIn } from '../harness/shoppers.ts';

const DAY = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const { application, cast } = await createPopulatedApplication();
const follow = await letShoppersIn(application);

let storeCount = 0;
/** Creates a store that pays 100 per click. */
async function store(values: { hidden?: boolean } = {}) {
  const domain = `seen-${++storeCount}.example`;
  const id = await openStore(application, { domains: [domain], ...values });
  await application.market.price({ storeId: id, cpcMinor: 100 });
  return { id, url: `https://${domain}/p` };
}

const CAMPAIGN = { name: 'Private', active: 1, priority: 50, cpc: 100 };

/** Creates a campaign of the store through the legacy API. @returns its id */
async function makeCampaign(storeId: number, body: object): Promise<number> {
  const url = `/stores/${storeId}/offers`;
  const made = await application.call({ method: 'POST', url, as: cast.tokens.admin, body: { ...CAMPAIGN, ...body } });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.id;
}

type Creator = 'creator' | 'otherCreator';

async function listed(storeId: number, who: Creator = 'creator'): Promise<boolean> {
  const { body } = await application.call({ url: `/v2/users/${cast.ids[who]}/advertisers`, as: cast.tokens[who] });
  return body.data.some(({ id }: { id: number }) => id === storeId);
}

async function inspected(url: string, who: Creator = 'creator'): Promise<string> {
  const path = `/v2/users/${cast.ids[who]}/inspections/affiliate-link`;
  const { body } = await application.call({ method: 'POST', url: path, as: cast.tokens[who], body: { url } });
  return body.inspection_result;
}

async function link(url: string, who: Creator = 'creator') {
  const path = `/v2/users/${cast.ids[who]}/affiliate-links`;
  return application.call({ method: 'POST', url: path, as: cast.tokens[who], body: { url } });
}

/** Clicks once. @returns the class of the click */
async function classOfClick(url: string): Promise<number> {
  const { location } = await follow(url);
  const id = new URL(location!).searchParams.get('tclid');
  const { rows } = await application.database.pool.query('SELECT class FROM clicks WHERE id = $1', [id]);
  return rows[0].class;
}
const [COUNTED, INACTIVE] = [0, 5];

/** Returns why clicks on the creator's link are not paid, according to the list of links. */
async function refusal(tracked: string): Promise<string | null> {
  const url = `/v2/users/${cast.ids.creator}/link-stats?code=${tracked.split('/').at(-1)}`;
  return (await application.call({ url, as: cast.tokens.creator })).body.data[0].refusal;
}

describe('A campaign that shows a hidden store', () => {
  it('is open to its audience while it is active, from the list to the click, and closed to others', async () => {
    const { id, url } = await store({ hidden: true });
    const campaign = await makeCampaign(id, { store_visibility: 2, users: [{ id: cast.ids.creator }] });
    expect([await listed(id), await inspected(url)]).toEqual([true, 'single_advertiser']);
    expect([await listed(id, 'otherCreator'), await inspected(url, 'otherCreator')]).toEqual([false, 'not_visible']);
    expect((await link(url, 'otherCreator')).body.error).toBe('store_not_visible');
    const { status, body } = await link(url);
    expect(status).toBe(200);
    const tracked = body.affiliate_link.url;
    expect([await classOfClick(tracked), await refusal(tracked)]).toEqual([COUNTED, null]);

    const change = (values: object) =>
      application.call({
        method: 'PATCH' as const,
        url: `/stores/${id}/offers/${campaign}`,
        as: cast.tokens.admin,
        body: values,
      });
    for (const gone of [
      { active: 0 },
      { active: 1, from: dayIn(2) },
      { from: null, to: dayIn(-2) },
      { to: null, store_visibility: 0 },
    ]) {
      await change(gone);
      expect([gone, await listed(id), await inspected(url)]).toEqual([gone, false, 'not_visible']);
      expect([gone, await classOfClick(tracked), await refusal(tracked)]).toEqual([gone, INACTIVE, 'inactive']);
    }
    await change({ store_visibility: 2 });
    expect([await inspected(url), await classOfClick(tracked)]).toEqual(['single_advertiser', COUNTED]);
  });

  it('has the same audience in the lists as at the click, for every kind of target', async () => {
    const { market } = application;
    const query = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
    const { creator } = cast.ids;
    const [tierId, agencyId, storeGroupId] = [await market.tier(), await market.agency(), await market.storeGroup()];
    await query(
      `UPDATE users SET revenue_tier_id = $2, agency_id = $3, store_group_id = $4, email_unproven = false WHERE id = $1`,
      creator,
      tierId,
      agencyId,
      storeGroupId,
    );
    await query(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'Seen_By')`, creator);
    const { email } = (await query('SELECT email FROM users WHERE id = $1', creator)).rows[0];
    const ways = {
      user_tag_id: await market.userTag({ userIds: [creator] }),
      revenue_tier_id: tierId,
      agency_id: agencyId,
      store_group_id: storeGroupId,
      email: email.toUpperCase(),
      social_identifier: 'seen_BY',
    };
    for (const [way, target] of Object.entries(ways)) {
      const { id, url } = await store({ hidden: true });
      const campaign = await makeCampaign(id, { store_visibility: 2, users: [{ id: cast.ids.otherCreator }] });
      const tracked = (await link(url, 'otherCreator')).body.affiliate_link.url;
      await query('UPDATE links SET user_id = $1 WHERE store_id = $2', creator, id);
      expect([way, await listed(id), await classOfClick(tracked)]).toEqual([way, false, INACTIVE]);
      await query(`INSERT INTO campaign_targets (campaign_id, ${way}) VALUES ($1, $2)`, campaign, target);
      expect([way, await listed(id), await inspected(url)]).toEqual([way, true, 'single_advertiser']);
      expect([way, await classOfClick(tracked), await refusal(tracked)]).toEqual([way, COUNTED, null]);
    }
    await query(
      'UPDATE users SET revenue_tier_id = NULL, agency_id = NULL, store_group_id = NULL WHERE id = $1',
      creator,
    );
  });

  it('can be joined, and opens the store once the creator is accepted', async () => {
    const { id, url } = await store({ hidden: true });
    const campaign = await makeCampaign(id, { type: 'user_accept', store_visibility: 2 });
    expect(await inspected(url)).toBe('not_visible');
    const { token } = (await application.call({ url: `/v2/offers/${campaign}`, as: cast.tokens.admin })).body;
    const join = `/v2/offer-by-token/${token}/users/${cast.ids.creator}/join`;
    expect((await application.call({ method: 'POST', url: join, as: cast.tokens.creator })).status).toBe(200);
    expect([await inspected(url), await listed(id)]).toEqual(['single_advertiser', true]);
  });

  it('does not reactivate a deactivated store', async () => {
    const { id, url } = await store({ hidden: true });
    await makeCampaign(id, { store_visibility: 2 });
    const tracked = (await link(url)).body.affiliate_link.url;
    const deactivate = `/v2/advertisers/${id}/deactivate`;
    expect((await application.call({ method: 'POST', url: deactivate, as: cast.tokens.admin })).status).toBe(200);
    expect([await listed(id), await classOfClick(tracked)]).toEqual([false, INACTIVE]);
  });
});

describe('A campaign that hides its store', () => {
  it('removes it from the lists of its audience, whose links are still created and earn as before', async () => {
    const { id, url } = await store();
    await makeCampaign(id, { store_visibility: 1, users: [{ id: cast.ids.creator }] });
    expect([await listed(id), await listed(id, 'otherCreator')]).toEqual([false, true]);
    const { status, body } = await link(url);
    expect([status, await classOfClick(body.affiliate_link.url)]).toEqual([200, COUNTED]);
  });

  it('yields to one with a higher priority', async () => {
    const { id } = await store();
    await makeCampaign(id, { store_visibility: 1, priority: 10 });
    expect(await listed(id)).toBe(false);
    await makeCampaign(id, { store_visibility: 2, priority: 20, users: [{ id: cast.ids.creator }] });
    expect([await listed(id), await listed(id, 'otherCreator')]).toEqual([true, false]);
  });
});
