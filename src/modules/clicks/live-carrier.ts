import { unlink } from 'node:fs/promises';
import type { Logger } from '../../platform/context.ts';
import { isRetryable } from '../../platform/database/errors.ts';
import type { Click } from './batch.ts';
import { type BatchCarrier, PositionMoved } from './carry-batch.ts';
import { readFrames } from './carry-journal.ts';
import type { ClickDatabase } from './click-database.ts';
import { clickInstant } from './click-id.ts';
import type { SequencedBatch } from './journal/batch-of-frames.ts';
import { type Damage, JournalReader } from './journal/journal-reader.ts';
import type { JournalWriter } from './journal/journal-writer.ts';
import type { RefusedClicks } from './journal/refused-clicks.ts';
import { ignoreMissing } from './journal/segments.ts';
import type { RecorderFigures } from './recorder-figures.ts';

const MAX_IN_BATCH = 2_000;
/** Clicks at the end of the journal that are kept in memory, too, until they are carried; older ones are read from the files. */
const MAX_IN_TAIL = 20_000;
const PROBE_MS = 500;
/** A click costs the database a third in a batch of 1,000 of what it costs in one of 50: under load a batch is given time to fill. */
const FILL_MS = 40;
const FULL_BATCH = 1_000;
/** Below this there is no load, and the next batch leaves at once. */
const LOADED_BATCH = 50;

export interface LiveCarrierDeps {
  journal: string;
  folder: string;
  writer: JournalWriter;
  carrier: BatchCarrier;
  /** Where segments with damaged places are kept aside. */
  refused: RefusedClicks;
  database: ClickDatabase;
  figures: RecorderFigures;
  logger: Logger;
}

/** A frame of the journal that is kept in memory. */
interface TailFrame {
  first: number;
  clicks: readonly Click[];
  /** When it became durable, by the process's own clock. */
  atMs: number;
}

/**
 * Carries this process's journal into the database as it is written: from memory while the database keeps up, else from the files. The journal's
 * position in the database says what has been carried, so nothing is taken from memory after a failure: position and files are read again.
 */
export class LiveCarrier {
  readonly #parts: LiveCarrierDeps;
  #tail: TailFrame[] = [];
  #tailClicks = 0;
  /** Clicks between the position and the tail are in the files only. */
  #isBehind = false;
  /** Segments with places that could not be read. */
  readonly #damaged = new Set<string>();
  /** As it is in the database; null: not known. */
  #position: number | null = null;
  /** Every click before this is counted, or was refused. */
  #reached = 0;
  #reader: JournalReader | null = null;
  #isRunning = false;
  #probe: NodeJS.Timeout | null = null;
  #waiters: { target: number; resolve: () => void }[] = [];
  #isStopped = false;
  /** When the oldest click of the batch that is under way became durable. */
  #carryingSince: number | null = null;
  #endPause: () => void = () => {};

  constructor(deps: LiveCarrierDeps) {
    this.#parts = deps;
  }

  /** Makes the journal known to the database. @throws when it cannot be reached */
  async open(): Promise<void> {
    this.#position = await this.#parts.database.positionOf(this.#parts.journal);
  }

