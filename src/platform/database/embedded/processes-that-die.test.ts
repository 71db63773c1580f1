import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  folderOfThisFile,
  holdDatabase,
  lives,
  startDatabase,
  temporaryFolder,
  until,
} from '../../../../tests/harness/embedded.ts';
import { accountForNewDatabase } from './account.ts';
import { closedTo } from './home.ts';
import { trySignal } from './processes.ts';

const shared = await folderOfThisFile();
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

/** An ordinary user that every system has. PostgreSQL does not run under a user id without a name. */
const user = { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) };

/** Returns a PATH without setpriv. On a system without it, servers outlive the process that started them. */
async function pathWithoutSetpriv(): Promise<string> {
  const dir = await temporaryFolder('bin');
  await fs.mkdir(dir, { mode: 0o755 });
  for (const name of ['/usr/bin/id', '/bin/id']) {
    if (await fs.stat(name).catch(() => null)) await fs.symlink(name, path.join(dir, 'id')).catch(() => {});
  }
  return dir;
}

test('after kill -9 of the process, the next start finds the data', async () => {
  const victim = holdDatabase(shared);
  const { url, pid } = await victim.ready;
  await ask(url, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS n');
  await victim.kill();
  const next = await startDatabase(shared);
  expect(next.owned).toBe(true);
  expect(await ask(next.url, 'SELECT n FROM kept')).toBe(7);
  await next.stop();
  expect(lives(pid)).toBe(false);
  expect(lives(next.pid)).toBe(false);
});

test.skipIf(!isLinux)('the kernel ends the server with the process that started it', async () => {
  const victim = holdDatabase(shared);
  const { pid } = await victim.ready;
  await victim.kill();
  await until(() => !lives(pid));
});

test('after kill -9 of the process, the server and its workers at once, the next start works', async () => {
  const victim = holdDatabase(shared);
  const { url, pid } = await victim.ready;
  await ask(url, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS n');
  const workers = (await ask(
    url,
    'SELECT array_agg(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  )) as number[];
  // Workers exit when they notice that their server is gone, possibly before the last one is killed.
  for (const each of [pid, ...workers]) trySignal(each, 'SIGKILL');
  await victim.kill();
  const next = await startDatabase(shared);
  expect(await ask(next.url, 'SELECT n FROM kept')).toBe(7);
  await next.stop();
});

test('a server that has outlived its process is taken over, and stopped at the end', async () => {
  const victim = holdDatabase(shared, { searchPath: await pathWithoutSetpriv() });
  const { url, pid, owned } = await victim.ready;
  expect(owned).toBe(true);
  await victim.kill();
  const next = await startDatabase(shared);
  expect(next).toMatchObject({ owned: true, pid, url });
  expect(await ask(url, 'SELECT 1')).toBe(1);
  process.kill(pid, 'SIGKILL');
  await until(() => next.pid !== pid);
  expect(await ask(url, 'SELECT 1')).toBe(1);
  await next.stop();
  expect([lives(pid), lives(next.pid)]).toEqual([false, false]);
});

test('a second process shares the server, leaves it running when it stops, and takes over when the first process stops', async () => {
  const owner = holdDatabase(shared);
  const { url, pid } = await owner.ready;
  const guest = await startDatabase(shared);
  expect(guest).toMatchObject({ owned: false, pid, url });
  await guest.stop();
  expect(await ask(url, 'SELECT 1')).toBe(1);
  const heir = await startDatabase(shared);
  expect(heir.owned).toBe(false);
  await owner.stop();
  await until(() => heir.owned && heir.pid !== pid);
  expect(await ask(heir.url, 'SELECT 1')).toBe(1);
  await heir.stop();
  expect(lives(heir.pid)).toBe(false);
});

test('when several processes start at the same time on an empty folder, one creates the database and all can use it', async () => {
  const dataDir = await temporaryFolder();
  const all = [1, 2, 3].map(() => holdDatabase(dataDir));
  const ready = await Promise.all(all.map((one) => one.ready));
  expect(ready.filter((one) => one.owned)).toHaveLength(1);
  expect(new Set(ready.map((one) => one.url)).size).toBe(1);
  expect(new Set(ready.map((one) => one.pid)).size).toBe(1);
  for (const one of ready) expect(await ask(one.url, 'SELECT 1')).toBe(1);
  for (const one of all) await one.kill();
});

test.each(['Unpacking', 'Making'])('the next start recovers from kill -9 during "%s"', async (step) => {
  const dataDir = await temporaryFolder();
  const victim = holdDatabase(dataDir);
  await victim.says(step);
  if (step === 'Making') {
    const home = path.join(dataDir, 'database');
    // The copy may be complete before this check; then the next start finds it.
    await until(async () => (await fs.readdir(home)).some((name) => name.startsWith('cluster')));
  }
  await victim.kill();
  const next = await startDatabase(dataDir, { testOnlyWithoutFsync: true });
  expect(await ask(next.url, 'SELECT 1')).toBe(1);
  const left = await fs.readdir(path.join(dataDir, 'database'));
  expect(left.filter((name) => /new-|unpacking/.test(name))).toEqual([]);
  await next.stop();
});

test('a stale pid that now belongs to another process is left alone and does not block the start', async () => {
  await (await startDatabase(shared)).stop();
  const account = accountForNewDatabase();
  const bystander = spawn('sleep', ['600'], { stdio: 'ignore', ...(account ?? {}) });
  const ended = once(bystander, 'exit');
  await once(bystander, 'spawn');
  onTestFinished(async () => {
    bystander.kill('SIGKILL');
    await ended;
  });
  const home = path.join(shared, 'database');
  const lines = [bystander.pid, path.join(home, 'cluster'), 1700000000, 5432, path.join(home, 'socket'), '', '  1 2'];
  const file = path.join(home, 'cluster', 'postmaster.pid');
  await fs.writeFile(file, `${lines.join('\n')}\nready   \n`);
  await fs.writeFile(path.join(home, 'socket', '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);
  if (account !== null) await fs.chown(file, account.uid, account.gid);
  const database = await startDatabase(shared);
  expect(await ask(database.url, 'SELECT 1')).toBe(1);
  await database.stop();
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test('an ordinary user can start the database, then root, then the user again', async ({ skip }) => {
  if (!isRoot) skip('this run is not root, so the other tests already cover the case');
  for (const needed of [path.dirname(process.execPath), process.cwd()]) {
    const obstacle = await closedTo(needed, user);
    if (obstacle !== null) skip(`an ordinary user cannot pass ${obstacle}, so it cannot run this project`);
  }
  const dataDir = await temporaryFolder();
  await fs.mkdir(dataDir);
  await fs.chown(dataDir, user.uid, user.gid);
  const first = holdDatabase(dataDir, user);
  const { url, pid } = await first.ready;
  expect((await fs.stat(path.join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  await ask(url, 'CREATE TABLE kept AS SELECT 5 AS n');
  await first.kill();
  const asRoot = await startDatabase(dataDir);
  expect(await ask(asRoot.url, 'SELECT n FROM kept')).toBe(5);
  await asRoot.stop();
  const again = holdDatabase(dataDir, user);
  expect(await ask((await again.ready).url, 'SELECT n FROM kept')).toBe(5);
  await again.stop();
  expect(lives(pid)).toBe(false);
});

test('an ordinary user cannot use a database of root and gets a clear message', async ({ skip }) => {
  if (!isRoot) skip('only root can create a database of root');
  if ((await closedTo(process.cwd(), user)) ?? (await closedTo(path.dirname(process.execPath), user))) {
    skip('an ordinary user cannot run this project here');
  }
  const dataDir = await temporaryFolder();
  await (await startDatabase(dataDir, { testOnlyWithoutFsync: true })).stop();
  await expect(holdDatabase(dataDir, user).ready).rejects.toThrow(/belongs to user id \d+, and this is user id \d+/);
});
