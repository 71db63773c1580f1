import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs the program from its sources, whose modules a preloaded fault can replace. */
const SOURCES = ['--import', 'tsx', 'src/main.ts'];
/** The real program as it is built, which starts in a fifth of the time. */
const BUILT = ['--enable-source-maps', 'dist/main.js'];
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 10;

export interface ServerOptions {
  port: number;
  dataDir: string;
  /** The command of the program; a server by default. */
  command?: 'serve' | 'edge';
  /** Without it the server runs its own PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  /** A module that is loaded before the server and plants a fault. */
  preload?: string;
  /** Settings that differ from those of every server here. */
  environment?: Record<string, string>;
  /** A command that runs the server, for example one that creates a namespace. */
  within?: readonly string[];
}

/** A server process that answers requests. */
export interface ServerProcess {
  pid: number;
  /** The latest warnings in its output. */
  said(): string;
  /** Kills the server at once, without a chance to clean up. */
  kill(): Promise<void>;
  /** Waits until the server has ended by itself. @throws Error when it has not ended after `timeoutMs` */
  dead(timeoutMs: number): Promise<void>;
  /** Stops the server gracefully. @returns its exit code */
  stop(): Promise<number | null>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

let build: Promise<unknown> | null = null;

async function built(): Promise<readonly string[]> {
  build ??= promisify(execFile)(process.execPath, ['build.mjs'], { cwd: PROJECT });
  await build;
  return BUILT;
}

function withPreload(preload: string): readonly string[] {
  const [flag, tsx, ...rest] = SOURCES;
  return [flag!, tsx!, '--import', new URL(preload, import.meta.url).href, ...rest];
}

/** Starts a server and waits until it answers. @throws Error with its output when it exits instead */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { port, dataDir, command: role = 'serve', databaseUrl, preload, environment, within = [] } = options;
  const program = preload === undefined ? await built() : withPreload(preload);
  const [command, ...words] = [...within, process.execPath, ...program, role];
  const child = spawn(command!, words, {
    cwd: PROJECT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_MAX: '100000000',
      DATABASE_URL: databaseUrl ?? '',
      // All processes of a test share it.
      ENCRYPTION_KEY: '5a'.repeat(32),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4_000);
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  running.add(child);
  exited.then(() => running.delete(child));
  const until = Date.now() + START_TIMEOUT_MS;
  // An edge cannot distinguish an unknown link from a new one while no application replies.
  const [asked, answer] = role === 'edge' ? (['/health', 200] as const) : (['/r/nothing-here', 404] as const);
  while ((await statusOf(port, asked)) !== answer) {
    if (hasEnded(child)) throw new Error(`the server ended (${child.exitCode}): ${said}`);
    if (Date.now() > until) {
      await kill();
      throw new Error(`the server did not answer within ${START_TIMEOUT_MS} ms: ${said}`);
    }
    await delay(POLL_MS);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    return child.exitCode;
  };
  const dead = async (timeoutMs: number) => {
    if (!(await Promise.race([exited.then(() => true), delay(timeoutMs, false)])))
      throw new Error(`the server is still running after ${timeoutMs} ms: ${said}`);
  };
  return { pid: child.pid!, said: () => said, kill, dead, stop };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The status of one request; 0 when there is no reply. */
export function statusOf(port: number, target: string): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: target, agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
}

/** A figure of a server under /metrics; NaN when it does not answer. */
export async function metricOf(port: number, name: string): Promise<number> {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
    (reply) => reply.text(),
    () => '',
  );
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** The number of clicks in a server's journal that are not counted yet. */
export const waitingClicks = (port: number) => metricOf(port, 'tributary_clicks_waiting');

/** The files of all click journals in a data folder. */
export async function journalFiles(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'clicks');
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.log')).map((name) => path.join(folder, name));
}

/** Current and peak memory of a process in MB. Zeros where the system does not report it. */
export async function memoryOf(pid: number): Promise<{ nowMb: number; maxMb: number }> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { nowMb: mb('VmRSS'), maxMb: mb('VmHWM') };
}

/** Polls a condition. @throws Error that names the condition after the timeout */
export async function waitUntil(what: string, condition: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await delay(5);
  }
}
