import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { hashPassword } from '../password.ts';
import { purgeClients } from './clients.ts';

const PASSWORD = 'correct horse battery';
const RETURN = 'https://assistant.example/callback';
const RESOURCE = 'http://tributary.test/mcp';
const DAY_MS = 86_400_000;
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({
  now: () => clock,
  environment: { REGISTRATIONS_PER_HOUR: '1000' },
});
const { database, market } = application;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const mcp = (token: string) =>
  application.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });

async function form(url: string, fields: Record<string, string>) {
  const reply = await application.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

/** A person with a password and a fresh session. */
async function person() {
  const email = `${randomBytes(6).toString('hex')}@example.test`;
  const id = await market.user({ email });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, await hashPassword(PASSWORD));
  const session = await application.inPerson(await application.tokenOf(id));
  return { id, email, session };
}
type Person = Awaited<ReturnType<typeof person>>;

async function register(name = 'Claude', uris = [RETURN]) {
  const body = { client_name: name, redirect_uris: uris };
  return application.call({ method: 'POST', url: '/oauth/register', body });
}

/** A request of a new program, with the verifier of its challenge. */
async function ask(fields: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id: (await register()).body.client_id as string,
    redirect_uri: RETURN,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read links campaigns',
    state: 'a state',
    resource: RESOURCE,
  };
  return { verifier, request: Object.assign(request, fields) };
}

const check = (as: string | undefined, request: Record<string, string>) =>
  application.call({
    url: `/v2/me/grant-requests?${new URLSearchParams(request)}`,
    ...(as === undefined ? {} : { as }),
  });
const grant = (as: string, request: object, scopes = ['read']) =>
  application.call({
    method: 'POST',
    url: '/v2/me/grants',
    as,
    body: Object.assign({ scopes }, request),
    exactly: true,
  });

/** What a program needs to exchange its code. */
async function permitted(by: Person, { scopes = ['read'], fields = {} } = {}) {
  const { verifier, request } = await ask(fields);
  const { body } = await grant(by.session, request, scopes);
  const returned = new URL(body.granted_url);
  return {
    grant_type: 'authorization_code',
    code: returned.searchParams.get('code')!,
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    code_verifier: verifier,
    resource: RESOURCE,
  };
}

/** The tokens of a program that the person has permitted. */
async function tokens(by: Person, options?: Parameters<typeof permitted>[1]) {
  const fields = await permitted(by, options);
  const { body } = await form('/oauth/token', fields);
  return { access: body.access_token as string, refresh: body.refresh_token as string, client_id: fields.client_id };
}
const refresh = ({ refresh: token, client_id }: { refresh: string; client_id: string }, more = {}) =>
  form('/oauth/token', Object.assign({ grant_type: 'refresh_token', refresh_token: token, client_id }, more));
const REFUSED = { status: 400, body: { error: 'invalid_grant' } };

beforeEach(() => takeMails(database));

describe('The authorization server', () => {
  it('is found from the resource, and names its addresses', async () => {
    const refused = await application.call({ method: 'POST', url: '/mcp', body: {} });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer realm="Tributary", resource_metadata="http://tributary.test/.well-known/oauth-protected-resource/mcp"',
    );
    const resource = await application.call({ url: '/.well-known/oauth-protected-resource/mcp' });
    expect(resource.body).toMatchObject({ resource: RESOURCE, authorization_servers: ['http://tributary.test'] });
    const server = await application.call({ url: '/.well-known/oauth-authorization-server' });
    expect(server.body).toMatchObject({
      issuer: 'http://tributary.test',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['read', 'links', 'campaigns'],
    });
  });

  it('registers programs with https or loopback addresses only', async () => {
    const made = await register('Claude', [RETURN, 'http://127.0.0.1/callback']);
    expect(made).toMatchObject({ status: 201, body: { client_name: 'Claude', token_endpoint_auth_method: 'none' } });
    expect(made.body).not.toHaveProperty('client_secret');
    for (const uri of [
      'http://assistant.example/callback',
      'javascript:alert(1)',
      'myapp://callback',
      'https://user:password@assistant.example/',
      'https://assistant.example/#fragment',
      'https://assistant.example/ space',
      'http://127.0.0.1.assistant.example/',
      'not an address',
    ])
      expect([uri, (await register('x', [uri])).body.error]).toEqual([uri, 'invalid_redirect_uri']);
    expect((await register('x', [])).body.error).toBe('invalid_client_metadata');
    expect((await application.call({ method: 'POST', url: '/oauth/register', body: {} })).status).toBe(400);
  });

  it('keeps the name of a program as one short line without hidden characters', async () => {
    const name = `Tributary\nSupport\u202e\u200b\u{E0041} ${'x'.repeat(200)}`;
    expect((await register(name)).body.client_name).toBe(`TributarySupport ${'x'.repeat(43)}`);
    expect((await register('\u200b')).body).not.toHaveProperty('client_name');
  });

  it('limits registrations from one address', async () => {
    const limited = await createTestApplication({ database, environment: { REGISTRATIONS_PER_HOUR: '2' } });
    const statuses = [];
    for (let number = 0; number < 3; number += 1)
      statuses.push(
        (await limited.call({ method: 'POST', url: '/oauth/register', body: { redirect_uris: [RETURN] } })).status,
      );
    expect(statuses).toEqual([201, 201, 429]);
  });

  it('forgets registrations that nobody has permitted after a day, and keeps the others', async () => {
    const by = await person();
    const unused = (await register()).body.client_id;
    const used = await tokens(by);
    clock = new Date(clock.getTime() + 2 * DAY_MS);
    await purgeClients({ db: database.db, now: () => clock });
    const rows = await query('SELECT id FROM oauth_clients WHERE id = ANY ($1)', [unused, used.client_id]);
    expect(rows).toEqual([{ id: used.client_id }]);
    expect((await refresh(used)).status).toBe(200);
  });
});

