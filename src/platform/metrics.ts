import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValueWithName,
  Registry,
} from 'prom-client';

// Memory, CPU, event loop lag and garbage collection belong to the process, even when tests create several applications
// in it.
let watched: { registry: Registry; delays: IntervalHistogram } | null = null;

/** Sampling interval of the event loop delay. */
const LOOK_MS = 10;

/** Starts with the first application or edge and not with the first scrape, so that nothing before the scrape is missed. */
export function watchProcess(): { registry: Registry; delays: IntervalHistogram } {
  if (watched === null) {
    // A separate histogram, because the registry's own is reset at each read.
    const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
    delays.enable();
    watched = { registry: new Registry(), delays };
    collectDefaultMetrics({ register: watched.registry });
  }
  return watched;
}

/** Measures each request by method, route pattern and status in `app.metrics`, where modules add their own metrics. */
export function measureRequests(app: FastifyInstance): void {
  watchProcess();
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.decorate('metrics', registry);
  app.addHook('onResponse', async (request, reply) => {
    // Use the pattern and not the path: a label per id would exhaust the memory.
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}

/** Name and description of a metric. */
export type MetricName = readonly [name: string, help: string];

/** Exports a counter, which is read at each scrape. */
export function exportCounter(registry: Registry, [name, help]: MetricName, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Exports a gauge, which is read at each scrape. */
export function exportGauge(registry: Registry, [name, help]: MetricName, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Exports a gauge whose value is found out at each scrape. Null: it has no value. */
export function exportAsyncGauge(
  registry: Registry,
  [name, help]: MetricName,
  read: () => Promise<number | null>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === null) this.reset();
      else this.set(value);
    },
  });
}

const withProcess = (own: Registry): Registry => Registry.merge([watchProcess().registry, own]);

/** Returns these metrics and those of the process. */
export function readMetrics(own: Registry): Promise<MetricObjectWithValues<MetricValueWithName<string>>[]> {
  return withProcess(own).getMetricsAsJSON() as Promise<MetricObjectWithValues<MetricValueWithName<string>>[]>;
}

/** Returns these metrics and those of the process in Prometheus' text format, with the media type. */
export async function printMetrics(own: Registry): Promise<{ type: string; text: string }> {
  const merged = withProcess(own);
  return { type: merged.contentType, text: await merged.metrics() };
}

/** Figures of this process since its start. */
export interface ProcessFigures {
  requests: number;
  /** Requests with a status of 500 or above. */
  failedRequests: number;
  /** Average per request. */
  averageMs: number;
  /** Event loop delay, 99th percentile. */
  lagMs: number;
  memoryBytes: number;
}

/** Returns a summary of the figures in `printMetrics`. */
export async function readProcessFigures(app: FastifyInstance): Promise<ProcessFigures> {
  const durations = (await app.metrics.getSingleMetric('http_request_duration_seconds')!.get()).values;
  const sumOf = (name: string, from = 0) =>
    durations
      .filter((one) => (one as { metricName?: string }).metricName === name && Number(one.labels['status']) >= from)
      .reduce((sum, { value }) => sum + value, 0);
  const requests = sumOf('http_request_duration_seconds_count');
  return {
    requests,
    failedRequests: sumOf('http_request_duration_seconds_count', 500),
    averageMs: requests === 0 ? 0 : (1_000 * sumOf('http_request_duration_seconds_sum')) / requests,
    lagMs: Math.max(0, watchProcess().delays.percentile(99) / 1e6 - LOOK_MS),
    memoryBytes: process.memoryUsage.rss(),
  };
}
