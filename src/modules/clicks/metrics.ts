import { Counter, Gauge, type Registry } from 'prom-client';
import type { ClickLog } from './click-log.ts';

/** Exports the click log's figures at /metrics. They are read at each scrape. */
export function measureClicks(registry: Registry, log: Pick<ClickLog, 'figures' | 'waiting'>): void {
  const { figures } = log;
  const registers = [registry];
  const counters = [
    ['journaled', 'Clicks made durable in the journal before their redirect.'],
    ['recorded', 'Clicks that the database has taken from this process’s journal.'],
    ['reread', 'Clicks that were read back from the journal’s files, because the database had not kept up.'],
    ['adopted', 'Clicks that the database has taken from journals of processes that ended.'],
    ['direct', 'Clicks committed by the database before their redirect, because the journal did not take them.'],
    ['refused', 'Clicks that could be made durable nowhere; their shoppers got a 503.'],
    ['batches', 'Batches in which clicks were committed.'],
  ] as const;
  for (const [name, help] of counters) {
    new Counter({
      name: `tributary_clicks_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(figures[name]);
      },
    });
  }
  const gauges = [
    ['tributary_clicks_waiting', 'Clicks in the journal that are not counted yet.', () => log.waiting()],
    [
      'tributary_click_lag_p95_seconds',
      'How long clicks were in the journal before they were counted: 95 in 100 of the latest took less. Alert above 0.25.',
      () => figures.lag.p95() / 1_000,
    ],
    ['tributary_click_database_away', '1 while the database does not take clicks.', () => Number(figures.databaseAway)],
  ] as const;
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}
