import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone } from '../auth/policy.ts';
import { operation } from './operation.ts';
import { jsonOrFile } from './replies.ts';

const Thing = Type.Object({ id: Type.Integer(), name: Type.String() });
const THINGS: Record<string, unknown> = {
  right: { id: 1, name: 'one' },
  wrong: { id: 'one', name: 'one' },
  more: { id: 1, name: 'one', secret: 'two' },
};

const routes = (app: FastifyInstance) =>
  operation(app, {
    method: 'GET',
    url: '/v2/things',
    operationId: 'getThing',
    summary: 'A thing, or a file about it',
    tags: ['Things'],
    policy: everyone,
    query: { which: Type.String() },
    replies: { 200: jsonOrFile(Thing, 'A thing, or a file.', 'text/csv') },
    handle: ({ query, reply }) => {
      if (query.which !== 'file') return THINGS[query.which] as { id: number; name: string };
      reply.type('text/csv');
      return Readable.from(['id,name\n', '1,one\n']);
    },
  });

const app = await sampleServer(routes);
const unchecked = await sampleServer(routes, { checkReplies: false });
afterAll(() => Promise.all([app.close(), unchecked.close()]));

describe('A response that is JSON or a file', () => {
  it('can be either', async () => {
    const json = await app.inject('/v2/things?which=right');
    expect([json.json(), json.headers['content-type']]).toEqual([THINGS.right, 'application/json; charset=utf-8']);
    const file = await app.inject('/v2/things?which=file');
    expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([200, 'id,name\n1,one\n', 'text/csv']);
  });

  it.each(['wrong', 'more'])('is checked against the schema as JSON in tests: %s', async (which) => {
    const { statusCode, body } = await app.inject(`/v2/things?which=${which}`);
    expect([statusCode, body]).toEqual([500, expect.stringContaining('is not as documented')]);
  });

  it('is serialized by the schema, which drops undocumented fields', async () => {
    expect((await unchecked.inject('/v2/things?which=more')).json()).toEqual(THINGS.right);
  });
});
