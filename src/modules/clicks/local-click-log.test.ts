import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFaultsInTotals } from '../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { silentLog, until } from '../../../tests/harness/embedded.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { PATIENT } from '../../../tests/harness/patience.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../tests/harness/tcp-proxy.ts';
import type { Click } from './batch.ts';
import type { Timeouts } from './click-database.ts';
import { newClickId } from './click-id.ts';
import type { ClickLog } from './click-log.ts';
import { encodeFrame, type LoggedClick } from './journal/frame.ts';
import type { JournalLimits } from './journal/journal-writer.ts';
import { listSegments, segmentPath } from './journal/segments.ts';
import { openLocalClickLog } from './local-click-log.ts';
import { Profiles } from './profiles.ts';

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
  ...{ id: newClickId(Date.now()), code: link.code, day: '2025-06-01', visitor: randomUUID().replaceAll('-', '') },
  ...{ class: 0, source: 0, ...rest },
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

test('a click is durable when its caller is notified, counted soon after, and concurrent clicks share a commit', async () => {
  const ids = await sendMany(50);
  expect(await segments()).toHaveLength(1);
  await log.settled(30_000);
  expect(await recorded()).toEqual([...ids].sort());
  expect(log.figures).toMatchObject({ journaled: 50, recorded: 50, direct: 0, refused: 0, databaseAway: false });
  expect(log.figures.batches).toBeLessThan(10);
});

test('a caller that fails does not keep the others from their answers', async () => {
  const profile = (await profiles.find(link.code))!;
  const click: Click = {
    ...{ id: newClickId(Date.now()), profile, day: '2025-06-01', visitor: randomUUID().replaceAll('-', '') },
    ...{ class: 0, source: 0 },
  };
  log.record(click, () => {
    throw new Error('a broken caller');
  });
  await send();
  await send();
  await counted();
  expect(await recorded()).toHaveLength(3);
});

test('waiting for current clicks ends when they are counted', async () => {
  expect(log.settled(30_000)).toBeUndefined();
  await send();
  await counted();
  const blocker = await lockCounter();
  const id = await send();
  let isOver = false;
  const waited = log.settled(30_000)!.then(() => {
    isOver = true;
  });
  await log.settled(20);
  expect([isOver, log.waiting()]).toEqual([false, 1]);
  await blocker.release();
  await waited;
  expect(await recorded()).toContain(id);
});

test('a log that is stopped leaves no file', async () => {
  await sendMany(5);
  await log.stop();
  expect(await segments()).toEqual([]);
  expect(await recorded()).toHaveLength(5);
  log = await openLog();
});

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

