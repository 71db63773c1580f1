import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone } from '../auth/policy.ts';
import { operation } from './operation.ts';
import type { PublicLimits } from './public-limits.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function start(limits: Partial<PublicLimits>) {
  const many = 1_000;
  const publicLimits = {
    reportsPerKey: many,
    unsignedPerMinute: many,
    unsignedPerHour: many,
    reportsPerAddress: many,
    reportsPerProxy: many,
    registrationsPerAddress: many,
    reportsPerStoreDay: many,
    provenPerStoreDay: many,
    ...limits,
  };
  const app = await sampleServer(
    (server) => {
      const common = { method: 'POST', tags: ['Sample'], policy: everyone, replies: { 200: Type.Object({}) } } as const;
      operation(server, {
        ...common,
        url: '/report/:key',
        operationId: 'report',
        summary: 'Report',
        publicWrite: 'report',
        rateLimited: false,
        params: { key: Type.String() },
        handle: async ({ params, request }) => {
          await server.countReportKey(request, params.key);
          return {};
        },
      });
      operation(server, {
        ...common,
        url: '/proxied',
        operationId: 'proxied',
        summary: 'Report',
        publicWrite: 'proxiedReport',
        handle: () => ({}),
      });
      operation(server, {
        ...common,
        url: '/register',
        operationId: 'register',
        summary: 'Register',
        publicWrite: 'registration',
        handle: () => ({}),
      });
    },
    { publicLimits },
  );
  open.push(app);
  return async (url: string, remoteAddress = '192.0.2.1', authorization?: string) =>
    app.inject({ method: 'POST', url, remoteAddress, ...(authorization ? { headers: { authorization } } : {}) });
}

describe('Public writes', () => {
  it('through proxies of stores have a separate limit for each address', async () => {
    const post = await start({ reportsPerAddress: 1, reportsPerProxy: 2 });
    const statuses = [];
    for (const url of ['/proxied', '/proxied', '/proxied', '/report/a']) statuses.push((await post(url)).statusCode);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('are limited for each address regardless of the key and the user', async () => {
    const post = await start({ reportsPerAddress: 2 });
    const statuses = [];
    for (const [key, token] of [['a'], ['b', 'owner-token'], ['c'], ['d', 'owner-token']] as const)
      statuses.push((await post(`/report/${key}`, '192.0.2.1', token)).statusCode);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await post('/report/a', '192.0.2.2')).statusCode).toBe(200);
    expect((await post('/register')).statusCode).toBe(200);
  });

  it('are limited for each key, from any number of addresses', async () => {
    const post = await start({ reportsPerKey: 2 });
    const statuses = [];
    for (const n of [1, 2, 3]) statuses.push((await post('/report/a', `192.0.2.${n}`)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await post('/report/b', '192.0.2.1')).statusCode).toBe(200);
  });

  it('that register users are limited per hour', async () => {
    const post = await start({ registrationsPerAddress: 1 });
    expect((await post('/register')).statusCode).toBe(200);
    const refused = await post('/register');
    expect([refused.statusCode, refused.json()]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await post('/report/a')).statusCode).toBe(200);
  });
});
