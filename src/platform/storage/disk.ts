import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { assertFileKey } from './file-key.ts';
import type { FileStorage } from './storage.ts';
import { writeWhole } from './write-whole.ts';

/** Files in a folder of this machine; several processes may share it. */
export function diskStorage(folder: string): FileStorage {
  const place = (key: string) => {
    assertFileKey(key);
    return path.join(folder, key);
  };
  return {
    async put(key, content) {
      await writeWhole(place(key), content);
    },
    async get(key) {
      return readFile(place(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async delete(key) {
      await rm(place(key), { force: true });
    },
  };
}