describe('while the database is unavailable', () => {
  test('clicks are durable, and are recorded exactly once, in their order, when it is back', async () => {
    const before = await sendMany(3);
    await counted();
    await proxy.cut();
    const meanwhile = await sendMany(20);
    meanwhile.push(...(await sendMany(5)));
    await until(() => log.figures.databaseAway);
    expect(log.settled(30_000)).toBeUndefined();
    expect(log.waiting()).toBe(25);
    expect(await recorded()).toEqual([...before].sort());
    await proxy.restore();
    await counted();
    const after = await sendMany(3);
    await counted();
    expect(await recorded()).toEqual([...before, ...meanwhile, ...after].sort());
    expect(log.figures).toMatchObject({ journaled: 31, recorded: 31, refused: 0, direct: 0, databaseAway: false });
    const { rows } = await database.pool.query('SELECT id FROM clicks WHERE link_id = $1 AND campaign_id IS NOT NULL', [
      link.id,
    ]);
    // The cap of seven went to the first seven that came.
    expect(rows.map(({ id }) => id).sort()).toEqual([...before, ...meanwhile].slice(0, 7).sort());
  });

  test('clicks that keep coming through the whole of it are recorded exactly once', async () => {
    const ids: string[] = [];
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const shoppers = Array.from({ length: 4 }, async () => {
      while (!isOver) ids.push(await send());
    });
    for (let round = 0; round < 3; round++) {
      const seen = ids.length;
      await until(() => ids.length > seen + 100);
      await proxy.cut();
      await until(() => log.figures.databaseAway);
      const away = ids.length;
      await until(() => ids.length > away + 100);
      await proxy.restore();
      await until(() => !log.figures.databaseAway);
    }
    // The carrier returns to memory although no pause comes between the clicks.
    await until(async () => {
      const { reread, recorded: before } = log.figures;
      await until(() => log.figures.recorded > before + 200);
      return log.figures.reread === reread;
    });
    isOver = true;
    await Promise.all(shoppers);
    await counted();
    expect(await recorded()).toEqual([...ids].sort());
  });

  test('clicks beyond the limit of memory are read from the files', async () => {
    await send();
    await counted();
    const blocker = await lockCounter();
    const ids: string[] = [];
    for (let round = 0; round < 11; round++) ids.push(...(await sendMany(2_000)));
    expect(log.waiting()).toBe(22_000);
    await blocker.release();
    await counted();
    expect(await recorded()).toHaveLength(22_001);
    expect(await send()).toBeDefined();
    await counted();
    expect(await recorded()).toHaveLength(22_002);
  });

  test('a visitor who was counted before is still a duplicate, and a cap still holds', async () => {
    const visitor = 'ab'.repeat(16);
    await send({ visitor });
    await counted();
    await proxy.cut();
    await send({ visitor });
    await sendMany(10);
    await proxy.restore();
    await counted();
    const { rows } = await database.pool.query(
      `SELECT class, campaign_id, count(*)::int AS clicks FROM clicks WHERE link_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [link.id],
    );
    expect(rows).toEqual([
      { class: 0, campaign_id: campaignId, clicks: 7 },
      { class: 0, campaign_id: null, clicks: 4 },
      { class: 3, campaign_id: campaignId, clicks: 1 },
    ]);
  });

  test('a click is priced at its own instant, though its offer ends before it is recorded', async () => {
    await send();
    await counted();
    await proxy.cut();
    const id = await send();
    const ending = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await database.pool.query('UPDATE campaigns SET valid_until = $2 WHERE id = $1', [campaignId, ending]);
    await proxy.restore();
    await counted();
    const late = await send();
    await counted();
    const { rows } = await database.pool.query('SELECT id, campaign_id FROM clicks WHERE id = ANY ($1) ORDER BY id', [
      [id, late],
    ]);
    expect(rows).toEqual([
      { id, campaign_id: campaignId },
      { id: late, campaign_id: null },
    ]);
  });

  test('a process that ends leaves its clicks to the next one', async () => {
    await send();
    await counted();
    await proxy.cut();
    const ids = await sendMany(4);
    await until(() => log.figures.databaseAway);
    await log.stop();
    expect(await segments()).toHaveLength(1);
    await proxy.restore();
    await endedProcess();
    log = await openLog();
    await log.catchUp();
    await log.catchUp();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(5);
    expect(await segments()).toEqual([]);
    expect(log.figures.adopted).toBe(4);
  });

  test('and the disk refuses too, a click is refused, and none is reported as recorded', async () => {
    await send();
    await counted();
    await breakDisk();
    await proxy.cut();
    for (let attempt = 0; attempt < 3; attempt++) await expect(send()).rejects.toThrow();
    expect(log.figures).toMatchObject({ refused: 3, journaled: 1 });
    await mendDisk();
    const kept = await send();
    await proxy.restore();
    await counted();
    expect(await recorded()).toContain(kept);
    expect(await recorded()).toHaveLength(2);
  });
});

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

describe('while the disk takes no clicks', () => {
  test('they are recorded in the database before the reply', async () => {
    await send();
    await counted();
    await breakDisk();
    const ids = await sendMany(20);
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(log.figures).toMatchObject({ journaled: 1, direct: 20, refused: 0 });
    await mendDisk();
    await send();
    await counted();
    expect(await recorded()).toHaveLength(22);
    expect(log.figures).toMatchObject({ journaled: 2, direct: 20 });
  });

  test('because the journal is full while the database is away, they are refused until it has taken some', async () => {
    await log.stop();
    log = await openLog(PATIENT, { segmentBytes: 1_000, journalBytes: 5_000 });
    await send();
    await counted();
    await proxy.cut();
    const ids: string[] = [];
    await expect(
      (async () => {
        for (;;) ids.push(await send());
      })(),
    ).rejects.toThrow('full');
    await expect(send()).rejects.toThrow('full');
    await proxy.restore();
    await counted();
    ids.push(await send());
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(ids.length + 1);
  });
});

describe('a batch whose reply is lost', () => {
  test.each(['answered', 'sent'] as const)(
    'because the connection ends once it is %s is neither lost nor doubled',
    async (at) => {
      const before = await send();
      await counted();
      const lost = proxy.loseAnswerTo('carry_clicks', at);
      const ids = await sendMany(9);
      await lost;
      ids.push(...(await sendMany(3)));
      await counted();
      ids.push(...(await sendMany(3)));
      await counted();
      expect(await recorded()).toEqual([before, ...ids].sort());
    },
  );

  test('because it never reached the server is recorded nevertheless', async () => {
    await send();
    await counted();
    const lost = proxy.loseMessage('carry_clicks');
    const ids = await sendMany(9);
    await lost;
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('is not doubled by a retry while the server still handles the first attempt', async () => {
    await send();
    await counted();
    const blocker = await lockCounter();
    const lost = proxy.loseAnswerTo('carry_clicks', 'sent');
    const ids = await sendMany(9);
    await lost;
    // The abandoned batch waits for the counter, and the journal's position waits for the abandoned batch.
    await until(async () => {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tributary clicks' AND wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === 2;
    });
    await blocker.release();
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('clicks continue when an administrator ends the session', async () => {
    await send();
    await counted();
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tributary clicks'`,
    );
    const ids = await sendMany(5);
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(6);
  });
});

