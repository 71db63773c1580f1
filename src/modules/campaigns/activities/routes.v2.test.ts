import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { untilSessionsWait } from '../../../../tests/harness/lock-waiters.ts';

const { application, cast } = await createPopulatedApplication();
await application.database.pool.query(
  `UPDATE users SET first_name = 'Siv', surname = 'Ek', display_name = 'Shop Siv' WHERE id = $1`,
  [cast.ids.advertiser],
);

/** Creates a participation of the cast's creator in a campaign of the cast's store. */
async function participation(type: 'user_accept' | 'store_accept' = 'store_accept') {
  const campaignId = await application.market.campaign({ storeId: cast.storeId, type });
  const id = await application.market.participant({ campaignId, userId: cast.ids.creator, status: 'open' });
  return { id, campaignId, url: `/v2/offer-users/${id}` };
}

const as = (role: Role) => cast.tokens[role];
const comment = (url: string, role: Role, text = 'Hello') =>
  application.call({ method: 'POST', url: `${url}/comments`, as: as(role), body: { comment: text } });
const log = async (url: string, role: Role, query = '') => {
  const { status, body } = await application.call({ url: `${url}/activities${query}`, as: as(role) });
  expect(status).toBe(200);
  return body.data;
};

/** Returns for each entry whether it is unread for the caller. */
const unread = async (url: string, role: Role): Promise<boolean[]> =>
  (await log(url, role, '?include[]=has_unread_notification')).map(
    (one: { has_unread_notification: boolean }) => one.has_unread_notification,
  );

const TALKERS: Role[] = ['creator', 'agency', 'advertiser', 'admin'];

describe('Who may', () => {
  it.each(ROLES)('comment and read: %s', async (role) => {
    const { url } = await participation();
    const replies = [
      await comment(url, role),
      await application.call({ url: `${url}/activities`, as: as(role) }),
      await application.call({ url: `${url}/activities/dummy`, as: as(role) }),
    ];
    const statuses = TALKERS.includes(role) ? [201, 200, 200] : [404, 404, 404];
    expect(replies.map(({ status }) => status)).toEqual(statuses);
    if (!TALKERS.includes(role)) expect(replies[0]!.body.message).toBe('No query results for offer user.');
  });

  it.each(ROLES)("edit the store's comment: %s", async (role) => {
    const { url } = await participation();
    const { body } = await comment(url, 'advertiser');
    const one = `${url}/comments/${body.id}`;
    const edited = await application.call({ method: 'PUT', url: one, as: as(role), body: { comment: 'Changed' } });
    const deleted = await application.call({ method: 'DELETE', url: one, as: as(role) });
    const lawful = role === 'advertiser' || role === 'admin';
    const refused = TALKERS.includes(role) ? 403 : 404;
    expect([edited.status, deleted.status]).toEqual(lawful ? [200, 204] : [refused, refused]);
  });

  it("not without a token, and not under another participation's address", async () => {
    const [one, other] = [await participation(), await participation()];
    const { body } = await comment(one.url, 'advertiser');
    const there = `${one.url}/comments/${body.id}`;
    for (const request of [
      { method: 'POST' as const, url: `${one.url}/comments`, body: { comment: 'x' } },
      { method: 'PUT' as const, url: there, body: { comment: 'x' } },
      { method: 'DELETE' as const, url: there },
      { url: `${one.url}/activities` },
      { url: `${one.url}/activities/dummy` },
    ])
      expect([request.url, (await application.call(request)).status]).toEqual([request.url, 401]);
    for (const method of ['PUT', 'DELETE'] as const) {
      const mixed = { method, url: `${other.url}/comments/${body.id}`, as: as('admin'), body: { comment: 'x' } };
      expect((await application.call(mixed)).status).toBe(404);
    }
  });
});

