import { type FileHandle, open } from 'node:fs/promises';
import { decodeFrame, type Frame, findFrame, HEADER_BYTES, MAX_FRAME_BYTES } from './frame.ts';
import { listSegments, type Segment } from './segments.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Bytes of a segment that hold no frame: torn at the end of a write, or damaged since. */
export interface Damage {
  file: string;
  at: number;
  bytes: number;
  /** Nothing that can be read comes after it in this segment: a write that was under way when its process ended, most likely. */
  atEnd: boolean;
}

/** Reads a journal in order, from a position on. Damaged places are passed over and reported. */
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

  constructor(folder: string, position: number, onDamage: (damage: Damage) => void) {
    this.#folder = folder;
    this.#position = position;
    this.#onDamage = onDamage;
  }

  /** The next frame that has clicks from the position on, without those before it; null at the end of what is there now. */
  async next(): Promise<Frame | null> {
    for (;;) {
      const frame = await this.#nextInSegment();
      if (frame === null) {
        if (!(await this.#nextSegment())) return null;
        continue;
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
        this.#report(decoded.next - this.#at, false);
        this.#at = decoded.next;
        continue;
      }
      const needed = decoded.kind === 'incomplete' ? decoded.needed : left + HEADER_BYTES;
      if (await this.#readOn(Math.max(needed, left + 1))) continue;
      const next = findFrame(this.#bytes, this.#at + 1);
      if (next === null) return null;
      this.#report(next - this.#at, false);
      this.#at = next;
    }
    return null;
  }

  /** Reads more of the segment, so that there are `needed` bytes from the place of the next frame; false when there is nothing more. */
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

  /** Goes on to the segment after the current one; false when there is none. */
  async #nextSegment(): Promise<boolean> {
    const segments = await listSegments(this.#folder);
    const current = this.#segment;
    const following = segments.filter(({ first }) => current === null || first > current.first);
    // The first one to read is the last that begins at or before the position.
    const skipped = current === null ? following.findLastIndex(({ first }) => first <= this.#position) : 0;
    const next = following[Math.max(0, skipped)];
    if (next === undefined) return false;
    const left = this.#bytes.length - this.#at;
    if (left > 0) this.#report(left, true);
    await this.close();
    this.#segment = next;
    this.#file = await open(next.file, 'r').catch((error: NodeJS.ErrnoException) => {
      // Another process has recorded and removed it meanwhile.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    this.#bytes = Buffer.alloc(0);
    this.#from = 0;
    this.#at = 0;
    return true;
  }

  /** Reports an incomplete rest at the end of the last segment, to which nothing will be added. */
  finish(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) this.#report(left, true);
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
