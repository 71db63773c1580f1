import { request as httpRequest } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { logLines, sampleServer } from '../../../tests/sample-server.ts';
import { everyone, type Policy, signedIn } from '../auth/policy.ts';
import { Unauthenticated } from '../errors/errors.ts';
import { operation } from './operation.ts';
import { file } from './replies.ts';
import type { ServerOptions } from './server.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

const Ok = Type.Object({ ok: Type.Boolean() });

async function start(options: Partial<ServerOptions> = {}, more: (app: FastifyInstance) => void = () => {}) {
  const app = await sampleServer((server) => {
    const common = { method: 'GET', tags: ['Sample'], replies: { 200: Ok } } as const;
    const handle = () => ({ ok: true });
    operation(server, { ...common, url: '/open', operationId: 'open', summary: 'Open', policy: everyone, handle });
    operation(server, { ...common, url: '/mine', operationId: 'mine', summary: 'Mine', policy: signedIn, handle });
    const fail = (): { ok: boolean } => {
      throw Object.assign(new Error('Failed query'), { query: 'select $1', params: ['a@b.se'] });
    };
    operation(server, { ...common, url: '/fail', operationId: 'fail', summary: 'F', policy: everyone, handle: fail });
    more(server);
  }, options);
  open.push(app);
  return app;
}

