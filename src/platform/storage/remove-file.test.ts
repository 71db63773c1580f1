import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { runWaitingJobs } from '../../../tests/harness/jobs.ts';
import { Unavailable } from '../errors/errors.ts';
import { enqueue } from '../jobs/job.ts';
import { createFileRemover, removeFile } from './remove-file.ts';

const database = await createTestDatabase();
const KEY = `media/${'0'.repeat(64)}.mp4`;
const waiting = async () => (await database.pool.query('SELECT attempts, max_attempts FROM graphile_worker.jobs')).rows;

describe('An unreferenced file', () => {
  it('is removed after the commit, and never after a rollback', async () => {
    const removed: string[] = [];
    const remover = createFileRemover({ delete: async (key) => void removed.push(key) });
    const rolledBack = database.db.transaction(async (tx) => {
      await enqueue(tx, removeFile, { key: KEY });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await runWaitingJobs(database, [remover]);
    expect(removed).toEqual([]);
    await enqueue(database.db, removeFile, { key: KEY });
    await runWaitingJobs(database, [remover]);
    expect([removed, await waiting()]).toEqual([[KEY], []]);
  });

  it('is retried while the storage does not answer', async () => {
    await enqueue(database.db, removeFile, { key: KEY });
    const away = createFileRemover({
      delete: () => Promise.reject(new Unavailable('The file storage does not answer.')),
    });
    await expect(runWaitingJobs(database, [away])).rejects.toThrow('does not answer');
    const [job] = await waiting();
    expect(job.max_attempts).toBeGreaterThan(job.attempts);
    await database.pool.query('DELETE FROM graphile_worker._private_jobs');
  });

  it('is given up when the key is not ours', async () => {
    await enqueue(database.db, removeFile, { key: '../service-api-key' });
    const never = createFileRemover({ delete: () => Promise.reject(new Error('this was to be removed')) });
    await expect(runWaitingJobs(database, [never])).rejects.toThrow('names no file of ours');
    const [job] = await waiting();
    expect(job.max_attempts).toBe(job.attempts);
  });
});
