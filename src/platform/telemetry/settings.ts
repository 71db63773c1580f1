import type { Registry } from 'prom-client';

/** Where traces and metrics are sent, from the standard variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** The base address of an OTLP/HTTP receiver, without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  /** Further attributes of every span and metric. */
  resource: Record<string, string>;
  sampler: string;
  /** The share of traces that `traceidratio` records. */
  samplerRatio: number;
  traces: boolean;
  metrics: boolean;
  metricIntervalMs: number;
}

/** The export of traces and metrics. */
export interface Telemetry {
  /**
   * Exports these metrics and those of the process.
   * @returns the function that sends them a last time and ends this; call it while everything that they read is available
   */
  exportMetrics(registry: Registry): () => Promise<void>;
  /** Sends the spans that have been recorded, and ends. */
  stop(): Promise<void>;
}
