import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { Authenticator } from '../../../../tests/harness/authenticator.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { hashPassword } from '../password.ts';
import { relyingPartyOf } from './relying-party.ts';

const ORIGIN = 'http://tributary.test';
const PASSWORD = 'correct horse battery';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock, publicUrl: ORIGIN });
const hash = await hashPassword(PASSWORD);
beforeEach(() => takeMails(application.database));
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

let count = 0;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({
    method,
    url,
    headers: { 'x-forwarded-for': `198.51.100.${++count % 250}` },
    ...(as === undefined ? {} : { as }),
    ...(body === undefined ? {} : { body }),
  });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

async function person(name: string) {
  const email = `${name}@example.test`;
  const id = await application.market.user({ email });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, hash);
  const session = (await call('POST', '/v2/sessions', undefined, { email, password: PASSWORD })).body.token as string;
  return { id, email, session };
}
const start = async (session: string) => (await call('POST', '/v2/me/passkeys/challenges', session)).body;
const register = (session: string, response: object, name = 'Laptop') =>
  call('POST', '/v2/me/passkeys', session, { name, response });
const challenge = async () => (await call('POST', '/v2/passkeys/challenges')).body;
const signIn = (response: object) => call('POST', '/v2/sessions/passkey', undefined, { response });

async function withPasskey(name: string) {
  const one = await person(name);
  const authenticator = new Authenticator(ORIGIN);
  const { body } = await register(one.session, authenticator.create(await start(one.session)));
  return { ...one, authenticator, passkey: body.passkey.id as number, recovery: body.recovery_codes as string[] };
}

describe('A passkey', () => {
  it('is registered, listed, renamed and removed by its owner, who is notified', async () => {
    const { session, email } = await person('registers');
    const authenticator = new Authenticator(ORIGIN);
    const options = await start(session);
    expect(options).toMatchObject({ rp: { id: 'tributary.test' }, user: { name: email }, excludeCredentials: [] });
    const registered = await register(session, authenticator.create(options));
    expect(registered).toMatchObject({ status: 201, body: { passkey: { name: 'Laptop', last_used_at: null } } });
    expect(registered.body.recovery_codes).toHaveLength(10);
    expect((await start(session)).excludeCredentials).toMatchObject([{ id: authenticator.credentialId }]);
    const url = `/v2/me/passkeys/${registered.body.passkey.id}`;
    expect((await call('PATCH', url, session, { name: ' ' })).body.errors).toHaveProperty('name');
    expect((await call('PATCH', url, session, { name: 'Telephone' })).body).toMatchObject({ name: 'Telephone' });
    const { session: other } = await person('stranger-to-it');
    expect((await call('PATCH', url, other, { name: 'Mine' })).status).toBe(404);
    expect((await call('DELETE', url, other)).status).toBe(404);
    expect((await call('GET', '/v2/me/passkeys', other)).body.data).toEqual([]);
    expect((await call('GET', '/v2/me/passkeys', session)).body.data).toMatchObject([{ name: 'Telephone' }]);
    expect((await call('GET', '/v2/me/second-factor', session)).body).toEqual({
      totp: false,
      passkeys: 1,
      recovery_codes_left: 10,
    });
    expect((await call('DELETE', url, session)).status).toBe(204);
    expect((await call('GET', '/v2/me/second-factor', session)).body).toMatchObject({ recovery_codes_left: 0 });
    expect((await takeMails(application.database)).map(({ to }) => to)).toEqual([email, email]);
  });

  it('is added only in a fresh session', async () => {
    const { id, session } = await person('stale');
    const url = '/v2/me/passkeys/challenges';
    const byToken = { method: 'POST', url, as: await application.tokenOf(id), exactly: true } as const;
    expect((await application.call(byToken)).body).toMatchObject({ error: 'not_a_session' });
    const options = await start(session);
    later(601);
    expect((await register(session, new Authenticator(ORIGIN).create(options))).body).toMatchObject({
      error: 'fresh_authentication_required',
    });
    expect((await call('GET', '/v2/me/passkeys')).status).toBe(401);
  });

  it('signs in alone, as a sign-in with two factors', async () => {
    const { authenticator, email } = await withPasskey('signs-in');
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'tributary.test', userVerification: 'required' });
    const session = await signIn(authenticator.get(options));
    expect(session).toMatchObject({ status: 201, body: { user: { email } } });
    const [token] = await query(`SELECT second_factor FROM tokens WHERE id = (SELECT max(id) FROM tokens)`);
    expect(token).toEqual({ second_factor: true });
    expect((await call('GET', '/v2/me/passkeys', session.body.token)).body.data).toMatchObject([
      { last_used_at: clock.toISOString() },
    ]);
  });

  it('stores the console’s session in a cookie, only for our own pages', async () => {
    const { authenticator } = await withPasskey('console');
    const send = async (headers: Record<string, string>) =>
      application.call({
        method: 'POST',
        url: '/v2/sessions/console/passkey',
        headers,
        body: { response: authenticator.get(await challenge()) },
      });
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const reply = await send({ 'sec-fetch-site': 'same-origin' });
    expect([reply.status, String(reply.headers['set-cookie'])]).toEqual([201, expect.stringContaining('HttpOnly')]);
    expect(reply.body).not.toHaveProperty('token');
  });

  it('is a second factor beside the password, and recovery codes replace it', async () => {
    const { authenticator, email, recovery } = await withPasskey('second');
    const byPassword = (more: object) =>
      call('POST', '/v2/sessions', undefined, { email, password: PASSWORD, ...more });
    expect((await byPassword({})).body).toMatchObject({ error: 'second_factor_required' });
    expect((await byPassword({ passkey: authenticator.get(await challenge()) })).status).toBe(201);
    const { authenticator: foreign } = await withPasskey('second-foreign');
    expect((await byPassword({ passkey: foreign.get(await challenge()) })).status).toBe(401);
    expect((await byPassword({ code: recovery[0] })).status).toBe(201);
    expect((await byPassword({ code: recovery[0] })).status).toBe(401);
  });

  it('confirms a session', async () => {
    const { authenticator, session } = await withPasskey('confirms');
    later(601);
    const confirm = (passkey: object) => call('POST', '/v2/sessions/current/confirmation', session, { passkey });
    const { authenticator: foreign } = await withPasskey('confirms-foreign');
    expect((await confirm(foreign.get(await challenge()))).body.errors).toHaveProperty('passkey');
    expect((await call('POST', '/v2/me/passkeys/challenges', session)).status).toBe(403);
    expect((await confirm(authenticator.get(await challenge()))).status).toBe(200);
    expect((await call('POST', '/v2/me/passkeys/challenges', session)).status).toBe(201);
  });
});

