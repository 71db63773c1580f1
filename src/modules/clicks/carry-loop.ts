import type { Logger } from '../../platform/context.ts';
import { isRetryable } from '../../platform/database/errors.ts';
import { PositionMoved, type RecordBatch } from './carry-batch.ts';
import type { ClickDatabase } from './click-database.ts';
import type { RecorderFigures } from './recorder-figures.ts';

const PROBE_MS = 500;
/**
 * In a batch of 1,000, a click costs the database a third of its cost in a batch of 50. Under load, a batch therefore waits for more
 * clicks: until it has `FULL_BATCH`, but at most for this time. Two processes with half of the load each wait longer than one.
 */
const FILL_MS = 80;
/** Below this number of waiting clicks there is no load, and the next batch is sent at once. */
const LOADED_BATCH = 50;

/** Clicks for one batch of the database. */
export const MAX_IN_BATCH = 2_000;
/** A batch of so many leaves without waiting for more. */
export const FULL_BATCH = 600;

/** The log itself does not answer. This says nothing about the database. */
export class LogUnavailable extends Error {}

/** The next batch of a log, ready to be recorded. */
export interface NextBatch {
  /** The position after it. */
  to: number;
  clicks: number;
  /** When each of its frames arrived, by `performance.now()`; the oldest first. */
  arrivals: readonly number[];
  record: RecordBatch;
}

/** A log of clicks from which a `CarryLoop` carries batches. Positions are its sequence numbers. */
export interface CarrySource {
  /** Reads the position in the database; null: another process carries this log. @throws when database or log do not answer */
  open(): Promise<number | null>;
  /** Whether `prepareNext` may find clicks. */
  readonly hasMore: boolean;
  /** Whether `FULL_BATCH` clicks or more are in no batch yet: they arrive faster than they are counted. */
  readonly isPressed: boolean;
  /** The waiting time in milliseconds of the oldest click that is in no batch yet. */
  readonly lagMs: number;
  /** The position after the last click that is known to be durable. */
  readonly end: number;
  /** The number of known clicks that are not counted, if all before `reached` are. */
  waiting(reached: number): number;
  /**
   * Takes the next batch from the position on, while the one before it may not be recorded yet. One call at a time.
   * @returns null when there is none now
   * @throws LogUnavailable, or the database's error
   */
  prepareNext(position: number): Promise<NextBatch | null>;
  /** Discards clicks before the position. */
  release(position: number): Promise<void>;
  /** Discards the clicks that were taken, because it is not known whether they were recorded. */
  reset(): Promise<void>;
}

export interface CarryLoopDeps {
  source: CarrySource;
  database: ClickDatabase;
  figures: RecorderFigures;
  logger: Logger;
}

/**
 * Records a log in the database while it is written. Under load, the next batch is prepared while the database records the present
 * one. The position in the database shows what has been recorded. After a failure, the prepared batch is discarded, the position is
 * read again, and the source continues from there.
 */
export class CarryLoop {
  readonly #deps: CarryLoopDeps;
  /** The position in the database; null: not known. */
  #position: number | null = null;
  #reached = 0;
  #isRunning = false;
  #probe: NodeJS.Timeout | null = null;
  #waiters: { target: number; resolve: () => void }[] = [];
  #isStopped = false;
  /** The position has to be read again before the next batch. */
  #isStale = false;
  #endPause: () => void = () => {};
  /** Arrival of the oldest click of the batch that is being recorded. */
  #recordingSince: number | null = null;
  /** The batch after the one that is being recorded. */
  #next: Promise<NextBatch | null> | null = null;

  constructor(deps: CarryLoopDeps) {
    this.#deps = deps;
  }

  /** Registers the log in the database. @throws when it cannot be reached */
  async open(): Promise<void> {
    this.#position = await this.#deps.source.open();
  }

  /** The position in the database as it was last read; null when it has to be read again. */
  get position(): number | null {
    return this.#position;
  }

  /** Every click with a lower sequence number is counted, or was refused. */
  get reached(): number {
    return this.#reached;
  }

  /** Clicks in the log that are not counted yet, as far as this process knows. */
  get waiting(): number {
    return this.#deps.source.waiting(this.#reached);
  }

  get isPressed(): boolean {
    return this.#deps.source.isPressed;
  }

