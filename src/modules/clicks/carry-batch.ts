import type { Logger } from '../../platform/context.ts';
import { isUniqueViolation, sqlState } from '../../platform/database/errors.ts';
import type { ArrivedClick, Click } from './batch.ts';
import type { ClickClass } from './click-classes.ts';
import type { ClickDatabase, PreparedClicks } from './click-database.ts';
import { oldestInstant } from './click-id.ts';
import { cutBatch, type SequencedBatch } from './journal/batch-of-frames.ts';
import type { Frame, LoggedClick } from './journal/frame.ts';
import type { RefusedClicks } from './journal/refused-clicks.ts';
import type { LinkProfile, Source } from './profile.ts';
import type { Profiles } from './profiles.ts';

/**
 * The position of a journal is not at the beginning of a batch: another process, or an earlier attempt, has recorded these
 * clicks.
 */
export class PositionMoved extends Error {}

/**
 * Records a prepared batch and moves the journal's position past it.
 * @returns how many clicks the database refused; they are kept aside
 * @throws PositionMoved; or the database's error when it cannot be reached: part of the batch may have been carried
 */
export type RecordBatch = () => Promise<number>;

export interface CarryDeps {
  database: ClickDatabase;
  profiles: Profiles;
  refused: RefusedClicks;
  logger: Logger;
}

/** Carries batches of one journal into the database; a click that the database refuses does not keep the others out. */
export class BatchCarrier {
  readonly #deps: CarryDeps;
  readonly #journal: string;

  constructor(journal: string, deps: CarryDeps) {
    this.#journal = journal;
    this.#deps = deps;
  }

  /**
   * Prepares a batch, which may be done while the batch before it is being recorded.
   * @param replay some of it may have been recorded already, by another way than this journal
   * @throws the database's error when it cannot be reached
   */
  async prepare(batch: SequencedBatch<Click>, replay: boolean): Promise<RecordBatch> {
    const prepared = await this.#prepareClicks(batch.clicks, replay);
    return () => this.#record(batch, replay, prepared);
  }

  /** Returns null without clicks, and for clicks that cannot be recorded together: `#record` finds out which. */
  async #prepareClicks(clicks: readonly Click[], replay: boolean): Promise<PreparedClicks | null> {
    if (clicks.length === 0) return null;
    try {
      return await this.#deps.database.prepare(clicks, replay);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  async #record(
    batch: SequencedBatch<Click>,
    replay: boolean,
    prepared: PreparedClicks | null = null,
  ): Promise<number> {
    const { database, refused, logger } = this.#deps;
    const { clicks } = batch;
    const range = { journal: this.#journal, from: batch.from, to: batch.to, mark: batch.mark };
    try {
      const isMoved =
        clicks.length === 0
          ? await database.movePosition(range)
          : await database.carry(prepared ?? (await database.prepare(clicks, replay)), range);
      if (!isMoved) throw new PositionMoved();
      return 0;
    } catch (error) {
      if (clicks.length === 0 || !isRefusal(error)) throw error;
      if (clicks.length > 1) {
        const [head, tail] = cutBatch(batch, clicks.length >> 1);
        return (await this.#record(head, replay)) + (await this.#record(tail, replay));
      }
      logger.error({ err: error, click: clicks[0]!.id }, 'the database refuses a click; it is kept aside');
    }
    await refused.keep(this.#journal, clicks.map(toLogged));
    return (await this.#record({ ...batch, clicks: [], runs: [] }, replay)) + 1;
  }

  /**
   * The same for clicks that were read from the journal. Clicks on links that no longer exist are refused.
   * @param rest the end of the batch and how it is known, for a log whose last number is not that of the last click
   */
  async prepareFrames(
    from: number,
    frames: readonly Frame[],
    rest: { to?: number; mark?: string } = {},
  ): Promise<RecordBatch> {
    const { profiles, refused, logger } = this.#deps;
    const logged = frames.flatMap(({ clicks }) => clicks);
    const codes = [...new Set(logged.map(({ code }) => code))];
    const known = await profiles.forClicks(codes, oldestInstant(logged));
    const lost = logged.filter(({ code }) => !known.has(code));
    const { clicks, runs } = clicksOf(frames, known);
    const last = frames.at(-1)!;
    const to = rest.to ?? last.first + last.clicks.length;
    const record = await this.prepare({ from, to, clicks, runs, mark: rest.mark }, true);
    if (lost.length === 0) return record;
    return async () => {
      logger.error({ journal: this.#journal, clicks: lost.length }, 'clicks on links that are gone are kept aside');
      await refused.keep(this.#journal, lost);
      return (await record()) + lost.length;
    };
  }
}

/** The clicks of frames whose links are known, each once. */
function clicksOf(
  frames: readonly Frame[],
  known: ReadonlyMap<string, LinkProfile>,
): Pick<SequencedBatch<Click>, 'clicks' | 'runs'> {
  const clicks: Click[] = [];
  const runs: { first: number; count: number }[] = [];
  // A frame that was sent twice may be in the log twice. `record_clicks` recognises clicks that are already recorded.
  const ids = new Set<string>();
  for (const frame of frames) {
    for (const [index, click] of frame.clicks.entries()) {
      const profile = known.get(click.code);
      if (profile === undefined || ids.has(click.id)) continue;
      ids.add(click.id);
      clicks.push({
        ...click,
        network: click.network ?? null,
        profile,
        class: click.class as ClickClass,
        source: click.source as Source,
      });
      const run = runs.at(-1);
      if (run !== undefined && run.first + run.count === frame.first + index) run.count += 1;
      else runs.push({ first: frame.first + index, count: 1 });
    }
  }
  return { clicks, runs };
}

/** The fields of a click that the journal stores. */
export function toLogged(click: ArrivedClick): LoggedClick {
  const { id, profile, day, visitor, network, class: kind, source, subs, deviceCountry } = click;
  return { id, code: profile.code, day, visitor, network, class: kind, source, subs, deviceCountry };
}

/**
 * Whether the database refuses the clicks themselves (data or constraint, SQLSTATE classes 22 and 23), so that a retry cannot
 * succeed. A unique violation only means that another process is recording them at this moment.
 */
function isRefusal(error: unknown): boolean {
  if (isUniqueViolation(error)) return false;
  return error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}