describe('A permission of a program', () => {
  it('is asked for on a page of the console, which receives the request unchanged', async () => {
    const { headers, status } = await application.call({ url: '/oauth/authorize?state=1e5&scope=read+links&x=%26%23' });
    expect([status, headers['location']]).toEqual([
      302,
      'http://tributary.test/console/authorize#state=1e5&scope=read+links&x=%26%23',
    ]);
  });

  it('is given by the person, lists, refreshes and ends', async () => {
    const by = await person();
    const { verifier, request } = await ask();
    expect((await check(by.session, request)).body).toMatchObject({
      client: 'Claude',
      host: 'assistant.example',
      scopes: ['read', 'links', 'campaigns'],
      problem: null,
      refused_url: `${RETURN}?error=access_denied&state=a+state&iss=http%3A%2F%2Ftributary.test`,
    });
    const { status, body } = await grant(by.session, request, ['read', 'links']);
    expect(status).toBe(201);
    const returned = new URL(body.granted_url);
    expect(returned.origin + returned.pathname).toBe(RETURN);
    expect(Object.fromEntries(returned.searchParams)).toMatchObject({ state: 'a state', iss: 'http://tributary.test' });
    expect((await takeMails(database)).map(({ to }) => to)).toEqual([by.email]);
    const code = returned.searchParams.get('code')!;
    const { client_id, redirect_uri } = request;
    const fields = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: verifier };
    const first = await form('/oauth/token', fields);
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900, scope: 'read links' } });
    const access = first.body.access_token as string;
    expect((await mcp(access)).statusCode).toBe(200);
    const secrets = await query(
      `SELECT FROM tokens t, oauth_grants g WHERE t::text LIKE $1 OR g::text LIKE $2`,
      `%${access}%`,
      `%${code}%`,
    );
    expect(secrets).toEqual([]);
    const listed = (await application.call({ url: '/v2/me/grants', as: by.session })).body.data;
    expect(listed).toMatchObject([{ client: 'Claude', host: 'assistant.example', scopes: ['read', 'links'] }]);
    // Neither are they API tokens of the person.
    expect((await application.call({ url: '/v2/me/tokens', as: by.session })).body.data).toHaveLength(1);
    const next = await refresh({ refresh: first.body.refresh_token, client_id });
    expect(next).toMatchObject({ status: 200, body: { scope: 'read links' } });
    const stranger = await person();
    const url = `/v2/me/grants/${listed[0].id}`;
    expect((await application.call({ method: 'DELETE', url, as: stranger.session })).status).toBe(404);
    expect((await application.call({ method: 'DELETE', url, as: by.session })).status).toBe(204);
    expect((await mcp(next.body.access_token)).statusCode).toBe(401);
    expect(await refresh({ refresh: next.body.refresh_token, client_id })).toMatchObject(REFUSED);
    expect((await application.call({ url: '/v2/me/grants', as: by.session })).body.data).toEqual([]);
  });

  it('needs a session that was confirmed a short time ago', async () => {
    const by = await person();
    const { request } = await ask();
    expect((await check(undefined, request)).status).toBe(401);
    expect((await grant(await application.tokenOf(by.id), request)).body.error).toBe('not_a_session');
    clock = new Date(clock.getTime() + 3_600_000);
    expect((await grant(by.session, request)).body.error).toBe('fresh_authentication_required');
    const { access } = await tokens(await person());
    expect((await grant(access, request)).status).toBe(401);
  });

  it('never includes what the program did not ask for, or more than programs can have', async () => {
    const by = await person();
    const { request } = await ask({ scope: 'read' });
    const { body } = await grant(by.session, request, ['read', 'links']);
    expect(body.granted_url).toContain('code=');
    expect(await query('SELECT scopes FROM oauth_grants WHERE user_id = $1', by.id)).toEqual([{ scopes: ['read'] }]);
    const greedy = await ask({ scope: 'money administration orders' });
    expect((await check(by.session, greedy.request)).body).toMatchObject({ scopes: [], problem: 'invalid_scope' });
    expect((await grant(by.session, greedy.request, ['money'])).status).toBe(422);
    expect((await grant(by.session, greedy.request)).body.error).toBe('invalid_request');
  });

  it('is refused to an unknown program and to an address that was not registered', async () => {
    const by = await person();
    const foreign = await ask({ redirect_uri: 'https://mallory.example/callback' });
    for (const attempt of [check(by.session, foreign.request), grant(by.session, foreign.request)])
      expect((await attempt).body.error).toBe('invalid_redirect_uri');
    for (const redirect_uri of [`${RETURN}/more`, `${RETURN}?x=1`, 'https://assistant.example:444/callback']) {
      const { request } = await ask({ redirect_uri });
      expect([redirect_uri, (await check(by.session, request)).body.error]).toEqual([
        redirect_uri,
        'invalid_redirect_uri',
      ]);
    }
    const unknown = await ask({ client_id: 'trbc_unknown' });
    expect((await check(by.session, unknown.request)).body.error).toBe('invalid_client');
  });

  it('may return to any port of the computer of the person', async () => {
    const by = await person();
    const client = (await register('Local', ['http://127.0.0.1/callback'])).body.client_id;
    const { request } = await ask({ client_id: client, redirect_uri: 'http://127.0.0.1:49152/callback' });
    expect((await check(by.session, request)).body).toMatchObject({ host: null, problem: null });
    const other = await ask({ client_id: client, redirect_uri: 'http://127.0.0.1:49152/other' });
    expect((await check(by.session, other.request)).body.error).toBe('invalid_redirect_uri');
  });

  it('needs PKCE with S256, the code flow and this resource', async () => {
    const by = await person();
    for (const [fields, problem] of [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const { request } = await ask(fields);
      const { body } = await check(by.session, request);
      expect([fields, body.problem]).toEqual([fields, problem]);
      expect(body.refused_url).toContain(`error=${problem}`);
      expect((await grant(by.session, request)).body.error).toBe('invalid_request');
    }
  });
});

