import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { findFaultsInTotals } from '../../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { silentLog, until } from '../../../../tests/harness/embedded.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { hasNats, type NatsServer, startNats } from '../../../../tests/harness/nats.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../../tests/harness/tcp-proxy.ts';
import { PATIENT } from '../../../../tests/harness/timeouts.ts';
import { createEdgeServer } from '../../../edge.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { parseNatsAddress } from '../../../platform/nats/nats-address.ts';
import { ClickClass } from '../click-classes.ts';
import { Profiles } from '../profiles.ts';
import { openStreamClickLog } from '../stream/stream-click-log.ts';
import { VisitorKeys } from '../visitor.ts';
import { startEdge } from './start-edge.ts';

const METRICS_TOKEN = 'a-token-for-monitoring';
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
    afterThisFile(() => nats.remove());
    await new VisitorKeys().refresh(database.pool, calendar.dayOf(Date.now()));
  });
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
      databaseUrl: proxy.url,
      profiles: new Profiles(database.pool, 100),
      dataDir: await newFolder(),
      address: address(),
      logger: silentLog(),
      timeouts: PATIENT,
      edges: { pool: database.pool, domains: { owners: new Map() }, scripts: async () => scripts },
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
      address: address(),
      dataDir: folder,
      calendar,
      trustProxy: 'loopback',
      now: Date.now,
      countryHeader: 'cf-ipcountry',
      logger: silentLog(),
    });
    const server = createEdgeServer(edge, { metricsToken: METRICS_TOKEN });
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
  interface Asked {
    path: string;
    host?: string;
    method?: string;
    headers?: Record<string, string>;
  }

  /** A request on a connection of its own; ids of clicks are replaced, because each is another. */
  const ask = (port: number, { path: target, host = 'tributary.test', method = 'GET', headers = {} }: Asked) =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: target, method, agent: false };
      const request = http.request({ ...options, headers: { host, 'user-agent': BROWSER, ...headers } }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => {
          const { date: _, ...rest } = response.headers;
          const location = rest.location?.replace(/tclid=[0-9a-f-]{36}/, 'tclid=ID');
          const headers = location === undefined ? rest : { ...rest, location };
          resolve({ status: response.statusCode!, headers, body });
        });
      });
      request.on('error', reject).end();
    });
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

  test('does not pay for links to a page that the store has blocked since, and sends their shoppers on', async () => {
    const link = await newLink();
    await openApplication();
    const edge = await openEdge();
    const paid = (await follow(edge, link.code)).click;
    await isCounted([paid]);
    expect(await rowOf(paid)).toMatchObject({ class: 0, cost_minor: 10 });
    const { rows } = await database.pool.query('SELECT url FROM links WHERE id = $1', [link.id]);
    const rule = { type: 'block', url: new URL('/', rows[0].url).href };
    await database.pool.query('INSERT INTO url_rules (store_id, type, url) VALUES ($1, $2, $3)', [
      storeId,
      rule.type,
      rule.url,
    ]);
    const unpaid = await follow(edge, link.code);
    expect(unpaid.location).toContain('tclid=');
    await isCounted([unpaid.click]);
    expect(await rowOf(unpaid.click)).toMatchObject({ class: ClickClass.unpaid_page, cost_minor: 0 });
    await database.pool.query('DELETE FROM url_rules WHERE store_id = $1', [storeId]);
    const again = (await follow(edge, link.code)).click;
    await isCounted([again]);
    expect(await rowOf(again)).toMatchObject({ class: 0, cost_minor: 10 });
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
    expect(edge.edge.state().waiting).toBe(5);
    await nats.start();
    await isCounted([before, ...during]);
    await until(() => edge.edge.state().waiting === 0);
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

  test('is unhealthy, and reports it, while it cannot store clicks', async () => {
    const link = await newLink();
    await openApplication();
    const edge = await openEdge();
    const health = async () => {
      const reply = await ask(edge.port, { path: '/healthz' });
      return [reply.status, JSON.parse(reply.body)];
    };
    expect(await health()).toEqual([
      200,
      {
        status: 'ok',
        nats: 'up',
        links: edge.edge.state().links,
        snapshot_age_seconds: expect.any(Number),
        waiting: 0,
        journaled: 0,
        forwarded: 0,
        refused: 0,
      },
    ]);
    expect((await ask(edge.port, { path: '/metrics' })).status).toBe(401);
    await nats.kill();
    expect((await follow(edge, link.code)).status).toBe(302);
    expect(await health()).toMatchObject([200, { status: 'ok', nats: 'unavailable', waiting: 1 }]);
    const full = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => done(new Error('ENOSPC: disk full')));
    onTestFinished(() => full.mockRestore());
    expect(await follow(edge, link.code)).toMatchObject({ status: 503, location: '' });
    expect(await health()).toMatchObject([503, { status: 'refusing', refused: 1 }]);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await ask(edge.port, { path: '/metrics', headers });
    const figures = Object.fromEntries(body.split('\n').map((line) => line.split(' ') as [string, string]));
    expect(figures).toMatchObject({
      tributary_clicks_journaled_total: '1',
      tributary_clicks_refused_total: '1',
      tributary_edge_clicks_waiting: '1',
      tributary_edge_nats_unavailable: '1',
      tributary_edge_clicks_forwarded_total: '0',
      tributary_edge_links: String(edge.edge.state().links),
      process_cpu_seconds_total: expect.any(String),
    });
    full.mockRestore();
    await nats.start();
    await until(() => edge.edge.state().waiting === 0);
  });

  test('serves changed scripts, and drops deleted stores and past days', async () => {
    const first = await openApplication();
    const edge = await openEdge();
    await first.stop();
    scripts = new Map([['shop.2', '"another"']]);
    await openApplication();
    await until(() => edge.edge.scriptOf('shop.2') === '"another"' && edge.edge.scriptOf('shop.1') === undefined);
  });

  test('replies as the application does, for each kind of link, host and request', async () => {
    const market = createMarket(database.pool);
    const set = (id: number, columns: string) => database.pool.query(`UPDATE links SET ${columns} WHERE id = $1`, [id]);
    const addSlug = (id: number, slug: string) =>
      database.pool.query(
        'INSERT INTO link_slugs (slug, link_id, user_id) SELECT $2, id, user_id FROM links WHERE id = $1',
        [id, slug],
      );
    const word = randomUUID().slice(0, 8);
    const [agencyId, otherAgencyId] = [await market.agency(), await market.agency()];
    const [anna, ben] = [await market.user({ agencyId }), await market.user({ agencyId: otherAgencyId })];
    const passing = await market.store();
    await database.pool.query("UPDATE stores SET passed_parameters = '{utm_source,utm_medium}' WHERE id = $1", [
      passing,
    ]);
    const page = (rest: string) => `https://shop.test/${word}${rest}`;
    const make = (rest: string, userId = anna, store = storeId) =>
      market.link({ userId, storeId: store, url: page(rest) });
    const links = {
      plain: await make('/p#top'),
      foreign: await make('/f', ben),
      passing: await make('/u?utm_medium=own', ben, passing),
      expired: await make('/e1', anna, passing),
      moved: await make('/e2', anna, passing),
      lasting: await make('/e3'),
      named: await make('/s'),
      archived: await make('/a'),
      suspended: await make('/b'),
    };
    await set(links.expired.id, "expires_at = now() - interval '1 minute'");
    await set(links.moved.id, `expires_at = now() - interval '1 minute', expired_url = '${page('/sale?a=1#x')}'`);
    await set(links.lasting.id, `expires_at = now() + interval '1 day', expired_url = '${page('/never')}'`);
    await set(links.archived.id, 'archived_at = now()');
    await set(links.suspended.id, 'suspended_at = now()');
    for (const slug of [`old-${word}`, `new-${word}`]) {
      await addSlug(links.named.id, slug);
      await set(links.named.id, `slug = '${slug}'`);
    }
    const hosts = { creator: `go.${word}.example`, agency: `team.${word}.example`, unproven: `no.${word}.example` };
    await database.pool.query(
      `INSERT INTO link_domains (host, user_id, agency_id, proven_by, proven_at) VALUES
        ($1, $4, NULL, 'dns', now()), ($2, NULL, $5, 'dns', now()), ($3, $4, NULL, NULL, NULL)`,
      [hosts.creator, hosts.agency, hosts.unproven, anna, agencyId],
    );
    const application = await createTestApplication({ database, clickLog: address() });
    await application.app.listen({ host: '127.0.0.1', port: 0 });
    const applicationPort = (application.app.server.address() as AddressInfo).port;
    const edge = await openEdge();

    const utm = '?utm_source=n%20%C3%A9ws&utm_medium=mail&utm_term=x&sub1=a&tclid=forged';
    const { plain, foreign } = links;
    const requests: [Asked, number][] = [
      ...Object.values(links).flatMap(({ code }): [Asked, number][] => [
        [{ path: `/r/${code}` }, 302],
        [{ path: `/r/${code}/${utm}` }, 302],
      ]),
      [{ path: `/r/OLD-${word}` }, 302],
      [{ path: `/r/new-${word}?sub1=a` }, 302],
      [{ path: `/r/no-${word}` }, 404],
      [{ path: `/r/${plain.code.toUpperCase()}-x` }, 404],
      [{ path: '/r/' }, 404],
      [{ path: '/r/a%2Fb' }, 404],
      [{ path: `/r/${plain.code}`, method: 'HEAD' }, 302],
      [{ path: `/r/${plain.code}`, method: 'POST' }, 405],
      [{ path: `/r/${plain.code}`, headers: { 'user-agent': 'Googlebot/2.1' } }, 302],
      [{ path: `/r/${plain.code}`, headers: { 'user-agent': '' } }, 302],
      [{ path: `/r/${links.passing.code}?utm_source=${'x'.repeat(8_000)}&${'y'.repeat(4_000)}` }, 302],
      [{ path: `/r/${links.passing.code}?utm_source=${'x'.repeat(20_000)}` }, 431],
      ...[hosts.creator, hosts.agency, `${hosts.agency.toUpperCase()}:8443`].flatMap((host): [Asked, number][] => [
        [{ host, path: `/${plain.code}` }, 302],
        [{ host, path: `/r/new-${word}` }, 302],
        [{ host, path: `/${links.moved.code}${utm}` }, 302],
        [{ host, path: `/${foreign.code}` }, 404],
        [{ host, path: `/r/${foreign.code}` }, 404],
        [{ host, path: '/healthz' }, 404],
        [{ host, path: '/' }, 404],
        [{ host, path: `/${plain.code}`, method: 'POST' }, 405],
      ]),
      [{ host: hosts.unproven, path: `/r/${foreign.code}` }, 302],
    ];
    const replies = async (port: number) => {
      const all = [];
      for (const [asked] of requests) all.push([asked, await ask(port, asked)] as const);
      return all;
    };
    const expected = await replies(applicationPort);
    expect(expected.map(([, { status }]) => status)).toEqual(requests.map(([, status]) => status));
    const locationOf = (path: string) => expected.find(([asked]) => asked.path === path)?.[1].headers.location;
    expect(locationOf(`/r/${links.moved.code}/${utm}`)).toBe(
      page('/sale?a=1&tclid=ID&utm_source=n%20%C3%A9ws&utm_medium=mail#x'),
    );
    for (const { code } of Object.values(links)) expect(edge.edge.knows(code)).toBe(true);
    expect(['old', 'NEW', 'no'].map((one) => edge.edge.knows(`${one}-${word}`))).toEqual([true, true, false]);
    expect(await replies(edge.port)).toEqual(expected);

    // Without NATS, and therefore without the application: the same for everything that exists.
    const isUnknown = ([{ path }]: (typeof expected)[0]) => /^\/(?:r\/no-.*|r\/a%2Fb|.*-x|healthz)$/.test(path);
    await nats.kill();
    const alone = await replies(edge.port);
    // The publisher begins anew when NATS is back, and need not wait for its next sweep.
    await database.pool.query("UPDATE stores SET passed_parameters = '{utm_term}' WHERE id = $1", [passing]);
    await database.pool.query('UPDATE users SET agency_id = $2 WHERE id = $1', [anna, otherAgencyId]);
    await nats.start();
    expect(alone.filter((reply) => !isUnknown(reply))).toEqual(expected.filter((reply) => !isUnknown(reply)));
    expect(new Set(alone.filter(isUnknown).map(([, { status }]) => status))).toEqual(new Set([503]));

    // Changes reach the edge and replace what it has stored.
    await set(plain.id, `expires_at = now(), expired_url = '${page('/new')}'`);
    for (const port of [edge.port, applicationPort])
      await until(
        async () => (await ask(port, { path: `/r/${plain.code}` })).headers.location === page('/new?tclid=ID'),
      );
    const passed = { path: `/r/${links.passing.code}?utm_term=t&utm_source=s` };
    for (const port of [edge.port, applicationPort])
      await until(
        async () => (await ask(port, passed)).headers.location === page('/u?utm_medium=own&tclid=ID&utm_term=t'),
      );
    const atAgency = { host: hosts.agency, path: `/${plain.code}` };
    for (const port of [edge.port, applicationPort])
      await until(async () => (await ask(port, atAgency)).status === 404);
    await addSlug(plain.id, `late-${word}`);
    await set(plain.id, `slug = 'late-${word}'`);
    await until(() => edge.edge.knows(`late-${word}`));
    await database.pool.query('DELETE FROM link_domains WHERE host = $1', [hosts.creator]);
    await until(async () => (await ask(edge.port, { host: hosts.creator, path: `/r/${foreign.code}` })).status === 302);
  });
});
