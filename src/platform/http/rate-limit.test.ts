import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { logLines, sampleServer } from '../../../tests/sample-server.ts';
import { readConfig } from '../../config.ts';
import { everyone, signedIn } from '../auth/policy.ts';
import { metricsRoute } from './metrics-route.ts';
import { operation } from './operation.ts';
import type { ServerOptions } from './server.ts';

const { publicLimits } = readConfig({});
const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function start(max: number, options: Partial<ServerOptions> = {}) {
  const app = await sampleServer(
    (server) => {
      const common = {
        method: 'GET',
        tags: ['Sample'],
        replies: { 200: Type.Object({}) },
        handle: () => ({}),
      } as const;
      operation(server, { ...common, url: '/open', operationId: 'open', summary: 'Open', policy: everyone });
      operation(server, { ...common, url: '/mine', operationId: 'mine', summary: 'Mine', policy: signedIn });
      const forKeys = { ...common, policy: signedIn, storeKey: true } as const;
      operation(server, { ...forKeys, url: '/stores', operationId: 'stores', summary: 'Stores' });
      operation(server, {
        ...forKeys,
        url: '/orders',
        operationId: 'orders',
        summary: 'Orders',
        storeKeyLimit: 'orders',
      });
      metricsRoute(server);
    },
    { rateLimitPerMinute: max, ...options },
  );
  open.push(app);
  const get = (url: string, authorization?: string, remoteAddress = '192.0.2.1') =>
    app.inject({ url, remoteAddress, headers: authorization === undefined ? {} : { authorization } });
  return { app, get };
}

describe('the rate limit', () => {
  it('counts down, and refuses requests until the minute is over', async () => {
    const { get } = await start(2);
    const remaining = [];
    for (let call = 0; call < 3; call += 1) remaining.push((await get('/open')).headers['x-ratelimit-remaining']);
    expect(remaining).toEqual(['1', '0', '0']);
    const refused = await get('/open');
    expect([refused.statusCode, refused.json()]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(refused.headers['x-ratelimit-limit']).toBe('2');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers['x-ratelimit-reset']).toBe(refused.headers['retry-after']);
  });

  it('counts all tokens of a user together, and users who act for them separately', async () => {
    const { get } = await start(2);
    const statuses = [];
    for (const token of [
      'owner-token',
      'owner-other-token',
      'owner-other-token',
      'owner-token',
      'acting-for-owner-token',
    ])
      statuses.push((await get('/mine', token)).statusCode);
    expect(statuses).toEqual([200, 200, 429, 429, 200]);
  });

  it('counts each user separately, from any address', async () => {
    const { get } = await start(2);
    const statuses = [];
    for (const [token, address] of [
      ['owner-token', '192.0.2.1'],
      ['owner-token', '192.0.2.2'],
      ['stranger-token', '192.0.2.1'],
      ['owner-token', '192.0.2.3'],
    ]) {
      statuses.push((await get('/mine', token, address)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('is that of order reports for a store’s API key on the routes of orders, and does not touch that of its other requests', async () => {
    const { get } = await start(1, { publicLimits: { ...publicLimits, reportsPerKey: 3 } });
    const replies = [];
    for (const url of ['/orders', '/stores', '/orders', '/stores', '/orders', '/orders'])
      replies.push(await get(url, 'store-key'));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 200, 429]);
    expect(replies.map(({ headers }) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']])).toEqual([
      ['3', '2'],
      ['1', '0'],
      ['3', '1'],
      ['1', '0'],
      ['3', '0'],
      ['3', '0'],
    ]);
    const ofPerson = [await get('/orders', 'owner-token'), await get('/orders', 'owner-token')];
    expect(ofPerson.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
  });

  it('counts failed requests, too: no route, no credentials, no body', async () => {
    const { get } = await start(3);
    const statuses = [
      (await get('/nothing')).statusCode,
      (await get('/mine')).statusCode,
      (await get('/open')).statusCode,
    ];
    expect([...statuses, (await get('/nothing')).statusCode]).toEqual([404, 401, 200, 429]);
  });

  it('creates no counter for a guessed token, and does not let guesses block a valid token', async () => {
    const { get } = await start(3);
    const statuses = [];
    for (let guess = 0; guess < 5; guess += 1) statuses.push((await get('/mine', `guess-${guess}`)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await get('/mine', 'owner-token')).statusCode).toBe(200);
  });

  it('admits a known valid token although the limit of its address is used up', async () => {
    const { get } = await start(3);
    await get('/mine', 'owner-token');
    for (let call = 0; call < 5; call += 1) await get('/open');
    expect((await get('/open')).statusCode).toBe(429);
    expect((await get('/mine', 'owner-token')).statusCode).toBe(200);
  });

  it('treats an IPv6 network as one caller', async () => {
    const { get } = await start(1);
    await get('/open', undefined, '2001:db8::1');
    expect((await get('/open', undefined, '2001:db8::ffff')).statusCode).toBe(429);
    expect((await get('/open', undefined, '2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('trusts X-Forwarded-For from trusted proxies only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const remaining = async (trustProxy: string | null) => {
      const { app, get } = await start(5, { trustProxy });
      await app.inject({ url: '/open', remoteAddress: '192.0.2.1', headers });
      return (await get('/open', undefined, '203.0.113.9')).headers['x-ratelimit-remaining'];
    };
    expect([await remaining('192.0.2.0/24'), await remaining(null)]).toEqual(['3', '4']);
  });

  it('does not apply to /metrics', async () => {
    const { get } = await start(1);
    for (let call = 0; call < 3; call += 1)
      expect((await get('/metrics', undefined, '127.0.0.1')).statusCode).toBe(200);
  });

  it('counts in the process while Redis is unavailable, and logs it once', async () => {
    const logStream = logLines();
    const { get } = await start(2, { redisUrl: 'redis://127.0.0.1:1', logLevel: 'warn', logStream });
    const statuses = [
      (await get('/open')).statusCode,
      (await get('/open')).statusCode,
      (await get('/open')).statusCode,
    ];
    expect(statuses).toEqual([200, 200, 429]);
    expect(logStream.lines.filter(({ msg }) => String(msg).startsWith('Redis is unavailable')).length).toBe(1);
  });
});

// Needs a Redis: TEST_REDIS_URL=redis://127.0.0.1:6379 npx vitest run rate-limit
describe.skipIf(!process.env.TEST_REDIS_URL)('the rate limit of several processes with a Redis', () => {
  it('is one', async () => {
    const address = `2001:db8:${(Date.now() % 65_536).toString(16)}:${(process.pid % 65_536).toString(16)}::1`;
    const statuses = [];
    const processes = [];
    for (let each = 0; each < 2; each += 1) {
      const one = await start(3, { redisUrl: process.env.TEST_REDIS_URL ?? null });
      processes.push(one);
    }
    for (let call = 0; call < 4; call += 1) {
      statuses.push((await processes[call % 2]?.get('/open', undefined, address))?.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