  /** Takes clicks that are durable now, as a frame of the journal. */
  add(first: number, clicks: readonly Click[]): void {
    const end = first + clicks.length;
    if (this.#position !== null && end <= this.#position) return;
    this.#tail.push({ first, clicks, atMs: performance.now() });
    this.#tailClicks += clicks.length;
    while (this.#tailClicks > MAX_IN_TAIL) {
      this.#tailClicks -= this.#tail.shift()!.clicks.length;
      this.#isBehind = true;
    }
    if (this.#tailClicks >= FULL_BATCH) this.#endPause();
    this.#wake();
  }

  /** Every click with a lower sequence number is counted, or was refused. */
  get reached(): number {
    return this.#reached;
  }

  /** Clicks in the journal that are not counted yet. */
  get waiting(): number {
    return this.#parts.writer.next - this.#reached;
  }

  /** Whether more is waiting than the next batch takes: clicks come faster than they are counted. */
  get isPressed(): boolean {
    return this.#isBehind || this.#tailClicks >= FULL_BATCH;
  }

  /** How long the oldest click that is not counted has waited, milliseconds; 0 while the database is away, for nothing would come of haste. */
  get lagMs(): number {
    if (this.#parts.figures.databaseAway) return 0;
    const since = this.#carryingSince ?? (this.#isBehind ? undefined : this.#tail[0]?.atMs);
    if (since !== undefined) return performance.now() - since;
    return this.#isBehind ? Number.POSITIVE_INFINITY : 0;
  }

  /**
   * Waits until every click that is in the journal now is counted, at most for some time, and not while the database is away.
   * @returns at once when there is nothing to wait for
   */
  settled(timeoutMs: number): Promise<void> | undefined {
    const target = this.#parts.writer.next;
    if (this.#reached >= target || this.#parts.figures.databaseAway) return undefined;
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

  #wake(): void {
    if (this.#isRunning || this.#probe !== null || this.#isStopped) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isStopped && (this.#tail.length > 0 || this.#isBehind)) {
        this.#position ??= await this.#parts.database.positionOf(this.#parts.journal);
        const before = this.#position;
        if (this.#isBehind && this.#meetsTail(before)) await this.#returnToMemory();
        if (this.#isBehind) await this.#carryFiles(before);
        else await this.#carryTail(before);
        this.#parts.figures.databaseAway = false;
        await this.removeCarried();
        if (this.#position - before >= LOADED_BATCH) await this.#letBatchFill();
      }
      this.#isRunning = false;
    } catch (error) {
      this.#isRunning = false;
      await this.#startAnew(error);
    }
    this.#tellWaiters();
  }

  /** Lets clicks gather for a moment, unless somebody waits for them. */
  #letBatchFill(): Promise<void> | undefined {
    if (this.#isBehind || this.#tailClicks >= FULL_BATCH || this.#waiters.length > 0 || this.#isStopped)
      return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FILL_MS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #carryTail(position: number): Promise<void> {
    const frames = this.#takeTail();
    const last = frames.at(-1)!;
    const batch: SequencedBatch<Click> = {
      from: position,
      to: last.first + last.clicks.length,
      clicks: frames.length === 1 ? last.clicks : frames.flatMap(({ clicks }) => clicks),
      runs: frames.map(({ first, clicks }) => ({ first, count: clicks.length })),
    };
    this.#carryingSince = frames[0]!.atMs;
    const refused = await this.#parts.carrier.carry(batch, false).finally(() => {
      this.#carryingSince = null;
    });
    const now = performance.now();
    for (const { atMs } of frames) this.#parts.figures.lag.add(now - atMs);
    this.#advance(batch.to, batch.clicks.length - refused, refused);
  }

  #takeTail(): TailFrame[] {
    let count = 0;
    let clicks = 0;
    while (count < this.#tail.length && clicks < MAX_IN_BATCH) {
      clicks += this.#tail[count]!.clicks.length;
      count += 1;
    }
    this.#tailClicks -= clicks;
    return this.#tail.splice(0, count);
  }

  /**
   * Whether every click from the position on is in memory. It takes no pause between clicks: the reader of the files only has to come as near to the end
   * of the journal as the tail reaches back.
   */
  #meetsTail(position: number): boolean {
    while (this.#tail.length > 0 && endOf(this.#tail[0]!) <= position)
      this.#tailClicks -= this.#tail.shift()!.clicks.length;
    return this.#tail[0]?.first === position;
  }

  async #returnToMemory(): Promise<void> {
    this.#isBehind = false;
    await this.#closeReader();
  }

  async #carryFiles(position: number): Promise<void> {
    const { folder, writer, carrier, figures } = this.#parts;
    const written = writer.next;
    this.#reader ??= new JournalReader(folder, position, (damage) => this.#reportDamage(damage));
    const frames = await readFrames(this.#reader, MAX_IN_BATCH);
    if (frames.length === 0) {
      // A frame was written after the last look.
      if (writer.next !== written) return;
      // Nothing is being written, so what is left at the end is no frame.
      this.#reader.finish();
      await this.#closeReader();
      // Numbers at the end that belong to no click, or to one that cannot be read.
      if (position < written) await carrier.carry({ from: position, to: written, clicks: [], runs: [] }, false);
      this.#position = Math.max(position, written);
      this.#reached = this.#position;
      const isInMemory = this.#meetsTail(this.#position);
      // Clicks that came while the position was moved may be in the files alone.
      this.#isBehind = !isInMemory && writer.next !== written;
      return;
    }
    const refused = await carrier.carryFrames(position, frames);
    const last = frames.at(-1)!;
    const clicks = frames.reduce((sum, frame) => sum + frame.clicks.length, 0);
    figures.reread += clicks;
    for (const frame of frames) figures.lag.add(Math.max(0, Date.now() - clickInstant(frame.clicks[0]!.id)));
    this.#advance(last.first + last.clicks.length, clicks - refused, refused);
  }

  #advance(position: number, recorded: number, refused: number): void {
    const { figures } = this.#parts;
    this.#position = position;
    this.#reached = position;
    figures.recorded += recorded;
    figures.refusedByDatabase += refused;
    figures.batches += 1;
    this.#tellWaiters();
  }

  #tellWaiters(): void {
    const isOver = this.#parts.figures.databaseAway || this.#isStopped;
    this.#waiters = this.#waiters.filter(({ target, resolve }) => {
      if (!isOver && target > this.#reached) return true;
      resolve();
      return false;
    });
  }

  /** Says that the database does not answer, so that nobody waits for it until it does. */
  async databaseLost(error: unknown): Promise<void> {
    if (!this.#isRunning && this.#probe === null) await this.#startAnew(error);
  }

  /** Removes the segments of which every click is counted; damaged ones are kept aside. */
  async removeCarried(): Promise<void> {
    const { writer, refused } = this.#parts;
    if (this.#position === null) return;
    if (this.#damaged.size === 0) return writer.removeCarried(this.#position);
    await writer.removeCarried(this.#position, async (file) => {
      if (this.#damaged.delete(file)) await refused.keepSegment(file);
      else await unlink(file).catch(ignoreMissing);
    });
  }

  /** Whatever was under way may have been recorded or not: the position says, and the files have the rest. */
  async #startAnew(error: unknown): Promise<void> {
    const { database, figures, logger } = this.#parts;
    this.#tail = [];
    this.#tailClicks = 0;
    this.#isBehind = true;
    this.#position = null;
    await this.#closeReader();
    if (error instanceof PositionMoved || isRetryable(error)) return this.#wake();
    if (!figures.databaseAway)
      logger.warn({ err: error }, 'the database does not take clicks; they wait in the journal');
    figures.databaseAway = true;
    await database.disconnect();
    if (this.#isStopped) return;
    this.#probe = setTimeout(() => {
      this.#probe = null;
      this.#wake();
    }, PROBE_MS);
  }

  #reportDamage(damage: Damage): void {
    this.#damaged.add(damage.file);
    this.#parts.logger.error(damage, 'the click journal of this process is damaged; its segment is kept aside');
  }

  async #closeReader(): Promise<void> {
    const reader = this.#reader;
    this.#reader = null;
    await reader?.close().catch(() => undefined);
  }

  /** Carries what is there, at most for some time, and ends. @returns whether everything has been carried */
  async stop(timeoutMs: number): Promise<boolean> {
    await this.settled(timeoutMs);
    this.#isStopped = true;
    this.#endPause();
    if (this.#probe !== null) clearTimeout(this.#probe);
    while (this.#isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
    this.#tellWaiters();
    await this.#closeReader();
    if (this.waiting > 0) return false;
    for (const file of this.#damaged) await this.#parts.refused.keepSegment(file);
    return true;
  }
}

const endOf = ({ first, clicks }: TailFrame): number => first + clicks.length;