describe('Refused are', () => {
  it('challenges that are replayed, expired, invented, or issued for another purpose', async () => {
    const { authenticator, session } = await withPasskey('challenges');
    const options = await challenge();
    const answer = authenticator.get(options);
    expect((await signIn(answer)).status).toBe(201);
    expect((await signIn(answer)).status).toBe(401);
    expect((await signIn(authenticator.get(options))).status).toBe(401);
    const old = await challenge();
    later(301);
    expect((await signIn(authenticator.get(old))).status).toBe(401);
    expect((await signIn(authenticator.get({ challenge: 'bWFkZS11cA' }))).status).toBe(401);
    const { session: other } = await person('challenges-other');
    expect((await signIn(authenticator.get(await start(other)))).status).toBe(401);
    // Invalid challenges: of another user, of a sign-in, and already used.
    const refusal = { status: 422, body: { errors: { response: [expect.any(String)] } } };
    const fresh = new Authenticator(ORIGIN);
    const [mine, theirs] = [await start(other), await start((await person('challenges-third')).session)];
    expect(await register(other, fresh.create(theirs))).toMatchObject(refusal);
    expect(await register(other, fresh.create({ ...mine, ...(await challenge()) }))).toMatchObject(refusal);
    expect((await register(other, fresh.create(mine))).status).toBe(201);
    expect(await register(other, new Authenticator(ORIGIN).create(mine))).toMatchObject(refusal);
    expect(session).toBeDefined();
  });

  it('all but one of several concurrent responses to one challenge', async () => {
    const { authenticator } = await withPasskey('at-once');
    const options = await challenge();
    const answers = Array.from({ length: 6 }, () => authenticator.get(options));
    const statuses = (await Promise.all(answers.map(signIn))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });

  it('other origins, people who were not verified, copies, and signatures of other keys', async () => {
    const { session } = await person('origins');
    const elsewhere = new Authenticator('https://evil.test');
    expect((await register(session, elsewhere.create(await start(session)))).status).toBe(422);
    const { authenticator } = await withPasskey('origins-known');
    authenticator.verifies = false;
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(401);
    authenticator.verifies = true;
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(201);
    authenticator.rewind();
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(401);
    const { authenticator: other } = await withPasskey('origins-other');
    const forged = other.get(await challenge());
    expect(
      (await signIn({ ...forged, id: authenticator.credentialId, rawId: authenticator.credentialId })).status,
    ).toBe(401);
  });

  it('an invalid body, and a passkey of an erased account', async () => {
    expect((await call('POST', '/v2/sessions/passkey', undefined, { response: {} })).status).toBe(422);
    const { authenticator, id } = await withPasskey('erased');
    const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));
    expect((await call('POST', `/v2/admin/users/${id}/erase`, admin)).status).toBe(200);
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(401);
  });
});

describe('The relying party', () => {
  it('is the host of the public address, or localhost for a loopback address', () => {
    expect(relyingPartyOf('https://market.example')).toEqual({
      id: 'market.example',
      origins: ['https://market.example'],
    });
    expect(relyingPartyOf('http://127.0.0.1:3000')).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] });
    expect(() => relyingPartyOf('http://192.0.2.7')).toThrow('host name');
  });
});
