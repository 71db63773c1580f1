import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, cannotRun, commandAs } from './account.ts';
import { ping } from './address.ts';
import { EmbeddedDatabaseFailed, startFailure, wrongPassword } from './failures.ts';
import { endProcessesWithin, isServerOf, processesWithin, processLife, trySignal } from './processes.ts';
import { readServerFile } from './server-file.ts';
import { rotate } from './server-log.ts';

/** The start parameters of one home's server. */
export interface ServerStart {
  account: Account | null;
  postgres: string;
  args: string[];
  cluster: string;
  logFile: string;
  passwordFile: string;
  url: string;
  /** Aborts the wait and ends the started server. */
  signal: AbortSignal;
}

/** Recovery replays at most `max_wal_size`. A server that needs longer than this is stuck. */
const LONGEST_START_MS = 10 * 60_000;

/**
 * Starts the server and waits until it answers.
 * @param onSlow called every five seconds during the wait
 * @throws NotYetPossible while an earlier server is still shutting down
 * @throws EmbeddedDatabaseFailed with the end of the server's log, when it ends during the start
 */
export async function startServer(start: ServerStart, onSlow: () => void): Promise<ChildProcess> {
  await rotate(start.logFile);
  const command = commandAs(start.account, start.postgres, start.args);
  const log = await fs.open(start.logFile, 'a', 0o600);
  const { size } = await log.stat();
  // The server gets its own session. Ctrl+C in the terminal must reach only this process, which stops the database
  // last.
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: path.dirname(start.cluster),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const failures: Error[] = [];
  child.on('error', (error) => failures.push(cannotRun(start.postgres, error)));
  child.unref();
  await log.close();
  try {
    await ready(start, child, failures, size, onSlow);
    await ping(start.url);
  } catch (error) {
    if (child.pid !== undefined) await stopServer(child.pid, start.cluster);
    throw (error as { code?: string }).code === '28P01' ? wrongPassword(start.passwordFile, error) : error;
  }
  return child;
}

async function ready(
  start: ServerStart,
  child: ChildProcess,
  failures: readonly Error[],
  logPosition: number,
  onSlow: () => void,
): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  for (let reportedAt = Date.now(); ; ) {
    if (failures[0] !== undefined) throw failures[0];
    if (hasEnded(child)) throw startFailure(await readFrom(start.logFile, logPosition), start.logFile);
    const file = await readServerFile(start.cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return;
    if (start.signal.aborted) throw new EmbeddedDatabaseFailed('PostgreSQL was stopped while it was starting.');
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseFailed(`PostgreSQL did not get ready in time (its log: ${start.logFile}).`);
    }
    if (Date.now() - reportedAt > 5_000) {
      reportedAt = Date.now();
      onSlow();
    }
    await delay(10);
  }
}

/** Whether a child process has exited. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Stops a server gracefully (SIGINT ends sessions and writes a checkpoint), and after ten seconds immediately
 * (SIGQUIT; the next start recovers). A pid that is not this cluster's server is left alone.
 */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  const life = lifeOfServer(pid, cluster);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (life === null || processLife(pid) !== life) return;
    trySignal(pid, signal);
    if (await over(pid, life, 10_000)) return;
  }
}

/** Waits until that server has ended. Returns false when it still runs after `ms` milliseconds. */
export function gone(pid: number, cluster: string, ms: number): Promise<boolean> {
  return over(pid, lifeOfServer(pid, cluster), ms);
}

const lifeOfServer = (pid: number, cluster: string) => (isServerOf(pid, cluster) ? processLife(pid) : null);

/**
 * Compares the process's identity instead of its command, because a process that is ending has no command any more
 * but still holds its memory.
 */
async function over(pid: number, life: string | null, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (life !== null && processLife(pid) === life) {
    if (Date.now() > deadline) return false;
    await delay(15);
  }
  return true;
}

/**
 * Waits for workers that a killed server left behind, and ends those that do not exit by themselves, for example
 * during a long query. Their uncommitted work is lost in any case.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  for (const [signal, waitMs] of [[null, 700] as const, ['SIGQUIT', 1_500] as const, ['SIGKILL', 1_500] as const]) {
    if (signal !== null) endProcessesWithin(cluster, signal);
    const deadline = Date.now() + waitMs;
    while (processesWithin(cluster).length > 0 && Date.now() < deadline) await delay(20);
  }
}

async function readFrom(file: string, position: number): Promise<string> {
  const text = await fs.readFile(file).catch(() => Buffer.alloc(0));
  return text.subarray(Math.max(position, text.length - 16_384)).toString('utf8');
}
