import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ask,
  folderOfThisFile,
  lives,
  silentLog,
  startDatabase,
  temporaryFolder,
  until,
} from '../../../../tests/harness/embedded.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';

const shared = await folderOfThisFile();
const isRoot = process.getuid?.() === 0;

test('the first start creates the database, and the second start finds its data', async () => {
  const dataDir = await temporaryFolder();
  const onProgress = vi.fn();
  const first = await startDatabase(dataDir, { onProgress });
  expect(first.owned).toBe(true);
  expect(onProgress.mock.calls.flat().join()).toMatch(/Unpacking PostgreSQL \d+.*Making a new database/);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(lives(first.pid)).toBe(false);
  onProgress.mockClear();
  const second = await startDatabase(dataDir, { onProgress });
  expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
  expect(second.url).toBe(first.url);
  // The log may report slowness, but no error.
  expect(onProgress.mock.calls.flat().join()).not.toMatch(/Unpacking|Making/);
  await second.stop();
});

test('the server is reachable through its socket only, with a password, and commits are durable', async () => {
  const database = await startDatabase(shared);
  const { url } = database;
  const settings = { listen_addresses: '', fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', jit: 'off' };
  for (const [name, value] of Object.entries(settings)) {
    expect([name, await ask(url, `SELECT current_setting($1)`, [name])]).toEqual([name, value]);
  }
  expect(await ask(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false);
  expect(await ask(url, 'SELECT current_database()')).toBe('tributary');
  expect(await ask(url, 'SHOW server_encoding')).toBe('UTF8');
  expect(
    await ask(url, `SELECT format('%s:%s', datlocprovider, datlocale) FROM pg_database WHERE datname = 'tributary'`),
  ).toBe('b:C.UTF-8');
  const wrong = url.replace(/:[^:@/]+@/, ':wrong@');
  await expect(ask(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  const home = path.join(shared, 'database');
  expect((await fs.stat(path.join(home, 'password'))).mode & 0o777).toBe(0o600);
  expect((await fs.stat(path.join(home, 'socket'))).mode & 0o777).toBe(0o700);
  expect((await fs.stat(path.join(home, 'cluster'))).mode & 0o777).toBe(0o700);
  await database.stop();
});

test.each([
  ['spaces, quotes and letters of all kinds', `shop "o'Brien" $HOME ñandú 数据, 100%`],
  ['a name too long for a socket', `${'long'.repeat(40)}/${'longer'.repeat(30)}`],
])('a folder with %s is supported', async (_, name) => {
  const dataDir = await temporaryFolder(name);
  const database = await startDatabase(dataDir, { testOnlyWithoutFsync: true });
  expect(await ask(database.url, 'SELECT 1')).toBe(1);
  await database.stop();
  const again = await startDatabase(dataDir, { testOnlyWithoutFsync: true });
  expect(again.url).toBe(database.url);
  const socket = new URL(again.url).searchParams.get('host') as string;
  await again.stop();
  // Normally the next start reuses the short folder outside of the project, but this test has no next start.
  if (!socket.startsWith(dataDir)) await fs.rm(socket, { recursive: true });
});

test('a killed server is restarted at the same address without losing committed data', async () => {
  const log = silentLog();
  const database = await startDatabase(shared, { log });
  const exits = vi.fn();
  database.onExit(exits);
  const firstPid = database.pid;
  for (let round = 1; round <= 3; round++) {
    await ask(database.url, 'CREATE TABLE IF NOT EXISTS rounds (n int)');
    await ask(database.url, 'INSERT INTO rounds VALUES ($1)', [round]);
    const before = database.pid;
    process.kill(before, 'SIGKILL');
    await until(() => database.pid !== before);
    expect(await ask(database.url, 'SELECT count(*)::int FROM rounds')).toBe(round);
  }
  expect(exits).toHaveBeenCalledTimes(3);
  expect(exits).toHaveBeenNthCalledWith(1, { pid: firstPid, code: null, signal: 'SIGKILL' });
  await database.stop();
  expect(exits).toHaveBeenCalledTimes(3);
  expect(lives(database.pid)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a busy worker of a killed server does not delay the restart', async () => {
  const database = await startDatabase(shared);
  const before = database.pid;
  const busy = `DO $$ BEGIN LOOP NULL; END LOOP; END $$`;
  const stuck = ask(database.url, busy).catch((error) => error);
  await until(async () =>
    Boolean(await ask(database.url, `SELECT count(*) > 0 FROM pg_stat_activity WHERE query = $1`, [busy])),
  );
  process.kill(before, 'SIGKILL');
  await until(() => database.pid !== before);
  expect(await ask(database.url, 'SELECT 1')).toBe(1);
  expect(await stuck).toBeInstanceOf(Error);
  await database.stop();
});

test('stopping during a restart ends both', async () => {
  const database = await startDatabase(shared);
  const before = database.pid;
  const ended = new Promise((resolve) => database.onExit(resolve));
  process.kill(before, 'SIGKILL');
  await ended;
  await database.stop();
  await expect(ask(database.url, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

test('a removed password file is replaced by a new password', async () => {
  const first = await startDatabase(shared);
  await first.stop();
  await fs.rm(path.join(shared, 'database', 'password'));
  const second = await startDatabase(shared);
  expect(second.url).not.toBe(first.url);
  expect(await ask(second.url, 'SELECT 1')).toBe(1);
  await second.stop();
});

test('a wrong password file causes a clear error and leaves no server running', async () => {
  await (await startDatabase(shared)).stop();
  await fs.writeFile(path.join(shared, 'database', 'password'), 'another\n');
  await expect(startDatabase(shared)).rejects.toThrow(/The password in .* Remove that file/);
  await fs.rm(path.join(shared, 'database', 'password'));
  const repaired = await startDatabase(shared);
  expect(await ask(repaired.url, 'SELECT 1')).toBe(1);
  await repaired.stop();
});

test('a server that answers but is not one of our processes is left alone', async () => {
  await (await startDatabase(shared)).stop();
  const foreign = net.createServer().listen(path.join(shared, 'database', 'socket', '.s.PGSQL.5432'));
  await once(foreign, 'listening');
  await expect(startDatabase(shared)).rejects.toThrow('in another container?');
  foreign.close();
  await once(foreign, 'close');
});

test('data of another major version is refused, and the message contains the remedy', async () => {
  await (await startDatabase(shared)).stop();
  const version = path.join(shared, 'database', 'cluster', 'PG_VERSION');
  const real = await fs.readFile(version, 'utf8');
  onTestFinished(() => fs.writeFile(version, real));
  await fs.writeFile(version, '15\n');
  await expect(startDatabase(shared)).rejects.toThrow(/made by PostgreSQL 15.*Dump it/);
});

test('the message on a platform without binaries names DATABASE_URL', async () => {
  const real = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor;
  Object.defineProperty(process, 'arch', { ...real, value: 'mips' });
  onTestFinished(() => void Object.defineProperty(process, 'arch', real));
  const started = startEmbeddedDatabase({ dataDir: await temporaryFolder(), log: silentLog() });
  await expect(started).rejects.toThrow(/no PostgreSQL for (linux|darwin)-mips.*DATABASE_URL/);
});

test('a folder without write access causes a clear error', async () => {
  const started = startEmbeddedDatabase({ dataDir: '/dev/null/data', log: silentLog() });
  await expect(started).rejects.toThrow('/dev/null');
});

test('the test option is refused in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataDir = await temporaryFolder();
  await expect(startDatabase(dataDir, { testOnlyWithoutFsync: true })).rejects.toThrow('every commit');
});

test.skipIf(!isRoot)(
  'a project folder closed to other users stays closed, and the database is stored elsewhere',
  async () => {
    const closed = await temporaryFolder('closed');
    await fs.mkdir(closed, { mode: 0o700 });
    const dataDir = path.join(closed, 'project', '.data');
    const log = silentLog();
    const first = await startDatabase(dataDir, { log });
    const elsewhere = (await fs.readFile(path.join(dataDir, 'database.location'), 'utf8')).trim();
    onTestFinished(() => fs.rm(elsewhere, { recursive: true }));
    expect(log.info.mock.calls.flat().join()).toContain(`${closed} is closed to the database's user`);
    expect(elsewhere.startsWith(closed)).toBe(false);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await startDatabase(dataDir);
    expect(await ask(second.url, 'SELECT n FROM kept')).toBe(1);
    await second.stop();
    expect((await fs.stat(closed)).mode & 0o777).toBe(0o700);
    await fs.rename(elsewhere, `${elsewhere}-away`);
    await expect(startDatabase(dataDir)).rejects.toThrow('there is nothing');
    await fs.rename(`${elsewhere}-away`, elsewhere);
  },
);
