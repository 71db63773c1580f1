import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { box, film } from '../../../../tests/harness/films.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { diskStorage } from '../../../platform/storage/disk.ts';
import { eraseUser, purgeUploadDays } from '../../accounts/index.ts';
import { sizeFiles } from './size-files.ts';

const MB = 1_000_000;
let clock = new Date('2026-03-15T12:00:00Z');
const application = await createTestApplication({
  now: () => clock,
  environment: { UPLOAD_ACCOUNT_MB: '6', UPLOAD_NEW_ACCOUNT_DAY_MB: '2', UPLOAD_TOTAL_MB: '12' },
});
const { market, database, tokenOf } = application;
const run = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

/** A film of about this number of bytes. */
const filmOf = (bytes: number) => film({ data: box('mdat', Buffer.alloc(bytes)) });
const send = (as: string, bytes: number, to: TestApplication = application) =>
  upload(to, { url: '/v2/user-media', as, content: filmOf(bytes), mediaType: 'video/mp4' });
const statusOf = async (as: string, bytes: number) => (await send(as, bytes)).status;

async function creator({ isVerified = false } = {}) {
  const id = await market.user();
  await run('UPDATE users SET is_verified = $2 WHERE id = $1', id, isVerified);
  return { id, as: await tokenOf(id) };
}

const keptOf = async (userId: number) =>
  Number((await run('SELECT coalesce(sum(bytes), 0) AS n FROM user_media WHERE user_id = $1', userId))[0].n);
const reset = () => run('DELETE FROM user_media');

