import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';
import type { CampaignType, ParticipantStatus } from '../participants/transitions.ts';
import { MAX_ADDED } from './add-users.ts';

const START = new Date('2030-05-01T10:00:00.500Z');
let now = START;
const { application, cast } = await createPopulatedApplication({ now: () => now });
const follow = await letShoppersIn(application);

const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
interface Ask {
  role?: Role | null;
  storeId?: number | string;
  body?: object;
}
const ask = (method: 'GET' | 'POST' | 'PATCH', campaignId: number | string, path: string, options: Ask = {}) => {
  const { role = 'advertiser', storeId = cast.storeId, body } = options;
  return application.call({
    method,
    url: `/stores/${storeId}/offers/${campaignId}/users${path}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
};
const list = (campaignId: number | string, options?: Ask) => ask('GET', campaignId, '', options);
const add = (campaignId: number | string, body: object, options: Ask = {}) =>
  ask('POST', campaignId, '/add', { ...options, body });
type Action = 'accept' | 'deny' | 'revert' | 'done';
const move = (action: Action, campaignId: number | string, userId: number | string = cast.ids.creator, options?: Ask) =>
  ask('PATCH', campaignId, `/${userId}/${action}`, options);
const tick = (campaignId: number, todo: unknown, options: Ask = {}, userId: number | string = cast.ids.creator) =>
  ask('PATCH', campaignId, `/${userId}/todo`, { body: { todo }, ...options });
const campaign = (type: CampaignType = 'store_accept') => application.market.campaign({ storeId: cast.storeId, type });
const withParticipant = async (status: ParticipantStatus = 'open', type?: CampaignType) => {
  const campaignId = await campaign(type);
  return { campaignId, id: await application.market.participant({ campaignId, userId: cast.ids.creator, status }) };
};
const entries = (...ids: number[]) => ids.map((id) => ({ id }));
const usersOf = (body: { data: { user_id: number }[] }) => body.data.map((one) => one.user_id);
const lawful = (role: Role | null) => role === 'advertiser' || role === 'admin';

describe('Who may', () => {
  it.each([...ROLES, null])('list and add the users of a campaign: %s', async (role) => {
    const campaignId = await campaign();
    const replies = [await list(campaignId, { role }), await add(campaignId, {}, { role })];
    const refused = role === null ? 401 : 404;
    expect(replies.map(({ status }) => status)).toEqual(lawful(role) ? [200, 200] : [refused, refused]);
  });

  it.each([...ROLES, null])('change their status and to-dos: %s', async (role) => {
    const { campaignId } = await withParticipant('applied');
    await query(`UPDATE participants SET todo = '[{"key": "Post", "value": false}]' WHERE campaign_id = $1`, [
      campaignId,
    ]);
    const replies = [
      await tick(campaignId, [{ key: 'Post', value: true }], { role }),
      await move('accept', campaignId, undefined, { role }),
      await move('revert', campaignId, undefined, { role }),
    ];
    // The creator may see the participation but not change it.
    const refused = role === null ? 401 : role === 'creator' ? 403 : 404;
    for (const { status } of replies) expect(status).toBe(lawful(role) ? 200 : refused);
  });

  it('only below their own store and campaign', async () => {
    const { campaignId } = await withParticipant('applied');
    const role = 'admin' as const;
    const elsewhere = await application.market.campaign({ storeId: cast.otherStoreId, type: 'store_accept' });
    for (const reply of [
      await list(campaignId, { role, storeId: cast.otherStoreId }),
      await list(elsewhere, { role }),
      await list('x', { role }),
      await list(999_999, { role }),
      await list(campaignId, { role, storeId: 'x' }),
      await add(campaignId, { users: entries(cast.ids.creator) }, { role, storeId: cast.otherStoreId }),
    ])
      expect([reply.status, reply.body.message]).toEqual([404, expect.stringMatching(/offer|store/)]);
    for (const reply of [
      await move('accept', campaignId, cast.ids.creator, { role, storeId: cast.otherStoreId }),
      await move('accept', elsewhere, cast.ids.creator, { role }),
      await move('accept', 999_999, cast.ids.creator, { role }),
      await move('accept', campaignId, cast.ids.otherCreator, { role }),
      await move('accept', campaignId, 999_999, { role }),
      await move('accept', campaignId, 'x', { role }),
      await tick(campaignId, [{ key: 'a', value: true }], { role }, cast.ids.otherCreator),
    ])
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for offer user.']);
    await application.call({ method: 'DELETE', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser });
    expect((await move('accept', campaignId)).status).toBe(404);
    expect(await query('SELECT status FROM participants WHERE campaign_id = $1', [campaignId])).toEqual([
      { status: 'applied' },
    ]);
  });
});

describe('GET /stores/{id}/offers/{offerId}/users', () => {
  it('lists the participating users, oldest first, in the legacy envelope', async () => {
    const campaignId = await campaign();
    const users = [cast.ids.creator, cast.ids.otherCreator, await application.market.user()];
    const participants = [];
    for (const userId of users)
      participants.push(await application.market.participant({ campaignId, userId, status: 'accepted' }));
    await query(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'a@example.test', 'open')`,
      [campaignId],
    );
    await query(
      `UPDATE participants SET created_at = '2030-01-31T12:00:00.9Z', updated_at = '2030-02-01' WHERE id = $1`,
      [participants[0]],
    );
    const { rows } = await application.database.pool.query('SELECT * FROM users WHERE id = $1', [cast.ids.creator]);
    const { status, body } = await list(campaignId);
    expect([status, body.total, usersOf(body)]).toEqual([200, 3, users]);
    expect(body.data[0]).toEqual({
      id: participants[0],
      offer_id: campaignId,
      user_id: cast.ids.creator,
      clicks: 0,
      status: 'accepted',
      created_at: '2030-01-31 12:00:00',
      updated_at: '2030-02-01 00:00:00',
      username: rows[0].username,
      email: rows[0].email,
      is_suspended: false,
      is_verified: false,
    });
    expect(body.path).toBe(`http://tributary.test/stores/${cast.storeId}/offers/${campaignId}/users`);
    await query('UPDATE users SET suspended_at = now(), is_verified = true WHERE id = $1', [users[2]]);
    expect((await list(campaignId)).body.data[2]).toMatchObject({ is_suspended: true, is_verified: true });
  });

  it('shows an address once the creator has acted', async () => {
    const { market } = application;
    const campaignId = await campaign();
    const statuses = { open: 'open', applied: 'applied', denied: 'store_denied', linked: 'open' } as const;
    const names = new Map<number, keyof typeof statuses>();
    for (const name of ['open', 'applied', 'denied', 'linked'] as const) {
      const userId = await market.user();
      names.set(userId, name);
      await market.participant({ campaignId, userId, status: statuses[name] });
      if (name === 'linked') await market.link({ userId, storeId: cast.storeId });
    }
    const shown = async (role: Role): Promise<(string | undefined)[]> =>
      (await list(campaignId, { role })).body.data
        .filter((one: { email: string }) => one.email !== '')
        .map((one: { user_id: number }) => names.get(one.user_id));
    expect(await shown('advertiser')).toEqual(['applied', 'linked']);
    expect(await shown('admin')).toEqual(['open', 'applied', 'denied', 'linked']);
  });

  it('counts clicks', async () => {
    const { campaignId } = await withParticipant('accepted');
    await application.market.price({ storeId: cast.storeId, campaignId, cpcMinor: 10 });
    const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    await query('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [campaignId, link.id]);
    for (const visitor of ['a', 'b', 'b']) await follow(link.code, { visitor });
    expect((await list(campaignId)).body.data[0].clicks).toBe(2);
  });

  it('is partitioned into pages', async () => {
    const campaignId = await campaign();
    await query(
      `WITH made AS (INSERT INTO users (username, email) SELECT 'page' || n, 'page' || n || '@example.test'
         FROM generate_series(1, 45) n RETURNING id)
       INSERT INTO participants (campaign_id, user_id, status) SELECT $1, id, 'open' FROM made`,
      [campaignId],
    );
    const seen: number[] = [];
    for (const [page, length] of [20, 20, 5, 0].entries()) {
      const { body } = await application.call({
        url: `/stores/${cast.storeId}/offers/${campaignId}/users?page=${page + 1}`,
        as: cast.tokens.advertiser,
      });
      expect([body.data.length, body.total, body.per_page, body.last_page]).toEqual([length, 45, 20, 3]);
      seen.push(...usersOf(body));
    }
    expect([new Set(seen).size, [...seen].sort((a, b) => a - b)]).toEqual([45, seen]);
    for (const [size, status] of [
      [1, 200],
      [100, 200],
      [0, 422],
      [101, 422],
    ] as const) {
      const url = `/stores/${cast.storeId}/offers/${campaignId}/users?size=${size}`;
      expect([size, (await application.call({ url, as: cast.tokens.advertiser })).status]).toEqual([size, status]);
    }
  });
});

