import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { createTriggerSender, requestTriggers } from '../index.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START = new Date('2030-05-15T12:00:00Z');
let clock = START;
const now = () => clock;
const publicUrl = 'http://tributary.test';
const { application, cast } = await createPopulatedApplication({ now });
const { market, database } = application;
const { ids, storeId } = cast;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const run = async () => {
  await requestTriggers({ db: database.db, now });
  await runWaitingJobs(database, [createTriggerSender({ db: database.db, now, publicUrl })]);
};
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeEach(async () => {
  clock = START;
  for (const table of ['message_triggers', 'message_templates', 'store_message_days', 'activities', 'link_days'])
    await rows(`DELETE FROM ${table}`);
  await rows(`UPDATE stores SET approval = 'approved' WHERE id = $1`, [storeId]);
  await rows('UPDATE users SET suspended_at = NULL');
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const templates = `/v2/stores/${storeId}/message-templates`;
const triggers = `/v2/stores/${storeId}/message-triggers`;
const text = { name: 'Welcome', subject: 'Welcome', text: 'Hello {name}' };
async function template(role: Role | null = 'advertiser', body: object = {}) {
  return call('POST', templates, role, { ...text, name: `T${Math.random()}`, ...body });
}
async function trigger(body: object, role: Role | null = 'advertiser') {
  const { body: made } = await template();
  return call('POST', triggers, role, { template_id: made.id, ...body });
}
async function participation(store = storeId, joinedAt: Date | null = clock) {
  const campaignId = await market.campaign({ storeId: store, type: 'store_accept' });
  const userId = await market.user();
  const id = await market.participant({ campaignId, userId, status: 'accepted' });
  if (joinedAt !== null)
    await rows(
      `INSERT INTO activities (participant_id, type, old_status, new_status, created_at) VALUES ($1, 'STATUS_CHANGE', 'applied', 'accepted', $2)`,
      [id, joinedAt],
    );
  return { id, campaignId, userId };
}
const comments = async (id: number) =>
  (await rows('SELECT text, author_id FROM comments WHERE participant_id = $1', [id])) as {
    text: string;
    author_id: number;
  }[];

describe('A trigger', () => {
  it('greets each creator who joins after it was turned on, once', async () => {
    const before = await participation(storeId, new Date(clock.getTime() - HOUR_MS));
    const made = await trigger({ occasion: 'joined' });
    expect(made.body).toMatchObject({ occasion: 'joined', days: null, is_on: true, offer: null, sent: 0 });
    pass(HOUR_MS);
    const [after, foreign] = [await participation(), await participation(cast.otherStoreId)];
    await Promise.all([run(), requestTriggers({ db: database.db, now })]);
    await run();
    expect([(await comments(before.id)).length, (await comments(foreign.id)).length]).toEqual([0, 0]);
    expect(await comments(after.id)).toEqual([
      { text: expect.stringMatching(/^Welcome\n\nHello \S+/), author_id: ids.advertiser },
    ]);
    const read = await call('GET', triggers, 'advertiser');
    expect(read.body.data).toMatchObject([{ id: made.body.id, sent: 1, left_out: 0 }]);
  });

  it('of one campaign does not concern another, and counts who does not want its messages', async () => {
    const [one, other] = [await participation(), await participation()];
    const made = await trigger({ occasion: 'joined', offer_id: one.campaignId });
    pass(HOUR_MS);
    await rows('UPDATE activities SET created_at = $1', [clock]);
    await rows('INSERT INTO muted_stores VALUES ($1, $2, now())', [one.userId, storeId]);
    await run();
    expect([(await comments(one.id)).length, (await comments(other.id)).length]).toEqual([0, 0]);
    const read = await call('GET', triggers, 'advertiser');
    expect(read.body.data).toMatchObject([{ id: made.body.id, sent: 0, left_out: 1 }]);
  });

  it('reminds of a campaign without a click after the days, and nobody with a click', async () => {
    const [idle, busy] = [await participation(), await participation()];
    await trigger({ occasion: 'no_clicks', days: 3 });
    await rows(
      'INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks) VALUES (1, $1, $2, $3, $4, 1)',
      ['2030-05-16', busy.campaignId, storeId, busy.userId],
    );
    pass(3 * DAY_MS - HOUR_MS);
    await run();
    expect(await comments(idle.id)).toHaveLength(0);
    pass(2 * HOUR_MS);
    await run();
    await run();
    expect([(await comments(idle.id)).length, (await comments(busy.id)).length]).toEqual([1, 0]);
  });

  it('writes after the first order and after a bonus tier is reached, and not for later orders or orders from before', async () => {
    const [first, early] = [await participation(), await participation()];
    const book = async ({ campaignId, userId }: typeof first, at: Date) => {
      const { id: linkId } = await market.link({ storeId, userId });
      const day = at.toISOString().slice(0, 10);
      await bookOrder(database.pool, { linkId, campaignId, day, valueMinor: 10_000, cpaPpm: 100_000, at });
    };
    await book(early, new Date(clock.getTime() - HOUR_MS));
    await rows(
      `INSERT INTO bonus_tiers (campaign_id, version, first_month, tiers, budget_minor, created_by, created_at)
       VALUES ($1, 1, '2030-05-01', '[{"orders": 1, "value_minor": null, "bonus_minor": 100}]', 1000, $2, $3)`,
      [first.campaignId, ids.advertiser, clock],
    );
    const [orders, tiers] = [await trigger({ occasion: 'first_order' }), await trigger({ occasion: 'tier_reached' })];
    pass(HOUR_MS);
    await book(first, clock);
    await book(early, clock);
    pass(HOUR_MS);
    await book(first, clock);
    await run();
    await run();
    expect([(await comments(first.id)).length, (await comments(early.id)).length]).toEqual([2, 0]);
    const { body } = await call('GET', triggers, 'advertiser');
    expect(body.data.map(({ id, sent }: { id: number; sent: number }) => [id, sent])).toEqual([
      [orders.body.id, 1],
      [tiers.body.id, 1],
    ]);
  });

  it.each([
    ['is off', async (id: number) => void (await call('PATCH', `${triggers}/${id}`, 'advertiser', { is_on: false }))],
    [
      'its author is suspended',
      async () => void (await rows('UPDATE users SET suspended_at = now() WHERE id = $1', [ids.advertiser])),
    ],
    [
      'its store is not approved',
      async () => void (await rows(`UPDATE stores SET approval = 'pending' WHERE id = $1`, [storeId])),
    ],
  ])('sends nothing while %s, also not afterwards', async (_what, stop) => {
    const { body } = await trigger({ occasion: 'joined' });
    pass(HOUR_MS);
    const { id } = await participation();
    await stop(body.id);
    await run();
    await rows('UPDATE users SET suspended_at = NULL');
    await rows(`UPDATE stores SET approval = 'approved' WHERE id = $1`, [storeId]);
    pass(HOUR_MS);
    await call('PATCH', `${triggers}/${body.id}`, 'advertiser', { is_on: true });
    await run();
    expect(await comments(id)).toHaveLength(0);
  });

  it('is refused with a template or a campaign of another store, and with days of another occasion', async () => {
    const foreign = await market.campaign({ storeId: cast.otherStoreId, type: 'store_accept' });
    expect((await trigger({ occasion: 'joined', offer_id: foreign })).status).toBe(404);
    const { body } = await template();
    const there = `/v2/stores/${cast.otherStoreId}/message-triggers`;
    const stolen = await call('POST', there, 'otherAdvertiser', { occasion: 'joined', template_id: body.id });
    expect(stolen.status).toBe(404);
    const reply = await trigger({ occasion: 'joined', days: 3 });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['days']]);
    expect((await trigger({ occasion: 'birthday' })).status).toBe(422);
  });

  it('is deleted with what waits, and its messages stay', async () => {
    const { body } = await trigger({ occasion: 'joined' });
    pass(HOUR_MS);
    const { id } = await participation();
    await run();
    expect((await call('DELETE', `${triggers}/${body.id}`, 'advertiser')).status).toBe(204);
    expect((await call('DELETE', `${triggers}/${body.id}`, 'advertiser')).status).toBe(404);
    expect(await comments(id)).toHaveLength(1);
  });
});

