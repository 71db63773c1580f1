import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pino from 'pino';
import { Counter, Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { openHttpPeer, type PeerRequest } from '../../../tests/harness/peers/http-peer.ts';
import { HUBSPOT_TOKEN, openHubSpot } from '../../../tests/harness/peers/hubspot.ts';
import { startFromSources } from '../../../tests/harness/source-server.ts';
import { readConfig } from '../../config.ts';
import { createDeal } from '../crm/deal.ts';
import { SqlDatabase } from '../database/sql-database.ts';
import { enqueue } from '../jobs/job.ts';
import { shapeOf, summaryOf } from './query-spans.ts';
import { startTelemetryIfSet } from './telemetry.ts';
import { tracing } from './tracing.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}
interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}
interface ExportedMetric {
  name: string;
  sum?: { isMonotonic: boolean };
  histogram?: { dataPoints: { bucketCounts: (number | string)[]; count: number | string }[] };
}

/** A receiver of OTLP over HTTP. */
async function openReceiver() {
  const peer = await openHttpPeer(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }));
  const bodyOf = ({ headers, body }: PeerRequest) => (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
  const sent = (target: string) => peer.requests.filter((request) => request.target === target);
  const read = (target: string) => sent(target).map((request) => JSON.parse(bodyOf(request).toString('utf8')));
  return {
    url: peer.url,
    peer,
    sent,
    bodyOf,
    resources: () =>
      read('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }: { resource: { attributes: Attribute[] } }) => valuesOf(resource.attributes)),
      ),
    spans: (): ExportedSpan[] =>
      read('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: ExportedSpan[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    metrics: (): ExportedMetric[] =>
      (read('/v1/metrics').at(-1)?.resourceMetrics ?? []).flatMap(
        ({ scopeMetrics }: { scopeMetrics: { metrics: ExportedMetric[] }[] }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics),
      ),
  };
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-telemetry-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const SETTINGS = {
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%20test',
};
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('a server with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('sends spans of requests, queries, jobs and outgoing requests as traces, and the metrics of /metrics, without personal data', async () => {
    const [receiver, hubspot, database] = await Promise.all([openReceiver(), openHubSpot(), createTestDatabase()]);
    const server = await startFromSources({
      ...SETTINGS,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Fsecret',
      DATABASE_URL: database.url,
      DATA_DIR: await dataFolder(),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HUBSPOT_URL: hubspot.url,
      HUBSPOT_TOKEN,
    });
    onTestFinished(async () => void (await server.stop()));
    const headers = {
      traceparent: `00-${TRACE}-${PARENT}-01`,
      'user-agent': 'a-visitor/1.0',
      'x-request-id': 'request-of-the-test',
    };
    const health = await fetch(`${server.url}/v2/health?email=someone@example.test`, { headers });
    expect(health.status).toBe(200);
    const signIn = await fetch(`${server.url}/v2/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'someone@example.test', password: 'someone’s password' }),
    });
    expect(signIn.status).toBe(401);
    expect((await fetch(`${server.url}/r/no-such-link?email=someone@example.test`)).status).toBe(404);
    const deal = {
      key: 'telemetry',
      title: 'A deal',
      email: 'someone@example.test',
      sourceUrl: 'https://example.test',
    };
    await new SqlDatabase(database.pool).transaction((tx) => enqueue(tx, createDeal, deal));
    await expect.poll(() => hubspot.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const listed = await (await fetch(`${server.url}/metrics`)).text();
    expect(await server.stop()).toBe(0);

    const spans = receiver.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [root] = named('GET /v2/health');
    expect(root).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(valuesOf(root!.attributes)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v2/health',
      'http.response.status_code': 200,
      'tributary.request_id': 'request-of-the-test',
    });
    expect(spans.some(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === root!.spanId)).toBe(true);
    expect(named('GET /r/:code').map(({ attributes }) => valuesOf(attributes)['http.response.status_code'])).toEqual([
      404,
    ]);
    // Its queries follow the body, which arrives in an event of the connection.
    const [attempt] = named('POST /v2/sessions');
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === attempt!.spanId);
    expect(queries.map(({ name }) => name)).toContain('SELECT users');
    const [job] = named('job create_crm_deal');
    const [call] = spans.filter(({ name, parentSpanId }) => name === 'POST' && parentSpanId === job!.spanId);
    expect(hubspot.requests[0]!.headers['traceparent']).toBe(`00-${job!.traceId}-${call!.spanId}-01`);
    expect(JSON.stringify([spans, receiver.metrics()])).not.toMatch(/someone|a-visitor|no-such-link/);

    expect(receiver.resources()[0]).toMatchObject({
      'service.name': 'tributary',
      'deployment.environment.name': 'a test',
    });
    expect(receiver.peer.requests.map(({ headers: sent }) => sent['api-key'])).toEqual(
      expect.arrayContaining(['a/secret']),
    );
    const own = receiver.metrics();
    const names = [...listed.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
    // The process's requests to the operating system have a value by kind only while one runs, which another moment need not find.
    const withValues = names.filter(
      (name) => name !== 'nodejs_active_requests' && new RegExp(`^${name}(?:_count)?[{ ]`, 'm').test(listed),
    );
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(withValues));
    expect(own.find(({ name }) => name === 'tributary_clicks_journaled_total')?.sum?.isMonotonic).toBe(true);
    const durations = own.find(({ name }) => name === 'http_request_duration_seconds')!.histogram!.dataPoints;
    for (const { bucketCounts, count } of durations)
      expect(bucketCounts.reduce((sum: number, one) => sum + Number(one), 0)).toBe(Number(count));
    // On a busy machine, a server needs most of a minute to start from its sources.
  }, 180_000);
});

const settingsOf = (env: Record<string, string>) => readConfig(env).telemetry;

describe('the export', () => {
  it('is in protobuf by default, and follows the sampler', async () => {
    const receiver = await openReceiver();
    const log = pino({ level: 'silent' });
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`, OTEL_SERVICE_NAME: 'shop-links' };
    const recorded = async (env: Record<string, string>) => {
      const telemetry = await startTelemetryIfSet(settingsOf({ ...settings, ...env }), log);
      const registry = new Registry();
      new Counter({ name: 'tests_total', help: 'Tests.', registers: [registry] }).inc();
      const endMetrics = telemetry.exportMetrics(registry);
      await tracing()?.work('work of the test', {}, async () => undefined);
      await endMetrics();
      await telemetry.stop();
      expect(tracing()).toBeNull();
      return receiver.peer.requests.splice(0);
    };
    const both = await recorded({});
    expect(both.map(({ target }) => target).sort()).toEqual(['/v1/metrics', '/v1/traces']);
    for (const request of both) {
      expect(request.headers['content-type']).toBe('application/x-protobuf');
      expect(receiver.bodyOf(request).includes('shop-links')).toBe(true);
      expect(
        receiver.bodyOf(request).includes(request.target === '/v1/traces' ? 'work of the test' : 'tests_total'),
      ).toBe(true);
    }
    const unsampled = await recorded({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(unsampled.map(({ target }) => target)).toEqual(['/v1/metrics']);
    expect(await recorded({ OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })).toEqual([]);
  });

  it('warns once when the receiver refuses, and does not delay the end', async () => {
    const refusing = await openHttpPeer(() => ({ status: 400 }));
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const telemetry = await startTelemetryIfSet(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url }), log);
    const endMetrics = telemetry.exportMetrics(new Registry());
    await tracing()?.work('work', {}, async () => undefined);
    await endMetrics();
    await telemetry.stop();
    expect(lines.filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))).toHaveLength(1);
  });
});

it('The shape of a statement has neither texts nor numbers, and its summary names the first table', () => {
  const text = `SELECT id, t1.x FROM orders t1
    WHERE email = 'some''one' AND sum > 12.50 AND id = $1`;
  expect(shapeOf(text)).toBe('SELECT id, t1.x FROM orders t1 WHERE email = ? AND sum > ? AND id = $1');
  expect(summaryOf(shapeOf(text))).toBe('SELECT orders');
  expect(summaryOf('INSERT INTO clicks (id) VALUES ($1)')).toBe('INSERT clicks');
  expect(summaryOf('WITH gone AS (DELETE FROM sign_in_failures RETURNING id) SELECT count(*) FROM gone')).toBe(
    'DELETE sign_in_failures',
  );
  expect(summaryOf('SELECT extract(epoch FROM l.expires_at) FROM links l')).toBe('SELECT links');
  expect(summaryOf('BEGIN')).toBe('BEGIN');
});