describe('POST …/users/add', () => {
  it('invites users who are named or have a tag', async () => {
    const { market } = application;
    const [first, second, third] = [await market.user(), await market.user(), await market.user()];
    const common = await market.userTag({ userIds: [second, first] });
    const own = await market.userTag({ storeId: cast.storeId, userIds: [second] });
    const campaignId = await campaign();
    await query(`UPDATE campaigns SET todo = '{Post}' WHERE id = $1`, [campaignId]);
    const { status, body } = await add(campaignId, { users: entries(third, third), user_tags: entries(common, own) });
    expect([status, usersOf(body), body.total]).toEqual([200, [first, second, third], 3]);
    expect(body).toMatchObject({
      first_page_url: `http://tributary.test/stores/${cast.storeId}/offers/${campaignId}/users?page=1`,
      per_page: 20,
    });
    expect(body.data[0]).toMatchObject({ status: 'open', email: '', created_at: '2030-05-01 10:00:00' });
    expect((await list(campaignId)).body.data).toEqual(body.data);
    expect(await query('SELECT DISTINCT todo FROM participants WHERE campaign_id = $1', [campaignId])).toEqual([
      { todo: [{ key: 'Post', value: false }] },
    ]);
    expect(
      await query(`SELECT actor_id, details FROM audit_log WHERE action = 'offer.users_added' AND subject_id = $1`, [
        campaignId,
      ]),
    ).toEqual([{ actor_id: cast.ids.advertiser, details: { users: 3 } }]);
  });

  it('skips unknown, suspended and blocked users, and leaves participants unchanged', async () => {
    const { market } = application;
    const [suspended, blocked] = [await market.user({ suspended: true }), await market.user()];
    await query('INSERT INTO blocklist (store_id, user_id, created_by) VALUES ($1, $2, $3)', [
      cast.storeId,
      blocked,
      cast.ids.advertiser,
    ]);
    const { campaignId } = await withParticipant('denied');
    const tag = await market.userTag({ userIds: [blocked, suspended, cast.ids.otherCreator] });
    const body = { users: entries(999_999, blocked, suspended, cast.ids.creator), user_tags: entries(tag) };
    const reply = await add(campaignId, body);
    expect(reply.body.data.map((one: Record<string, unknown>) => [one['user_id'], one['status']])).toEqual([
      [cast.ids.creator, 'denied'],
      [cast.ids.otherCreator, 'open'],
    ]);
    expect((await add(campaignId, body)).body).toEqual(reply.body);
  });

  it('refuses a standard campaign, and too many users at once', async () => {
    const standard = await campaign('standard');
    const refused = await add(standard, { users: entries(cast.ids.creator) });
    expect([refused.status, refused.body.error]).toEqual([400, 'not_joinable']);
    const campaignId = await campaign();
    const tag = await application.market.userTag();
    await query(
      `WITH made AS (INSERT INTO users (username, email) SELECT 'many' || n, 'many' || n || '@example.test'
         FROM generate_series(1, $2::int) n RETURNING id)
       INSERT INTO user_tag_members (user_tag_id, user_id) SELECT $1, id FROM made`,
      [tag, MAX_ADDED],
    );
    const tooMany = await add(campaignId, { users: entries(cast.ids.creator), user_tags: entries(tag) });
    expect([tooMany.status, tooMany.body.error]).toEqual([400, 'too_many_users']);
    expect((await list(campaignId)).body.total).toBe(0);
    expect((await add(campaignId, { user_tags: entries(tag) })).body.total).toBe(MAX_ADDED);
  });

  it('accepts lists of entries with an id, and tags that the store may use', async () => {
    const campaignId = await campaign();
    const many = (count: number) => Array.from({ length: count }, () => ({ id: cast.ids.creator }));
    expect((await add(campaignId, { users: many(1000) })).body.total).toBe(1);
    for (const field of ['users', 'user_tags'])
      for (const bad of [many(1001), [1], [{}], [{ id: 0 }], [{ id: '1' }], [{ id: null }], {}, null]) {
        const { status, body } = await add(campaignId, { [field]: bad });
        expect([bad, status]).toEqual([bad, 422]);
        for (const path of Object.keys(body.errors)) expect(path.split('.')[0]).toBe(field);
      }
    const foreign = await application.market.userTag({ storeId: cast.otherStoreId, userIds: [cast.ids.otherCreator] });
    const own = await application.market.userTag({ userIds: [cast.ids.otherCreator] });
    const { body } = await add(campaignId, { user_tags: entries(own, foreign, 999_999) });
    expect(Object.keys(body.errors)).toEqual(['user_tags.1.id', 'user_tags.2.id']);
    expect((await add(campaignId, {})).body.total).toBe(1);
  });

  it('adds each user once for concurrent requests, and none to a deleted campaign', async () => {
    const { market } = application;
    const campaignId = await campaign();
    const users = [await market.user(), await market.user(), await market.user()];
    const asks = Array.from({ length: 12 }, (_, at) =>
      add(campaignId, { users: entries(...(at % 2 === 0 ? users : [...users].reverse())) }),
    );
    for (const { status } of await Promise.all(asks)) expect(status).toBe(200);
    expect((await list(campaignId)).body.total).toBe(3);
    await application.call({ method: 'DELETE', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser });
    expect((await add(campaignId, { users: entries(cast.ids.creator) })).status).toBe(404);
    expect((await list(campaignId)).status).toBe(404);
  });
});

