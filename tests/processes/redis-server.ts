import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { waitUntil } from '../faults/server-process.ts';
import { freePort } from '../harness/free-port.ts';

/** A real Redis that can be killed and started again at the same address. */
export interface RedisServer {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts the machine's `redis-server`; null if it is not installed. */
export async function startRedis(): Promise<RedisServer | null> {
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/'], {
      stdio: 'ignore',
    });
    await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
    await waitUntil('Redis listens', () => listens(port));
  };
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  try {
    await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, start, kill };
}

/** Whether a port of this machine accepts connections. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });
}
