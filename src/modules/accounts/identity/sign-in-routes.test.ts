import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { startIdentityProvider } from '../../../../tests/harness/identity-provider.ts';
import { CLIENT, CLIENT_SECRET, CONFIDENTIAL_CLIENT } from '../../../../tests/harness/oidc.ts';
import { SIGNATURE_ALGORITHMS } from '../../../platform/auth/identity-provider.ts';
import { createIdentitySignIn, type IdentitySignInOptions } from '../../../platform/auth/identity-sign-in.ts';

const URL_OF_OURS = 'http://tributary.test';
const CALLBACK = '/v2/sessions/identity/callback';

const signInWith = (options: Partial<IdentitySignInOptions> = {}) =>
  createIdentitySignIn({
    issuer: idp.issuer,
    jwksUrl: null,
    algorithms: SIGNATURE_ALGORITHMS,
    clientId: CLIENT,
    clientSecret: null,
    name: 'Example ID',
    replyTimeoutMs: 30_000,
    ...options,
  });

const idp = await startIdentityProvider([`${URL_OF_OURS}${CALLBACK}`]);
const application = await createTestApplication({ publicUrl: URL_OF_OURS, identitySignIn: signInWith() });

const pairOf = (line: string) => line.split(';', 1)[0]!;
/** Starts a sign-in as a browser does. */
async function start(to?: string, { app } = application) {
  const url = `/v2/sessions/identity${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`;
  const reply = await app.inject({ url });
  return { reply, location: String(reply.headers.location), cookie: pairOf(String(reply.headers['set-cookie'])) };
}
/**
 * Signs in at the provider as a person, until it sends the browser back.
 * @returns the path and query of the answer
 */
async function atProvider(location: string, sub: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = `${location}&login_hint=${sub}`;
  while (!next.startsWith(URL_OF_OURS)) {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    const reply = await fetch(next, { redirect: 'manual', headers });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    next = new URL(reply.headers.get('location')!, next).href;
  }
  return next.slice(URL_OF_OURS.length);
}
const callBack = (url: string, cookie?: string, { app } = application) =>
  app.inject({ url, headers: cookie === undefined ? {} : { cookie } });
const known = async (sub: string) => {
  const email = `${sub}@example.test`;
  idp.accounts.set(sub, { id: sub, email, email_verified: true });
  return { email, id: await application.market.user({ email }) };
};

describe('Signing in at the identity provider', () => {
  it('is offered where it is configured', async () => {
    expect((await application.call({ url: '/v2/sign-in-options' })).body.identity).toEqual({ name: 'Example ID' });
    const { reply, location } = await start();
    expect([reply.statusCode, location.startsWith(`${idp.issuer}/auth?`)]).toEqual([302, true]);
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toMatchObject({ response_type: 'code', client_id: CLIENT, code_challenge_method: 'S256' });
    expect([asked.state, asked.nonce, asked.code_challenge].map((text) => text?.length)).toEqual([43, 43, 43]);
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i);
  });

  it('opens the console’s session, and leads to the requested page', async () => {
    const { id } = await known('comes');
    const { location, cookie } = await start('/console/creator/links?page=2');
    const reply = await callBack(await atProvider(location, 'comes'), cookie);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, `${URL_OF_OURS}/console/creator/links?page=2`]);
    const cookies = [reply.headers['set-cookie']].flat().map(String);
    const session = cookies.map(pairOf).find((pair) => pair.startsWith('tributary_session='))!;
    const me = await application.app.inject({
      url: '/v2/me',
      headers: { cookie: session, 'sec-fetch-site': 'same-origin' },
    });
    expect(me.json()).toMatchObject({ id });
    expect(cookies.find((line) => line.startsWith('tributary_identity='))).toContain('Max-Age=0');
  });

  it('works as a client with a secret', async () => {
    const identitySignIn = signInWith({ clientId: CONFIDENTIAL_CLIENT, clientSecret: CLIENT_SECRET });
    const second = await createTestApplication({
      publicUrl: URL_OF_OURS,
      identitySignIn,
      database: application.database,
    });
    await known('secret');
    const { location, cookie } = await start(undefined, second);
    const reply = await callBack(await atProvider(location, 'secret'), cookie, second);
    expect(reply.headers.location).toBe(`${URL_OF_OURS}/console`);
  });

  it('redirects to no other site', async () => {
    await known('wanders');
    for (const to of [
      'https://evil.test/console',
      '//evil.test/console',
      '/console/../../x',
      '/consolex',
      '/console/..//evil.test',
      '/\\evil.test',
    ]) {
      const { location, cookie } = await start(to);
      const reply = await callBack(await atProvider(location, 'wanders'), cookie);
      const target = new URL(String(reply.headers.location));
      expect([to, target.origin]).toEqual([to, URL_OF_OURS]);
    }
  });

  it('creates no user', async () => {
    idp.accounts.set('unknown', { id: 'unknown', email: 'unknown@example.test', email_verified: true });
    const { location, cookie } = await start();
    const reply = await callBack(await atProvider(location, 'unknown'), cookie);
    expect(reply.headers.location).toBe(`${URL_OF_OURS}/console/sign-in?failed=no_account`);
  });
});

