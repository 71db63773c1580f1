import { beforeAll, describe, expect, it } from 'vitest';
import { untilWaitingFor } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';

const NOW = '2030-05-06T07:08:09.000Z';

const { application, cast } = await createPopulatedApplication({ now: () => new Date(NOW) });

const path = (storeId: number, rest = '') => `/v2/advertisers/${storeId}/blocklist${rest}`;
const list = (storeId: number, query = '', as = cast.tokens.admin) =>
  application.call({ url: path(storeId, `?${query}`), as });
const add = (storeId: number, body: unknown, as = cast.tokens.admin) =>
  application.call({ method: 'POST', url: path(storeId), as, body });
const remove = (storeId: number, target: number | string, as = cast.tokens.admin) =>
  application.call({ method: 'DELETE', url: path(storeId, `/${target}`), as });
const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);

/** A separate store, so that its list contains only the entries of the test. */
const newStore = () => application.market.store();
async function entries(storeId: number, query = '') {
  const { status, body } = await list(storeId, query);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data;
}
async function manyUsers(count: number): Promise<number[]> {
  const { rows } = await run(
    `INSERT INTO users (username, email)
    SELECT name, name || '@example.test' FROM (SELECT gen_random_uuid()::text AS name FROM generate_series(1, $1::int)) names RETURNING id`,
    count,
  );
  return rows.map(({ id }) => id);
}
const NOBODY = 4_503_599_627_370_496;

describe('The blocklist of a store', () => {
  it('cannot be found out by guessing: clients of other markets and administrators are unknown', async () => {
    const foreign = await application.market.agency({ storeGroupId: await application.market.storeGroup() });
    const body = { users: [{ id: cast.ids.admin }], client_ids: [foreign] };
    const refused = await add(cast.storeId, body, cast.tokens.advertiser);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['users.0.id', 'client_ids.0']]);
    expect((await add(cast.storeId, { client_ids: [foreign] }, cast.tokens.admin)).status).toBe(201);
    await run('DELETE FROM blocklist WHERE agency_id = $1', foreign);
  });

  it('contains the user’s id and name, the tag’s name, the client, and the actor', async () => {
    const user = await application.market.user({ agencyId: cast.agencyId, email: 'private@example.test' });
    await run(`UPDATE users SET username = 'Ann', first_name = 'Anna', phone = '070' WHERE id = $1`, user);
    const tag = await application.market.userTag({ name: 'Runners' });
    await run(
      `UPDATE agencies SET agency_share = 0.125, store_group_id = (SELECT store_group_id FROM stores WHERE id = $2) WHERE id = $1`,
      cast.agencyId,
      cast.storeId,
    );
    const group = await application.market.storeGroup();
    await run(
      `UPDATE users SET username = 'sven', first_name = 'Sven', surname = 'Ek', store_group_id = $2 WHERE id = $1`,
      cast.ids.advertiser,
      group,
    );
    const { status, body } = await add(
      cast.storeId,
      { users: [{ id: user, validate_clicks: true }], user_tag_ids: [tag], client_ids: [cast.agencyId] },
      cast.tokens.advertiser,
    );
    const made = {
      id: expect.any(Number),
      created_at: NOW,
      created_by: {
        id: cast.ids.advertiser,
        username: 'sven',
        display_name: 'Sven Ek',
        email: expect.stringContaining('@'),
        client_id: 0,
        preferred_locale: '',
        locale: 'sv_SE',
        language: 'sv',
      },
    };
    const { rows } = await run('SELECT name FROM agencies WHERE id = $1', cast.agencyId);
    const agency = { id: cast.agencyId, name: rows[0].name, has_own_payment_system: false, revenue_share: 0 };
    const shown = [
      { ...made, validate_clicks: true, user: { id: user, username: 'Ann', public_name: 'Ann' } },
      { ...made, validate_clicks: false, user_tag: { id: tag, name: 'Runners' } },
      { ...made, validate_clicks: false, client: agency },
    ];
    expect([status, body]).toEqual([201, shown]);
    expect((await list(cast.storeId, '', cast.tokens.advertiser)).body.data).toEqual(body);
    expect((await list(cast.storeId)).body.data[2].client).toEqual({ ...agency, revenue_share: 0.125 });
    for (const entry of body) expect((await remove(cast.storeId, entry.id, cast.tokens.advertiser)).status).toBe(204);
    expect(await entries(cast.storeId)).toEqual([]);
  });

  it('has the locale of its creator, and no creator when the system made it', async () => {
    const store = await newStore();
    await run(
      `UPDATE users SET preferred_locale = 'de_AT', display_name = 'The Boss', agency_id = $2 WHERE id = $1`,
      cast.ids.admin,
      cast.agencyId,
    );
    const { body } = await add(store, { users: [{ id: cast.ids.creator }] });
    expect(body[0].created_by).toMatchObject({
      display_name: 'The Boss',
      client_id: cast.agencyId,
      preferred_locale: 'de_AT',
      locale: 'de_AT',
      language: 'de',
    });
    await run('UPDATE blocklist SET created_by = NULL WHERE id = $1', body[0].id);
    expect(await entries(store)).toEqual([
      {
        id: body[0].id,
        created_at: NOW,
        validate_clicks: false,
        user: { id: cast.ids.creator, username: expect.any(String), public_name: expect.any(String) },
      },
    ]);
  });
});

