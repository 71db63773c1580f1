import type { FileStorage } from '../../platform/storage/storage.ts';

/** What the media's routes stand on. */
export interface MediaParts {
  /** What addresses of ours begin with. */
  publicUrl: string;
  storage: FileStorage;
}
