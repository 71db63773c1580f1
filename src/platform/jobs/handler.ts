import type { JobKind } from './job.ts';

/** Facts about the job beside its payload. */
export interface JobFacts {
  /** The id of the job: the same at each attempt, and unique within this database. */
  id: string;
  /** When the job was enqueued. */
  askedAt: Date;
  /**
   * Aborts when the job exceeds its time limit or the process stops. Pass it to everything that the handler waits
   * for.
   */
  signal: AbortSignal;
}

/** Processes the jobs of one kind. Created by `handler`. */
export interface JobHandler {
  kind: string;
  run(payload: unknown, job: JobFacts): Promise<void>;
}

/**
 * Defines the handler for a kind of job. A job may be delivered again after it was completed (a process that dies
 * cannot report the completion), so the handler must be idempotent. Errors are retried later, except `GiveUp`.
 * `TryLater` sets the time of the retry.
 */
export function handler<Payload extends object>(
  kind: JobKind<Payload>,
  run: (payload: Payload, job: JobFacts) => Promise<void>,
): JobHandler {
  return { kind: kind.name, run: (payload, job) => run(payload as Payload, job) };
}

/** The job can never succeed. The message contains the reason and nothing of the payload. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/** The job must be retried after a given time. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly afterSeconds: number;
  constructor(message: string, afterSeconds: number) {
    super(message);
    this.afterSeconds = afterSeconds;
  }
}
