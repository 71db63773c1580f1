import { describe, expect, it } from 'vitest';
import { createTestApplication, TEST_COMPANY } from '../tests/harness/application.ts';
import { nowhere } from '../tests/sample-server.ts';
import { buildApp } from './app.ts';
import { createCalendar } from './platform/calendar.ts';
import { manualProvider } from './platform/payment-provider/manual.ts';
import { diskStorage } from './platform/storage/disk.ts';
import { VERSION } from './platform/version.ts';

const application = await createTestApplication();
const app = application.app;

describe('the health of the service', () => {
  it('is up while the database answers', async () => {
    const reply = await app.inject('/v2/health');
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'up', version: VERSION }]);
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
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'down', version: VERSION }]);
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
      // The limit does not apply to the redirect.
      const failures = operationId === 'followLink' ? ['404', '500'] : ['429', '500'];
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(failures)]);
    }
    expect(JSON.stringify(document)).not.toMatch(/x-says|x-kind|x-money/);
  });

  it('is generated once, also for the addresses that it had', async () => {
    const first = await app.inject('/openapi.json');
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await app.inject('/openapi.json')).body).toBe(first.body);
    for (const copy of ['/docs/json', '/docs/yaml']) {
      const { statusCode, headers } = await app.inject(copy);
      expect([statusCode, headers.location]).toEqual([302, '/openapi.json']);
    }
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
