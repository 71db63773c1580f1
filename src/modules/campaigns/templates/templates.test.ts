import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { database, market } = application;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const all = `/v2/stores/${cast.storeId}/campaign-templates`;
const save = (offer_id: unknown, role: Role | null = 'advertiser', name: unknown = 'Trail') =>
  call('POST', all, role, { name, offer_id });
const create = (id: number, role: Role | null = 'advertiser', body: object = {}) =>
  call('POST', `${all}/${id}/offers`, role, body);
const definitionOf = async (id: number) => (await call('GET', `/v2/offers/${id}/definition`, 'admin')).body.offer;

async function campaign(body: object = {}, role: Role = 'advertiser'): Promise<number> {
  const reply = await call('POST', `/v2/stores/${cast.storeId}/offers`, role, {
    active: true,
    campaign_title: 'Trail',
    campaign_text: 'Run.',
    type: 'user_accept',
    todo: ['Post'],
    max_clicks: 500,
    max_money: 900,
    budget_limit: 1000,
    per_user_limit: true,
    valid_from: '2030-01-01',
    valid_until: '2030-12-31',
    shared_budget: { title: 'Summer', amount: 1_000 },
    traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.1 }],
    targets: {
      user_ids: [cast.ids.creator],
      emails: ['somebody@example.test'],
      social_media_identifiers: ['somebody'],
      revenue_tier_ids: [await market.tier()],
    },
    ...body,
  });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

