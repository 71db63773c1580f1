import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { adminOnly } from '../auth/policy.ts';
import { list, money, text } from './fields.ts';
import { documentRoutes } from './openapi.ts';
import { operation } from './operation.ts';

let app: Awaited<ReturnType<typeof sampleServer>>;
beforeAll(async () => {
  const facts = { title: 'T', description: 'D', version: '1', publicUrl: 'https://t.example/api', edgePaths: {} };
  app = await sampleServer(
    async (server) => {
      await documentRoutes(server, facts);
      operation(server, {
        method: 'POST',
        url: '/api/offers/:offer/join',
        operationId: 'join',
        summary: 'Join',
        description: 'Joins.',
        tags: ['Offers'],
        addition: true,
        policy: adminOnly,
        query: {
          size: Type.Integer({ default: 20 }),
          must: Type.String(),
          include: Type.Optional(list(Type.String())),
          old: Type.Optional(text({ max: 3, deprecated: true })),
        },
        body: Type.Object({ note: Type.String({ default: '' }), price: money(), code: text({ max: 3 }) }),
        replies: { 204: null },
        errors: ['too_late', 409],
        handle: () => {},
      });
    },
    { unguardedPrefixes: ['/docs'] },
  );
});
afterAll(() => app.close());

it('the document says of an operation all that its declaration says', async () => {
  const { paths } = (await app.inject('/openapi.json')).json();
  const join = paths['/api/offers/{offer}/join'].post;
  expect(join).toMatchObject({
    operationId: 'join',
    description: expect.stringMatching(
      /^Joins\.[\s\S]*addition of Tributary[\s\S]*Administrators\. A token needs the scope `campaigns`\.$/,
    ),
    security: [{ accessToken: [] }],
    'x-policy': 'adminOnly',
    'x-scope': 'campaigns',
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
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(join.responses[204].content).toBeUndefined();
  expect(join.responses[400].content['application/json'].schema.properties.error.enum).toEqual([
    'too_late',
    'bad_request',
    'malformed_json',
  ]);
});