describe('The log', () => {
  it('lists comments and transitions in order with their actors: creators by username, others by full name', async () => {
    const { url, id, campaignId } = await participation();
    await comment(url, 'creator', 'May I?');
    const move = (role: Role, status: string) =>
      application.call({
        method: 'PATCH',
        url: `/v2/offers/${campaignId}/participants/${id}/update-status`,
        as: as(role),
        body: { status },
      });
    await move('creator', 'applied');
    await comment(url, 'advertiser', 'Gladly.');
    await move('advertiser', 'accepted');
    await application.database.pool.query(
      `INSERT INTO activities (participant_id, type, old_status, new_status) VALUES ($1, 'STATUS_CHANGE', 'accepted', 'done')`,
      [id],
    );
    const { rows } = await application.database.pool.query('SELECT username FROM users WHERE id = $1', [
      cast.ids.creator,
    ]);
    const creator = { actor_id: cast.ids.creator, actor_display_name: rows[0].username };
    const store = { actor_id: cast.ids.advertiser, actor_display_name: 'Siv Ek' };
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const comment_id = expect.any(Number);
    expect(await log(url, 'agency')).toEqual([
      { type: 'COMMENT', ...creator, comment_id, comment_text: 'May I?', created_at },
      { type: 'STATUS_CHANGE', ...creator, old_status: 'open', new_status: 'applied', created_at },
      { type: 'COMMENT', ...store, comment_id, comment_text: 'Gladly.', created_at },
      { type: 'STATUS_CHANGE', ...store, old_status: 'applied', new_status: 'accepted', created_at },
      { type: 'STATUS_CHANGE', old_status: 'accepted', new_status: 'done', created_at },
    ]);
    expect(await log(url, 'admin', '?size=2&page=3')).toMatchObject([{ new_status: 'done' }]);
  });

  it('shows an edited comment in its place, and a deleted one without its text', async () => {
    const { url } = await participation();
    const [first, second] = [await comment(url, 'creator', 'One'), await comment(url, 'creator', 'Two')];
    const edit = { method: 'PUT' as const, as: as('creator'), body: { comment: 'Uno' } };
    const edited = await application.call({ ...edit, url: `${url}/comments/${first.body.id}` });
    expect(edited.body).toMatchObject({ comment: 'Uno', updated_at: expect.any(String) });
    const removal = { method: 'DELETE' as const, url: `${url}/comments/${second.body.id}`, as: as('creator') };
    expect((await application.call(removal)).status).toBe(204);
    expect((await application.call(removal)).status).toBe(404);
    const [uno, gone] = await log(url, 'advertiser');
    expect(uno).toMatchObject({ type: 'COMMENT', comment_text: 'Uno', updated_at: edited.body.updated_at });
    expect(gone).toEqual({
      type: 'DELETED_COMMENT',
      actor_id: cast.ids.creator,
      actor_display_name: expect.any(String),
      created_at: expect.any(String),
    });
    const { rows } = await application.database.pool.query('SELECT text FROM comments WHERE id = $1', [second.body.id]);
    expect(rows[0].text).toBe('');
  });

  it('marks entries of others since the caller last read it', async () => {
    const { url } = await participation();
    await comment(url, 'advertiser', 'New shoes');
    await comment(url, 'creator', 'Nice');
    expect(await unread(url, 'creator')).toEqual([true, false]);
    expect(await unread(url, 'creator')).toEqual([false, false]);
    expect(await unread(url, 'advertiser')).toEqual([false, true]);
    await comment(url, 'advertiser', 'Size?');
    expect(await unread(url, 'creator')).toEqual([false, false, true]);
    expect(await log(url, 'creator')).not.toContainEqual(expect.objectContaining({ has_unread_notification: false }));
  });

  it('misses no entry that is written at the same time as one that has been read', async () => {
    const { url } = await participation();
    const { pool } = application.database;
    // Delays the commit of one comment.
    await pool.query(`
      CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM comments WHERE id = NEW.comment_id AND text = 'Slow') THEN PERFORM pg_advisory_xact_lock(7); END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER commit_slowly AFTER INSERT ON activities DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
    const other = await pool.connect();
    try {
      await other.query('SELECT pg_advisory_lock(7)');
      const said = [comment(url, 'advertiser', 'Slow')];
      await untilSessionsWait(application.database, 1);
      said.push(comment(url, 'agency', 'Quick'));
      await untilSessionsWait(application.database, 2, said[1]);
      const seen = await unread(url, 'creator');
      await other.query('SELECT pg_advisory_unlock(7)');
      await Promise.all(said);
      seen.push(...(await unread(url, 'creator')));
      expect(seen.filter(Boolean)).toHaveLength(2);
    } finally {
      other.release(true);
      await pool.query('DROP FUNCTION commit_slowly CASCADE');
    }
  });

  it("records who deleted another user's comment", async () => {
    const { url } = await participation();
    const { body } = await comment(url, 'creator');
    await application.call({ method: 'DELETE', url: `${url}/comments/${body.id}`, as: as('admin') });
    const { rows } = await application.database.pool.query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'comment.deleted' AND subject_id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ actor_id: cast.ids.admin, details: { author_id: cast.ids.creator } }]);
  });

  it('for demonstration has an entry of each form, in pages', async () => {
    const { url } = await participation();
    const entries = await log(url, 'creator', '/dummy');
    expect(new Set(entries.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['COMMENT', 'DELETED_COMMENT', 'STATUS_CHANGE']),
    );
    expect(await log(url, 'creator', '/dummy?size=4&page=2')).toEqual(entries.slice(4));
  });
});

describe('A comment', () => {
  it.each([
    ['', 422],
    ['x'.repeat(4000), 201],
    ['é'.repeat(4000), 201],
    ['x'.repeat(4001), 422],
    [' \n ', 422],
    ['a\0b', 422],
  ])('%#', async (text, status) => {
    const { url } = await participation();
    expect((await comment(url, 'creator', text)).status).toBe(status);
  });

  it('edited and deleted concurrently ends up deleted, or is edited first', async () => {
    for (let round = 0; round < 10; round++) {
      const { url } = await participation();
      const { body } = await comment(url, 'creator');
      const one = { url: `${url}/comments/${body.id}`, as: as('creator') };
      const [edited, deleted] = await Promise.all([
        application.call({ ...one, method: 'PUT', body: { comment: 'Later' } }),
        application.call({ ...one, method: 'DELETE' }),
      ]);
      expect([200, 404]).toContain(edited.status);
      expect(deleted.status).toBe(204);
      const [entry] = await log(url, 'creator');
      expect(entry).not.toHaveProperty('comment_text');
      expect(entry.type).toBe('DELETED_COMMENT');
    }
  });
});
