import type { JobKind } from './job.ts';

/** What a handler may know of the job beside its payload. */
export interface JobFacts {
  /** The same at each attempt; unique within this database. */
  id: string;
  /** When it was asked for. */
  askedAt: Date;
  /** Aborts when the job has taken too long, or the process stops: what the handler waits for should end with it. */
  signal: AbortSignal;
}

/** Who does the jobs of one kind. Made by `handler`. */
export interface JobHandler {
  kind: string;
  run(payload: unknown, job: JobFacts): Promise<void>;
}

/**
 * Says how jobs of a kind are done. A job may come again after it has been done (a process that dies cannot say that it had), so doing it
 * twice must be as good as once. What is thrown is tried again later; `GiveUp` is not; `TryLater` says when.
 */
export function handler<Payload extends object>(
  kind: JobKind<Payload>,
  run: (payload: Payload, job: JobFacts) => Promise<void>,
): JobHandler {
  return { kind: kind.name, run: (payload, job) => run(payload as Payload, job) };
}

/** It will never work, however often it is tried; the message says why, without anything of the payload. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/** It was told to wait. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly afterSeconds: number;
  constructor(message: string, afterSeconds: number) {
    super(message);
    this.afterSeconds = afterSeconds;
  }
}
