import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
await application.market.price({ storeId: cast.storeId, cpcMinor: 200, invoiceCpcMinor: 240 });

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const BODY = {
  active: true,
  campaign_title: 'Preview',
  type: 'standard',
  traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.1 }],
};
const preview = (body: object, role: Role | null = 'advertiser', store = cast.storeId) =>
  application.call({
    method: 'POST',
    url: `/v2/stores/${store}/offer-previews`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    body: { ...BODY, targets: {}, ...body },
  });
const creatorsOf = async (body: object) => {
  const reply = await preview(body);
  expect([reply.body.errors, reply.status]).toEqual([undefined, 200]);
  return reply.body.audience.creators as number;
};

describe('Authorization of a preview', () => {
  it.each(ROLES)('%s', async (role) => {
    const isAllowed = role === 'advertiser' || role === 'admin';
    expect((await preview({}, role)).status).toBe(isAllowed ? 200 : 403);
  });

  it('not without a token, and not for a missing store', async () => {
    expect((await preview({}, null)).status).toBe(401);
    expect((await preview({}, 'admin', 999_999)).status).toBe(404);
  });
});

describe('The audience of a preview', () => {
  it('is the creators who can read the campaign once it is created, those of groups in steps of five', async () => {
    const { market } = application;
    const free = await Promise.all([1, 2, 3, 4].map(() => market.user()));
    const people = [...free, await market.user({ agencyId: cast.agencyId }), await market.user({ suspended: true })];
    const tag = await market.userTag({ userIds: people });
    const targets = { user_tag_ids: [tag], user_ids: [cast.ids.otherCreator] };
    expect((await preview({ targets })).body.audience).toMatchObject({ creators: 1, by_group: 5 });
    const made = await application.call({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/offers`,
      as: cast.tokens.advertiser,
      body: { ...BODY, targets },
    });
    const readers = [];
    for (const user of [...people.slice(0, 5), cast.ids.otherCreator, cast.ids.creator]) {
      const as = await application.tokenOf(user);
      const { status } = await application.call({ url: `/v2/offers/${made.body.data.id}`, as });
      readers.push(status);
    }
    expect(readers).toEqual([200, 200, 200, 200, 200, 200, 404]);
  });

  it('does not reveal group membership through named, blocked or known users', async () => {
    const { market } = application;
    const [inside, outside] = [await market.user(), await market.user()];
    for (const userId of [inside, outside]) await market.link({ userId, storeId: cast.storeId });
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => market.user()));
    const tag = await market.userTag({ userIds: [inside, ...others.slice(0, 4)] });
    const small = await market.userTag({ userIds: [inside, ...others.slice(0, 3)] });
    const seen = async (targets: object) => (await preview({ targets })).body.audience;
    const group = { user_tag_ids: [tag] };
    expect(await seen(group)).toEqual({ creators: 0, by_group: 5, addresses: 0, sample: [] });
    expect((await seen({ user_tag_ids: [small] })).by_group).toBe(0);
    const answers = [];
    for (const userId of [inside, outside]) {
      const named = await seen({ ...group, user_ids: [userId] });
      await rows('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.storeId, userId]);
      const blocked = await seen(group);
      await rows('DELETE FROM blocklist WHERE user_id = $1', [userId]);
      answers.push([named.creators, named.by_group, named.sample.length, blocked.by_group]);
    }
    expect(answers).toEqual([
      [1, 5, 1, 5],
      [1, 5, 1, 5],
    ]);
  });

  it('excludes the agencies and tags that the store blocks', async () => {
    const agencyId = await application.market.agency();
    await Promise.all([1, 2, 3, 4, 5].map(() => application.market.user({ agencyId })));
    const byGroup = async () => (await preview({ targets: { client_ids: [agencyId] } })).body.audience.by_group;
    expect(await byGroup()).toBe(5);
    await rows('INSERT INTO blocklist (store_id, agency_id) VALUES ($1, $2)', [cast.storeId, agencyId]);
    expect(await byGroup()).toBe(0);
  });

  it('contains every creator for a standard campaign without targets, and nobody for a store_accept campaign', async () => {
    const everybody = await creatorsOf({});
    await application.market.user();
    expect(await creatorsOf({})).toBe(everybody + 1);
    expect(await creatorsOf({ type: 'store_accept' })).toBe(0);
  });

  it('counts addresses without revealing their owners', async () => {
    const email = 'somebody.known@people.example';
    await application.market.user({ email });
    const { body } = await preview({ targets: { emails: [email, email.toUpperCase()] } });
    expect(body.audience).toEqual({ creators: 0, by_group: null, addresses: 1, sample: [] });
  });

  it('names only creators that the store knows, and skips blocked ones', async () => {
    const { market } = application;
    const [known, unknown, blocked] = [await market.user(), await market.user(), await market.user()];
    await market.link({ userId: known, storeId: cast.storeId });
    await rows('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.storeId, blocked]);
    const { body } = await preview({ targets: { user_ids: [known, unknown, blocked] } });
    expect(body.audience.creators).toBe(2);
    expect(body.audience.sample.map((one: { user_id: number }) => one.user_id)).toEqual([known]);
    expect(body.skipped_targets).toEqual({ user_ids: [blocked] });
  });

  it('writes nothing', async () => {
    const counts = () =>
      rows(`SELECT (SELECT count(*) FROM campaigns) AS campaigns, (SELECT count(*) FROM participants) AS parts,
        (SELECT count(*) FROM shared_budgets) AS budgets, (SELECT count(*) FROM graphile_worker.jobs) AS jobs`);
    const before = await counts();
    const shared = { title: 'Together', amount: 100 };
    expect(
      await creatorsOf({ type: 'user_accept', shared_budget: shared, targets: { user_ids: [cast.ids.creator] } }),
    ).toBe(1);
    expect(await counts()).toEqual(before);
  });
});

describe('The figures of a preview', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const bring = (storeId: number) =>
    rows(
      `INSERT INTO store_days (store_id, day, clicks, cost_minor, user_minor, orders, order_minor, order_cost_minor, order_user_minor)
       VALUES ($1, $2, 300, 72000, 36000, 3, 300000, 30000, 15000), ($1, $3, 9000, 0, 0, 0, 0, 0, 0)`,
      [storeId, day(3), day(60)],
    );

  it('follow from the last 30 days and the caps', async () => {
    await bring(cast.storeId);
    const { body } = await preview({ max_money: 1000, max_clicks: 900 });
    // 10 clicks per day; 1000.00 pays for 344 clicks of 2.50 with the store's margin of 0.40, which is fewer than 900.
    expect(body).toMatchObject({
      click: { cost: 290, shared: 250, creator: 145 },
      order: { value: 100_000, cost: 10_000, shared: 10_000, creator: 5000 },
      pace: { clicks_per_day: 10, orders_per_day: 0.1 },
      budget_days: 34,
    });
  });

  it("have the store's usual prices afterwards, and do not end without a common cap", async () => {
    const { body } = await preview({ traffic_sources_costs: [], max_money: 5, per_user_limit: true });
    expect([body.click.cost, body.budget_days]).toEqual([240, null]);
  });

  it('include a shared budget', async () => {
    const budget = await application.market.sharedBudget(cast.storeId, 50_000);
    expect((await preview({ shared_budget_id: budget })).body.budget_days).toBe(17);
  });
});

describe('A campaign that cannot be created cannot be previewed', () => {
  it.each([
    [{ campaign_title: '' }, 'campaign_title'],
    [{ valid_from: '2030-02-01', valid_until: '2030-01-01' }, 'valid_until'],
    [{ shared_budget_id: 999_999 }, 'shared_budget_id'],
    [{ targets: { user_tag_ids: [999_999] } }, 'targets.user_tag_ids.0'],
    [{ traffic_sources_costs: [{ source: 0, cpc: 1001 }] }, 'traffic_sources_costs.0.cpc'],
  ])('%j', async (body, field) => {
    const reply = await preview(body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });
});
