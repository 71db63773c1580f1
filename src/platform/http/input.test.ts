import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone, signedIn } from '../auth/policy.ts';
import { day, email, flag01, id, list, money, nullable, oneOf, text } from './fields.ts';
import { operation } from './operation.ts';

const Echo = Type.Object({ got: Type.Object({}, { additionalProperties: true }) });
const Write = Type.Object({
  active: Type.Boolean(),
  title: text({ max: 8 }),
  cpc: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  from: Type.Optional(day()),
  mail: Type.Optional(email()),
  price: Type.Optional(money()),
  hidden: Type.Optional(flag01()),
  type: Type.Optional(oneOf(['standard', 'suggestion'])),
  note: Type.Optional(nullable(text({ max: 8 }))),
  store_id: Type.Optional(id()),
  size: Type.Optional(Type.Integer({ default: 20 })),
  either: Type.Optional(Type.Union([Type.Object({ id: id() }), Type.Null()])),
  costs: Type.Optional(list(Type.Object({ source: Type.Integer() }), { max: 2 })),
});

let app: FastifyInstance;
beforeAll(async () => {
  app = await sampleServer((server) => {
    const common = { tags: ['Sample'], policy: everyone, replies: { 200: Echo } } as const;
    operation(server, {
      ...common,
      method: 'GET',
      url: '/list',
      operationId: 'list',
      summary: 'List',
      query: {
        page: Type.Integer({ default: 1, minimum: 1 }),
        active: Type.Optional(Type.Boolean()),
        ids: Type.Optional(list(id(), { max: 3 })),
        q: Type.Optional(text({ max: 5 })),
      },
      handle: ({ query }) => ({ got: query }),
    });
    operation(server, {
      ...common,
      method: 'GET',
      url: '/addition',
      operationId: 'readAddition',
      summary: 'An addition',
      addition: true,
      policy: signedIn,
      query: { ids: Type.Optional(list(id(), { max: 3 })), to: Type.Optional(day()) },
      handle: ({ query }) => ({ got: query }),
    });
    operation(server, {
      ...common,
      method: 'POST',
      url: '/write',
      operationId: 'write',
      summary: 'Write',
      body: Write,
      handle: ({ body }) => ({ got: body }),
    });
  });
});
afterAll(() => app.close());

const get = async (query: string, payload?: object) => {
  const reply = await app.inject({ method: 'GET', url: `/list?${query}`, ...(payload ? { payload } : {}) });
  return { status: reply.statusCode, ...reply.json() };
};
const send = async (payload: string | Buffer, type = 'application/json', headers = {}) => {
  const all = { 'content-type': type, ...headers };
  const reply = await app.inject({ method: 'POST', url: '/write', payload, headers: all });
  return { status: reply.statusCode, ...reply.json() };
};
const write = (fields: object) => send(JSON.stringify({ active: true, title: 'x', ...fields }));

describe('a query', () => {
  it('of an addition that needs a token refuses unknown fields by name, together with other faults', async () => {
    const read = async (query: string, payload?: object) => {
      const headers = { authorization: 'owner-token' };
      const reply = await app.inject({ url: `/addition?${query}`, headers, ...(payload ? { payload } : {}) });
      return [reply.statusCode, reply.json().errors ?? reply.json().got];
    };
    expect(await read('ids[]=4&to=2026-02-01')).toEqual([200, { ids: [4], to: '2026-02-01' }]);
    const unknown = ['is not a known field'];
    expect(await read('form=2026-01-01&to=x&constructor=1')).toEqual([
      422,
      { form: unknown, constructor: unknown, to: [expect.any(String)] },
    ]);
    expect(await read('', { other: 1, ids: [2] })).toEqual([200, { ids: [2] }]);
  });

  it('receives defaults and loses unknown fields', async () => {
    expect(await get('unknown=1&active=0&ids[]=4')).toEqual({ status: 200, got: { page: 1, active: false, ids: [4] } });
  });

  it('refuses an empty page', async () => {
    expect(await get('page=')).toMatchObject({ status: 422, errors: { page: ['must be a whole number'] } });
  });

  it('reports all errors at once', async () => {
    const { status, errors } = await get('page=0&active=yes&ids[]=1&ids[]=x&q=toolong');
    expect([status, errors]).toEqual([
      422,
      {
        page: ['must be at least 1'],
        active: ['must be true or false'],
        'ids.1': ['must be a whole number'],
        q: ['must be at most 5 characters'],
      },
    ]);
  });

  it('may arrive in the body of a GET, and takes precedence over it', async () => {
    expect(await get('page=3', { page: 9, q: 'body' })).toEqual({ status: 200, got: { page: 3, q: 'body' } });
  });

  it('may have a content type and no body', async () => {
    for (const type of ['application/json', 'text/html', 'multipart/form-data']) {
      const reply = await app.inject({ method: 'GET', url: '/list', headers: { 'content-type': type } });
      expect(reply.statusCode).toBe(200);
    }
  });

  it('refuses NUL', async () => {
    expect(await get('q=a%00')).toMatchObject({ status: 422, errors: { q: ['must not contain the NUL character'] } });
  });
});

