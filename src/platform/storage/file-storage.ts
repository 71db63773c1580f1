import type { Folder } from './file-key.ts';

/** Stores uploaded files in a folder or an S3-compatible bucket. Keys have our own form: `logos/<hash>.png`. */
export interface FileStorage {
  /**
   * Writes a file atomically and replaces a file with the same key. @throws Unavailable when the storage does not
   * answer
   */
  put(key: string, content: Buffer, mediaType: string): Promise<void>;
  /** Returns null when the file does not exist. @throws Unavailable when the storage does not answer */
  get(key: string): Promise<Buffer | null>;
  /** A missing file is not an error. @throws Unavailable when the storage does not answer */
  delete(key: string): Promise<void>;
  /** The free share of the disk, from 0 to 1. Absent if the storage is not a local disk. */
  freeShare?(): Promise<number>;
}

export interface StoredFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** A storage that can list its files, for maintenance. */
export interface ListedStorage extends FileStorage {
  /**
   * Yields the files of a folder that have our keys, in batches. @throws Unavailable when the storage does not
   * answer
   */
  list(folder: Folder): AsyncIterable<StoredFile[]>;
}
