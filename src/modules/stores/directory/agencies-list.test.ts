import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
/** Of `cast.storeId`; its agencies are `creator`'s, and those that tests add. */
let group: number;
let otherGroup: number;
beforeAll(async () => {
  const stores = await query('SELECT store_group_id AS "group" FROM stores ORDER BY id');
  [group, otherGroup] = stores.map((store) => store.group) as [number, number];
  await query(
    `UPDATE agencies SET name = 'Own', store_group_id = $2, agency_share = 0.15, config = '{"hook": "https://private.example"}',
      user_mail_config = '{"accepted": "Welcome!", "registered": 7}' WHERE id = $1`,
    cast.agencyId,
    group,
  );
  await query(`UPDATE agencies SET name = 'Other', store_group_id = $2 WHERE id = $1`, cast.otherAgencyId, otherGroup);
});

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
async function agency(name: string, storeGroupId?: number) {
  const id = await application.market.agency(storeGroupId === undefined ? {} : { storeGroupId });
  await query('UPDATE agencies SET name = $2 WHERE id = $1', id, name);
  return id;
}
const get = (
  queryString = '',
  as: string | undefined = cast.tokens.advertiser,
  storeId: number | string = cast.storeId,
) => application.call({ url: `/stores/${storeId}/clients?${queryString}`, as });
async function namesOf(...args: Parameters<typeof get>): Promise<string[]> {
  const { status, body } = await get(...args);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.map(({ name }: { name: string }) => name);
}

describe('GET /stores/{id}/clients', () => {
  it('lists the whole legacy record in the legacy envelope', async () => {
    const tierId = await application.market.tier({ agencyId: cast.agencyId });
    await query(`UPDATE revenue_tiers SET name = 'Gold' WHERE id = $1`, tierId);
    await query(
      `UPDATE agencies SET default_revenue_tier_id = $2, default_verified_users = true, own_payment_system = true, feed = 'feed',
        locale = 'de_DE', created_at = '2029-12-31 23:59:58Z', updated_at = '2030-01-31 12:00:00Z' WHERE id = $1`,
      cast.agencyId,
      tierId,
    );
    await query(
      `UPDATE store_groups SET name = 'Sverige', marketplace = true, payment_limit_minor = 20000 WHERE id = $1`,
      group,
    );
    const { status, body } = await get('', cast.tokens.admin);
    const [{ client_id: agency_id, key }] = await query(
      'SELECT client_id, key FROM agencies c JOIN store_groups g ON g.id = store_group_id WHERE c.id = $1',
      cast.agencyId,
    );
    expect([status, body.data]).toEqual([
      200,
      [
        {
          id: cast.agencyId,
          client_id: agency_id,
          name: 'Own',
          created_at: '2029-12-31 23:59:58',
          updated_at: '2030-01-31 12:00:00',
          own_paymentsystem: 1,
          config: '{"hook":"https://private.example"}',
          user_mail_config: { accepted: 'Welcome!', inactive: '', used_tool: '', registered: '' },
          feed: 'feed',
          locale: 'de_DE',
          revenue_model: 'share',
          revenue_share: '0.15',
          store_group_id: group,
          default_revenue_tier: tierId,
          default_verified_users: 1,
          client_secret: '<CLIENT_SECRET>',
          store_group: {
            id: group,
            name: 'Sverige',
            marketplace: 1,
            key,
            locale: 'sv_SE',
            lang: 'sv',
            currency: 'SEK',
            es: 0,
            payment_limit: 20000,
          },
          revenue_tiers: [{ id: tierId, name: 'Gold' }],
        },
      ],
    ]);
    const path = `http://tributary.test/stores/${cast.storeId}/clients`;
    expect(body).toMatchObject({ current_page: 1, per_page: 20, total: 1, path, first_page_url: `${path}?page=1` });
  });

  it('has empty values for missing data, and never null', async () => {
    const storeGroupId = await application.market.storeGroup();
    await agency('Plain', storeGroupId);
    const { body } = await get(`group=${storeGroupId}`, cast.tokens.admin);
    expect(body.data).toMatchObject([
      { feed: '', locale: 'sv_SE', default_revenue_tier: 0, config: '{}', revenue_share: '0', revenue_tiers: [] },
    ]);
    expect(Object.values(body.data[0])).not.toContain(null);
  });

  it('hides a client’s share, settings and mails from stores', async () => {
    const hidden = {
      revenue_share: '0',
      config: '{}',
      client_secret: '<CLIENT_SECRET>',
      user_mail_config: { accepted: '', inactive: '', used_tool: '', registered: '' },
    };
    expect((await get('query=own')).body.data).toMatchObject([hidden]);
    // A member of the store who represents the agency may know the share.
    const both = await application.market.user();
    await application.market.member(cast.storeId, both);
    await application.market.representative(cast.agencyId, both);
    const { body } = await get('query=own', await application.tokenOf(both));
    expect(body.data).toMatchObject([{ revenue_share: '0.15', config: '{"hook":"https://private.example"}' }]);
  });

  it.each<[Role, number]>([
    ['advertiser', 200],
    ['admin', 200],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['otherCreator', 403],
    ['agency', 403],
    ['otherAgency', 403],
  ])('for the role %s: %d', async (role, status) => {
    expect(ROLES).toContain(role);
    const reply = await get('', cast.tokens[role]);
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body).toEqual({ status: 403, error: 'forbidden', message: 'Access Forbidden' });
  });

  it('requires a token, and an existing store', async () => {
    const { status, body } = await application.call({ url: `/stores/${cast.storeId}/clients` });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
    for (const id of ['0', 'x', 2 ** 40]) {
      const reply = await get('', cast.tokens.admin, id);
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for store.']);
    }
  });

  it.each<[string, string, RegExp]>([
    ['size=501', 'size', /at most 500/],
    ['size=0', 'size', /at least 1/],
    ['page=0', 'page', /at least 1/],
    [`query=${'a'.repeat(256)}`, 'query', /at most 255/],
    ['group=x', 'group', /whole number/],
    ['group=0', 'group', /at least 1/],
  ])('names the invalid field of ?%s', async (queryString, field, says) => {
    const { status, body } = await get(queryString);
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringMatching(says)] }]);
  });

  it('takes a query of 255 characters and pages of 500', async () => {
    expect(await namesOf(`query=${encodeURIComponent('å'.repeat(255))}`)).toEqual([]);
    expect((await get('size=500')).body.per_page).toBe(500);
  });
});

