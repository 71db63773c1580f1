import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedDatabaseFailed } from './failures.ts';
import { processLife } from './processes.ts';

const NAME = /^start\.lock\.(\d+)$/;
const DRAFT = 'start.lock.new-';

/**
 * The process that holds a lock, as written to a file. `life` distinguishes it from a later process with the same
 * pid.
 */
export interface Holder {
  pid: number;
  life: string;
}

/** Returns this process as a holder. */
export function thisProcess(): Holder {
  return { pid: process.pid, life: processLife(process.pid) ?? '' };
}

/** Whether the process that wrote this record still runs. */
export function isAlive(holder: Holder): boolean {
  return processLife(holder.pid) === holder.life;
}

/**
 * Runs `work` while no other Tributary process runs its own in the same folder. A holder that has died (kill -9,
 * power loss) loses the lock at once.
 *
 * The lock files are numbered, and the highest number is the lock. A process that finds the holder dead creates the
 * next number, which only one process can do. Releasing rewrites the file instead of removing it, so numbers are
 * never reused. This makes the takeover safe without an operating system lock, which Node does not offer.
 *
 * @param waitMs maximum wait for a living holder, in milliseconds
 * @throws EmbeddedDatabaseFailed when a living holder does not finish in time
 */
export async function withStartLock<T>(folder: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const file = await acquire(folder, waitMs);
  try {
    return await work();
  } finally {
    await fs.writeFile(file, '{}').catch(() => fs.rm(file, { force: true }));
  }
}

async function acquire(folder: string, waitMs: number): Promise<string> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const latest = await latestNumber(folder);
    const holder = latest === 0 ? null : await readHolder(lockFile(folder, latest));
    if (holder !== null && isAlive(holder)) {
      if (Date.now() > deadline) {
        throw new EmbeddedDatabaseFailed(
          `Process ${holder.pid} has been starting or stopping the database in ${folder} for too long.`,
        );
      }
      await delay(25);
    } else if (await claim(folder, latest + 1)) {
      return lockFile(folder, latest + 1);
    }
  }
}

/** Creates the complete file of this number atomically. Returns false when another process was first. */
async function claim(folder: string, number: number): Promise<boolean> {
  const draft = path.join(folder, `${DRAFT}${randomUUID()}`);
  const file = lockFile(folder, number);
  await fs.writeFile(draft, JSON.stringify(thisProcess()));
  try {
    await fs.link(draft, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
  // We may have read the folder before a higher number appeared and this one was deleted. Then our file is not the
  // lock.
  if ((await latestNumber(folder)) !== number) {
    await fs.rm(file, { force: true });
    return false;
  }
  await sweep(folder, number);
  return true;
}

async function sweep(folder: string, number: number): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const old = Number(NAME.exec(name)?.[1] ?? Number.POSITIVE_INFINITY) < number;
    if (old || name.startsWith(DRAFT)) await fs.rm(path.join(folder, name), { force: true });
  }
}

async function latestNumber(folder: string): Promise<number> {
  const numbers = (await fs.readdir(folder)).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** Returns null when the file is missing, released or truncated. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value = JSON.parse(await fs.readFile(file, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.life === 'string' ? (value as Holder) : null;
  } catch {
    return null;
  }
}

function lockFile(folder: string, number: number): string {
  return path.join(folder, `start.lock.${number}`);
}
