import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const START_TIMEOUT_MS = 60_000;

/** Whether a nats-server can be run here; otherwise, tests that need one are skipped. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

/** A real nats-server with JetStream, and a folder of its own for it. */
export interface NatsServer {
  port: number;
  /** The folder that contains its streams. */
  folder: string;
  /** @param name the name of the installation, if several share the server */
  url(name?: string): string;
  /** Kills the server, without a chance to clean up. */
  kill(): Promise<void>;
  /** Suspends the server, whose connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Starts it again after `kill`, on the same port and folder. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a nats-server; the caller removes it. @throws Error with its output when it does not answer */
export async function startNats(): Promise<NatsServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-nats-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  async function start(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder];
    const started = spawn('nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    running.add(started);
    started.once('exit', () => running.delete(started));
    let said = '';
    started.stderr!.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4_000);
    });
    const until = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(port))) {
      if (started.exitCode !== null || Date.now() > until) throw new Error(`nats-server does not answer: ${said}`);
      await delay(10);
    }
  }
  async function kill(): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill('SIGKILL');
    await exited;
  }
  await start();
  return {
    port,
    folder,
    url: (name = '') => `nats://127.0.0.1:${port}/${name}`,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    start,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server greets on a port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
