import { expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { database, market } = application;

const call = (method: 'GET' | 'POST' | 'PUT', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const duplicate = (id: number, role: Role | null = 'advertiser', body: object = {}) =>
  call('POST', `/v2/offers/${id}/duplicate`, role, body);
const definitionOf = async (id: number) => (await call('GET', `/v2/offers/${id}/definition`, 'admin')).body.offer;

async function create(body: object = {}, role: Role = 'advertiser'): Promise<number> {
  const reply = await call('POST', `/v2/stores/${cast.storeId}/offers`, role, {
    active: true,
    campaign_title: 'Trail',
    campaign_text: 'Run.',
    type: 'user_accept',
    todo: ['Post'],
    max_clicks: 500,
    valid_from: '2030-01-01',
    valid_until: '2030-12-31',
    traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.1 }],
    targets: {
      user_ids: [cast.ids.creator],
      emails: ['somebody@example.test'],
      revenue_tier_ids: [await market.tier()],
    },
    ...body,
  });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

it('a duplicate is a paused campaign with the same content, without participants and past dates', async () => {
  const id = await create({ shared_budget: { title: 'Summer', amount: 1_000 } });
  await call('PUT', `/v2/offers/${id}/agreement`, 'advertiser', { text: 'Tag us.' });
  await call('PUT', `/v2/offers/${id}/commission-rules`, 'advertiser', {
    rules: [{ categories: ['Shoes'], cpa: 0.2 }],
  });
  await call('PUT', `/v2/offers/${id}/rate-steps`, 'advertiser', {
    counts: 'orders',
    period: 'month',
    applies: 'later',
    steps: [{ orders: 10, cpa: 0.25 }],
  });
  await database.pool.query(`UPDATE campaigns SET image_key = 'campaigns/x.png' WHERE id = $1`, [id]);
  const before = await definitionOf(id);
  const { status, body } = await duplicate(id, 'advertiser', { campaign_title: 'Trail again' });
  expect([status, body.data.status]).toEqual([201, 'paused']);
  const copy = body.data.id;
  expect(await definitionOf(copy)).toEqual({
    ...before,
    active: false,
    campaign_title: 'Trail again',
    valid_from: null,
    targets: { ...before.targets, user_ids: [], emails: [] },
  });
  expect(before.valid_until).toBe('2030-12-31');
  expect((await call('GET', `/v2/offers/${copy}/participants`, 'advertiser')).body.data).toEqual([]);
  expect((await call('GET', `/v2/offers/${copy}/agreement`, 'advertiser')).body.agreement).toMatchObject({
    text: 'Tag us.',
  });
  const { rules } = (await call('GET', `/v2/offers/${copy}/commission-rules`, 'advertiser')).body;
  expect(rules).toMatchObject([{ categories: ['Shoes'], cpa: 0.2 }]);
  const { body: rising } = await call('GET', `/v2/offers/${copy}/rate-steps`, 'advertiser');
  const { body: original } = await call('GET', `/v2/offers/${id}/rate-steps`, 'advertiser');
  expect(rising).toMatchObject({ version: 1, counts: 'orders', period: 'month', steps: original.steps });
  expect(original.steps).toHaveLength(1);
  const { rows } = await database.pool.query('SELECT image_key FROM campaigns WHERE id = $1', [copy]);
  expect(rows).toEqual([{ image_key: 'campaigns/x.png' }]);
});

it('a duplicate by an administrator keeps the prices that only administrators set', async () => {
  const id = await create(
    { type: 'standard', traffic_sources_costs: [{ source: 0, cpc: 200, invoice_cpc: 300, user_revenue: 0.9 }] },
    'admin',
  );
  const [byStore, byAdmin] = [await duplicate(id), await duplicate(id, 'admin')];
  expect((await definitionOf(byStore.body.data.id)).traffic_sources_costs).toEqual([
    { source: 0, cpc: 200, invoice_cpc: 200 },
  ]);
  expect((await definitionOf(byAdmin.body.data.id)).traffic_sources_costs).toMatchObject([
    { source: 0, cpc: 200, invoice_cpc: 300, user_revenue: 0.9 },
  ]);
});

it('a duplicate never targets more people than the original', async () => {
  const id = await create({ type: 'standard', targets: { user_ids: [cast.ids.creator] } });
  expect((await definitionOf((await duplicate(id)).body.data.id)).targets.user_ids).toEqual([cast.ids.creator]);
  await database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [cast.ids.creator]);
  expect((await duplicate(id)).body.error).toBe('no_audience_left');
  await database.pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [cast.ids.creator]);
  const own = await market.campaign({ storeId: cast.storeId, onlyUserId: cast.ids.creator });
  expect((await duplicate(own)).body.error).toBe('made_for_one_user');
});

it('a campaign is duplicated only by its store, and with a valid title', async () => {
  const id = await create();
  const statuses = [];
  for (const role of [null, 'creator', 'agency', 'otherAdvertiser'] as const)
    statuses.push((await duplicate(id, role)).status);
  expect(statuses).toEqual([401, 403, 404, 404]);
  const { status, body } = await duplicate(id, 'advertiser', { campaign_title: 'x'.repeat(65) });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['campaign_title']]);
});