describe('Where the operator lets people of a domain become users', () => {
  const open = (newUsersOf: readonly string[]) =>
    createTestApplication({
      publicUrl: URL_OF_OURS,
      identitySignIn: signInWith(),
      newUsersOf,
      database: application.database,
    });
  /** Where a person's sign-in ends, and whether there is an account afterwards. */
  async function comes(there: typeof application, account: { id: string; email: string; email_verified?: boolean }) {
    idp.accounts.set(account.id, account);
    const { location, cookie } = await start(undefined, there);
    const reply = await callBack(await atProvider(location, account.id), cookie, there);
    const { rows } = await there.database.pool.query('SELECT * FROM users WHERE identity_id = $1', [account.id]);
    return { to: String(reply.headers.location).slice(URL_OF_OURS.length), users: rows };
  }

  it('a verified person of it becomes a creator, once, and nobody else does', async () => {
    const there = await open(['staff.example']);
    for (const _ of [1, 2]) {
      const { to, users } = await comes(there, { id: 'new', email: 'New@Staff.example', email_verified: true });
      expect(to).toBe('/console');
      expect(users).toMatchObject([{ email: 'New@Staff.example', email_unproven: false, is_admin: false }]);
      expect(users[0]).toMatchObject({ suspended_at: null, agency_id: null });
    }
    for (const [id, email, verified] of [
      ['unproven', 'unproven@staff.example', false],
      ['other', 'other@example.test', true],
      ['below', 'below@mail.staff.example', true],
      ['ends', 'ends@otherstaff.example', true],
      ['quoted', '"a@staff.example"@evil.example', true],
    ] as const) {
      const found = await comes(there, { id, email, email_verified: verified });
      expect([id, found]).toEqual([id, { to: '/console/sign-in?failed=no_account', users: [] }]);
    }
  });

  it('a new creator waits for approval where creators do, and `*` admits every verified address', async () => {
    const there = await open(['*']);
    const settings = (approve: boolean) =>
      there.database.pool.query('UPDATE account_settings SET approve_creators = $1', [approve]);
    await settings(true);
    const { to, users } = await comes(there, { id: 'waits', email: 'waits@anywhere.example', email_verified: true });
    await settings(false);
    expect(to).toBe('/console');
    expect(users).toMatchObject([{ awaits_approval: true, suspended_at: expect.any(Date) }]);
  });

  it('a person whose address is an administrator’s gets neither the account nor another one', async () => {
    const there = await open(['staff.example']);
    await there.market.user({ email: 'boss@staff.example', isAdmin: true });
    const found = await comes(there, { id: 'boss', email: 'boss@staff.example', email_verified: true });
    expect(found).toEqual({ to: '/console/sign-in?failed=email_taken', users: [] });
  });
});

