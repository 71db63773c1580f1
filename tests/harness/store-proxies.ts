import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from './embedded.ts';
import { freePort } from './free-port.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/guides/first-party.md');
const NGINX_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A server that forwards a store's path to Tributary. */
interface StoreProxy {
  name: string;
  /** Whether the program can be run here; otherwise, tests that need it are skipped. */
  isInstalled: boolean;
  /** The first line of its configuration in the guide. */
  block: string;
  program: string;
  args: readonly string[];
  file: string;
  /** Returns the whole configuration. @param forwarding the part from the guide */
  configuration(port: number, forwarding: string): string;
}

const isInstalled = (program: string, question: string) => spawnSync(program, [question]).status === 0;

export const STORE_PROXIES: readonly StoreProxy[] = [
  {
    name: 'nginx',
    isInstalled: isInstalled('nginx', '-v'),
    block: '```nginx',
    program: 'nginx',
    args: ['-p', '.', '-c', 'nginx.conf'],
    file: 'nginx.conf',
    configuration: (port, forwarding) => `daemon off; pid nginx.pid; error_log stderr; events {}
http {
  access_log off; ${NGINX_FOLDERS.map((name) => `${name}_temp_path ${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; ${forwarding} location / { return 404; } }
}`,
  },
  {
    name: 'Caddy',
    isInstalled: isInstalled('caddy', 'version'),
    block: 'Caddy:\n\n```text',
    program: 'caddy',
    args: ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
    file: 'Caddyfile',
    configuration: (port, forwarding) => `{
  admin off
  log {
    level ERROR
  }
}
http://:${port} {
  bind 127.0.0.1
  route {
${forwarding}
    respond 404
  }
}
`,
  },
];

/**
 * Starts a proxy with the configuration of the guide for stores, as the server of a store without pages. It ends with the test.
 * @param upstream the port of the application, in place of the guide's address
 * @returns its address
 */
export async function startStoreProxy(proxy: StoreProxy, upstream: number): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8');
  const from = guide.indexOf(proxy.block) + proxy.block.length;
  const forwarding = guide
    .slice(from, guide.indexOf('```', from))
    .replace('https://tributary.example', `http://127.0.0.1:${upstream}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-proxy-'));
  const port = await freePort();
  await writeFile(path.join(folder, proxy.file), proxy.configuration(port, forwarding));
  const child = spawn(proxy.program, proxy.args, {
    cwd: folder,
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${proxy.name} has ended.`);
    return fetch(address).then(
      () => true,
      () => false,
    );
  });
  return address;
}