describe('Which clients a store sees', () => {
  it('those of its market, and a group never widens it for members', async () => {
    expect(await namesOf('')).toEqual(['Own']);
    expect(await namesOf(`group=${group}`)).toEqual(['Own']);
    expect(await namesOf(`group=${otherGroup}`)).toEqual([]);
    expect(await namesOf('', cast.tokens.otherAdvertiser, cast.otherStoreId)).toEqual(['Other']);
  });

  it('administrators: those of the requested group', async () => {
    expect(await namesOf('', cast.tokens.admin)).toEqual(['Own']);
    expect(await namesOf(`group=${otherGroup}`, cast.tokens.admin)).toEqual(['Other']);
    expect(await namesOf('group=4503599627370496', cast.tokens.admin)).toEqual([]);
  });

  it('excludes those without a market', async () => {
    await agency('Nowhere');
    expect(await namesOf('query=nowhere', cast.tokens.admin)).toEqual([]);
  });

  it('by a literal part of the name', async () => {
    for (const name of ['Fifty% A', 'Fifty_ B', 'Fiftyx C']) await agency(name, group);
    expect(await namesOf('query=FIFTY')).toEqual(['Fifty% A', 'Fifty_ B', 'Fiftyx C']);
    expect(await namesOf('query=y%25')).toEqual(['Fifty% A']);
    expect(await namesOf('query=y_')).toEqual(['Fifty_ B']);
    expect(await namesOf(`query=${cast.agencyId}`)).toEqual([]);
  });

  it('by name, in pages that partition them', async () => {
    for (let count = 0; count < 5; count++) await agency('Same name', group);
    const idsOf = async (queryString: string) =>
      (await get(`query=same&${queryString}`)).body.data.map(({ id }: { id: number }) => id);
    const whole = await idsOf('size=500');
    expect(whole).toEqual([...whole].sort((a, b) => a - b));
    expect([...(await idsOf('size=2')), ...(await idsOf('size=2&page=2')), ...(await idsOf('size=2&page=3'))]).toEqual(
      whole,
    );
  });
});
