import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseFileKey } from './file-key.ts';

/** Which of these keys nothing refers to. */
type OrphansOf = (keys: string[]) => Promise<string[]>;

export interface Sweep {
  /** Younger files are left: whoever uploads one tells of it a moment later. */
  before: Date;
  orphansOf: OrphansOf;
  /** Most files that are removed. */
  most: number;
}

const ASKED_AT_ONCE = 500;

/**
 * Removes files of a folder that nothing refers to, and drafts that a process left behind when it died. Only files with keys of their own
 * (`media/…`): a picture under the hash of its content may be shown by an address that was given out long ago.
 * @param folder of the storage on this machine
 * @returns how many
 */
export async function sweepFolder(folder: string, { before, orphansOf, most }: Sweep): Promise<number> {
  let removed = 0;
  let asked: string[] = [];
  const remove = async (keys: readonly string[]) => {
    for (const key of keys.slice(0, most - removed)) {
      await rm(path.join(folder, key), { force: true });
      removed += 1;
    }
  };
  const askOf = async () => {
    const keys = asked;
    asked = [];
    if (keys.length > 0) await remove(await orphansOf(keys));
  };
  for await (const key of oldFilesIn(folder, before)) {
    if (removed >= most) return removed;
    if (parseFileKey(key) !== null) asked.push(key);
    else if (key.endsWith('.part')) await remove([key]);
    if (asked.length >= ASKED_AT_ONCE) await askOf();
  }
  await askOf();
  return removed;
}

async function* oldFilesIn(folder: string, before: Date): AsyncGenerator<string> {
  const dir = await opendir(path.join(folder, 'media')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of dir) {
    const key = `media/${entry.name}`;
    const found = await stat(path.join(folder, key)).catch(() => null);
    if (found?.isFile() && found.mtime < before) yield key;
  }
}
