import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, onTestFinished, vi } from 'vitest';
import {
  type EmbeddedDatabaseOptions,
  startEmbeddedDatabase,
} from '../../src/platform/database/embedded/embedded-database.ts';
import { processLife } from '../../src/platform/database/embedded/processes.ts';
import type { EmbeddedDatabase } from '../../src/platform/database/embedded/running-database.ts';

const SCRIPT = fileURLToPath(new URL('embedded-process.ts', import.meta.url));

interface Ready {
  url: string;
  owned: boolean;
  pid: number;
}

/** A process that holds an embedded database. */
export interface Holding {
  child: ChildProcess;
  /** The address of its database; rejects with its output when it fails. */
  ready: Promise<Ready>;
  /** Settles at the first line that contains this text. */
  says(text: string): Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
  /** Kills the process, without a chance to clean up. */
  kill(): Promise<void>;
}

export interface HoldingOptions {
  /** The user that runs the process (tests must be root). */
  uid?: number;
  gid?: number;
  /** Replaces the search path (PATH) of this process. */
  searchPath?: string;
}

/** Starts a separate process with a database in `dataDir`; it is ended with the test. */
export function holdDatabase(dataDir: string, options: HoldingOptions = {}): Holding {
  const { searchPath, ...identity } = options;
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, dataDir], {
    ...identity,
    env: { ...process.env, PATH: searchPath ?? process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  const lineWith = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const line = lines.find((candidate) => candidate.includes(text));
        if (line !== undefined) resolve(line);
      };
      waiting.add(check);
      check();
      exited.then(() => setImmediate(() => reject(new Error(`the process ended: ${lines.join('\n')}`))));
    });
  const ready = lineWith('"ready"').then((line) => (JSON.parse(line) as { ready: Ready }).ready);
  ready.catch(() => {});
  const stop = async () => {
    child.stdin?.end();
    await exited;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
  });
  return { child, ready, says: async (text) => void (await lineWith(text)), stop, kill };
}

/** A folder for one test, which the database's user can enter. Returns the path `name` below it, which is not created. */
export async function temporaryFolder(name = 'data'): Promise<string> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-embedded-'));
  await fs.chmod(parent, 0o711);
  onTestFinished(() => fs.rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return path.join(parent, name);
}

/** The same for all tests of a file, which start and stop a database there one after another. */
export async function folderOfThisFile(): Promise<string> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-embedded-'));
  await fs.chmod(parent, 0o711);
  afterAll(() => fs.rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return path.join(parent, 'data');
}

/** Starts a database in this process, which is stopped with the test. */
export async function startDatabase(
  dataDir: string,
  options: Partial<EmbeddedDatabaseOptions> = {},
): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log: silentLog(), ...options });
  onTestFinished(() => database.stop());
  return database;
}

export function silentLog() {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}

/** The first column of the first row. */
export async function ask(url: string, statement: string, values: unknown[] = []): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, values, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Waits until `condition` holds; only the time limit of the test ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Whether a process with this pid exists. A process that has ended and was not yet reaped does not count. */
export function lives(pid: number): boolean {
  return processLife(pid) !== null;
}