describe('A stolen code or token of a program', () => {
  it('is worthless without the verifier, and ends the permission', async () => {
    const by = await person();
    const fields = await permitted(by);
    const verifier = randomBytes(32).toString('base64url');
    expect(await form('/oauth/token', Object.assign({}, fields, { code_verifier: verifier }))).toMatchObject(REFUSED);
    expect(await form('/oauth/token', fields)).toMatchObject(REFUSED);
  });

  it('ends the permission when a code is used twice, also the tokens of its first use', async () => {
    const fields = await permitted(await person());
    const first = await form('/oauth/token', fields);
    expect(await form('/oauth/token', fields)).toMatchObject(REFUSED);
    expect((await mcp(first.body.access_token)).statusCode).toBe(401);
  });

  it('ends the permission when a refresh token is used twice, for the thief and for the program', async () => {
    const by = await person();
    const stolen = await tokens(by);
    const next = await refresh(stolen);
    expect(next.status).toBe(200);
    expect(await refresh(stolen)).toMatchObject(REFUSED);
    expect((await mcp(next.body.access_token)).statusCode).toBe(401);
    expect(await refresh({ refresh: next.body.refresh_token, client_id: stolen.client_id })).toMatchObject(REFUSED);
    const [entry] = await query(`SELECT details FROM audit_log WHERE action = 'grant.ended' ORDER BY id DESC LIMIT 1`);
    expect(entry.details).toMatchObject({ reason: 'refresh_token_used_twice', user_id: by.id });
  });

  it('gives one pair of tokens to concurrent exchanges at most', async () => {
    const fields = await permitted(await person());
    const replies = await Promise.all(Array.from({ length: 5 }, () => form('/oauth/token', fields)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('is refused for another program, address, or resource, and after its time', async () => {
    const by = await person();
    const client_id = (await register()).body.client_id;
    for (const [change, error] of [
      [{ client_id }, 'invalid_grant'],
      [{ redirect_uri: 'https://mallory.example/callback' }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const reply = await form('/oauth/token', Object.assign(await permitted(by), change));
      expect([change, reply.body.error]).toEqual([change, error]);
    }
    expect(await refresh(await tokens(by), { client_id })).toMatchObject(REFUSED);
    const late = await permitted(by);
    clock = new Date(clock.getTime() + 61_000);
    expect(await form('/oauth/token', late)).toMatchObject(REFUSED);
    const old = await tokens(await person());
    clock = new Date(clock.getTime() + 901_000);
    expect((await mcp(old.access)).statusCode).toBe(401);
    clock = new Date(clock.getTime() + 31 * DAY_MS);
    expect(await refresh(old)).toMatchObject(REFUSED);
  });

  it('opens nothing but the resource, and a refresh token opens nothing', async () => {
    const { access, refresh: token } = await tokens(await person());
    for (const url of ['/v2/me', '/v2/affiliate-links', '/v2/me/tokens'])
      expect([url, (await application.call({ url, as: access })).status]).toEqual([url, 401]);
    expect((await mcp(token)).statusCode).toBe(401);
    expect((await application.call({ url: '/v2/me', as: token })).status).toBe(401);
    await query(`UPDATE tokens SET resource = 'https://other.example/mcp' WHERE purpose = 'grant'`);
    expect((await mcp(access)).statusCode).toBe(401);
  });

  it('states each fault of a request for tokens as an OAuth error', async () => {
    for (const [fields, error] of [
      [{}, 'invalid_request'],
      [{ client_id: 'x', grant_type: 'password' }, 'unsupported_grant_type'],
      [{ client_id: 'x', grant_type: 'authorization_code' }, 'invalid_request'],
      [{ client_id: 'x', grant_type: 'refresh_token' }, 'invalid_request'],
      [{ client_id: 'x', grant_type: 'refresh_token', refresh_token: 'unknown' }, 'invalid_grant'],
    ] as const) {
      const reply = await form('/oauth/token', fields);
      expect([fields, reply.status, reply.body.error]).toEqual([fields, 400, error]);
    }
    expect((await form('/oauth/revoke', { token: 'unknown' })).status).toBe(200);
    expect((await form('/oauth/revoke', {})).body.error).toBe('invalid_request');
  });
});

describe('What a person permits to programs ends', () => {
  const isOpen = async (given: { access: string; refresh: string; client_id: string }) =>
    (await mcp(given.access)).statusCode === 200 || (await refresh(given)).status === 200;

  it('when a program gives a token back', async () => {
    const given = await tokens(await person());
    expect((await form('/oauth/revoke', { token: given.refresh })).status).toBe(200);
    expect(await isOpen(given)).toBe(false);
  });

  it('when the password changes, even if API tokens are kept, and a code that waits is void', async () => {
    const by = await person();
    const given = await tokens(by);
    const waiting = await permitted(by);
    const body = { current_password: PASSWORD, password: 'another horse battery 7', keep_tokens: true };
    const changed = await application.call({ method: 'PUT', url: '/v2/me/password', as: by.session, body });
    expect(changed.status).toBe(204);
    expect(await isOpen(given)).toBe(false);
    expect(await form('/oauth/token', waiting)).toMatchObject(REFUSED);
  });

  it('when the person signs out everywhere', async () => {
    const by = await person();
    const given = await tokens(by);
    const url = '/v2/me/sessions?keep_current=true';
    expect((await application.call({ method: 'DELETE', url, as: by.session })).status).toBe(204);
    expect(await isOpen(given)).toBe(false);
  });

  it('when the person is removed from a team', async () => {
    const [owner, by] = [await person(), await person()];
    const storeId = await market.store();
    await market.member(storeId, owner.id);
    await market.member(storeId, by.id);
    const given = await tokens(by);
    const url = `/v2/stores/${storeId}/team/${by.id}`;
    expect((await application.call({ method: 'DELETE', url, as: owner.session })).status).toBe(204);
    expect(await isOpen(given)).toBe(false);
  });

  it('when the account is erased', async () => {
    const [by, admin] = [await person(), await market.user({ isAdmin: true })];
    const given = await tokens(by);
    const as = await application.inPerson(await application.tokenOf(admin));
    const erased = await application.call({ method: 'POST', url: `/v2/admin/users/${by.id}/erase`, as });
    expect(erased.status).toBeLessThan(300);
    expect(await isOpen(given)).toBe(false);
    expect(await query('SELECT FROM oauth_grants WHERE user_id = $1', by.id)).toEqual([]);
  });
});
