import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../tests/harness/database.ts';
import { silentLog } from '../tests/harness/embedded.ts';
import { createMarket } from '../tests/harness/market.ts';
import { openS3 } from '../tests/harness/peers/s3.ts';
import { runMaintenance } from './maintenance.ts';
import { manualProvider } from './platform/payment-provider/manual.ts';
import { createStorage, type ListedStorage } from './platform/storage/storage.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);
const NOW = new Date('2026-05-10T12:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-maintenance-'));
  storage = createStorage({ dataDir, s3: null });
  return () => rm(dataDir, { recursive: true, force: true });
});
let storage: ListedStorage;
const keep = ({ log = silentLog(), now = NOW, signal = new AbortController().signal, sweepsFiles = true } = {}) => {
  const config = {
    dataDir,
    clickRetentionMonths: 25,
    sweepsFiles,
    dunningDays: [],
    timeZone: 'UTC',
    publicUrl: 'http://tributary.test',
  };
  return runMaintenance({ database, config, storage, paymentProvider: manualProvider, now: () => now, log }, signal);
};
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

it('Tokens are purged thirty days after they expired or were revoked; others are kept', async () => {
  const userId = await market.user();
  const cases: [name: string, expires: Date | null, revoked: Date | null][] = [
    ['for ever', null, null],
    ['runs', daysAgo(-1), null],
    ['expired lately', daysAgo(29), null],
    ['revoked lately', null, daysAgo(29)],
    ['expired', daysAgo(31), null],
    ['revoked', null, daysAgo(31)],
    ['revoked, would still run', daysAgo(-90), daysAgo(31)],
  ];
  for (const [name, expires, revoked] of cases) {
    for (const purpose of ['session', 'access', 'api'])
      await query(
        `INSERT INTO tokens (user_id, hash, hint, purpose, name, on_behalf_of, expires_at, revoked_at)
         VALUES ($1, sha256($2::bytea), '', $3, $4, CASE WHEN $3 = 'access' THEN $1::bigint END, $5, $6)`,
        userId,
        `${name} ${purpose}`,
        purpose,
        name,
        expires,
        revoked,
      );
  }
  expect(await keep()).toEqual({ clickMonths: [], tokens: 9, files: 0, events: 0 });
  const left = await query('SELECT DISTINCT name FROM tokens ORDER BY name');
  expect(left.map(({ name }) => name)).toEqual(['expired lately', 'for ever', 'revoked lately', 'runs']);
  expect(await keep()).toMatchObject({ tokens: 0 });
});

it('Tokens are purged in batches of 5,000', async () => {
  const userId = await market.user();
  await query(
    `INSERT INTO tokens (user_id, hash, hint, purpose, expires_at) SELECT $1, sha256(n::text::bytea), '', 'session', $2 FROM generate_series(1, 5001) n`,
    userId,
    daysAgo(40),
  );
  expect(await keep()).toMatchObject({ tokens: 5_000 });
  expect(await keep()).toMatchObject({ tokens: 1 });
});

/** Stores a file of a given age in a folder or a bucket, and returns the names of the remaining files. */
const STORAGES: [name: string, open: () => Promise<StoredFiles>][] = [
  [
    'a folder',
    async () => ({
      storage: createStorage({ dataDir, s3: null }),
      async put(key, at) {
        const file = path.join(dataDir, 'files', key);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, 'x');
        await utimes(file, at, at);
      },
      keys: async () => {
        const names = await readdir(path.join(dataDir, 'files'), { recursive: true });
        return names.filter((name) => path.extname(name) !== '').sort();
      },
    }),
  ],
  [
    'a bucket',
    async () => {
      const peer = await openS3();
      return {
        storage: createStorage({ dataDir, s3: peer.settings }),
        put: async (key, modifiedAt) =>
          void peer.objects.set(key, { body: Buffer.from('x'), mediaType: 'image/png', modifiedAt }),
        keys: async () => [...peer.objects.keys()].sort(),
      };
    },
  ],
];
interface StoredFiles {
  storage: ListedStorage;
  put(key: string, at: Date): Promise<void>;
  keys(): Promise<string[]>;
}
const nameOf = (digit: string) => `${digit.repeat(64)}.png`;

