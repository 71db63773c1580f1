import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const store = await letShoppersIn(application);
await application.market.price({ storeId: cast.storeId, cpcMinor: 10 });

const insert = (text: string, values: unknown[]) => application.database.pool.query(text, values);

/** Creates a campaign of the cast's store with `creator` as its only participant. */
async function campaign(type: 'standard' | 'store_accept' = 'store_accept') {
  const id = await application.market.campaign({ storeId: cast.storeId, type });
  if (type === 'store_accept') await application.market.participant({ campaignId: id, userId: cast.ids.creator });
  const { rows } = await insert('SELECT token FROM campaigns WHERE id = $1', [id]);
  return { id, url: `/v2/offers/${id}`, token: rows[0].token as string };
}

const get = (url: string, role: Role) => application.call({ url, as: cast.tokens[role] });
const post = (url: string, role: Role) => application.call({ method: 'POST', url, as: cast.tokens[role] });

describe('Who may', () => {
  const STORE: Role[] = ['advertiser', 'admin'];
  const REQUESTS: Record<string, { method: 'GET' | 'POST' | 'DELETE'; path: string; allowed: Role[]; done: number }> = {
    read: { method: 'GET', path: '', allowed: [...STORE, 'creator'], done: 200 },
    pause: { method: 'POST', path: '/pause', allowed: STORE, done: 200 },
    unpause: { method: 'POST', path: '/unpause', allowed: STORE, done: 200 },
    delete: { method: 'DELETE', path: '', allowed: STORE, done: 204 },
  };
  describe.each(Object.entries(REQUESTS))('%s', (_name, { method, path, allowed, done }) => {
    it.each(ROLES)('%s', async (role) => {
      const { url } = await campaign();
      const { status, body } = await application.call({ method, url: url + path, as: cast.tokens[role] });
      if (allowed.includes(role)) expect(status).toBe(done);
      else if (role === 'creator') expect([status, body.message]).toEqual([403, 'Access Forbidden']);
      else expect([status, body.message]).toEqual([404, 'No query results for offer.']);
    });
    it('not without a token, and not for a missing campaign', async () => {
      const { url } = await campaign();
      expect((await application.call({ method, url: url + path })).status).toBe(401);
      for (const id of ['999999999', '0', 'x', '9007199254740993']) {
        const reply = await application.call({ method, url: `/v2/offers/${id}${path}`, as: cast.tokens.admin });
        expect([id, reply.status]).toEqual([id, 404]);
      }
    });
  });

  it.each(ROLES)('read by its token: %s, and any other user with the token', async (role) => {
    const { token, id } = await campaign();
    const { status, body } = await get(`/v2/offer-by-token/${token}`, role);
    expect([status, body.id]).toEqual([200, id]);
  });

  it('not with an unknown token, the token of a deleted campaign, or without an access token', async () => {
    const { token, url } = await campaign();
    expect((await application.call({ url: `/v2/offer-by-token/${token}` })).status).toBe(401);
    expect((await get('/v2/offer-by-token/unknown', 'admin')).status).toBe(404);
    await application.call({ method: 'DELETE', url, as: cast.tokens.advertiser });
    expect((await get(`/v2/offer-by-token/${token}`, 'admin')).status).toBe(404);
  });
});

