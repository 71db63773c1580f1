import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, as: Role | null, body?: object) =>
  application.call({ method, url, ...(as !== null && { as: tokens[as] }), ...(body !== undefined && { body }) });
const ours = (rest: string) => `/v2/stores/${storeId}/${rest}`;
const theirs = (rest: string) => `/v2/stores/${otherStoreId}/${rest}`;

interface Made {
  country?: string;
  languages?: string[];
  topics?: number[];
  followers?: number;
  isListed?: boolean;
}

async function creator({ country, languages = [], topics = [], followers = 100, isListed = true }: Made = {}) {
  const id = await market.user();
  await query('UPDATE users SET country = $2 WHERE id = $1', id, country);
  await query(
    `INSERT INTO creator_profiles (user_id, languages, is_listed, updated_at) VALUES ($1, $2, $3, now())`,
    id,
    languages,
    isListed,
  );
  for (const topic of topics)
    await query('INSERT INTO creator_topics (user_id, category_id) VALUES ($1, $2)', id, topic);
  await query(
    `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers) VALUES ($1, 'social', 'instagram', $2, 'https://x.example/', $3)`,
    id,
    `n${id}`,
    followers,
  );
  return id;
}
const unlist = (id: number) => query('UPDATE creator_profiles SET is_listed = false WHERE user_id = $1', id);
const newList = async (name = unique()) =>
  (await call('POST', ours('creator-lists'), 'advertiser', { name })).body.id as number;
const idsOf = (body: { data: { user_id: number }[] }) => body.data.map((one) => one.user_id).sort((a, b) => a - b);

