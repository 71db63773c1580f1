import { request as send } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createSandboxScene } from '../../tests/harness/sandboxes.ts';

let now = () => new Date();
const scene = await createSandboxScene({
  environment: { SANDBOX_URL: 'http://sandboxes.test' },
  now: () => now(),
});
const { database, owner, app } = scene;
const PLATFORM = 'http://tributary.test';
const made = await scene.make();
const other = await scene.make({ shape: 'empty' });
const base = `/sandboxes/${made.id}`;
const session = await scene.inPerson(owner);

interface Options {
  host?: string;
  as?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** A request to one of the two hosts; by default to that of sandboxes. */
function ask(method: string, path: string, { host = 'sandboxes.test', as, headers = {}, form }: Options = {}) {
  const body = form === undefined ? null : new URLSearchParams(form).toString();
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const sent = send(`${scene.origin}${path}`, {
      method,
      headers: {
        host,
        ...(as === undefined ? {} : { authorization: as }),
        ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', async (reply) => {
      let text = '';
      for await (const chunk of reply) text += chunk;
      resolve({ status: reply.statusCode!, headers: reply.headers, text });
    });
    sent.end(body);
  });
}

const codeFor = async (id = made.id, as = session) => {
  const reply = await scene.call({ method: 'POST', url: `/v2/sandboxes/${id}/sessions`, as, exactly: true });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body as { url: string; code: string; expires_at: string };
};
const exchange = (code: string, { id = made.id, headers = {} as Record<string, string> } = {}) =>
  ask('POST', `/sandboxes/${id}/session`, { form: { code }, headers: { origin: PLATFORM, ...headers } });
const cookieOf = (reply: Awaited<ReturnType<typeof ask>>) => String(reply.headers['set-cookie']).split(';')[0]!;
const enter = async (id = made.id, as = session) => cookieOf(await exchange((await codeFor(id, as)).code, { id }));

/** Whether redirects of the sandbox are followed for a cookie, which they are for its owner. */
async function isOwner(cookie: string, id = made.id): Promise<boolean> {
  const reply = await ask('GET', `/sandboxes/${id}/r/${await linkCode()}`, { headers: { cookie } });
  return reply.status === 302;
}

let code: string | null = null;
async function linkCode(): Promise<string> {
  if (code !== null) return code;
  const path = `/v2/affiliate-links/${made.ids.affiliate_link}`;
  const link = await ask('GET', path, { as: made.tokens.creator, host: 'tributary.test' });
  code = link.text.match(
    /http:\\?\/\\?\/sandboxes\.test\\?\/sandboxes\\?\/[a-z0-9]{12}\\?\/r\\?\/([A-Za-z0-9_-]+)/,
  )![1]!;
  return code;
}

describe('With a host of their own, sandboxes', () => {
  it('state it as their address, and the host of the marketplace sends readers there', async () => {
    expect(made.public_url).toBe(`http://sandboxes.test${base}`);
    for (const method of ['GET', 'HEAD']) {
      const reply = await ask(method, `${base}//evil.example/?to=https://evil.example`, { host: 'tributary.test' });
      expect(reply.status).toBe(302);
      expect(reply.headers.location).toBe(`http://sandboxes.test${base}//evil.example/?to=https://evil.example`);
    }
    const written = await ask('POST', `${base}/v2/sign-up`, { host: 'tributary.test', form: {} });
    expect([written.status, JSON.parse(written.text).error]).toEqual([400, 'sandbox_elsewhere']);
    expect(written.text).toContain('http://sandboxes.test');
  });

  it('are all that this host serves', async () => {
    const link = await scene.market.link({ userId: scene.ownerId, storeId: await scene.market.store() });
    const console = { cookie: `tributary_session=${session}`, 'x-tributary-console': '1' };
    for (const path of [
      '/',
      '/console',
      '/console/sign-in',
      '/docs',
      '/v2/me',
      '/v2/health',
      '/metrics',
      `/r/${link.code}`,
      '/files/x',
      '/nothing',
    ]) {
      const reply = await ask('GET', path, { headers: console });
      expect(reply.status, path).toBe(404);
      expect(reply.headers['content-type'], path).toMatch(/json/);
      expect(reply.headers['set-cookie'], path).toBeUndefined();
    }
    expect((await ask('GET', '/v2/me', { as: owner })).status).toBe(404);
    expect((await ask('POST', '/v2/sessions/console', { headers: console })).status).toBe(404);
    expect((await ask('GET', `/r/${link.code}`, { host: 'tributary.test' })).status).toBe(302);
  });

  it('answer programs with their tokens on both hosts', async () => {
    for (const host of ['tributary.test', 'sandboxes.test', 'SANDBOXES.test:80']) {
      expect((await ask('GET', '/v2/webhooks', { host, as: made.tokens.admin })).status).toBe(200);
      expect((await ask('GET', `${base}/v2/webhooks`, { host, as: made.tokens.admin })).status).toBe(200);
      expect((await ask('GET', '/v2/webhooks', { host, as: `trb_test_${made.id}_guessed` })).status).toBe(401);
      expect((await ask('GET', '/v2/webhooks', { host, as: 'trb_test_aaaaaaaaaaaa_guessed' })).status).toBe(401);
    }
  });

  it('name their own host in mails, and its certificate may be requested', async () => {
    const body = { email: 'colleague@sandbox.example' };
    const invited = await scene.fetch('POST', `/v2/clients/${made.ids.client}/invites`, {
      as: made.tokens.agency,
      body,
    });
    expect(invited.status, JSON.stringify(invited.body)).toBe(201);
    await expect
      .poll(async () => (await scene.fetch('GET', `/v2/sandboxes/${made.id}/inbox`, { as: owner })).body.data[0]?.text)
      .toContain(`http://sandboxes.test${base}/`);
    const page = await ask('GET', `${base}/`, { as: made.tokens.admin });
    expect(page.text).not.toContain(PLATFORM);
    const permission = (domain: string) =>
      scene.call({ url: `/v2/link-domains/certificate-permission?domain=${domain}` });
    expect((await permission('sandboxes.test')).status).toBe(200);
    expect((await permission('other.test')).status).toBe(404);
  });
});