describe('A campaign is visible to the creators that it targets', () => {
  const target = (column: string, value: unknown) => async (campaignId: number) => {
    await insert(`INSERT INTO campaign_targets (campaign_id, ${column}) VALUES ($1, $2)`, [campaignId, value]);
  };
  it('by each kind of target, and to no others', async () => {
    const { creator, otherCreator } = cast.ids;
    const tier = await application.market.tier();
    const group = await application.market.storeGroup();
    await insert('UPDATE users SET revenue_tier_id = $2, store_group_id = $3 WHERE id = $1', [creator, tier, group]);
    const { rows } = await insert(`INSERT INTO user_tags (name, slug) VALUES ('Tag', 'tag') RETURNING id`, []);
    await insert('INSERT INTO user_tag_members (user_id, user_tag_id) VALUES ($1, $2)', [creator, rows[0].id]);
    await insert(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'Insta_Ann')`, [
      creator,
    ]);
    const { rows: users } = await insert('SELECT email FROM users WHERE id = $1', [creator]);
    for (const [kind, aim] of Object.entries({
      user: target('user_id', creator),
      client: target('agency_id', cast.agencyId),
      tier: target('revenue_tier_id', tier),
      group: target('store_group_id', group),
      tag: target('user_tag_id', rows[0].id),
      email: target('email', users[0].email.toUpperCase()),
      social: target('social_identifier', 'insta_ann'),
    })) {
      const id = await application.market.campaign({ storeId: cast.storeId, type: 'standard' });
      await aim(id);
      const seen = [await get(`/v2/offers/${id}`, 'creator'), await get(`/v2/offers/${id}`, 'otherCreator')];
      expect([kind, ...seen.map(({ status }) => status)]).toEqual([kind, 200, 404]);
    }
    const own = await application.market.campaign({ storeId: cast.storeId, onlyUserId: otherCreator });
    expect((await get(`/v2/offers/${own}`, 'otherCreator')).status).toBe(200);
    expect((await get(`/v2/offers/${own}`, 'creator')).status).toBe(404);
  });

  it('by an address only after it is verified', async () => {
    const userId = await application.market.user({ email: 'unproven@example.test' });
    const as = await application.tokenOf(userId);
    await insert('UPDATE users SET email_unproven = true WHERE id = $1', [userId]);
    const id = await application.market.campaign({ storeId: cast.storeId, type: 'standard' });
    await target('email', 'unproven@example.test')(id);
    expect((await application.call({ url: `/v2/offers/${id}`, as })).status).toBe(404);
    await insert('UPDATE users SET email_unproven = false WHERE id = $1', [userId]);
    expect((await application.call({ url: `/v2/offers/${id}`, as })).status).toBe(200);
  });

  it('a standard campaign without targets is for everyone until it is deleted', async () => {
    const { url } = await campaign('standard');
    expect((await get(url, 'otherCreator')).status).toBe(200);
    await application.call({ method: 'DELETE', url, as: cast.tokens.advertiser });
    expect((await get(url, 'otherCreator')).status).toBe(404);
    expect((await get(url, 'advertiser')).body.status).toBe('deleted');
  });
});

describe('A campaign', () => {
  it('is the record that its last change returned', async () => {
    const { id, url, token } = await campaign();
    const changes = { campaign_title: 'Spring', campaign_text: 'Walk!' };
    const { body } = await application.call({ method: 'PATCH', url, as: cast.tokens.advertiser, body: changes });
    const { warnings: _, ...changed } = body.data;
    expect(changed).toMatchObject({ id, ...changes, status: 'active', token });
    expect((await get(url, 'creator')).body).toEqual(changed);
  });

  it('pays while it is active, not while paused, again after that, and never once deleted', async () => {
    await insert('UPDATE campaigns SET active = false WHERE store_id = $1', [cast.storeId]);
    const { id, url } = await campaign('standard');
    await application.market.price({ storeId: cast.storeId, campaignId: id, cpcMinor: 100 });
    const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const cost = async () => {
      await store(link.code);
      const { rows } = await insert('SELECT cost_minor FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [
        link.id,
      ]);
      return rows[0].cost_minor;
    };
    const paid = [await cost()];
    const states = [];
    for (const path of ['/pause', '/pause', '/unpause']) {
      states.push((await post(url + path, 'advertiser')).body.status);
      paid.push(await cost());
    }
    await application.call({ method: 'DELETE', url, as: cast.tokens.advertiser });
    paid.push(await cost());
    expect([states, paid]).toEqual([
      ['paused', 'paused', 'active'],
      [100, 10, 10, 100, 10],
    ]);
    const again = await application.call({ method: 'DELETE', url, as: cast.tokens.advertiser });
    expect([again.status, (await post(`${url}/unpause`, 'advertiser')).status]).toEqual([404, 404]);
  });
});
