import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { connectTestDatabase } from '../../../../tests/harness/database.ts';
import { silentLog } from '../../../../tests/harness/embedded.ts';
import { openHttpPeer, type PeerReply } from '../../../../tests/harness/peers/http-peer.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { rssOf, shoe } from '../parse/feed.fixture.ts';
import { purgeProducts } from '../purge-products.ts';
import { runNext } from './run-next.ts';
import { startProductFeeds } from './start-feeds.ts';

let waitedMs = 0;
const now = () => new Date(Date.now() + waitedMs);
const application = await createTestApplication({ now });
const { database } = application;
const cast = await createCast(application);
await database.pool.query("UPDATE stores SET currency = 'EUR'");
const reachable = createOutbound({ allow: ['127.0.0.0/8'] });
// A run has its own connection. A separate pool shows that it does not depend on the application's pool.
const { pool } = connectTestDatabase(database.url);
afterThisFile(() => pool.end());

const work = (outbound: Outbound = reachable, signal = new AbortController().signal) =>
  runNext({ pool, outbound, now, log: silentLog(), signal });
const path = `/v2/stores/${cast.storeId}/product-feed`;
const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: unknown, role: Role = 'advertiser') =>
  application.call({ method, url, body, as: cast.tokens[role] });
const send = (content: string | Buffer, format = 'xml', columns = '') =>
  upload(application, {
    url: `${path}/uploads?format=${format}${columns}`,
    as: cast.tokens.advertiser,
    content: Buffer.from(content as string),
    mediaType: 'application/octet-stream',
  });
const latest = async () => (await call('GET', `${path}/runs?size=1`)).body.data[0];
/** Uploads a feed and carries out its run. */
const apply = async (content: string | Buffer, format = 'xml', columns = '') => {
  expect((await send(content, format, columns)).status).toBe(202);
  expect(await work()).toBe(true);
  return latest();
};
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const alive = async () =>
  (
    await query('SELECT product_id FROM products WHERE store_id = $1 AND gone_at IS NULL ORDER BY product_id', [
      cast.storeId,
    ])
  ).map(({ product_id }) => product_id);
const contents = () => query('SELECT xmin::text AS written, p.* FROM products p ORDER BY p.id');

/** Serves a feed with validators until the test ends. */
const serve = (answer: () => PeerReply) =>
  openHttpPeer(({ headers }) => {
    const reply = answer();
    const isKnown = headers['if-none-match'] !== undefined && headers['if-none-match'] === reply.headers?.etag;
    return isKnown ? { status: 304 } : reply;
  });

beforeEach(() => query('TRUNCATE products, product_feed_runs, product_feeds'));

