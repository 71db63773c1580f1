import { unlink } from 'node:fs/promises';
import type { Logger } from '../../../platform/context.ts';
import type { Click } from '../batch.ts';
import type { BatchCarrier } from '../carry-batch.ts';
import { readFrames } from '../carry-journal.ts';
import { type CarrySource, FULL_BATCH, MAX_IN_BATCH, type NextBatch } from '../carry-loop.ts';
import type { ClickDatabase } from '../click-database.ts';
import { arrivalOf } from '../click-id.ts';
import type { RecorderFigures } from '../recorder-figures.ts';
import type { SequencedBatch } from './batch-of-frames.ts';
import { type Damage, JournalReader } from './journal-reader.ts';
import type { JournalWriter } from './journal-writer.ts';
import type { RefusedClicks } from './refused-clicks.ts';
import { ignoreMissing } from './segments.ts';

/** Clicks at the end of the journal that are kept in memory, too, until they are carried; older ones are read from the files. */
const MAX_IN_TAIL = 20_000;
/** The same while the database is unavailable: these clicks are read from the files anyway, and keeping them costs the garbage collector a third of a click. */
const MAX_IN_TAIL_AWAY = MAX_IN_BATCH;

export interface JournalSourceDeps {
  journal: string;
  folder: string;
  writer: JournalWriter;
  carrier: BatchCarrier;
  /** The folder for segments with damaged places. */
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

/** This process's journal, as it is carried while it is written: from memory while the database keeps up, else from the files. */
export class JournalSource implements CarrySource {
  readonly #deps: JournalSourceDeps;
  #tail: TailFrame[] = [];
  #tailClicks = 0;
  /** Clicks between the position and the tail are in the files only. */
  #isBehind = false;
  /** Segments with places that could not be read. */
  readonly #damaged = new Set<string>();
  #reader: JournalReader | null = null;
  /** Clicks before it are in a batch; a frame may be read from the files before it is added here. */
  #takenTo = 0;

  constructor(deps: JournalSourceDeps) {
    this.#deps = deps;
  }

  open(): Promise<number> {
    return this.#deps.database.positionOf(this.#deps.journal);
  }

  /** Accepts clicks that are durable now, as a frame of the journal. */
  add(first: number, clicks: readonly Click[]): void {
    if (first + clicks.length <= this.#takenTo) return;
    this.#tail.push({ first, clicks, atMs: performance.now() });
    this.#tailClicks += clicks.length;
    while (this.#tailClicks > (this.#deps.figures.databaseUnavailable ? MAX_IN_TAIL_AWAY : MAX_IN_TAIL)) {
      this.#tailClicks -= this.#tail.shift()!.clicks.length;
      this.#isBehind = true;
    }
  }

  get hasMore(): boolean {
    return this.#tail.length > 0 || this.#isBehind;
  }

  get isPressed(): boolean {
    return this.#isBehind || this.#tailClicks >= FULL_BATCH;
  }

  get lagMs(): number {
    if (this.#isBehind) return Number.POSITIVE_INFINITY;
    const oldest = this.#tail[0];
    return oldest === undefined ? 0 : performance.now() - oldest.atMs;
  }

  get end(): number {
    return this.#deps.writer.next;
  }

  waiting(reached: number): number {
    return this.end - reached;
  }

  async prepareNext(position: number): Promise<NextBatch | null> {
    if (this.#isBehind && this.#meetsTail(position)) await this.#returnToMemory();
    const batch = await (this.#isBehind ? this.#takeFromFiles(position) : this.#takeFromTail(position));
    this.#takenTo = batch?.to ?? this.#takenTo;
    return batch;
  }

  async #takeFromTail(position: number): Promise<NextBatch> {
    const frames = this.#takeTail();
    const last = frames.at(-1)!;
    const batch: SequencedBatch<Click> = {
      from: position,
      to: endOf(last),
      clicks: frames.length === 1 ? last.clicks : frames.flatMap(({ clicks }) => clicks),
      runs: frames.map(({ first, clicks }) => ({ first, count: clicks.length })),
    };
    const record = await this.#deps.carrier.prepare(batch, false);
    return { to: batch.to, clicks: batch.clicks.length, arrivals: frames.map(({ atMs }) => atMs), record };
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
   * Whether every click from the position on is in memory. New clicks do not have to pause for this: the reader of the files only
   * has to reach the clicks that memory contains.
   */
  #meetsTail(position: number): boolean {
    while (this.#tail.length > 0 && endOf(this.#tail[0]!) <= position)
      this.#tailClicks -= this.#tail.shift()!.clicks.length;
    return this.#tail[0]?.first === position;
  }

  async #returnToMemory(): Promise<void> {
    this.#isBehind = false;
    await this.close();
  }

  async #takeFromFiles(position: number): Promise<NextBatch | null> {
    const { folder, carrier, figures } = this.#deps;
    const written = this.end;
    this.#reader ??= new JournalReader(folder, position, (damage) => this.#reportDamage(damage));
    const frames = await readFrames(this.#reader, MAX_IN_BATCH);
    if (frames.length === 0) return this.#endFiles(position, written);
    const clicks = frames.reduce((sum, frame) => sum + frame.clicks.length, 0);
    const record = await carrier.prepareFrames(position, frames);
    return {
      to: endOf(frames.at(-1)!),
      clicks,
      arrivals: frames.map(({ clicks }) => arrivalOf(clicks[0]!)),
      async record() {
        const refused = await record();
        figures.reread += clicks;
        return refused;
      },
    };
  }

  async #endFiles(position: number, written: number): Promise<NextBatch | null> {
    // A frame was written after the last look.
    if (this.end !== written) return null;
    // Nothing is being written, so the rest at the end is not a frame.
    this.#reader!.finish();
    await this.close();
    const reached = Math.max(position, written);
    const isInMemory = this.#meetsTail(reached);
    // Clicks that arrived while the reader was closed may be in the files only.
    this.#isBehind = !isInMemory && this.end !== written;
    if (position >= written) return null;
    // Numbers at the end that belong to no click, or to one that cannot be read.
    const record = await this.#deps.carrier.prepare({ from: position, to: written, clicks: [], runs: [] }, false);
    return { to: written, clicks: 0, arrivals: [], record };
  }

  /** Removes the segments whose clicks are all counted. Damaged segments are kept aside. */
  async release(position: number): Promise<void> {
    const { writer, refused } = this.#deps;
    if (this.#damaged.size === 0) return writer.removeCarried(position);
    await writer.removeCarried(position, async (file) => {
      if (this.#damaged.delete(file)) await refused.keepSegment(file);
      else await unlink(file).catch(ignoreMissing);
    });
  }

  async reset(): Promise<void> {
    this.#tail = [];
    this.#tailClicks = 0;
    this.#isBehind = true;
    this.#takenTo = 0;
    await this.close();
  }

  #reportDamage(damage: Damage): void {
    this.#damaged.add(damage.file);
    this.#deps.logger.error(damage, 'the click journal of this process is damaged; its segment is kept aside');
  }

  /** Keeps damaged segments of a journal that has been recorded completely and is about to be removed. */
  async keepDamaged(): Promise<void> {
    for (const file of this.#damaged) await this.#deps.refused.keepSegment(file);
  }

  /** Closes the files. */
  async close(): Promise<void> {
    const reader = this.#reader;
    this.#reader = null;
    await reader?.close().catch(() => undefined);
  }
}

const endOf = ({ first, clicks }: { first: number; clicks: readonly unknown[] }): number => first + clicks.length;
