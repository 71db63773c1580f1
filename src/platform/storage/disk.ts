import { opendir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { assertFileKey, type Folder, parseFileKey } from './file-key.ts';
import type { ListedStorage, StoredFile } from './file-storage.ts';
import { freeShareOf } from './free-share.ts';
import { writeWhole } from './write-whole.ts';

/** Stores files in a local folder, which several processes may share. */
export function diskStorage(folder: string): ListedStorage {
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
    freeShare: () => freeShareOf(folder),
    list: (inside) => filesIn(folder, inside),
  };
}

const LISTED_AT_ONCE = 1_000;

async function* filesIn(root: string, folder: Folder): AsyncGenerator<StoredFile[]> {
  const dir = await opendir(path.join(root, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let page: StoredFile[] = [];
  for await (const { name } of dir) {
    const key = `${folder}/${name}`;
    if (parseFileKey(key) === null) continue;
    const found = await stat(path.join(root, key)).catch(() => null);
    if (found?.isFile()) page.push({ key, bytes: found.size, modifiedAt: found.mtime });
    if (page.length < LISTED_AT_ONCE) continue;
    yield page;
    page = [];
  }
  yield page;
}