describe('a click that the database refuses', () => {
  test('is kept aside, and the others of its batch are recorded once', async () => {
    const longAgo = newClickId(Date.parse('2001-01-01T00:00:00Z'));
    await database.pool.query("UPDATE click_retention SET kept_from = '2002-01-01'");
    onTestFinished(async () => void (await database.pool.query("UPDATE click_retention SET kept_from = '-infinity'")));
    const sent = await Promise.all([send(), send(), send({}, longAgo), send(), send()]);
    await counted();
    expect(await recorded()).toEqual(sent.filter((id) => id !== longAgo).sort());
    expect(log.figures).toMatchObject({ recorded: 4, refusedByDatabase: 1 });
    const [file] = await refusedFiles();
    expect(await readFile(path.join(journals, 'refused', file!), 'utf8')).toContain(longAgo);
  });

  test('because its link no longer exists is kept aside when it is read from a file', async () => {
    const good = loggedClick();
    await leaveBehind([good, loggedClick({ code: 'gone' }), loggedClick()]);
    await log.catchUp();
    expect(await recorded()).toHaveLength(2);
    expect(await refusedFiles()).toHaveLength(1);
  });
});

describe('a journal that was left behind', () => {
  test('is not set aside because the database is busy: a lock that outlasts the statement’s time is waited for', async () => {
    await send();
    await counted();
    const left = loggedClick();
    await leaveBehind([left]);
    const hasty = await openLog({ ...PATIENT, statementMs: 200 });
    const blocker = await lockCounter();
    await expect(hasty.catchUp()).rejects.toThrow();
    expect(await segments()).not.toEqual([]);
    await blocker.release();
    await hasty.stop();
    await log.catchUp();
    expect(await recorded()).toContain(left.id);
    expect(await refusedFiles()).toEqual([]);
  });

  test('that two processes carry at once is recorded once', async () => {
    const clicks = Array.from({ length: 5_000 }, () => loggedClick());
    const frames = Array.from({ length: 50 }, (_, index) => clicks.slice(index * 100, index * 100 + 100));
    await leaveBehind(...frames);
    const other = await openLog();
    await Promise.allSettled([log.catchUp(), other.catchUp()]);
    await log.catchUp();
    await other.stop();
    expect(await recorded()).toEqual(clicks.map(({ id }) => id).sort());
    expect(await segments()).toEqual([]);
  });

  test('that another process keeps carrying is left to it, and the next one is carried', async () => {
    const [contested, quiet] = [loggedClick(), loggedClick()];
    const folder = await leaveBehind([contested]);
    await leaveBehind([quiet]);
    // Each change of the position is too late, as if the other process were always faster.
    await database.pool.query(`
      CREATE FUNCTION moved_before() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER moved_before BEFORE UPDATE ON click_journals FOR EACH ROW
        WHEN (NEW.journal = '${path.basename(folder)}' AND NEW.position <> OLD.position) EXECUTE FUNCTION moved_before()`);
    await log.catchUp();
    expect(await recorded()).toEqual([quiet.id]);
    expect(await listSegments(folder)).toHaveLength(1);
    await database.pool.query('DROP TRIGGER moved_before ON click_journals; DROP FUNCTION moved_before');
    await log.catchUp();
    expect(await recorded()).toEqual([contested.id, quiet.id].sort());
    expect(await segments()).toEqual([]);
  });

  test('and is copied back from a backup when its clicks were recorded long ago counts nothing twice', async () => {
    const frames = [[loggedClick(), loggedClick()], [loggedClick()]];
    const folder = await leaveBehind(...frames);
    const copy = path.join(dataDir, 'copy');
    await cp(folder, copy, { recursive: true });
    await log.catchUp();
    expect(await recorded()).toHaveLength(3);
    // Under its own name, and under one that the database has never heard of.
    for (const name of [path.basename(folder), `spool-${randomUUID().replaceAll('-', '')}`]) {
      await cp(copy, path.join(journals, name), { recursive: true });
      await log.catchUp();
      expect(await recorded()).toHaveLength(3);
      expect(await segments()).toEqual([]);
    }
    expect(await refusedFiles()).toEqual([]);
  });

  test('is recorded from the position in the database', async () => {
    const folder = await leaveBehind([loggedClick(), loggedClick()], [loggedClick()]);
    await database.pool.query('INSERT INTO click_journals (journal, position) VALUES ($1, 2)', [path.basename(folder)]);
    await log.catchUp();
    expect(await recorded()).toHaveLength(1);
  });

  test('with a torn end has everything before it, and is kept aside', async () => {
    const clicks = [loggedClick(), loggedClick()];
    await leaveBehind(clicks, encodeFrame([loggedClick()], 2).subarray(0, 60));
    await log.catchUp();
    expect(await recorded()).toEqual(clicks.map(({ id }) => id).sort());
    expect(await refusedFiles()).toHaveLength(1);
    expect(await segments()).toEqual([]);
  });
});

