import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
import { newClickId } from './click-id.ts';
import { ClickLog } from './click-log.ts';
import { Profiles } from './profiles.ts';
import { ClickRecorder } from './recorder.ts';
import { ClickSpool } from './spool.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);

let proxy: DatabaseProxy;
let parent: string;
let spoolFolder: string;
let profiles: Profiles;
let recorder: ClickRecorder;
let link: { id: number; code: string };
let offerId: number;
const log = silentLog();

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'tributary-recorder-'));
  spoolFolder = path.join(parent, 'spool');
  proxy = await openDatabaseProxy(database.url);
  profiles = new Profiles(database.pool, 100);
  recorder = openRecorder();
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10 });
  offerId = await market.offer({ storeId, maxClicks: 7 });
  await market.price({ storeId, offerId, cpcMinor: 20 });
  link = await market.link({ userId: await market.user(), storeId });
  return () => rm(parent, { recursive: true, force: true });
});
afterEach(async () => {
  await recorder.stop();
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
});

function openRecorder(patience = PATIENT): ClickRecorder {
  return new ClickRecorder({
    log: new ClickLog(proxy.url, profiles, patience),
    replayLog: new ClickLog(proxy.url, profiles, patience),
    spool: new ClickSpool(spoolFolder),
    profiles,
    logger: log,
  });
}

/** Sends a click of a new visitor through the recorder; resolves with its id once it is durable. */
async function send(rest: Partial<Click> = {}): Promise<string> {
  const profile = (await profiles.find(link.code))!;
  const id = newClickId(Date.now());
  const visitor = randomUUID().replaceAll('-', '');
  return new Promise((resolve, reject) => {
    const click: Click = { id, profile, day: '2025-06-01', visitor, class: 0, source: 0, ...rest };
    recorder.record(click, (error) => (error ? reject(error) : resolve(id)));
  });
}
const sendMany = (count: number) => Promise.all(Array.from({ length: count }, () => send()));
const recorded = async (): Promise<string[]> =>
  (await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id])).rows.map((row) => row.id).sort();
const spooledFiles = () => readdir(spoolFolder).catch(() => []);
/** Clicks go to the database again, and none waits on disk; the last files are replayed beside new clicks. */
const isBack = async () => !recorder.figures.databaseAway && (await spooledFiles()).length === 0;

test('a click is in the database when its caller hears of it, and clicks that come together share a commit', async () => {
  const ids = await sendMany(50);
  expect(await recorded()).toEqual([...ids].sort());
  expect(recorder.figures).toMatchObject({ recorded: 50, spooled: 0, refused: 0, databaseAway: false });
  expect(recorder.figures.batches).toBeLessThan(10);
});

test('a caller that fails does not keep the others from their answers', async () => {
  const profile = (await profiles.find(link.code))!;
  const click = (): Click => ({
    ...{ id: newClickId(Date.now()), profile, day: '2025-06-01', visitor: randomUUID().replaceAll('-', '') },
    ...{ class: 0, source: 0 },
  });
  recorder.record(click(), () => {
    throw new Error('a broken caller');
  });
  await send();
  await send();
  expect(await recorded()).toHaveLength(3);
});

