import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import { type DemoDeps, loadDemo } from '../../src/demo/load-demo.ts';
import { LiveIndex } from '../../src/modules/links/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import type { Logger } from '../../src/platform/context.ts';
import { openNotifications } from '../../src/platform/database/notifications.ts';
import { createVault } from '../../src/platform/secrets/vault.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { afterThisFile } from './clean-up.ts';
import { connectTestDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { makeTemplateOnce } from './test-databases.ts';
import { type TestServer, testServer } from './test-server.ts';

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A loaded demo in a separate database and separate folders of this test file. */
export interface DemoMarket {
  database: TestDatabase;
  deps: DemoDeps;
  demo: DemoFile;
}

/**
 * Returns a copy of today's demo market. The first call of a run loads the market, which takes seconds. Call it anywhere in a test
 * file; the copy is removed after the last test.
 */
export async function openDemoMarket(): Promise<DemoMarket> {
  const { template, folder } = await loadedDemo(await testServer(), inject('testRun').folder);
  const database = await createTestDatabase(template);
  const deps = await demoDeps(database, folder);
  return { database, deps, demo: await readDemoFile(deps) };
}

/** Dependencies of `loadDemo` on this database, with a folder of its own that is removed after the file's last test. */
export async function demoDeps(database: TestDatabase, copiedFrom?: string): Promise<DemoDeps> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-demo-'));
  if (copiedFrom !== undefined) await cp(copiedFrom, folder, { recursive: true });
  const { deps, close } = await depsIn(folder, database);
  afterThisFile(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  return deps;
}

export async function readDemoFile({ config }: Pick<DemoDeps, 'config'>): Promise<DemoFile> {
  return JSON.parse(await readFile(path.join(config.dataDir, 'demo.json'), 'utf8')) as DemoFile;
}

/**
 * Returns the template of `openDemoMarket`, and creates it if it does not exist. Its name contains the day, because the demo's dates
 * are relative to today and a run may continue after midnight.
 * @param run the folder of the run
 */
export async function loadedDemo(server: TestServer, run: string): Promise<{ template: string; folder: string }> {
  const name = `demo_${new Date().toISOString().slice(0, 10)}`;
  const [template, folder] = [`${server.template}_${name}`, path.join(run, name)];
  await makeTemplateOnce(server.url, template, server.template, async (url) => {
    const database = connectTestDatabase(url);
    const { deps, close } = await depsIn(folder, database);
    try {
      await loadDemo(deps);
    } finally {
      await close();
      await database.pool.end();
    }
  });
  return { template, folder };
}

async function depsIn(
  folder: string,
  { pool, db, url }: TestDatabase,
): Promise<{ deps: DemoDeps; close: () => Promise<void> }> {
  const now = new Date();
  const [dataDir, filesDir] = [path.join(folder, 'data'), path.join(folder, 'files')];
  for (const each of [dataDir, filesDir]) await mkdir(each, { recursive: true });
  const notifications = await openNotifications(url, quiet);
  const live = await LiveIndex.open(pool, notifications, quiet);
  const deps: DemoDeps = {
    pool,
    db,
    config: {
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      dataDir,
      serviceApiKey: 'a-service-key-of-the-demo',
    },
    calendar: createCalendar('UTC'),
    now: () => now,
    log: quiet,
    live,
    storage: diskStorage(filesDir),
    // The same key in each process, because the market is loaded once and copied.
    vault: createVault([Buffer.alloc(32, 7)]),
    onProgress: () => {},
  };
  return { deps, close: () => notifications.stop() };
}
