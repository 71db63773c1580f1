import { Unavailable } from '../../src/platform/errors/errors.ts';
import type { FileStorage } from '../../src/platform/storage/storage.ts';

/** A file storage in memory that a test can inspect, empty and make unavailable. */
export function memoryStorage() {
  const files = new Map<string, { content: Buffer; mediaType: string }>();
  const state = { isUnavailable: false };
  const storage: FileStorage = {
    async put(key, content, mediaType) {
      if (state.isUnavailable) throw new Unavailable('The file storage does not answer. Try again.');
      files.set(key, { content, mediaType });
    },
    get: async (key) => files.get(key)?.content ?? null,
    delete: async (key) => void files.delete(key),
  };
  return { files, state, storage };
}
