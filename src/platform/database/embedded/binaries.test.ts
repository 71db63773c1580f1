import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installBinaries } from './binaries.ts';
import { EmbeddedDatabaseFailed } from './failures.ts';

it('Where PostgreSQL may not be run, the setting and the way out are named', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'tributary-noexec-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const { postgres } = await installBinaries(home, () => undefined);
  // As on a file system that is mounted with noexec: to the superuser, too, no bit at all means no.
  await chmod(postgres, 0o644);
  const failed = await installBinaries(home, () => undefined).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(EmbeddedDatabaseFailed);
  expect(String(failed)).toMatch(/DATA_DIR: no program may run from .*noexec.* or set DATABASE_URL\.$/);
});
