import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { runTaskList, Logger as WorkerLogger, type WorkerPool } from 'graphile-worker';
import pg from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from '../context.ts';
import type { JobHandler } from './handler.ts';
import type { JobCounts } from './look-at-jobs.ts';
import { measureJobs } from './metrics.ts';
import { type JobFigures, noFigures, tasksOf } from './tasks.ts';
import { maintainJobs } from './upkeep.ts';

export interface JobsDeps {
  /** `postgres://` address of the database itself, because a pooler that shares sessions does not support LISTEN. */
  databaseUrl: string;
  handlers: readonly JobHandler[];
  log: Logger;
  /** The time limit of a job. A job that runs for twice this time belonged to a dead process. */
  limitMs?: number;
  /** The number of concurrent jobs. A job uses a connection only when it is fetched and completed. */
  atOnce?: number;
  /** The interval of the search for jobs of dead processes. */
  upkeepMs?: number;
}

/** The job workers of one process. */
export interface Jobs {
  /** Registers the figures for /metrics. */
  measure(registry: Registry): void;
  /** Stops fetching jobs and waits some seconds for running ones. Other processes retry jobs that are not completed then. */
  stop(): Promise<void>;
}

/** Sending mail to a slow server can take almost a minute. */
const LIMIT_MS = 60_000;
const UPKEEP_MS = 30_000;
const AT_ONCE = 2;
/** The time for which a connection without a response from the peer is kept. */
const CONNECTION_LIFE_SECONDS = 300;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Time that running jobs have to finish when the process stops, and time after which the process no longer waits for them. */
const LAST_WORK_MS = 5_000;
const STOP_TIMEOUT_MS = 8_000;
const RESTART_MS = 1_000;

/**
 * Runs the jobs that are queued in the database. Several processes share them. While the database is unavailable, no job runs and
 * none is lost.
 */
export function startJobs(deps: JobsDeps): Jobs {
  return new JobRunner(deps);
}

class JobRunner implements Jobs {
  readonly #deps: Required<JobsDeps>;
  readonly #figures: JobFigures;
  readonly #pool: pg.Pool;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #workers: WorkerPool;
  /** Consecutive failures to fetch a job. */
  #misses = 0;
  #counts: JobCounts = { waiting: 0, givenUp: 0 };

  constructor(deps: JobsDeps) {
    this.#deps = { limitMs: LIMIT_MS, upkeepMs: UPKEEP_MS, atOnce: AT_ONCE, ...deps };
    this.#figures = noFigures(deps.handlers);
    this.#pool = openPool(this.#deps);
    this.#workers = this.#startWorkers();
    this.#running = Promise.all([this.#supervise(), this.#keepUp()]).then(() => undefined);
  }

  measure(registry: Registry): void {
    measureJobs(registry, this.#figures, () => this.#counts);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const ended = Promise.allSettled([this.#workers.gracefulShutdown(), this.#running]).then(() => this.#pool.end());
    const timer = new AbortController();
    const waited = delay(STOP_TIMEOUT_MS, 'late', { signal: timer.signal }).catch(() => undefined);
    if ((await Promise.race([ended, waited])) === 'late')
      this.#deps.log.warn('running jobs were left to other processes');
    timer.abort();
  }

  #startWorkers(): WorkerPool {
    const { handlers, log, limitMs, atOnce } = this.#deps;
    const events = new EventEmitter();
    events.on('worker:getJob:error', () => {
      this.#misses += 1;
    });
    for (const event of ['worker:getJob:empty', 'job:start'])
      events.on(event, () => {
        this.#misses = 0;
      });
    return runTaskList(
      {
        schema: 'graphile_worker',
        concurrency: atOnce,
        events,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: LAST_WORK_MS,
        logger: workerLogger(log),
        // With a delay, even of zero, workers end if the database does not accept a result. Without a delay, this is an unhandled
        // rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasksOf({ handlers, log, figures: this.#figures, limitMs }),
      this.#pool,
    );
  }

  /** Restarts the workers, which end if the database is unavailable when they report a result. */
  async #supervise(): Promise<void> {
    const { log } = this.#deps;
    for (;;) {
      await this.#workers.promise.catch((err) => log.warn({ err }, 'the job workers ended'));
      if (!(await this.#pause(RESTART_MS))) return;
      log.warn('the job workers were restarted');
      this.#workers = this.#startWorkers();
    }
  }

  async #keepUp(): Promise<void> {
    const { log, limitMs, upkeepMs } = this.#deps;
    do {
      await maintainJobs(this.#pool, 2 * limitMs).then(
        (counts) => {
          this.#counts = counts;
          return this.#restartStuck();
        },
        (err) => log.warn({ err }, 'the maintenance of the jobs failed'),
      );
    } while (await this.#pause(upkeepMs));
  }

  /**
   * Workers cache the result of their first access to the database. If it failed, they fail permanently, even after the database is
   * available again. They are ended here and restarted by `#supervise`.
   */
  async #restartStuck(): Promise<void> {
    if (this.#misses <= this.#deps.atOnce || this.#stopping.signal.aborted) return;
    this.#misses = 0;
    this.#deps.log.warn('the job workers cannot fetch jobs, although the database answers');
    await this.#workers.gracefulShutdown();
  }

  /** Waits for the given time. Returns false if the process stops. */
  #pause(ms: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return delay(ms, true, { signal }).catch(() => false);
  }
}

function openPool({ databaseUrl, log, atOnce }: Required<JobsDeps>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // One more connection for LISTEN.
    max: atOnce + 1,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    connectionTimeoutMillis: 5_000,
    maxLifetimeSeconds: CONNECTION_LIFE_SECONDS,
    keepAlive: true,
    application_name: 'tributary-jobs',
    options: '-c jit=off -c TimeZone=UTC',
  });
  pool.on('error', (err) => log.warn({ err }, 'a database connection of the jobs broke'));
  // A connection in use also reports the error to its user.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The library's log messages, except those about jobs, which contain payloads and are replaced by our own. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'message of the job workers');
    else log.debug({ worker: message }, 'message of the job workers');
  });
}
