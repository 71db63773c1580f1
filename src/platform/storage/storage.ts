import path from 'node:path';
import { diskStorage } from './disk.ts';
import type { ListedStorage } from './file-storage.ts';
import { type S3Settings, s3Storage } from './s3.ts';

export type { FileStorage, ListedStorage } from './file-storage.ts';

export interface StorageSettings {
  dataDir: string;
  /** Null: files are stored in `files/` in `dataDir`. */
  s3: S3Settings | null;
}

export function createStorage({ dataDir, s3 }: StorageSettings): ListedStorage {
  return s3 === null ? diskStorage(path.join(dataDir, 'files')) : s3Storage(s3);
}
