import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const hasProc = fs.existsSync('/proc/self/stat');

/**
 * Returns an identifier of one run of a process. A later process with the same pid has another identifier. Null when there is no
 * such process; a zombie counts as ended.
 */
export function processLife(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (!hasProc) return ask('ps', ['-o', 'lstart=', '-p', String(pid)]);
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the command in parentheses and may contain any character. State and start time follow the last
  // parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}`;
}

/**
 * Whether this pid is currently the PostgreSQL server of this data folder. Check it before every signal, because a
 * pid from a file may by now belong to another process.
 * @param cluster absolute real path, as passed to the server with -D
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  if (!hasProc) {
    return ask('ps', ['-o', 'command=', '-p', String(pid)])?.includes(`${path.sep}postgres -D ${cluster} `) ?? false;
  }
  const words = read(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  return path.basename(words[0] ?? '') === 'postgres' && words[1] === '-D' && words[2] === cluster;
}

/**
 * Returns the PostgreSQL processes that work in this data folder, whoever their parent is. After `kill -9` of the
 * server, its workers may survive and hold the shared memory. Only Linux provides this; elsewhere the list is empty.
 */
export function processesWithin(cluster: string): number[] {
  if (!hasProc) return [];
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksWithin(pid, cluster));
}

/** Sends SIGQUIT or SIGKILL to the processes of `processesWithin`, after checking each process again. */
export function endProcessesWithin(cluster: string, signal: 'SIGQUIT' | 'SIGKILL'): void {
  for (const pid of processesWithin(cluster)) trySignal(pid, signal);
}

/** Signals a process. A process that has already ended is not an error. */
export function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function worksWithin(pid: number, cluster: string): boolean {
  try {
    return (
      fs.readlinkSync(`/proc/${pid}/cwd`) === cluster && fs.readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    );
  } catch {
    return false;
  }
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function ask(command: string, args: string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
  } catch {
    return null;
  }
}
