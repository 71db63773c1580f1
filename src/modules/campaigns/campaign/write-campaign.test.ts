import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication({ timeZone: 'Europe/Stockholm' });
const store = await letShoppersIn(application);

const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const plain = (rest: object = {}) => ({
  active: true,
  campaign_title: 'Spring',
  type: 'standard',
  traffic_sources_costs: [],
  targets: {},
  ...rest,
});
const create = (body: object, role: Role = 'advertiser', storeId = cast.storeId) =>
  application.call({ method: 'POST', url: `/v2/stores/${storeId}/offers`, as: cast.tokens[role], body });
const change = (method: 'PUT' | 'PATCH', id: number, body: object, role: Role = 'advertiser') =>
  application.call({ method, url: `/v2/offers/${id}`, as: cast.tokens[role], body });
const rowOf = async (id: number) => (await query('SELECT * FROM campaigns WHERE id = $1', [id]))[0];
const made = async (rest: object = {}, role: Role = 'advertiser'): Promise<number> => {
  const { status, body } = await create(plain(rest), role);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};

describe('Who may', () => {
  it.each(ROLES)('create and change a campaign of the store: %s', async (role) => {
    const id = await made();
    const replies = [
      await create(plain(), role),
      await change('PUT', id, plain(), role),
      await change('PATCH', id, { active: false }, role),
    ];
    const lawful = role === 'advertiser' || role === 'admin';
    // It is for everyone, so every caller may see it.
    expect(replies.map(({ status }) => status)).toEqual(lawful ? [201, 200, 200] : [403, 403, 403]);
  });

  it('not without a token', async () => {
    const id = await made();
    for (const request of [
      { method: 'POST' as const, url: `/v2/stores/${cast.storeId}/offers`, body: plain() },
      { method: 'PUT' as const, url: `/v2/offers/${id}`, body: plain() },
      { method: 'PATCH' as const, url: `/v2/offers/${id}`, body: {} },
    ])
      expect((await application.call(request)).status).toBe(401);
  });

  it('set the store’s cost and the creator’s share: administrators', async () => {
    const costs = (rest: object) => plain({ traffic_sources_costs: [{ source: 0, cpc: 100, ...rest }] });
    for (const field of ['invoice_cpc', 'invoice_cpa', 'user_revenue']) {
      const value = field === 'invoice_cpc' ? 120 : 0.5;
      const refused = await create(costs({ [field]: value }));
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { [`traffic_sources_costs.0.${field}`]: ['is set by administrators only'] },
      ]);
      expect((await create(costs({ [field]: value }), 'admin')).status).toBe(201);
    }
    const below = await create(costs({ invoice_cpc: 99 }), 'admin');
    expect(below.body.errors).toEqual({ 'traffic_sources_costs.0.invoice_cpc': ['must not be less than cpc'] });
  });
});

