import { afterEach, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { metricsRoute } from './metrics-route.ts';

const TOKEN = 'a-token-for-prometheus';
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function start(token: string | null) {
  const app = await sampleServer((server) => metricsRoute(server, token), { trustProxy: 'loopback' });
  open.push(app);
  return async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
}

describe('GET /metrics', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'without a token in the configuration is served to %s',
    async (address) => {
      expect(await (await start(null))({}, address)).toBe(200);
    },
  );

  it('without METRICS_TOKEN, refuses other machines, and requests through a proxy on this machine', async () => {
    const read = await start(null);
    for (const address of ['192.0.2.1', '::ffff:10.0.0.1', '2001:db8::1']) expect(await read({}, address)).toBe(401);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect(await read({ [name]: '127.0.0.1' })).toBe(401);
    for (const authorization of ['admin-token', `Bearer ${TOKEN}`])
      expect(await read({ authorization }, '192.0.2.1')).toBe(401);
  });

  it('with METRICS_TOKEN, requires it from every machine', async () => {
    const read = await start(TOKEN);
    for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, TOKEN])
      expect(await read({ authorization }, '192.0.2.1')).toBe(200);
    expect(await read()).toBe(401);
    for (const authorization of ['admin-token', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
      expect(await read({ authorization })).toBe(401);
  });
});
