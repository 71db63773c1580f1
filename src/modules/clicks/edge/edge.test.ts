import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFaultsInTotals } from '../../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { silentLog, until } from '../../../../tests/harness/embedded.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { hasNats, type NatsServer, startNats } from '../../../../tests/harness/nats.ts';
import { PATIENT } from '../../../../tests/harness/patience.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../../tests/harness/tcp-proxy.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { parseNatsAddress } from '../../../platform/nats/nats-address.ts';
import { Profiles } from '../profiles.ts';
import { openStreamClickLog } from '../stream/stream-click-log.ts';
import { VisitorKeys } from '../visitor.ts';
import { startEdge } from './start-edge.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';

describe.skipIf(!hasNats)('an edge', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let nats: NatsServer;
  let name: string;
  let proxy: DatabaseProxy;
  let storeId: number;
  let scripts: Map<string, string>;
  const calendar = createCalendar('UTC');

  beforeAll(async () => {
    database = await createTestDatabase();
    nats = await startNats();
    await new VisitorKeys().refresh(database.pool, calendar.dayOf(Date.now()));
  });
  afterAll(() => nats?.remove());
  beforeEach(async () => {
    name = `edge-${randomUUID().slice(0, 8)}`;
    proxy = await openDatabaseProxy(database.url);
    const market = createMarket(database.pool);
    storeId = await market.store();
    await market.price({ storeId, cpcMinor: 10 });
    scripts = new Map([['shop.1', '"the script"']]);
    return async () => expect(await findFaultsInTotals(database.pool)).toEqual([]);
  });

  const newLink = async () => {
    const market = createMarket(database.pool);
    return market.link({ userId: await market.user(), storeId });
  };
  const address = () => parseNatsAddress(nats.url(name))!;
  const newFolder = async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-edge-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  };

  /** The part of an application process that edges need. */
  async function openApplication() {
    const log = await openStreamClickLog({
      ...{ databaseUrl: proxy.url, profiles: new Profiles(database.pool, 100), dataDir: await newFolder() },
      ...{ address: address(), logger: silentLog(), patience: PATIENT },
      edges: { pool: database.pool, scripts: async () => scripts },
    });
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await log.stop();
      isStopped = true;
    };
    onTestFinished(stop);
    return { log, stop };
  }

  async function openEdge(dataDir?: string) {
    const folder = dataDir ?? (await newFolder());
    const edge = await startEdge({
      ...{ address: address(), dataDir: folder, calendar, trustProxy: 'loopback', now: Date.now },
      countryHeader: 'cf-ipcountry',
      logger: silentLog(),
    });
    const server = createServer(edge.redirect);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      server.closeAllConnections();
      server.close();
      await edge.stop();
    };
    onTestFinished(stop);
    return { edge, folder, stop, port: (server.address() as AddressInfo).port };
  }

  async function follow(
    { port }: { port: number },
    code: string,
    forwarded = `10.0.0.${1 + Math.floor(Math.random() * 250)}`,
  ) {
    const reply = await fetch(`http://127.0.0.1:${port}/r/${code}`, {
      redirect: 'manual',
      headers: {
        'user-agent': `${BROWSER} ${randomUUID()}`,
        'x-forwarded-for': forwarded,
        'sec-fetch-mode': 'navigate',
        'cf-ipcountry': 'NO',
      },
    });
    await reply.arrayBuffer();
    const location = reply.headers.get('location') ?? '';
    return { status: reply.status, location, click: /tclid=([0-9a-f-]{36})/.exec(location)?.[1] ?? '' };
  }
  const rowOf = async (click: string) =>
    (
      await database.pool.query(
        'SELECT class, cost_minor, country_of(device_country) AS country FROM clicks WHERE id = $1',
        [click],
      )
    ).rows[0];
  const isCounted = (clicks: readonly string[]) =>
    until(async () => (await Promise.all(clicks.map(rowOf))).every((row) => row !== undefined));

  test('sends shoppers on with the database’s links, and its clicks are priced by the database', async () => {
    const link = await newLink();
    await openApplication();
    const edge = await openEdge();
    const { status, location, click } = await follow(edge, link.code);
    expect(status).toBe(302);
    expect(location).toContain('tclid=');
    await isCounted([click]);
    expect(await rowOf(click)).toEqual({ class: 0, cost_minor: 10, country: 'NO' });
    expect((await follow(edge, 'no-such-link')).status).toBe(404);
    expect([edge.edge.scriptOf('shop.1'), edge.edge.scriptOf('shop.2')]).toEqual(['"the script"', undefined]);
  });

  test('knows the visitors of other processes: a visitor is counted once over all edges', async () => {
    const link = await newLink();
    await openApplication();
    const [one, other] = [await openEdge(), await openEdge()];
    const clicks: string[] = [];
    for (const { port } of [one, other]) {
      const reply = await fetch(`http://127.0.0.1:${port}/r/${link.code}`, {
        redirect: 'manual',
        headers: { 'user-agent': BROWSER, 'x-forwarded-for': '10.9.9.9' },
      });
      clicks.push(/tclid=([0-9a-f-]{36})/.exec(reply.headers.get('location') ?? '')![1]!);
    }
    await isCounted(clicks);
    expect((await Promise.all(clicks.map(rowOf))).map((row) => row.class).sort()).toEqual([0, 3]);
  });

  test('follows links that are created while it runs, and requests unknown ones', async () => {
    await openApplication();
    const edge = await openEdge();
    const asked = await newLink();
    expect((await follow(edge, asked.code)).status).toBe(302);
    const followed = await newLink();
    await until(() => edge.edge.knows(followed.code));
  });
  test('continues without the database and the application; its clicks are counted when they are back', async () => {
    const link = await newLink();
    const { stop } = await openApplication();
    const edge = await openEdge();
    await stop();
    const clicks = (await Promise.all(Array.from({ length: 20 }, () => follow(edge, link.code)))).map(
      (one) => one.click,
    );
    expect(clicks.every((click) => click !== '')).toBe(true);
    expect((await follow(edge, 'no-such-link')).status).toBe(503);
    await openApplication();
    await isCounted(clicks);
  });

  test('continues without NATS; its journal is forwarded when NATS is back, also by a replacement process', async () => {
    const link = await newLink();
    await openApplication();
    const edge = await openEdge();
    const before = (await follow(edge, link.code)).click;
    await nats.kill();
    const during = [];
    for (let at = 0; at < 5; at++) during.push((await follow(edge, link.code)).click);
    expect(during.every((click) => click !== '')).toBe(true);
    expect(edge.edge.waiting()).toBe(5);
    await nats.start();
    await isCounted([before, ...during]);
    await until(() => edge.edge.waiting() === 0);
    const after = await newLink();
    await until(() => edge.edge.knows(after.code));
    await nats.kill();
    const last = (await follow(edge, link.code)).click;
    await edge.stop();
    expect((await readdir(path.join(edge.folder, 'clicks'))).length).toBeGreaterThan(0);
    await nats.start();
    await openEdge(await asIfLeftBehind(edge.folder));
    await isCounted([last]);
  });
  /** The journal is of this very process, which lives. */
  async function asIfLeftBehind(folder: string): Promise<string> {
    const journals = path.join(folder, 'clicks');
    for (const journal of await readdir(journals))
      await rename(path.join(journals, journal), path.join(journals, `spool-${randomUUID().replaceAll('-', '')}`));
    return folder;
  }

  test('serves changed scripts, and drops deleted stores and past days', async () => {
    const first = await openApplication();
    const edge = await openEdge();
    await first.stop();
    scripts = new Map([['shop.2', '"another"']]);
    await openApplication();
    await until(() => edge.edge.scriptOf('shop.2') === '"another"' && edge.edge.scriptOf('shop.1') === undefined);
  });
});