describe('Refused are', () => {
  const REFUSED = `${URL_OF_OURS}/console/sign-in?failed=sign_in_refused`;
  const sessionIn = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers['set-cookie']).includes('tributary_session=');

  it('replies with an error to another browser, another state, or a replay', async () => {
    await known('state');
    const [mine, other] = [await start(), await start()];
    const answer = await atProvider(mine.location, 'state');
    for (const cookie of [undefined, other.cookie, 'tributary_identity=bm90IG91cnM', 'tributary_identity=%%%']) {
      const reply = await callBack(answer, cookie);
      expect([cookie, reply.headers.location, sessionIn(reply)]).toEqual([cookie, REFUSED, false]);
    }
    const replaced = answer.replace(/state=[^&]+/, `state=${new URL(other.location).searchParams.get('state')}`);
    // The code belongs to another PKCE secret.
    expect((await callBack(replaced, other.cookie)).headers.location).toBe(REFUSED);
    const fresh = await start();
    const once = await atProvider(fresh.location, 'state');
    expect((await callBack(once, fresh.cookie)).headers.location).toBe(`${URL_OF_OURS}/console`);
    expect((await callBack(once, fresh.cookie)).headers.location).toBe(REFUSED);
  });

  it('a refusal of the provider, and a code that it did not give', async () => {
    const { location, cookie } = await start();
    const state = new URL(location).searchParams.get('state');
    expect((await callBack(`${CALLBACK}?error=access_denied&state=${state}`, cookie)).headers.location).toBe(REFUSED);
    expect((await callBack(`${CALLBACK}?code=guessed&state=${state}`, cookie)).headers.location).toBe(REFUSED);
  });

  it('ID tokens of another nonce, audience, issuer, party or time', async () => {
    await known('tokens');
    const nonceOf = (location: string) => new URL(location).searchParams.get('nonce')!;
    const attempt = async (claims: (nonce: string) => Record<string, unknown>) => {
      const { location, cookie } = await start();
      const usual = { aud: CLIENT, sub: 'tokens', email: 'tokens@example.test', email_verified: true };
      const idToken = await idp.sign({ ...usual, nonce: nonceOf(location), ...claims(nonceOf(location)) });
      const end = idp.answerAt('/token', (_, res) => {
        res.setHeader('content-type', 'application/json');
        res.end(JSON.stringify({ id_token: idToken }));
      });
      const state = new URL(location).searchParams.get('state');
      const reply = await callBack(`${CALLBACK}?code=any&state=${state}`, cookie);
      end();
      return reply.headers.location;
    };
    expect(await attempt(() => ({}))).toBe(`${URL_OF_OURS}/console`);
    const past = Math.floor(Date.now() / 1000) - 3600;
    const forged: Record<string, unknown>[] = [
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'https://another.test' },
      { aud: [CLIENT, 'another'] },
      { azp: 'another' },
      { iss: 'https://another.test' },
      { exp: past },
    ];
    for (const claims of forged) expect([claims, await attempt(() => claims)]).toEqual([claims, REFUSED]);
  });

  it('all while the provider does not reply, and without a provider', async () => {
    const end = idp.answerAt('/token', (_, res) => {
      res.statusCode = 503;
      res.end();
    });
    const { location, cookie } = await start();
    const state = new URL(location).searchParams.get('state');
    const reply = await callBack(`${CALLBACK}?code=any&state=${state}`, cookie);
    end();
    expect(reply.headers.location).toBe(`${URL_OF_OURS}/console/sign-in?failed=provider_unavailable`);
    const without = await createTestApplication({ database: application.database });
    expect((await without.call({ url: '/v2/sessions/identity' })).status).toBe(404);
    expect((await without.call({ url: CALLBACK })).status).toBe(404);
    expect((await without.call({ url: '/v2/sign-in-options' })).body.identity).toBeNull();
  });
});