describe('Who may', () => {
  it.each(STORE_MEMBERS_ONLY)('read, add and remove: the role %s receives %i', async (role, status) => {
    const as = cast.tokens[role];
    const user = await application.market.user();
    expect((await list(cast.storeId, '', as)).status).toBe(status);
    const added = await add(cast.storeId, { users: [{ id: user }] }, as);
    expect(added.status).toBe(status === 200 ? 201 : status);
    const own = await add(cast.storeId, { users: [{ id: user }] });
    const entry = (await entries(cast.storeId, `query=${user}`))[0];
    expect(own.status).toBe(status === 200 ? 200 : 201);
    expect((await remove(cast.storeId, entry.id, as)).status).toBe(status === 200 ? 204 : status);
    expect(await entries(cast.storeId, `query=${user}`)).toHaveLength(status === 200 ? 0 : 1);
    if (status !== 200) await remove(cast.storeId, entry.id);
  });

  it('not without a token, and not at a hidden or unknown store', async () => {
    for (const method of ['GET', 'POST'] as const) {
      expect((await application.call({ method, url: path(cast.storeId) })).status).toBe(401);
    }
    expect((await application.call({ method: 'DELETE', url: path(cast.storeId, '/1') })).status).toBe(401);
    const hidden = await application.market.store({ hidden: true });
    for (const store of [hidden, NOBODY, 'x' as unknown as number]) {
      expect((await list(store, '', cast.tokens.advertiser)).status).toBe(404);
      expect((await add(store, {}, cast.tokens.advertiser)).status).toBe(404);
      expect((await remove(store, 1, cast.tokens.advertiser)).status).toBe(404);
    }
  });

  it('not remove an entry through another store', async () => {
    const { body } = await add(cast.otherStoreId, { users: [{ id: cast.ids.creator }] });
    for (const target of [body[0].id, NOBODY, 0, 'x']) {
      const refused = await remove(cast.storeId, target, cast.tokens.advertiser);
      expect([refused.status, refused.body.message]).toEqual([404, 'No query results for blocklist entry.']);
    }
    expect(await entries(cast.otherStoreId)).toHaveLength(1);
    expect((await remove(cast.otherStoreId, body[0].id, cast.tokens.otherAdvertiser)).status).toBe(204);
    expect((await remove(cast.otherStoreId, body[0].id, cast.tokens.otherAdvertiser)).status).toBe(404);
  });
});

