import type { Registry } from 'prom-client';
import { exportCounter, exportGauge, type MetricName } from '../../platform/metrics.ts';
import type { ClickLog } from './click-log.ts';

/** Figures of application processes and edges. */
export const JOURNALED: MetricName = [
  'tributary_clicks_journaled_total',
  'Clicks made durable in the journal before their redirect.',
];
export const REFUSED: MetricName = [
  'tributary_clicks_refused_total',
  'Clicks that could be made durable nowhere; their shoppers got a 503.',
];

/** Exports the click log's figures at /metrics. They are read at each scrape. */
export function measureClicks(registry: Registry, log: Pick<ClickLog, 'figures' | 'waiting'>): void {
  const { figures } = log;
  exportCounter(registry, JOURNALED, () => figures.journaled);
  exportCounter(registry, REFUSED, () => figures.refused);
  const counters = [
    ['recorded', 'Clicks that the database has taken from this process’s journal.'],
    ['reread', 'Clicks that were read back from the journal’s files, because the database had not kept up.'],
    ['adopted', 'Clicks that the database has taken from journals of processes that ended.'],
    ['direct', 'Clicks committed by the database before their redirect, because the journal did not take them.'],
    ['batches', 'Batches in which clicks were committed.'],
  ] as const;
  for (const [name, help] of counters)
    exportCounter(registry, [`tributary_clicks_${name}_total`, help], () => figures[name]);
  const gauges = [
    ['tributary_clicks_waiting', 'Clicks in the journal that are not counted yet.', () => log.waiting()],
    [
      'tributary_click_lag_p95_seconds',
      'How long clicks were in the journal before they were counted: 95 in 100 of the latest took less. Alert above 0.25.',
      () => figures.lag.p95() / 1_000,
    ],
    [
      'tributary_click_database_unavailable',
      '1 while the database does not take clicks.',
      () => Number(figures.databaseUnavailable),
    ],
  ] as const;
  for (const [name, help, read] of gauges) exportGauge(registry, [name, help], read);
}
