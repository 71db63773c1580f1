import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DataFolderRefused, prepareDataFolder } from './data-folder.ts';

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tributary-data-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const refusal = (dir: string) =>
  prepareDataFolder(dir, { isPrivate: true }).then(
    () => null,
    (error: Error) => (error instanceof DataFolderRefused ? error.message : error),
  );

it('The data folder is made, closed to others where it may be, and left empty', async () => {
  const dir = path.join(await folder(), 'a', 'b');
  expect(await refusal(dir)).toBeNull();
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect(await readdir(dir)).toEqual([]);
});

it('A data folder below a file is refused by the name of its setting', async () => {
  const file = path.join(await folder(), 'file');
  await writeFile(file, '');
  expect(await refusal(path.join(file, 'data'))).toMatch(
    /^DATA_DIR: .*cannot be written to .*Part of this path is a file/,
  );
});

const isRoot = process.getuid?.() === 0;

/** Mounts a file system that nobody may write to; null where this process may not mount. */
async function readOnlyFolder(): Promise<string | null> {
  const dir = await folder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', dir]).status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', [dir]));
  return dir;
}

it.runIf(isRoot)('A data folder on a read-only file system is refused, the superuser’s, too', async ({ skip }) => {
  const dir = await readOnlyFolder();
  if (dir === null) return skip('mounting is not allowed here');
  for (const below of [dir, path.join(dir, 'a/b')])
    expect(await refusal(below)).toMatch(
      /^DATA_DIR: .*EROFS.* mounted read-only\. Choose a folder .* DATA_DIR=\/path npm start$/,
    );
});

it.skipIf(isRoot)('A read-only data folder is refused', async () => {
  const dir = await folder();
  await chmod(dir, 0o500);
  expect(await refusal(dir)).toMatch(/^DATA_DIR: .*EACCES.* Start as the user who owns it/);
});
