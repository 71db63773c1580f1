import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication({ timeZone: 'Europe/Stockholm' });
const follow = await letShoppersIn(application);

type Method = 'POST' | 'PUT' | 'PATCH';
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const plain = (rest: object = {}) => ({ name: 'Spring', active: 1, priority: 50, ...rest });
const send = (method: Method, path: string, body: object, role: Role | null = 'advertiser') =>
  application.call({ method, url: path, body, ...(role === null ? {} : { as: cast.tokens[role] }) });
const create = (body: object, role: Role | null = 'advertiser', storeId: number | string = cast.storeId) =>
  send('POST', `/stores/${storeId}/offers`, body, role);
const change = (method: 'PUT' | 'PATCH', id: number | string, body: object, role: Role | null = 'advertiser') =>
  send(method, `/stores/${cast.storeId}/offers/${id}`, body, role);
const made = async (rest: object = {}) => {
  const { status, body } = await create(plain(rest));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const rowOf = async (id: number) => (await query('SELECT * FROM campaigns WHERE id = $1', [id]))[0];
const entries = (...ids: number[]) => ids.map((id) => ({ id }));
const ids = (records: { id: number }[]) => records.map(({ id }) => id);

describe('Who may create and change the campaigns of a store', () => {
  it.each(ROLES)('%s', async (role) => {
    const { id } = await made();
    const replies = [
      await create(plain(), role),
      await change('PUT', id, plain(), role),
      await change('PATCH', id, {}, role),
    ];
    const lawful = role === 'advertiser' || role === 'admin';
    // A store is public, a campaign is not.
    expect(replies.map(({ status }) => status)).toEqual(lawful ? [201, 200, 200] : [403, 403, 403]);
  });

  it('is refused without a token', async () => {
    const { id } = await made();
    for (const reply of [
      await create(plain(), null),
      await change('PUT', id, plain(), null),
      await change('PATCH', id, {}, null),
    ])
      expect(reply.status).toBe(401);
  });

  it('is found only below its store, and while it exists', async () => {
    const { id } = await made();
    const other = await application.market.campaign({ storeId: cast.otherStoreId });
    const paths = [
      `/stores/${cast.otherStoreId}/offers/${id}`,
      ...[other, 0, 'x', '9007199254740993', 999_999].map((one) => `/stores/${cast.storeId}/offers/${one}`),
    ];
    for (const path of paths)
      for (const method of ['PUT', 'PATCH'] as const) {
        const { status, body } = await send(method, path, plain({ name: 'Taken' }), 'admin');
        expect([path, status, body.message]).toEqual([path, 404, 'No query results for offer.']);
      }
    expect([(await rowOf(id)).name, (await rowOf(other)).name]).toEqual(['Spring', '']);
    await application.call({ method: 'DELETE', url: `/v2/offers/${id}`, as: cast.tokens.advertiser });
    expect((await change('PATCH', id, { name: 'Back' })).status).toBe(404);
  });
});

describe('A campaign created by the unversioned paths', () => {
  it('stores all fields, in our units and the platform’s time zone', async () => {
    const [agency, tier, group] = [
      cast.agencyId,
      await application.market.tier(),
      await application.market.storeGroup(),
    ];
    const tag = await application.market.userTag({ storeId: cast.storeId });
    const body = await made({
      name: 'spring-1',
      cpc: 120,
      social_cpc: 90,
      cpa: 0.05,
      social_cpa: 0.07,
      active: 0,
      type: 'store_accept',
      from: '2031-05-01',
      to: '2031-06-30',
      max_clicks: 1_000_000,
      max_money: 4000,
      one_time_payment: 1500,
      priority: 7,
      store_visibility: 2,
      offer_campaign_show: 0,
      offer_campaign_title: 'Spring',
      offer_campaign_text: 'Walk!',
      offer_influencer_text: 'Hi',
      show_for_advertiser: 0,
      each_user_limit: 1,
      clients: entries(agency),
      revenue_tiers: entries(tier),
      store_groups: entries(group),
      users: entries(cast.ids.creator),
      user_tags: entries(tag),
      email_users: ['New@Example.test'],
      social_media_users: ['walker'],
      _todo: ['Post', 'Tag', 'Post'],
    });
    expect(body).toMatchObject({
      name: 'spring-1',
      type: 'store_accept',
      store_id: cast.storeId,
      cpc: 120,
      social_cpc: 90,
      cpa: 0.05,
      from: '2031-04-30 22:00:00',
      to: '2031-06-30 21:59:59',
      social_cpa: 0.07,
      invoice_cpc: 120,
      active: 0,
      max_clicks: 1_000_000,
      max_money: 4000,
      priority: 7,
      store_visibility: 2,
      offer_campaign_show: 0,
      offer_campaign_title: 'Spring',
      offer_campaign_text: 'Walk!',
      current_clicks: 0,
      current_money: 0,
    });
    expect([body.clients, body.store_groups, body.revenue_tier, body.user_tags].map(ids)).toEqual([
      [agency],
      [group],
      [tier],
      [tag],
    ]);
    const row = await rowOf(body.id);
    expect(row).toMatchObject({
      max_money_minor: 400_000,
      one_time_payment_minor: 150_000,
      has_onetime_payment: true,
      per_user_limit: true,
      todo: ['Post', 'Tag'],
      show_for_advertiser: false,
      influencer_text: 'Hi',
      created_by: cast.ids.advertiser,
      only_user_id: null,
    });
    expect(row.valid_until.toISOString()).toBe('2031-06-30T21:59:59.999Z');
    const participants = await application.call({
      url: `/v2/offers/${body.id}/participants`,
      as: cast.tokens.advertiser,
    });
    const who = participants.body.data.map((participant: Record<string, unknown>) => [
      participant['user_id'] ?? participant['pre_registered_email'] ?? participant['pre_registered_identifier'],
      participant['status'],
      participant['todo'],
    ]);
    const todo = ['Post', 'Tag'].map((key) => ({ key, value: false }));
    expect(who).toEqual([cast.ids.creator, 'new@example.test', 'walker'].map((name) => [name, 'open', todo]));
  });

  it('is a standard campaign by default, and the same campaign in both APIs', async () => {
    const { id, ...body } = await made();
    expect(body).toMatchObject({
      type: 'standard',
      from: '',
      to: '',
      cpc: 0,
      cpa: null,
      max_clicks: 0,
      max_money: 0,
      active: 1,
      clients: [],
      store_groups: [],
      revenue_tier: [],
      user_tags: [],
      offer_campaign_title: '',
    });
    await application.call({ method: 'POST', url: `/v2/offers/${id}/pause`, as: cast.tokens.advertiser });
    expect((await change('PATCH', id, {})).body.active).toBe(0);
    await change('PATCH', id, { active: 1 });
    const { body: read } = await application.call({ url: `/v2/offers/${id}`, as: cast.tokens.advertiser });
    expect([read.status, read.campaign_title]).toEqual(['active', 'Spring']);
  });

  it.each([0, null])('has no limit if the body contains %s, and its record shows none', async (none) => {
    const { id } = await made({ max_clicks: 10, max_money: 10, one_time_payment: 10 });
    const { body } = await change('PATCH', id, { max_clicks: none, max_money: none, one_time_payment: none });
    expect([body.max_clicks, body.max_money]).toEqual([0, 0]);
    expect(await rowOf(id)).toMatchObject({
      max_clicks: null,
      max_money_minor: null,
      has_onetime_payment: false,
      one_time_payment_minor: null,
    });
  });
});

const chars = (count: number) => '😀'.repeat(count);
const many = <Entry>(count: number, entry: Entry) => Array.from({ length: count }, () => entry);
const LIMITS: [field: string, holds: unknown[], refuses: unknown[]][] = [
  ['name', ['a', chars(64)], ['', '  ', 'two\nlines', chars(65), null, 7]],
  ['active', [0, 1], [2, -1, true, '1', null]],
  ['priority', [1, 100], [0, 101, 1.5, '5', null]],
  ...['cpc', 'social_cpc'].map(
    (field): [string, unknown[], unknown[]] =>
      [field, [null, 0, 1001, 100_000] as unknown[], [-1, 100_001, 0.5, '1'] as unknown[]] as never,
  ),
  ...['cpa', 'social_cpa'].map((field): [string, unknown[], unknown[]] => [
    field,
    [null, 0, 0.5, 1],
    [-0.01, 1.01, '0'],
  ]),
  ...['from', 'to'].map((field): [string, unknown[], unknown[]] => [
    field,
    [null, '', '2031-02-28', '2031-02-28 10:00', '2031-02-28 10:00:00'],
    ['2031-02-30', '2031-02-30 10:00:00', ' ', 7],
  ]),
  ...['max_clicks', 'max_money', 'one_time_payment'].map((field): [string, unknown[], unknown[]] => [
    field,
    [0, 1, 1_000_000, null],
    [-1, 1_000_001, 0.5, '1'],
  ]),
  ['type', ['standard', 'user_accept', 'store_accept'], ['suggestion', 'Standard', '', null]],
  ['store_visibility', [0, 1, 2, null], [-1, 3, '1']],
  ...['offer_campaign_show', 'show_for_advertiser', 'each_user_limit'].map((field): [string, unknown[], unknown[]] => [
    field,
    [0, 1],
    [2, -1, true, null],
  ]),
  ['offer_campaign_title', ['', chars(64)], [chars(65), 7, null]],
  ['offer_campaign_text', ['', chars(1056)], [chars(1057), 7, null]],
  ['offer_influencer_text', ['', chars(255)], [chars(256), 7, null]],
  [
    'email_users',
    [[], many(1000, 'a@example.test')],
    [many(1001, 'a@example.test'), ['a'], [1], 'a@example.test', null],
  ],
  ['social_media_users', [[], [chars(30)], many(1000, 'a')], [[''], [chars(31)], many(1001, 'a'), [1], null]],
  [
    'users',
    [[], [{ id: 1 }], many(1000, { id: 1 })],
    [[1], [{}], [{ id: 0 }], [{ id: '1' }], many(1001, { id: 1 }), null],
  ],
  ...['clients', 'revenue_tiers', 'store_groups', 'user_tags'].map((field): [string, unknown[], unknown[]] => [
    field,
    [[]],
    [[1], [{}], [{ id: 0 }], [{ id: '1' }], many(1001, { id: 1 }), {}, null],
  ]),
];

describe('The legacy offer body', () => {
  it.each(LIMITS)('accepts %s only within its limits', async (field, holds, refuses) => {
    const { id } = await made();
    for (const value of holds) {
      expect([value, (await create(plain({ [field]: value }))).status]).toEqual([value, 201]);
      expect([value, (await change('PATCH', id, { [field]: value })).status]).toEqual([value, 200]);
      expect([value, (await change('PUT', id, plain({ [field]: value }))).status]).toEqual([value, 200]);
    }
    const before = await rowOf(id);
    for (const value of refuses)
      for (const reply of [
        await create(plain({ [field]: value })),
        await change('PATCH', id, { [field]: value }),
        await change('PUT', id, plain({ [field]: value })),
      ]) {
        expect([value, reply.status]).toEqual([value, 422]);
        for (const path of Object.keys(reply.body.errors)) expect(path.split('.')[0]).toBe(field);
      }
    expect(await rowOf(id)).toEqual(before);
  });

  it('requires name, active and priority, except for a partial change', async () => {
    const { id } = await made();
    const required = ['active', 'name', 'priority'];
    for (const reply of [await create({}), await change('PUT', id, {})])
      expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([422, required]);
    expect((await change('PATCH', id, {})).status).toBe(200);
  });

  it('accepts to-dos only when it creates a campaign', async () => {
    for (const bad of [['a', ''], [chars(256)], many(101, 'a'), [1], 'a', null])
      expect([bad, (await create(plain({ _todo: bad }))).status]).toEqual([bad, 422]);
    const { id } = await made({ _todo: [chars(255), ...Array.from({ length: 99 }, (_, at) => `${at}`)] });
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await change(method, id, plain({ _todo: ['Other'] }))).body.errors).toHaveProperty('_todo');
    expect((await rowOf(id)).todo).toHaveLength(100);
  });

  it('names every unknown entry', async () => {
    const foreign = await application.market.userTag({ storeId: cast.otherStoreId });
    const bad = {
      clients: entries(cast.agencyId, 999_999),
      revenue_tiers: entries(999_999),
      store_groups: entries(999_999),
      user_tags: entries(foreign),
    };
    const { id } = await made();
    for (const reply of [await create(plain(bad)), await change('PATCH', id, bad)])
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([
        422,
        ['user_tags.0.id', 'store_groups.0.id', 'clients.1.id', 'revenue_tiers.0.id'],
      ]);
    expect((await change('PATCH', id, {})).body.clients).toEqual([]);
  });

  it('skips users who do not exist or are suspended', async () => {
    const suspended = await application.market.user({ suspended: true });
    const { id } = await made({
      type: 'user_accept',
      users: entries(suspended, cast.ids.creator, 999_999, cast.ids.creator),
    });
    expect(await query('SELECT user_id FROM participants WHERE campaign_id = $1', [id])).toEqual([
      { user_id: cast.ids.creator },
    ]);
  });

  it('compares the dates with each other, and with unchanged ones', async () => {
    expect((await create(plain({ from: '2031-05-02', to: '2031-05-01' }))).body.errors).toEqual({
      to: ['must be after the start'],
    });
    const { id } = await made({ from: '2031-05-01', to: '2031-05-01' });
    expect((await change('PATCH', id, { to: '2031-04-30' })).status).toBe(422);
    expect((await change('PATCH', id, { from: '2031-05-02' })).body.errors).toEqual({
      to: ['must be after the start'],
    });
    expect((await change('PATCH', id, { from: '2031-05-02', to: '2031-05-02' })).status).toBe(200);
  });
});

