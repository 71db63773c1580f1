import type { Logger } from '../../platform/context.ts';
import { isRetryable, isUnavailable, isUniqueViolation, sqlState } from '../../platform/database/errors.ts';
import type { Click } from './batch.ts';
import { oldestInstant } from './click-id.ts';
import type { ClickLog } from './click-log.ts';
import type { ClickClass, LinkProfile, Source } from './profile.ts';
import type { Profiles } from './profiles.ts';
import type { ClickSpool } from './spool.ts';
import type { SpooledClick } from './spooled-click.ts';

const MOST_IN_BATCH = 1_000;
const PROBE_MS = 500;

/** Called once the click is durable, or with the reason why it is not. */
type Settle = (error: unknown) => void;

export interface RecorderFigures {
  recorded: number;
  spooled: number;
  replayed: number;
  refused: number;
  batches: number;
  waiting: number;
  databaseAway: boolean;
}

/**
 * Group commit: clicks that arrive while a batch is being committed make the next batch, so no click waits for a timer and a commit is
 * shared by as many as there are. While the database does not take them, batches go to the spool; a probe looks for the database
 * and, once it is back, replays the spool and then writes to it again.
 */
export class ClickRecorder {
  readonly figures: RecorderFigures = {
    recorded: 0,
    spooled: 0,
    replayed: 0,
    refused: 0,
    batches: 0,
    waiting: 0,
    databaseAway: false,
  };
  readonly #log: ClickLog;
  /** A connection of its own, so that a long replay does not stand before the clicks of now. */
  readonly #replayLog: ClickLog;
  readonly #spool: ClickSpool;
  readonly #profiles: Profiles;
  readonly #logger: Logger;
  #clicks: Click[] = [];
  #settles: Settle[] = [];
  #busy = false;
  #scheduled = false;
  #probe: NodeJS.Timeout | null = null;
  #replaying: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: { log: ClickLog; replayLog: ClickLog; spool: ClickSpool; profiles: Profiles; logger: Logger }) {
    this.#log = parts.log;
    this.#replayLog = parts.replayLog;
    this.#spool = parts.spool;
    this.#profiles = parts.profiles;
    this.#logger = parts.logger;
  }

  /** Takes a click in; `settle` hears when it is durable. */
  record(click: Click, settle: Settle): void {
    this.#clicks.push(click);
    this.#settles.push(settle);
    if (this.#busy || this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    let answerLast = () => {};
    while (this.#clicks.length > 0) {
      const clicks = this.#clicks.splice(0, MOST_IN_BATCH);
      const settles = this.#settles.splice(0, MOST_IN_BATCH);
      this.figures.waiting = this.#clicks.length;
      const kept = this.#keep(clicks);
      // The database has its next batch before the last one's shoppers are answered.
      answerLast();
      const error = await kept;
      answerLast = () => {
        for (const settle of settles) this.#tell(settle, error);
      };
    }
    answerLast();
    this.#busy = false;
  }

  /** One caller's failure is not the next one's: the batch is settled to its end. */
  #tell(settle: Settle, error: unknown): void {
    try {
      settle(error);
    } catch (failure) {
      this.#logger.error({ err: failure }, 'a recorded click could not be answered');
    }
  }

  /** Makes a batch durable, in the database or on disk; answers the error when neither takes it. */
  async #keep(clicks: readonly Click[]): Promise<unknown> {
    this.figures.batches += 1;
    if (!this.figures.databaseAway) {
      try {
        await this.#recordTrying(clicks);
        this.figures.recorded += clicks.length;
        return null;
      } catch (error) {
        this.#databaseLost(error);
      }
    }
    try {
      await this.#spool.append(clicks.map(toSpool));
      this.figures.spooled += clicks.length;
      return null;
    } catch (error) {
      this.figures.refused += clicks.length;
      this.#logger.error(
        { err: error, clicks: clicks.length },
        'clicks could be kept neither in the database nor on disk',
      );
      return error;
    }
  }

  /** A deadlock or a serialization failure undid the batch; once more, then the database counts as away. */
  async #recordTrying(clicks: readonly Click[]): Promise<void> {
    try {
      await this.#log.record(clicks, false);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await this.#log.record(clicks, true);
    }
  }

  #databaseLost(error: unknown): void {
    if (!this.figures.databaseAway) {
      this.#logger.warn({ err: error }, 'the click log does not answer; clicks go to the spool');
    }
    this.figures.databaseAway = true;
    void this.#log.disconnect();
    this.#probeLater();
  }

  #probeLater(): void {
    if (this.#probe !== null || this.#stopped) return;
    this.#probe = setTimeout(() => {
      this.#probe = null;
      this.replaySpool()
        .catch((error) =>
          this.#logger[isUnavailable(error) ? 'debug' : 'warn']({ err: error }, 'the spool is not replayed yet'),
        )
        .finally(() => {
          if (this.figures.databaseAway) this.#probeLater();
        });
    }, PROBE_MS);
  }

  /**
   * Replays every spooled click into the database, then writes to it again. Harmless to repeat.
   * @throws when the database still cannot be reached; the spool is kept.
   */
  replaySpool(): Promise<void> {
    this.#replaying ??= this.#replay().finally(() => {
      this.#replaying = null;
    });
    return this.#replaying;
  }

  async #replay(): Promise<void> {
    for (const name of await this.#spool.pending()) await this.#replayFile(name);
    this.figures.databaseAway = false;
    // Clicks that were spooled while the files above were replayed.
    for (const name of await this.#spool.pending()) await this.#replayFile(name);
  }

  async #replayFile(name: string): Promise<void> {
    const { clicks, broken } = await this.#spool.read(name);
    let refused = broken;
    for (let at = 0; at < clicks.length; at += MOST_IN_BATCH) {
      const part = clicks.slice(at, at + MOST_IN_BATCH);
      const codes = [...new Set(part.map((click) => click.code))];
      const profiles = await this.#profiles.reload(codes, oldestInstant(part));
      const known = part.flatMap((click) => fromSpool(click, profiles.get(click.code)) ?? []);
      refused += part.length - known.length + (await this.#replayClicks(known));
    }
    if (refused > 0) {
      this.#logger.error({ file: name, refused }, 'a spool file could not be replayed whole; it is kept beside');
      await this.#spool.quarantine(name);
    } else {
      await this.#spool.remove(name);
    }
    if (clicks.length > 0) this.#logger.info({ file: name, clicks: clicks.length, refused }, 'spooled clicks replayed');
  }

  /** Replays clicks and answers how many the database refused; one that it refuses does not keep the others out. */
  async #replayClicks(clicks: readonly Click[]): Promise<number> {
    if (clicks.length === 0) return 0;
    try {
      await this.#replayLog.record(clicks, true);
      this.figures.replayed += clicks.length;
      return 0;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (clicks.length === 1) return 1;
      const half = clicks.length >> 1;
      return (await this.#replayClicks(clicks.slice(0, half))) + (await this.#replayClicks(clicks.slice(half)));
    }
  }

  /** Waits until every click taken in is durable, then lets the connection go. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#probe !== null) clearTimeout(this.#probe);
    while (this.#busy || this.#scheduled || this.#clicks.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await this.#replaying?.catch(() => undefined);
    await this.#log.disconnect();
    await this.#replayLog.disconnect();
    await this.#spool.close();
  }
}

/**
 * Whether the database refuses the clicks themselves (data or constraint, SQLSTATE classes 22 and 23), so that asking again will
 * not help. A unique violation only says that somebody else is recording them at this moment.
 */
function isRefusal(error: unknown): boolean {
  if (isUniqueViolation(error)) return false;
  return error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}

function toSpool(click: Click): SpooledClick {
  return {
    id: click.id,
    code: click.profile.code,
    day: click.day,
    visitor: click.visitor,
    network: click.network ?? null,
    class: click.class,
    source: click.source,
    subs: click.subs,
  };
}

function fromSpool(click: SpooledClick, profile: LinkProfile | undefined): Click | null {
  if (profile === undefined) return null;
  return { ...click, profile, class: click.class as ClickClass, source: click.source as Source };
}
