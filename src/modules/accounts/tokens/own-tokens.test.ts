import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { until } from '../../../../tests/harness/embedded.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { SCOPES } from '../../../platform/auth/scopes.ts';
import { hashPassword } from '../password.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const id = await application.market.user({ email: 'owner@example.test' });
await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, await hashPassword(PASSWORD));
const person = { id, email: 'owner@example.test', token: await application.tokenOf(id) };
const other = await application.tokenOf(await application.market.user());
beforeEach(() => takeMails(application.database));

const make = (body: object, as = person.token) => application.call({ method: 'POST', url: '/v2/me/tokens', body, as });
const remove = (url: string, as = person.token) => application.call({ method: 'DELETE', url, as });
const get = (url: string, as = person.token) => application.call({ url, as });
const signIn = async (agent = FIREFOX, country?: string) => {
  const body = { email: person.email, password: PASSWORD };
  const headers = { 'user-agent': agent, ...(country === undefined ? {} : { 'cf-ipcountry': country }) };
  const reply = await application.call({ method: 'POST', url: '/v2/sessions', body, headers });
  return reply.body.token as string;
};

describe('A token of one’s own', () => {
  it('is created, listed, used and revoked, and its owner is notified', async () => {
    const body = { name: 'My blog', scopes: ['read', 'links'], days: 30 };
    const made = await make(body);
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'My blog',
        purpose: 'api',
        scopes: ['read', 'links'],
        expires_at: '2030-06-04T12:00:00.000Z',
        token: expect.stringMatching(/^trb_[\w-]{43}$/),
      },
    });
    expect((await takeMails(application.database)).map(({ to }) => to)).toEqual([person.email]);
    const { token, ...record } = made.body;
    const listed = (await get('/v2/me/tokens')).body.data;
    expect(listed).toContainEqual(record);
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await get('/v2/affiliate-links', token)).status).toBe(200);
    const used = async () => (await get('/v2/me/tokens')).body.data.find(({ id }: { id: number }) => id === record.id);
    await until(async () => (await used()).last_used_at !== null);
    expect((await remove(`/v2/me/tokens/${record.id}`)).status).toBe(204);
    expect((await get('/v2/me', token)).status).toBe(401);
    expect((await remove(`/v2/me/tokens/${record.id}`)).status).toBe(404);
  });

  it('expires at a chosen time', async () => {
    const { body } = await make({ name: 'An hour', expires_at: '2030-05-05T13:00:00Z' });
    expect(body.expires_at).toBe('2030-05-05T13:00:00.000Z');
    for (const wrong of [{ expires_at: '2030-05-05T11:00:00Z' }, { expires_at: '2030-05-05T13:00:00Z', days: 1 }])
      expect((await make({ name: 'Wrong', ...wrong })).body.errors).toHaveProperty('expires_at');
    expect(Object.keys((await make({ name: '', scopes: ['all'], days: 0 })).body.errors).sort()).toEqual([
      'days',
      'name',
      'scopes.0',
    ]);
    expect((await make({ name: 'None', scopes: [] })).body.errors).toHaveProperty('scopes');
  });

  it('permits exactly what its scopes allow', async () => {
    const [read, links, whole] = [
      (await make({ name: 'r', scopes: ['read'] })).body.token,
      (await make({ name: 'l', scopes: ['links'] })).body.token,
      (await make({ name: 'w', scopes: [...SCOPES] })).body.token,
    ];
    const link = (as: string) => application.call({ method: 'POST', url: '/v2/affiliate-links', body: {}, as });
    expect((await link(read)).body).toEqual({
      status: 403,
      error: 'insufficient_scope',
      message: 'The token does not have the scope links.',
    });
    expect((await get('/v2/affiliate-links', links)).body).toMatchObject({ error: 'insufficient_scope' });
    for (const token of [links, whole]) expect((await link(token)).status).not.toBe(403);
    // Every token may read the current user and revoke itself.
    for (const token of [read, links]) expect((await get('/v2/me', token)).status).toBe(200);
    expect((await remove('/v2/sessions/current', read)).status).toBe(204);
  });

  it('creates no token, whatever its scopes', async () => {
    const { token } = (await make({ name: 'a', scopes: ['administration', 'read'] })).body;
    expect((await make({ name: 'b', scopes: ['read'] }, token)).body).toMatchObject({ error: 'not_a_session' });
    const { token: read } = (await make({ name: 'd', scopes: ['read'] })).body;
    expect((await make({ name: 'e', scopes: ['read'] }, read)).body).toMatchObject({ error: 'insufficient_scope' });
  });

  it('is accessible only to its owner', async () => {
    const { id } = (await make({ name: 'mine' })).body;
    expect((await remove(`/v2/me/tokens/${id}`, other)).status).toBe(404);
    expect((await get('/v2/me/tokens', other)).body.data.map((token: { id: number }) => token.id)).not.toContain(id);
    for (const url of ['/v2/me/tokens', '/v2/me/sessions']) expect((await application.call({ url })).status).toBe(401);
    expect((await application.call({ method: 'POST', url: '/v2/me/tokens', body: { name: 'x' } })).status).toBe(401);
  });

  it('created before scopes were introduced has all of them', async () => {
    const [row] = await query(
      `INSERT INTO tokens (user_id, hash, hint, purpose) VALUES ($1, sha256('old'), 'trb_old', 'api') RETURNING scopes`,
      person.id,
    );
    expect(row!.scopes).toEqual([...SCOPES]);
  });

  it('is limited to a hundred', async () => {
    const id = await application.market.user();
    const as = await application.tokenOf(id);
    await query(
      `INSERT INTO tokens (user_id, hash, hint, purpose) SELECT $1, sha256(n::text::bytea), 'trb', 'api' FROM generate_series(1, 98) n`,
      id,
    );
    const replies = await Promise.all([make({ name: 'a' }, as), make({ name: 'b' }, as), make({ name: 'c' }, as)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect((await make({ name: 'd' }, as)).body).toMatchObject({ error: 'too_many_tokens' });
  });
});

