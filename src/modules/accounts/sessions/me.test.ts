import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../../tests/harness/passwords.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { hashPassword } from '../password.ts';
import { rolesOf } from './find-me.ts';

const { application, cast } = await createPopulatedApplication();
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const me = async (as: string) => (await application.call({ url: '/v2/me', as })).body;

describe('GET /v2/me', () => {
  it('returns all data of the current user', async () => {
    const { market } = application;
    const agencyId = await market.agency({ storeGroupId: await market.storeGroup({ currency: 'SEK' }) });
    const id = await market.user({ agencyId, email: 'Some.One@example.test' });
    await query(`UPDATE users SET username = 'someone', first_name = 'Some', surname = 'One' WHERE id = $1`, id);
    const token = await application.tokenOf(id);
    const [agency] = await query('SELECT id, name FROM agencies WHERE id = $1', agencyId);
    const [group] = await query(
      'SELECT g.id, g.name FROM store_groups g JOIN agencies c ON c.store_group_id = g.id WHERE c.id = $1',
      agencyId,
    );
    expect(await me(token)).toEqual({
      id,
      username: 'someone',
      display_name: 'Some One',
      email: 'Some.One@example.test',
      roles: ['creator'],
      stores: [],
      clients: [],
      client: agency,
      store_group: { ...group, currency: 'SEK' },
      locale: 'sv_SE',
      language: 'sv',
      // That of the market, which nobody chose.
      preferred_locale: null,
      is_suspended: false,
      has_password: false,
      awaits_approval: false,
      second_factor_required: false,
      deletion_due_at: null,
    });
  });

  it('returns defaults without data', async () => {
    const id = await application.market.user();
    const [{ username }] = await query('SELECT username FROM users WHERE id = $1', id);
    expect(await me(await application.tokenOf(id))).toMatchObject({
      display_name: username,
      client: null,
      store_group: null,
      locale: 'en_GB',
      language: 'en',
    });
  });

  it('prefers the person’s own settings', async () => {
    const id = await application.market.user({ agencyId: cast.agencyId });
    const storeGroupId = await application.market.storeGroup({ currency: 'EUR', country: 'DE' });
    await query(
      `UPDATE users SET preferred_locale = 'de_DE', display_name = 'Me', store_group_id = $2, password_hash = $3 WHERE id = $1`,
      id,
      storeGroupId,
      await hashPassword('some password'),
    );
    expect(await me(await application.tokenOf(id))).toMatchObject({
      display_name: 'Me',
      locale: 'de_DE',
      language: 'de',
      preferred_locale: 'de_DE',
      has_password: true,
      store_group: { id: storeGroupId, currency: 'EUR' },
    });
  });

  it('lists the stores and clients that the user acts for, by name', async () => {
    const { market } = application;
    const id = await market.user();
    const [b, a, deleted] = [await market.store(), await market.store(), await market.store()];
    for (const storeId of [b, a, deleted]) await market.member(storeId, id);
    await query(
      `UPDATE stores SET name = CASE id WHEN $1 THEN 'B' WHEN $2 THEN 'A' ELSE 'C' END,
      deleted_at = CASE id WHEN $3 THEN now() END WHERE id IN ($1, $2, $3)`,
      b,
      a,
      deleted,
    );
    const agencyId = await market.agency();
    await query(`UPDATE agencies SET name = 'Agency' WHERE id = $1`, agencyId);
    await market.representative(agencyId, id);
    expect(await me(await application.tokenOf(id))).toMatchObject({
      roles: ['advertiser', 'agency'],
      stores: [
        { id: a, name: 'A' },
        { id: b, name: 'B' },
      ],
      clients: [{ id: agencyId, name: 'Agency', role: 'owner' }],
      client: null,
    });
  });

  it('requires a token', async () => {
    const { status, body } = await application.call({ url: '/v2/me' });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it.each<[string, Partial<Actor>, string[]]>([
    ['nobody in particular', {}, ['creator']],
    ['a creator of a client', { memberOfAgencyId: 1 }, ['creator']],
    ['an administrator', { isAdmin: true }, ['admin']],
    ['a member of a store', { storeIds: [1] }, ['advertiser']],
    ['a representative', { agencyIds: [1] }, ['agency']],
    ['a creator of a client with a store', { memberOfAgencyId: 1, storeIds: [1] }, ['advertiser', 'creator']],
    [
      'everything',
      { isAdmin: true, storeIds: [1], agencyIds: [2], memberOfAgencyId: 3 },
      ['admin', 'advertiser', 'agency', 'creator'],
    ],
  ])('knows the roles of %s', (_who, facts, roles) => {
    const nobody: Actor = { userId: 1, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    expect(rolesOf({ ...nobody, ...facts })).toEqual(roles);
  });
});

describe('PUT /v2/me/password', () => {
  const OLD = 'the old password';
  /** Each test has its own network, so that wrong passwords of one test do not count in the next. */
  let place = 0;
  beforeEach(() => {
    place += 1;
  });
  const headers = () => ({ 'x-forwarded-for': `10.3.0.${place}` });
  const put = (as: string | undefined, body: unknown) =>
    application.call({
      method: 'PUT',
      url: '/v2/me/password',
      body,
      headers: headers(),
      ...(as === undefined ? {} : { as }),
    });
  const change = (as: string, current = OLD, password = 'the new password') =>
    put(as, { current_password: current, password });
  const signIn = async (email: string, password: string) =>
    application.call({ method: 'POST', url: '/v2/sessions', body: { email, password }, headers: headers() });
  const statusOf = async (as: string) => (await application.call({ url: '/v2/me', as })).status;

  async function person() {
    const id = await application.market.user();
    const hash = await hashPassword(OLD);
    const [row] = await query('UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email', id, hash);
    return { id, email: row.email as string, token: (await signIn(row.email, OLD)).body.token as string };
  }

  it('replaces the password, and ends the other sessions and programs’ tokens, not this session', async () => {
    const { id, email, token } = await person();
    const other = (await signIn(email, OLD)).body.token;
    const program = await application.tokenOf(id);
    expect(await change(token)).toMatchObject({ status: 204, body: null });
    expect([await statusOf(token), await statusOf(other), await statusOf(program)]).toEqual([200, 401, 401]);
    expect((await signIn(email, OLD)).status).toBe(401);
    expect((await signIn(email, 'the new password')).status).toBe(201);
    const [log] = await query(`SELECT * FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1`, id);
    expect(log).toMatchObject({
      actor_id: id,
      action: 'user.password_changed',
      details: { sessions_ended: 1, tokens_ended: 1 },
    });
  });

  it('keeps API tokens if requested, and ends sessions in any case', async () => {
    const { id, email, token } = await person();
    const other = (await signIn(email, OLD)).body.token;
    const program = await application.tokenOf(id);
    const reply = await put(token, { current_password: OLD, password: 'the new password', keep_tokens: true });
    expect(reply.status).toBe(204);
    expect([await statusOf(token), await statusOf(other), await statusOf(program)]).toEqual([200, 401, 200]);
  });

  it.each([
    ['a common one', () => 'password123'],
    ['a walk over the keyboard', () => 'qwertyuiop'],
    ['the platform’s name', () => 'Tributary1'],
    ['their own address', (email: string) => email],
  ])('refuses a new password that is %s', async (_what, passwordOf) => {
    const { email, token } = await person();
    const { status, body } = await change(token, OLD, passwordOf(email));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['password']]);
    expect(body.errors.password[0]).toContain('too easy to guess');
    expect((await signIn(email, OLD)).status).toBe(201);
  });

  it('requires the correct current password, and the error names it', async () => {
    const { email, token } = await person();
    const { status, body } = await change(token, 'a wrong one');
    expect([status, body.errors]).toEqual([422, { current_password: ['is not your password'] }]);
    expect((await signIn(email, OLD)).status).toBe(201);
  });

  it('does not permit guessing with a stolen token', async () => {
    const { token } = await person();
    // From this known network the user has separate attempts, and then those of all networks.
    const replies = await Promise.all(Array.from({ length: 30 }, () => change(token, 'a wrong one')));
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await change(token)).status).toBe(429);
  });

  it('is changed by one of several concurrent requests', async () => {
    const { email, token } = await person();
    const wanted = Array.from({ length: 6 }, (_, index) => `new password ${index}`);
    const replies = await Promise.all(wanted.map((password) => change(token, OLD, password)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422, 422]);
    const won = wanted[replies.findIndex(({ status }) => status === 204)]!;
    expect((await signIn(email, won)).status).toBe(201);
  });

  it('is refused for accounts without a password', async () => {
    const { status, body } = await change(cast.tokens.creator);
    expect([status, body.error]).toEqual([400, 'no_password']);
  });

  it.each<[string, string | undefined, string]>([
    ['7 characters', '1234567', 'at least 8'],
    ['257 characters', 'x'.repeat(257), 'at most 256'],
    ['nothing', undefined, 'required'],
  ])('refuses %s', async (_what, password, says) => {
    const { token } = await person();
    const { status, body } = await put(token, { current_password: OLD, password });
    expect([status, body.errors]).toEqual([422, { password: [expect.stringContaining(says)] }]);
  });

  it.each([
    ['8 characters', SHORTEST_PASSWORD],
    ['256 characters', LONGEST_PASSWORD],
  ])('accepts %s', async (_what, password) => {
    const { email, token } = await person();
    expect((await change(token, OLD, password)).status).toBe(204);
    expect((await signIn(email, password)).status).toBe(201);
  });

  it('requires a token', async () => {
    expect((await put(undefined, {})).status).toBe(401);
  });
});

