import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore } from '../../../tests/harness/cast.ts';

// Tests the choice of the store; create-link.test.ts tests the link itself.

const { application, cast } = await createPopulatedApplication();

const PRODUCT = 'https://cast-shop.example/p';

/** Creates a link for the creator as itself by default. */
function create(body: Record<string, unknown>, { as = cast.tokens.creator, userId = cast.ids.creator } = {}) {
  return application.call({ method: 'POST', url: `/v2/users/${userId}/affiliate-links`, as, body });
}

function createV3(body: Record<string, unknown>) {
  const url = `/v3/users/${cast.ids.creator}/affiliate-links`;
  return application.call({ method: 'POST', url, as: cast.tokens.creator, body });
}

async function storesOf(url: string): Promise<number[]> {
  const { rows } = await application.database.pool.query('SELECT store_id FROM links WHERE url = $1 ORDER BY 1', [url]);
  return rows.map(({ store_id }) => store_id);
}

describe('When several advertisers match', () => {
  const url = 'https://mall.example/shoes';
  let groupId: number;
  let here: number;
  let there: number;
  beforeAll(async () => {
    groupId = await application.market.storeGroup();
    here = await openStore(application, { domains: ['mall.example'], storeGroupId: groupId });
    there = await openStore(application, { domains: ['mall.example'] });
    await application.market.price({ storeId: here, source: 1, cpcMinor: 250 });
    await application.market.price({ storeId: here, source: 0, cpcMinor: 199 });
  });

  it('they are returned instead of a link, with their payments', async () => {
    const { status, body } = await create({ url });
    expect([status, Object.keys(body)]).toEqual([200, ['advertisers']]);
    const price = (source: number, cpc: number, amount: string) => ({
      id: expect.any(Number),
      source,
      cpc,
      cpc_v2: { amount, currency: 'SEK' },
      cpa: 0,
      cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
      currency: 'SEK',
    });
    expect(body.advertisers).toEqual([
      { id: here, name: expect.any(String), traffic_sources_costs: [price(0, 199, '1.99'), price(1, 250, '2.50')] },
      { id: there, name: expect.any(String), traffic_sources_costs: [] },
    ]);
    expect(await storesOf(url)).toEqual([]);
  });

  it('version 3 names them in the error', async () => {
    const { status, body } = await createV3({ url });
    expect([status, body.error]).toEqual([400, 'several_advertisers']);
    for (const id of [here, there]) expect(body.message).toContain(`${id} (Store `);
    expect(await storesOf(url)).toEqual([]);
  });

  it('advertiser_id picks one in both versions, which yields two links', async () => {
    const first = await create({ url, advertiser_id: there });
    expect(first.body.affiliate_link.advertiser.id).toBe(there);
    const second = await createV3({ url, advertiser_id: here });
    expect(second.body.advertiser.id).toBe(here);
    expect(await storesOf(url)).toEqual([here, there]);
  });

  it('advertiser_group_id restricts the choice to the group', async () => {
    const { body } = await create({ url: `${url}/group`, advertiser_group_id: groupId });
    expect(body.affiliate_link.advertiser.id).toBe(here);
    const other = await application.market.storeGroup();
    expect((await create({ url, advertiser_group_id: other })).body.error).toBe('no_matching_store');
  });

  it('an advertiser_id that does not match the page yields no link', async () => {
    for (const advertiser_id of [cast.storeId, 2 ** 40]) {
      const { status, body } = await create({ url, advertiser_id });
      expect([status, body.error]).toEqual([400, 'no_matching_store']);
    }
  });

  it('a store that blocks the creator is not a choice', async () => {
    const url = 'https://mall.example/blocked-by-one';
    await application.database.pool.query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [
      here,
      cast.ids.otherCreator,
    ]);
    const { body } = await create({ url }, { as: cast.tokens.otherCreator, userId: cast.ids.otherCreator });
    expect(body.affiliate_link.advertiser.id).toBe(there);
  });
});

describe('A hidden store', () => {
  const url = 'https://hidden.example/p';
  let storeId: number;
  beforeAll(async () => {
    storeId = await openStore(application, { domains: ['hidden.example'], hidden: true });
    await application.market.member(storeId, cast.ids.advertiser);
  });
  const preview = (as: string, userId: number, more: object = { advertiser_id: storeId }) =>
    create({ url, advertiser_preview: true, dry: true, ...more }, { as, userId });

  it('is closed to creators, for every request', async () => {
    for (const body of [
      { url },
      { url, advertiser_id: storeId },
      { url, advertiser_id: storeId, advertiser_preview: true },
    ]) {
      const reply = await create(body);
      expect([reply.status, reply.body.error]).toEqual([400, 'store_not_visible']);
    }
    expect((await createV3({ url, advertiser_id: storeId })).body.error).toBe('store_not_visible');
    const { status, body } = await preview(cast.tokens.otherAdvertiser, cast.ids.otherAdvertiser);
    expect([status, body.error]).toEqual([400, 'store_not_visible']);
    expect(await storesOf(url)).toEqual([]);
  });

  it('can be previewed by its members, by id, and by administrators', async () => {
    const asMember = await preview(cast.tokens.advertiser, cast.ids.advertiser);
    expect(asMember.body.affiliate_link.advertiser.id).toBe(storeId);
    const asAdmin = await preview(cast.tokens.admin, cast.ids.creator, {});
    expect(asAdmin.body.affiliate_link.advertiser.id).toBe(storeId);
    // Without the store's id, a member gets the same result as everyone else. The flag does not reveal other hidden
    // stores.
    expect((await preview(cast.tokens.advertiser, cast.ids.advertiser, {})).body.error).toBe('store_not_visible');
  });
});

