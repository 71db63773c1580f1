import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../errors/errors.ts';
import type { Answer } from './answer-tasks.ts';

export interface ThreadLimits {
  /** Maximum number of queued tasks. */
  maxWaiting: number;
  /** Maximum time of a task in the queue. */
  waitingMs: number;
  /** Maximum duration of a task. The thread is then ended, and the next task starts a new one. */
  workingMs: number;
  /** After this idle time the thread is ended and its memory released. */
  idleMs: number;
  /** Heap limit of the thread; exceeding it ends the thread. */
  memoryMb: number;
}

const LIMITS: ThreadLimits = { maxWaiting: 100, waitingMs: 30_000, workingMs: 30_000, idleMs: 300_000, memoryMb: 512 };

interface Job<Task, Done> {
  task: Task;
  resolve: (done: Done) => void;
  reject: (error: Error) => void;
  /** Ends the wait in the queue, and then the running task. */
  timer: NodeJS.Timeout;
}

/**
 * Runs CPU-bound tasks on a separate thread, which starts with the first task. One thread runs one task after the
 * other, because each task occupies a core and the redirects need the others.
 */
export class WorkThread<Task, Done> {
  readonly #entry: URL;
  readonly #limits: ThreadLimits;
  readonly #waiting: Job<Task, Done>[] = [];
  #current: Job<Task, Done> | null = null;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param entry the thread's module without its extension: `.js` when built, `.ts` from source. It calls
   * `answerTasks`.
   */
  constructor(entry: URL, limits: Partial<ThreadLimits> = {}) {
    this.#entry = entry;
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * @throws Unavailable when the queue is full or the task waits or runs too long; errors of the work as a plain
   * Error
   */
  async run(task: Task): Promise<Done> {
    if (this.#isClosed || this.#waiting.length >= this.#limits.maxWaiting) throw busy();
    return new Promise<Done>((resolve, reject) => {
      const job = { task, resolve, reject, timer: setTimeout(() => this.#giveUp(job), this.#limits.waitingMs) };
      this.#waiting.push(job);
      if (this.#current === null) this.#begin();
    });
  }

  /** Ends the thread. Queued tasks fail with Unavailable. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of [...this.#waiting]) this.#giveUp(job);
    const ended = this.#endThread();
    this.#settle(({ reject }) => reject(busy()));
    await ended;
  }

  #giveUp(job: Job<Task, Done>): void {
    clearTimeout(job.timer);
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    job.reject(busy());
  }

  #begin(): void {
    clearTimeout(this.#idle);
    const job = this.#waiting.shift();
    if (job === undefined) {
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.#endThread(), this.#limits.idleMs).unref();
      return;
    }
    clearTimeout(job.timer);
    job.timer = setTimeout(() => this.#fail(new Unavailable('This takes too long.')), this.#limits.workingMs);
    this.#current = job;
    this.#worker ??= this.#startThread();
    this.#worker.ref();
    this.#worker.postMessage(job.task);
  }

  #settle(settle: (job: Job<Task, Done>) => void): void {
    const job = this.#current;
    if (job === null) return;
    this.#current = null;
    clearTimeout(job.timer);
    settle(job);
    if (!this.#isClosed) this.#begin();
  }

  /** The thread is in an undefined state and cannot continue. */
  #fail(error: Error): void {
    this.#endThread();
    this.#settle(({ reject }) => reject(error));
  }

  #startThread(): Worker {
    const worker = new Worker(...threadOf(this.#entry, this.#limits.memoryMb));
    // Ignores late messages of a discarded thread about a discarded task.
    const whileOurs = <Said>(handleAnswer: (said: Said) => void) => {
      return (said: Said) => {
        if (this.#worker === worker) handleAnswer(said);
      };
    };
    const handleAnswer = (answer: Answer<Done>) =>
      this.#settle(({ resolve, reject }) => ('fault' in answer ? reject(answer.fault) : resolve(answer.done)));
    worker.on('message', whileOurs(handleAnswer));
    worker.on(
      'error',
      whileOurs((error: Error) => this.#fail(error)),
    );
    worker.on(
      'exit',
      whileOurs((code: number) => this.#fail(new Error(`a thread has ended by itself, with ${code}`))),
    );
    return worker;
  }

  #endThread(): Promise<unknown> {
    const ended = this.#worker?.terminate();
    this.#worker = null;
    return Promise.resolve(ended);
  }
}

const busy = () => new Unavailable('Too much is going on at once. Try again.');

/** From source, a thread must first register the TypeScript loader, which it does not inherit from the process. */
function threadOf(entry: URL, memoryMb: number): ConstructorParameters<typeof Worker> {
  const ending = extname(import.meta.url);
  const file = `${entry.href}${ending}`;
  const options = { resourceLimits: { maxOldGenerationSizeMb: memoryMb } };
  if (ending === '.js') return [new URL(file), options];
  return [new URL('./from-source.mjs', import.meta.url), { ...options, workerData: file }];
}
