import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { hashPassword } from '../password.ts';

const PASSWORD = 'a password of 2030';
const OWN = { 'sec-fetch-site': 'same-origin' };

let clock = new Date('2030-01-01T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const id = await application.market.user();
const { rows } = await application.database.pool.query(
  'UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email',
  [id, await hashPassword(PASSWORD)],
);
const email = rows[0].email;

const signIn = (headers: Record<string, string>, body: object = { email, password: PASSWORD }, app = application) =>
  app.call({ method: 'POST', url: '/v2/sessions/console', body, headers });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]!;
const me = (headers: Record<string, string>) => application.call({ url: '/v2/me', headers });

describe('the console’s session', () => {
  it('is a cookie that scripts cannot read and other sites do not send, and never a token in the reply', async () => {
    const { status, body, headers } = await signIn(OWN);
    expect([status, body]).toEqual([
      201,
      { expires_at: '2030-01-02T00:00:00.000Z', user: expect.objectContaining({ email }) },
    ]);
    expect(headers['set-cookie']).toMatch(
      /^tributary_session=trb_[\w-]{43}; Path=\/; Expires=Thu, 31 Jan 2030 12:00:00 GMT; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is bound to the host and to https where we are known by https', async () => {
    const secure = await createTestApplication({ publicUrl: 'https://links.example', database: application.database });
    const { headers } = await signIn(OWN, undefined, secure);
    expect(headers['set-cookie']).toMatch(/^__Host-tributary_session=trb_[\w-]{43}; Path=\/; .*Secure/);
    const cookie = cookieOf(headers);
    const reply = await secure.call({ url: '/v2/me', headers: { cookie, ...OWN } });
    expect(reply.status).toBe(200);
    // The cookie without a prefix is not accepted there, because any page of the network could have set it.
    const plain = cookie.replace('__Host-', '');
    expect((await secure.call({ url: '/v2/me', headers: { cookie: plain, ...OWN } })).status).toBe(401);
  });

  it.each([
    ['a page of ours, as the browser says', OWN, 200],
    ['a page of ours where browsers do not say it', { 'x-tributary-console': '1' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 401],
    ['a neighbour of our domain', { 'sec-fetch-site': 'same-site' }, 401],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }, 401],
    ['another site with our header', { 'sec-fetch-site': 'cross-site', 'x-tributary-console': '1' }, 401],
  ])('counts for requests of %s: %j', async (_who, headers, status) => {
    const cookie = cookieOf((await signIn(OWN)).headers);
    expect((await me({ cookie: `other=1; ${cookie}`, ...headers })).status).toBe(status);
  });

  it('lets a browser without fetch metadata read, and write only with our header', async () => {
    const cookie = cookieOf((await signIn(OWN)).headers);
    expect((await me({ cookie })).status).toBe(200);
    const signOut = { method: 'DELETE', url: '/v2/sessions/current' } as const;
    expect((await application.call({ ...signOut, headers: { cookie } })).status).toBe(401);
    expect((await application.call({ ...signOut, headers: { cookie, 'x-tributary-console': '1' } })).status).toBe(204);
  });

  it('is overridden by a token in the header, valid or invalid', async () => {
    const cookie = cookieOf((await signIn(OWN)).headers);
    const other = await application.market.user();
    const reply = await me({ cookie, ...OWN, authorization: await application.tokenOf(other) });
    expect(reply.body.id).toBe(other);
    expect((await me({ cookie, ...OWN, authorization: 'trb_wrong' })).status).toBe(401);
  });

  it('starts only from our own page: another site cannot sign a user in', async () => {
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, headers: answered } = await signIn(headers);
      expect([status, answered['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('does not begin with a wrong password, and names a missing field', async () => {
    expect((await signIn(OWN, { email, password: 'another' })).status).toBe(401);
    expect((await signIn(OWN, { email })).body.errors).toHaveProperty('password');
  });

  it('ends with signing out, and the cookie with it', async () => {
    const cookie = cookieOf((await signIn(OWN)).headers);
    const out = await application.call({
      method: 'DELETE',
      url: '/v2/sessions/current',
      headers: { cookie, ...OWN },
    });
    expect([out.status, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Expires=Thu, 01 Jan 1970')]);
    expect((await me({ cookie, ...OWN })).status).toBe(401);
  });

  it('ends after twelve hours', async () => {
    const cookie = cookieOf((await signIn(OWN)).headers);
    clock = new Date('2030-01-02T00:00:00.000Z');
    expect((await me({ cookie, ...OWN })).status).toBe(401);
    clock = new Date('2030-01-01T12:00:00.000Z');
  });
});

describe('GET /v2/sign-in-options', () => {
  it('names no user without a demo', async () => {
    const { status, body } = await application.call({ url: '/v2/sign-in-options' });
    expect([status, body]).toEqual([200, { demo: [], identity: null, terms: [] }]);
  });

  it('names the demo’s people, who can sign in', async () => {
    const person = { role: 'creator', name: 'A Creator', email, password: PASSWORD } as const;
    const demo = await createTestApplication({ database: application.database, demoSignIns: async () => [person] });
    const { body } = await demo.call({ url: '/v2/sign-in-options' });
    expect(body).toEqual({ demo: [person], identity: null, terms: [] });
  });
});
