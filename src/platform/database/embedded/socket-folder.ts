import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedDatabaseFailed } from './failures.ts';
import type { Home } from './home.ts';

/** The port only names the socket file; nothing listens on the network. */
export const SOCKET_PORT = 5432;

/** Longest socket path in bytes: 108 with the final NUL on Linux, 104 on macOS. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the folder of the database's socket, accessible to its user and root only. It is `socket` in the home when
 * the path is short enough for the kernel, else a folder below the temporary folder, recorded in `socket.location`.
 */
export async function prepareSocketFolder(home: Home): Promise<string> {
  const near = path.join(home.dir, 'socket');
  if (fits(near)) {
    await fs.mkdir(near, { recursive: true });
    await giveTo(near, home.account);
    return near;
  }
  const memo = path.join(home.dir, 'socket.location');
  const known = (await fs.readFile(memo, 'utf8').catch(() => '')).trim();
  if (known !== '' && (await keep(known, home.account))) return known;
  const dir = await makeShortFolder();
  await giveTo(dir, home.account);
  await fs.writeFile(memo, `${dir}\n`);
  return dir;
}

/**
 * Checks that no server answers in this folder while none of our processes runs one. A server in another container
 * that mounts the same data does not appear in our process list, and two servers on one folder would destroy it.
 * @throws EmbeddedDatabaseFailed when a server answers
 */
export async function refuseForeignServer(dir: string): Promise<void> {
  const answered = await new Promise<boolean>((resolve) => {
    const socket = net.connect(path.join(dir, `.s.PGSQL.${SOCKET_PORT}`));
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
  if (!answered) return;
  throw new EmbeddedDatabaseFailed(
    `A PostgreSQL that is not visible from here (in another container?) answers at ${dir}. Give each container a DATA_DIR of its own, or all of them one DATABASE_URL.`,
  );
}

/** Removes the socket files of a killed server, because its recorded pid may now belong to another process. */
export async function removeSocketFiles(dir: string): Promise<void> {
  for (const name of [`.s.PGSQL.${SOCKET_PORT}`, `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    await fs.rm(path.join(dir, name), { force: true });
  }
}

async function makeShortFolder(): Promise<string> {
  for (const parent of new Set([os.tmpdir(), '/tmp', '/var/tmp'])) {
    const prefix = path.join(parent, 'tributary-');
    if (!fits(`${prefix}XXXXXX`)) continue;
    const dir = await fs.mkdtemp(prefix).catch(() => null);
    if (dir !== null) return dir;
  }
  throw new EmbeddedDatabaseFailed('No temporary folder with a short name was found for the socket of the database.');
}

function fits(dir: string): boolean {
  return Buffer.byteLength(path.join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST;
}

async function giveTo(dir: string, account: Account | null): Promise<void> {
  await fs.chmod(dir, 0o700);
  if (account !== null) await fs.chown(dir, account.uid, account.gid);
}

/**
 * Whether the recorded folder is still usable. It is created again if a cleanup of the temporary folder has removed
 * it.
 */
async function keep(dir: string, account: Account | null): Promise<boolean> {
  try {
    await fs.mkdir(dir);
    await giveTo(dir, account);
    return true;
  } catch {
    return isPrivate(dir, account);
  }
}

/** Anyone may write below /tmp, so the folder must still be the one that we created. */
async function isPrivate(dir: string, account: Account | null): Promise<boolean> {
  const found = await fs.lstat(dir).catch(() => null);
  if (found === null) return false;
  return found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}