describe('A template', () => {
  it('is changed, named once, and deleted only while no trigger uses it', async () => {
    const { body, status } = await template('advertiser', { name: 'Welcome' });
    expect(status).toBe(201);
    const again = await template('advertiser', { name: 'welcome' });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']]);
    const one = `${templates}/${body.id}`;
    const changed = await call('PUT', one, 'advertiser', { ...text, name: 'Hello' });
    expect([changed.status, changed.body.name]).toEqual([200, 'Hello']);
    const unknown = await call('PUT', one, 'advertiser', { ...text, text: '{email}' });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['text']]);
    const used = await call('POST', triggers, 'advertiser', { occasion: 'joined', template_id: body.id });
    expect((await call('DELETE', one, 'advertiser')).body.error).toBe('template_in_use');
    await call('DELETE', `${triggers}/${used.body.id}`, 'advertiser');
    expect((await call('DELETE', one, 'advertiser')).status).toBe(204);
    expect((await call('GET', templates, 'advertiser')).body.data).toEqual([]);
  });

  it.each<[Role | null, number]>([
    [null, 401],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['agency', 403],
  ])('and a trigger are refused to %s', async (role, status) => {
    expect((await template(role)).status).toBe(status);
    expect((await trigger({ occasion: 'joined' }, role)).status).toBe(status);
    for (const url of [templates, triggers]) expect((await call('GET', url, role)).status).toBe(status);
  });

  it('and a trigger of a store are not found below another store', async () => {
    const { body } = await template();
    const made = await trigger({ occasion: 'joined' });
    const there = `/v2/stores/${cast.otherStoreId}`;
    expect((await call('DELETE', `${there}/message-templates/${body.id}`, 'otherAdvertiser')).status).toBe(404);
    expect((await call('PUT', `${there}/message-templates/${body.id}`, 'otherAdvertiser', text)).status).toBe(404);
    const at = `${there}/message-triggers/${made.body.id}`;
    expect((await call('PATCH', at, 'otherAdvertiser', { is_on: false })).status).toBe(404);
    expect((await call('DELETE', at, 'otherAdvertiser')).status).toBe(404);
  });
});
