import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { TEST_VAULT } from '../../../../tests/harness/vault.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { hashPassword } from '../password.ts';
import { signIn as signInUseCase } from './sign-in.ts';

const PASSWORD = 'a password of 2030';

let clock = new Date('2030-01-01T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const passwordHash = await hashPassword(PASSWORD);

let networks = 0;
/** Signs in from a network without an earlier sign-in. */
const signIn = (body: unknown, address = `10.1.${networks >> 8}.${networks++ & 255}`) =>
  application.call({ method: 'POST', url: '/v2/sessions', body, headers: { 'x-forwarded-for': address } });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

/** A user with a password. */
async function person(values: Parameters<TestApplication['market']['user']>[0] = {}) {
  const id = await application.market.user(values);
  const [row] = await query('UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email', id, passwordHash);
  return { id, email: row.email as string };
}
const me = (as: string) => application.call({ url: '/v2/me', as });

describe('POST /v2/sessions', () => {
  it('returns a token that is valid for twelve hours, and the user', async () => {
    const { id, email } = await person();
    const { status, body } = await signIn({ email, password: PASSWORD });
    expect([status, body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^trb_[\w-]{43}$/),
        expires_at: '2030-01-02T00:00:00.000Z',
        user: (await me(body.token)).body,
      },
    ]);
    expect(body.user).toMatchObject({ id, email, roles: ['creator'] });
    clock = new Date('2030-01-01T23:59:59.999Z');
    expect((await me(body.token)).status).toBe(200);
    clock = new Date('2030-01-02T00:00:00.000Z');
    expect((await me(body.token)).status).toBe(401);
  });

  it('accepts the address in any letter case, and the password in any Unicode form', async () => {
    const { id, email } = await person({ email: 'Ärlig.Person@Example.test' });
    const composed = 'Åsö gården';
    await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, await hashPassword(composed.normalize('NFC')));
    const reply = await signIn({ email: email.toUpperCase(), password: composed.normalize('NFD') });
    expect([reply.status, reply.body.user.id]).toEqual([201, id]);
  });

  it('opens a separate session each time', async () => {
    const { email } = await person();
    const replies = await Promise.all([0, 1, 2].map(() => signIn({ email, password: PASSWORD })));
    expect(new Set(replies.map(({ body }) => body.token)).size).toBe(3);
  });

  it('stores neither the token nor the password, in any table', async () => {
    const { id, email } = await person();
    const { body } = await signIn({ email, password: PASSWORD });
    const [log] = await query(`SELECT * FROM audit_log WHERE actor_id = $1`, id);
    expect(log).toMatchObject({ action: 'session.opened', subject_kind: 'token', details: { by: 'password' } });
    const [token] = await query('SELECT id, purpose FROM tokens WHERE user_id = $1', id);
    expect(token).toEqual({ id: log.subject_id, purpose: 'session' });
    const texts = await query(`SELECT t::text FROM tokens t UNION ALL SELECT a::text FROM audit_log a`);
    expect(JSON.stringify(texts)).not.toContain(body.token.slice(12));
    expect(JSON.stringify(texts)).not.toContain(PASSWORD);
  });

  it('shows the last activity of the user', async () => {
    const { id, email } = await person();
    await signIn({ email, password: PASSWORD });
    expect(await query('SELECT last_active_at FROM users WHERE id = $1', id)).toEqual([{ last_active_at: clock }]);
  });

  it.each<[string, unknown, Record<string, RegExp>]>([
    ['nothing', {}, { email: /./, password: /./ }],
    ['no address', { email: 'x', password: 'x' }, { email: /e-mail address/ }],
    ['another type', { email: 1, password: 2 }, { email: /text/, password: /text/ }],
    ['an empty password', { email: 'a@b.se', password: '' }, { password: /empty/ }],
    ['a password of 257', { email: 'a@b.se', password: 'x'.repeat(257) }, { password: /at most 256/ }],
    ['a NUL', { email: 'a@b.se', password: 'a\0' }, { password: /NUL/ }],
    ['a field too many', { email: 'a@b.se', password: 'x', remember: true }, { remember: /./ }],
  ])('names the invalid field of %s', async (_what, body, faults) => {
    const reply = await signIn(body);
    const matching = Object.fromEntries(
      Object.entries(faults).map(([field, says]) => [field, [expect.stringMatching(says)]]),
    );
    expect([reply.status, reply.body.errors]).toEqual([422, matching]);
  });

  it('accepts a password of 256 characters', async () => {
    const { id, email } = await person();
    const long = '😀'.repeat(256);
    await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, await hashPassword(long));
    expect((await signIn({ email, password: long })).status).toBe(201);
  });
});