describe('accept, deny, revert and done', () => {
  const statusOf = async (id: number) => (await query('SELECT status FROM participants WHERE id = $1', [id]))[0].status;

  it.each([
    ['accept', 'store_accept', 'applied', 'accepted'],
    ['accept', 'store_accept', 'second_prio', 'accepted'],
    ['deny', 'store_accept', 'applied', 'store_denied'],
    ['deny', 'suggestion', 'suggestion', 'store_denied'],
    ['revert', 'store_accept', 'accepted', 'open'],
    ['revert', 'suggestion', 'store_denied', 'suggestion'],
    ['revert', 'user_accept', 'denied', 'open'],
    ['done', 'user_accept', 'have_posted', 'done'],
    ['done', 'store_accept', 'accepted', 'done'],
  ] as const)('%s changes in a %s campaign from %s to %s', async (action, type, from, to) => {
    const { campaignId, id } = await withParticipant(from, type);
    now = new Date('2030-05-02T10:00:00Z');
    const { status, body } = await move(action, campaignId);
    now = START;
    expect([status, body]).toEqual([
      200,
      {
        id,
        offer_id: campaignId,
        user_id: cast.ids.creator,
        clicks: 0,
        status: to,
        created_at: expect.any(String),
        updated_at: '2030-05-02 10:00:00',
      },
    ]);
    expect(
      await query('SELECT actor_id, old_status, new_status FROM activities WHERE participant_id = $1', [id]),
    ).toEqual([{ actor_id: cast.ids.advertiser, old_status: from, new_status: to }]);
  });

  it('reverts to the application of a creator who had applied', async () => {
    const { campaignId, id } = await withParticipant('open');
    await application.call({
      method: 'PATCH' as const,
      url: `/v2/offers/${campaignId}/participants/${id}/update-status`,
      as: cast.tokens.creator,
      body: { status: 'applied' },
    });
    const seen = [];
    for (const action of ['accept', 'revert', 'deny', 'revert', 'accept', 'done'] as const)
      seen.push((await move(action, campaignId)).body.status);
    expect(seen).toEqual(['accepted', 'applied', 'store_denied', 'applied', 'accepted', 'done']);
  });

  it.each([
    ['accept', 'user_accept', 'open', /you can make it store_denied/],
    ['accept', 'store_accept', 'accepted', /cannot become accepted/],
    ['accept', 'suggestion', 'suggestion', /you can make it open, store_denied/],
    ['deny', 'store_accept', 'have_posted', /cannot become store_denied/],
    ['revert', 'store_accept', 'open', /you can make it store_denied/],
    ['revert', 'store_accept', 'applied', /cannot become open/],
    ['done', 'store_accept', 'applied', /you can make it accepted, store_denied, second_prio/],
    ['done', 'store_accept', 'done', /cannot become done/],
  ] as const)('%s is refused in a %s campaign for a participant who is %s', async (action, type, from, says) => {
    const { campaignId, id } = await withParticipant(from, type);
    for (const role of ['advertiser', 'admin'] as const) {
      const { status, body } = await move(action, campaignId, cast.ids.creator, { role });
      expect([status, body.error, body.message]).toEqual([400, 'illegal_transition', expect.stringMatching(says)]);
    }
    expect(await statusOf(id)).toBe(from);
  });

  it('leave one valid history, also when both API generations change the same participant concurrently', async () => {
    const { campaignId, id } = await withParticipant('applied');
    const v2 = (status: string) =>
      application.call({
        method: 'PATCH' as const,
        url: `/v2/offers/${campaignId}/participants/${id}/update-status`,
        as: cast.tokens.advertiser,
        body: { status },
      });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        [
          () => move('accept', campaignId),
          () => v2('store_denied'),
          () => move('deny', campaignId),
          () => v2('accepted'),
        ][at % 4]!(),
      ),
    );
    const moved = replies.filter(({ status }) => status === 200).length;
    expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
    const history = await query('SELECT old_status, new_status FROM activities WHERE participant_id = $1 ORDER BY id', [
      id,
    ]);
    expect(history).toHaveLength(moved);
    expect(history[0].old_status).toBe('applied');
    for (const [at, step] of history.entries())
      expect(step.new_status).toBe(history[at + 1]?.old_status ?? (await statusOf(id)));
  });
});

