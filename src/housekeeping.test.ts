import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../tests/harness/database.ts';
import { silentLog } from '../tests/harness/embedded.ts';
import { createMarket } from '../tests/harness/market.ts';
import { keepHouse } from './housekeeping.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);
const NOW = new Date('2026-05-10T12:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let dataDir: string;
let media: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-house-'));
  media = path.join(dataDir, 'files', 'media');
  return () => rm(dataDir, { recursive: true, force: true });
});
const keep = (log = silentLog()) =>
  keepHouse({ database, config: { dataDir, s3: null, clickRetentionMonths: 25 }, now: () => NOW, log });
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

it('Tokens are forgotten thirty days after they ended, whichever way; the others stay', async () => {
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
        `INSERT INTO tokens (user_id, hash, hint, purpose, name, expires_at, revoked_at) VALUES ($1, sha256($2::bytea), '', $3, $4, $5, $6)`,
        ...[userId, `${name} ${purpose}`, purpose, name, expires, revoked],
      );
  }
  expect(await keep()).toEqual({ clickMonths: [], tokens: 9, files: 0 });
  const left = await query('SELECT DISTINCT name FROM tokens ORDER BY name');
  expect(left.map(({ name }) => name)).toEqual(['expired lately', 'for ever', 'revoked lately', 'runs']);
  expect(await keep()).toMatchObject({ tokens: 0 });
});

it('Tokens are forgotten 5,000 at once, so that nothing takes long', async () => {
  const userId = await market.user();
  await query(
    `INSERT INTO tokens (user_id, hash, hint, purpose, expires_at) SELECT $1, sha256(n::text::bytea), '', 'session', $2 FROM generate_series(1, 5001) n`,
    ...[userId, daysAgo(40)],
  );
  expect(await keep()).toMatchObject({ tokens: 5_000 });
  expect(await keep()).toMatchObject({ tokens: 1 });
});

it('Files that nothing refers to go after a day, drafts of dead processes too; pictures with shared names stay', async () => {
  const key = (digit: string) => `${digit.repeat(64)}.png`;
  const [used, orphan, fresh] = [key('a'), key('b'), key('c')];
  const userId = await market.user();
  await query(
    `INSERT INTO user_media (user_id, media_type, file_key) VALUES ($1, 'image', $2)`,
    userId,
    `media/${used}`,
  );
  const logos = path.join(dataDir, 'files', 'logos');
  await mkdir(media, { recursive: true });
  await mkdir(logos);
  const draft = `${orphan}.0a0a.part`;
  for (const name of [used, orphan, fresh, draft, 'somebody’s own.txt']) await writeFile(path.join(media, name), 'x');
  await writeFile(path.join(logos, orphan), 'x');
  for (const file of [used, orphan, draft, 'somebody’s own.txt'])
    await utimes(path.join(media, file), daysAgo(2), daysAgo(2));
  await utimes(path.join(media, fresh), daysAgo(0.5), daysAgo(0.5));
  await utimes(path.join(logos, orphan), daysAgo(2), daysAgo(2));
  expect(await keep()).toMatchObject({ files: 2 });
  expect((await readdir(media)).sort()).toEqual([used, fresh, 'somebody’s own.txt'].sort());
  expect(await readdir(logos)).toEqual([orphan]);
});

it('One process keeps house at a time, and what fails does not stop the rest', async () => {
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
    ...[userId, daysAgo(40)],
  );
  expect(await keep(log)).toMatchObject({ tokens: 1, files: 0 });
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'housekeeping failed: files');
});
