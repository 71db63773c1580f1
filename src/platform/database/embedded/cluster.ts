import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseFailed } from './failures.ts';
import type { Home } from './home.ts';
import type { Durability } from './settings.ts';

/** Name of the application's role and of its database. */
export const ROLE = 'tributary';

const DRAFT = 'cluster.new-';

/**
 * Creates PostgreSQL's data folder unless it exists, with the role and the database `tributary`. The folder is
 * created under a temporary name and renamed when complete, so after an interruption the next start finds either a
 * complete cluster or none.
 * @returns the role's password
 * @throws EmbeddedDatabaseFailed when the folder holds another major version or no database
 */
export async function ensureCluster(
  home: Home,
  binaries: Binaries,
  durability: Durability,
  onCreate: () => void,
): Promise<string> {
  await removeDrafts(home);
  const known = await readPassword(home);
  if (await clusterExists(home, binaries)) {
    if (known !== null) return known;
    // The password file was removed. Anybody who may write to this folder may also set a new password.
    const password = await newPassword(home);
    await runSingleUser(home, binaries, home.cluster, `ALTER ROLE ${ROLE} PASSWORD '${password}'`);
    return password;
  }
  onCreate();
  const password = known ?? (await newPassword(home));
  const draft = path.join(home.dir, `${DRAFT}${randomUUID()}`);
  await fs.mkdir(draft, { mode: 0o700 });
  if (home.account !== null) await fs.chown(draft, home.account.uid, home.account.gid);
  await withPlainPath(binaries, (initdb) => runAs(home.account, initdb, initdbArguments(draft, durability), home.dir));
  // The application's role is not a superuser, so SQL injection cannot read files or run programs.
  await runSingleUser(
    home,
    binaries,
    draft,
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${ROLE} OWNER ${ROLE}`,
  );
  await fs.rename(draft, home.cluster);
  await syncFolder(home.dir);
  return password;
}

/** Returns the role's password, or null when none is stored. */
export async function readPassword(home: Home): Promise<string | null> {
  const text = await fs.readFile(home.passwordFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // A power loss can leave the file empty.
  return text?.trim() || null;
}

/**
 * Writes the access rules to a file that only we can change: over the socket only, with the password. A temporary test cluster asks
 * for no password, because checking it doubles the CPU time of a new connection (10 instead of 5 ms), and its socket is private anyway.
 */
export async function writeAccessRules(home: Home, durability: Durability): Promise<string> {
  const file = path.join(home.dir, 'pg_hba.conf');
  const method = durability === 'durable' ? 'scram-sha-256' : 'trust';
  await fs.writeFile(file, `local all all ${method}\n`, { mode: 0o644 });
  await fs.chmod(file, 0o644);
  return file;
}

/**
 * initdb calls its sibling programs through a shell with incomplete quoting. Under a path like `$x` it runs from a
 * copy elsewhere.
 */
async function withPlainPath(binaries: Binaries, work: (initdb: string) => Promise<unknown>): Promise<void> {
  if (!/["$`\\]/.test(binaries.dir)) {
    await work(binaries.initdb);
    return;
  }
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-initdb-'));
  try {
    await fs.chmod(dir, 0o711);
    await fs.cp(binaries.dir, path.join(dir, 'postgresql'), { recursive: true, verbatimSymlinks: true });
    await work(path.join(dir, 'postgresql', 'bin', 'initdb'));
  } finally {
    await fs.rm(dir, { recursive: true, force: true });
  }
}

function initdbArguments(dir: string, durability: Durability): string[] {
  const how = durability === 'durable' ? [] : ['--no-sync'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return ['-D', dir, '-U', 'postgres', ...locale, '--auth=reject', '--no-instructions', '-c', 'timezone=UTC', ...how];
}

/** Runs statements, one per line, in PostgreSQL's single-user mode, which needs neither a server nor a role. */
async function runSingleUser(home: Home, binaries: Binaries, cluster: string, statements: string): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'];
  await runAs(home.account, binaries.postgres, args, home.dir, `${statements}\n`);
}

async function clusterExists(home: Home, binaries: Binaries): Promise<boolean> {
  if ((await fs.stat(home.cluster).catch(() => null)) === null) return false;
  const version = await fs.readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) {
    throw new EmbeddedDatabaseFailed(
      `${home.cluster} holds no PostgreSQL database. Restore it from a backup, or remove it to begin with an empty database.`,
    );
  }
  if (Number(version) === binaries.major) return true;
  throw new EmbeddedDatabaseFailed(
    `The database in ${home.cluster} was made by PostgreSQL ${version.trim()}, and this is PostgreSQL ${binaries.major}. Dump it with the earlier version of Tributary and restore it here.`,
  );
}

async function newPassword(home: Home): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  const draft = `${home.passwordFile}.new`;
  await fs.rm(draft, { force: true });
  const file = await fs.open(draft, 'wx', 0o600);
  await file.writeFile(`${password}\n`);
  await file.sync();
  await file.close();
  await fs.rename(draft, home.passwordFile);
  return password;
}

async function removeDrafts(home: Home): Promise<void> {
  for (const name of await fs.readdir(home.dir)) {
    if (!name.startsWith(DRAFT)) continue;
    await fs.rm(path.join(home.dir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await fs.open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}
