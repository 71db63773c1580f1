import type { FileStorage } from '../../platform/storage/storage.ts';

/** Dependencies of the media routes. */
export interface MediaDeps {
  /** Base of our own addresses. */
  publicUrl: string;
  storage: FileStorage;
}
