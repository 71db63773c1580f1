import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { context, DiagLogLevel, diag, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { CompressionAlgorithm, OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions } from '@opentelemetry/otlp-exporter-base/node-http';
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pg from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from '../context.ts';
import { readMetrics } from '../metrics.ts';
import { VERSION } from '../version.ts';
import { prometheusProducer } from './exported-metrics.ts';
import { traceFetch } from './fetch-spans.ts';
import { traceQueries } from './query-spans.ts';
import type { Telemetry, TelemetrySettings } from './settings.ts';
import { Spans } from './spans.ts';
import { useTracing } from './tracing.ts';

const EXPORT_TIMEOUT_MS = 10_000;
/** A receiver that does not answer must not delay the end of the process. */
const LAST_EXPORT_MS = 3_000;
/** While the receiver is unavailable, the log says so once a minute. */
const WARN_EVERY_MS = 60_000;
const SCOPE = 'tributary';

/** Starts the export of traces and metrics. `startTelemetryIfSet` loads this file only when a receiver is configured. */
export function startTelemetry(settings: TelemetrySettings, log: Logger): Telemetry {
  warnOfFailures(log);
  const resource = resourceFromAttributes({
    'service.instance.id': randomUUID(),
    'service.version': VERSION,
    ...settings.resource,
    'service.name': settings.serviceName,
  });
  const endTraces = settings.traces ? startTraces(settings, resource) : async () => undefined;
  return {
    exportMetrics(registry: Registry) {
      const meters = settings.metrics ? startMetrics(settings, resource, registry) : null;
      return () => within(LAST_EXPORT_MS, meters?.shutdown());
    },
    async stop() {
      await within(LAST_EXPORT_MS, endTraces());
      diag.disable();
    },
  };
}

/** Waits for the work, at most this long, whether it succeeds or not. */
async function within(ms: number, work: Promise<void> | undefined): Promise<void> {
  await Promise.race([Promise.allSettled([work]), delay(ms, undefined, { ref: false })]);
}

function startTraces(settings: TelemetrySettings, resource: Resource): () => Promise<void> {
  const isJson = settings.protocol === 'http/json';
  const exporter = new OTLPExporterBase<ReadableSpan[]>(
    createOtlpHttpExportDelegate(
      destination(settings, 'v1/traces'),
      isJson ? JsonTraceSerializer : ProtobufTraceSerializer,
      'otlp_http_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
  const processor = new BatchSpanProcessor({ exporter });
  const provider = new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer(SCOPE, VERSION);
  const spans = new Spans(tracer);
  useTracing(spans);
  const endings = [traceQueries(pg, tracer), traceFetch(spans)];
  return async () => {
    useTracing(null);
    for (const end of endings) end();
    await provider.shutdown();
    context.disable();
    propagation.disable();
  };
}

function startMetrics(settings: TelemetrySettings, resource: Resource, registry: Registry): MeterProvider {
  const isJson = settings.protocol === 'http/json';
  const exporter = new OTLPExporterBase<ResourceMetrics>(
    createOtlpHttpExportDelegate(
      destination(settings, 'v1/metrics'),
      isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer,
      'otlp_http_metric_exporter',
      MetricsExporterMetricsHelper,
      undefined,
    ),
  );
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: settings.metricIntervalMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, settings.metricIntervalMs),
    metricProducers: [prometheusProducer(() => readMetrics(registry), { name: SCOPE, startedAt })],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/** The receiver is a setting of the operator, so that the rules for addresses of users do not apply. */
function destination({ endpoint, headers: given, protocol }: TelemetrySettings, path: string) {
  const headers = {
    ...given,
    'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
  };
  return {
    url: `${endpoint}/${path}`,
    headers: async () => headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 4,
    compression: CompressionAlgorithm.GZIP,
    agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
  };
}

function samplerOf({ sampler, samplerRatio }: TelemetrySettings): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(samplerRatio),
  };
  const root = roots[sampler.replace('parentbased_', '')]!();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function warnOfFailures(log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ reason: message.slice(0, 500) }, 'traces or metrics could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}