describe('PATCH …/users/{userId}/todo', () => {
  it('completes items of the list, and nothing else', async () => {
    const { campaignId, id } = await withParticipant('accepted');
    await query(
      `UPDATE participants SET todo = '[{"key": "Post", "value": false}, {"key": "Tag", "value": true}]' WHERE id = $1`,
      [id],
    );
    const { status, body } = await tick(campaignId, [{ key: 'Post', value: true }]);
    expect([status, body.id, body.status]).toEqual([200, id, 'accepted']);
    const url = `/v2/offers/${campaignId}/participants/${id}`;
    expect((await application.call({ url, as: cast.tokens.advertiser })).body.todo).toEqual([
      { key: 'Post', value: true },
      { key: 'Tag', value: true },
    ]);
    expect((await tick(campaignId, [{ key: 'Dance', value: true }])).body.errors).toEqual({
      'todo.0.key': ['must be one of Post, Tag'],
    });
    for (const bad of [[], [{ key: '', value: true }], [{ key: 'Post', value: 1 }], [{ key: 'Post' }], 'Post', null])
      expect([bad, (await tick(campaignId, bad)).status]).toEqual([bad, 422]);
    const many = (count: number) => Array.from({ length: count }, () => ({ key: 'Post', value: true }));
    expect([(await tick(campaignId, many(100))).status, (await tick(campaignId, many(101))).status]).toEqual([
      200, 422,
    ]);
  });
});