describe('Blocking again', () => {
  it('changes nothing and returns no new entries', async () => {
    const store = await newStore();
    const both = { users: [{ id: cast.ids.creator, validate_clicks: true }], client_ids: [cast.agencyId] };
    expect((await add(store, both)).body).toHaveLength(2);
    const before = await entries(store);
    const again = await add(store, { ...both, users: [{ id: cast.ids.creator, validate_clicks: false }] });
    expect([again.status, again.body]).toEqual([200, []]);
    expect(await entries(store)).toEqual(before);
    const mixed = await add(store, { users: [{ id: cast.ids.otherCreator }, { id: cast.ids.creator }] });
    expect([mixed.status, mixed.body.map((entry: { user: { id: number } }) => entry.user.id)]).toEqual([
      201,
      [cast.ids.otherCreator],
    ]);
  });

  it('in one call: the first entry of a user takes precedence', async () => {
    const store = await newStore();
    const id = cast.ids.creator;
    const users = [
      { id, validate_clicks: true },
      { id, validate_clicks: false },
    ];
    const { body } = await add(store, { users, client_ids: [cast.agencyId, cast.agencyId] });
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ validate_clicks: true, user: { id } });
  });

  it('concurrently: each user is blocked once, and each call gets a reply', async () => {
    const store = await newStore();
    const users = await manyUsers(100);
    const calls = Array.from({ length: 10 }, (_, at) => {
      const named = at % 2 === 0 ? users : [...users].reverse();
      return add(store, { users: named.map((id) => ({ id })) });
    });
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => status).every((status) => [200, 201].includes(status))).toBe(true);
    expect(replies.flatMap(({ body }) => body)).toHaveLength(users.length);
    expect((await list(store)).body.meta.total).toBe(users.length);
  });

  it('in another order than a concurrent request, without a deadlock', async () => {
    const store = await newStore();
    const [first, second] = await manyUsers(2);
    const other = await application.database.pool.connect();
    try {
      const block = 'INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)';
      await other.query('BEGIN');
      await other.query(block, [store, first]);
      const call = add(store, { users: [{ id: second }, { id: first }] });
      await untilWaitingFor(other, call, application);
      await other.query(block, [store, second]);
      await other.query('COMMIT');
      expect(await call).toMatchObject({ status: 200, body: [] });
    } finally {
      other.release();
    }
  });
});

describe('Entries that are refused', () => {
  it('is refused and named: unknown and erased users, and tags of another store', async () => {
    const store = await newStore();
    const erased = await application.market.user();
    await run('UPDATE users SET erased_at = now() WHERE id = $1', erased);
    const [foreign, own] = [
      await application.market.userTag({ storeId: cast.storeId }),
      await application.market.userTag({ storeId: store }),
    ];
    const { status, body } = await add(store, {
      users: [{ id: cast.ids.creator }, { id: NOBODY }, { id: erased }],
      user_tag_ids: [own, foreign],
      client_ids: [NOBODY, cast.agencyId],
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        'users.1.id': ['must be the id of a user that exists'],
        'users.2.id': ['must be the id of a user that exists'],
        'user_tag_ids.1': ['must be the id of a user tag that exists'],
        'client_ids.0': ['must be the id of a client that exists'],
      },
    ]);
    expect(await entries(store)).toEqual([]);
    expect((await add(store, { user_tag_ids: [own] })).status).toBe(201);
  });

  const tooMany = Array.from({ length: 1001 }, (_, at) => at + 1);
  it.each<[what: string, body: unknown, field: string, says: RegExp]>([
    ['nothing', {}, 'body', /at least one of users, user_tag_ids and client_ids/],
    ['empty lists', { users: [], user_tag_ids: [], client_ids: [] }, 'body', /at least one/],
    ['a user by number', { users: [5] }, 'users.0', /an object/],
    ['a user without id', { users: [{ validate_clicks: true }] }, 'users.0.id', /required/],
    ['id 0', { users: [{ id: 0 }] }, 'users.0.id', /at least 1/],
    ['a text for a flag', { users: [{ id: 1, validate_clicks: 'true' }] }, 'users.0.validate_clicks', /true or false/],
    ['a text for an id', { user_tag_ids: ['1'] }, 'user_tag_ids.0', /whole number/],
    ['null for a list', { client_ids: null }, 'client_ids', /a list/],
    ['too many users', { users: tooMany.map((id) => ({ id })) }, 'users', /at most 1000/],
    ['too many tags', { user_tag_ids: tooMany }, 'user_tag_ids', /at most 1000/],
    ['too many clients', { client_ids: tooMany }, 'client_ids', /at most 1000/],
    ['an unknown field', { user_ids: [1] }, 'user_ids', /not a known field/],
  ])('is refused for %s', async (_what, given, field, says) => {
    const { status, body } = await add(cast.storeId, given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
  });

  it('but a thousand users at once can', async () => {
    const store = await newStore();
    const users = await manyUsers(1000);
    const { status, body } = await add(store, { users: users.map((id) => ({ id })) });
    expect([status, body.length]).toEqual([201, 1000]);
  });
});

