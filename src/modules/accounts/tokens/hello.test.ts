import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { masked } from './masked.ts';

const application = await createTestApplication();
const token = await application.tokenOf(await application.market.user());

const MASK = '<SECRET>';
const hello = (query: string, body?: unknown) =>
  application.call({ url: `/hello${query}`, as: token, ...(body === undefined ? {} : { body }) });
const echo = async (query: string, body?: unknown) => {
  const reply = await hello(query, body);
  expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message', 'input']]);
  return reply.body.input;
};

describe('GET /hello', () => {
  it('returns the fields of the query and the body; the query takes precedence', async () => {
    expect((await hello('?client_id=17&a[]=1&a[]=2&b[c]=x')).body).toEqual({
      message: 'Hello',
      input: { client_id: '17', a: ['1', '2'], b: { c: 'x' } },
    });
    expect(await echo('')).toEqual({});
    expect(await echo('?a=query', { a: 'body', b: [1, true, null, { c: 'ö' }] })).toEqual({
      a: 'query',
      b: [1, true, null, { c: 'ö' }],
    });
    expect(await echo('?a=1', ['no arguments'])).toEqual({ a: '1' });
  });

  it.each([
    'access_token',
    'ACCESS_TOKEN',
    'accessToken',
    'client_secret',
    'Client-Secret',
    'password',
    'password_confirmation',
    'key',
    'api_key',
    'service-api-key',
    'Authorization',
    'authorisation',
    'service_session',
  ])('masks the field %s, in the query, in the body and at any depth', async (name) => {
    expect(await echo(`?${name}=hunter2`)).toEqual({ [name]: MASK });
    expect(await echo(`?a[${name}][]=hunter2`)).toEqual({ a: { [name]: MASK } });
    const deep = { a: [{ [name]: { b: 'hunter2' } }], [name]: ['hunter2'] };
    expect(await echo('', deep)).toEqual({ a: [{ [name]: MASK }], [name]: MASK });
  });

  it.each([
    ['a token of ours', () => token],
    ['one within a text', () => `it is ${token}, I think`],
    ['the key of a store', () => `trbs_${'a'.repeat(43)}`],
    ['a client’s secret', () => `trc_${'a'.repeat(43)}`],
    ['a JWT', () => 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['an unsigned one', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['a credential with its scheme', () => 'Bearer abc'],
  ])('masks %s under any name, and as a name', async (_what, made) => {
    const secret = encodeURIComponent(made());
    expect(await echo(`?note=${secret}&other=plain`)).toEqual({ note: MASK, other: 'plain' });
    expect(await echo(`?${secret}`)).toEqual({ [MASK]: MASK });
    expect(await echo('', { a: [made()], [made()]: 1 })).toEqual({ a: [MASK], [MASK]: MASK });
  });

  it('accepts names that have a meaning in JavaScript as ordinary names', async () => {
    expect(await echo('?constructor=a&toString=b&hasOwnProperty=c&toJSON=d&__proto__[x]=e&f[__proto__][x]=g')).toEqual({
      constructor: 'a',
      toString: 'b',
      hasOwnProperty: 'c',
      toJSON: 'd',
      f: {},
    });
    for (const payload of ['{"__proto__": {"x": 1}}', '{"a": {"constructor": {"prototype": {"x": 1}}}}']) {
      const headers = { authorization: token, 'content-type': 'application/json' };
      const reply = await application.app.inject({ method: 'GET', url: '/hello', headers, payload });
      expect([reply.statusCode, reply.json().error]).toEqual([400, 'malformed_json']);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('is limited in size', async () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 2000; level++) deep = [deep];
    expect(JSON.stringify(await echo('', { deep }))).toBe(`{"deep":${'['.repeat(8)}"<DEEPER>"${']'.repeat(8)}}`);
    expect((await hello('', { a: 'x'.repeat(16 * 1024 - 8) })).status).toBe(200);
    expect((await hello('', { a: 'x'.repeat(16 * 1024 - 7) })).status).toBe(413);
  });

  it('verifies the token of the request', async () => {
    for (const headers of [{}, { authorization: 'trb_unknown' }, { authorization: 'Bearer trb_unknown' }]) {
      const reply = await application.call({ url: `/hello?access_token=${token}`, headers });
      expect([reply.status, reply.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    const bearer = await application.call({ url: '/hello', headers: { authorization: `Bearer ${token}` } });
    expect(bearer.status).toBe(200);
  });
});

it('no secret is returned, in any place', () => {
  const secret = `trb_${'s'.repeat(43)}`;
  const texts = fc.oneof(
    fc.string(),
    fc.constant(secret),
    fc.string().map((text) => `${text}${secret}${text}`),
  );
  const { value } = fc.letrec((relationship) => ({
    value: fc.oneof(
      { maxDepth: 12 },
      texts,
      fc.integer(),
      fc.array(relationship('value')),
      fc.dictionary(texts, relationship('value')),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(texts, value), (sent) => {
      expect(JSON.stringify(masked(sent))).not.toContain(secret);
    }),
  );
});