describe('the journal of a running process', () => {
  /** Damages the middle of the journal, which is no longer in memory. */
  async function damageMiddle(place: (size: number) => number): Promise<string> {
    const file = (await segments())[0]!;
    const handle = await open(file, 'r+');
    // Zeros follow the frames while a segment is written.
    const size = (await handle.readFile()).findLastIndex((byte) => byte !== 0) + 1;
    await handle.write(Buffer.from([0xff, 0x00, 0xff, 0x00]), 0, 4, place(size));
    await handle.close();
    return file;
  }
  const sendInTurns = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await send());
    return ids;
  };

  test.each<[string, (size: number) => number, number]>([
    ['in the middle', (size) => Math.floor(size / 2), 5],
    ['at the end', (size) => size - 10, 9],
  ])(
    'that is damaged %s is recorded around the damage, and its segment is kept aside unless nothing was lost',
    async (_, place, damaged) => {
      await proxy.cut();
      await send();
      await until(() => log.figures.databaseAway);
      const ids = await sendInTurns(9);
      const file = await damageMiddle(place);
      await proxy.restore();
      await counted();
      await log.catchUp();
      const [found, aside] = [await recorded(), await refusedFiles()];
      expect(await segments()).toEqual([]);
      // A click at the end may still be in memory: then nothing is lost, and no segment is worth keeping.
      if (found.includes(ids[damaged - 1]!)) {
        expect([damaged, found.length, aside]).toEqual([9, 10, []]);
        return;
      }
      expect(found).toHaveLength(9);
      expect(aside).toEqual([`${path.basename(path.dirname(file))}-${path.basename(file)}.damaged`]);
    },
  );

  test('that is damaged and stopped also leaves its segment aside', async () => {
    await proxy.cut();
    await send();
    await until(() => log.figures.databaseAway);
    await sendInTurns(3);
    await damageMiddle((size) => Math.floor(size / 2));
    await proxy.restore();
    await counted();
    await log.stop();
    expect(await refusedFiles()).toHaveLength(1);
    expect(await segments()).toEqual([]);
    log = await openLog();
  });
});

test('clocks that jump change nothing but the instants of the clicks', async () => {
  const now = Date.now();
  const instants = [now, now - 3_600_000, now + 86_400_000, now - 86_400_000, now];
  const ids: string[] = [];
  for (const at of instants) ids.push(await send({}, newClickId(at)));
  await proxy.cut();
  for (const at of instants) ids.push(await send({}, newClickId(at)));
  await proxy.restore();
  await counted();
  expect(await recorded()).toEqual([...ids].sort());
});