describe('A change', () => {
  it('of the type is refused once there are participants', async () => {
    const { id } = await made({ type: 'user_accept', users: entries(cast.ids.creator) });
    const { status, body } = await change('PATCH', id, { type: 'store_accept' });
    expect([status, body.error]).toEqual([400, 'type_fixed']);
    expect((await change('PUT', id, plain())).body.type).toBe('user_accept');
  });

  it('replaces the targets of the kinds that are named, and no others', async () => {
    const [one, two] = [await application.market.userTag(), await application.market.userTag()];
    const { id } = await made({
      user_tags: entries(one),
      clients: entries(cast.agencyId),
      users: entries(cast.ids.creator),
      email_users: ['a@example.test'],
      social_media_users: ['a'],
    });
    const targets = async () =>
      (
        await query(
          `SELECT coalesce(user_id, user_tag_id, agency_id)::text AS id, email, social_identifier AS social
           FROM campaign_targets WHERE campaign_id = $1 ORDER BY id, email, social`,
          [id],
        )
      ).map((row) => row.id ?? row.email ?? row.social);
    const { body } = await change('PATCH', id, { user_tags: entries(two), email_users: [] });
    expect([ids(body.user_tags), ids(body.clients)]).toEqual([[two], [cast.agencyId]]);
    expect((await targets()).sort()).toEqual([`${two}`, `${cast.agencyId}`, `${cast.ids.creator}`, 'a'].sort());
    await change('PATCH', id, { users: [], clients: [], social_media_users: [] });
    expect(await targets()).toEqual([`${two}`]);
    await change('PUT', id, plain());
    expect(await targets()).toEqual([`${two}`]);
  });

  const PRICES = ['cpc', 'social_cpc', 'cpa', 'social_cpa'] as const;
  it('of prices changes only the given fields of the record, in any order', async () => {
    const cpc = fc.integer({ min: 0, max: 2000 });
    const cpa = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);
    const sent = fc.record({ cpc, social_cpc: cpc, cpa, social_cpa: cpa }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 4 }), async ([first, ...rest]) => {
        let shown = await made(first);
        let said = { ...first };
        const check = (body: Record<string, number | null>) => {
          const holds = {
            cpc: said.cpc ?? 0,
            cpa: said.cpa ?? null,
            social_cpc: body['social_cpc'],
            social_cpa: body['social_cpa'],
          };
          expect(body).toMatchObject({ ...holds, ...said });
          expect(body['invoice_cpc']).toBeGreaterThanOrEqual(body['cpc']!);
          expect(body['invoice_social_cpc']).toBeGreaterThanOrEqual(body['social_cpc']!);
        };
        check(shown);
        for (const step of rest) {
          const { body } = await change('PATCH', shown.id, step);
          said = { ...said, ...step };
          check(body);
          // Without a price of their own, social clicks have the general one.
          for (const field of ['cpc', 'cpa'] as const)
            if (said[`social_${field}`] === undefined) expect(body[`social_${field}`]).toBe(body[field]);
          shown = body;
        }
        for (const field of PRICES) if (said[field] !== undefined) expect(shown[field]).toBe(said[field]);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the margin between price and cost, and the shares, that administrators have set', async () => {
    const { id } = await made({ cpc: 100 });
    const costs = [{ source: 0, cpc: 100, invoice_cpc: 120, user_revenue: 0.6 }];
    const set = await application.call({
      method: 'PATCH' as const,
      url: `/v2/offers/${id}`,
      as: cast.tokens.admin,
      body: { traffic_sources_costs: costs },
    });
    expect(set.status).toBe(200);
    const lower = await change('PATCH', id, { cpc: 90 });
    expect(lower.body).toMatchObject({ cpc: 90, invoice_cpc: 110, user_revenue_general: 0.6 });
    const higher = await change('PATCH', id, { cpc: 150, social_cpc: 80 });
    expect(higher.body).toMatchObject({ cpc: 150, invoice_cpc: 170, user_revenue_social: 0.6 });
    expect(higher.body).toMatchObject({ social_cpc: 80, invoice_social_cpc: 100 });
  });
});

