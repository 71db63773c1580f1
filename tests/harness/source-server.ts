import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const TIMEOUT_MS = 120_000;

/** The command that runs the program from its sources. */
const SOURCE_PROGRAM = [
  process.execPath,
  '--import',
  path.join(ROOT, 'node_modules/tsx/dist/loader.mjs'),
  path.join(ROOT, 'src/main.ts'),
];

/** A server in a process of its own, started from the sources. */
export interface SourceServer {
  url: string;
  /** What it has written to standard output and standard error. */
  said(): string;
  /** Ends it with SIGTERM. @returns its exit status */
  stop(): Promise<number | null>;
}

/**
 * Starts a server and waits until it is ready or has ended.
 * @param env its whole environment beside PATH; a free port unless PORT is given
 */
export async function startFromSources(env: Record<string, string>): Promise<SourceServer> {
  const port = env['PORT'] ?? String(await freePort());
  const [program, ...args] = SOURCE_PROGRAM;
  const child = spawn(program!, [...args, 'serve'], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words) => {
      said += words;
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const until = Date.now() + TIMEOUT_MS;
  while (!said.includes('Tributary is ready') && child.exitCode === null && Date.now() < until) await sleep(50);
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