describe('an uploaded feed', () => {
  it('becomes the products of the store; omitted products are removed', async () => {
    expect(await apply(rssOf(shoe('a'), shoe('b'), shoe('c')))).toMatchObject({
      source: 'upload',
      state: 'done',
      items: 3,
      created: 3,
      changed: 0,
      unchanged: 0,
      gone: 0,
      refused: 0,
      errors: [],
      failure: null,
    });
    const second = await apply(gzipSync(rssOf(shoe('a'), shoe('b', { price: '80 EUR' }), shoe('d'))));
    expect(second).toMatchObject({ items: 3, created: 1, changed: 1, unchanged: 1, gone: 1 });
    expect(await alive()).toEqual(['a', 'b', 'd']);
    const [b] = await query(
      "SELECT current_minor, previous_minor, price_changed_at FROM products WHERE product_id = 'b'",
    );
    expect(b).toMatchObject({ current_minor: 8_000, previous_minor: 10_000, price_changed_at: expect.any(Date) });
    expect((await call('GET', path)).body).toMatchObject({ url: null, schedule: 'manual', product_count: 3 });
    // The file is deleted after the run.
    expect(await query('SELECT FROM product_feed_runs WHERE content IS NOT NULL')).toEqual([]);
    // A product that was gone may return.
    expect(await apply(rssOf(shoe('c')))).toMatchObject({ created: 0, changed: 1, gone: 3 });
  });

  it('reports the errors of items by line and field, and keeps the first of several items with one id', async () => {
    const run = await apply(
      rssOf(
        shoe('a'),
        shoe('a', { title: 'Other' }),
        shoe('b', { price: '-1 EUR' }),
        shoe('c', { price: '1 SEK' }),
        shoe('d'),
      ),
    );
    expect(run).toMatchObject({ state: 'done', items: 5, created: 2, refused: 3 });
    expect(run.errors.sort((x: { line: number }, y: { line: number }) => x.line - y.line)).toEqual([
      {
        line: 4,
        product_id: 'a',
        field: 'id',
        message: 'was there before; the first item with it is kept',
        is_omitted: true,
      },
      { line: 5, product_id: 'b', field: 'price', message: 'must not be negative', is_omitted: true },
      {
        line: 6,
        product_id: 'c',
        field: 'price',
        message: 'must be in EUR, the currency of the store, not in SEK',
        is_omitted: true,
      },
    ]);
    expect(await query("SELECT title FROM products WHERE product_id = 'a'")).toEqual([{ title: 'Shoe a' }]);
  });

  it('is read with the columns that the store names, and keeps them', async () => {
    const { origin } = new URL(shoe('a').link);
    const table = `Nummer;Name;Seite;Preis;Lager\n1;Schuh;${origin}/1;12,50 EUR;vielleicht\n`;
    const columns = { id: 'Nummer', title: 'Name', link: 'Seite', price: 'Preis', availability: 'Lager' };
    const query = Object.entries(columns).map(([field, column]) => `&column_${field}=${column}`);
    const run = await apply(table, 'csv', query.join(''));
    expect(run).toMatchObject({ state: 'done', created: 1, refused: 0 });
    expect(run.errors).toMatchObject([{ field: 'availability', is_omitted: false }]);
    expect((await call('GET', path)).body.columns).toEqual(columns);
    expect(await apply(table, 'csv')).toMatchObject({ state: 'done', unchanged: 1 });
    expect(
      (
        await call('PUT', path, {
          url: 'https://shop.example/f',
          format: 'csv',
          schedule: 'manual',
          columns: { sku: 'x' },
        })
      ).status,
    ).toBe(422);
    await call('PUT', path, { url: 'https://shop.example/f', format: 'csv', schedule: 'manual' });
    expect((await call('GET', path)).body.columns).toEqual({});
  });

  it('stores at most the first 100 errors, over several batches', async () => {
    const items = Array.from({ length: 2_300 }, (_, n) => shoe(String(n), n % 2 ? {} : { price: 'free' }));
    const run = await apply(rssOf(...items));
    expect(run).toMatchObject({ items: 2_300, created: 1_150, refused: 1_150 });
    expect(run.errors).toHaveLength(100);
  });

  it.each<[string, string, string, string]>([
    [
      'a document type',
      `<!DOCTYPE rss [<!ENTITY x "y">]>${rssOf(shoe('z')).replace(/^.*\n/, '')}`,
      'xml',
      'xml_not_allowed',
    ],
    ['an end in the middle', rssOf(shoe('z')).slice(0, -10), 'xml', 'invalid_xml'],
    ['a table without a required column', 'id,title,link\nz,Shoe', 'csv', 'invalid_csv'],
    ['no items', rssOf(), 'xml', 'no_products'],
    ['no valid item', rssOf(shoe('z', { price: 'free' })), 'xml', 'no_products'],
  ])('with %s fails and leaves the products as they are', async (_what, content, format, code) => {
    await apply(rssOf(shoe('a'), shoe('b')));
    const before = await contents();
    const run = await apply(content, format);
    expect(run).toMatchObject({ state: 'failed', failure: { code, message: expect.stringMatching(/\.$/) } });
    expect(await contents()).toEqual(before);
  });

  it('of a store that is not approved yet is refused', async () => {
    await query("UPDATE stores SET approval = 'pending' WHERE id = $1", [cast.storeId]);
    const run = await apply(rssOf(shoe('a')));
    await query("UPDATE stores SET approval = 'approved' WHERE id = $1", [cast.storeId]);
    expect([run.failure.code, await alive()]).toEqual(['store_not_approved', []]);
  });

  it('that is applied twice has the same effect as once: nothing is written', async () => {
    const items = fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-f]{1,2}$/),
        title: fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
          .filter((text) => /^[^\p{C}<>&]*[\p{L}\p{N}][^\p{C}<>&]*$/u.test(text)),
        cents: fc.integer({ min: 0, max: 10 ** 9 }),
        onSale: fc.boolean(),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
    );
    const feedOf = (list: { id: string; title: string; cents: number; onSale: boolean }[]) =>
      rssOf(
        ...list.map(({ id, title, cents, onSale }) =>
          shoe(id, {
            title: title.trim(),
            price: `${(cents / 100).toFixed(2)} EUR`,
            ...(onSale && cents > 0 ? { sale_price: `${((cents - 1) / 100).toFixed(2)} EUR` } : {}),
          }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(items, items, async (first, second) => {
        await apply(feedOf(first));
        const run = await apply(feedOf(second));
        const once = await contents();
        expect(run.created + run.changed + run.unchanged).toBe(second.length);
        expect(await alive()).toEqual(second.map(({ id }) => id).sort());
        const again = await apply(feedOf(second));
        expect(again).toMatchObject({ created: 0, changed: 0, unchanged: second.length, gone: 0 });
        // The comparison includes the transactions that wrote the rows.
        expect(await contents()).toEqual(once);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a feed with a URL', () => {
  const save = (body: object) =>
    call('PUT', path, { url: 'https://shop.example/feed.xml', format: 'xml', schedule: 'daily', ...body });

  it('is fetched at once, by its schedule, and only when it has changed', async () => {
    let reply: PeerReply = { status: 200, headers: { etag: '"1"' }, body: rssOf(shoe('a')) };
    const peer = await serve(() => reply);
    expect((await save({ url: `${peer.url}/feed.xml` })).status).toBe(200);
    expect(await work()).toBe(true);
    expect(await latest()).toMatchObject({ source: 'schedule', state: 'done', created: 1 });
    // Nothing is due until tomorrow.
    expect(await work()).toBe(false);
    waitedMs += 25 * 3_600_000;
    expect(await work()).toBe(true);
    expect(await latest()).toMatchObject({ source: 'schedule', state: 'unchanged' });
    expect(await alive()).toEqual(['a']);
    // A requested run fetches the complete feed.
    expect((await call('POST', `${path}/runs`)).body).toMatchObject({ source: 'request', state: 'waiting' });
    await work();
    expect(await latest()).toMatchObject({ state: 'done', unchanged: 1 });
    expect(peer.requests.at(-1)!.headers['if-none-match']).toBeUndefined();
    reply = { status: 200, headers: { etag: '"2"' }, body: gzipSync(rssOf(shoe('a'), shoe('b'))) };
    waitedMs += 25 * 3_600_000;
    await work();
    expect(peer.requests.at(-1)!.headers['if-none-match']).toBe('"1"');
    expect(await latest()).toMatchObject({ state: 'done', created: 1, unchanged: 1 });
  });

  it('is fetched completely after its URL has changed, and after an upload', async () => {
    const peer = await serve(() => ({
      status: 200,
      headers: { etag: '"1"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' },
      body: rssOf(shoe('a')),
    }));
    const conditions = () => {
      const { 'if-none-match': etag, 'if-modified-since': since } = peer.requests.at(-1)!.headers;
      return [etag, since];
    };
    await save({ url: `${peer.url}/1` });
    await work();
    await save({ url: `${peer.url}/1`, schedule: 'hourly' });
    await work();
    expect(conditions()).toEqual(['"1"', 'Mon, 01 Jun 2026 00:00:00 GMT']);
    await save({ url: `${peer.url}/2` });
    await work();
    expect(conditions()).toEqual([undefined, undefined]);
    await apply(rssOf(shoe('b')));
    waitedMs += 25 * 3_600_000;
    await work();
    expect([conditions(), await alive()]).toEqual([[undefined, undefined], ['a']]);
  });

  it('is retried soon after a failure, which leaves the products unchanged', async () => {
    const peer = await serve(() => ({ status: 200, body: rssOf(shoe('a')) }));
    await save({ url: peer.url });
    await work();
    waitedMs += 25 * 3_600_000;
    peer.failNext({ status: 503, body: 'busy' });
    await work();
    expect(await latest()).toMatchObject({
      state: 'failed',
      failure: { code: 'not_fetched', message: expect.stringContaining('503') },
    });
    const { body } = await call('GET', path);
    expect(Date.parse(body.next_run_at) - now().getTime()).toBeLessThanOrEqual(3_600_000);
    expect(await alive()).toEqual(['a']);
    waitedMs += 3_700_000;
    await work();
    expect(await latest()).toMatchObject({ state: 'done', unchanged: 1 });
  });

  it('fails when the transfer breaks off', async () => {
    const feed = rssOf(shoe('a'), shoe('b'));
    const peer = await serve(() => ({
      status: 200,
      headers: { 'content-length': String(feed.length + 100) },
      body: feed,
    }));
    await save({ url: peer.url });
    await work();
    expect(await latest()).toMatchObject({ state: 'failed', failure: { code: 'not_fetched' } });
    expect(await alive()).toEqual([]);
  });

  it('is not fetched from a private address or through a redirect', async () => {
    const peer = await openHttpPeer(() => ({ status: 302, headers: { location: 'http://10.0.0.1/feed.xml' } }));
    await save({ url: peer.url });
    await work();
    expect(await latest()).toMatchObject({
      state: 'failed',
      failure: { code: 'not_fetched', message: expect.stringContaining('public address') },
    });
    await call('POST', `${path}/runs`);
    await work(createOutbound({ allow: [] }));
    expect(await latest()).toMatchObject({
      state: 'failed',
      failure: { message: '127.0.0.1 does not lead to a public address.' },
    });
    expect(peer.requests).toHaveLength(1);
  });

  it('is read by the loop of a process', async () => {
    const peer = await serve(() => ({ status: 200, body: rssOf(shoe('a')) }));
    await save({ url: peer.url });
    const feeds = startProductFeeds({ databaseUrl: database.url, outbound: reachable, now, log: silentLog() });
    await expect.poll(alive, { timeout: 30_000 }).toEqual(['a']);
    await feeds.stop();
  });

  it('is removed with its products, and can be added again', async () => {
    const peer = await serve(() => ({ status: 200, body: rssOf(shoe('a')) }));
    await save({ url: peer.url });
    await work();
    expect((await call('DELETE', path)).status).toBe(204);
    expect([(await call('GET', path)).status, (await call('DELETE', path)).status]).toEqual([404, 404]);
    await work();
    expect(await alive()).toEqual([]);
    expect(await latest()).toMatchObject({ source: 'removal', state: 'done', gone: 1 });
    await save({ url: peer.url });
    await work();
    expect(await alive()).toEqual(['a']);
  });
});

describe('a run', () => {
  it('is the only one of its store', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(rssOf(shoe('a')))));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.error).toBe('run_in_progress');
    const worked = await Promise.all([work(), work(), work()]);
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(await work()).toBe(false);
  });

  /** A server that sends the first half of a feed, and the rest on request. */
  async function stalling(feed: string) {
    const open: ServerResponse[] = [];
    let isOpen = false;
    const server = createServer((_request, response) => {
      if (isOpen) return void response.end(feed);
      open.push(response);
      response.write(feed.slice(0, feed.length / 2));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return {
      url,
      open,
      recover: () => {
        isOpen = true;
      },
    };
  }

  it('that is interrupted leaves the products unchanged, and is repeated', async () => {
    await apply(rssOf(shoe('a'), shoe('b')));
    const before = await contents();
    const server = await stalling(rssOf(...Array.from({ length: 4_000 }, (_, n) => shoe(`n${n}`))));
    await call('PUT', path, { url: server.url, format: 'xml', schedule: 'manual' });
    await call('POST', `${path}/runs`);
    const dying = work().catch((error: Error) => error);
    // The run has written to its table.
    const holder = () =>
      query(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
    const staged = () =>
      query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE '%INSERT INTO feed_items%'",
      );
    await expect.poll(async () => (await staged()).length, { timeout: 30_000 }).toBe(1);
    // Another process finds the run locked.
    expect(await work()).toBe(false);
    for (const { pid } of await holder()) await query('SELECT pg_terminate_backend($1)', [pid]);
    server.open[0]!.destroy();
    expect(await dying).toBeInstanceOf(Error);
    expect(await contents()).toEqual(before);
    expect(await latest()).toMatchObject({ state: 'running' });
    server.recover();
    expect(await work()).toBe(true);
    expect(await latest()).toMatchObject({ state: 'done', created: 4_000, gone: 2 });
  });

  it('that a stopping process leaves is resumed by the next process', async () => {
    const server = await stalling(rssOf(shoe('a')));
    await call('PUT', path, { url: server.url, format: 'xml', schedule: 'manual' });
    await call('POST', `${path}/runs`);
    const stopping = new AbortController();
    const stopped = work(reachable, stopping.signal);
    await expect.poll(() => server.open.length, { timeout: 30_000 }).toBe(1);
    stopping.abort();
    await stopped;
    expect(await query('SELECT state, attempts FROM product_feed_runs')).toEqual([{ state: 'waiting', attempts: 0 }]);
  });

  it('that is interrupted repeatedly is given up', async () => {
    await send(rssOf(shoe('a')));
    await query("UPDATE product_feed_runs SET state = 'running', attempts = 3");
    await work();
    expect(await latest()).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } });
  });

  it('and removed products are purged after 90 days', async () => {
    await apply(rssOf(shoe('a'), shoe('b')));
    await apply(rssOf(shoe('b')));
    const removedAfter = (days: number) =>
      purgeProducts({ db: database.db, now: () => new Date(now().getTime() + days * 86_400_000) });
    expect([await removedAfter(89), await removedAfter(91)]).toEqual([0, 1]);
    expect([await alive(), (await query('SELECT FROM product_feed_runs')).length]).toEqual([['b'], 0]);
  });
});

