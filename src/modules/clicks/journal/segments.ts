import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A segment is named by the first sequence number that it may hold. */
const SEGMENT = /^(\d{16})\.log$/;

/** A file of a journal; it holds the clicks from `first` up to the next segment's `first`. */
export interface Segment {
  first: number;
  file: string;
}

/** Path of the segment that begins with a sequence number. */
export function segmentPath(folder: string, first: number): string {
  return path.join(folder, `${String(first).padStart(16, '0')}.log`);
}

/** The segments of a journal in order; none when it has no folder. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder).catch(emptyIfMissing);
  return names
    .flatMap((name) => {
      const first = SEGMENT.exec(name)?.[1];
      return first === undefined ? [] : [{ first: Number(first), file: path.join(folder, name) }];
    })
    .sort((a, b) => a.first - b.first);
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export function emptyIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
