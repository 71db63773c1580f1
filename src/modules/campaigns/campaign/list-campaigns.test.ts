import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const NOW = new Date('2030-06-15T12:00:00Z');
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

const { application, cast } = await createPopulatedApplication({ now: () => NOW, timeZone: 'Europe/Stockholm' });

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const get = (query = '', role: Role = 'admin') =>
  application.call({ url: `/v2/offers${query}`, as: cast.tokens[role] });

/** Creates campaigns of one store with these columns. */
async function campaigns(storeId: number, ...rows: Record<string, unknown>[]): Promise<number[]> {
  const made: number[] = [];
  for (const columns of rows) {
    const id = await application.market.campaign({ storeId });
    for (const [column, value] of Object.entries(columns)) {
      await run(`UPDATE campaigns SET ${column} = $2 WHERE id = $1`, id, value);
    }
    made.push(id);
  }
  return made;
}

/** Returns the listed ids among these. */
async function listed(query: string, role: Role = 'admin') {
  const { status, body } = await get(query, role);
  expect([query, status, body.errors]).toEqual([query, 200, undefined]);
  return body.data.map(({ id }: { id: number }) => id);
}

let store: number;
/** The list of a store without other campaigns. */
let mine: string;
beforeEach(async () => {
  store = await application.market.store();
  mine = `?advertiser_id=${store}`;
});

describe('Visibility', () => {
  it('not without a token', async () => {
    expect((await application.call({ url: '/v2/offers' })).status).toBe(401);
  });

  it.each(ROLES)('%s: campaigns of their own stores, with advertiser_id', async (role) => {
    const [id] = await campaigns(cast.storeId, {});
    const { status, body } = await get(`?advertiser_id=${cast.storeId}`, role);
    if (role === 'advertiser' || role === 'admin') expect([status, body.data[0].id]).toEqual([200, id]);
    else expect([status, body.error]).toEqual([403, 'forbidden']);
  });

  it.each(ROLES.filter((role) => role !== 'admin'))('%s must give advertiser_id', async (role) => {
    const { status, body } = await get('', role);
    expect([status, body.errors]).toEqual([422, { advertiser_id: ['is required'] }]);
  });

  it('a hidden, deleted or missing store is not found', async () => {
    const hidden = await application.market.store({ hidden: true });
    expect((await get(`?advertiser_id=${hidden}`, 'advertiser')).status).toBe(404);
    expect((await get(`?advertiser_id=${hidden}`)).status).toBe(200);
    for (const role of ['admin', 'advertiser'] as const)
      expect((await get('?advertiser_id=999999999', role)).body.message).toBe('No query results for store.');
    await application.market.member(store, cast.ids.advertiser);
    await run('UPDATE stores SET deleted_at = now() WHERE id = $1', store);
    expect((await get(mine, 'advertiser')).status).toBe(404);
  });

  it("administrators see every store's campaigns", async () => {
    const other = await application.market.store();
    const [first] = await campaigns(store, {});
    const [second] = await campaigns(other, {});
    expect(await listed('?size=2')).toEqual([second, first]);
    expect(await listed(`?store_ids[]=${store}&store_ids[]=${other}`)).toEqual([second, first]);
  });

  it("no filter widens the caller's scope", async () => {
    const [own] = await campaigns(cast.storeId, { created_by: cast.ids.advertiser });
    const [foreign] = await campaigns(cast.otherStoreId, { created_by: cast.ids.advertiser });
    const base = `?advertiser_id=${cast.storeId}`;
    expect(await listed(`${base}&or_id=${foreign}`, 'advertiser')).not.toContain(foreign);
    expect(await listed(`${base}&created_by=${cast.ids.advertiser}`, 'advertiser')).toEqual([own]);
    expect(await listed(`${base}&store_ids[]=${cast.otherStoreId}`, 'advertiser')).toEqual([]);
    expect(await listed(`${base}&query=${foreign}`, 'advertiser')).toEqual([]);
  });

  it('or_id may name a campaign of another own store', async () => {
    const [second, both] = [await application.market.store(), await application.market.user()];
    for (const one of [store, second]) await application.market.member(one, both);
    const [here] = await campaigns(store, {});
    const [there, alsoThere] = await campaigns(second, {}, {});
    const url = `/v2/offers${mine}&or_id=${there}`;
    const { body } = await application.call({ url, as: await application.tokenOf(both) });
    const found = body.data.map(({ id }: { id: number }) => id);
    expect([found, found.includes(alsoThere)]).toEqual([[there, here], false]);
  });

  it('a suspended user has no stores', async () => {
    const user = await application.market.user({ suspended: true });
    await application.market.member(store, user);
    const reply = await application.call({ url: `/v2/offers${mine}`, as: await application.tokenOf(user) });
    expect(reply.status).toBe(403);
  });

  it("some filters are for administrators: other users' campaigns, and the advertiser view", async () => {
    const base = `?advertiser_id=${cast.storeId}`;
    const others = await get(`${base}&created_by=${cast.ids.otherAdvertiser}`, 'advertiser');
    expect([others.status, others.body.errors]).toEqual([422, { created_by: ['must be your own user id'] }]);
    expect((await get(`${base}&show_for_advertiser=1`, 'advertiser')).status).toBe(403);
    const [shown, kept] = await campaigns(store, {}, { show_for_advertiser: false, created_by: cast.ids.creator });
    expect(await listed(`${mine}&created_by=${cast.ids.creator}`)).toEqual([kept]);
    expect(await listed(`${mine}&show_for_advertiser=true`)).toEqual([shown]);
    expect(await listed(`${mine}&show_for_advertiser=false`)).toEqual([kept]);
    expect(await listed(mine)).toEqual([kept, shown]);
  });
});