describe('A session', () => {
  it('is listed with its device and country, and ended', async () => {
    const [one, two] = [await signIn(FIREFOX, 'se'), await signIn('curl/8.0', 'T1')];
    const list = (await get('/v2/me/sessions', one)).body.data;
    expect(list.slice(0, 2)).toMatchObject([
      { device: null, country: null, is_current: false },
      { device: 'Firefox on Linux', country: 'SE', is_current: true, expires_at: '2030-05-06T00:00:00.000Z' },
    ]);
    expect((await remove(`/v2/me/sessions/${list[0].id}`, other)).status).toBe(404);
    expect((await remove(`/v2/me/sessions/${list[0].id}`, one)).status).toBe(204);
    expect([(await get('/v2/me', one)).status, (await get('/v2/me', two)).status]).toEqual([200, 401]);
    // An API token is not a session.
    const { id } = (await make({ name: 'no session' })).body;
    expect((await remove(`/v2/me/sessions/${id}`, one)).status).toBe(404);
  });

  it('can be revoked with all others, or revokes all others', async () => {
    const [one, two] = [await signIn(), await signIn()];
    expect((await remove('/v2/me/sessions?keep_current=true', one)).status).toBe(204);
    expect([(await get('/v2/me', one)).status, (await get('/v2/me', two)).status]).toEqual([200, 401]);
    expect((await remove('/v2/me/sessions', one)).status).toBe(204);
    expect([(await get('/v2/me', one)).status, (await get('/v2/me')).status]).toEqual([401, 200]);
  });

  it('continues while it is used, for thirty days at most', async () => {
    const session = await signIn();
    const begun = clock.getTime();
    const ends = async () => {
      const [row] = await query('SELECT expires_at FROM tokens WHERE purpose = $1 ORDER BY id DESC LIMIT 1', 'session');
      return (new Date(row!.expires_at).getTime() - begun) / 3_600_000;
    };
    const useAfter = async (hours: number, expected: number) => {
      clock = new Date(begun + hours * 3_600_000);
      await query(`UPDATE tokens SET last_used_at = NULL WHERE purpose = 'session'`);
      expect((await get('/v2/me', session)).status).toBe(200);
      await until(async () => (await ends()) === expected);
    };
    expect(await ends()).toBe(12);
    await useAfter(6, 18);
    await useAfter(17, 29);
    await query(`UPDATE tokens SET expires_at = $1 WHERE purpose = 'session'`, new Date(begun + 720 * 3_600_000));
    await useAfter(719, 720);
    clock = new Date(begun + 720 * 3_600_000);
    expect((await get('/v2/me', session)).status).toBe(401);
    clock = new Date(begun);
  });
});
