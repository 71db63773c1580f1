import { gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { adminOnly } from '../auth/policy.ts';
import { list, moment, money, text } from './fields.ts';
import { documentRoutes } from './openapi.ts';
import { operation } from './operation.ts';
import { resolveReferences } from './resolve-references.ts';

const facts = { title: 'T', description: 'D', version: '1', publicUrl: 'https://t.example/api', redirectPaths: {} };
const app = await sampleServer(
  async (server) => {
    await documentRoutes(server, facts);
    operation(server, {
      method: 'POST',
      url: '/api/offers/:offer/join',
      operationId: 'join',
      summary: 'Join',
      description: 'Joins.',
      tags: ['Campaigns'],
      addition: true,
      scope: 'campaigns',
      presence: 'token',
      policy: adminOnly,
      query: {
        size: Type.Integer({ default: 20 }),
        must: Type.String(),
        include: Type.Optional(list(Type.String())),
        old: Type.Optional(text({ max: 3, deprecated: true })),
      },
      body: Type.Object({
        note: Type.String({ default: '' }),
        price: money(),
        code: text({ max: 3 }),
        day: Type.Optional(moment()),
        open: Type.Optional(Type.Object({}, { additionalProperties: true })),
      }),
      replies: { 204: null },
      errors: ['too_late', 409],
      handle: () => {},
    });
  },
  { unguardedPrefixes: ['/docs'] },
);
afterAll(() => app.close());

it('the document contains the whole declaration of an operation', async () => {
  const { paths } = resolveReferences((await app.inject('/openapi.json')).json());
  const join = paths['/api/offers/{offer}/join'].post;
  expect(join).toMatchObject({
    operationId: 'join',
    description: expect.stringMatching(
      /^Joins\.[\s\S]*addition of Tributary[\s\S]*Administrators\. A token needs the scope `campaigns`\.$/,
    ),
    security: [{ accessToken: [] }, { accessTokenAsBearer: [] }],
    'x-policy': 'adminOnly',
    'x-scope': 'campaigns',
    'x-presence': 'token',
    'x-addition': true,
    'x-stability': 'stable',
  });
  expect(join.parameters.map((p: Record<string, unknown>) => [p.in, p.name, p.required ?? false])).toEqual([
    ['query', 'size', false],
    ['query', 'must', true],
    ['query', 'include[]', false],
    ['query', 'old', false],
    ['path', 'offer', true],
  ]);
  expect(
    join.parameters.filter((p: { deprecated?: boolean }) => p.deprecated).map((p: { name: string }) => p.name),
  ).toEqual(['old']);
  expect(join.requestBody.content['application/json'].schema.required).toEqual(['price', 'code']);
  expect(Object.keys(join.responses)).toEqual([
    '204',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '414',
    '415',
    '422',
    '429',
    '431',
    '500',
    '503',
  ]);
  expect(join.responses[204].content).toBeUndefined();
  expect(join.responses[400].content['application/json'].schema.properties.error.enum).toEqual([
    'too_late',
    'bad_request',
    'malformed_json',
    'amount_too_large',
  ]);
});

it('the document states that a body accepts no unknown fields, and describes custom formats', async () => {
  const { paths } = resolveReferences((await app.inject('/openapi.json')).json());
  const { schema } = paths['/api/offers/{offer}/join'].post.requestBody.content['application/json'];
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties.price.additionalProperties).toBe(false);
  expect(schema.properties.open.additionalProperties).toBe(true);
  const pattern = new RegExp(schema.properties.day.pattern, 'u');
  expect(['2026-01-31', '2026-01-31T10:00', '2026-01-31 10:00:00.5+01:00'].map((day) => pattern.test(day))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['', 'tomorrow', '2026-1-1'].some((day) => pattern.test(day))).toBe(false);
});

it('the document is compressed for callers that accept it, and not sent again to callers that have the current version', async () => {
  const plain = await app.inject('/openapi.json');
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', etag: expect.stringMatching(/^"[\w-]{22}"$/) });
  const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const known = await app.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) },
  });
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', packed.headers.etag]);
  const other = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(packed.headers.etag) } });
  expect(other.statusCode).toBe(200);
});
