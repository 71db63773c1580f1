import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobHelpers, Task, TaskList } from 'graphile-worker';
import type { Logger } from '../context.ts';
import { isUnavailable } from '../database/errors.ts';
import { tracing } from '../telemetry/tracing.ts';
import { GiveUp, type JobHandler, TryLater } from './handler.ts';

/** Results of the jobs that this process has run, by kind. */
export interface JobFigures {
  done: Record<string, number>;
  /** Counts attempts, not jobs. */
  failed: Record<string, number>;
  /** Jobs that are not retried any more. */
  givenUp: Record<string, number>;
}

export interface TaskDeps {
  handlers: readonly JobHandler[];
  log: Logger;
  figures: JobFigures;
  /** A job that exceeds this time has failed and is retried. */
  limitMs: number;
}

/** A requested delay is limited to the order of the longest pause between two regular attempts. */
const LONGEST_WAIT_SECONDS = 24 * 60 * 60;
const RETRY_MS = 500;

export function noFigures(handlers: readonly JobHandler[]): JobFigures {
  const zeros = () => Object.fromEntries(handlers.map(({ kind }) => [kind, 0]));
  return { done: zeros(), failed: zeros(), givenUp: zeros() };
}

/** Wraps the handlers for the worker: adds a time limit, counts results, and logs failures without the payload. */
export function tasksOf(deps: TaskDeps): TaskList {
  return Object.fromEntries(deps.handlers.map((handler) => [handler.kind, taskOf(handler, deps)]));
}

function taskOf({ kind, run }: JobHandler, { log, figures, limitMs }: TaskDeps): Task {
  const count = (figure: Record<string, number>) => {
    figure[kind] = (figure[kind] ?? 0) + 1;
  };
  return async (payload, helpers) => {
    const { job } = helpers;
    const named = { job: String(job.id), kind };
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), helpers.abortSignal]);
    try {
      // A handler that ignores the signal is not awaited.
      const work = () =>
        Promise.race([run(payload, { id: named.job, askedAt: job.created_at, signal }), aborted(signal)]);
      const facts = { 'tributary.job.id': named.job, 'tributary.job.attempt': String(job.attempts) };
      await (tracing()?.work(`job ${kind}`, facts, work) ?? work());
      count(figures.done);
    } catch (error) {
      count(figures.failed);
      const isLast = error instanceof GiveUp || job.attempts >= job.max_attempts;
      if (isLast) count(figures.givenUp);
      const details = { err: error, ...named, attempt: job.attempts };
      if (isLast) log.error(details, 'a job failed permanently');
      else log.warn(details, 'a job failed and will be retried');
      await whenNotified(helpers, outcomeOf(job, error));
      throw error;
    }
    await whenNotified(helpers, { text: 'SELECT 1', values: [] });
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('the job took too long, or the process stops'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/**
 * Returns the statement that records a failure before the worker updates the job. Graphile Worker's own functions do
 * not change a running job, so this writes to its table. The worker then adds its pause (e^attempts seconds, six
 * hours from the tenth attempt on) to the stored time.
 */
function outcomeOf({ id }: Job, error: unknown): Statement {
  if (error instanceof GiveUp)
    return { text: 'UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = $1', values: [id] };
  if (error instanceof TryLater) {
    const text = `UPDATE graphile_worker._private_jobs SET run_at = now() + $2 * interval '1 second' WHERE id = $1`;
    return { text, values: [id, Math.min(Math.max(0, error.afterSeconds), LONGEST_WAIT_SECONDS)] };
  }
  return { text: 'SELECT 1', values: [] };
}

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Resolves when the database has executed the statement, or when the process stops. The worker reports the end of a
 * job once. Without this wait, a report during an outage would be lost and the job would run again.
 */
async function whenNotified({ withPgClient, abortSignal }: JobHelpers, { text, values }: Statement): Promise<void> {
  while (!abortSignal.aborted) {
    try {
      await withPgClient((client) => client.query(text, values));
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await delay(RETRY_MS, undefined, { signal: abortSignal }).catch(() => undefined);
  }
}
