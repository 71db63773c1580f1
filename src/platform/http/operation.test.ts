import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone, onResource, signedIn } from '../auth/policy.ts';
import { RuleRefused } from '../errors/errors.ts';
import { list, oneOf, text } from './fields.ts';
import { operation } from './operation.ts';

const stores = new Map([
  [7, { id: 7, name: 'Seven', public: true }],
  [8, { id: 8, name: 'Eight', public: false }],
]);

const memberOfStore = onResource({
  name: 'memberOfStore',
  describe: 'Members of the store, and administrators.',
  param: 'store',
  kind: 'store',
  load: async (_ctx, id) => stores.get(id) ?? null,
  access: (actor, store) =>
    actor.isAdmin || actor.storeIds.includes(store.id) ? 'allow' : store.public ? 'forbid' : 'hide',
});

const Renaming = Type.Object({
  name: text({ max: 5, min: 1 }),
  targets: Type.Optional(Type.Object({ emails: list(Type.String({ format: 'email' })) })),
});
const Store = Type.Object({ id: Type.Integer(), name: Type.String() });

const app = await sampleServer((server) => {
  operation(server, {
    method: 'PUT',
    url: '/v2/stores/:store/names/:nameId',
    operationId: 'renameStore',
    summary: 'Rename a store',
    tags: ['Stores'],
    scope: 'links',
    presence: 'token',
    policy: memberOfStore,
    query: { mode: Type.Optional(oneOf(['soft', 'hard'])) },
    body: Renaming,
    replies: { 200: Store },
    errors: ['name_taken'],
    handle: async ({ resource, body, params }) => {
      if (body.name === 'taken') throw new RuleRefused('name_taken', 'Another store has this name.');
      return { id: params.nameId, name: `${resource.name} ${body.name}` };
    },
  });
  operation(server, {
    method: 'GET',
    url: '/v2/old-things',
    operationId: 'listOldThings',
    summary: 'List things',
    tags: ['Things'],
    addition: true,
    deprecated: { since: '2026-11-29', sunset: '2027-06-01' },
    policy: everyone,
    replies: { 200: Type.Object({ data: Type.Array(Store) }) },
    handle: () => ({ data: [] }),
  });
  operation(server, {
    method: 'POST',
    url: '/v2/things',
    operationId: 'makeThing',
    summary: 'Make a thing',
    tags: ['Things'],
    scope: 'links',
    presence: 'token',
    policy: signedIn,
    replies: { 204: null },
    handle: () => {},
  });
  operation(server, {
    method: 'GET',
    url: '/v2/tokens/:token/by/:user',
    operationId: 'getByToken',
    summary: 'Read by token',
    tags: ['Things'],
    policy: everyone,
    params: { token: text({ max: 10 }) },
    replies: { 201: Type.Object({ token: Type.String(), user: Type.Integer(), who: Type.String() }) },
    handle: ({ params, actor, ctx }) => ({ ...params, who: String(ctx.actor?.userId ?? actor ?? 'nobody') }),
  });
});
afterAll(() => app.close());

const put = (path: string, payload: unknown, token?: string) =>
  app.inject({
    method: 'PUT',
    url: path,
    payload: payload as object,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
  });

describe('a declared operation', () => {
  it("passes the policy's record and the typed path to the handler, and sends the returned value", async () => {
    const reply = await put('/v2/stores/7/names/3', { name: 'new' }, 'owner-token');
    expect([reply.statusCode, reply.json()]).toEqual([200, { id: 3, name: 'Seven new' }]);
  });

  it('sends the lowest documented status, also with an empty body', async () => {
    expect((await app.inject({ url: '/v2/tokens/abc/by/4' })).statusCode).toBe(201);
    const reply = await app.inject({ method: 'POST', url: '/v2/things', headers: { authorization: 'owner-token' } });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
  });

  it('passes the caller to an open route when the token is valid, and treats an invalid token as anonymous', async () => {
    const who = async (authorization: string) =>
      (await app.inject({ url: '/v2/tokens/abc/by/4', headers: { authorization } })).json().who;
    expect([await who('owner-token'), await who('wrong')]).toEqual(['2', 'nobody']);
  });

  it('answers HEAD like GET, without the body', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/v2/tokens/abc/by/4' });
    expect([reply.statusCode, reply.body]).toEqual([201, '']);
  });

  it('reports a business rule error with its code', async () => {
    const reply = await put('/v2/stores/7/names/3', { name: 'taken' }, 'owner-token');
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { status: 400, error: 'name_taken', message: 'Another store has this name.' },
    ]);
  });
});

