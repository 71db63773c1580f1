import type { Registry } from 'prom-client';
import { exportCounter, exportGauge } from '../../../platform/metrics.ts';
import { JOURNALED, REFUSED } from '../metrics.ts';

/** The state of an edge, and its counters since its start. */
export interface EdgeState {
  /** Whether there is a connection to NATS. */
  isConnected: boolean;
  /** Whether a click could be stored nowhere in the last seconds. */
  isRefusing: boolean;
  /** Known links. */
  links: number;
  /** The time since an application process confirmed that the snapshot is complete. */
  snapshotAgeMs: number;
  /** Clicks that are durable here and not in NATS yet. */
  waiting: number;
  /** Clicks that were made durable before their redirect, in NATS or in the journal. */
  journaled: number;
  /** Clicks of the journal that have been forwarded to NATS. */
  forwarded: number;
  /** Clicks that could be stored nowhere. */
  refused: number;
}

/**
 * Exports the state of an edge at /metrics, read at each scrape. Figures with the meaning of an application process have the same names
 * (`tributary_clicks_…`); the others are named `tributary_edge_…`.
 */
export function measureEdge(registry: Registry, state: () => EdgeState): void {
  exportCounter(registry, JOURNALED, () => state().journaled);
  exportCounter(registry, REFUSED, () => state().refused);
  const forwarded = 'Clicks of this edge’s journal that were forwarded to NATS, those of ended processes included.';
  exportCounter(registry, ['tributary_edge_clicks_forwarded_total', forwarded], () => state().forwarded);
  const gauges = [
    [
      'tributary_edge_clicks_waiting',
      'Clicks in the journal of this edge that are not in NATS yet.',
      () => state().waiting,
    ],
    ['tributary_edge_nats_unavailable', '1 while there is no connection to NATS.', () => Number(!state().isConnected)],
    ['tributary_edge_links', 'Links that this edge knows.', () => state().links],
    [
      'tributary_edge_snapshot_age_seconds',
      'Time since an application process confirmed the links, which it does every minute. Alert above 180.',
      () => state().snapshotAgeMs / 1_000,
    ],
  ] as const;
  for (const [name, help, read] of gauges) exportGauge(registry, [name, help], read);
}