describe('A created campaign', () => {
  it("stores all fields, in our units and the platform's time zone", async () => {
    const group = await application.market.storeGroup();
    const { status, body } = await create({
      active: false,
      campaign_title: 'Spring',
      campaign_text: 'Walk!',
      name: 'spring-1',
      store_group_id: group,
      type: 'store_accept',
      has_product_seeding: true,
      has_onetime_payment: true,
      one_time_payment: 1500.5,
      approval_days: 14,
      attribution: 'code_first',
      attribution_window_days: 45,
      per_user_limit: true,
      budget_limit: 5000,
      max_clicks: 1_000_000,
      max_money: 4000,
      valid_from: '2031-05-01',
      valid_until: '2031-06-30',
      todo: ['Post', 'Tag', 'Post'],
      show_for_advertiser: false,
      shared_budget: { title: 'Year', amount: 100_000 },
      traffic_sources_costs: [
        { source: 0, cpc: 100, cpa: 0.05 },
        { source: 1, cpc: 80 },
      ],
      targets: {},
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      campaign_title: 'Spring',
      campaign_text: 'Walk!',
      status: 'paused',
      type: 'store_accept',
      image: null,
      has_product_seeding: true,
      has_onetime_payment: true,
      store_id: cast.storeId,
      id: expect.any(Number),
      image_url: 'http://tributary.test/files/placeholder/logo.svg',
      token: expect.stringMatching(/^[A-Za-z0-9]{10}$/),
      warnings: body.warnings,
    });
    expect(body.warnings).toEqual({ skipped_targets: { user_ids: [] } });
    const row = await rowOf(body.data.id);
    expect(row).toMatchObject({
      name: 'spring-1',
      store_group_id: group,
      one_time_payment_minor: 150_050,
      per_user_limit: true,
      approval_days: 14,
      attribution: 'code_first',
      attribution_window_days: 45,
      budget_limit_minor: 500_000,
      max_clicks: 1_000_000,
      max_money_minor: 400_000,
      todo: ['Post', 'Tag'],
      show_for_advertiser: false,
      created_by: cast.ids.advertiser,
    });
    expect([row.valid_from.toISOString(), row.valid_until.toISOString()]).toEqual([
      '2031-04-30T22:00:00.000Z',
      '2031-06-30T21:59:59.999Z',
    ]);
    expect(await query('SELECT title, amount_minor FROM shared_budgets WHERE id = $1', [row.shared_budget_id])).toEqual(
      [{ title: 'Year', amount_minor: 10_000_000 }],
    );
    expect(
      await query('SELECT source, cpc_minor, cpa FROM prices WHERE campaign_id = $1 ORDER BY source', [body.data.id]),
    ).toEqual([
      { source: 0, cpc_minor: 100, cpa: '0.050000' },
      { source: 1, cpc_minor: 80, cpa: null },
    ]);
    expect(
      await query(`SELECT actor_id FROM audit_log WHERE action = 'offer.created' AND subject_id = $1`, [row.id]),
    ).toEqual([{ actor_id: cast.ids.advertiser }]);
  });

  it.each([
    ['2031-05-01T10:00:00', '2031-05-01T10:00:00.000Z'],
    ['2031-05-01 10:00', '2031-05-01T10:00:00.000Z'],
    ['2031-05-01T10:00:00+02:00', '2031-05-01T08:00:00.000Z'],
    ['2031-03-30', '2031-03-29T23:00:00.000Z'],
    ['2031-10-27', '2031-10-26T23:00:00.000Z'],
  ])('begins at %s', async (valid_from, instant) => {
    expect((await rowOf(await made({ valid_from }))).valid_from.toISOString()).toBe(instant);
  });

  it('prices the next click', async () => {
    await query('UPDATE campaigns SET active = false WHERE store_id = $1', [cast.storeId]);
    const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const cost = async () => {
      await store(link.code);
      return (await query('SELECT cost_minor FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [link.id]))[0]
        .cost_minor;
    };
    const costs = (cpc: number) => ({ traffic_sources_costs: [{ source: 0, cpc }] });
    const paid = [await cost()];
    const id = await made(costs(100));
    paid.push(await cost());
    await change('PATCH', id, costs(250));
    paid.push(await cost());
    await change('PATCH', id, { targets: { user_ids: [cast.ids.otherCreator] } });
    paid.push(await cost());
    expect(paid).toEqual([0, 100, 250, 0]);
  });
});

describe('Targets', () => {
  it('add participants with the to-dos, and skip users that the store cannot have', async () => {
    const { market } = application;
    const [suspended, blocked] = [await market.user({ suspended: true }), await market.user()];
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.storeId, blocked]);
    const { creator, otherCreator } = cast.ids;
    const { body } = await create(
      plain({
        type: 'user_accept',
        todo: ['Post'],
        targets: {
          user_ids: [creator, suspended, otherCreator, blocked, 999_999_999, creator],
          emails: ['New@Example.test', 'new@example.test'],
          social_media_identifiers: ['insta_new', 'x'.repeat(30)],
          client_ids: [cast.agencyId],
        },
      }),
    );
    expect(body.warnings).toEqual({ skipped_targets: { user_ids: [suspended, blocked, 999_999_999] } });
    const participants = await query(
      `SELECT user_id, pre_registered_email, pre_registered_identifier, status, todo FROM participants WHERE campaign_id = $1 ORDER BY id`,
      [body.data.id],
    );
    expect(
      participants
        .map(
          (participant) =>
            participant.user_id ?? participant.pre_registered_email ?? participant.pre_registered_identifier,
        )
        .sort(),
    ).toEqual([creator, otherCreator, 'new@example.test', 'insta_new', 'x'.repeat(30)].sort());
    for (const participant of participants)
      expect(participant).toMatchObject({ status: 'open', todo: [{ key: 'Post', value: false }] });
    const [{ count }] = await query('SELECT count(*)::int FROM campaign_targets WHERE campaign_id = $1', [
      body.data.id,
    ]);
    expect(count).toBe(6);
    // Setting the same targets again adds no participant twice, and existing participants remain.
    const again = await change('PATCH', body.data.id, { targets: { user_ids: [creator] } });
    expect(again.status).toBe(200);
    expect((await query('SELECT FROM participants WHERE campaign_id = $1', [body.data.id])).length).toBe(5);
    // One user instead of two. The e-mail address, the two identifiers and the agency belong to kinds that were not
    // sent.
    expect((await query('SELECT FROM campaign_targets WHERE campaign_id = $1', [body.data.id])).length).toBe(5);
  });

  it('add no participants to a standard campaign, and suggested ones to a suggestion', async () => {
    const targets = { user_ids: [cast.ids.creator] };
    const standard = await made({ targets });
    expect(await query('SELECT FROM participants WHERE campaign_id = $1', [standard])).toEqual([]);
    const suggestion = await made({ type: 'suggestion', targets });
    expect(await query('SELECT status FROM participants WHERE campaign_id = $1', [suggestion])).toEqual([
      { status: 'suggestion' },
    ]);
  });

  it('are refused by position when unknown, including a tag of another store', async () => {
    const [foreign] = await query(
      `INSERT INTO user_tags (store_id, name, slug) VALUES ($1, 'T', 'theirs') RETURNING id`,
      [cast.otherStoreId],
    );
    const missing = 999_999_999;
    const { status, body } = await create(
      plain({
        targets: {
          client_ids: [cast.agencyId, missing],
          user_tag_ids: [foreign.id],
          store_group_ids: [missing],
          revenue_tier_ids: [missing],
        },
      }),
    );
    const sentence = ['must be the id of one that exists'];
    expect([status, body.errors]).toEqual([
      422,
      {
        'targets.client_ids.1': sentence,
        'targets.user_tag_ids.0': sentence,
        'targets.store_group_ids.0': sentence,
        'targets.revenue_tier_ids.0': sentence,
      },
    ]);
  });
});

