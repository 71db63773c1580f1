import fs from 'node:fs';
import { type FileHandle, mkdir, open, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { encodeFrame, type LoggedClick } from './frame.ts';
import { ignoreMissing, segmentPath, syncFolder } from './segments.ts';

const MAX_SEGMENT_BYTES = 16 * 1024 * 1024;
/** About 12 million clicks, hours of an unavailable database. */
const MAX_JOURNAL_BYTES = 1024 * 1024 * 1024;

/**
 * Number of bytes by which a segment is extended with zeros (about 2,700 clicks). A frame is written over them, so that its sync
 * writes only data. For a growing file, the system also writes the new size, through a log that all files share.
 */
const ZEROS = Buffer.alloc(256 * 1024);

/** The journal has as many bytes as it may have; the database has to take some of it first. */
export class JournalFull extends Error {}

export interface JournalLimits {
  segmentBytes?: number;
  journalBytes?: number;
}

/**
 * Appends clicks to the segments of one journal, which belongs to this process. `append` resolves when the frame is written and
 * synced. A sequence number is used once: the numbers of a frame that could not be written are skipped.
 */
export class JournalWriter {
  readonly #folder: string;
  readonly #maxSegmentBytes: number;
  readonly #maxJournalBytes: number;
  #next = 0;
  #file: FileHandle | null = null;
  #path = '';
  #segmentBytes = 0;
  /** The length of the file: the frames and the zeros after them. */
  #fileBytes = 0;
  /** The segments that have not been removed, by their first sequence number. */
  #sizes = new Map<number, number>();
  #segmentFirst = 0;
  #isRollDue = false;

  constructor(folder: string, limits: JournalLimits = {}) {
    this.#folder = folder;
    this.#maxSegmentBytes = limits.segmentBytes ?? MAX_SEGMENT_BYTES;
    this.#maxJournalBytes = limits.journalBytes ?? MAX_JOURNAL_BYTES;
  }

  /** The sequence number after the last one that was given out: every click before it is durable or was refused. */
  get next(): number {
    return this.#next;
  }

  /** Bytes on disk that have not been removed. */
  get bytes(): number {
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    return sum;
  }

  /**
   * Makes clicks durable; one call at a time.
   * @returns the sequence number of the first click
   * @throws JournalFull, or the disk's error; then none of the clicks is durable
   */
  async append(clicks: readonly LoggedClick[]): Promise<number> {
    const first = this.#next;
    const frame = encodeFrame(clicks, first);
    if (this.bytes + frame.length > this.#maxJournalBytes) throw new JournalFull('the click journal is full');
    if (this.#isRollDue) await this.roll();
    const file = this.#file ?? (await this.#open(first));
    try {
      this.#write(file.fd, frame);
      await sync(file.fd);
    } catch (error) {
      this.#next = first + clicks.length;
      await this.#abandon();
      throw error;
    }
    this.#next = first + clicks.length;
    this.#segmentBytes += frame.length;
    this.#sizes.set(this.#segmentFirst, this.#segmentBytes);
    if (this.#segmentBytes >= this.#maxSegmentBytes) await this.roll();
    return first;
  }

  /**
   * Writes in this thread, because copying some kilobytes to the page cache takes less time than using another thread. `sync` waits
   * for the disk, and nothing is written meanwhile.
   */
  #write(fd: number, frame: Buffer): void {
    const end = this.#segmentBytes + frame.length;
    writeAll(fd, frame, this.#segmentBytes);
    if (end <= this.#fileBytes) return;
    const zeros = ZEROS.subarray(0, Math.max(0, this.#maxSegmentBytes - end));
    this.#fileBytes = end;
    try {
      writeAll(fd, zeros, end);
      this.#fileBytes += zeros.length;
    } catch {
      // A disk without space for zeros may have taken the frame, which `sync` decides.
    }
  }

  async #open(first: number): Promise<FileHandle> {
    const made = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#path = segmentPath(this.#folder, first);
    this.#file = await open(this.#path, 'w', 0o600);
    this.#segmentBytes = 0;
    this.#fileBytes = 0;
    this.#segmentFirst = first;
    try {
      await syncFolder(this.#folder);
      if (made !== undefined) await syncFolder(path.dirname(made));
    } catch (error) {
      await this.roll();
      throw error;
    }
    return this.#file;
  }

  /** After a failed write, the end of the file is unknown. Acknowledged clicks are kept, and the next click begins another segment. */
  async #abandon(): Promise<void> {
    await this.roll();
    // On a full disk every attempt would leave a file behind.
    if (this.#segmentBytes === 0) await unlink(this.#path).catch(() => undefined);
  }

  /** Makes the next append begin another segment. */
  rollBeforeNext(): void {
    this.#isRollDue = true;
  }

  /** Closes the segment that is being written, without its zeros; the next click begins another one. Not beside an append. */
  async roll(): Promise<void> {
    this.#isRollDue = false;
    const file = this.#file;
    this.#file = null;
    // Readers ignore remaining zeros.
    await file?.truncate(this.#segmentBytes).catch(() => undefined);
    await file?.close().catch(() => undefined);
  }

  /**
   * Discards closed segments whose clicks are all before `position`.
   * @param discard removes a file by default
   */
  async removeCarried(position: number, discard = removeFile): Promise<void> {
    const segments = [...this.#sizes.keys()].sort((a, b) => a - b);
    for (const [index, first] of segments.entries()) {
      const isOpen = this.#file !== null && first === this.#segmentFirst;
      const end = segments[index + 1] ?? this.#next;
      if (isOpen || end > position) return;
      await discard(segmentPath(this.#folder, first));
      this.#sizes.delete(first);
    }
  }

  /** Removes the journal, which has been carried whole and is written no more. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function removeFile(file: string): Promise<void> {
  return unlink(file).catch(ignoreMissing);
}

function writeAll(fd: number, bytes: Buffer, at: number): void {
  for (let from = 0; from < bytes.length; ) from += fs.writeSync(fd, bytes, from, bytes.length - from, at + from);
}

/** A plain callback: the promises of `node:fs/promises` cost several times as much, and every redirect waits for it. */
function sync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });
}
