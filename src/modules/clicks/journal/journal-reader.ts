import { type FileHandle, open } from 'node:fs/promises';
import { decodeFrame, type Frame, findFrame, HEADER_BYTES, MAX_FRAME_BYTES } from './frame.ts';
import { listSegments, type Segment } from './segments.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Bytes of a segment that hold no frame: torn at the end of a write, or damaged since. */
export interface Damage {
  file: string;
  at: number;
  bytes: number;
  /** Nothing readable follows in this segment. In most cases, the process ended during a write. */
  atEnd: boolean;
}

/** Reads a journal in order, from a position on. Damaged parts are skipped and reported. */
export class JournalReader {
  readonly #folder: string;
  readonly #onDamage: (damage: Damage) => void;
  #position: number;
  #segment: Segment | null = null;
  #file: FileHandle | null = null;
  /** Bytes of the segment from `#from` on; `#at` is the place of the next frame in them. */
  #bytes = Buffer.alloc(0);
  #from = 0;
  #at = 0;
  /** The place that was read a second time, because the first time it could not be decoded. */
  #readAgain = -1;
  /** Bytes at the end of the segment that are no frame, without the zeros at its end. */
  #restBytes = 0;

  constructor(folder: string, position: number, onDamage: (damage: Damage) => void) {
    this.#folder = folder;
    this.#position = position;
    this.#onDamage = onDamage;
  }

  /** Returns the next frame that contains clicks from the position on, without earlier clicks; null at the current end of the journal. */
  async next(): Promise<Frame | null> {
    for (;;) {
      let frame = await this.#nextInSegment();
      if (frame === null) {
        const following = await this.#followingSegment();
        if (following === null) return null;
        // Frames may have been added to this segment before the next one was begun.
        frame = await this.#nextInSegment();
        if (frame === null) {
          await this.#begin(following);
          continue;
        }
      }
      const end = frame.first + frame.clicks.length;
      if (end <= this.#position) continue;
      const passed = Math.max(0, this.#position - frame.first);
      this.#position = end;
      return passed === 0 ? frame : { first: frame.first + passed, clicks: frame.clicks.slice(passed) };
    }
  }

  async #nextInSegment(): Promise<Frame | null> {
    while (this.#file !== null) {
      const left = this.#bytes.length - this.#at;
      const decoded = left === 0 ? ({ kind: 'incomplete', needed: 1 } as const) : decodeFrame(this.#bytes, this.#at);
      if (decoded.kind === 'frame') {
        this.#at = decoded.end;
        return decoded.frame;
      }
      if (decoded.kind === 'damaged' && decoded.next !== null) {
        this.#passOver(decoded.next);
        continue;
      }
      const needed = decoded.kind === 'incomplete' ? decoded.needed : left + HEADER_BYTES;
      if (await this.#readOn(Math.max(needed, left + 1))) continue;
      const next = findFrame(this.#bytes, this.#at + 1);
      if (next !== null) {
        this.#passOver(next);
        continue;
      }
      this.#restBytes = lengthWithoutZeros(this.#bytes.subarray(this.#at));
      this.#dropBytes();
      return null;
    }
    return null;
  }

  /**
   * Continues with a frame after a position that cannot be decoded. Frames are written one after another over zeros, so the position
   * may have been read while its frame was written. It is read again before it counts as damaged.
   */
  #passOver(next: number): void {
    const place = this.#from + this.#at;
    if (this.#readAgain !== place) {
      this.#readAgain = place;
      this.#dropBytes();
      return;
    }
    this.#report(next - this.#at, false);
    this.#at = next;
  }

  /** Discards the bytes after the last frame, so that they are read from the file again. */
  #dropBytes(): void {
    this.#from += this.#at;
    this.#at = 0;
    this.#bytes = Buffer.alloc(0);
  }

  /** Reads more of the segment until `needed` bytes of the next frame are in memory; false at the end of the segment. */
  async #readOn(needed: number): Promise<boolean> {
    const kept = this.#bytes.subarray(this.#at);
    const wanted = Math.max(CHUNK_BYTES, Math.min(needed, MAX_FRAME_BYTES + HEADER_BYTES) - kept.length);
    const more = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await this.#file!.read(more, 0, wanted, this.#from + this.#bytes.length);
    if (bytesRead === 0) return false;
    this.#from += this.#at;
    this.#at = 0;
    this.#bytes = Buffer.concat([kept, more.subarray(0, bytesRead)]);
    return true;
  }

  /** The segment after the current one; null when there is none. */
  async #followingSegment(): Promise<Segment | null> {
    const segments = await listSegments(this.#folder);
    const current = this.#segment;
    const following = segments.filter(({ first }) => current === null || first > current.first);
    // The first one to read is the last that begins at or before the position.
    const skipped = current === null ? following.findLastIndex(({ first }) => first <= this.#position) : 0;
    return following[Math.max(0, skipped)] ?? null;
  }

  async #begin(segment: Segment): Promise<void> {
    this.finish();
    await this.close();
    this.#segment = segment;
    this.#file = await open(segment.file, 'r').catch((error: NodeJS.ErrnoException) => {
      // Another process has recorded and removed it meanwhile.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    this.#bytes = Buffer.alloc(0);
    this.#from = 0;
    this.#at = 0;
    this.#readAgain = -1;
    this.#restBytes = 0;
  }

  /** Reports an incomplete rest at the end of the segment, to which nothing will be added. */
  finish(): void {
    if (this.#restBytes > 0) this.#report(this.#restBytes, true);
  }

  #report(bytes: number, atEnd: boolean): void {
    this.#onDamage({ file: this.#segment!.file, at: this.#from + this.#at, bytes, atEnd });
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }
}

/** The length of bytes without the zeros at their end. */
function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
}
