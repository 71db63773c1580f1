import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { silentLog, until } from '../../../tests/harness/embedded.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { openDatabaseProxy } from '../../../tests/harness/tcp-proxy.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { connectDatabase } from '../../platform/database/database.ts';
import { startClicks } from './index.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const database = await createTestDatabase();
const market = createMarket(database.pool);
/** A day whose end never comes, and on which every shopper arrives at a millisecond of their own. */
let nowMs = Date.parse('2026-05-10T12:00:00Z');

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A redirect behind a real server on loopback; ended with the test. `isHasty`: it gives the database up after some seconds. */
async function openRedirect(options: { trustProxy?: string; databaseUrl?: string; isHasty?: boolean } = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-redirect-'));
  const databaseUrl = options.databaseUrl ?? database.url;
  const { pool } = connectDatabase(databaseUrl, {
    maxConnections: 4,
    statementTimeoutMs: options.isHasty ? 5_000 : 30_000,
    onPoolError: () => {},
  });
  const clicks = await startClicks({
    databaseUrl,
    pool,
    dataDir,
    calendar: createCalendar('UTC'),
    now: () => nowMs++,
    logger: silentLog(),
    trustProxy: options.trustProxy ?? null,
    countryHeader: 'cf-ipcountry',
    isLocal: true,
    ...(options.isHasty ? {} : { timeouts: PATIENT }),
  });
  const server = http.createServer(clicks.redirect);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await clicks.stop();
    await pool.end();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Reply>((resolve, reject) => {
      const request = http.request(
        // Uses a new connection, because the server may end a kept one while it is used again.
        { host: '127.0.0.1', port, path: target, method, headers: { 'user-agent': BROWSER, ...headers }, agent: false },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
        },
      );
      request.on('error', reject).end();
    });
  settled = () => clicks.settled(30_000);
  return { ask, port, dataDir, clicks };
}

/** Waits until the clicks of the redirect that was opened last are counted. */
let settled: () => Promise<void> | undefined = () => undefined;

async function earningLink(url?: string) {
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10 });
  return market.link({ userId: await market.user(), storeId, ...(url === undefined ? {} : { url }) });
}

const clicksOn = async (linkId: number) => {
  await settled();
  return recordedOn(linkId);
};
const recordedOn = async (linkId: number) =>
  (await database.pool.query('SELECT * FROM clicks WHERE link_id = $1 ORDER BY id', [linkId])).rows;
const clickIdIn = (location: string | undefined) => /[?&]tclid=([0-9a-f-]{36})/.exec(location ?? '')?.[1];

