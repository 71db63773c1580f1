import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { findFaultsInTotals } from '../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { silentLog, until } from '../../../tests/harness/embedded.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../tests/harness/tcp-proxy.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import type { Click } from './batch.ts';
import type { Timeouts } from './click-database.ts';
import { newClickId } from './click-id.ts';
import type { ClickLog } from './click-log.ts';
import { encodeFrame, type LoggedClick } from './journal/frame.ts';
import type { JournalLimits } from './journal/journal-writer.ts';
import { listSegments, segmentPath } from './journal/segments.ts';
import { openLocalClickLog } from './local-click-log.ts';
import { Profiles } from './profiles.ts';

/**
 * A click log before a database that can be cut off, with a link and a campaign, anew for each test of a file. Afterwards the totals
 * must agree with the clicks.
 */
export async function useLocalClickLog() {
  const database = await createTestDatabase();
  const market = createMarket(database.pool);

  let proxy: DatabaseProxy;
  let dataDir: string;
  let journals: string;
  let profiles: Profiles;
  let log: ClickLog;
  let link: { id: number; code: string };
  let campaignId: number;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-recorder-'));
    journals = path.join(dataDir, 'clicks');
    proxy = await openDatabaseProxy(database.url);
    profiles = new Profiles(database.pool, 100);
    log = await openLog();
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 10 });
    campaignId = await market.campaign({ storeId, maxClicks: 7 });
    await market.price({ storeId, campaignId, cpcMinor: 20 });
    link = await market.link({ userId: await market.user(), storeId });
    return () => rm(dataDir, { recursive: true, force: true });
  });
  afterEach(async () => {
    await log.stop();
    expect(await findFaultsInTotals(database.pool)).toEqual([]);
  });

  function openLog(timeouts: Timeouts = PATIENT, limits?: JournalLimits): Promise<ClickLog> {
    return openLocalClickLog({ databaseUrl: proxy.url, profiles, dataDir, logger: silentLog(), timeouts, limits });
  }

  /** Sends a click of a new visitor into the log; resolves with its id once it is durable. */
  async function send(rest: Partial<Click> = {}, id = newClickId(Date.now())): Promise<string> {
    const profile = (await profiles.find(link.code))!;
    const visitor = randomUUID().replaceAll('-', '');
    return new Promise((resolve, reject) => {
      const click: Click = { id, profile, day: '2025-06-01', visitor, class: 0, source: 0, ...rest };
      log.record(click, (error) => (error ? reject(error) : resolve(id)));
    });
  }
  const sendMany = (count: number) => Promise.all(Array.from({ length: count }, () => send()));
  const recorded = async (): Promise<string[]> =>
    (await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id])).rows.map((row) => row.id).sort();
  const counted = () => until(() => log.waiting() === 0);
  /** The segments of all journals. */
  async function segments(): Promise<string[]> {
    const names = await readdir(journals).catch(() => []);
    return (await Promise.all(names.map((name) => listSegments(path.join(journals, name)))))
      .flat()
      .map(({ file }) => file);
  }
  const refusedFiles = () => readdir(path.join(journals, 'refused')).catch(() => []);
  const loggedClick = (rest: Partial<LoggedClick> = {}): LoggedClick => ({
    id: newClickId(Date.now()),
    code: link.code,
    day: '2025-06-01',
    visitor: randomUUID().replaceAll('-', ''),
    class: 0,
    source: 0,
    ...rest,
  });
  /** A journal that a process left behind, of frames or of any bytes. */
  async function leaveBehind(...frames: (LoggedClick[] | Buffer)[]): Promise<string> {
    const folder = path.join(journals, `spool-${randomUUID().replaceAll('-', '')}`);
    await mkdir(folder, { recursive: true });
    let first = 0;
    const bytes = frames.map((frame) => {
      if (Buffer.isBuffer(frame)) return frame;
      first += frame.length;
      return encodeFrame(frame, first - frame.length);
    });
    await writeFile(segmentPath(folder, 0), Buffer.concat(bytes));
    return folder;
  }
  /** Holds the counter that every click here needs. */
  async function lockCounter(): Promise<{ release: () => Promise<void> }> {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM campaign_spend WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
    return {
      async release() {
        await client.query('COMMIT');
        client.release();
      },
    };
  }
  /** The names of journals say which process wrote them: after this, one that has ended. */
  async function endedProcess(): Promise<void> {
    for (const name of await readdir(journals)) {
      const ended = name.replace(/^([0-9a-f]{8}-\d+)-[0-9a-f]{8}-/, '$1-00000000-');
      await rename(path.join(journals, name), path.join(journals, ended));
      await database.pool.query('UPDATE click_journals SET journal = $2 WHERE journal = $1', [name, ended]);
    }
  }

  /** The folder of journals becomes a file, so that no segment can be begun. */
  async function breakDisk(): Promise<void> {
    await log.catchUp();
    await rm(journals, { recursive: true, force: true });
    await writeFile(journals, 'in the way');
  }
  const mendDisk = () => rm(journals);
  return {
    database,
    market,
    get proxy() {
      return proxy;
    },
    get dataDir() {
      return dataDir;
    },
    get journals() {
      return journals;
    },
    get profiles() {
      return profiles;
    },
    get log() {
      return log;
    },
    get link() {
      return link;
    },
    get campaignId() {
      return campaignId;
    },
    /** Opens another log in place of one that is stopped. */
    async reopenLog(...limits: Parameters<typeof openLog>) {
      log = await openLog(...limits);
    },
    openLog,
    send,
    sendMany,
    recorded,
    counted,
    segments,
    refusedFiles,
    loggedClick,
    leaveBehind,
    lockCounter,
    endedProcess,
    breakDisk,
    mendDisk,
  };
}