describe('Filters', () => {
  it('query: the id, or part of the name or title', async () => {
    const [named, titled] = await campaigns(store, { name: 'Spring 50%' }, { campaign_title: 'Höst_5' }, {});
    expect(await listed(`${mine}&query=${named}`)).toEqual([named]);
    expect(await listed(`${mine}&query=SPRING`)).toEqual([named]);
    expect(await listed(`${mine}&query=${encodeURIComponent('höst')}`)).toEqual([titled]);
    expect(await listed(`${mine}&query=${encodeURIComponent('%')}`)).toEqual([named]);
    expect(await listed(`${mine}&query=_`)).toEqual([titled]);
    expect(await listed(`${mine}&query=99999999999999999999`)).toEqual([]);
    expect(await listed(`${mine}&query=`)).toHaveLength(3);
    expect(await listed(`${mine}&query=${'x'.repeat(64)}`)).toEqual([]);
    expect((await get(`${mine}&query=${'x'.repeat(65)}`)).status).toBe(422);
  });

  it('statuses: every possible status; by default all but deleted', async () => {
    const [active, paused, scheduled, ended, usedUp, deleted] = await campaigns(
      store,
      {},
      { active: false },
      { valid_from: days(1) },
      { valid_until: days(-1) },
      { max_clicks: 0 },
      { deleted_at: NOW, valid_until: days(-1) },
    );
    const by = (...statuses: string[]) => listed(`${mine}${statuses.map((one) => `&statuses[]=${one}`).join('')}`);
    expect(await by('active')).toEqual([active]);
    expect(await by('paused')).toEqual([paused]);
    expect(await by('scheduled')).toEqual([scheduled]);
    expect(await by('ended')).toEqual([usedUp, ended]);
    expect(await by('deleted')).toEqual([deleted]);
    expect(await by('deleted', 'active')).toEqual([deleted, active]);
    expect(await by('paused', 'paused', 'ended')).toEqual([usedUp, ended, paused]);
    expect(await by()).toEqual([usedUp, ended, scheduled, paused, active]);
    const { body } = await get(`${mine}&statuses[]=deleted&statuses[]=ended`);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['deleted', 'ended', 'ended']);
    expect((await get(`${mine}&statuses[]=gone`)).body.errors).toEqual({ 'statuses.0': [expect.any(String)] });
    expect((await get(`${mine}&statuses=active`)).body.data).toHaveLength(1);
  });

  it("store_group_ids: the campaign's own store group, else its store's", async () => {
    const { market } = application;
    const [sweden, norway] = [await market.storeGroup(), await market.storeGroup({ country: 'NO', currency: 'NOK' })];
    const store = await market.store({ storeGroupId: sweden });
    const [plain, foreign] = await campaigns(store, {}, { store_group_id: norway });
    const by = (...groups: number[]) =>
      listed(`?advertiser_id=${store}${groups.map((group) => `&store_group_ids[]=${group}`).join('')}`);
    expect(await by(sweden)).toEqual([plain]);
    expect(await by(norway)).toEqual([foreign]);
    expect(await by(sweden, norway)).toEqual([foreign, plain]);
    expect(await by(999_999)).toEqual([]);
  });

  it('target_user_id of an administrator, but not of the store: by a tag, and by an account in any case', async () => {
    const { market, database } = application;
    const user = await market.user();
    const tagId = await market.userTag({ storeId: cast.storeId, userIds: [user] });
    await database.pool.query(
      `INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'Aimed')`,
      [user],
    );
    const [byTag, byAccount] = [
      await market.campaign({ storeId: cast.storeId }),
      await market.campaign({ storeId: cast.storeId }),
    ];
    await database.pool.query(
      `INSERT INTO campaign_targets (campaign_id, user_tag_id, social_identifier) VALUES ($1, $2, NULL), ($3, NULL, 'aimed')`,
      [byTag, tagId, byAccount],
    );
    const found = async (as: string) => {
      const url = `/v2/offers?advertiser_id=${cast.storeId}&target_user_id=${user}`;
      return (await application.call({ url, as })).body.data.map(({ id }: { id: number }) => id).sort();
    };
    expect(await found(cast.tokens.admin)).toEqual([byTag, byAccount].sort());
    expect(await found(cast.tokens.advertiser)).toEqual([]);
  });

  it('target_user_id of an administrator: targeted by name or group, participating, or with individual terms', async () => {
    const { market } = application;
    const [named, joined, own, tagged, agency] = await campaigns(store, {}, {}, {}, {}, {}, {});
    const user = await market.user({ agencyId: cast.agencyId });
    const tag = await market.userTag({ userIds: [user] });
    await run('INSERT INTO campaign_targets (campaign_id, user_id) VALUES ($1, $2)', named, user);
    await run('INSERT INTO campaign_targets (campaign_id, user_tag_id) VALUES ($1, $2)', tagged, tag);
    await run('INSERT INTO campaign_targets (campaign_id, agency_id) VALUES ($1, $2)', agency, cast.agencyId);
    await market.participant({ campaignId: joined!, userId: user, status: 'denied' });
    await run('UPDATE campaigns SET only_user_id = $2 WHERE id = $1', own, user);
    expect(await listed(`${mine}&target_user_id=${user}`)).toEqual([agency, tagged, own, joined, named]);
    expect(await listed(`${mine}&target_user_id=${cast.ids.otherCreator}`)).toEqual([]);
  });

  it('created_before: exclusive, with a time in any zone (UTC by default) or a day of the platform', async () => {
    const [early, late] = await campaigns(
      store,
      { created_at: '2030-01-01T11:59:59.999Z' },
      { created_at: '2030-01-01T12:00:00Z' },
    );
    const madeBefore = (time: string) => listed(`${mine}&created_before=${encodeURIComponent(time)}`);
    expect(await madeBefore('2030-01-01T12:00:00Z')).toEqual([early]);
    expect(await madeBefore('2030-01-01T12:00:00.001Z')).toEqual([late, early]);
    expect(await madeBefore('2030-01-01T13:00:00+01:00')).toEqual([early]);
    expect(await madeBefore('2030-01-01 12:00')).toEqual([early]);
    expect(await madeBefore('2030-01-01T12:00:01')).toEqual([late, early]);
    await run('UPDATE campaigns SET created_at = $2 WHERE id = $1', late, '2030-01-01T23:00:00Z');
    expect(await madeBefore('2030-01-02')).toEqual([early]);
    expect(await madeBefore('9999-12-31T23:59:59Z')).toEqual([late, early]);
    expect(await madeBefore('0001-01-01')).toEqual([]);
    expect(await madeBefore('9999-12-31')).toEqual([late, early]);
    for (const wrong of [
      'yesterday',
      '2030-02-30',
      '2030-01-01T25:00:00Z',
      '',
      '9999-12-31T23:59:59-12:00',
      '0001-01-01T00:00:00+12:00',
    ]) {
      expect([wrong, (await get(`${mine}&created_before=${encodeURIComponent(wrong)}`)).status]).toEqual([wrong, 422]);
    }
  });

  it('or_id: includes that campaign once, deleted or not', async () => {
    const [wanted, other, deleted] = await campaigns(store, { name: 'Spring' }, {}, { deleted_at: NOW });
    expect(await listed(`${mine}&query=spring&or_id=${other}`)).toEqual([other, wanted]);
    expect(await listed(`${mine}&query=spring&or_id=${wanted}`)).toEqual([wanted]);
    expect(await listed(`${mine}&query=spring&statuses[]=ended&or_id=${deleted}`)).toEqual([deleted]);
    expect(await listed(`${mine}&query=spring&or_id=999999999`)).toEqual([wanted]);
  });

  it("filters are also read from a GET's body, and all must match", async () => {
    const [both] = await campaigns(store, { name: 'Spring', priority: 7 }, { name: 'Spring', active: false }, {});
    const body = { query: 'spring', statuses: ['active'], store_ids: [store], created_before: '2100-01-01T00:00:00Z' };
    const { status, body: reply } = await application.call({
      method: 'GET',
      url: `/v2/offers${mine}`,
      as: cast.tokens.admin,
      body,
    });
    expect([status, reply.data.map(({ id }: { id: number }) => id)]).toEqual([200, [both]]);
  });

  it('invalid filters are refused, all at once', async () => {
    const wrong =
      'store_ids[]=x&store_group_ids[]=0&created_by=me&or_id=-1&target_user_id=1.5&show_for_advertiser=maybe';
    const { status, body } = await get(`?${wrong}&custom_sort_by=best&sort_by=token:asc&size=101&page=0`);
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      [
        'created_by',
        'custom_sort_by',
        'or_id',
        'page',
        'show_for_advertiser',
        'size',
        'sort_by',
        'store_group_ids.0',
        'store_ids.0',
        'target_user_id',
      ],
    ]);
    expect((await get('?size=100')).status).toBe(200);
    expect((await get('?size=0')).status).toBe(422);
  });
});