describe('a GET by a person', () => {
  test('is redirected to the link’s URL with the id of the click, which is counted when it is requested', async () => {
    const { ask } = await openRedirect();
    const { id, code, url } = await earningLink();
    const reply = await ask(`/r/${code}`);
    const clickId = clickIdIn(reply.headers.location);
    expect(reply.status).toBe(302);
    expect(reply.headers.location).toBe(`${url}?tclid=${clickId}`);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toBe('');
    expect(await clicksOn(id)).toMatchObject([{ id: clickId, class: 0, source: 0, cost_minor: 10, terms: 4 }]);
  });

  test('is stored with the class of its device, and with the country that a trusted proxy names', async () => {
    const { id, code } = await earningLink();
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
    const behind = await openRedirect({ trustProxy: 'loopback' });
    await behind.ask(`/r/${code}`, { 'CF-IPCountry': 'SE', 'x-forwarded-for': '198.51.100.1' });
    await behind.ask(`/r/${code}`, { 'cf-ipcountry': 'XX', 'user-agent': phone });
    await settled();
    const open = await openRedirect();
    await open.ask(`/r/${code}`, { 'cf-ipcountry': 'NO', 'user-agent': phone });
    await open.ask(`/r/${code}`, { 'user-agent': '' });
    await settled();
    const { rows } = await database.pool.query(
      'SELECT device_of(device_country) AS device, country_of(device_country) AS country FROM clicks WHERE link_id = $1 ORDER BY id',
      [id],
    );
    expect(rows).toEqual([
      { device: 'desktop', country: 'SE' },
      { device: 'mobile', country: null },
      { device: 'mobile', country: null },
      { device: 'other', country: null },
    ]);
  });

  test('is answered although the database does not accept its click, which is counted when it does', async () => {
    const { ask, clicks } = await openRedirect();
    const { id, code } = await earningLink();
    await ask(`/r/${code}`);
    await settled();
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE clicks IN EXCLUSIVE MODE');
    expect((await ask(`/r/${code}`)).status).toBe(302);
    expect(clicks.waiting()).toBe(1);
    expect(await recordedOn(id)).toHaveLength(1);
    await blocker.query('COMMIT');
    blocker.release();
    expect(await clicksOn(id)).toHaveLength(2);
  });

  test('receives no reply before its click is on disk', async () => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    await ask(`/r/${code}`);
    await settled();
    const synced: (() => void)[] = [];
    const syncing = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => {
      synced.push(() => done(null));
    });
    onTestFinished(() => syncing.mockRestore());
    let isAnswered = false;
    const reply = ask(`/r/${code}`).finally(() => {
      isAnswered = true;
    });
    await until(() => synced.length === 1);
    expect([isAnswered, (await recordedOn(id)).length]).toEqual([false, 1]);
    synced[0]!();
    expect((await reply).status).toBe(302);
    expect(await clicksOn(id)).toHaveLength(2);
  });

  test('from fifty at once: every answer’s click is counted', async () => {
    const { ask } = await openRedirect();
    const links = await Promise.all([earningLink(), earningLink(), earningLink()]);
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { headers } = await ask(`/r/${links[index % 3]!.code}`, { 'user-agent': `${BROWSER} ${index}` });
        const clickId = clickIdIn(headers.location);
        await settled();
        const { rowCount } = await database.pool.query('SELECT FROM clicks WHERE id = $1 AND class = 0', [clickId]);
        expect(rowCount).toBe(1);
      }),
    );
  });

  test('who returns is redirected again, and is a duplicate', async () => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    const replies = [await ask(`/r/${code}`), await ask(`/r/${code}`)];
    expect(replies.map(({ status }) => status)).toEqual([302, 302]);
    expect((await clicksOn(id)).map((click) => click.class)).toEqual([0, 3]);
  });

  test('of a suspended link is sent on too, and does not count', async () => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    await database.pool.query('UPDATE links SET suspended_at = now() WHERE id = $1', [id]);
    expect((await ask(`/r/${code}`)).status).toBe(302);
    expect((await clicksOn(id)).map((click) => click.class)).toEqual([5]);
  });

  test('from a social network has the source 1', async () => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    await ask(`/r/${code}`, { referer: 'https://l.instagram.com/?u=x' });
    expect((await clicksOn(id)).map((click) => click.source)).toEqual([1]);
  });
});

test.each<[string, string, Record<string, string>, number]>([
  ['HEAD', 'HEAD', {}, 2],
  ['a bot', 'GET', { 'user-agent': 'Googlebot/2.1' }, 1],
  ['nobody in particular', 'GET', { 'user-agent': '' }, 1],
  ['a preview', 'GET', { 'x-purpose': 'preview' }, 2],
  ['a picture on a page', 'GET', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }, 6],
  ['a frame on a page', 'GET', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }, 6],
])('%s is redirected and stored, and does not count', async (_, method, headers, expected) => {
  const { ask } = await openRedirect();
  const { id, code } = await earningLink();
  const reply = await ask(`/r/${code}`, headers, method);
  expect(reply.status).toBe(302);
  expect(clickIdIn(reply.headers.location)).toBeDefined();
  expect((await clicksOn(id)).map((click) => click.class)).toEqual([expected]);
});

test.each([
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
])(
  'a prefetch (%o) is stored, does not count and gives the browser nothing to use; the navigation after it counts once',
  async (headers) => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    const ahead = await ask(`/r/${code}`, headers);
    expect([ahead.status, ahead.headers.location, ahead.headers['cache-control']]).toEqual([
      503,
      undefined,
      'no-store',
    ]);
    const navigation = await ask(`/r/${code}`);
    expect(clickIdIn(navigation.headers.location)).toBeDefined();
    expect((await clicksOn(id)).map((click) => [click.class, click.cost_minor])).toEqual([
      [2, 0],
      [0, 10],
    ]);
  },
);

