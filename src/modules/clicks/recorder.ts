import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/context.ts';
import type { RecorderFigures } from './recorder-figures.ts';

const MAX_IN_FRAME = 1_000;
/** When clicks are counted later than this, shoppers are slowed down a little, so that the database keeps up. */
const CALM_LAG_MS = 160;
const MAX_DELAY_MS = 25;

/** The lag of counting; see `CarrySource`. */
export interface Pressure {
  readonly isPressed: boolean;
  readonly lagMs: number;
}

/**
 * The delay of replies in milliseconds. It grows with the lag up to a limit that shoppers do not notice; beyond it, the journal
 * takes the rest. Replies are not delayed while less than a full batch waits: its clicks would not be counted sooner, and smaller
 * batches cost more for each click.
 */
export function answerDelayMs({ isPressed, lagMs }: Pressure): number {
  return isPressed ? Math.min(MAX_DELAY_MS, Math.max(0, (lagMs - CALM_LAG_MS) / 5)) : 0;
}

/** Called once the click is durable, or with the reason why it is not. */
type Settle = (error: unknown) => void;

/** A log that makes clicks durable, in frames. */
export interface FrameLog<C> {
  /** Maximum number of frames that are written at the same time. */
  readonly lanes: number;
  /** Makes clicks durable. @throws when none of them is durable */
  append(clicks: readonly C[]): Promise<void>;
  /**
   * Makes clicks durable elsewhere, after `append` has failed with this error. @returns null, or the reason why nothing stores
   * them
   */
  keepElsewhere(clicks: readonly C[], error: unknown): Promise<unknown>;
}

export interface RecorderDeps<C> {
  log: FrameLog<C>;
  pressure: Pressure;
  figures: RecorderFigures;
  logger: Logger;
}

/**
 * Group commit: while the maximum number of frames is being written, arriving clicks form the next frame. No click waits for a
 * timer, and the frame contains all waiting clicks.
 */
export class ClickRecorder<C> {
  readonly #deps: RecorderDeps<C>;
  #clicks: C[] = [];
  #settles: Settle[] = [];
  /** Frames under way. */
  #busy = 0;
  #isScheduled = false;

  constructor(deps: RecorderDeps<C>) {
    this.#deps = deps;
  }

  /** Accepts a click. `settle` is called when it is durable. */
  record(click: C, settle: Settle): void {
    this.#clicks.push(click);
    this.#settles.push(settle);
    if (this.#busy >= this.#deps.log.lanes || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#work();
    });
  }

  /** Accepts clicks. @returns null when all of them are durable, otherwise the reason why one is not */
  async recordAll(clicks: readonly C[]): Promise<unknown> {
    const errors = await Promise.all(
      clicks.map((click) => new Promise<unknown>((resolve) => this.record(click, (error) => resolve(error ?? null)))),
    );
    return errors.find((error) => error !== null) ?? null;
  }

  async #work(): Promise<void> {
    if (this.#busy >= this.#deps.log.lanes) return;
    this.#busy += 1;
    let answerLast = () => {};
    while (this.#clicks.length > 0) {
      const clicks = this.#take(this.#clicks, (rest) => {
        this.#clicks = rest;
      });
      const settles = this.#take(this.#settles, (rest) => {
        this.#settles = rest;
      });
      const kept = this.#keep(clicks);
      // The next frame is written before the shoppers of the last one are answered.
      answerLast();
      const error = await kept;
      const delayMs = answerDelayMs(this.#deps.pressure);
      if (delayMs >= 1) await sleep(delayMs);
      answerLast = () => {
        for (const settle of settles) this.#notify(settle, error);
      };
    }
    answerLast();
    this.#busy -= 1;
  }

  #take<T>(queue: T[], leave: (rest: T[]) => void): T[] {
    leave(queue.length > MAX_IN_FRAME ? queue.splice(MAX_IN_FRAME) : []);
    return queue;
  }

  /** A failing caller does not affect the next one: the frame is settled to its end. */
  #notify(settle: Settle, error: unknown): void {
    try {
      settle(error);
    } catch (failure) {
      this.#deps.logger.error({ err: failure }, 'a recorded click could not be answered');
    }
  }

  /** Makes clicks durable; returns the error when nothing stores them. */
  async #keep(clicks: readonly C[]): Promise<unknown> {
    const { log, figures } = this.#deps;
    try {
      await log.append(clicks);
      figures.journaled += clicks.length;
      return null;
    } catch (error) {
      return log.keepElsewhere(clicks, error);
    }
  }

  /**
   * Calls a function while no frame is being written.
   * @returns false without a call if one is being written
   */
  async whileIdle(work: () => Promise<void>): Promise<boolean> {
    if (this.#busy > 0) return false;
    this.#busy = this.#deps.log.lanes;
    await work();
    this.#busy = 0;
    if (this.#clicks.length > 0) void this.#work();
    return true;
  }

  /** Waits until every click taken in is durable. */
  async stop(): Promise<void> {
    while (this.#busy > 0 || this.#isScheduled || this.#clicks.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
