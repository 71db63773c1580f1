import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../faults/server-process.ts';
import { freePort } from '../harness/free-port.ts';
import { listens } from './redis-server.ts';

/** The program: CADDY names one that is not installed. */
const CADDY = process.env['CADDY'] || 'caddy';

/** Starts Caddy by a configuration of ours, on plain HTTP, in front of processes on this machine; null where there is none. */
export async function startProxy(
  configuration: string,
  ports: readonly number[],
  home: string,
): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (spawnSync(CADDY, ['version']).error !== undefined) return null;
  const port = await freePort();
  const child = spawn(CADDY, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    env: {
      ...{ SITE: `:${port}`, UPSTREAMS: ports.map((one) => `127.0.0.1:${one}`).join(' '), HOME: home },
      // Its own interface for administrators would take a fixed port.
      CADDY_ADMIN: 'off',
    },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  await waitUntil('Caddy listens', async () => child.exitCode !== null || (await listens(port)));
  return { port, stop };
}