describe('PATCH /v2/me', () => {
  const change = (body: object, as?: string) =>
    application.call({ method: 'PATCH', url: '/v2/me', body, ...(as === undefined ? {} : { as }) });

  it('changes the name that others see, and nothing else', async () => {
    const id = await application.market.user({ email: 'renamed@example.test' });
    const token = await application.tokenOf(id);
    const before = await me(token);
    const { status, body } = await change({ display_name: 'Anna Svensson' }, token);
    expect([status, body]).toEqual([200, { ...before, display_name: 'Anna Svensson' }]);
    expect(await query('SELECT public_name FROM users WHERE id = $1', id)).toEqual([{ public_name: 'Anna Svensson' }]);
    const entries = await query(
      `SELECT action, actor_id, details FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1`,
      id,
    );
    expect(entries).toEqual([
      {
        action: 'user.updated',
        actor_id: id,
        details: { fields: ['display_name'], from: { display_name: null }, to: {} },
      },
    ]);
  });

  it.each([
    [{ display_name: '' }, 'display_name'],
    [{ display_name: 'Win at https://casino.example' }, 'display_name'],
    [{ display_name: null }, 'display_name'],
    [{}, 'display_name'],
    [{ display_name: 'Anna', email: 'taken.over@example.test' }, 'email'],
    [{ display_name: 'Anna', is_admin: true }, 'is_admin'],
  ])('refuses %j', async (body, field) => {
    const reply = await change(body, cast.tokens.creator);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('requires a token', async () => {
    expect((await change({ display_name: 'Anna' })).status).toBe(401);
  });
});
