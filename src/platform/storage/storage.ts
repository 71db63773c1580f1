import path from 'node:path';
import { diskStorage } from './disk.ts';
import type { Folder } from './file-key.ts';
import { type S3Settings, s3Storage } from './s3.ts';

/** Where uploaded files live: a folder, or a bucket that speaks S3. Keys are ours: `logos/<hash>.png`. */
export interface FileStorage {
  /** Writes a file whole or not at all; one with the same key is replaced. @throws Unavailable when the storage does not answer */
  put(key: string, content: Buffer, mediaType: string): Promise<void>;
  /** Null when there is none. @throws Unavailable when the storage does not answer */
  get(key: string): Promise<Buffer | null>;
  /** Without a word when there is none. @throws Unavailable when the storage does not answer */
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/** One that can be looked through, for housekeeping. */
export interface ListedStorage extends FileStorage {
  /** The files of a folder that have keys of ours, some at a time. @throws Unavailable when the storage does not answer */
  list(folder: Folder): AsyncIterable<StoredFile[]>;
}

export interface StorageSettings {
  dataDir: string;
  /** Null: files lie in `files/` below `dataDir`. */
  s3: S3Settings | null;
}

export function createStorage({ dataDir, s3 }: StorageSettings): ListedStorage {
  return s3 === null ? diskStorage(path.join(dataDir, 'files')) : s3Storage(s3);
}