describe('while the database is away', () => {
  test('clicks are durable on disk, and are recorded exactly once when it is back', async () => {
    const before = await sendMany(3);
    await proxy.cut();
    const meanwhile = await sendMany(20);
    meanwhile.push(...(await sendMany(5)));
    expect(recorder.figures).toMatchObject({ recorded: 3, spooled: 25, databaseAway: true });
    expect(await recorded()).toEqual([...before].sort());
    await proxy.restore();
    await until(isBack);
    const after = await sendMany(3);
    expect(await recorded()).toEqual([...before, ...meanwhile, ...after].sort());
    expect(await spooledFiles()).toEqual([]);
    expect(recorder.figures).toMatchObject({ recorded: 6, replayed: 25, refused: 0 });
  });

  test('clicks that keep coming through the whole of it are recorded exactly once', async () => {
    const ids: string[] = [];
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const clients = Array.from({ length: 16 }, async () => {
      while (!isOver) ids.push(await send());
    });
    for (let round = 0; round < 3; round++) {
      const seen = ids.length;
      await until(() => ids.length > seen + 100);
      await proxy.cut();
      await until(() => recorder.figures.databaseAway);
      const away = ids.length;
      await until(() => ids.length > away + 100);
      await proxy.restore();
      await until(isBack);
    }
    isOver = true;
    await Promise.all(clients);
    expect(await recorded()).toEqual([...ids].sort());
    expect(await spooledFiles()).toEqual([]);
  });

  test('a visitor who was counted before is still a duplicate, and a cap still holds', async () => {
    const visitor = 'ab'.repeat(16);
    await send({ visitor });
    await proxy.cut();
    await send({ visitor });
    await sendMany(10);
    await proxy.restore();
    await until(isBack);
    const { rows } = await database.pool.query(
      `SELECT class, offer_id, count(*)::int AS clicks FROM clicks WHERE link_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [link.id],
    );
    expect(rows).toEqual([
      { class: 0, offer_id: offerId, clicks: 7 },
      { class: 0, offer_id: null, clicks: 4 },
      { class: 3, offer_id: offerId, clicks: 1 },
    ]);
  });

  test('a click is priced at its own instant, though its offer ends before it is recorded', async () => {
    await send();
    await proxy.cut();
    const id = await send();
    const ending = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await database.pool.query('UPDATE offers SET valid_until = $2 WHERE id = $1', [offerId, ending]);
    await proxy.restore();
    await until(isBack);
    const late = await send();
    const { rows } = await database.pool.query('SELECT id, offer_id FROM clicks WHERE id = ANY ($1) ORDER BY id', [
      [id, late],
    ]);
    expect(rows).toEqual([
      { id, offer_id: offerId },
      { id: late, offer_id: null },
    ]);
  });

  test('a process that ends leaves its clicks to the next one', async () => {
    await send();
    await proxy.cut();
    const ids = await sendMany(4);
    await recorder.stop();
    expect(await spooledFiles()).toHaveLength(1);
    await proxy.restore();
    recorder = openRecorder();
    await recorder.replaySpool();
    await recorder.replaySpool();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(5);
    expect(await spooledFiles()).toEqual([]);
  });

  test('and the disk refuses too, a click is refused, and none is said to be recorded', async () => {
    await send();
    await proxy.cut();
    await writeFile(spoolFolder, 'in the way');
    for (let attempt = 0; attempt < 3; attempt++) await expect(send()).rejects.toThrow();
    expect(recorder.figures).toMatchObject({ refused: 3, spooled: 0 });
    await rm(spoolFolder);
    const kept = await send();
    await proxy.restore();
    await until(isBack);
    expect(await recorded()).toContain(kept);
    expect(await recorded()).toHaveLength(2);
  });
});

describe('a batch whose answer is lost', () => {
  test.each(['answered', 'sent'] as const)(
    'because the connection ends once it is %s is neither lost nor doubled',
    async (at) => {
      const before = await send();
      const lost = proxy.loseAnswerTo('record_clicks', at);
      const ids = await sendMany(9);
      await lost;
      ids.push(...(await sendMany(3)));
      await until(isBack);
      ids.push(...(await sendMany(3)));
      expect(await recorded()).toEqual([before, ...ids].sort());
      expect(recorder.figures.spooled).toBeGreaterThanOrEqual(9);
    },
  );

  test('because it never reached the server is recorded all the same', async () => {
    await send();
    const lost = proxy.loseMessage('record_clicks');
    const ids = await sendMany(9);
    await lost;
    await until(isBack);
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('while the server still works on it for nobody is not doubled by the replay beside it', async () => {
    await send();
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM offer_spend WHERE offer_id = $1 FOR UPDATE', [offerId]);
    const lost = proxy.loseAnswerTo('record_clicks', 'sent');
    const ids = await sendMany(9);
    await lost;
    // Both the abandoned batch and its replay wait for the same counter now.
    await until(async () => {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tributary clicks' AND wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === 2;
    });
    await blocker.query('COMMIT');
    blocker.release();
    await until(isBack);
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('when an administrator ends the session, clicks go on', async () => {
    await send();
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tributary clicks'`,
    );
    const ids = await sendMany(5);
    await until(isBack);
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(6);
  });
});

describe('a spool file', () => {
  const line = (id: string, code: string, rest = {}) =>
    `${JSON.stringify({ id, code, day: '2025-06-01', visitor: randomUUID().replaceAll('-', ''), class: 0, source: 0, ...rest })}\n`;

  test('with clicks that the database refuses is kept beside, and its other clicks are recorded once', async () => {
    const ids = Array.from({ length: 5 }, () => newClickId(Date.now()));
    const bad = newClickId(Date.now());
    await new ClickSpool(spoolFolder).pending();
    await rm(spoolFolder, { recursive: true, force: true });
    const spool = new ClickSpool(spoolFolder);
    await spool.append([{ ...JSON.parse(line(bad, link.code)), day: '2025-02-31' }]);
    await spool.append(ids.map((id) => JSON.parse(line(id, link.code))));
    await spool.close();
    await recorder.replaySpool();
    expect(await recorded()).toEqual([...ids].sort());
    const files = await spooledFiles();
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/\.broken$/);
  });

  test('with clicks on a link that is gone is kept beside', async () => {
    const spool = new ClickSpool(spoolFolder);
    await spool.append([JSON.parse(line(newClickId(Date.now()), 'gone'))]);
    await spool.close();
    await recorder.replaySpool();
    expect((await spooledFiles())[0]).toMatch(/\.broken$/);
  });

  test('is not put aside because the database is busy for long: a lock that outlasts the statement’s time is waited out', async () => {
    await send();
    const spool = new ClickSpool(spoolFolder);
    const id = newClickId(Date.now());
    await spool.append([JSON.parse(line(id, link.code))]);
    await spool.close();
    const hasty = openRecorder({ ...PATIENT, statementMs: 200 });
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM offer_spend WHERE offer_id = $1 FOR UPDATE', [offerId]);
    await expect(hasty.replaySpool()).rejects.toThrow();
    expect((await spooledFiles())[0]).toMatch(/\.ndjson$/);
    await blocker.query('COMMIT');
    blocker.release();
    await hasty.stop();
    await recorder.replaySpool();
    expect(await recorded()).toContain(id);
    expect(await spooledFiles()).toEqual([]);
  });

  test('that two processes replay at once is recorded once', async () => {
    const spool = new ClickSpool(spoolFolder);
    const ids = Array.from({ length: 300 }, () => newClickId(Date.now()));
    await spool.append(ids.map((id) => JSON.parse(line(id, link.code))));
    await spool.close();
    const other = openRecorder();
    await Promise.allSettled([recorder.replaySpool(), other.replaySpool()]);
    await recorder.replaySpool();
    await other.stop();
    expect(await recorded()).toEqual([...ids].sort());
    expect(await spooledFiles()).toEqual([]);
  });
});
