import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import type { DemoParts } from '../../src/demo/load-demo.ts';
import { LiveIndex } from '../../src/domains/links/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import type { Logger } from '../../src/platform/context.ts';
import { openNotifications } from '../../src/platform/database/notifications.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { afterThisFile } from './clean-up.ts';
import type { TestDatabase } from './database.ts';

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What `loadDemo` is called with, on this database and with a folder of its own; call it at the top of the file: all is gone after the last test. */
export async function demoParts({ pool, db, url }: TestDatabase): Promise<DemoParts> {
  const now = new Date();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-demo-'));
  const filesDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-demo-files-'));
  const notifications = await openNotifications(url, quiet);
  const live = await LiveIndex.open(pool, notifications, quiet);
  afterThisFile(async () => {
    await notifications.stop();
    for (const folder of [dataDir, filesDir]) await rm(folder, { recursive: true, force: true });
  });
  return {
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
    onProgress: () => {},
  };
}

export async function readDemoFile({ config }: Pick<DemoParts, 'config'>): Promise<DemoFile> {
  return JSON.parse(await readFile(path.join(config.dataDir, 'demo.json'), 'utf8')) as DemoFile;
}