describe('POST /stores/{id}/user/{userId}/offer', () => {
  const set = (body: object, options: { role?: Role | null; storeId?: number; userId?: number | string } = {}) =>
    send(
      'POST',
      `/stores/${options.storeId ?? cast.storeId}/user/${options.userId ?? cast.ids.creator}/offer`,
      body,
      options.role === undefined ? 'advertiser' : options.role,
    );
  /** Creates a store of the advertiser with its own price, and a creator's link to it. */
  const market = async () => {
    const storeId = await application.market.store();
    const userId = await application.market.user();
    await application.market.member(storeId, cast.ids.advertiser);
    await application.market.price({ storeId, cpcMinor: 50 });
    return { storeId, userId, link: await application.market.link({ userId, storeId }) };
  };
  const costOf = async (link: { id: number; code: string }) => {
    expect((await follow(link.code)).status).toBe(302);
    const [click] = await query(
      'SELECT cost_minor, terms, campaign_id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1',
      [link.id],
    );
    return [click.cost_minor, click.terms, click.campaign_id];
  };

  it('prices the user’s next click on the store’s links, and no other user’s', async () => {
    const { storeId, userId, link } = await market();
    const other = await application.market.link({ userId: cast.ids.otherCreator, storeId });
    // The store's own terms come before a running campaign regardless of the campaign's priority.
    await create(plain({ cpc: 70, priority: 100 }), 'advertiser', storeId);
    expect((await costOf(link))[0]).toBe(70);
    const { status, body } = await set({ cpc: 300 }, { storeId, userId });
    expect([status, body.cpc, body.type, body.store_id, body.active]).toEqual([201, 300, 'standard', storeId, 1]);
    expect(await costOf(link)).toEqual([300, 2, body.id]);
    expect((await costOf(other))[0]).toBe(70);
    const again = await set({ cpc: 400, social_cpa: 0.1 }, { storeId, userId });
    expect([again.status, again.body.id, again.body.social_cpc, again.body.social_cpa]).toEqual([
      200,
      body.id,
      400,
      0.1,
    ]);
    expect(await costOf(link)).toEqual([400, 2, body.id]);
  });

  it('changes only the sent fields, and resumes a paused one', async () => {
    const { storeId, userId, link } = await market();
    const { body } = await set({ cpc: 300, social_cpc: 200, cpa: 0.1, social_cpa: 0.2 }, { storeId, userId });
    await application.call({ method: 'POST', url: `/v2/offers/${body.id}/pause`, as: cast.tokens.advertiser });
    expect((await costOf(link))[0]).toBe(50);
    const again = await set({ cpa: 0.3 }, { storeId, userId });
    expect(again.body).toMatchObject({ cpc: 300, social_cpc: 200, cpa: 0.3, social_cpa: 0.2, active: 1 });
    expect((await costOf(link))[0]).toBe(300);
  });

  it('creates another campaign after the first has been deleted', async () => {
    const { storeId, userId, link } = await market();
    const { body } = await set({ cpc: 300 }, { storeId, userId });
    await application.call({ method: 'DELETE', url: `/v2/offers/${body.id}`, as: cast.tokens.advertiser });
    const again = await set({ cpc: 0 }, { storeId, userId });
    expect([again.status, again.body.id === body.id]).toEqual([201, false]);
    expect(await costOf(link)).toEqual([0, 2, again.body.id]);
  });

  it('creates one for any number of concurrent requests', async () => {
    const { storeId, userId } = await market();
    const asks = Array.from({ length: 12 }, (_, at) =>
      set(at % 2 === 0 ? { cpc: 100 + at } : { social_cpc: 100 + at }, { storeId, userId }),
    );
    const replies = await Promise.all(asks);
    expect(replies.map(({ status }) => status).sort()).toEqual([...many(11, 200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(
      await query('SELECT count(*)::int AS n FROM campaigns WHERE store_id = $1 AND only_user_id = $2', [
        storeId,
        userId,
      ]),
    ).toEqual([{ n: 1 }]);
    const { body } = await set({ cpa: 0 }, { storeId, userId });
    // The last target of each kind remains beside that of the other kind.
    expect([body.cpc % 2, body.social_cpc % 2, body.cpc >= 100, body.social_cpc >= 100]).toEqual([0, 1, true, true]);
  });

  it('leaves one valid row after a concurrent deletion', async () => {
    const { storeId, userId } = await market();
    const { body } = await set({ cpc: 300 }, { storeId, userId });
    const [removed, ...replies] = await Promise.all([
      application.call({ method: 'DELETE', url: `/v2/offers/${body.id}`, as: cast.tokens.advertiser }),
      ...many(6, null).map((_, at) => set({ cpc: 301 + at }, { storeId, userId })),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of replies) expect([200, 201]).toContain(status);
    const rows = await query(
      'SELECT deleted_at IS NULL AS alive FROM campaigns WHERE store_id = $1 AND only_user_id = $2 ORDER BY id',
      [storeId, userId],
    );
    const isNew = replies.some(({ status }) => status === 201);
    expect(rows).toEqual([{ alive: false }, ...(isNew ? [{ alive: true }] : [])]);
  });

  it.each([
    ['advertiser', 200],
    ['admin', 200],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['otherCreator', 403],
    ['agency', 403],
    ['otherAgency', 403],
    [null, 401],
  ] as const)('answers %s with %i', async (role, status) => {
    await set({ cpc: 1 });
    expect((await set({ cpc: 2 }, { role })).status).toBe(status);
  });

  it('accepts only existing users', async () => {
    const erased = await application.market.user();
    await query('UPDATE users SET erased_at = now() WHERE id = $1', [erased]);
    for (const userId of [999_999, erased, 'x', 0]) {
      const { status, body } = await set({ cpc: 1 }, { userId });
      expect([userId, status, body.message]).toEqual([userId, 404, 'No query results for user.']);
    }
  });

  it('accepts prices only within their limits, and requires one', async () => {
    const { storeId, userId } = await market();
    const holds = { cpc: [0, 100_000], social_cpc: [0, 100_000], cpa: [0, 1], social_cpa: [0, 0.5, 1] };
    for (const [field, values] of Object.entries(holds))
      for (const value of values) {
        const { body } = await set({ [field]: value }, { storeId, userId });
        expect([field, body[field]]).toEqual([field, value]);
      }
    for (const field of ['cpc', 'social_cpc'])
      for (const value of [-1, 100_001, 0.5, '1'])
        expect([field, value, Object.keys((await set({ [field]: value }, { storeId, userId })).body.errors)]).toEqual([
          field,
          value,
          [field],
        ]);
    for (const field of ['cpa', 'social_cpa'])
      for (const value of [-0.1, 1.1, '1'])
        expect([field, value, Object.keys((await set({ [field]: value }, { storeId, userId })).body.errors)]).toEqual([
          field,
          value,
          [field],
        ]);
    expect((await set({})).body.errors).toEqual({ cpc: ['is required when no other price is given'] });
  });
});
