import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import type { Click } from './batch.ts';
import { toLogged } from './carry-batch.ts';
import type { ClickDatabase } from './click-database.ts';
import type { JournalWriter } from './journal/journal-writer.ts';
import type { LiveCarrier } from './live-carrier.ts';
import type { RecorderFigures } from './recorder-figures.ts';

const MAX_IN_FRAME = 1_000;
/** When clicks are counted later than this, shoppers are slowed down a little, so that the database keeps up. */
const CALM_LAG_MS = 160;
const MAX_DELAY_MS = 25;

/**
 * For how long answers are held back, milliseconds. Grows with the lag; a bound that no shopper notices, beyond it the journal takes the rest. Nobody
 * is slowed down while the next batch takes all that is waiting: its clicks would be counted no sooner, and smaller batches cost more for each click.
 */
export function answerDelayMs({ isPressed, lagMs }: Pick<LiveCarrier, 'isPressed' | 'lagMs'>): number {
  return isPressed ? Math.min(MAX_DELAY_MS, Math.max(0, (lagMs - CALM_LAG_MS) / 5)) : 0;
}

/** Called once the click is durable, or with the reason why it is not. */
type Settle = (error: unknown) => void;

export interface RecorderDeps {
  writer: JournalWriter;
  carrier: LiveCarrier;
  /** For clicks that the journal does not take; a connection of its own. */
  direct: ClickDatabase;
  figures: RecorderFigures;
  logger: Logger;
}

/**
 * Group commit: clicks that arrive while a frame of the journal is being synced make the next one, so no click waits for a timer and a sync is
 * shared by as many as there are. What the journal does not take (a full disk) goes straight to the database.
 */
export class ClickRecorder {
  readonly #parts: RecorderDeps;
  #clicks: Click[] = [];
  #settles: Settle[] = [];
  #isBusy = false;
  #isScheduled = false;

  constructor(deps: RecorderDeps) {
    this.#parts = deps;
  }

  /** Takes a click in; `settle` hears when it is durable. */
  record(click: Click, settle: Settle): void {
    this.#clicks.push(click);
    this.#settles.push(settle);
    if (this.#isBusy || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let answerLast = () => {};
    while (this.#clicks.length > 0) {
      const clicks = this.#take(this.#clicks, (rest) => {
        this.#clicks = rest;
      });
      const settles = this.#take(this.#settles, (rest) => {
        this.#settles = rest;
      });
      const kept = this.#keep(clicks);
      // The disk has its next frame before the last one's shoppers are answered.
      answerLast();
      const error = await kept;
      const delayMs = answerDelayMs(this.#parts.carrier);
      if (delayMs >= 1) await sleep(delayMs);
      answerLast = () => {
        for (const settle of settles) this.#tell(settle, error);
      };
    }
    answerLast();
    this.#isBusy = false;
  }

  #take<T>(queue: T[], leave: (rest: T[]) => void): T[] {
    leave(queue.length > MAX_IN_FRAME ? queue.splice(MAX_IN_FRAME) : []);
    return queue;
  }

  /** One caller's failure is not the next one's: the frame is settled to its end. */
  #tell(settle: Settle, error: unknown): void {
    try {
      settle(error);
    } catch (failure) {
      this.#parts.logger.error({ err: failure }, 'a recorded click could not be answered');
    }
  }

  /** Makes clicks durable, on disk or in the database; answers the error when neither takes them. */
  async #keep(clicks: readonly Click[]): Promise<unknown> {
    const { writer, carrier, figures } = this.#parts;
    try {
      const first = await writer.append(clicks.map(toLogged));
      figures.journaled += clicks.length;
      carrier.add(first, clicks);
      return null;
    } catch (error) {
      return this.#keepInDatabase(clicks, error);
    }
  }

  /** Some of these may stand in the journal all the same, and be carried from it later: they are known by their ids. */
  async #keepInDatabase(clicks: readonly Click[], journalError: unknown): Promise<unknown> {
    const { carrier, direct, figures, logger } = this.#parts;
    try {
      if (figures.databaseAway) throw journalError;
      await direct.record(clicks, true);
      figures.direct += clicks.length;
      return null;
    } catch (error) {
      figures.refused += clicks.length;
      logger.error(
        { err: error, journalError, clicks: clicks.length },
        'clicks could be kept neither on disk nor in the database',
      );
      if (error !== journalError) {
        await direct.disconnect();
        if (isUnavailable(error)) await carrier.databaseLost(error);
      }
      return error;
    }
  }

  /** Closes the segment that is being written, now or before the next frame, so that it can be removed when it has been carried. */
  async rollSegment(): Promise<void> {
    if (this.#isBusy) return this.#parts.writer.rollBeforeNext();
    this.#isBusy = true;
    await this.#parts.writer.roll();
    this.#isBusy = false;
    if (this.#clicks.length > 0) void this.#work();
  }

  /** Waits until every click taken in is durable, then closes the journal. */
  async stop(): Promise<void> {
    while (this.#isBusy || this.#isScheduled || this.#clicks.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await this.#parts.writer.roll();
    await this.#parts.direct.disconnect();
  }
}
