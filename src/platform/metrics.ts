import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

// Memory, CPU, event loop lag and garbage collection belong to the process, however many applications tests build in it.
let watched: { registry: Registry; delays: IntervalHistogram } | null = null;

/** How often the event loop is asked whether it is late. */
const LOOK_MS = 10;

/** Begins when the first application does, not when somebody first asks: what was before would be seen by nobody. */
function watchProcess(): { registry: Registry; delays: IntervalHistogram } {
  if (watched === null) {
    // Of our own beside the registry's, which forgets whenever it is read.
    const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
    delays.enable();
    watched = { registry: new Registry(), delays };
    collectDefaultMetrics({ register: watched.registry });
  }
  return watched;
}

/** Measures each request by method, route pattern and status, under `app.metrics`, where rooms add metrics of theirs. */
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
    // The pattern, never the path: a label for each id would fill the memory.
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}

/** The application's and the process's metrics in Prometheus' text format, and its media type. */
export async function printMetrics(app: FastifyInstance): Promise<{ type: string; text: string }> {
  const merged = Registry.merge([watchProcess().registry, app.metrics]);
  return { type: merged.contentType, text: await merged.metrics() };
}

/** What this process has done and how it is, since it began. */
export interface ProcessFigures {
  requests: number;
  /** Of these, those answered with 500 or above. */
  failedRequests: number;
  /** Of one request. */
  averageMs: number;
  /** How long the process is kept from what is next, at worst but for one in a hundred. */
  lagMs: number;
  memoryBytes: number;
}

/** The same figures as `printMetrics`, in few. */
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