describe('The list', () => {
  let store: number;
  let people: number[];
  beforeAll(async () => {
    store = await newStore();
    people = [];
    for (const name of ['Ann_a', 'annxa', 'BEA', 'Åsa%']) {
      const id = await application.market.user({ agencyId: cast.agencyId });
      await run('UPDATE users SET username = $2 WHERE id = $1', id, name);
      people.push(id);
    }
    const tag = await application.market.userTag({ name: 'ann' });
    await add(store, { users: people.map((id) => ({ id })), user_tag_ids: [tag], client_ids: [cast.agencyId] });
  });
  const found = async (query: string) =>
    (await entries(store, `query=${encodeURIComponent(query)}`)).map((entry: { user?: { id: number } }) =>
      people.indexOf(entry.user?.id ?? 0),
    );

  it.each([
    ['a part of a username in any case', 'ANN', [0, 1]],
    ['a literal underscore', 'n_a', [0]],
    ['a literal percent sign', '%', [3]],
    ['other letters in any case', 'åSA', [3]],
    ['nobody', 'nobody', []],
    ['nobody by 128 characters', 'x'.repeat(128), []],
  ])('finds %s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('finds a user by id', async () => {
    expect(await found(String(people[2]))).toEqual([2]);
  });

  it('has pages that contain each entry once, oldest first', async () => {
    const whole = await entries(store, 'size=100');
    expect(whole).toHaveLength(6);
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { body } = await list(store, `size=2&page=${page}`);
      expect(body.meta).toMatchObject({ total: 6, per_page: 2, current_page: page });
      pages.push(...body.data);
    }
    expect(pages).toEqual(whole);
    expect(pages.map(({ id }) => id)).toEqual([...pages.map(({ id }) => id)].sort((a, b) => a - b));
    expect((await list(store)).body.meta.per_page).toBe(20);
  });

  it.each([
    [`query=${'x'.repeat(129)}`, 'query', /at most 128/],
    ['size=0', 'size', /at least 1/],
    ['size=101', 'size', /at most 100/],
    ['page=0', 'page', /at least 1/],
  ])('refuses ?%s', async (query, field, says) => {
    const { status, body } = await list(store, query);
    expect([status, body.errors[field]]).toEqual([422, [expect.stringMatching(says)]]);
  });
});

describe('The audit log', () => {
  it('for entries that were added and removed', async () => {
    const store = await newStore();
    const { body } = await add(store, { users: [{ id: cast.ids.creator, validate_clicks: true }] });
    await add(store, { users: [{ id: cast.ids.creator }] });
    await remove(store, body[0].id);
    const { rows } = await run(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'store' AND subject_id = $1 ORDER BY id`,
      store,
    );
    const by = { actor_id: cast.ids.admin };
    const removed = { user_id: cast.ids.creator, user_tag_id: null, agency_id: null, validate_clicks: true };
    expect(rows).toEqual([
      { ...by, action: 'blocklist.added', details: { entries: [body[0].id] } },
      { ...by, action: 'blocklist.removed', details: { entry: body[0].id, ...removed } },
    ]);
  });
});
