import type { BatchCarrier } from './carry-batch.ts';
import type { Frame } from './journal/frame.ts';
import { type Damage, JournalReader } from './journal/journal-reader.ts';

const MAX_IN_BATCH = 2_000;

/** The result of carrying a journal to its end. */
export interface CarriedJournal {
  /** The sequence number after the last click of the journal. */
  position: number;
  /** Number of clicks that were read, including refused ones. */
  clicks: number;
  /** Number of clicks that the database refused. */
  refused: number;
  damages: Damage[];
}

/**
 * Carries the clicks of a journal's files to the database, from a position to the end of the journal.
 * @param position sequence number of the first click to carry
 * @throws PositionMoved if another process carries it concurrently; the database's error
 */
export async function carryJournal(folder: string, position: number, carrier: BatchCarrier): Promise<CarriedJournal> {
  const result: CarriedJournal = { position, clicks: 0, refused: 0, damages: [] };
  const reader = new JournalReader(folder, position, (damage) => result.damages.push(damage));
  try {
    for (;;) {
      const frames = await readFrames(reader, MAX_IN_BATCH);
      if (frames.length === 0) break;
      const record = await carrier.prepareFrames(result.position, frames);
      result.refused += await record();
      const last = frames.at(-1)!;
      result.position = last.first + last.clicks.length;
      result.clicks += frames.reduce((sum, frame) => sum + frame.clicks.length, 0);
    }
    reader.finish();
    return result;
  } finally {
    await reader.close();
  }
}

/** Reads frames until they contain at least `maxClicks` clicks. Returns an empty list at the end of the journal. */
export async function readFrames(reader: JournalReader, maxClicks: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (let clicks = 0; clicks < maxClicks; ) {
    const frame = await reader.next();
    if (frame === null) break;
    frames.push(frame);
    clicks += frame.clicks.length;
  }
  return frames;
}
