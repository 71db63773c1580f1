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
import { keepUp } from './upkeep.ts';

export interface JobsDeps {
  /** `postgres://` address of the database itself (a pooler that shares sessions cannot LISTEN). */
  databaseUrl: string;
  handlers: readonly JobHandler[];
  log: Logger;
  /** A job that takes longer has failed; one that is not over after twice this belonged to a process that died. */
  limitMs?: number;
  /** How many jobs are done at once; each holds a connection only while it is taken and finished. */
  atOnce?: number;
  /** How often jobs of dead processes are looked for. */
  upkeepMs?: number;
}

/** The jobs of one process. */
export interface Jobs {
  /** Registers the figures for /metrics. */
  measure(registry: Registry): void;
  /** Takes no more jobs, and waits some seconds for those under way; what is not over then is tried again by others. */
  stop(): Promise<void>;
}

/** Sending mail to a slow server takes the better part of a minute. */
const LIMIT_MS = 60_000;
const UPKEEP_MS = 30_000;
const AT_ONCE = 2;
/** A connection whose other end vanished without a word is left after this. */
const CONNECTION_LIFE_SECONDS = 300;
const STATEMENT_TIMEOUT_MS = 10_000;
/** How long jobs under way may go on when the process stops, and when it is no longer waited for them. */
const LAST_WORK_MS = 5_000;
const STOP_PATIENCE_MS = 8_000;
const RESTART_MS = 1_000;

/**
 * Does the jobs that wait in the database, as they come. Several processes share them. While the database is away nothing is done, and
 * nothing is lost.
 */
export function startJobs(deps: JobsDeps): Jobs {
  return new JobRunner(deps);
}

class JobRunner implements Jobs {
  readonly #parts: Required<JobsDeps>;
  readonly #figures: JobFigures;
  readonly #pool: pg.Pool;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #workers: WorkerPool;
  /** Failures to take a job since one was taken, or none was there. */
  #misses = 0;
  #counts: JobCounts = { waiting: 0, givenUp: 0 };

  constructor(deps: JobsDeps) {
    this.#parts = { limitMs: LIMIT_MS, upkeepMs: UPKEEP_MS, atOnce: AT_ONCE, ...deps };
    this.#figures = noFigures(deps.handlers);
    this.#pool = openPool(this.#parts);
    this.#workers = this.#startWorkers();
    this.#running = Promise.all([this.#supervise(), this.#keepUp()]).then(() => undefined);
  }

  measure(registry: Registry): void {
    measureJobs(registry, this.#figures, () => this.#counts);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const ended = Promise.allSettled([this.#workers.gracefulShutdown(), this.#running]).then(() => this.#pool.end());
    const patience = new AbortController();
    const waited = delay(STOP_PATIENCE_MS, 'late', { signal: patience.signal }).catch(() => undefined);
    if ((await Promise.race([ended, waited])) === 'late') this.#parts.log.warn('jobs under way were left to others');
    patience.abort();
  }

  #startWorkers(): WorkerPool {
    const { handlers, log, limitMs, atOnce } = this.#parts;
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
        // With a delay, even of none, the workers end when the database does not take an outcome; without one it is an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasksOf({ handlers, log, figures: this.#figures, limitMs }),
      this.#pool,
    );
  }

  /** The workers end when the database goes away at the moment that they have something to tell it. */
  async #supervise(): Promise<void> {
    const { log } = this.#parts;
    for (;;) {
      await this.#workers.promise.catch((err) => log.warn({ err }, 'the workers ended'));
      if (!(await this.#pause(RESTART_MS))) return;
      log.warn('the workers are started again');
      this.#workers = this.#startWorkers();
    }
  }

  async #keepUp(): Promise<void> {
    const { log, limitMs, upkeepMs } = this.#parts;
    do {
      await keepUp(this.#pool, 2 * limitMs).then(
        (counts) => {
          this.#counts = counts;
          return this.#restartStuck();
        },
        (err) => log.warn({ err }, 'the jobs could not be looked after'),
      );
    } while (await this.#pause(upkeepMs));
  }

  /**
   * Workers keep the outcome of their first look at the database. When that failed, they fail for ever, although the database is back: they
   * are ended here, and started again by `#supervise`.
   */
  async #restartStuck(): Promise<void> {
    if (this.#misses <= this.#parts.atOnce || this.#stopping.signal.aborted) return;
    this.#misses = 0;
    this.#parts.log.warn('the workers cannot take jobs from a database that answers');
    await this.#workers.gracefulShutdown();
  }

  /** Waits; false when we stop. */
  #pause(ms: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return delay(ms, true, { signal }).catch(() => false);
  }
}

function openPool({ databaseUrl, log, atOnce }: Required<JobsDeps>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // One more for LISTEN.
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
  // One that is in use says it to its user, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** What the library says, without what it says of jobs: that is logged by ours, and its lines hold payloads. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'the job workers say');
    else log.debug({ worker: message }, 'the job workers say');
  });
}
