import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../faults/server-process.ts';
import { freePort } from '../harness/free-port.ts';
import { listens } from './redis-server.ts';

/** The program: CADDY names one that is not installed. */
const CADDY = process.env['CADDY'] || 'caddy';

/**
 * Starts Caddy with a configuration of the repository, on plain HTTP, in front of processes on this machine; null if Caddy is missing.
 */
export async function startProxy(
  configuration: string,
  ports: readonly number[],
  home: string,
): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (spawnSync(CADDY, ['version']).error !== undefined) return null;
  const port = await freePort();
  const child = spawn(CADDY, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    env: {
      SITE: `:${port}`,
      UPSTREAMS: ports.map((one) => `127.0.0.1:${one}`).join(' '),
      HOME: home,
      // Its administration interface would use a fixed port.
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
