import type { FileStorage } from '../../platform/storage/storage.ts';

/** Dependencies of the media routes. */
export interface MediaParts {
  /** Base of our own addresses. */
  publicUrl: string;
  storage: FileStorage;
}