describe('the routes of a feed', () => {
  it('are for members who manage the store', async () => {
    const body = { url: 'https://shop.example/feed.xml', format: 'xml', schedule: 'daily' };
    const statusesOf = async (role: Role) => [
      (await call('PUT', path, body, role)).status,
      (await call('GET', path, undefined, role)).status,
      (await call('GET', `${path}/runs`, undefined, role)).status,
    ];
    expect(await statusesOf('creator')).toEqual([403, 403, 403]);
    expect(await statusesOf('otherAdvertiser')).toEqual([403, 403, 403]);
    expect(await statusesOf('advertiser')).toEqual([200, 200, 200]);
    expect(await statusesOf('admin')).toEqual([200, 200, 200]);
    expect((await application.call({ method: 'PUT', url: path, body })).status).toBe(401);
    expect((await call('GET', '/v2/stores/999999/product-feed')).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['no URL', { url: '' }, 'url'],
    ['another scheme', { url: 'ftp://shop.example/feed' }, 'url'],
    ['a password', { url: 'https://a:b@shop.example/feed' }, 'url'],
    ['a private address', { url: 'http://192.168.0.1/feed' }, 'url'],
    ['the metadata service', { url: 'http://169.254.169.254/' }, 'url'],
    ['an unknown format', { format: 'json' }, 'format'],
    ['an unknown schedule', { schedule: 'secondly' }, 'schedule'],
  ])('refuse %s with a 422 that names the field', async (_what, change, field) => {
    const reply = await call('PUT', path, {
      url: 'https://shop.example/f',
      format: 'xml',
      schedule: 'daily',
      ...change,
    });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('refuse a run without a URL, and an upload without a format', async () => {
    expect((await call('POST', `${path}/runs`)).status).toBe(404);
    await apply(rssOf(shoe('a')));
    expect((await call('POST', `${path}/runs`)).body.error).toBe('no_feed_url');
    const reply = await upload(application, {
      url: `${path}/uploads`,
      as: cast.tokens.advertiser,
      content: Buffer.from('x'),
    });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['format']]);
  });

  it('record who changed a feed, without its secret path', async () => {
    await call('PUT', path, { url: 'https://shop.example/secret/feed.xml', format: 'xml', schedule: 'manual' });
    const [entry] = await query(
      "SELECT actor_id, details FROM audit_log WHERE action = 'product_feed.saved' ORDER BY id DESC LIMIT 1",
    );
    expect(entry).toEqual({
      actor_id: cast.ids.advertiser,
      details: { host: 'shop.example', format: 'xml', schedule: 'manual' },
    });
  });
});
