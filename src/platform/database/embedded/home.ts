import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from '../../context.ts';
import { type Account, accountForNewDatabase } from './account.ts';
import { EmbeddedDatabaseFailed } from './failures.ts';

/** The folders of the embedded database and the account that it runs as. */
export interface Home {
  /** Real path of the folder that contains the others. */
  dir: string;
  /** PostgreSQL's data folder. */
  cluster: string;
  logFile: string;
  passwordFile: string;
  /** Null: the account of this process. */
  account: Account | null;
}

const POINTER = 'database.location';

/**
 * Finds or creates the folder of the embedded database: `DATA_DIR/database`. When this process is root and the
 * database's user cannot reach that folder (a project below /root, for example), another folder is used, and
 * `DATA_DIR/database.location` points to it. Permissions of folders that we did not create are not changed.
 * @throws EmbeddedDatabaseFailed when the database belongs to another user or is not reachable
 */
export async function findHome(dataDir: string, log: Logger): Promise<Home> {
  await fs.mkdir(dataDir, { recursive: true });
  const root = await fs.realpath(dataDir);
  const elsewhere = await readPointer(root);
  const near = path.join(root, 'database');
  const dir = elsewhere ?? near;
  const owner = await ownerOf(path.join(dir, 'cluster'));
  const account = accountFor(owner, dir);
  const obstacle = account === null ? null : await closedTo(elsewhere ?? root, account);
  if (obstacle === null) return makeHome(dir, account);
  if (owner !== null || elsewhere !== null) {
    throw new EmbeddedDatabaseFailed(
      `The database in ${dir} runs as user id ${account?.uid}, who cannot pass ${obstacle}. Open that folder (chmod o+x), or move DATA_DIR to where it can.`,
    );
  }
  const chosen = await useOtherFolder(root, account as Account);
  log.info(`${obstacle} is closed to the database's user: the database lies in ${chosen} (${POINTER} says so)`);
  return makeHome(chosen, account);
}

/** The owner of an existing cluster remains its user. */
function accountFor(owner: Account | null, dir: string): Account | null {
  const self = process.getuid?.();
  if (owner === null || self === undefined) return accountForNewDatabase();
  if (self !== 0 && owner.uid !== self) {
    throw new EmbeddedDatabaseFailed(
      `The database in ${dir} belongs to user id ${owner.uid}, and this is user id ${self}. Start as root or as that user, or choose another DATA_DIR.`,
    );
  }
  return self === 0 ? owner : null;
}

async function makeHome(dir: string, account: Account | null): Promise<Home> {
  await makeOwnFolder(dir, account === null ? 0o700 : 0o711);
  return {
    dir,
    account,
    cluster: path.join(dir, 'cluster'),
    logFile: path.join(dir, 'postgresql.log'),
    passwordFile: path.join(dir, 'password'),
  };
}

/** Creates a folder with exactly this mode, regardless of the umask. */
async function makeOwnFolder(dir: string, mode: number): Promise<void> {
  await fs.mkdir(dir, { recursive: true });
  if (((await fs.stat(dir)).mode & 0o777) !== mode) await fs.chmod(dir, mode);
}

/**
 * When root starts a database of another user, files that root has written are given to that user, whose own next
 * start must be able to read them.
 */
export async function returnToOwner(home: Home): Promise<void> {
  if (home.account === null) return;
  const { uid, gid } = await fs.stat(home.dir);
  if (uid === 0) return;
  for (const entry of await fs.readdir(home.dir, { withFileTypes: true })) {
    if (entry.isFile()) await fs.lchown(path.join(home.dir, entry.name), uid, gid);
  }
}

/** Returns the first folder on the path to `dir` (included) that this account may not enter, or null. */
export async function closedTo(dir: string, account: Account): Promise<string | null> {
  const names = dir.split(path.sep).filter((name) => name !== '');
  for (let depth = 0; depth <= names.length; depth++) {
    const folder = path.sep + names.slice(0, depth).join(path.sep);
    const { uid, gid, mode } = await fs.stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return null;
}

/** Creates a folder elsewhere and a pointer to it. When several processes start at the same time, one of them wins. */
async function useOtherFolder(root: string, account: Account): Promise<string> {
  const dir = await makeOtherFolder(account);
  const draft = path.join(root, `${POINTER}.new-${randomUUID()}`);
  await fs.writeFile(draft, `${dir}\n`);
  try {
    // The folder exists before the pointer, and the link makes the complete pointer appear atomically.
    await fs.link(draft, path.join(root, POINTER));
    return dir;
  } catch (error) {
    await fs.rmdir(dir);
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readPointer(root) : null;
    if (other === null) throw error;
    return other;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

async function makeOtherFolder(account: Account): Promise<string> {
  const shared = '/var/lib/tributary';
  try {
    if ((await fs.stat(shared).catch(() => null)) === null) await makeOwnFolder(shared, 0o755);
    if ((await fs.stat(shared)).uid === 0 && (await closedTo(shared, account)) === null) {
      const dir = path.join(shared, randomBytes(8).toString('hex'));
      await makeOwnFolder(dir, 0o711);
      return dir;
    }
  } catch {
    // On a read-only system, only the temporary folder remains.
  }
  const temporary = await fs.realpath(os.tmpdir());
  const obstacle = await closedTo(temporary, account);
  if (obstacle !== null) {
    throw new EmbeddedDatabaseFailed(
      `No folder was found that the database's user (id ${account.uid}) can reach. Choose a DATA_DIR outside closed folders, or set DATABASE_URL.`,
    );
  }
  const dir = await fs.mkdtemp(path.join(temporary, 'tributary-'));
  await fs.chmod(dir, 0o711);
  return dir;
}

async function readPointer(root: string): Promise<string | null> {
  const file = path.join(root, POINTER);
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const dir = text.trim();
  // Starting with an empty database here would look like data loss.
  const found = await fs.stat(dir).catch(() => null);
  if (found?.isDirectory()) return fs.realpath(dir);
  throw new EmbeddedDatabaseFailed(
    `${file} says that the database lies in ${dir}, and there is nothing. Bring that folder back, or remove ${file} to begin with an empty database.`,
  );
}

async function ownerOf(dir: string): Promise<Account | null> {
  const found = await fs.stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found === null ? null : { uid: found.uid, gid: found.gid };
}
