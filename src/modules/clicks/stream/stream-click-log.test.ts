import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findFaultsInTotals } from '../../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { silentLog, until } from '../../../../tests/harness/embedded.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { hasNats, type NatsServer, startNats } from '../../../../tests/harness/nats.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../../tests/harness/tcp-proxy.ts';
import { PATIENT } from '../../../../tests/harness/timeouts.ts';
import type { Logger } from '../../../platform/context.ts';
import { parseNatsAddress } from '../../../platform/nats/nats-address.ts';
import type { Click } from '../batch.ts';
import { LogUnavailable } from '../carry-loop.ts';
import { newClickId } from '../click-id.ts';
import type { ClickLog } from '../click-log.ts';
import { encodeFrame } from '../journal/frame.ts';
import { Profiles } from '../profiles.ts';
import { openStreamClickLog } from './stream-click-log.ts';

describe.skipIf(!hasNats)('the click log in NATS JetStream', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let nats: NatsServer;
  let name: string;
  let link: { id: number; code: string };
  let profiles: Profiles;
  let proxy: DatabaseProxy;

  beforeAll(async () => {
    database = await createTestDatabase();
    nats = await startNats();
  });
  afterAll(() => nats?.remove());
  beforeEach(async () => {
    name = `log-${randomUUID().slice(0, 8)}`;
    proxy = await openDatabaseProxy(database.url);
    profiles = new Profiles(database.pool, 100);
    const market = createMarket(database.pool);
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 10 });
    const campaignId = await market.campaign({ storeId, maxClicks: 7 });
    await market.price({ storeId, campaignId, cpcMinor: 20 });
    link = await market.link({ userId: await market.user(), storeId });
  });

  interface Opened {
    log: ClickLog;
    dataDir: string;
    stop(): Promise<void>;
  }

  async function open(databaseUrl = proxy.url, logger: Logger = silentLog()): Promise<Opened> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-stream-'));
    const address = parseNatsAddress(nats.url(name))!;
    const log = await openStreamClickLog({
      databaseUrl,
      profiles,
      dataDir,
      address,
      edges: null,
      logger,
      timeouts: PATIENT,
    });
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await log.stop();
      isStopped = true;
    };
    onTestFinished(async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
      expect(await findFaultsInTotals(database.pool)).toEqual([]);
    });
    return { log, dataDir, stop };
  }

  async function send({ log }: Opened, rest: Partial<Click> = {}): Promise<string> {
    const profile = (await profiles.find(link.code))!;
    const id = newClickId(Date.now());
    const visitor = randomUUID().replaceAll('-', '');
    return new Promise((resolve, reject) => {
      const click: Click = { id, profile, day: '2025-06-01', visitor, class: 0, source: 0, ...rest };
      log.record(click, (error) => (error ? reject(error) : resolve(id)));
    });
  }
  const sendMany = (to: Opened, count: number) => Promise.all(Array.from({ length: count }, () => send(to)));
  const recorded = async (): Promise<string[]> =>
    (await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id])).rows.map((row) => row.id).sort();
  const isRecorded = (ids: readonly string[]) =>
    until(async () => {
      const known = new Set(await recorded());
      return ids.every((id) => known.has(id));
    });
  const booked = async () =>
    (
      await database.pool.query(
        'SELECT count(*)::int AS n FROM clicks WHERE link_id = $1 AND campaign_id IS NOT NULL',
        [link.id],
      )
    ).rows[0].n;

  async function manage() {
    const nc = await connect({ servers: `127.0.0.1:${nats.port}` });
    onTestFinished(() => nc.close());
    return { js: jetstream(nc), jsm: await jetstreamManager(nc) };
  }
  const streamState = async () => (await (await manage()).jsm.streams.info(`${name}-clicks`)).state;
  /** Sends clicks until the stream has so many messages: it may take none at first, and then the journal has them. */
  const fillStream = (opened: Opened, messages: number) =>
    until(async () => {
      await isRecorded([await send(opened)]);
      return (await streamState().catch(() => ({ messages: 0 }))).messages >= messages;
    });
  const frameOf = (ids: readonly string[]) =>
    encodeFrame(
      ids.map((id) => ({
        id,
        code: link.code,
        day: '2025-06-01',
        visitor: randomUUID().replaceAll('-', ''),
        class: 0,
        source: 0,
      })),
      0,
    );

  test('has stored a click when it replies, and counts it soon after; caps are exact over two processes', async () => {
    const [one, other] = [await open(), await open()];
    const ids = (await Promise.all([sendMany(one, 60), sendMany(other, 60)])).flat();
    expect((await streamState()).messages).toBeGreaterThan(0);
    await Promise.all([one.log.settled(30_000), other.log.settled(30_000)]);
    await until(() => one.log.waiting() + other.log.waiting() === 0);
    expect(await recorded()).toEqual(ids.sort());
    expect(await booked()).toBe(7);
    expect([one, other].map(({ log }) => log.figures.journaled)).toEqual([60, 60]);
    // One of them carries; nothing went to a journal.
    expect([one, other].map(({ log }) => log.figures.recorded).sort()).toEqual([0, 120]);
    for (const { dataDir } of [one, other])
      expect(await readdir(path.join(dataDir, 'clicks')).catch(() => [])).toEqual([]);
  });

  test('is carried by another process when the one that did ends, or loses its connection', async () => {
    const [one, other] = [await open(), await open()];
    await send(one);
    await until(() => one.log.figures.recorded + other.log.figures.recorded === 1);
    const [carrier, standby] = one.log.figures.recorded === 1 ? [one, other] : [other, one];
    await carrier.stop();
    const ids = await sendMany(standby, 20);
    await isRecorded(ids);
    // A click whose acknowledgement came too late is in the journal as well, and is read twice. The figure follows the commit.
    await until(() => standby.log.figures.recorded >= 20);
    const third = await open();
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid IN (
        SELECT pid FROM pg_stat_activity WHERE application_name = 'tributary clicks' AND datname = current_database())`,
    );
    const more = [...(await sendMany(third, 20)), ...(await sendMany(standby, 20))];
    await isRecorded(more);
  });

  test('killed under load loses nothing: the journal stores what it does not, and each click is counted once', async () => {
    const opened = await open();
    const ids: string[] = [];
    const clients = Array.from({ length: 8 }, async () => {
      for (let at = 0; at < 60; at++) ids.push(await send(opened));
    });
    const kills = (async () => {
      for (const share of [60, 200, 340]) {
        await until(() => ids.length >= share);
        await nats.kill();
        await until(() => ids.length >= share + 30);
        await nats.start();
      }
    })();
    await Promise.all([...clients, kills]);
    await isRecorded(ids);
    expect(ids).toHaveLength(480);
    expect(await recorded()).toEqual(ids.sort());
    expect(opened.log.figures.refused).toBe(0);
  });

  test('does not wait for a server that hangs, and counts once the clicks that it stored without a reply', async () => {
    const opened = await open();
    const first = await sendMany(opened, 5);
    nats.freeze();
    const during = await sendMany(opened, 5);
    nats.thaw();
    await until(async () => (await streamState()).messages > 0);
    const after = await sendMany(opened, 5);
    await isRecorded([...first, ...during, ...after]);
    await until(() => opened.log.waiting() === 0);
    expect(await recorded()).toHaveLength(15);
  });

  test('that is unavailable at the start is used when it is available', async () => {
    await nats.kill();
    const log = { ...silentLog(), warn: vi.fn() };
    const opened = await open(proxy.url, log);
    // The start of a process carries the log, and continues without NATS after this refusal.
    await expect(opened.log.catchUp()).rejects.toBeInstanceOf(LogUnavailable);
    const before = await sendMany(opened, 5);
    await isRecorded(before);
    expect(log.warn.mock.calls.filter(([, sentence]) => sentence.startsWith('NATS does not answer'))).toHaveLength(1);
    await nats.start();
    await fillStream(opened, 1);
    await expect(opened.log.catchUp()).resolves.toBeUndefined();
  });

  test('continues while the database is unavailable, and is recorded afterwards', async () => {
    const opened = await open();
    await isRecorded([await send(opened)]);
    // The log stops counting a click after the commit that shows it.
    await until(() => opened.log.waiting() === 0);
    await proxy.cut();
    const ids = await sendMany(opened, 30);
    expect(opened.log.waiting()).toBe(30);
    await proxy.restore();
    await isRecorded(ids);
    await until(() => opened.log.waiting() === 0);
  });

  test('with a frame twice, or again after the database has lost its last commits, counts its clicks once', async () => {
    const opened = await open();
    const ids = await sendMany(opened, 10);
    await isRecorded(ids);
    const { js } = await manage();
    const frame = frameOf([newClickId(Date.now()), newClickId(Date.now())]);
    for (const msgID of ['a', 'b']) await js.publish(`${name}.clicks`, frame, { msgID });
    await until(async () => (await recorded()).length === 12);
    await database.pool.query(
      "UPDATE click_journals SET position = 0, mark = NULL WHERE journal LIKE '%' || $1 || '%'",
      [name],
    );
    const last = await send(opened);
    await isRecorded([last]);
    expect(await recorded()).toHaveLength(13);
    expect(await booked()).toBe(7);
  });

  test('that has lost its end and reuses its sequence numbers is detected, and no new click is skipped', async () => {
    const opened = await open();
    const first = await sendMany(opened, 3);
    await isRecorded(first);
    await nats.kill();
    const copy = `${nats.folder}-copy`;
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await cp(nats.folder, copy, { recursive: true });
    await nats.start();
    await until(async () => {
      await isRecorded([await send(opened)]);
      return (await streamState()).last_seq >= 4;
    });
    await nats.kill();
    await rm(nats.folder, { recursive: true });
    await cp(copy, nats.folder, { recursive: true });
    // As many new messages as were lost, and more, before anybody carries: their numbers were carried once.
    await opened.stop();
    await nats.start();
    const { js } = await manage();
    const fresh = Array.from({ length: 6 }, () => newClickId(Date.now()));
    for (const id of fresh) await js.publish(`${name}.clicks`, frameOf([id]), { msgID: id });
    await open();
    await isRecorded(fresh);
  });

  test('starts again when it is deleted and created again', async () => {
    const opened = await open();
    await isRecorded(await sendMany(opened, 3));
    const { jsm } = await manage();
    await jsm.streams.delete(`${name}-clicks`);
    const ids = await sendMany(opened, 3);
    await isRecorded(ids);
    await fillStream(opened, 1);
  });

  test('that is full leaves the rest to the journal', async () => {
    const { jsm } = await manage();
    await jsm.streams.add({ name: `${name}-clicks`, subjects: [`${name}.clicks`], discard: 'new', max_bytes: 500 });
    const opened = await open();
    const ids: string[] = [];
    for (let at = 0; at < 20; at++) ids.push(await send(opened));
    await isRecorded(ids);
    expect(await recorded()).toEqual(ids.sort());
    expect((await streamState()).bytes).toBeLessThanOrEqual(500);
  });

  test('skips damaged frames, and keeps clicks on deleted links aside', async () => {
    const opened = await open();
    const { js } = await manage();
    await until(async () => js.publish(`${name}.clicks`, 'nothing of ours').then(Boolean, () => false));
    await js.publish(`${name}.clicks`, encodeFrame([{ ...gone(), code: 'no-such-link' }], 0));
    const id = await send(opened);
    await isRecorded([id]);
    const folder = path.join(opened.dataDir, 'clicks', 'refused');
    const [file] = await readdir(folder);
    expect(await readFile(path.join(folder, file!), 'utf8')).toContain('no-such-link');
  });
  const gone = () => ({
    id: newClickId(Date.now()),
    day: '2025-06-01',
    visitor: randomUUID().replaceAll('-', ''),
    class: 0,
    source: 0,
  });

  test('frees the messages that were recorded before its last check', async () => {
    const opened = await open();
    await fillStream(opened, 5);
    await opened.log.catchUp();
    expect((await streamState()).first_seq).toBe(1);
    await opened.log.catchUp();
    // The last carried message remains: it shows whether the log is unchanged.
    expect((await streamState()).messages).toBeLessThanOrEqual(2);
    await isRecorded([await send(opened)]);
  });
});