describe('authorization is decided before the input is validated', () => {
  const bad = { name: 5, unknown: true };

  it('answers 401 to an anonymous caller with an invalid body or malformed JSON', async () => {
    for (const payload of [bad, '{']) {
      const reply = await put('/v2/stores/7/names/3', payload);
      expect([reply.statusCode, reply.json()]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
  });

  it('answers 403 for a visible store, 404 for a hidden one, and never 422', async () => {
    const forbidden = await put('/v2/stores/7/names/3', bad, 'stranger-token');
    expect(forbidden.json()).toEqual({ status: 403, error: 'forbidden', message: 'Access Forbidden' });
    const hidden = await put('/v2/stores/8/names/3', bad, 'owner-token');
    const missing = await put('/v2/stores/9/names/3', bad, 'owner-token');
    expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body]);
  });

  it.each(['0', '-1', 'x', '1.0', '1e3', '007', '+7', '9007199254740992', '%00', '99999999999999999999'])(
    'finds no record for the path id %s',
    async (id) => {
      const own = await put(`/v2/stores/${id}/names/3`, bad, 'owner-token');
      expect([own.statusCode, own.json().message]).toEqual([404, 'No query results for store.']);
      const second = await put(`/v2/stores/7/names/${id}`, bad, 'owner-token');
      expect([second.statusCode, second.json().message]).toEqual([404, 'No query results for name.']);
    },
  );

  it('reports all errors of query and body at once', async () => {
    const reply = await put(
      '/v2/stores/7/names/3?mode=x',
      { ...bad, targets: { emails: ['a', 'a@b.se'] } },
      'owner-token',
    );
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      {
        message: 'The given data was invalid.',
        errors: {
          mode: ['must be one of soft, hard'],
          name: ['must be a text'],
          unknown: ['is not a known field'],
          'targets.emails.0': ['must be an e-mail address'],
        },
      },
    ]);
  });

  it('counts characters, not bytes', async () => {
    expect((await put('/v2/stores/7/names/3', { name: '👩👩👩👩👩' }, 'owner-token')).statusCode).toBe(200);
    const reply = await put('/v2/stores/7/names/3', { name: 'åäöåäö' }, 'owner-token');
    expect(reply.json().errors).toEqual({ name: ['must be at most 5 characters'] });
  });

  it('refuses a path text that is too long with a 422', async () => {
    const reply = await app.inject({ url: '/v2/tokens/abcdefghijk/by/4' });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { token: ['must be at most 10 characters'] }]);
  });
});

describe('an application with an incomplete route', () => {
  const complete = {
    method: 'GET',
    url: '/v2/a',
    operationId: 'a',
    summary: 'A',
    tags: ['A'],
    policy: everyone,
    replies: { 204: null },
    handle: () => {},
  } as const;
  const starting = (...specs: object[]) =>
    sampleServer((server) => {
      for (const spec of specs) operation(server, spec as typeof complete);
    });

  it('starts when each route is complete', async () => {
    await (await starting(complete)).close();
  });

  it.each([
    ['policy', /declares no policy/],
    ['operationId', /declares no operation id/],
    ['summary', /declares no summary/],
    ['replies', /declares no reply/],
  ])('does not start without the %s of a route', async (missing, message) => {
    await expect(starting({ ...complete, [missing]: undefined })).rejects.toThrow(message);
  });

  it.each(['scope', 'presence'] as const)('does not start without the %s of a write', async (missing) => {
    const write = { ...complete, method: 'POST', policy: signedIn, scope: 'links', presence: 'token' };
    await (await starting(write)).close();
    await expect(starting({ ...write, [missing]: undefined })).rejects.toThrow(`declares no ${missing}`);
    // A read of another scope than `read` declares its presence, too.
    const read = { ...write, method: 'GET', scope: 'money', presence: undefined };
    await expect(starting(read)).rejects.toThrow('declares no presence');
  });

  it('does not start with a duplicate operation id', async () => {
    await expect(starting(complete, { ...complete, url: '/v2/b' })).rejects.toThrow(/operation id a of GET \/v2\/a/);
  });

  it('does not start with a route declared without operation()', async () => {
    const around = sampleServer((server) => void server.get('/v2/around', () => 'hello'));
    await expect(around).rejects.toThrow(/not declared through operation/);
  });

  it('does not start when parameters are missing in the URL', async () => {
    await expect(starting({ ...complete, policy: memberOfStore })).rejects.toThrow(/no path parameter :store/);
  });
});

describe('A deprecated operation', () => {
  it('says since when, and after when it may be gone', async () => {
    const { statusCode, headers } = await app.inject('/v2/old-things');
    expect(statusCode).toBe(200);
    expect([headers.deprecation, headers.sunset]).toEqual(['@1795910400', 'Tue, 01 Jun 2027 00:00:00 GMT']);
  });
});