describe('Bad input', () => {
  const bad: [object, string][] = [
    [{ active: undefined }, 'active'],
    [{ campaign_title: undefined }, 'campaign_title'],
    [{ campaign_title: '' }, 'campaign_title'],
    [{ campaign_title: '  ' }, 'campaign_title'],
    [{ campaign_title: 'two\nlines' }, 'campaign_title'],
    [{ campaign_title: 'x'.repeat(65) }, 'campaign_title'],
    [{ campaign_text: 'x'.repeat(1057) }, 'campaign_text'],
    [{ type: undefined }, 'type'],
    [{ type: 'other' }, 'type'],
    [{ traffic_sources_costs: undefined }, 'traffic_sources_costs'],
    [{ targets: undefined }, 'targets'],
    [{ active: 1 }, 'active'],
    [{ one_time_payment: 1_000_001 }, 'one_time_payment'],
    [{ one_time_payment: 0.001 }, 'one_time_payment'],
    [{ has_onetime_payment: true }, 'one_time_payment'],
    [{ max_clicks: 1_000_001 }, 'max_clicks'],
    [{ max_clicks: 1.5 }, 'max_clicks'],
    [{ max_money: 1_000_001 }, 'max_money'],
    [{ max_money: -1 }, 'max_money'],
    [{ valid_until: '2031-02-30' }, 'valid_until'],
    [{ valid_from: 'soon' }, 'valid_from'],
    [{ valid_from: '2031-05-02', valid_until: '2031-05-01' }, 'valid_until'],
    [{ traffic_sources_costs: [{ source: 0, cpc: 1001 }] }, 'traffic_sources_costs.0.cpc'],
    [{ traffic_sources_costs: [{ source: 0, cpa: 1.01 }] }, 'traffic_sources_costs.0.cpa'],
    [{ traffic_sources_costs: [{ source: 0 }, { source: 0 }] }, 'traffic_sources_costs.1.source'],
    [{ targets: { emails: ['a@b.test', 'nobody'] } }, 'targets.emails.1'],
    [{ targets: { social_media_identifiers: ['x'.repeat(31)] } }, 'targets.social_media_identifiers.0'],
    [{ targets: { user_ids: ['1'] } }, 'targets.user_ids.0'],
    [{ shared_budget_id: 999_999_999 }, 'shared_budget_id'],
    [{ shared_budget_id: 1, shared_budget: { title: 'T', amount: 1 } }, 'shared_budget'],
    [{ store_group_id: 999_999_999 }, 'store_group_id'],
    [{ priority_after: 999_999_999 }, 'priority_after'],
  ];
  it.each(bad)('%j is a 422 on %s, and creates nothing', async (fault, field) => {
    const [before] = await query('SELECT count(*)::int FROM campaigns');
    const { status, body } = await create(plain(fault));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await query('SELECT count(*)::int FROM campaigns')).toEqual([before]);
  });

  it('reports all errors at once', async () => {
    const { body } = await create({ campaign_title: 7, type: 'x', targets: { emails: ['no'] } });
    expect(Object.keys(body.errors).sort()).toEqual(
      ['active', 'campaign_title', 'targets.emails.0', 'traffic_sources_costs', 'type'].sort(),
    );
  });

  it('accepts values at the limits', async () => {
    await made({
      campaign_title: 'å'.repeat(64),
      campaign_text: '雪'.repeat(1056),
      has_onetime_payment: true,
      one_time_payment: 1_000_000,
      max_clicks: 1_000_000,
      max_money: 1_000_000,
      valid_from: '2031-05-01',
      valid_until: '2031-05-01',
      traffic_sources_costs: [{ source: 1, cpc: 1000, cpa: 1 }],
    });
  });
});

