import { GiveUp, handler, type JobHandler } from '../jobs/handler.ts';
import { jobKind } from '../jobs/job.ts';
import { parseFileKey } from './file-key.ts';
import type { FileStorage } from './file-storage.ts';

/**
 * Removes an unreferenced file. Call `enqueue(db, removeFile, { key })` in the transaction that deletes the last
 * reference.
 */
export const removeFile = jobKind<{ key: string }>('remove_file');

/** Creates the handler for `removeFile` jobs. A missing file counts as removed. */
export function createFileRemover(storage: Pick<FileStorage, 'delete'>): JobHandler {
  return handler(removeFile, async ({ key }) => {
    if (parseFileKey(key) === null) throw new GiveUp('the job names no file of ours');
    await storage.delete(key);
  });
}
