import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { hashPassword } from '../password.ts';
import { takeOver } from '../unproven-address.ts';

const PASSWORD = 'correct horse battery';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const hash = await hashPassword(PASSWORD);
beforeEach(() => takeMails(application.database));
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

let count = 0;
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({
    method,
    url,
    headers: { 'x-forwarded-for': `198.51.100.${++count % 250}` },
    ...(as === undefined ? {} : { as }),
    ...(body === undefined ? {} : { body }),
  });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const FACTOR = '/v2/me/second-factor/totp';

async function person(name: string, { isAdmin = false } = {}) {
  const email = `${name}@example.test`;
  const id = await application.market.user({ email, isAdmin });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, hash);
  const session = (await call('POST', '/v2/sessions', undefined, { email, password: PASSWORD })).body.token as string;
  return { id, email, session, token: await application.tokenOf(id) };
}
/** Computes the code as an authenticator app does, from the URL in the QR code. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.getTime() });
async function enroll(name: string, options?: { isAdmin?: boolean }) {
  const one = await person(name, options);
  const { secret } = (await call('POST', FACTOR, one.session)).body;
  const { recovery_codes } = (await call('PUT', FACTOR, one.session, { code: codeOf(secret) })).body;
  later(30);
  return { ...one, secret: secret as string, recovery: recovery_codes as string[] };
}
const signIn = (email: string, code?: string, password = PASSWORD) =>
  call('POST', '/v2/sessions', undefined, { email, password, ...(code === undefined ? {} : { code }) });

describe('A second factor', () => {
  it('is started, confirmed by a code, and required from then on', async () => {
    const { session, email, token } = await person('begins');
    const begun = await call('POST', FACTOR, session);
    expect(begun).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
    expect(begun.body.otpauth_url).toContain(`secret=${begun.body.secret}`);
    expect(begun.body.otpauth_url).toContain('issuer=Tributary');
    // The factor is not required before it is confirmed.
    expect((await signIn(email)).status).toBe(201);
    expect((await call('PUT', FACTOR, session, { code: '000000' })).body.errors).toHaveProperty('code');
    const confirmed = await call('PUT', FACTOR, session, { code: codeOf(begun.body.secret) });
    expect([confirmed.status, new Set(confirmed.body.recovery_codes).size]).toEqual([200, 10]);
    expect((await call('GET', '/v2/me/second-factor', session)).body).toEqual({
      totp: true,
      passkeys: 0,
      recovery_codes_left: 10,
    });
    expect((await takeMails(application.database)).map(({ to }) => to)).toEqual([email]);
    expect((await signIn(email)).body).toMatchObject({ status: 400, error: 'second_factor_required' });
    expect((await signIn(email, undefined, 'wrong')).status).toBe(401);
    expect((await call('POST', FACTOR, session)).body).toMatchObject({ error: 'second_factor_exists' });
    // API tokens remain valid.
    expect((await call('GET', '/v2/me', token)).status).toBe(200);
  });

  it('accepts a current code once, with a tolerance of half a minute', async () => {
    const { email, secret } = await enroll('once');
    const code = codeOf(secret);
    expect((await signIn(email, code)).status).toBe(201);
    expect((await signIn(email, code)).status).toBe(401);
    later(120);
    expect((await signIn(email, code)).status).toBe(401);
    const former = codeOf(secret);
    later(30);
    const now = codeOf(secret);
    expect((await signIn(email, `${former.slice(0, 3)} ${former.slice(3)}`)).status).toBe(201);
    expect((await signIn(email, now)).status).toBe(201);
    expect((await signIn(email, former)).status).toBe(401);
    later(60);
    const again = codeOf(secret);
    const statuses = (await Promise.all([signIn(email, again), signIn(email, again)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 401]);
  });

  it('can be replaced by a recovery code, once each', async () => {
    const { email, recovery, session } = await enroll('recovers');
    expect((await signIn(email, recovery[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
    expect((await signIn(email, recovery[0])).status).toBe(401);
    expect((await call('GET', '/v2/me/second-factor', session)).body.recovery_codes_left).toBe(9);
    const renewed = await call('POST', '/v2/me/second-factor/recovery-codes', session);
    expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([201, 10]);
    expect((await signIn(email, recovery[1])).status).toBe(401);
    expect((await signIn(email, renewed.body.recovery_codes[1])).status).toBe(201);
  });

  it('cannot be guessed: wrong codes count like wrong passwords', async () => {
    const { email, secret } = await enroll('guessed');
    const statuses = [];
    const from = (code: string) =>
      application.call({
        method: 'POST',
        url: '/v2/sessions',
        body: { email, password: PASSWORD, code },
        headers: { 'x-forwarded-for': '10.66.0.1' },
      });
    for (let guess = 0; guess < 11; guess++) statuses.push((await from(String(100_000 + guess))).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await from(codeOf(secret))).status).toBe(429);
    later(16 * 60);
    expect((await signIn(email, codeOf(secret))).status).toBe(201);
  });

  it('is removed by its owner, and no longer required', async () => {
    const { email, session } = await enroll('removes');
    expect((await call('DELETE', FACTOR, session)).status).toBe(204);
    expect((await call('DELETE', FACTOR, session)).status).toBe(404);
    expect((await call('POST', '/v2/me/second-factor/recovery-codes', session)).status).toBe(404);
    expect((await signIn(email)).status).toBe(201);
  });

  it('of another user is not accepted, and without one the reply is a 404', async () => {
    const [one, other] = [await enroll('first'), await enroll('second')];
    expect((await signIn(one.email, codeOf(other.secret))).status).toBe(401);
    expect((await signIn(one.email, other.recovery[0])).status).toBe(401);
    expect((await call('GET', '/v2/me/second-factor')).status).toBe(401);
    expect((await call('PUT', FACTOR, (await person('none')).session, { code: '123456' })).status).toBe(404);
  });

  it('of an account’s creator is removed when the owner of the mailbox takes it over', async () => {
    const { id } = await enroll('taken');
    await application.database.db.transaction((tx) => takeOver(tx, { userId: id, passwordHash: hash, at: new Date() }));
    expect((await signIn('taken@example.test')).status).toBe(201);
  });
});

describe('A sensitive action', () => {
  const mint = (as: string) => call('POST', '/v2/me/tokens', as, { name: 'x' });
  const confirm = (as: string, body: object) => call('POST', '/v2/sessions/current/confirmation', as, body);

  it('accepts a session that was authenticated recently', async () => {
    const { session, token } = await person('fresh');
    expect((await mint(session)).status).toBe(201);
    later(601);
    expect((await mint(session)).body).toMatchObject({ status: 403, error: 'fresh_authentication_required' });
    expect((await mint(token)).status).toBe(201);
    expect((await confirm(session, { password: 'wrong' })).body.errors).toHaveProperty('password');
    expect((await confirm(session, {})).body.errors).toHaveProperty('password');
    const { status, body } = await confirm(session, { password: PASSWORD });
    expect([status, body.fresh_until]).toEqual([200, new Date(clock.getTime() + 600_000).toISOString()]);
    expect((await mint(session)).status).toBe(201);
    expect((await confirm(token, { password: PASSWORD })).body).toMatchObject({ error: 'not_a_session' });
  });

  it('requires a code if there is a second factor', async () => {
    const { session, secret } = await enroll('codes');
    later(601);
    expect((await confirm(session, { password: PASSWORD })).body.errors).toHaveProperty('code');
    expect((await confirm(session, { code: codeOf(secret) })).status).toBe(200);
    expect((await mint(session)).status).toBe(201);
  });

  it('is refused to callers without permission before fresh authentication is required', async () => {
    const { session } = await person('creator');
    later(601);
    const { body } = await call('POST', '/v2/payments/periods/2030-04/close', session);
    expect(body).toMatchObject({ status: 403, error: 'forbidden' });
  });
});

describe('A marketplace that requires a second factor', () => {
  const settings = (as: string, body: object) => call('PATCH', '/v2/admin/account-settings', as, body);
  const users = (as: string) => call('GET', '/v2/admin/users', as);

  it('of administrators: only sessions with one may administer', async () => {
    const admin = await enroll('admin', { isAdmin: true });
    const without = await person('without', { isAdmin: true });
    const required = { second_factor_for_administrators: true };
    expect((await settings(without.session, required)).body).toMatchObject({ error: 'no_second_factor' });
    expect((await settings(admin.session, required)).body).toMatchObject(required);
    expect([(await users(admin.session)).status, (await users(without.session)).status]).toEqual([200, 403]);
    expect((await users(without.token)).status).toBe(200);
    const me = async (as: string) => (await call('GET', '/v2/me', as)).body;
    expect(await me(without.session)).toMatchObject({ second_factor_required: true, roles: ['creator'] });
    expect(await me(admin.session)).toMatchObject({ second_factor_required: false, roles: ['admin'] });
    // The reply to a sign-in names the same roles.
    const entered = await signIn(without.email);
    expect(entered.body.user).toMatchObject({ second_factor_required: true, roles: ['creator'] });
    // A program can send all settings back without a factor; it changes nothing.
    expect((await settings(without.token, required)).status).toBe(200);
    // They can add a second factor themselves.
    const { secret } = (await call('POST', FACTOR, without.session)).body;
    await call('PUT', FACTOR, without.session, { code: codeOf(secret) });
    expect((await users(without.session)).status).toBe(200);
    expect(await me(without.session)).toMatchObject({ second_factor_required: false, roles: ['admin'] });
    expect((await settings(admin.session, { second_factor_for_administrators: false })).status).toBe(200);
  });

  it('of members of stores: only sessions with one may act for a store', async () => {
    const admin = await person('requires', { isAdmin: true });
    const member = await person('member');
    const storeId = await application.market.store();
    await application.market.member(storeId, member.id);
    const stores = async (as: string) => (await call('GET', '/v2/me', as)).body.stores.length;
    expect(await stores(member.session)).toBe(1);
    await settings(admin.session, { second_factor_for_stores: true });
    expect([await stores(member.session), await stores(member.token)]).toEqual([0, 1]);
    expect((await call('GET', '/v2/me', member.session)).body.second_factor_required).toBe(true);
    expect((await call('GET', '/v2/me', admin.session)).body.second_factor_required).toBe(false);
    await settings(admin.session, { second_factor_for_stores: false });
  });
});

describe('Guessing the second factor with the right password', () => {
  it('is reported to the owner at the third wrong code, and ends at twenty a day', async () => {
    const { email, secret } = await enroll('guessed-often');
    await takeMails(application.database);
    for (let guess = 0; guess < 4; guess++) expect((await signIn(email, '000000')).status).toBe(401);
    const told = (await takeMails(application.database)).filter(({ text }) =>
      /wrong code of your second factor/.test(text),
    );
    expect(told.map(({ to }) => to)).toEqual([email]);
    await query(
      `UPDATE sign_in_failures SET failures = 20 WHERE failures = 4 AND window_ends_at > $1`,
      new Date(clock.getTime() + 3_600_000),
    );
    const stopped = await signIn(email, codeOf(secret));
    expect([stopped.status, Number(stopped.headers['retry-after']) > 3600]).toEqual([429, true]);
    later(86_400);
    expect((await signIn(email, codeOf(secret))).status).toBe(201);
  });
});
