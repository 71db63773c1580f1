import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'tributary-tests-';
/** A run uses about 1 GB at its peak. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Keeps the temporary files of a run, and with them its databases, in memory if there is enough space: each test file
 * copies a database of some thousand files, which takes a third of the run on a disk. `TMPDIR` overrides this.
 * @returns removes the files
 */
export function keepFilesInMemory(): () => void {
  if (process.env.TMPDIR !== undefined || !canHoldDatabases()) return () => {};
  for (const left of foldersOfEndedRuns()) rmSync(left, { recursive: true, force: true });
  const folder = mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  // Open as /tmp is: as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Containers often have only 64 MB there, or do not permit programs to run from it. */
function canHoldDatabases(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    const isExecutable = mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
    return isExecutable && bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Memory is not freed by a restart of the run, so the files of a killed run are removed. */
function foldersOfEndedRuns(): string[] {
  const folders = readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX));
  return folders
    .filter((name) => !isRunning(Number.parseInt(name.slice(PREFIX.length), 10)))
    .map((name) => path.join(MEMORY, name));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