  /**
   * The waiting time of the oldest click that is not counted, in milliseconds; 0 while the database is unavailable, because a
   * delay of replies would not help.
   */
  get lagMs(): number {
    if (this.#deps.figures.databaseUnavailable) return 0;
    return this.#recordingSince === null ? this.#deps.source.lagMs : performance.now() - this.#recordingSince;
  }

  /** The source has more. */
  wake(): void {
    if (this.#deps.source.isPressed) this.#endPause();
    if (this.#isRunning || this.#probe !== null || this.#isStopped) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  /** Another process has carried this log up to a position. */
  advanceTo(position: number): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    this.#resolveWaiters();
  }

  /**
   * Waits until every click that is now in the log is counted, up to a time limit. While the database is unavailable, it does not
   * wait.
   * @returns undefined when there is nothing to wait for
   */
  settled(timeoutMs: number, target = this.#deps.source.end): Promise<void> | undefined {
    if (this.#reached >= target || this.#deps.figures.databaseUnavailable) return undefined;
    this.#endPause();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiters.push({
        target,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }

  async #run(): Promise<void> {
    const { source } = this.#deps;
    try {
      while (!this.#isStopped && (this.#isStale || this.#next !== null || source.hasMore)) {
        if (this.#isStale) await this.#reset();
        if (this.#position === null) {
          this.#position = await source.open();
          // Another process carries this log, for as long as it can.
          if (this.#position === null) break;
          this.advanceTo(this.#position);
        }
        const batch = await (this.#next ?? source.prepareNext(this.#position));
        this.#next = null;
        if (batch === null) await this.#release(this.#position);
        else await this.#record(batch);
      }
      if (this.#isStopped) await this.#discardNext();
      this.#isRunning = false;
      if (this.#position === null) this.#probeLater();
    } catch (error) {
      await this.#startAnew(error);
    }
    this.#resolveWaiters();
  }

  async #record(batch: NextBatch): Promise<void> {
    this.#recordingSince = batch.arrivals[0] ?? null;
    try {
      const recording = batch.record();
      if (batch.clicks >= LOADED_BATCH) this.#prepareNext(batch.to);
      this.#advance(batch, await recording);
      await this.#release(batch.to);
    } finally {
      this.#recordingSince = null;
    }
  }

  /** Everything before the position is recorded. */
  async #release(position: number): Promise<void> {
    this.#deps.figures.databaseUnavailable = false;
    await this.#deps.source.release(position);
  }

  /** Prepares the batch after the one that is being recorded. */
  #prepareNext(position: number): void {
    const { source } = this.#deps;
    this.#next = this.#letBatchFill().then(() => (source.hasMore ? source.prepareNext(position) : null));
    // The loop awaits it after the present batch.
    this.#next.catch(() => {});
  }

  /** Waits for more clicks, unless a caller waits for these. */
  async #letBatchFill(): Promise<void> {
    if (this.#deps.source.isPressed || this.#waiters.length > 0 || this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FILL_MS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #discardNext(): Promise<void> {
    this.#endPause();
    await this.#next?.catch(() => null);
    this.#next = null;
  }

  #advance({ to, clicks, arrivals }: NextBatch, refused: number): void {
    const { figures } = this.#deps;
    const now = performance.now();
    for (const arrival of arrivals) figures.lag.add(now - arrival);
    this.#position = to;
    this.#reached = to;
    figures.recorded += clicks - refused;
    figures.refusedByDatabase += refused;
    if (clicks > 0) figures.batches += 1;
    this.#resolveWaiters();
  }

  #resolveWaiters(): void {
    const isOver = this.#deps.figures.databaseUnavailable || this.#isStopped;
    this.#waiters = this.#waiters.filter(({ target, resolve }) => {
      if (!isOver && target > this.#reached) return true;
      resolve();
      return false;
    });
  }

  /** Reports that the database does not reply, so that callers do not wait until it does. */
  async databaseLost(error: unknown): Promise<void> {
    if (!this.#isRunning && this.#probe === null) await this.#startAnew(error);
  }

  /** Requests a read of the position before the next batch, because the log may have changed. */
  restart(): void {
    this.#isStale = true;
    this.wake();
  }

  async #reset(): Promise<void> {
    await this.#discardNext();
    this.#isStale = false;
    this.#position = null;
    await this.#deps.source.reset();
  }

  /** The batch in progress may have been recorded or not. The position shows which, and the log contains the rest. */
  async #startAnew(error: unknown): Promise<void> {
    const { database, figures, logger } = this.#deps;
    await this.#reset();
    this.#isRunning = false;
    if (error instanceof PositionMoved || isRetryable(error)) return this.wake();
    if (!(error instanceof LogUnavailable)) {
      if (!figures.databaseUnavailable)
        logger.warn({ err: error }, 'the database does not take clicks; they wait in the click log');
      figures.databaseUnavailable = true;
      await database.disconnect();
    }
    this.#probeLater();
  }

  #probeLater(): void {
    if (this.#isStopped || this.#probe !== null) return;
    this.#probe = setTimeout(() => {
      this.#probe = null;
      this.wake();
    }, PROBE_MS);
  }

  /** Carries the available clicks for a limited time, and then ends. */
  async stop(timeoutMs: number): Promise<void> {
    await this.settled(timeoutMs);
    this.#isStopped = true;
    this.#endPause();
    if (this.#probe !== null) clearTimeout(this.#probe);
    while (this.#isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
    this.#resolveWaiters();
  }
}
