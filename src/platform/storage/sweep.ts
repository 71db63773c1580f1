import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FOLDERS } from './file-key.ts';
import type { ListedStorage } from './file-storage.ts';

export interface Sweep {
  storage: Pick<ListedStorage, 'list' | 'delete'>;
  /** Younger files are kept, because an upload writes its reference a moment after the file. */
  before: Date;
  /** Returns the unreferenced keys among the given ones. */
  orphansOf: (keys: string[]) => Promise<string[]>;
  /** Maximum number of files to remove. */
  most: number;
  signal: AbortSignal;
}

const REMOVED_AT_ONCE = 20;

/** Removes unreferenced files from the storage. At most a thousand names are in memory at a time. @returns their keys */
export async function sweepFiles({ storage, before, orphansOf, most: max, signal }: Sweep): Promise<string[]> {
  const removed: string[] = [];
  for (const folder of FOLDERS) {
    for await (const files of storage.list(folder)) {
      const old = files.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
      const orphans = old.length === 0 ? [] : await orphansOf(old);
      for (let at = 0; at < orphans.length && removed.length < max && !signal.aborted; at += REMOVED_AT_ONCE) {
        // Checked again, because the same picture may have been uploaded while earlier files were removed.
        const still = await orphansOf(orphans.slice(at, Math.min(at + REMOVED_AT_ONCE, at + max - removed.length)));
        await Promise.all(still.map((key) => storage.delete(key)));
        removed.push(...still);
      }
      if (removed.length >= max || signal.aborted) return removed;
    }
  }
  return removed;
}

/**
 * Removes temporary files that a process left in the storage's folder when it died during a write.
 * @returns the number of removed files
 */
export async function sweepDrafts(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const inside of FOLDERS) {
    const names = await readdir(path.join(folder, inside)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names.filter((name) => name.endsWith('.part'))) {
      const draft = path.join(folder, inside, name);
      const found = await stat(draft).catch(() => null);
      if (found === null || !found.isFile() || found.mtime >= before) continue;
      await rm(draft, { force: true });
      removed += 1;
    }
  }
  return removed;
}