describe('A list of creators', () => {
  it('is created, filled, searched, renamed and deleted by members of the store', async () => {
    const [a, b, shy] = [await creator(), await creator(), await creator({ isListed: false })];
    const made = await call('POST', ours('creator-lists'), 'advertiser', { name: 'Runners' });
    expect([made.status, made.body]).toEqual([201, { id: expect.any(Number), name: 'Runners', creators: 0 }]);
    const { id } = made.body;
    const added = await call('POST', ours(`creator-lists/${id}/members`), 'advertiser', {
      user_ids: [a, b, a, shy, 999_999_999],
    });
    expect([added.status, added.body]).toEqual([
      200,
      { list: { id, name: 'Runners', creators: 2 }, skipped_user_ids: [shy, 999_999_999] },
    ]);
    expect(idsOf((await call('GET', ours(`creators?list=${id}`), 'advertiser')).body)).toEqual([a, b]);
    expect((await call('GET', ours(`creators/${a}`), 'advertiser')).body.list_ids).toEqual([id]);
    const renamed = await call('PATCH', ours(`creator-lists/${id}`), 'advertiser', { name: 'Joggers' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Joggers']);
    expect((await call('DELETE', ours(`creator-lists/${id}/members/${b}`), 'advertiser')).status).toBe(204);
    expect(idsOf((await call('GET', ours(`creators?list=${id}`), 'advertiser')).body)).toEqual([a]);
    expect((await call('DELETE', ours(`creator-lists/${id}`), 'advertiser')).status).toBe(204);
    expect(await query('SELECT FROM creator_list_members WHERE list_id = $1', id)).toEqual([]);
  });

  it('names nobody who is no longer listed, and names them again when they return', async () => {
    const [a, id] = [await creator(), await newList()];
    await call('POST', ours(`creator-lists/${id}/members`), 'advertiser', { user_ids: [a] });
    const read = async () => {
      const { body } = await call('GET', ours('creator-lists'), 'advertiser');
      const { body: found } = await call('GET', ours(`creators?list=${id}`), 'advertiser');
      return [body.data.find((one: { id: number }) => one.id === id).creators, idsOf(found)];
    };
    expect(await read()).toEqual([1, [a]]);
    await unlist(a);
    expect(await read()).toEqual([0, []]);
    await query('UPDATE creator_profiles SET is_listed = true WHERE user_id = $1', a);
    expect(await read()).toEqual([1, [a]]);
  });

  it('is neither read, filled nor changed by another store, also not through its own addresses', async () => {
    const [a, id] = [await creator(), await newList()];
    const fill = (base: (rest: string) => string, as: Role | null) =>
      call('POST', base(`creator-lists/${id}/members`), as, { user_ids: [a] });
    expect((await fill(ours, 'advertiser')).status).toBe(200);
    const attacks = async (base: (rest: string) => string, as: Role | null) => [
      (await fill(base, as)).status,
      (await call('PATCH', base(`creator-lists/${id}`), as, { name: 'Stolen' })).status,
      (await call('DELETE', base(`creator-lists/${id}/members/${a}`), as)).status,
      (await call('DELETE', base(`creator-lists/${id}`), as)).status,
    ];
    expect(await attacks(ours, 'otherAdvertiser')).toEqual([403, 403, 403, 403]);
    expect(await attacks(ours, 'creator')).toEqual([403, 403, 403, 403]);
    expect(await attacks(ours, 'agency')).toEqual([403, 403, 403, 403]);
    expect(await attacks(ours, null)).toEqual([401, 401, 401, 401]);
    expect(await attacks(theirs, 'otherAdvertiser')).toEqual([404, 404, 404, 404]);
    expect((await call('GET', theirs(`creators?list=${id}`), 'otherAdvertiser')).body.data).toEqual([]);
    expect((await call('GET', theirs('creator-lists'), 'otherAdvertiser')).body.data).toEqual([]);
    expect((await call('GET', theirs(`creators/${a}`), 'otherAdvertiser')).body.list_ids).toEqual([]);
    expect(idsOf((await call('GET', ours(`creators?list=${id}`), 'advertiser')).body)).toEqual([a]);
  });

  it('has a name of its own, and is refused when the store has a hundred', async () => {
    const id = await newList('Twice');
    for (const [method, url] of [
      ['POST', 'creator-lists'],
      ['PATCH', `creator-lists/${await newList()}`],
    ] as const) {
      const { status, body } = await call(method, ours(url), 'advertiser', { name: 'tWICE' });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
    }
    expect((await call('PATCH', ours(`creator-lists/${id}`), 'advertiser', { name: 'TWICE' })).status).toBe(200);
    expect((await call('POST', theirs('creator-lists'), 'otherAdvertiser', { name: 'Twice' })).status).toBe(201);
    for (const name of ['', ' ', 'x'.repeat(81), 'https://a.example'])
      expect([name, (await call('POST', ours('creator-lists'), 'advertiser', { name })).status]).toEqual([name, 422]);
    await query(
      `INSERT INTO creator_lists (store_id, name, created_at) SELECT $1, 'n' || i, now() FROM generate_series(1, 99) i`,
      otherStoreId,
    );
    const { status, body } = await call('POST', theirs('creator-lists'), 'otherAdvertiser', { name: 'One more' });
    expect([status, body.error]).toEqual([400, 'too_many_lists']);
    await query('DELETE FROM creator_lists WHERE store_id = $1', otherStoreId);
  });

  it('has at most a thousand creators, also of several who add at once', async () => {
    const id = await newList();
    const { rows } = await database.pool.query(
      `WITH made AS (INSERT INTO users (username, email) SELECT $2 || i, $2 || i || '@x.test' FROM generate_series(1, 999) i RETURNING id)
       INSERT INTO creator_list_members (list_id, user_id, added_at) SELECT $1, id, now() FROM made RETURNING user_id`,
      [id, unique()],
    );
    expect(rows).toHaveLength(999);
    const [a, b] = [await creator(), await creator()];
    const replies = await Promise.all(
      [a, b].map((one) => call('POST', ours(`creator-lists/${id}/members`), 'advertiser', { user_ids: [one] })),
    );
    expect(replies.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'list_full'].sort());
  });
});

describe('A note about a creator', () => {
  it('is written, replaced, read and removed by members of the store, and read by no other', async () => {
    const a = await creator();
    const note = (base: (rest: string) => string, as: Role | null, text = 'Met in Umeå.') =>
      call('PUT', base(`creators/${a}/note`), as, { note: text });
    const read = async (base = ours, as: Role = 'advertiser') =>
      (await call('GET', base(`creators/${a}`), as)).body.note;
    expect([await read(), (await note(ours, 'advertiser')).status, await read()]).toEqual([null, 204, 'Met in Umeå.']);
    expect([await read(theirs, 'otherAdvertiser'), (await note(theirs, 'otherAdvertiser', 'Ours.')).status]).toEqual([
      null,
      204,
    ]);
    expect([await read(), await read(theirs, 'otherAdvertiser')]).toEqual(['Met in Umeå.', 'Ours.']);
    for (const [as, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['otherAdvertiser', 403],
    ] as const)
      expect([
        as,
        (await note(ours, as, 'Attack.')).status,
        (await call('DELETE', ours(`creators/${a}/note`), as)).status,
      ]).toEqual([as, status, status]);
    expect(
      (await call('GET', '/v2/admin/creators?size=100', 'admin')).body.data.find(
        (one: { user_id: number }) => one.user_id === a,
      ).note,
    ).toBe(null);
    await note(ours, 'advertiser', 'Second.');
    expect(await read()).toBe('Second.');
    expect((await call('DELETE', ours(`creators/${a}/note`), 'advertiser')).status).toBe(204);
    expect([await read(), await read(theirs, 'otherAdvertiser')]).toEqual([null, 'Ours.']);
  });

  it('is refused about creators whom the store cannot find, and when it says nothing', async () => {
    const [a, shy] = [await creator(), await creator({ isListed: false })];
    for (const id of [shy, 999_999_999, cast.ids.creator])
      expect((await call('PUT', ours(`creators/${id}/note`), 'advertiser', { note: 'x' })).status).toBe(404);
    for (const note of ['', '  ', 'x'.repeat(2_001)]) {
      const { status, body } = await call('PUT', ours(`creators/${a}/note`), 'advertiser', { note });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['note']]);
    }
  });

  it('and memberships of lists end with the account of the creator, and with the store', async () => {
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const kept = async (of: string, id: number) =>
      (
        await query(
          `SELECT (SELECT count(*)::int FROM creator_notes WHERE ${of} = $1) AS notes, (SELECT count(*)::int FROM creator_list_members m
           JOIN creator_lists x ON x.id = m.list_id WHERE ${of} = $1) AS members`,
          id,
        )
      )[0];
    const [a, b, store] = [await creator(), await creator(), await market.store()];
    const list = (await call('POST', `/v2/stores/${store}/creator-lists`, 'admin', { name: 'x' })).body.id;
    await call('POST', `/v2/stores/${store}/creator-lists/${list}/members`, 'admin', { user_ids: [a, b] });
    for (const id of [a, b]) await call('PUT', `/v2/stores/${store}/creators/${id}/note`, 'admin', { note: 'x' });
    expect(await kept('store_id', store)).toEqual({ notes: 2, members: 2 });
    await eraseUser({ db: database.db, now: () => new Date() }, { userId: a, actorId: null });
    expect(await kept('user_id', a)).toEqual({ notes: 0, members: 0 });
    expect(await kept('store_id', store)).toEqual({ notes: 1, members: 1 });
    await query('UPDATE stores SET deleted_at = now() WHERE id = $1', store);
    expect(await kept('store_id', store)).toEqual({ notes: 0, members: 0 });
  });
});