describe('A campaign template', () => {
  let source: number;
  beforeAll(async () => {
    source = await campaign();
    await call('PUT', `/v2/offers/${source}/agreement`, 'advertiser', { text: 'Tag us.' });
    const rules = [{ categories: ['Shoes'], cpa: 0.2 }];
    await call('PUT', `/v2/offers/${source}/commission-rules`, 'advertiser', { rules });
  });

  it('contains the content of a campaign without dates, budgets and people', async () => {
    const { status, body } = await save(source);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Trail',
        type: 'user_accept',
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
        offer: expect.objectContaining({ campaign_title: 'Trail', campaign_text: 'Run.', todo: ['Post'] }),
      },
    ]);
    const { offer } = body;
    for (const field of ['valid_from', 'valid_until', 'max_clicks', 'max_money', 'budget_limit', 'shared_budget_id'])
      expect(offer).not.toHaveProperty(field);
    expect(offer.traffic_sources_costs).toEqual([{ source: 0, cpc: 250, cpa: 0.1 }]);
    expect(offer.targets).toMatchObject({ user_ids: [], emails: [], social_media_identifiers: [] });
    expect(offer.targets.revenue_tier_ids).toHaveLength(1);
    // Nothing about a person is stored.
    const [{ content }] = await rows('SELECT content::text FROM campaign_templates WHERE id = $1', [body.id]);
    expect(content).not.toContain('somebody');
    expect((await call('GET', `${all}/${body.id}`, 'advertiser')).body).toEqual(body);
  });

  it('creates any number of paused campaigns with rules and terms, without participants', async () => {
    const { body: template } = await save(source);
    await call('DELETE', `/v2/offers/${source}`, 'advertiser');
    const [first, second] = [
      await create(template.id),
      await create(template.id, 'advertiser', { campaign_title: 'B' }),
    ];
    expect([first.status, first.body.data.status, second.body.data.campaign_title]).toEqual([201, 'paused', 'B']);
    const made = first.body.data.id;
    expect(await definitionOf(made)).toMatchObject({
      active: false,
      campaign_title: 'Trail',
      type: 'user_accept',
      todo: ['Post'],
      valid_from: null,
      valid_until: null,
      max_clicks: null,
      max_money: null,
      budget_limit: null,
      shared_budget_id: null,
      per_user_limit: false,
      traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.1 }],
    });
    expect((await call('GET', `/v2/offers/${made}/participants`, 'advertiser')).body.data).toEqual([]);
    expect((await call('GET', `/v2/offers/${made}/agreement`, 'advertiser')).body.agreement.text).toBe('Tag us.');
    expect((await call('GET', `/v2/offers/${made}/commission-rules`, 'advertiser')).body.rules).toMatchObject([
      { categories: ['Shoes'], cpa: 0.2 },
    ]);
    await rows('UPDATE campaigns SET deleted_at = NULL WHERE id = $1', [source]);
  });

  it('contains no prices that only administrators set, whoever saves it', async () => {
    const traffic_sources_costs = [{ source: 0, cpc: 200, invoice_cpc: 300, user_revenue: 0.9 }];
    const id = await campaign({ traffic_sources_costs }, 'admin');
    const { body } = await save(id, 'admin');
    expect(body.offer.traffic_sources_costs).toEqual([{ source: 0, cpc: 200 }]);
    const made = await create(body.id, 'admin');
    expect((await definitionOf(made.body.data.id)).traffic_sources_costs).toEqual([
      { source: 0, cpc: 200, invoice_cpc: 200 },
    ]);
  });

  it('never targets more people than the campaign', async () => {
    const standard = { type: 'standard', todo: [], per_user_limit: false };
    const named = await campaign({ ...standard, targets: { user_ids: [cast.ids.creator] } });
    expect((await save(named)).body.error).toBe('no_audience_left');
    const own = await market.campaign({ storeId: cast.storeId, onlyUserId: cast.ids.creator });
    expect((await save(own)).body.error).toBe('made_for_one_user');
    // The group was deleted. The campaign is refused, because it would otherwise be for everybody.
    const tag = await market.userTag({ storeId: cast.storeId });
    const { body } = await save(await campaign({ ...standard, targets: { user_tag_ids: [tag] } }));
    await rows('DELETE FROM campaign_targets WHERE user_tag_id = $1', [tag]);
    await rows('DELETE FROM user_tags WHERE id = $1', [tag]);
    const before = (await rows('SELECT count(*)::int AS count FROM campaigns'))[0].count;
    expect((await create(body.id)).body.error).toBe('template_outdated');
    expect((await rows('SELECT count(*)::int AS count FROM campaigns'))[0].count).toBe(before);
  });

  it('is listed by name, renamed, saved again from another campaign, and deleted', async () => {
    const { body: last } = await save(source, 'advertiser', 'zebra');
    const { body: first } = await save(source, 'advertiser', 'Aardvark');
    const { body } = await call('GET', `${all}?size=100`, 'advertiser');
    const names = body.data.map(({ name }: { name: string }) => name);
    expect([names[0], names.at(-1)]).toEqual(['Aardvark', 'zebra']);
    expect(body.data[0]).not.toHaveProperty('offer');
    const at = `${all}/${last.id}`;
    const other = await campaign({ campaign_title: 'Winter' });
    expect((await call('PATCH', at, 'advertiser', { name: 'Zebra' })).body).toMatchObject({
      name: 'Zebra',
      offer: { campaign_title: 'Trail' },
    });
    expect((await call('PATCH', at, 'advertiser', { offer_id: other })).body).toMatchObject({
      name: 'Zebra',
      offer: { campaign_title: 'Winter' },
    });
    expect((await call('DELETE', at, 'advertiser')).status).toBe(204);
    for (const method of ['GET', 'DELETE'] as const) expect((await call(method, at, 'advertiser')).status).toBe(404);
    expect((await call('PATCH', at, 'advertiser', { name: 'Gone' })).status).toBe(404);
    expect((await create(last.id)).status).toBe(404);
    expect((await call('GET', `${all}/${first.id}`, 'advertiser')).status).toBe(200);
  });

  it('is accessible only to its store, and only from its own campaigns', async () => {
    const { body } = await save(source);
    const at = `${all}/${body.id}`;
    const calls = [
      ['GET', all],
      ['POST', all, { name: 'Mine', offer_id: source }],
      ['GET', at],
      ['PATCH', at, { name: 'Mine' }],
      ['POST', `${at}/offers`, {}],
      ['DELETE', at],
    ] as const;
    for (const [method, url, content] of calls) {
      const statuses = [];
      for (const role of [null, 'creator', 'agency', 'otherAdvertiser'] as const)
        statuses.push((await call(method, url, role, content)).status);
      expect([method, url, statuses]).toEqual([method, url, [401, 403, 403, 403]]);
    }
    // Neither templates nor campaigns can be reached through the path of another store.
    const others = `/v2/stores/${cast.otherStoreId}/campaign-templates`;
    for (const [method, url, content] of [
      ['GET', `${others}/${body.id}`],
      ['PATCH', `${others}/${body.id}`, { name: 'Mine' }],
      ['POST', `${others}/${body.id}/offers`, {}],
      ['DELETE', `${others}/${body.id}`],
    ] as const)
      expect((await call(method, url, 'otherAdvertiser', content)).status).toBe(404);
    const stolen = await call('POST', others, 'otherAdvertiser', { name: 'Mine', offer_id: source });
    expect([stolen.status, Object.keys(stolen.body.errors)]).toEqual([422, ['offer_id']]);
    expect((await call('GET', at, 'advertiser')).body).toEqual(body);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ offer_id: 'x' }, 'offer_id'],
    [{ offer_id: 999_999 }, 'offer_id'],
    [{ offer_id: undefined }, 'offer_id'],
    [{ rules: [] }, 'rules'],
  ])('with %j is a 422 that names the field', async (change, field) => {
    const { status, body } = await call('POST', all, 'advertiser', { name: 'Trail', offer_id: source, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('is refused beyond the limit, also with concurrent requests', async () => {
    const key = (at: number) => `template-${at}`;
    await rows('DELETE FROM campaign_templates');
    await rows(
      `INSERT INTO campaign_templates (store_id, name, content, created_at, updated_at)
       SELECT $1, 'T' || n, '{"offer": {"type": "standard"}}', now(), now() FROM generate_series(1, 98) n`,
      [cast.storeId],
    );
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        application.call({
          method: 'POST',
          url: all,
          as: cast.tokens.advertiser,
          headers: { 'idempotency-key': key(at) },
          body: { name: `N${at}`, offer_id: source },
        }),
      ),
    );
    expect(replies.map(({ status, body }) => body.error ?? status).sort()).toEqual([
      201,
      201,
      ...Array(3).fill('too_many_templates'),
    ]);
    expect((await rows('SELECT count(*)::int AS count FROM campaign_templates'))[0].count).toBe(100);
  });
});