describe('Uploads of an account', () => {
  it('are limited by day until somebody has vouched for it, and the refusal says until when', async () => {
    await reset();
    const { id, as } = await creator();
    expect(await statusOf(as, 1.5 * MB)).toBe(201);
    const refused = await send(as, 1 * MB);
    expect([refused.status, refused.body.error]).toEqual([400, 'upload_limit']);
    expect(refused.body.message).toContain('2 MB a day');
    expect(await statusOf(as, 0.4 * MB)).toBe(201);
    clock = new Date('2026-03-16T00:00:00Z');
    expect(await statusOf(as, 1 * MB)).toBe(201);
    clock = new Date('2026-03-15T12:00:00Z');
    await run('UPDATE users SET is_verified = true WHERE id = $1', id);
    expect(await statusOf(as, 1 * MB)).toBe(201);
  });

  it('cannot exceed the day or the files of the account by concurrent requests', async () => {
    await reset();
    const beginner = await creator();
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(beginner.as, 0.6 * MB)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    const known = await creator({ isVerified: true });
    const others = await Promise.all(Array.from({ length: 10 }, () => statusOf(known.as, 1.1 * MB)));
    expect(others.filter((status) => status === 201)).toHaveLength(5);
    expect(await keptOf(known.id)).toBeLessThanOrEqual(6 * MB);
    const folder = path.join(application.dataDir, 'files', 'media');
    const referenced = await run('SELECT file_key FROM user_media');
    // No file remains of a refused upload.
    const names = new Set(referenced.map(({ file_key: key }) => path.basename(key)));
    expect((await readdir(folder)).filter((name) => !names.has(name) && name.includes('.part'))).toEqual([]);
  });

  it('count for the files of the account until they are deleted', async () => {
    await reset();
    const { id, as } = await creator({ isVerified: true });
    const first = await send(as, 3 * MB);
    expect(await statusOf(as, 2.5 * MB)).toBe(201);
    clock = new Date('2026-03-16T12:00:00Z');
    const refused = await send(as, 1 * MB);
    expect([refused.status, refused.body.error]).toEqual([400, 'upload_limit']);
    expect(refused.body.message).toContain('delete some first');
    const url = `/v2/user-media/${first.body.id}`;
    expect((await application.call({ method: 'DELETE', url, as })).status).toBe(204);
    expect(await statusOf(as, 1 * MB)).toBe(201);
    expect(await keptOf(id)).toBeLessThan(4 * MB);
    clock = new Date('2026-03-15T12:00:00Z');
  });

  it('that are refused for another reason do not count', async () => {
    await reset();
    const { as } = await creator();
    for (let n = 0; n < 3; n += 1) {
      const content = Buffer.alloc(1.5 * MB, 'x');
      expect((await upload(application, { url: '/v2/user-media', as, content })).status).toBe(422);
    }
    expect(await statusOf(as, 1.5 * MB)).toBe(201);
  });

  it('of all creators are limited together, also by concurrent requests', async () => {
    await reset();
    const creators = await Promise.all(Array.from({ length: 6 }, () => creator({ isVerified: true })));
    const statuses = await Promise.all(creators.flatMap(({ as }) => [statusOf(as, 2.9 * MB), statusOf(as, 2.9 * MB)]));
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    const scrape = await application.app.inject({ url: '/metrics' });
    const [, stored] = /^tributary_files_stored_bytes (\S+)$/m.exec(scrape.body)!;
    expect(Number(stored)).toBeGreaterThan(4 * 2.9 * MB);
    expect(Number(stored)).toBeLessThanOrEqual(12 * MB);
    const [, free] = /^tributary_files_free_share (\S+)$/m.exec(scrape.body)!;
    expect(Number(free)).toBeGreaterThan(0);
    expect(Number(free)).toBeLessThanOrEqual(1);
    await reset();
  });

  it('keep the total of all files exact, whatever happens at the same time', async () => {
    await reset();
    const total = async () => Number((await run('SELECT bytes FROM stored_bytes'))[0].bytes);
    const sum = async () =>
      Number((await run('SELECT coalesce(sum(bytes), 0) AS n FROM user_media WHERE file_key IS NOT NULL'))[0].n);
    expect(await total()).toBe(0);
    const creators = await Promise.all(Array.from({ length: 4 }, () => creator({ isVerified: true })));
    await Promise.all(
      creators.map(async ({ as }) => {
        const { body } = await send(as, 0.3 * MB);
        await Promise.all([
          send(as, 0.2 * MB),
          application.call({ method: 'DELETE', url: `/v2/user-media/${body.id}`, as }),
        ]);
      }),
    );
    expect([await total(), (await total()) > 0.8 * MB]).toEqual([await sum(), true]);
    await run('UPDATE user_media SET bytes = bytes + 5 WHERE user_id = $1', creators[0]!.id);
    await run('UPDATE user_media SET file_key = NULL WHERE user_id = $1', creators[1]!.id);
    expect(await total()).toBe(await sum());
    await eraseUser({ db: database.db, now: () => clock }, { userId: creators[2]!.id, actorId: null });
    expect(await total()).toBe(await sum());
    await reset();
    expect(await total()).toBe(0);
  });

  it('of earlier versions count as soon as maintenance has read their sizes', async () => {
    await reset();
    const { id, as } = await creator({ isVerified: true });
    await send(as, 3 * MB);
    const { body } = await send(as, 2.5 * MB);
    const size = await keptOf(id);
    const storage = diskStorage(path.join(application.dataDir, 'files'));
    const lost = (await run('SELECT file_key FROM user_media WHERE id = $1', body.id))[0].file_key;
    const content = (await storage.get(lost))!;
    await storage.delete(lost);
    await run('UPDATE user_media SET bytes = NULL');
    expect(await keptOf(id)).toBe(0);
    expect(await sizeFiles(database.db, storage, new AbortController().signal)).toBe(1);
    expect(await keptOf(id)).toBe(size - content.length);
    expect(await run('SELECT FROM user_media WHERE bytes IS NULL')).toEqual([]);
    // A second run has nothing to list.
    const untouched = { list: () => expect.fail('the storage was listed') };
    expect(await sizeFiles(database.db, untouched, new AbortController().signal)).toBe(0);
    await reset();
  });

  it('are counted for a day, and no longer kept afterwards', async () => {
    const { id, as } = await creator();
    await statusOf(as, 1 * MB);
    const days = async () => (await run('SELECT FROM upload_days WHERE account = $1', id)).length;
    await purgeUploadDays({ db: database.db, now: () => new Date('2026-03-16T23:00:00Z') });
    expect(await days()).toBe(1);
    await purgeUploadDays({ db: database.db, now: () => new Date('2026-03-17T00:00:00Z') });
    expect(await days()).toBe(0);
  });
});

describe('Uploads on a disk that is nearly full', () => {
  it('are refused with a reply that says so, and other requests are answered', async () => {
    let free = 0.09;
    const storage = { ...diskStorage(application.dataDir), freeShare: async () => free };
    const full = await createTestApplication({ storage, environment: { UPLOAD_MIN_FREE_PERCENT: '10' } });
    const as = await full.tokenOf(await full.market.user());
    const reply = await send(as, 1_000, full);
    expect([reply.status, reply.body.message]).toEqual([503, expect.stringContaining('less than 10 % of the disk')]);
    expect((await full.call({ url: '/v2/user-media', as })).status).toBe(200);
    free = 0.11;
    expect((await send(as, 1_000, full)).status).toBe(201);
  });
});
