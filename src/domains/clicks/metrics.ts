import { Counter, Gauge, type Registry } from 'prom-client';
import type { RecorderFigures } from './recorder.ts';

/** Shows the recorder's figures under /metrics; they are read when somebody asks. */
export function measureClicks(registry: Registry, figures: RecorderFigures): void {
  const registers = [registry];
  const counters = [
    ['recorded', 'Clicks committed by the database before their redirect.'],
    ['spooled', 'Clicks made durable on disk while the database was away.'],
    ['replayed', 'Spooled clicks that the database has taken since.'],
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
  new Gauge({
    name: 'tributary_clicks_waiting',
    help: 'Clicks that wait for their batch.',
    registers,
    collect() {
      this.set(figures.waiting);
    },
  });
  new Gauge({
    name: 'tributary_click_database_away',
    help: '1 while clicks go to the spool.',
    registers,
    collect() {
      this.set(figures.databaseAway ? 1 : 0);
    },
  });
}