describe('the location', () => {
  test.each([
    ['https://shop.test/p#top', 'https://shop.test/p?tclid=ID#top'],
    ['https://shop.test/p?a=1&a=2&b=%20+&c', 'https://shop.test/p?a=1&a=2&b=%20+&c&tclid=ID'],
    ['https://shop.test/p?a=1#b?c=d', 'https://shop.test/p?a=1&tclid=ID#b?c=d'],
    ['https://xn--klder-gra.test/', 'https://xn--klder-gra.test/?tclid=ID'],
    ['https://shop.test:8443/%E2%82%AC/%2F..;v=1', 'https://shop.test:8443/%E2%82%AC/%2F..;v=1?tclid=ID'],
    ['https://shop.test/?u=https://a.test/?b%23c', 'https://shop.test/?u=https://a.test/?b%23c&tclid=ID'],
    [`https://shop.test/?"'<>\`{}|\\^[]!$*()`, `https://shop.test/?"'<>\`{}|\\^[]!$*()&tclid=ID`],
    ['https://shop.test/漢\r\nx: y', 'https://shop.test/%E6%BC%A2%0D%0Ax:%20y?tclid=ID'],
    [`https://shop.test/${'a'.repeat(4_000)}`, `https://shop.test/${'a'.repeat(4_000)}?tclid=ID`],
  ])('of %s is exact', async (url, expected) => {
    const { ask } = await openRedirect();
    const { code } = await earningLink(url);
    const { headers } = await ask(`/r/${code}`);
    expect(headers.location!.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')).toBe(expected);
    expect(headers).not.toHaveProperty('x');
  });

  test('is the one of the link, without additions of the request', async () => {
    const { ask } = await openRedirect();
    const { code, url } = await earningLink();
    for (const rest of ['?url=https://evil.test/', '?tclid=x', '/', '/?a', '?//evil.test', '#x']) {
      const { status, headers } = await ask(`/r/${code}${rest}`, {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
      });
      expect([status, headers.location?.split('?')[0]]).toEqual([302, url]);
    }
  });
});

describe('requests that are not redirected', () => {
  test.each([
    '/r/unknown',
    '/r/',
    '/r',
    '/r//',
    '/r/a/b',
    '/r/a%2Fb',
    '/r/%00',
    '/r/a%20b',
    '/r/../r/a',
    '/r/a;b',
    `/r/${'a'.repeat(65)}`,
    `/r/${'a'.repeat(8_000)}`,
    "/r/'; DROP TABLE clicks; --".replaceAll(' ', '%20'),
    '/R/a',
    '/',
    '/r?code=a',
    '*',
  ])('%s is a 404 with a text for people, and is not cached', async (target) => {
    const { ask } = await openRedirect();
    const { status, headers, body } = await ask(target);
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    expect(body).toContain('This link is not known.');
  });

  test('a code in other letters than its own is the only link that it can mean, and none if it can mean two', async () => {
    const { ask } = await openRedirect();
    const [first, second] = [await earningLink(), await earningLink()];
    const set = (code: string, id: number) =>
      database.pool.query('UPDATE links SET code = $1 WHERE id = $2', [code, id]);
    await set('mixedCase1', first.id);
    expect((await ask('/r/MIXEDCASE1')).headers.location).toContain(first.url);
    expect((await ask('/R/mixedcase1).')).headers.location).toContain(first.url);
    await set('MixedCASE1', second.id);
    expect((await ask('/r/mixedCASE1')).status).toBe(404);
    expect((await ask('/r/MixedCASE1')).headers.location).toContain(second.url);
    expect((await ask('/r/mixedCase1')).headers.location).toContain(first.url);
    expect((await ask('/r/mixedCase1x')).status).toBe(404);
  });

  test('a link with a tail is followed, and what is written as a query behind its code is one', async () => {
    const { ask } = await openRedirect();
    const { id, code, url } = await earningLink();
    for (const tail of ['.', '%22', '%E2%80%9D', '/more', '&amp;sub1=a&#038;sub2=b'])
      expect((await ask(`/r/${code}${tail}`)).headers.location).toContain(`${url}?tclid=`);
    const clicks = await clicksOn(id);
    expect(clicks).toHaveLength(5);
    expect(clicks.filter((click) => click.class === 0)).not.toHaveLength(0);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is 405 and recorded nowhere', async (method) => {
    const { ask } = await openRedirect();
    const { id, code } = await earningLink();
    const { status, headers } = await ask(`/r/${code}`, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(await clicksOn(id)).toEqual([]);
  });

  test('a request that ends before the reply harms nobody', async () => {
    const { ask, port } = await openRedirect({ trustProxy: 'loopback' });
    const { id, code } = await earningLink();
    for (let shopper = 0; shopper < 20; shopper++) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise<void>((resolve) =>
        socket.write(`GET /r/${code} HTTP/1.1\r\nhost: x\r\nuser-agent: ${BROWSER}\r\n\r\n`, () => resolve()),
      );
      socket.resetAndDestroy();
    }
    expect((await ask(`/r/${code}`)).status).toBe(302);
    const seen = await clicksOn(id);
    expect(seen.filter((click) => click.class === 0).length).toBeGreaterThanOrEqual(1);
  });
});

describe('the shopper’s address', () => {
  const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });
  async function countedOf(trustProxy: string | undefined, forwarded: string[]) {
    const { ask } = await openRedirect(trustProxy === undefined ? {} : { trustProxy });
    const { id, code } = await earningLink();
    for (const one of forwarded) await ask(`/r/${code}`, from(one));
    return (await clicksOn(id)).filter((click) => click.class === 0).length;
  }

  test('is not the one of X-Forwarded-For when no proxy is trusted', async () => {
    expect(await countedOf(undefined, ['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toBe(1);
  });
  test('is the one that a trusted proxy reports', async () => {
    expect(await countedOf('loopback', ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toBe(2);
  });
  test('is the last one that no trusted proxy wrote: addresses that the shopper adds are ignored', async () => {
    expect(await countedOf('loopback', ['10.0.0.1, 192.0.2.1', '10.0.0.2, 192.0.2.1', 'x, 192.0.2.1'])).toBe(1);
  });
  test('is found behind two proxies when both are trusted', async () => {
    const chains = ['192.0.2.1, 10.1.1.1', '192.0.2.2, 10.1.1.1'];
    expect(await countedOf('loopback, 10.0.0.0/8', chains)).toBe(2);
    expect(await countedOf('loopback', chains)).toBe(1);
  });
  test('is not trusted from a proxy elsewhere', async () => {
    expect(await countedOf('10.0.0.0/8', ['192.0.2.1', '192.0.2.2'])).toBe(1);
  });
  test('may be nonsense without harm', async () => {
    expect(
      await countedOf('loopback', ['unknown', ',,,', '[::1', '192.0.2.1:80', '192.0.2.1:81', 'é']),
    ).toBeGreaterThan(0);
  });
});

describe('while the database is unavailable', () => {
  test('known links redirect, unknown ones are a 503 with a time for a retry, and nothing is lost', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const { ask, clicks } = await openRedirect({ databaseUrl: proxy.url });
    const [known, unknown] = [await earningLink(), await earningLink()];
    const ids = [clickIdIn((await ask(`/r/${known.code}`)).headers.location)];
    await proxy.cut();
    for (let visitor = 0; visitor < 5; visitor++) {
      const reply = await ask(`/r/${known.code}`, { 'user-agent': `${BROWSER} ${visitor}` });
      expect(reply.status).toBe(302);
      ids.push(clickIdIn(reply.headers.location));
    }
    const refused = await ask(`/r/${unknown.code}`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(refused.headers).not.toHaveProperty('location');
    await proxy.restore();
    await until(() => clicks.waiting() === 0);
    expect((await clicksOn(known.id)).map((click) => click.id)).toEqual([...ids].sort());
    expect((await ask(`/r/${unknown.code}`)).status).toBe(302);
  });

  test('and does not even refuse, shoppers are still redirected, unknown links are a 503, and nothing is lost', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const { ask, clicks } = await openRedirect({ databaseUrl: proxy.url, isHasty: true });
    const [known, unknown] = [await earningLink(), await earningLink()];
    await ask(`/r/${known.code}`);
    proxy.freeze();
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, (_, visitor) => ask(`/r/${known.code}`, { 'user-agent': `${BROWSER} ${visitor}` })),
      ask(`/r/${unknown.code}`),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([302, 302, 302, 503]);
    proxy.thaw();
    await until(() => clicks.waiting() === 0);
    expect(await clicksOn(known.id)).toHaveLength(4);
    expect((await ask(`/r/${unknown.code}`)).status).toBe(302);
  });

  test('and the disk too, the answer is a 503 and never a 302', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const { ask, clicks } = await openRedirect({ databaseUrl: proxy.url });
    const { id, code } = await earningLink();
    await ask(`/r/${code}`);
    await settled();
    await proxy.cut();
    const full = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => done(new Error('ENOSPC: disk full')));
    onTestFinished(() => full.mockRestore());
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, headers } = await ask(`/r/${code}`);
      expect([status, headers.location, headers['retry-after']]).toEqual([503, undefined, '1']);
    }
    full.mockRestore();
    await proxy.restore();
    await until(() => !clicks.figures.databaseUnavailable);
    expect((await ask(`/r/${code}`)).status).toBe(302);
    expect(await clicksOn(id)).toHaveLength(2);
  });
});
