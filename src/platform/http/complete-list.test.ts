import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone } from '../auth/policy.ts';
import { completeList, operationOnceBare } from './complete-list.ts';

const server = await sampleServer((app) =>
  operationOnceBare(
    app,
    {
      method: 'GET',
      url: '/v2/things',
      operationId: 'listThings',
      summary: 'List things',
      tags: ['Things'],
      addition: true,
      policy: everyone,
      replies: { 200: completeList(Type.Object({ name: Type.String() })) },
      version: ({ data }) => ({ names: data.map(({ name }) => name).join() }),
      handle: () => ({ data: [{ name: 'a' }] }),
    },
    { url: '/v2/thing', operationId: 'getThing' },
  ),
);

it('A list that was a bare array is an object at its address, and remains an array at the earlier one until the sunset', async () => {
  const [now, before] = [await server.inject('/v2/things'), await server.inject('/v2/thing')];
  expect([now.json(), before.json()]).toEqual([{ data: [{ name: 'a' }] }, [{ name: 'a' }]]);
  expect(now.headers).not.toHaveProperty('deprecation');
  expect(before.headers).toMatchObject({ deprecation: expect.any(String), sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' });
  expect([now.headers.etag, before.headers.etag]).toEqual([expect.any(String), expect.any(String)]);
});