describe('No link is created', () => {
  const refused = async (body: Record<string, unknown>, who?: { as: string; userId: number }) => {
    const reply = await create(body, who);
    expect(reply.body).toEqual({ status: 400, error: expect.any(String), message: expect.stringMatching(/\.$/) });
    return reply.body.error;
  };

  it('for a page that no store owns', async () => {
    expect(await refused({ url: 'https://nobody.example/' })).toBe('no_matching_store');
    expect(await refused({ url: 'https://notcast-shop.example/' })).toBe('no_matching_store');
    expect(await refused({ url: 'https://cast-shop.example.evil.example/' })).toBe('no_matching_store');
  });

  it('for a page that a rule blocks', async () => {
    await openStore(application, { domains: ['ruled.example'] }, [
      { type: 'block', url: 'ruled.example/gift' },
      { type: 'block', keyword: 'outlet' },
    ]);
    expect(await refused({ url: 'https://ruled.example/gift-cards' })).toBe('url_blocked');
    expect(await refused({ url: 'https://ruled.example/%67ift' })).toBe('url_blocked');
    expect(await refused({ url: 'https://ruled.example/p?from=OUTLET' })).toBe('url_blocked');
    expect((await create({ url: 'https://ruled.example/p' })).status).toBe(200);
  });

  it('outside an allow-list', async () => {
    await openStore(application, { domains: ['allowed.example'] }, [
      { type: 'allow', url: 'allowed.example/shoes' },
      { type: 'allow', keyword: 'boots' },
    ]);
    expect(await refused({ url: 'https://allowed.example/' })).toBe('no_matching_store');
    expect((await create({ url: 'https://allowed.example/shoes/1' })).status).toBe(200);
    expect((await create({ url: 'https://allowed.example/p?boots' })).status).toBe(200);
  });

  it('for a suspended creator, also when an administrator requests it', async () => {
    const userId = await application.market.user({ suspended: true });
    for (const as of [await application.tokenOf(userId), cast.tokens.admin]) {
      expect(await refused({ url: PRODUCT }, { as, userId })).toBe('user_suspended');
    }
    const { rows } = await application.database.pool.query('SELECT FROM links WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('for a deactivated store', async () => {
    const storeId = await openStore(application, { domains: ['closed.example'] });
    expect((await create({ url: 'https://closed.example/1' })).status).toBe(200);
    await application.database.pool.query('UPDATE stores SET deactivated_at = now() WHERE id = $1', [storeId]);
    await application.live.refresh(storeId);
    expect(await refused({ url: 'https://closed.example/1' })).toBe('no_matching_store');
  });

  it('for a deleted store before the index is updated', async () => {
    application.live.index.upsert({
      id: 2 ** 40,
      storeGroupId: 1,
      hidden: false,
      active: true,
      domains: ['ghost.example'],
      rules: [],
    });
    for (const dry of [true, false])
      expect(await refused({ url: 'https://ghost.example/', dry })).toBe('no_matching_store');
  });

  it.each(['user', 'tag', 'client'])("for a creator whose %s is on the store's blocklist", async (by) => {
    const { market, database } = application;
    const agencyId = await market.agency();
    const userId = await market.user({ agencyId });
    const [storeId, as] = [
      await openStore(application, { domains: [`blocks-by-${by}.example`] }),
      await application.tokenOf(userId),
    ];
    const url = `https://blocks-by-${by}.example/p`;
    expect((await create({ url, dry: true }, { as, userId })).status).toBe(200);
    if (by === 'tag') {
      await database.pool.query(
        `WITH tag AS (INSERT INTO user_tags (store_id, name, slug) VALUES ($1, 'Rude', 'rude') RETURNING id),
          member AS (INSERT INTO user_tag_members (user_id, user_tag_id) SELECT $2, id FROM tag)
        INSERT INTO blocklist (store_id, user_tag_id, validate_clicks) SELECT $1, id, true FROM tag`,
        [storeId, userId],
      );
    } else {
      const [column, value] = by === 'user' ? ['user_id', userId] : ['agency_id', agencyId];
      await database.pool.query(`INSERT INTO blocklist (store_id, ${column}) VALUES ($1, $2)`, [storeId, value]);
    }
    expect(await refused({ url }, { as, userId })).toBe('url_blocked');
    const other = await market.user();
    expect((await create({ url }, { as: await application.tokenOf(other), userId: other })).status).toBe(200);
  });
});
