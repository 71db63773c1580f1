import { describe, expect, it } from 'vitest';
import { createTestApplication, TEST_COMPANY } from '../tests/harness/application.ts';
import { nowhere } from '../tests/sample-server.ts';
import { buildApp } from './app.ts';
import { createCalendar } from './platform/calendar.ts';
import { manualProvider } from './platform/payment-provider/manual.ts';
import { diskStorage } from './platform/storage/disk.ts';

const application = await createTestApplication();
const app = application.app;

describe('the health of the service', () => {
  it('is up while the database answers', async () => {
    const reply = await app.inject('/v2/health');
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'up' }]);
  });

  it('is down when it does not', async () => {
    const down = await buildApp({
      config: {
        publicUrl: 'https://t.example',
        logLevel: 'silent',
        trustProxy: null,
        rateLimitPerMinute: 10_000,
        redisUrl: null,
        timeZone: 'UTC',
        company: TEST_COMPANY,
        earningsHoldDays: 14,
        payouts: { accountDelayDays: 3, approvalAboveEur: 1_000, debtor: null, vies: null },
      },
      database: nowhere(),
      authenticate: async () => null,
      live: application.live,
      storage: diskStorage('.unused'),
      paymentProvider: manualProvider,
      identity: null,
      serviceApiKeys: [],
      calendar: createCalendar('UTC'),
      checkReplies: true,
    });
    const reply = await down.inject('/v2/health');
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'down' }]);
    await down.close();
  });
});

describe('the reference', () => {
  type Operation = { operationId: string; summary: string; security: object[]; responses: Record<string, object> };
  const read = async () => (await app.inject('/openapi.json')).json();

  it('is an OpenAPI 3.1 document whose operations have a name, a caller and errors', async () => {
    const document = await read();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/' }, { url: 'http://tributary.test' }],
      components: {
        securitySchemes: { accessToken: { in: 'header', name: 'Authorization' }, idpSession: { scheme: 'bearer' } },
      },
    });
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThanOrEqual(3);
    for (const { operationId, summary, security, responses } of operations) {
      expect([typeof operationId, typeof summary, Array.isArray(security)]).toEqual(['string', 'string', true]);
      // The redirect is not under the limit.
      const failures = operationId === 'followLink' ? ['404', '500'] : ['429', '500'];
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(failures)]);
    }
    expect(JSON.stringify(document)).not.toMatch(/x-says|x-kind|x-money/);
  });

  it('is generated once for both formats, because generating YAML would block the process for seconds', async () => {
    const first = await app.inject('/openapi.json');
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await app.inject('/openapi.json')).body).toBe(first.body);
    for (const copy of ['/docs/json', '/docs/yaml']) {
      const { statusCode, headers } = await app.inject(copy);
      expect([statusCode, headers.location]).toEqual([302, '/openapi.json']);
    }
    expect((await app.inject('/docs/static/swagger-initializer.js')).body).toContain('/openapi.json');
  });

  it('can be browsed offline, under a policy without external resources', async () => {
    const page = await app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    const csp = String(page.headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    // Inline scripts would be refused by that policy, so the page must have none.
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, file]) => new URL(file ?? '', 'http://h/docs/').pathname,
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await app.inject(file)).statusCode]).toEqual([file, 200]);
  });
});

describe('the metrics', () => {
  it('count requests by route and status, and describe the process', async () => {
    await app.inject('/v2/health');
    await app.inject('/no/such/route');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/v2\/health",status="200"\} [1-9]/);
    expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/);
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    expect(body).toContain('process_resident_memory_bytes');
  });
});