describe('A change', () => {
  it('by PATCH changes only the given fields', async () => {
    const group = await application.market.storeGroup();
    const patch = fc.record(
      {
        active: fc.boolean(),
        campaign_title: fc.constantFrom('A', 'B'),
        campaign_text: fc.constantFrom('', 'Text'),
        name: fc.constantFrom('one', 'two'),
        store_group_id: fc.constant(group),
        has_product_seeding: fc.boolean(),
        one_time_payment: fc.constantFrom(0, 5, 7.5),
        per_user_limit: fc.boolean(),
        budget_limit: fc.nat({ max: 50 }),
        max_clicks: fc.nat({ max: 50 }),
        max_money: fc.nat({ max: 50 }),
        todo: fc.constantFrom([], ['X']),
        show_for_advertiser: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const columns: Record<string, string> = {
      campaign_title: 'campaign_title',
      one_time_payment: 'one_time_payment_minor',
      max_money: 'max_money_minor',
      budget_limit: 'budget_limit_minor',
    };
    const id = await made({ valid_from: '2031-05-01' });
    await fc.assert(
      fc.asyncProperty(patch, async (body) => {
        const before = await rowOf(id);
        expect((await change('PATCH', id, body)).status).toBe(200);
        const after = await rowOf(id);
        // The shown title depends on the title and the name.
        const touched = new Set([
          'updated_at',
          'shown_title',
          ...Object.keys(body).map((field) => columns[field] ?? field),
        ]);
        for (const [column, value] of Object.entries(before))
          if (!touched.has(column)) expect([column, after[column]]).toEqual([column, value]);
        expect(after.shown_title).toBe(after.campaign_title || after.name);
        if (body.max_money !== undefined) expect(after.max_money_minor).toBe(body.max_money * 100);
        if (body.active !== undefined) expect(after.active).toBe(body.active);
        if (body.todo !== undefined) expect(after.todo).toEqual(body.todo);
      }),
      { numRuns: 60 },
    );
  });

  it('validates the given fields against the stored ones', async () => {
    const id = await made({ valid_from: '2031-05-10' });
    const end = await change('PATCH', id, { valid_until: '2031-05-09' });
    expect([end.status, end.body.errors]).toEqual([422, { valid_until: ['must be after the start'] }]);
    expect((await change('PATCH', id, { valid_until: '2031-05-10' })).status).toBe(200);
    expect((await change('PATCH', id, { valid_from: '2031-02-30T00:00:00' })).body.errors).toEqual({
      valid_from: ['must be a day that exists, as YYYY-MM-DD, or a time of one, as YYYY-MM-DDTHH:MM:SS'],
    });
    expect((await change('PATCH', id, { has_onetime_payment: true })).status).toBe(422);
    expect((await change('PATCH', id, { has_onetime_payment: true, one_time_payment: 1 })).status).toBe(200);
  });

  it('cannot change the type of a campaign with participants', async () => {
    const id = await made({ type: 'user_accept' });
    expect((await change('PATCH', id, { type: 'store_accept' })).body.data.type).toBe('store_accept');
    await application.market.participant({ campaignId: id, userId: cast.ids.creator, status: 'open' });
    const refused = await change('PATCH', id, { type: 'user_accept' });
    expect([refused.status, refused.body.error]).toEqual([400, 'type_fixed']);
    expect((await change('PATCH', id, { type: 'store_accept', name: 'same' })).status).toBe(200);
  });

  it("by a store keeps the administrators' fields: the margin between price and billed amount, and the share", async () => {
    const id = await made(
      { traffic_sources_costs: [{ source: 0, cpc: 300, invoice_cpc: 500, user_revenue: 1 }] },
      'admin',
    );
    const priced = async () =>
      (
        await query(
          'SELECT source, cpc_minor, invoice_cpc_minor, user_share FROM prices WHERE campaign_id = $1 AND participant_id IS NULL ORDER BY source',
          [id],
        )
      ).map((row) => [row.source, row.cpc_minor, row.invoice_cpc_minor, row.user_share]);
    const costs = (...entries: object[]) => ({ traffic_sources_costs: entries });
    await change('PATCH', id, costs({ source: 0, cpc: 200 }));
    expect(await priced()).toEqual([[0, 200, 400, '1.000000']]);
    await change('PUT', id, plain(costs({ source: 0, cpc: 800 }, { source: 1, cpc: 100 })));
    expect(await priced()).toEqual([
      [0, 800, 1000, '1.000000'],
      [1, 100, 300, '1.000000'],
    ]);
    await change('PATCH', id, costs());
    expect((await priced()).map(([source]) => source)).toEqual([0, 1]);
    await change('PATCH', id, costs({ source: 0, cpc: 300 }), 'admin');
    expect(await priced()).toEqual([[0, 300, null, null]]);
  });

  it('removes limits and dates by null', async () => {
    const id = await made({
      max_clicks: 5,
      max_money: 6,
      budget_limit: 7,
      valid_from: '2031-01-01',
      valid_until: '2031-02-01',
      one_time_payment: 8,
      shared_budget: { title: 'T', amount: 9 },
    });
    const away = { max_clicks: null, max_money: null, budget_limit: null, valid_from: null, valid_until: null };
    expect((await change('PATCH', id, { ...away, one_time_payment: null, shared_budget_id: null })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({
      max_clicks: null,
      max_money_minor: null,
      budget_limit_minor: null,
      valid_from: null,
      valid_until: null,
      one_time_payment_minor: null,
      shared_budget_id: null,
    });
  });

  it.each([
    ['9999-12-31', '9999-12-31T22:59:59.999Z'],
    ['1000-01-01', '1000-01-01T22:47:59.999Z'],
  ])('ends with the day %s', async (valid_until, instant) => {
    const at = (await rowOf(await made({ valid_until }))).valid_until;
    expect(Math.abs(at.getTime() - Date.parse(instant))).toBeLessThan(3_600_000);
  });

  it.each([{ valid_from: '0001-01-01' }, { valid_until: '0050-06-01' }])(
    'refuses %j, which is outside the supported years',
    async (dates) => {
      const { status, body } = await create(plain(dates));
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(dates)]);
    },
  );

  it('of targets changes only the given kinds by PATCH, and all of them by PUT', async () => {
    const id = await made({ targets: { user_ids: [cast.ids.creator], emails: ['a@b.test'] } });
    const kinds = async () =>
      (await query('SELECT user_id, email FROM campaign_targets WHERE campaign_id = $1 ORDER BY id', [id])).map(
        (row) => row.user_id ?? row.email,
      );
    await change('PATCH', id, { targets: { emails: ['c@d.test'] } });
    expect(await kinds()).toEqual([cast.ids.creator, 'c@d.test']);
    await change('PUT', id, plain({ targets: { emails: ['e@f.test'] } }));
    expect(await kinds()).toEqual(['e@f.test']);
  });

  it('to a campaign with participants invites the earlier targets', async () => {
    const id = await made({ targets: { user_ids: [cast.ids.creator], emails: ['x@y.test'] } });
    expect((await change('PATCH', id, { type: 'user_accept' })).status).toBe(200);
    const participants = await query(
      'SELECT user_id, pre_registered_email, status FROM participants WHERE campaign_id = $1 ORDER BY id',
      [id],
    );
    expect(participants).toEqual([
      { user_id: cast.ids.creator, pre_registered_email: null, status: 'open' },
      { user_id: null, pre_registered_email: 'x@y.test', status: 'open' },
    ]);
  });

  it('uses only shared budgets of its own store', async () => {
    const foreign = await application.market.sharedBudget(cast.otherStoreId, 100);
    const own = await application.market.sharedBudget(cast.storeId, 100);
    const id = await made();
    expect((await change('PATCH', id, { shared_budget_id: foreign })).status).toBe(422);
    expect((await change('PATCH', id, { shared_budget_id: own })).status).toBe(200);
    expect((await rowOf(id)).shared_budget_id).toBe(own);
  });

  it('moves it directly after another and keeps the order of the following ones', async () => {
    const storeId = await application.market.store();
    await application.market.member(storeId, cast.ids.advertiser);
    const as = await application.tokenOf(cast.ids.advertiser);
    const add = async (body: object) =>
      (await application.call({ method: 'POST', url: `/v2/stores/${storeId}/offers`, as, body: plain(body) })).body.data
        .id;
    const [a, b, c] = [await add({}), await add({}), await add({})];
    for (const [id, priority] of [
      [a, 60],
      [b, 59],
      [c, 58],
    ])
      await query('UPDATE campaigns SET priority = $2 WHERE id = $1', [id, priority]);
    const d = await add({ priority_after: a });
    const order = async () =>
      (await query('SELECT id FROM campaigns WHERE store_id = $1 ORDER BY priority DESC, id DESC', [storeId])).map(
        ({ id }) => id,
      );
    expect(await order()).toEqual([a, d, b, c]);
    await application.call({ method: 'PATCH', url: `/v2/offers/${a}`, as, body: { priority_after: c } });
    expect(await order()).toEqual([d, b, c, a]);
  });

  it('moves it directly after another of the same priority', async () => {
    const storeId = await application.market.store();
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await application.market.campaign({ storeId }));
    const [a, b, c, d] = ids as [number, number, number, number];
    const order = async () =>
      (await query('SELECT id FROM campaigns WHERE store_id = $1 ORDER BY priority DESC, id DESC', [storeId])).map(
        ({ id }) => id,
      );
    expect(await order()).toEqual([d, c, b, a]);
    expect((await change('PATCH', d, { priority_after: b }, 'admin')).status).toBe(200);
    expect(await order()).toEqual([c, b, d, a]);
    expect((await change('PATCH', a, { priority_after: c }, 'admin')).status).toBe(200);
    expect(await order()).toEqual([c, a, b, d]);
    const self = await change('PATCH', a, { priority_after: a }, 'admin');
    expect([self.status, Object.keys(self.body.errors)]).toEqual([422, ['priority_after']]);
  });

  it('of the order by concurrent requests ends in one order without a deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => made()));
    const replies = await Promise.all(
      ids.flatMap((id, index) => [
        change('PATCH', id, { priority_after: ids[(index + 1) % ids.length] }),
        change('PATCH', id, { priority_after: ids[(index + 3) % ids.length] }),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it('is a 404 after its deletion, also if both are concurrent', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await made();
      const [changed, deleted] = await Promise.all([
        change('PATCH', id, { campaign_title: 'Late' }),
        application.call({ method: 'DELETE', url: `/v2/offers/${id}`, as: cast.tokens.advertiser }),
      ]);
      expect(deleted.status).toBe(204);
      const row = await rowOf(id);
      expect(row.campaign_title).toBe(changed.status === 200 ? 'Late' : 'Spring');
      expect([200, 404]).toContain(changed.status);
      expect((await change('PATCH', id, { active: true })).status).toBe(404);
    }
  });
});
