import fs from 'node:fs/promises';
import path from 'node:path';
import { isServerOf, processLife } from './processes.ts';

/** What a running server writes to `postmaster.pid` in its data folder (PostgreSQL's `pidfile.h`). */
export interface ServerFile {
  pid: number;
  status: 'starting' | 'ready' | 'stopping' | string;
}

/** Reads `postmaster.pid`; null when there is none or it is damaged. */
export async function readServerFile(cluster: string): Promise<ServerFile | null> {
  const lines = (await fs.readFile(file(cluster), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? 'starting' } : null;
}

/** The server that runs on this data folder right now, whoever started it, or null. */
export async function findServer(cluster: string): Promise<ServerFile | null> {
  const found = await readServerFile(cluster);
  return found !== null && isServerOf(found.pid, cluster) ? found : null;
}

/**
 * PostgreSQL refuses to start while the pid in a left-behind file is some living process, whatever that is. Writing our
 * own pid there makes it go on (it lets its parent be), and keeps the lines below by which it makes sure that no
 * worker of the earlier server still holds the shared memory. Only while no server runs here.
 */
export async function disarmStaleServerFile(cluster: string): Promise<void> {
  const found = await readServerFile(cluster);
  if (found === null || processLife(found.pid) === null) return;
  const text = await fs.readFile(file(cluster), 'utf8');
  // Never through a link: the folder belongs to the database's user, and we may be root.
  const handle = await fs.open(file(cluster), fs.constants.O_WRONLY | fs.constants.O_NOFOLLOW | fs.constants.O_TRUNC);
  await handle.writeFile(text.replace(/^\d+/, String(process.pid))).finally(() => handle.close());
}

function file(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
