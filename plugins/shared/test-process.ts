import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program of a test that prints `ready` and ends with its standard input. */
export interface TestProcess {
  stop(): Promise<void>;
}

/** Starts a program with Node.js. @throws if it ends before it is ready */
export async function startProcess(
  file: string,
  environment: Record<string, string>,
  cwd?: string,
): Promise<TestProcess> {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: '--no-deprecation', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const isReady = new Promise<void>((resolve) => lines.on('line', (line) => line === 'ready' && resolve()));
  await Promise.race([isReady, ended.then(() => Promise.reject(new Error(`${file} has ended`)))]);
  return {
    async stop() {
      if (child.exitCode !== null) return;
      child.stdin!.end();
      await ended;
    },
  };
}
