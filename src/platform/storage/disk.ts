import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage } from './storage.ts';

/** Files in a folder of this machine; several processes may share it. */
export function diskStorage(folder: string): FileStorage {
  const place = (key: string) => {
    const file = path.resolve(folder, key);
    if (!file.startsWith(path.resolve(folder) + path.sep)) throw new Error(`not a key of the file storage: ${key}`);
    return file;
  };
  return {
    async put(key, content) {
      const file = place(key);
      const draft = `${file}.${randomUUID()}.part`;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(draft, content, { mode: 0o600, flush: true });
      await rename(draft, file);
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