describe.each(STORAGES)('Files in %s', (_, open) => {
  it('are kept in storage that others may use', async () => {
    const stored = await open();
    ({ storage } = stored);
    await stored.put(`media/${nameOf('b')}`, daysAgo(9));
    const all = await stored.keys();
    for (const now of [NOW, daysAgo(-2), daysAgo(-4)])
      expect(await keep({ now, sweepsFiles: false })).toMatchObject({ files: 0 });
    expect(await stored.keys()).toEqual(all);
    await storage.delete(`media/${nameOf('b')}`);
  });

  it('without a reference for a day are deleted; others, new ones and foreign files are kept', async () => {
    const stored = await open();
    ({ storage } = stored);
    const folders = ['logos', 'campaigns', 'media'];
    const used = folders.map((folder) => `${folder}/${nameOf('a')}`);
    const orphans = folders.flatMap((folder) => ['b', 'c', 'd'].map((digit) => `${folder}/${nameOf(digit)}`));
    const fresh = folders.map((folder) => `${folder}/${nameOf('e')}`);
    const foreign = ['media/somebody’s own.txt', `elsewhere/${nameOf('b')}`];
    const storeId = await market.store();
    await query('UPDATE stores SET logo_key = $1 WHERE id = $2', used[0], storeId);
    const campaignId = await market.campaign({ storeId, type: 'standard' });
    await query('UPDATE campaigns SET image_key = $1, deleted_at = now() WHERE id = $2', used[1], campaignId);
    const userId = await market.user();
    await query(`INSERT INTO user_media (user_id, media_type, file_key) VALUES ($1, 'image', $2)`, userId, used[2]);
    for (const key of [...used, ...orphans, ...foreign]) await stored.put(key, daysAgo(2));
    for (const key of fresh) await stored.put(key, daysAgo(-0.5));
    const all = await stored.keys();
    expect(await keep()).toMatchObject({ files: 0 });
    expect(await keep({ now: daysAgo(-0.9) })).toMatchObject({ files: 0 });
    expect(await stored.keys()).toEqual(all);
    // The file is referred to again before its removal.
    await query('UPDATE stores SET logo_key = $1 WHERE id = $2', orphans[0], storeId);
    expect(await keep({ now: daysAgo(-1) })).toMatchObject({ files: 8 });
    expect(await stored.keys()).toEqual([...used, orphans[0]!, ...fresh, ...foreign].sort());
    // The replaced file is removed a day later, too; the new files are old enough by then.
    expect(await keep({ now: daysAgo(-2) })).toMatchObject({ files: 1 });
    expect(await keep({ now: daysAgo(-3) })).toMatchObject({ files: 3 });
    expect(await stored.keys()).toEqual([...used.slice(1), orphans[0]!, ...foreign].sort());
    expect(await query('SELECT * FROM orphaned_files')).toEqual([]);
    await query('UPDATE stores SET logo_key = NULL');
    await query('UPDATE campaigns SET image_key = NULL');
    await query('DELETE FROM user_media');
  });
});

it('Drafts of a process that has ended are deleted after a day', async () => {
  const folder = path.join(dataDir, 'files', 'logos');
  await mkdir(folder, { recursive: true });
  for (const [name, at] of [
    ['old.part', daysAgo(2)],
    ['fresh.part', daysAgo(0.5)],
  ] as const) {
    await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, name), at, at);
  }
  expect(await keep()).toMatchObject({ files: 1 });
  expect(await readdir(folder)).toEqual(['fresh.part']);
});

it('A maintenance run that is stopped ends at its next step, and the rest is unchanged', async () => {
  const stopping = new AbortController();
  const keys = Array.from({ length: 50 }, (_, n) => `media/${String(n).padStart(64, '0')}.png`);
  for (const key of keys) await storage.put(key, Buffer.from('x'), 'image/png');
  await query(`INSERT INTO orphaned_files (key, since) SELECT unnest($1::text[]), $2`, keys, daysAgo(3));
  const removed: string[] = [];
  storage = {
    ...storage,
    async delete(key) {
      removed.push(key);
      stopping.abort();
    },
  };
  const now = new Date(Date.now() + 2 * DAY_MS);
  expect(await keep({ now, signal: stopping.signal })).toMatchObject({ files: 20 });
  expect(removed).toEqual(keys.slice(0, 20));
  const userId = await market.user();
  await query(
    `INSERT INTO tokens (user_id, hash, hint, purpose, expires_at) VALUES ($1, sha256('s'), '', 'session', $2)`,
    userId,
    daysAgo(40),
  );
  expect(await keep({ now, signal: stopping.signal })).toEqual({ clickMonths: [], tokens: 0, files: 0, events: 0 });
  await query('DELETE FROM orphaned_files');
  await query('DELETE FROM tokens');
});

it('One process runs maintenance at a time, and a failed step does not stop the others', async () => {
  const holder = await database.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [0x686f7573]);
  expect(await keep()).toBeNull();
  await holder.query('SELECT pg_advisory_unlock($1)', [0x686f7573]);
  holder.release();
  await writeFile(path.join(dataDir, 'files'), 'no folder');
  const log = silentLog();
  const userId = await market.user();
  await query(
    `INSERT INTO tokens (user_id, hash, hint, purpose, expires_at) VALUES ($1, sha256('z'), '', 'session', $2)`,
    userId,
    daysAgo(40),
  );
  expect(await keep({ log })).toMatchObject({ tokens: 1, files: 0 });
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'maintenance failed: files');
});