describe('The browser of the owner', () => {
  it('enters a sandbox by a code of the console, and follows its redirects without a page in between', async () => {
    const given = await codeFor();
    expect(given.url).toBe(`http://sandboxes.test${base}/session`);
    const entered = await exchange(given.code);
    expect([entered.status, entered.headers.location]).toEqual([303, `http://sandboxes.test${base}/`]);
    const set = String(entered.headers['set-cookie']);
    expect(set).toMatch(new RegExp(`^tributary_sandbox_${made.id}=[\\w-]{43}; .*Path=/; .*HttpOnly.*SameSite=Lax`));
    expect(entered.headers['x-frame-options']).toBe('DENY');
    expect(await isOwner(cookieOf(entered))).toBe(true);
    // The code is nowhere but in a form, and neither it nor the cookie is stored.
    const { rows } = await database.pool.query('SELECT t::text FROM sandbox_sessions t');
    expect(JSON.stringify(rows)).not.toContain(given.code);
  });

  it('uses a code once, also at the same moment', async () => {
    const { code: once } = await codeFor();
    const replies = await Promise.all(Array.from({ length: 6 }, () => exchange(once)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400]);
    expect(JSON.parse((await exchange(once)).text).error).toBe('code_invalid');
  });

  it('cannot use a code after a minute, for another sandbox, or with another code of the same session', async () => {
    const late = await codeFor();
    now = () => new Date(Date.parse(late.expires_at));
    expect((await exchange(late.code)).status).toBe(400);
    now = () => new Date();
    const { code: mine } = await codeFor();
    expect((await exchange(mine, { id: other.id })).status).toBe(400);
    await codeFor();
    expect((await exchange(mine)).status).toBe(400);
    expect((await exchange('x')).status).toBe(400);
  });

  it('cannot be made by another site to enter a sandbox, and no frame or program enters one', async () => {
    const { code: mine } = await codeFor();
    const origins = [
      'https://evil.example',
      'null',
      '',
      'http://sandboxes.test',
      'https://tributary.test',
      'http://tributary.test.evil.example',
    ];
    for (const origin of origins) expect((await exchange(mine, { headers: { origin } })).status, origin).toBe(403);
    for (const dest of ['iframe', 'empty', 'script'])
      expect((await exchange(mine, { headers: { 'sec-fetch-dest': dest } })).status, dest).toBe(403);
    const json = await ask('POST', `${base}/session`, {
      headers: { origin: PLATFORM, 'content-type': 'application/json' },
    });
    expect(json.status).toBeGreaterThanOrEqual(400);
    const there = await ask('POST', `${base}/session`, {
      host: 'tributary.test',
      form: { code: mine },
      headers: { origin: PLATFORM },
    });
    expect(there.status).toBe(400);
    // No field names where to go, the query is ignored, and none of these has used the code.
    const headers = { origin: PLATFORM, 'sec-fetch-dest': 'document' };
    const form = { code: mine, return_to: '//evil.example' };
    expect((await ask('POST', `${base}/session`, { form, headers })).status).toBe(422);
    const entered = await ask('POST', `${base}/session?to=//evil.example`, { form: { code: mine }, headers });
    expect([entered.status, entered.headers.location]).toEqual([303, `http://sandboxes.test${base}/`]);
  });

  it('is recognised by the cookie of this sandbox alone, not by that of the console', async () => {
    const mine = await enter();
    const secret = mine.split('=')[1]!;
    expect(await isOwner(mine)).toBe(true);
    expect(await isOwner(`tributary_session=${session}`)).toBe(false);
    expect(await isOwner(`tributary_sandbox_${made.id}=${session}`)).toBe(false);
    await ask('GET', `/sandboxes/${other.id}/health`, { as: other.tokens.admin });
    const stolen = `tributary_sandbox_${other.id}=${secret}`;
    const opened = 'SELECT last_used_at FROM sandboxes WHERE id = $1';
    const before = (await database.pool.query(opened, [other.id])).rows;
    await ask('GET', `/sandboxes/${other.id}/`, { headers: { cookie: stolen } });
    expect((await database.pool.query(opened, [other.id])).rows).toEqual(before);
    // It is no credential of the marketplace, either.
    for (const headers of [{ cookie: mine }, { cookie: `tributary_session=${secret}` }, { authorization: secret }])
      expect(
        (await app.inject({ url: '/v2/me', headers: { ...headers, 'x-tributary-console': '1' } })).statusCode,
      ).toBe(401);
  });

  it('loses it when the session of the console ends, and when the person is suspended', async () => {
    const endings: [string, string, string][] = [
      ['revoked', 'UPDATE tokens SET revoked_at = now() WHERE user_id = $1 AND purpose = $2', ''],
      ['expired', "UPDATE tokens SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND purpose = $2", ''],
      [
        'suspended',
        'UPDATE users SET suspended_at = now() WHERE id = $1 AND $2 <> $1::text',
        'UPDATE users SET suspended_at = NULL WHERE id = $1',
      ],
    ];
    for (const [name, end, undo] of endings) {
      const mine = await enter(made.id, await scene.inPerson(owner));
      const { code: waiting } = await codeFor(made.id, await scene.inPerson(owner));
      expect(await isOwner(mine), name).toBe(true);
      await database.pool.query(end, [scene.ownerId, 'session']);
      expect(await isOwner(mine), name).toBe(false);
      expect((await exchange(waiting)).status, name).toBe(400);
      if (undo !== '') await database.pool.query(undo, [scene.ownerId]);
    }
  });
});