describe('Order', () => {
  it('by each column in both directions; an open date counts as always', async () => {
    const [a, b, c] = await campaigns(
      store,
      {
        name: 'F',
        campaign_title: 'B',
        type: 'user_accept',
        created_at: days(-1),
        priority: 9,
        valid_from: days(2),
        valid_until: days(3),
      },
      { name: 'C', type: 'standard', created_at: days(-3), priority: 5 },
      {
        name: 'E',
        campaign_title: 'A',
        type: 'store_accept',
        created_at: days(-2),
        priority: 5,
        valid_from: days(1),
        valid_until: days(4),
      },
    );
    for (const [column, ascending] of Object.entries({
      id: [a, b, c],
      campaign_title: [c, a, b],
      created_at: [b, c, a],
      valid_from: [b, c, a],
      valid_until: [a, c, b],
      priority: [b, c, a],
      name: [b, c, a],
      type: [b, c, a],
      status: [b, a, c],
      store_id: [a, b, c],
    })) {
      expect([column, await listed(`${mine}&sort_by=${column}:asc`)]).toEqual([column, ascending]);
      const descending = [...ascending].reverse();
      expect([column, await listed(`${mine}&sort_by=${column}:desc`)]).toEqual([column, descending]);
    }
    expect(await listed(mine)).toEqual([c, b, a]);
  });

  it('ends_soon: by the last day, then those without one, then those that have ended', async () => {
    const [later, soon, open, over, usedUp, alsoOpen] = await campaigns(
      store,
      { valid_until: days(9) },
      { valid_until: days(1), active: false },
      {},
      { valid_until: days(-1) },
      { valid_until: days(5), max_clicks: 0 },
      {},
    );
    expect(await listed(`${mine}&custom_sort_by=ends_soon`)).toEqual([soon, usedUp, later, alsoOpen, open, over]);
    expect(await listed(`${mine}&custom_sort_by=ends_soon&sort_by=id:asc`)).toEqual([
      soon,
      usedUp,
      later,
      open,
      alsoOpen,
      over,
    ]);
  });

  it('active_first: before all others, both parts ordered by sort_by', async () => {
    const [ended, first, paused, second, scheduled] = await campaigns(
      store,
      { valid_until: days(-1), priority: 5 },
      { priority: 1 },
      { active: false, priority: 8 },
      { priority: 2 },
      { valid_from: days(1), priority: 6 },
    );
    expect(await listed(`${mine}&custom_sort_by=active_first`)).toEqual([second, first, scheduled, paused, ended]);
    expect(await listed(`${mine}&custom_sort_by=active_first&sort_by=priority:asc`)).toEqual([
      first,
      second,
      ended,
      scheduled,
      paused,
    ]);
  });

  it('keeps the filters in the page links', async () => {
    await campaigns(store, {}, {}, {});
    const { body } = await get(`${mine}&statuses[]=active&size=2`);
    expect(body.meta).toMatchObject({ total: 3, last_page: 2, from: 1, to: 2 });
    const next = await application.call({ url: body.links.next, as: cast.tokens.admin });
    expect(next.body.data).toHaveLength(1);
  });
});