describe('a body', () => {
  it('is accepted unchanged, with defaults', async () => {
    const fields = { cpc: 5, from: '2024-02-29', hidden: 1, note: null, price: { amount: '1.50', currency: 'EUR' } };
    expect(await write(fields)).toEqual({ status: 200, got: { active: true, title: 'x', size: 20, ...fields } });
  });

  it.each([
    [{ active: 1 }, { active: ['must be true or false'] }],
    [{ active: 'true' }, { active: ['must be true or false'] }],
    [{ title: 5 }, { title: ['must be a text'] }],
    [{ title: 'nine char' }, { title: ['must be at most 8 characters'] }],
    [{ cpc: '5' }, { cpc: ['must be a whole number'] }],
    [{ cpc: 1001 }, { cpc: ['must be at most 1000'] }],
    [{ from: '2023-02-29' }, { from: ['must be a day that exists, as YYYY-MM-DD'] }],
    [{ mail: 'a@b' }, { mail: ['must be an e-mail address'] }],
    [{ hidden: 2 }, { hidden: ['must be one of 0, 1'] }],
    [{ type: 'other' }, { type: ['must be one of standard, suggestion'] }],
    [{ note: 5 }, { note: ['must be a text or null'] }],
    [{ store_id: 0 }, { store_id: ['must be at least 1'] }],
    [{ store_id: 2 ** 53 }, { store_id: ['must be at most 9007199254740991'] }],
    [
      { price: { amount: '1.505', currency: 'EUR' } },
      { price: ['has more digits than its currency, is too large, or has a currency that does not exist'] },
    ],
    [
      { price: { amount: '1.5', currency: 'JPY' } },
      { price: ['has more digits than its currency, is too large, or has a currency that does not exist'] },
    ],
    [
      { price: { amount: 1.5, currency: 'EUR' } },
      { 'price.amount': ['must be a decimal number as text, such as "12.50", and not negative'] },
    ],
    [
      { price: { amount: '99999999999999', currency: 'EUR' } },
      { price: ['has more digits than its currency, is too large, or has a currency that does not exist'] },
    ],
    [
      { price: { amount: '', currency: 'EUR' } },
      { 'price.amount': ['must be a decimal number as text, such as "12.50", and not negative'] },
    ],
    [
      { price: { amount: '1e3', currency: 'EUR' } },
      { 'price.amount': ['must be a decimal number as text, such as "12.50", and not negative'] },
    ],
    [{ either: 5 }, { either: ['must be an object or null'] }],
    [{ either: { id: 'x' } }, { 'either.id': ['must be a whole number'] }],
    [
      { costs: [{ source: 'x' }, { sauce: 1 }] },
      {
        'costs.0.source': ['must be a whole number'],
        'costs.1.source': ['is required'],
        'costs.1.sauce': ['is not a known field'],
      },
    ],
    [{ costs: [{ source: 1 }, { source: 1 }, { source: 1 }] }, { costs: ['must hold at most 2 entries'] }],
    [{ titel: 'x' }, { titel: ['is not a known field'] }],
    [{ title: 'a\0' }, { title: ['must not contain the NUL character'] }],
    [{ title: '\ud800' }, { title: ['must be well-formed Unicode (it contains half a surrogate pair)'] }],
  ])('%j is refused with the name of the field', async (fields, errors) => {
    expect(await write(fields)).toMatchObject({ status: 422, errors });
    expect(Object.keys((await write(fields)).errors).sort()).toEqual(Object.keys(errors).sort());
  });

  it.each(['', '{}', '[]', 'null', '5', '"x"'])('%s is refused with a 422', async (payload) => {
    expect((await send(payload)).status).toBe(422);
  });

  it.each([
    ['{', 'application/json', 400, 'malformed_json'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json', 400, 'malformed_json'],
    ['{"__proto__": {"active": true}}', 'application/json', 400, 'malformed_json'],
    ['{"constructor": {"prototype": {}}}', 'application/json', 400, 'malformed_json'],
    ['<a/>', 'text/xml', 415, 'unsupported_media_type'],
    ['x', 'text/plain', 415, 'unsupported_media_type'],
    [`"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413, 'body_too_large'],
  ])('%# that is not JSON of an acceptable size is refused with a 400', async (payload, type, status, error) => {
    expect(await send(payload, type)).toEqual({ status, error, message: expect.any(String) });
  });

  it.each(['iso-8859-1', 'UTF-16', '"windows-1252"'])(
    'in the character set %s is refused and not misread',
    async (charset) => {
      const { status, error } = await send('{"active":true,"title":"x"}', `application/json; charset=${charset}`);
      expect([status, error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['utf-8', 'UTF8', '"Utf-8"', 'us-ascii'])('in the character set %s is accepted', async (charset) => {
    expect((await send('{"active":true,"title":"x"}', `application/json; charset=${charset}`)).status).toBe(200);
  });

  it.each([
    ['gzip', 415],
    ['br, identity', 415],
    ['identity', 200],
    ['', 200],
  ])('with Content-Encoding %j is a %i', async (encoding, status) => {
    const sent = await send('{"active":true,"title":"x"}', 'application/json', { 'content-encoding': encoding });
    expect(sent.status).toBe(status);
  });

  it('reports a limited number of errors', async () => {
    const { status, errors } = await write({ costs: Array.from({ length: 5000 }, () => ({ source: 'x' })) });
    expect(status).toBe(422);
    expect(Object.keys(errors).length).toBeLessThanOrEqual(100);
  });

  it('stops reading a body with too many values or levels', async () => {
    const many = await write({ costs: Array.from({ length: 30_000 }, () => 1) });
    expect(many.errors).toMatchObject({ body: ['must hold at most 20000 values'] });
    const deep = await send(`{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect(deep.errors).toMatchObject({ body: ['must be at most 32 levels deep'] });
  });
});
