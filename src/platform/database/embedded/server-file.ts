import fs from 'node:fs/promises';
import path from 'node:path';
import { isServerOf, processLife } from './processes.ts';

/** The contents of `postmaster.pid`, which a running server writes to its data folder (PostgreSQL's `pidfile.h`). */
export interface ServerFile {
  pid: number;
  status: 'starting' | 'ready' | 'stopping' | string;
}

/** Reads `postmaster.pid`. Returns null when it is missing or damaged. */
export async function readServerFile(cluster: string): Promise<ServerFile | null> {
  const lines = (await fs.readFile(file(cluster), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? 'starting' } : null;
}

/** Returns the server that currently runs on this data folder, whoever started it, or null. */
export async function findServer(cluster: string): Promise<ServerFile | null> {
  const found = await readServerFile(cluster);
  return found !== null && isServerOf(found.pid, cluster) ? found : null;
}

/**
 * Replaces the pid in a `postmaster.pid` that an ended server has left, so that a new server can start. PostgreSQL refuses to start while the
 * pid in this file belongs to any living process, except its parent; the new pid is therefore that of this process. The following lines are kept,
 * because PostgreSQL uses them to check that no worker of the earlier server still uses the shared memory. Call this only while no server runs on
 * the folder.
 */
export async function replaceStalePid(cluster: string): Promise<void> {
  const found = await readServerFile(cluster);
  if (found === null || processLife(found.pid) === null) return;
  const text = await fs.readFile(file(cluster), 'utf8');
  // Never follow a link: the folder belongs to the database's user, and this process may be root.
  const handle = await fs.open(file(cluster), fs.constants.O_WRONLY | fs.constants.O_NOFOLLOW | fs.constants.O_TRUNC);
  await handle.writeFile(text.replace(/^\d+/, String(process.pid))).finally(() => handle.close());
}

function file(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
