import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { connectTestDatabase, createTestDatabase } from '../../../../tests/harness/database.ts';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';
import { openDatabaseProxy } from '../../../../tests/harness/tcp-proxy.ts';
import { scriptText } from './script-text.ts';

let now = new Date('2026-03-15T12:00:00Z');
const store = await openSellingStore({ now: () => now, publicUrl: 'https://tributary.test' });
const script = async (key = store.trackingKey, headers: Record<string, string> = {}) => {
  const { statusCode, body, headers: said } = await store.application.app.inject({ url: `/t/${key}.js`, headers });
  return { status: statusCode, body, headers: said };
};

describe('The script', () => {
  it('belongs to one store, for any page, and is cached for an hour', async () => {
    const { status, body, headers } = await script();
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toMatch(/^public, max-age=3600\b/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain(`"pixel":"https://tributary.test/px/${store.trackingKey}.gif"`);
    expect(body).toContain(`"window":${30 * 86_400_000}`);
    expect(body).not.toContain(store.activationKey);
  });

  it('is sent again only when the store’s window has changed', async () => {
    const etag = String((await script()).headers.etag);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const { status, body, headers } = await script(store.trackingKey, { 'if-none-match': known });
      expect([status, body, headers.etag]).toEqual([304, '', etag]);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    await store.query('UPDATE stores SET attribution_window_days = 14');
    now = new Date(now.getTime() + 61_000);
    const { status, body } = await script(store.trackingKey, { 'if-none-match': etag });
    expect([status, body.includes(`"window":${14 * 86_400_000}`)]).toEqual([200, true]);
    await store.query('UPDATE stores SET attribution_window_days = 30');
  });

  it('records when a page requested it, at most once a minute, and is served even if that fails', async () => {
    const seen = async () =>
      (await store.query('SELECT collector, script_seen_at, last_seen_at FROM order_collectors'))[0];
    // No page waits for the record of the request.
    const noted = (at: Date) => vi.waitFor(async () => expect((await seen())?.script_seen_at).toEqual(at), 10_000);
    await store.query('DELETE FROM order_collectors');
    now = new Date(now.getTime() + 61_000);
    const first = now;
    await script();
    await noted(first);
    expect(await seen()).toEqual({ collector: 'sales_pixel', script_seen_at: first, last_seen_at: null });
    now = new Date(now.getTime() + 30_000);
    await script();
    expect(await seen()).toMatchObject({ script_seen_at: first });
    now = new Date(now.getTime() + 61_000);
    await script();
    await noted(now);
    await store.query('ALTER TABLE order_collectors RENAME TO order_collectors_renamed');
    now = new Date(now.getTime() + 61_000);
    expect((await script()).status).toBe(200);
    await store.query('ALTER TABLE order_collectors_renamed RENAME TO order_collectors');
    await store.query('DELETE FROM order_collectors');
  });

  it('exists only for stores', async () => {
    for (const key of ['nothing', `${store.storeId}`, store.activationKey, `${store.trackingKey}x`, 'a%2fb']) {
      const { status, headers } = await script(key);
      expect([key, status, headers['access-control-allow-origin']]).toEqual([key, 404, '*']);
    }
    expect((await script('a%00b')).status).toBe(422);
    await store.query('UPDATE stores SET deactivated_at = now()');
    now = new Date(now.getTime() + 61_000);
    expect((await script()).status).toBe(200);
    await store.query('UPDATE stores SET deactivated_at = NULL');
  });

  it('is small', async () => {
    const { body } = await script();
    expect(Buffer.byteLength(body)).toBeLessThan(6_912);
  });

  it('runs in browsers of 2016, and on pages that permit it nothing', () => {
    const text = scriptText({ key: 'k', pixel: 'https://t.example/px/k.gif', window: 1 });
    // Syntax and functions that were added to JavaScript after ES2015.
    expect(text).not.toMatch(
      /\?\.|\?\?|\*\*|\basync\b|\bawait\b|\.includes\(|\.padStart\(|Object\.(entries|values)|\{ ?\.\.\./,
    );
    const refuses = new Proxy(
      {},
      {
        get: () => {
          throw new Error('refused');
        },
      },
    );
    expect(() => runInNewContext(text, { window: refuses, document: refuses, location: refuses })).not.toThrow();
    expect(() => runInNewContext(text, { window: {}, document: {} })).not.toThrow();
  });

  it('keeps the click on the widest domain that the browser takes, and only for https where the page uses https', () => {
    const at = Date.now() - 10 * 86_400_000;
    const time = at.toString(16).padStart(12, '0');
    const click = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
    const tried: string[] = [];
    let kept = 'other=1';
    const document = {
      get cookie() {
        return kept;
      },
      set cookie(text: string) {
        tried.push(text);
        if (text.endsWith(';domain=shop.co.uk')) kept += `; ${text.split(';')[0]}`;
      },
    };
    const location = Object.assign(new URL(`https://www.shop.co.uk/shoes?a=1&tclid=${click}#top`), {});
    const text = scriptText({ key: 'k', pixel: 'https://t.example/px/k.gif', window: 30 * 86_400_000 });
    runInNewContext(text, { window: {}, document, location, performance: {} });
    expect(tried.map((one) => one.split(';domain=')[1])).toEqual(['uk', 'co.uk', 'shop.co.uk']);
    const [, path, sameSite, maxAge, secure] = tried[0]!.split(';');
    expect([path, sameSite, secure]).toEqual(['path=/', 'samesite=lax', 'secure']);
    // The remaining part of the window: ten days have passed since the click.
    expect(Math.round(Number(maxAge!.split('=')[1]) / 86_400)).toBe(20);
  });

  it.each([
    [200, [], []],
    [503, ['O-1'], [2_000]],
    [422, [], []],
  ])('evaluates a reply’s status (%i), even if the rest of the reply is lost', async (status, left, waits) => {
    let kept = '';
    const delays: number[] = [];
    const window = {
      localStorage: {
        getItem: () => kept,
        setItem: (_: string, text: string) => {
          kept = text;
        },
      },
      fetch: async () => ({ status, ok: status === 200, text: () => Promise.reject(new Error('cut off')) }),
      tributary: (_: string, __: object) => {},
    };
    const setTimeout = (_: unknown, ms: number) => delays.push(ms);
    const text = scriptText({ key: 'k', pixel: 'https://t.example/px/k.gif', window: 1 });
    runInNewContext(text, { window, document: {}, location: { href: '' }, performance: {}, setTimeout });
    window.tributary('order', { order_id: 'O-1', order_value: '5' });
    const waiting = () => JSON.parse(kept).w.map(({ i }: { i: string }) => i);
    await expect.poll(() => [waiting(), delays]).toEqual([left, waits]);
  });

  it('carries facts as nothing but data', () => {
    const key = '</script><script>alert(1)//\u2028`$&"';
    const text = scriptText({ key, pixel: 'https://t.example/px', window: 1 });
    expect(text).not.toMatch(/<\/script|\u2028/);
    let seen = '';
    const getItem = (name: string) => {
      seen = name;
    };
    const window = { localStorage: { getItem, setItem: () => {} } };
    runInNewContext(text, { window, document: {}, location: { href: '' }, performance: {} });
    expect(seen).toBe(`tributary_${key}`);
  });
});

describe('Through the proxy of the store', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    store.application.app.inject({ url: `/trb/${store.trackingKey}${path}`, headers });
  const orderUrl = (number: string) => `.gif?order_id=${number}&order_value=5`;

  it('the script reports to where it came from, and the reply declares nothing for the store’s host', async () => {
    // Headers that a proxy forwards unless it is configured to remove them.
    const passed = { host: 'www.shop.example', cookie: 'session=1', authorization: 'Basic eHg6eXk=' };
    const { statusCode, headers, body } = await get('.js', passed);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toMatch(/^public, max-age=3600\b/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toContain(`"pixel":"${store.trackingKey}.gif"`);
    const replies = [headers, (await get('x.js')).headers, (await get(orderUrl('P-0'))).headers];
    for (const reply of replies) {
      expect(reply['strict-transport-security']).toBeUndefined();
      expect(reply['set-cookie']).toBeUndefined();
    }
    expect((await script()).headers['strict-transport-security']).toBeDefined();
    expect([(await get('x.js')).statusCode, (await get(`x${orderUrl('P-1')}`)).statusCode]).toEqual([404, 404]);

    const requested: string[] = [];
    const fetch = async (url: string) => {
      requested.push(url);
      return { ok: true };
    };
    const q = [['order', { order_id: 'P-1', order_value: '5' }]];
    const currentScript = { src: 'https://www.shop.example/assets/k.js', getAttribute: () => null };
    runInNewContext(body, { window: { fetch, tributary: { q } }, document: { currentScript }, location: {}, URL });
    expect(requested[0]).toMatch(`https://www.shop.example/assets/${store.trackingKey}.gif?order_id=P-1&`);
  });

  it.each([
    ['no page', {}, 200],
    ['a page of the store', { referer: 'https://www.shop.example/thanks?a=1' }, 200],
    ['an origin of the store', { origin: 'https://kassa.shop.example', 'sec-fetch-site': 'same-site' }, 200],
    ['an opaque origin on a page of the store', { origin: 'null', referer: 'https://shop.example/' }, 200],
    ['another page', { referer: 'https://other.example/shop.example' }, 403],
    [
      'another page behind a forged host',
      { referer: 'https://other.example/', 'x-forwarded-host': 'shop.example' },
      403,
    ],
    ['a domain that only begins alike', { origin: 'https://shop.example.other.example' }, 403],
    ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site without its page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['no URL', { referer: 'shop example' }, 403],
  ])('a report that names %s', async (_what, headers, expected) => {
    await store.reset();
    const reply = await get(orderUrl('P-2'), headers);
    expect([reply.statusCode, (await store.orders()).length]).toEqual([expected, expected === 200 ? 1 : 0]);
    if (expected === 403) expect(reply.json().message).toBe('The page is not on a proven domain of the store.');
  });

  it('an unproven domain does not belong to a store', async () => {
    await store.reset();
    const headers = { origin: 'https://www.shop.example' };
    await store.query(`UPDATE store_domains SET standing = 'unproven'`);
    expect((await get(orderUrl('P-3'), headers)).statusCode).toBe(403);
    await store.query(`UPDATE store_domains SET standing = 'consented'`);
    expect((await get(orderUrl('P-3'), headers)).statusCode).toBe(200);
    expect(await store.orders()).toMatchObject([{ order_id: 'P-3', channel: 'sales_pixel', original_minor: 500 }]);
    expect((await get('.gif?order_id=P-4', headers)).json().errors).toHaveProperty('order_value');
  });
});

describe('While the database is unavailable', () => {
  it('the script of a known store is served, and an order is postponed', async () => {
    const direct = await createTestDatabase();
    const proxy = await openDatabaseProxy(direct.url);
    const connection = connectTestDatabase(proxy.url);
    const away = await openSellingStore({ now: () => now, database: { ...connection, url: direct.url } });
    const { app } = away.application;
    const ask = (key: string) => app.inject(`/t/${key}.js`);
    const before = await ask(away.trackingKey);
    await proxy.cut();
    now = new Date(now.getTime() + 3_600_000);
    const meanwhile = await ask(away.trackingKey);
    expect([meanwhile.statusCode, meanwhile.body === before.body]).toEqual([200, true]);
    expect((await ask('unknown')).statusCode).toBe(503);
    const order = { order_id: 'A', order_value: '5' };
    const { status, headers } = await away.pixel(order);
    expect([status, headers['retry-after'], headers['access-control-allow-origin']]).toEqual([503, '1', '*']);
    expect((await away.plugin(order)).status).toBe(503);
    await proxy.restore();
    expect((await away.pixel(order)).status).toBe(200);
    await connection.pool.end();
  });
});
