import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from './embedded.ts';
import { freePort } from './free-port.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/guides/first-party.md');

/** Whether an nginx can be run here; otherwise, tests that need one are skipped. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx with the configuration of the guide for stores, as the server of a store without pages. It ends with the test.
 * @param upstream the port of the application, in place of the guide's address
 * @returns its address
 */
export async function startNginx(upstream: number): Promise<string> {
  const block = /```nginx\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8'))![1]!;
  const forwarding = block.replace('https://tributary.example', `http://127.0.0.1:${upstream}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log stderr; events {}
http {
  access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; ${forwarding} location / { return 404; } }
}`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error('nginx has ended.');
    return fetch(address).then(
      () => true,
      () => false,
    );
  });
  return address;
}
