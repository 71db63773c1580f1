import { describe, expect, it } from 'vitest';
import { adminOf, tally, untilWaitingFor } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
const admin = adminOf(application, cast.tokens.admin);

const NONE = 2 ** 53 - 1;
const makeUser = async () => (await admin.make('users', { email: `${unique()}@example.test` })).id as number;
const makeTag = async (values: object = {}) =>
  (await admin.make('user-tags', { name: unique(), slug: unique(), ...values })).id as number;
const idsOf = (references: { id: number }[]) => references.map(({ id }) => id);

async function auditOf(userId: number) {
  const { rows } = await application.database.pool.query(
    `SELECT action, details FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1 AND action <> 'user.created' ORDER BY id`,
    [userId],
  );
  return rows;
}

describe('Memberships', () => {
  it('add a member of stores and a representative of clients in one request, without a mail', async () => {
    const userId = await makeUser();
    const token = await application.tokenOf(userId);
    const both = { store_ids: [cast.otherStoreId, cast.storeId, cast.storeId], client_ids: [cast.agencyId] };
    const links = `/v2/users/${cast.ids.creator}/affiliate-links`;
    const act = () => application.call({ method: 'POST', url: links, as: token, body: { url: 'no url' } });
    expect((await act()).status).toBe(404);

    const jobs = async () => (await application.database.pool.query('SELECT FROM graphile_worker.jobs')).rowCount;
    const before = await jobs();
    const reply = await admin.put(`users/${userId}/memberships`, both);
    expect(reply.status).toBe(200);
    expect([idsOf(reply.body.stores), idsOf(reply.body.clients)]).toEqual([
      [cast.storeId, cast.otherStoreId],
      [cast.agencyId],
    ]);
    expect((await admin.get(`users/${userId}`)).body).toEqual(reply.body);
    expect((await act()).status).toBe(422);
    expect(await jobs()).toBe(before);
    const members = await admin.get(`users?store_id=${cast.otherStoreId}`);
    expect(idsOf(members.body.data)).toEqual([cast.ids.otherAdvertiser, userId]);

    const fewer = await admin.put(`users/${userId}/memberships`, { store_ids: [cast.storeId], client_ids: [] });
    expect([idsOf(fewer.body.stores), fewer.body.clients]).toEqual([[cast.storeId], []]);
    expect((await act()).status).toBe(404);
    await admin.put(`users/${userId}/memberships`, { store_ids: [cast.storeId], client_ids: [] });
    expect(await auditOf(userId)).toEqual([
      {
        action: 'user.memberships_changed',
        details: {
          stores: { added: [cast.storeId, cast.otherStoreId], removed: [] },
          clients: { added: [cast.agencyId], removed: [] },
        },
      },
      {
        action: 'user.memberships_changed',
        details: {
          stores: { added: [], removed: [cast.otherStoreId] },
          clients: { added: [], removed: [cast.agencyId] },
        },
      },
    ]);
  });

  it('keep the date of joining', async () => {
    const userId = await makeUser();
    const since = async () =>
      (await application.database.pool.query('SELECT created_at FROM store_members WHERE user_id = $1', [userId])).rows;
    await admin.put(`users/${userId}/memberships`, { store_ids: [cast.storeId], client_ids: [] });
    const before = await since();
    await admin.put(`users/${userId}/memberships`, { store_ids: [cast.storeId], client_ids: [cast.agencyId] });
    expect(await since()).toEqual(before);
  });

  it('refer to existing records; unknown ones are named, and nothing changes', async () => {
    const userId = await makeUser();
    const deleted = await application.market.store();
    await application.database.pool.query('UPDATE stores SET deleted_at = now() WHERE id = $1', [deleted]);
    await admin.put(`users/${userId}/memberships`, { store_ids: [cast.storeId], client_ids: [] });
    const before = (await admin.get(`users/${userId}`)).body;
    const reply = await admin.put(`users/${userId}/memberships`, {
      store_ids: [cast.otherStoreId, NONE, deleted],
      client_ids: [NONE, cast.agencyId],
    });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      {
        'store_ids.1': ['must be the id of a store that exists'],
        'store_ids.2': ['must be the id of a store that exists'],
        'client_ids.0': ['must be the id of a client that exists'],
      },
    ]);
    expect((await admin.get(`users/${userId}`)).body).toEqual(before);
  });

  it.each<[unknown, string[]]>([
    [{}, ['store_ids', 'client_ids']],
    [{ store_ids: [], client_ids: null }, ['client_ids']],
    [{ store_ids: ['1'], client_ids: [0] }, ['store_ids.0', 'client_ids.0']],
    [{ store_ids: Array.from({ length: 1001 }, () => 1), client_ids: [] }, ['store_ids']],
    [{ store_ids: [], client_ids: [], admin: true }, ['admin']],
  ])('are refused as %j', async (body, fields) => {
    const reply = await admin.put(`users/${cast.ids.creator}/memberships`, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, fields]);
  });

  it('are set by administrators alone, for existing users', async () => {
    const url = `/v2/admin/users/${cast.ids.advertiser}/memberships`;
    const body = { store_ids: [cast.otherStoreId], client_ids: [] };
    expect((await application.call({ method: 'PUT', url, body })).status).toBe(401);
    for (const role of ROLES.filter((one) => one !== 'admin')) {
      expect((await application.call({ method: 'PUT', url, body, as: cast.tokens[role] })).status).toBe(403);
    }
    for (const id of [NONE, 0, 'x']) expect((await admin.put(`users/${id}/memberships`, body)).status).toBe(404);
  });

  it('are those of one of two concurrent requests', async () => {
    const userId = await makeUser();
    for (let round = 0; round < 5; round++) {
      const sets = [
        { store_ids: [cast.storeId], client_ids: [cast.agencyId] },
        { store_ids: [cast.otherStoreId], client_ids: [cast.otherAgencyId] },
      ];
      const replies = await Promise.all(sets.map((set) => admin.put(`users/${userId}/memberships`, set)));
      expect(tally(replies)).toEqual({ 200: 2 });
      const { stores, clients: agencies } = (await admin.get(`users/${userId}`)).body;
      expect(sets).toContainEqual({ store_ids: idsOf(stores), client_ids: idsOf(agencies) });
    }
  });
});

