import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { connectDatabase } from '../../../platform/database/database.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { runNext } from './run-next.ts';

/** Number of feeds that a process reads at the same time. A slow server delays only one of them. */
const AT_ONCE = 2;
const PAUSE_MS = 10_000;

export interface FeedWorkerDeps extends Pick<Context, 'now' | 'log'> {
  databaseUrl: string;
  outbound: Outbound;
}

/**
 * Executes runs of product feeds while the process runs, on separate connections. All processes share the work. Runs are not jobs of
 * graphile-worker, because a run may take longer than the time after which a job is given to another worker.
 */
export function startProductFeeds({ databaseUrl, ...deps }: FeedWorkerDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { pool } = connectDatabase(databaseUrl, {
    maxConnections: AT_ONCE,
    statementTimeoutMs: null,
    onPoolError: (err) => deps.log.warn({ err }, 'a database connection of the product feeds was lost'),
  });
  const work = { ...deps, pool, signal: stopping.signal };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const hasRun = await runNext(work).catch((err) => {
        deps.log[isUnavailable(err) ? 'debug' : 'warn']({ err }, 'product feeds could not be read');
        return false;
      });
      if (!hasRun) await delay(PAUSE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const loops = Array.from({ length: AT_ONCE }, loop);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await pool.end();
    },
  };
}
