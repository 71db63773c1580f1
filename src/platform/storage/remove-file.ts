import { GiveUp, handler, type JobHandler } from '../jobs/handler.ts';
import { jobKind } from '../jobs/job.ts';
import { parseFileKey } from './file-key.ts';
import type { FileStorage } from './storage.ts';

/** Remove a file that nothing refers to any more, by `enqueue(db, removeFile, { key })` in the transaction that forgets it. */
export const removeFile = jobKind<{ key: string }>('remove_file');

/** Does the jobs of `removeFile`; a file that is gone already is as good as removed. */
export function createFileRemover(storage: Pick<FileStorage, 'delete'>): JobHandler {
  return handler(removeFile, async ({ key }) => {
    if (parseFileKey(key) === null) throw new GiveUp('the job names no file of ours');
    await storage.delete(key);
  });
}
