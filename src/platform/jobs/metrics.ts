import { Counter, Gauge, type Registry } from 'prom-client';
import type { JobCounts } from './look-at-jobs.ts';
import type { JobFigures } from './tasks.ts';

/** Exports the figures at /metrics. They are read at each scrape. */
export function measureJobs(registry: Registry, figures: JobFigures, counts: () => JobCounts): void {
  const registers = [registry];
  const counters = [
    ['done', figures.done, 'Jobs done by this process.'],
    ['failed', figures.failed, 'Attempts of this process that failed.'],
    ['given_up', figures.givenUp, 'Jobs that this process was the last to try.'],
  ] as const;
  for (const [name, figure, help] of counters) {
    new Counter({
      name: `tributary_jobs_${name}_total`,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset();
        for (const [kind, value] of Object.entries(figure)) this.inc({ kind }, value);
      },
    });
  }
  new Gauge({
    name: 'tributary_jobs',
    help: 'Jobs of all processes: waiting (or running), and given up within the last month.',
    labelNames: ['state'],
    registers,
    collect() {
      const { waiting, givenUp } = counts();
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'given_up' }, givenUp);
    },
  });
}