describe('A user’s tags', () => {
  it('are set with the user, and replaced by those given', async () => {
    const [one, two, three] = [await makeTag(), await makeTag({ store_id: cast.storeId }), await makeTag()];
    const user = await admin.make('users', { email: `${unique()}@example.test`, user_tag_ids: [two, one, two] });
    expect(user.user_tag_ids).toEqual([one, two]);
    expect((await admin.patch(`users/${user.id}`, { first_name: 'x' })).body.user_tag_ids).toEqual([one, two]);
    expect((await admin.patch(`users/${user.id}`, { user_tag_ids: [three, two] })).body.user_tag_ids).toEqual([
      two,
      three,
    ]);
    expect((await admin.patch(`users/${user.id}`, { user_tag_ids: [] })).body.user_tag_ids).toEqual([]);
    const unknown = await admin.patch(`users/${user.id}`, { user_tag_ids: [one, NONE], email: cast.ids.admin });
    expect(unknown.status).toBe(422);
    expect((await admin.get(`users/${user.id}`)).body.user_tag_ids).toEqual([]);
  });

  it('are validated together with all other fields', async () => {
    const taken = (await admin.get(`users/${cast.ids.creator}`)).body.email;
    const reply = await admin.post('users', { email: taken, user_tag_ids: [NONE], client_id: NONE });
    expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
      422,
      ['client_id', 'email', 'user_tag_ids'],
    ]);
  });

  it('are added and removed one by one, repeatedly', async () => {
    const [userId, tagId] = [await makeUser(), await makeTag()];
    const tags = async () => (await admin.get(`users/${userId}`)).body.user_tag_ids;
    for (let again = 0; again < 2; again++) {
      expect((await admin.put(`user-tags/${tagId}/users/${userId}`)).status).toBe(204);
      expect(await tags()).toEqual([tagId]);
    }
    expect((await admin.get(`user-tags/${tagId}`)).body.users).toBe(1);
    expect(idsOf((await admin.get(`users?user_tag_id=${tagId}`)).body.data)).toEqual([userId]);
    const inUse = await admin.remove(`user-tags/${tagId}`);
    expect([inUse.status, inUse.body.error]).toEqual([400, 'in_use']);
    for (let again = 0; again < 2; again++) {
      expect((await admin.remove(`user-tags/${tagId}/users/${userId}`)).status).toBe(204);
      expect(await tags()).toEqual([]);
    }
    expect(await auditOf(userId)).toEqual([
      { action: 'user.tag_added', details: { user_tag_id: tagId } },
      { action: 'user.tag_removed', details: { user_tag_id: tagId } },
    ]);
    expect((await admin.remove(`user-tags/${tagId}`)).status).toBe(204);
  });

  it('are added and removed only by administrators, for existing users and tags', async () => {
    const [userId, tagId] = [await makeUser(), await makeTag()];
    for (const [send, name] of [
      [admin.put, 'PUT'],
      [admin.remove, 'DELETE'],
    ] as const) {
      const url = `/v2/admin/user-tags/${tagId}/users/${userId}`;
      expect((await application.call({ method: name, url })).status).toBe(401);
      for (const role of ROLES.filter((one) => one !== 'admin')) {
        expect((await application.call({ method: name, url, as: cast.tokens[role] })).status).toBe(403);
      }
      for (const [tag, user, message] of [
        [NONE, userId, 'No query results for user tag.'],
        [tagId, NONE, 'No query results for user.'],
        ['x', userId, 'No query results for user tag.'],
        [tagId, 'x', 'No query results for user.'],
      ]) {
        const reply = await send(`user-tags/${tag}/users/${user}`);
        expect([reply.status, reply.body.message]).toEqual([404, message]);
      }
    }
  });

  it('are assigned once, also with concurrent requests', async () => {
    const [userId, tagId] = [await makeUser(), await makeTag()];
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.put(`user-tags/${tagId}/users/${userId}`)));
    expect(tally(replies)).toEqual({ 204: 8 });
    expect(await auditOf(userId)).toHaveLength(1);
  });

  it('are added in two ways concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      const [userId, tagId] = [await makeUser(), await makeTag()];
      const [set, given] = await Promise.all([
        // Both change the earnings of the user's clicks, which is recorded in one row.
        admin.patch(`users/${userId}`, { client_id: cast.agencyId, user_tag_ids: [tagId] }),
        admin.put(`user-tags/${tagId}/users/${userId}`),
      ]);
      expect([set.status, given.status]).toEqual([200, 204]);
      expect((await admin.get(`users/${userId}`)).body.user_tag_ids).toEqual([tagId]);
    }
  });

  it('never refer to a tag that is being deleted', async () => {
    const userId = await makeUser();
    const [kept, going] = [await makeTag(), await makeTag()];
    const client = await application.database.pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM user_tags WHERE id = $1', [going]);
    const set = admin.patch(`users/${userId}`, { user_tag_ids: [kept, going] });
    await untilWaitingFor(client, set, application);
    await client.query('COMMIT');
    client.release();
    expect([(await set).status, (await set).body.user_tag_ids]).toEqual([200, [kept]]);
    for (let round = 0; round < 8; round++) {
      const [person, tagId] = [await makeUser(), await makeTag()];
      const [given, gone] = await Promise.all([
        admin.put(`user-tags/${tagId}/users/${person}`),
        admin.remove(`user-tags/${tagId}`),
      ]);
      expect([
        [204, 400],
        [404, 204],
      ]).toContainEqual([given.status, gone.status]);
    }
  });
});
