/** Where uploaded files live: a folder, or a bucket that speaks S3. Keys are ours: `logos/<hash>.png`. */
export interface FileStorage {
  /** Writes a file whole or not at all; one with the same key is replaced. */
  put(key: string, content: Buffer, mediaType: string): Promise<void>;
  /** Null when there is none. @throws Unavailable when the storage does not answer */
  get(key: string): Promise<Buffer | null>;
  /** Without a word when there is none. */
  delete(key: string): Promise<void>;
}