describe('A code for a sandbox', () => {
  const request = (as: string | undefined, id = made.id) =>
    scene.call({
      method: 'POST',
      url: `/v2/sandboxes/${id}/sessions`,
      exactly: true,
      ...(as === undefined ? {} : { as }),
    });

  it('is for its owner, in a session that was just confirmed', async () => {
    const fresh = await scene.inPerson(owner);
    const old = await scene.inPerson(owner);
    await database.pool.query(
      "UPDATE tokens SET authenticated_at = now() - interval '1 hour' WHERE hash = sha256($1::bytea)",
      [old],
    );
    const stranger = await scene.inPerson(await scene.tokenOf(await scene.market.user()));
    const admin = await scene.inPerson(await scene.tokenOf(await scene.market.user({ isAdmin: true })));
    const statuses = await Promise.all([fresh, old, owner, undefined, stranger, admin].map((as) => request(as)));
    expect(statuses.map(({ status, body }) => [status, body.error])).toEqual([
      [201, undefined],
      [403, 'fresh_authentication_required'],
      [403, 'not_a_session'],
      [401, undefined],
      [404, undefined],
      [403, 'forbidden'],
    ]);
    expect((await request(fresh, 'nothing')).status).toBe(404);
  });

  it('is deleted with its sandbox', async () => {
    const third = await scene.make({ shape: 'empty' });
    await codeFor(third.id, await scene.inPerson(owner));
    expect((await scene.fetch('DELETE', `/v2/sandboxes/${third.id}`, { as: owner })).status).toBe(204);
    expect((await database.pool.query('SELECT FROM sandbox_sessions WHERE sandbox_id = $1', [third.id])).rowCount).toBe(
      0,
    );
  });

  it('does not exist without a host of its own', async () => {
    const usual = await createSandboxScene();
    const one = await usual.make({ shape: 'empty' });
    const url = `/v2/sandboxes/${one.id}/sessions`;
    const reply = await usual.call({ method: 'POST', url, as: await usual.inPerson(usual.owner) });
    expect([reply.status, reply.body.error]).toEqual([400, 'no_sandbox_host']);
    expect((await usual.fetch('POST', `/sandboxes/${one.id}/session`)).status).toBe(404);
  });
});