describe('Signing in is refused', () => {
  const refused = [401, { message: 'Unauthenticated.' }];

  it.each<[string, () => Promise<{ email: string; password: string }>]>([
    ['with another password', async () => ({ ...(await person()), password: `${PASSWORD}!` })],
    ['with the password in other letters', async () => ({ ...(await person()), password: PASSWORD.toUpperCase() })],
    ['with the hash', async () => ({ ...(await person()), password: passwordHash })],
    ['an unknown address', async () => ({ email: 'nobody@example.test', password: PASSWORD })],
    ['by what is only a pattern of the address', async () => ({ email: '%@example.test', password: PASSWORD })],
    [
      'who has no password',
      async () => {
        const user = await person();
        await query('UPDATE users SET password_hash = NULL WHERE id = $1', user.id);
        return { email: user.email, password: 'nobody has this password' };
      },
    ],
    [
      'who has been erased',
      async () => {
        const user = await person();
        await query('UPDATE users SET erased_at = now() WHERE id = $1', user.id);
        return { email: user.email, password: PASSWORD };
      },
    ],
  ])('%s, and the answer is the same', async (_who, made) => {
    const { email, password } = await made();
    const { status, body } = await signIn({ email, password });
    expect([status, body]).toEqual(refused);
  });

  it('while the password is being changed', async () => {
    const { id, email } = await person();
    const { db } = application.database;
    let signedIn: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE users SET password_hash = 'another' WHERE id = ${id}`);
      // The sign-in reads the old hash, which matches, and has to wait before it opens a session.
      const attempt = { email, password: PASSWORD, publicUrl: 'http://tributary.test', network: '192.0.2.77' };
      signedIn = signInUseCase({ db, now: () => clock, vault: TEST_VAULT }, attempt).catch((error) => error);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await query(waiting)).length === 0);
    });
    expect(await signedIn).toBeInstanceOf(Unauthenticated);
    expect(await query('SELECT FROM tokens WHERE user_id = $1', id)).toEqual([]);
  });
});

describe('A suspended user', () => {
  it('can sign in, and acts only for themself', async () => {
    const { id, email } = await person({ isAdmin: true, suspended: true });
    await application.market.member(cast.storeId, id);
    await application.market.representative(cast.agencyId, id);
    const { status, body } = await signIn({ email, password: PASSWORD });
    expect([status, body.user]).toMatchObject([
      201,
      { is_suspended: true, roles: ['creator'], stores: [], clients: [] },
    ]);
    const statusOf = async (url: string) => (await application.call({ url, as: body.token })).status;
    expect(await statusOf(`/v2/users/${id}/advertisers`)).toBe(200);
    expect(await statusOf(`/v2/users/${cast.ids.creator}/advertisers`)).toBe(404);
    expect(await statusOf(`/v2/users/${id}/tokens`)).toBe(403);
    expect(await statusOf(`/stores/${cast.storeId}/clients`)).toBe(403);
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', id);
    expect(await statusOf(`/v2/users/${cast.ids.creator}/advertisers`)).toBe(200);
  });
});

describe('DELETE /v2/sessions/current', () => {
  const signOut = (as?: string) =>
    application.call({ method: 'DELETE', url: '/v2/sessions/current', ...(as === undefined ? {} : { as }) });

  it('ends the token of the request, and no other', async () => {
    const { id, email } = await person();
    const [one, other] = await Promise.all([0, 1].map(async () => (await signIn({ email, password: PASSWORD })).body));
    expect(await signOut(one.token)).toMatchObject({ status: 204, body: null });
    expect((await me(one.token)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
    const actions = await query('SELECT action FROM audit_log WHERE actor_id = $1 ORDER BY id', id);
    expect(actions.map(({ action }) => action)).toEqual(['session.opened', 'session.opened', 'session.ended']);
  });

  it.each(ROLES)('ends an API token, too, for the role %s', async (role) => {
    const token = await application.tokenOf(cast.ids[role]);
    expect((await signOut(token)).status).toBe(204);
    expect((await signOut(token)).status).toBe(401);
    expect((await me(cast.tokens[role])).status).toBe(200);
  });

  it('succeeds for two concurrent requests', async () => {
    const token = await application.tokenOf(cast.ids.creator);
    const replies = await Promise.all(Array.from({ length: 8 }, () => signOut(token)));
    expect(replies.filter(({ status }) => ![204, 401].includes(status))).toEqual([]);
    expect(replies.map(({ status }) => status)).toContain(204);
    const ended = await query(
      `SELECT count(*) FROM audit_log WHERE action = 'token.revoked' AND subject_id IN (SELECT max(id) FROM tokens)`,
    );
    expect(ended).toEqual([{ count: 1 }]);
  });

  it('requires a token', async () => {
    expect(await signOut()).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
  });
});