describe('every response', () => {
  it('has the security headers and a request id, also for a 404', async () => {
    const app = await start();
    for (const url of ['/open', '/nothing', '/mine', '/%zz']) {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
      });
    }
  });

  it('sends Strict-Transport-Security if the public address is https, and only then', async () => {
    const [plain, secure] = [await start(), await start({ publicUrl: 'https://links.example.com' })];
    for (const url of ['/open', '/nothing', '/mine']) {
      expect((await plain.inject(url)).headers['strict-transport-security']).toBeUndefined();
      expect((await secure.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('must not be cached when it belongs to a user', async () => {
    const app = await start();
    const of = async (url: string, headers = {}) => (await app.inject({ url, headers })).headers['cache-control'];
    expect(await of('/open')).toBeUndefined();
    for (const authorization of ['owner-token', 'unknown-token', 'Bearer a.b.c'])
      for (const url of ['/open', '/mine', '/fail']) expect(await of(url, { authorization })).toBe('no-store');
  });

  it('repeats a harmless request id of the caller, and creates one otherwise', async () => {
    const app = await start();
    const idFor = async (given: string) =>
      (await app.inject({ url: '/open', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idFor('abcd-EFGH_12')).toBe('abcd-EFGH_12');
    for (const bad of ['short', 'a'.repeat(65), 'has space', '{"log":1}']) expect(await idFor(bad)).not.toBe(bad);
  });

  it('is a 404 with the documented keys for an unknown route', async () => {
    const app = await start();
    for (const [method, url] of [
      ['GET', '/nothing'],
      ['DELETE', '/open/'],
      ['POST', '/v2/x'],
    ] as const) {
      const reply = await app.inject({
        method,
        url,
        ...(method === 'POST' ? { payload: '{', headers: { 'content-type': 'application/json' } } : {}),
      });
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { message: 'No query results for route.', exception: 'NotFound', file: '', line: 0, trace: [] },
      ]);
    }
  });

  it('is a 405 with the allowed methods for a known path', async () => {
    const app = await start({}, (server) =>
      operation(server, {
        method: 'PUT',
        url: '/things/:thing.js',
        operationId: 'thing',
        summary: 'T',
        tags: ['Sample'],
        policy: everyone,
        params: { thing: Type.String() },
        replies: { 200: Ok },
        handle: () => ({ ok: true }),
      }),
    );
    for (const [method, url, allow] of [
      ['DELETE', '/open', 'GET, HEAD'],
      ['POST', '/mine?x=1', 'GET, HEAD'],
      ['OPTIONS', '/%6Fpen', 'GET, HEAD'],
      ['GET', '/things/a.js', 'PUT'],
    ] as const) {
      const { statusCode, headers, body } = await app.inject({ method, url });
      expect([url, statusCode, headers['allow'], JSON.parse(body)]).toEqual([
        url,
        405,
        allow,
        { status: 405, error: 'method_not_allowed', message: `This path answers ${allow}.` },
      ]);
    }
    for (const url of ['/things/a/b.js', '/things/.js', '/things/a.jsx', '/Open', '/%ff'])
      expect([url, (await app.inject({ method: 'DELETE', url })).statusCode]).toEqual([
        url,
        url === '/%ff' ? 400 : 404,
      ]);
  });

  it('allows no other origin to read a response', async () => {
    const app = await start();
    const origin = 'https://elsewhere.example';
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/mine',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    const read = await app.inject({ url: '/mine', headers: { origin, authorization: 'owner-token' } });
    expect([preflight.statusCode, read.statusCode]).toEqual([405, 200]);
    for (const { headers } of [preflight, read])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('ignores a query that its route does not read', async () => {
    expect((await (await start()).inject('/open?a[]=%00&__proto__[x]=1')).statusCode).toBe(200);
  });

  it('is a 400 for an address that cannot be decoded', async () => {
    const reply = await (await start()).inject('/open/%zz');
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'bad_request']);
  });

  it('is not a file when sending the file has failed', async () => {
    const app = await start({}, (server) =>
      operation(server, {
        method: 'GET',
        url: '/file',
        operationId: 'file',
        summary: 'File',
        tags: ['Sample'],
        policy: everyone,
        replies: { 200: file('A file.', 'text/csv') },
        handle: ({ reply }) => {
          reply.type('text/csv').header('content-disposition', 'attachment; filename="a.csv"');
          throw new Error('half way');
        },
      }),
    );
    const { statusCode, headers } = await app.inject('/file');
    expect([statusCode, headers['content-disposition']]).toEqual([500, undefined]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is a plain 500 with the request id for an internal error, and a 503 when the database is unavailable', async () => {
    const app = await start({
      authenticate: async () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    });
    const failed = await app.inject('/fail');
    expect([failed.statusCode, failed.json()]).toEqual([
      500,
      { message: 'Server Error', request_id: failed.headers['x-request-id'] },
    ]);
    const away = await app.inject({ url: '/mine', headers: { authorization: 'owner-token' } });
    expect([away.statusCode, away.json().error, away.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
  });
});

describe('credentials', () => {
  it('are accepted in Authorization only, as the token alone or with Bearer', async () => {
    const app = await start();
    const status = async (headers: Record<string, string>, url = '/mine') =>
      (await app.inject({ url, headers })).statusCode;
    expect(await status({ authorization: 'owner-token' })).toBe(200);
    for (const authorization of ['Bearer trb_owner', 'bearer  trb_owner', 'Bearer trbs_key'])
      expect([authorization, await status({ authorization })]).toEqual([
        authorization,
        authorization === 'Bearer trbs_key' ? 403 : 200,
      ]);
    const challenge = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/mine', headers })).headers['www-authenticate'];
    const plain = 'AccessToken realm="Tributary", Bearer realm="Tributary"';
    expect(await challenge({})).toBe(plain);
    for (const [authorization, error] of [
      ['Basic owner-token', 'invalid_request'],
      ['owner-token x', 'invalid_request'],
      ['Bearer a.b.c', 'invalid_token'],
      ['Bearer trb_nobody', 'invalid_token'],
      ['Bearer owner-token', 'invalid_token'],
      ['owner', 'invalid_token'],
    ] as const) {
      expect([authorization, await status({ authorization })]).toEqual([authorization, 401]);
      expect(await challenge({ authorization })).toMatch(
        new RegExp(`^${plain}, error="${error}", error_description="[^"]+"$`),
      );
    }
    expect(await status({ authorization: '' })).toBe(401);
    expect(await status({}, '/mine?access_token=owner-token&authorization=owner-token')).toBe(401);
    expect(await status({ cookie: 'authorization=owner-token' })).toBe(401);
  });

  it('of another kind are left to the policy of the route', async () => {
    const session: Policy<null, { subject: string }> = {
      name: 'idpSession',
      describe: 'A session of the identity provider.',
      credential: 'idpSession',
      subject: null,
      refusals: [401],
      admit: async ({ credential }) => {
        if (credential?.kind !== 'bearer' || credential.value !== 'a.b.c') throw new Unauthenticated();
        return { actor: null, resource: { subject: 'someone' } };
      },
    };
    const app = await start({}, (server) =>
      operation(server, {
        method: 'GET',
        url: '/session',
        operationId: 'session',
        summary: 'Session',
        tags: ['Sample'],
        policy: session,
        replies: { 200: Type.Object({ subject: Type.String() }) },
        handle: ({ resource }) => resource,
      }),
    );
    expect((await app.inject({ url: '/session', headers: { authorization: 'Bearer a.b.c' } })).json()).toEqual({
      subject: 'someone',
    });
    const refused = await app.inject({ url: '/session', headers: { authorization: 'a.b.c' } });
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Tributary"']);
  });
});

describe('the log', () => {
  it('has one line per request, with its route, status and caller, and without the query', async () => {
    const logStream = logLines();
    const app = await start({ logLevel: 'info', logStream });
    await app.inject({ url: '/mine?token=hidden', headers: { authorization: 'owner-token' } });
    await app.inject('/nothing?token=hidden');
    expect(logStream.lines).toMatchObject([
      { msg: 'request', method: 'GET', route: '/mine', path: '/mine', status: 200, user_id: 2, ms: expect.any(Number) },
      { msg: 'request', route: null, path: '/nothing', status: 404, user_id: null },
    ]);
    expect(JSON.stringify(logStream.lines)).not.toMatch(/hidden|owner-token/);
  });

  it('has no secret part of a path, also of a path without a route', async () => {
    const logStream = logLines();
    const app = await start({ logLevel: 'info', logStream }, (server) =>
      operation(server, {
        method: 'GET',
        url: '/v2/offer-by-token/:token',
        operationId: 'byToken',
        summary: 'T',
        tags: ['Sample'],
        policy: everyone,
        params: { token: Type.String() },
        replies: { 200: Ok },
        handle: () => ({ ok: true }),
      }),
    );
    for (const path of [
      '/v2/offer-by-token/hidden',
      '/v2/offer-by-token/hidden/',
      '/console/creator/invitations/hidden',
    ])
      await app.inject(path);
    expect(logStream.lines).toMatchObject([
      { path: '/v2/offer-by-token/:token' },
      { path: '/v2/offer-by-token/[secret]/' },
      { path: '/console/creator/invitations/[secret]' },
    ]);
  });

  it('names the cause of an internal error without the values of the query', async () => {
    const logStream = logLines();
    const app = await start({ logLevel: 'info', logStream });
    await app.inject('/fail');
    expect(logStream.lines[0]).toMatchObject({ msg: 'a request failed', err: { message: 'Failed query: select $1' } });
    expect(JSON.stringify(logStream.lines)).not.toContain('a@b.se');
  });

  it('masks secrets in all log lines', async () => {
    const logStream = logLines();
    const app = await start({ logLevel: 'info', logStream });
    const secrets = { password: 'hidden', client_secret: 'hidden', token: 'hidden', cookie: 'hidden' };
    const logged = { ...secrets, headers: { authorization: 'hidden', 'service-api-key': 'hidden' }, a: { b: secrets } };
    app.log.info({ ...logged, list: [{ deep: [secrets], at: new Date(0) }], n: 1 }, 'x');
    app.log.warn({ err: new Error('shown', { cause: new Error('too') }), cause: new Error('y'), ...secrets }, 'z');
    expect(JSON.stringify(logStream.lines)).not.toContain('hidden');
    const list = [{ deep: [{ password: '[secret]' }], at: '1970-01-01T00:00:00.000Z' }];
    expect(logStream.lines).toMatchObject([
      { list, n: 1, token: '[secret]' },
      { err: { message: 'shown', cause: { message: 'too' } }, cookie: '[secret]' },
    ]);
    expect(logged.token).toBe('hidden');
  });
});

describe('the hot path', () => {
  it('bypasses Fastify, and no other path does so', async () => {
    const app = await start({
      redirect: { handle: (req, res) => void res.writeHead(302, { location: `x:${req.url}` }).end() },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const get = (path: string) =>
      new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        const { port } = app.server.address() as AddressInfo;
        httpRequest({ port, path }, (res) => resolve([res.resume().statusCode, res.headers.location]))
          .on('error', reject)
          .end();
      });
    expect(await get('/r/abc?x=1')).toEqual([302, 'x:/r/abc?x=1']);
    for (const path of ['/r', '/rest', '/v2/r/abc', '//r/abc']) expect((await get(path))[0]).toBe(404);
    expect((await get('/open'))[0]).toBe(200);
    expect(await get('http://other.example/r/abc?x=1')).toEqual([302, 'x:/r/abc?x=1']);
    for (const path of ['http://other.example/open', 'HTTPS://other.example:8443/open?x=/r/a'])
      expect((await get(path))[0]).toBe(200);
    for (const path of ['http://other.example', 'http://other.example?/r/abc', 'ftp://other.example/open', '*'])
      expect([path, (await get(path))[0]]).toEqual([path, 404]);
  });

  it.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n', '400 Bad Request', 'bad_request'],
    ['two hosts', 'GET /open HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', '400 Bad Request', 'bad_request'],
    ['two hosts at the hot path', 'GET /r/a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', '400 Bad Request', 'bad_request'],
    [
      'an expectation that it does not know',
      'POST /open HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\nContent-Length: 2\r\n\r\n{}',
      '417 Expectation Failed',
      'expectation_failed',
    ],
  ])('answers %s in the 400 shape', async (_, sent, status, code) => {
    const app = await start();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = net.connect(port, '127.0.0.1', () => socket.write(sent));
      socket
        .on('data', (data) => (text += data))
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: code });
  });

  it('limits slow clients', async () => {
    const { server } = await start();
    expect([server.requestTimeout, server.headersTimeout, server.timeout]).toEqual([30_000, 10_000, 60_000]);
  });
});

describe('a checked reply', () => {
  const replying = (value: unknown, status = 200) =>
    start({}, (server) =>
      operation(server, {
        method: 'GET',
        url: '/reply',
        operationId: 'reply',
        summary: 'Reply',
        tags: ['Sample'],
        policy: everyone,
        replies: {
          200: Type.Object({ id: Type.Integer(), at: Type.Optional(Type.String()) }),
          299: file('A file.', 'text/csv'),
        },
        handle: ({ reply }) => {
          reply.code(status);
          return value as { id: number };
        },
      }),
    );
  const messageOf = async (value: unknown, status?: number) => {
    const reply = await (await replying(value, status)).inject('/reply');
    return [reply.statusCode, reply.json().message];
  };

  it('succeeds when it matches its documentation', async () => {
    expect((await (await replying({ id: 1 })).inject('/reply')).json()).toEqual({ id: 1 });
    expect((await (await replying('a,b', 299)).inject('/reply')).body).toBe('a,b');
  });

  it.each([
    [{ id: 1, secret: 2 }, /secret is not a known field/],
    [{ id: '1' }, /id must be a whole number/],
    [{}, /id is required/],
    [{ id: 1, at: null }, /at must be a text/],
    [{ id: 1, at: new Date(0) }, /at must be a text/],
  ])('%j is an error that names the difference', async (value, message) => {
    expect(await messageOf(value)).toEqual([500, expect.stringMatching(message)]);
  });

  it('with an undocumented status is a failure, with a body or without', async () => {
    expect(await messageOf({ id: 1 }, 202)).toEqual([500, expect.stringMatching(/status 202 is not documented/)]);
    expect(await messageOf(undefined, 204)).toEqual([500, expect.stringMatching(/status 204 is not documented/)]);
  });
});