describe('Creators who resemble one', () => {
  it('share topics and are near in size, and are never unlisted or blocked', async () => {
    const [topic, other] = [await market.category(), await market.category()];
    const one = await creator({ topics: [topic], country: 'SE', languages: ['sv'], followers: 10_000 });
    const near = await creator({ topics: [topic], country: 'SE', languages: ['sv'], followers: 11_000 });
    const far = await creator({ topics: [topic], country: 'DE', languages: ['de'], followers: 900_000 });
    await creator({ topics: [other], country: 'SE', languages: ['sv'], followers: 10_000 });
    const shy = await creator({
      topics: [topic],
      country: 'SE',
      languages: ['sv'],
      followers: 10_000,
      isListed: false,
    });
    const blocked = await creator({ topics: [topic], country: 'SE', followers: 10_000 });
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', storeId, blocked);
    const url = ours(`creators/${one}/similar`);
    const similar = async (as: Role | null = 'advertiser') => {
      const { status, body } = await call('GET', url, as);
      return status === 200 ? body.data.map((found: { user_id: number }) => found.user_id) : status;
    };
    expect(await similar()).toEqual([near, far]);
    await query('UPDATE creator_profiles SET is_listed = true WHERE user_id = $1', shy);
    expect(await similar()).toContain(shy);
    await unlist(shy);
    expect(await similar()).toEqual([near, far]);
    expect([await similar(null), await similar('creator'), await similar('otherAdvertiser')]).toEqual([401, 403, 403]);
    for (const hidden of [shy, blocked])
      expect((await call('GET', ours(`creators/${hidden}/similar`), 'advertiser')).status).toBe(404);
    const alone = await creator({ country: 'IS' });
    const neighbour = await creator({ country: 'IS' });
    expect(idsOf((await call('GET', ours(`creators/${alone}/similar`), 'advertiser')).body)).toEqual([neighbour]);
    const nowhere = await creator();
    expect((await call('GET', ours(`creators/${nowhere}/similar`), 'advertiser')).body.data).toEqual([]);
  });
});

