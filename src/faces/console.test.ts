import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../tests/harness/application.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await createTestApplication();
});

const get = (url: string) => application.app.inject({ url });

describe('the console’s page', () => {
  it.each(['/', '/console', '/console/creator/links?page=2', '/console/no/such/page'])('is at %s', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain('<title>Tributary</title>');
    expect(reply.body).not.toContain('__NONCE__');
  });

  it('runs our scripts alone, and gives each reply a nonce of its own for styles', async () => {
    const policies = await Promise.all(
      [0, 1].map(async () => String((await get('/')).headers['content-security-policy'])),
    );
    expect(new Set(policies).size).toBe(2);
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
      expect(policy).not.toContain('unsafe');
    }
  });

  it('counts for nobody’s limit, and no address of the API is hidden by it', async () => {
    expect((await get('/console/creator')).headers).not.toHaveProperty('x-ratelimit-limit');
    expect((await get('/clicks')).statusCode).toBe(401);
    expect((await get('/consoles')).statusCode).toBe(404);
    expect((await application.app.inject({ method: 'POST', url: '/console' })).statusCode).toBe(404);
  });

  it.each(['/console/assets/none.js', '/console/assets/../../package.json', '/console/assets/%2e%2e/index.html'])(
    'gives no file but its own: %s',
    async (url) => {
      const reply = await get(url);
      expect(reply.body).not.toContain('"dependencies"');
      expect(reply.headers['content-type']).not.toContain('javascript');
    },
  );
});
