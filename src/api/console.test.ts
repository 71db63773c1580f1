import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { mountConsole } from './console.ts';

const application = await createTestApplication();

const get = (url: string) => application.app.inject({ url });

describe("the console's page", () => {
  it.each(['/console', '/console/creator/links?page=2', '/console/no/such/page'])('is at %s', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain('<title>Tributary</title>');
    expect(reply.body).not.toContain('__NONCE__');
  });

  it('is compressed for clients that accept it', async () => {
    const reply = await application.app.inject({ url: '/console', headers: { 'accept-encoding': 'gzip, br' } });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(reply.rawPayload).toString()).toContain('<title>Tributary</title>');
    const refused = await application.app.inject({ url: '/console', headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers).not.toHaveProperty('content-encoding');
  });

  it('allows only our own scripts, and gives each response a new nonce', async () => {
    const policies = await Promise.all(
      [0, 1].map(async () => String((await get('/console')).headers['content-security-policy'])),
    );
    expect(new Set(policies).size).toBe(2);
    for (const policy of policies) {
      const [, nonce] = /'nonce-([\w-]{22})'/.exec(policy)!;
      expect(policy).toContain(
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; `,
      );
      expect(policy).not.toContain('unsafe');
    }
  });

  it('is exempt from the rate limit, and hides no address of the API', async () => {
    expect((await get('/console/creator')).headers).not.toHaveProperty('x-ratelimit-limit');
    expect((await get('/clicks')).statusCode).toBe(401);
    expect((await get('/consoles')).statusCode).toBe(404);
    expect((await application.app.inject({ method: 'POST', url: '/console' })).statusCode).toBe(405);
  });

  it.each(['/console/assets/none.js', '/console/assets/../../package.json', '/console/assets/%2e%2e/index.html'])(
    'serves no file outside its folder: %s',
    async (url) => {
      const reply = await get(url);
      expect(reply.body).not.toContain('"dependencies"');
      expect(reply.headers['content-type']).not.toContain('javascript');
    },
  );

  it('is always the latest build, also while the server runs', async () => {
    const built = await mkdtemp(path.join(os.tmpdir(), 'tributary-console-'));
    onTestFinished(() => rm(built, { recursive: true }));
    const app = fastify();
    await mountConsole(
      app,
      { publicUrl: 'http://127.0.0.1:3000', sandboxUrl: null, timeZone: 'Europe/Stockholm' },
      path.join(built, 'dist'),
    );
    const page = async () => (await app.inject('/console/creator')).body;
    expect(await page()).toContain('has not been built');
    const worker = async () => app.inject('/console/service-worker.js');
    // Without a build, the service worker of an earlier build is removed.
    expect((await worker()).body).toContain('registration.unregister()');
    const manifest = async () => app.inject('/console/manifest.webmanifest');
    expect((await manifest()).body).toBe('{}');
    for (const name of ['one', 'two']) {
      await rm(path.join(built, 'dist'), { recursive: true, force: true });
      await mkdir(path.join(built, 'dist/assets'), { recursive: true });
      await writeFile(
        path.join(built, 'dist/index.html'),
        `<html data-time-zone="__TIME_ZONE__"><script src="/console/assets/${name}.js"></script>`,
      );
      await writeFile(path.join(built, `dist/assets/${name}.js`), `'${name}'`);
      await writeFile(path.join(built, 'dist/service-worker.js'), `/* ${name} */`);
      await writeFile(path.join(built, 'dist/manifest.webmanifest'), `{"name":"${name}"}`);
      expect(await page()).toBe(
        `<html data-time-zone="Europe/Stockholm"><script src="/console/assets/${name}.js"></script>`,
      );
      expect((await worker()).body).toBe(`/* ${name} */`);
      expect((await manifest()).json()).toEqual({ name });
      expect((await manifest()).headers['content-type']).toBe('application/manifest+json; charset=utf-8');
      expect((await worker()).headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/javascript; charset=utf-8',
      });
      expect((await app.inject(`/console/assets/${name}.js`)).body).toBe(`'${name}'`);
    }
    expect((await app.inject('/console/assets/one.js')).statusCode).toBe(404);
  });
});