describe('Invitations of creators to a campaign', () => {
  const campaign = (store = storeId, type: 'store_accept' | 'user_accept' | 'standard' = 'store_accept') =>
    market.campaign({ storeId: store, type });
  const invite = (body: object, as: Role | null = 'advertiser', base = ours) =>
    call('POST', base('creator-invitations'), as, body);
  const named = async (offer: number) =>
    (
      await query(
        `SELECT user_id, pre_registered_email AS email, status FROM participants WHERE campaign_id = $1 ORDER BY id`,
        offer,
      )
    ).map(({ user_id, email, status }) => [user_id ?? email, status]);

  it('go to creators, to a list, and to people who are not here yet, each once, by mail and in the console', async () => {
    const [a, b, c, list, offer] = [
      await creator(),
      await creator(),
      await creator(),
      await newList(),
      await campaign(),
    ];
    await call('POST', ours(`creator-lists/${list}/members`), 'advertiser', { user_ids: [b, c] });
    await unlist(c);
    const email = `${unique()}@people.example`;
    const body = { offer_id: offer, user_ids: [a, b], list_id: list, emails: [email] };
    const { status, body: reply } = await invite(body);
    expect([status, reply]).toEqual([200, { invited_user_ids: [a, b], skipped_user_ids: [] }]);
    const expected = [
      [a, 'open'],
      [b, 'open'],
      [email, 'open'],
    ];
    expect(await named(offer)).toEqual(expected);
    expect(
      (await query(`SELECT user_id FROM notifications WHERE user_id = ANY ($1) AND kind = 'campaigns'`, [a, b])).length,
    ).toBe(2);
    expect((await invite(body)).body.invited_user_ids).toEqual([a, b]);
    expect(await named(offer)).toEqual(expected);
    // The person signs up with the address: the invitation is theirs.
    const person = await market.user({ email });
    const { body: board } = await application.call({
      url: `/v2/users/${person}/campaign-board`,
      as: await application.tokenOf(person),
    });
    expect(JSON.stringify(board)).toContain(`${offer}`);
  });

  it('reach an unlisted creator only of a store with which they have worked', async () => {
    const [stranger, partner] = [await creator({ isListed: false }), await creator({ isListed: false })];
    const joined = await campaign();
    await market.participant({ campaignId: joined, userId: partner, status: 'accepted' });
    const offer = await campaign();
    const { body } = await invite({ offer_id: offer, user_ids: [stranger, partner, 999_999_999] });
    expect(body).toEqual({ invited_user_ids: [partner], skipped_user_ids: [stranger, 999_999_999] });
    expect(await named(offer)).toEqual([[partner, 'open']]);
    const foreign = await campaign(otherStoreId);
    const { body: other } = await invite({ offer_id: foreign, user_ids: [partner] }, 'otherAdvertiser', theirs);
    expect(other).toEqual({ invited_user_ids: [], skipped_user_ids: [partner] });
  });

  it('are refused for campaigns and lists of another store, for others, and for campaigns that nobody joins', async () => {
    const [a, list, offer, foreign] = [
      await creator(),
      await newList(),
      await campaign(),
      await campaign(otherStoreId),
    ];
    await call('POST', ours(`creator-lists/${list}/members`), 'advertiser', { user_ids: [a] });
    expect((await invite({ offer_id: foreign, user_ids: [a] })).status).toBe(404);
    expect((await invite({ offer_id: foreign, user_ids: [a] }, 'admin')).status).toBe(404);
    expect((await invite({ offer_id: foreign, list_id: list }, 'otherAdvertiser', theirs)).status).toBe(404);
    for (const [as, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['otherAdvertiser', 403],
    ] as const)
      expect([as, (await invite({ offer_id: offer, user_ids: [a] }, as)).status]).toEqual([as, status]);
    expect([await named(offer), await named(foreign)]).toEqual([[], []]);
    const { status, body } = await invite({ offer_id: await campaign(storeId, 'standard'), user_ids: [a] });
    expect([status, body.error]).toEqual([400, 'not_joinable']);
    for (const [field, wrong] of [
      ['emails.0', { emails: ['x'] }],
      ['user_ids', { user_ids: Array.from({ length: 501 }, (_, at) => at + 1) }],
      ['user_ids.0', { user_ids: [0] }],
    ] as const) {
      const refused = await invite({ offer_id: offer, ...wrong });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
    expect((await invite({ offer_id: offer, user_ids: [a] })).body.invited_user_ids).toEqual([a]);
  });

  it('skip creators whom the store has blocked', async () => {
    const [a, offer] = [await creator(), await campaign()];
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', storeId, a);
    expect((await invite({ offer_id: offer, user_ids: [a] })).body).toEqual({
      invited_user_ids: [],
      skipped_user_ids: [a],
    });
  });
});
