import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Response } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { blockTrackers } from '../harness/blocker.ts';
import { chromiumPath, launchBrowser, openBrowser, openWindow, type Visitor } from '../harness/browser.ts';
import { until } from '../harness/embedded.ts';
import { type ServedShop, serveShops } from '../harness/shop-page.ts';
import { STORE_PROXIES, startStoreProxy } from '../harness/store-proxies.ts';

const DAY_MS = 86_400_000;
const OURS = 'http://tributary.test';
let daysLater = 0;
let application: TestApplication;
let shops: Map<string, ServedShop>;
/** Maps each host name to its server. */
let ports: Record<string, number>;
let browser: Browser;

if (chromiumPath === null) console.log('No Chromium was found (CHROMIUM_PATH): the browser tests are skipped.');
const describeInBrowser = describe.skipIf(chromiumPath === null);

beforeAll(async () => {
  if (chromiumPath === null) return;
  application = await createTestApplication({ now: () => new Date(Date.now() + daysLater * DAY_MS) });
  await application.app.listen({ host: '127.0.0.1', port: 0 });
  const served = await serveShops();
  shops = served.shops;
  ports = { 'tributary.test': (application.app.server.address() as AddressInfo).port, '*.test': served.port };
  browser = await launchBrowser(ports);
});
beforeEach(() => {
  daysLater = 0;
});

const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;

/** A store below `<name>.test` that pays 12 %, 70 % of 10 % to the creator, with pages as the options define them. */
async function openShop(name: string, contentSecurityPolicy: string | null = null) {
  const { market, tokenOf, call } = application;
  const storeId = await market.store({ domains: [name] });
  await market.price({ storeId, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
  const as = await tokenOf(await market.user({ isAdmin: true }));
  const { body } = await call({ url: `/v2/advertisers/${storeId}/order-collectors/sales_pixel`, as });
  const thirdParty = { snippet: body.snippet, scriptUrl: body.script_url, contentSecurityPolicy };
  shops.set(name, thirdParty);
  return {
    key: body.tracking_key as string,
    /** From now on, serves the script through the store's own proxy. @param consent the attribute `data-consent` */
    goFirstParty(consent?: string) {
      const attribute = consent === undefined ? '' : ` data-consent="${consent}"`;
      const snippet = body.first_party.snippet.replace('<script async', `<script async${attribute}`);
      shops.set(name, { ...thirdParty, snippet, forwardTo: ports['tributary.test']! });
    },
    /** A new creator's link to a page of the store. */
    async link(url = `http://www.${name}/shoes`) {
      const { id, code } = await market.link({ userId: await market.user(), storeId, url });
      return { id, address: `${OURS}/r/${code}` };
    },
    orders: () => query('SELECT * FROM orders WHERE store_id = $1 ORDER BY order_id', [storeId]),
  };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** Lets days pass at the server and in the browser. */
async function letPass(days: number, { context }: Visitor) {
  daysLater += days;
  await context.clock.setFixedTime(Date.now() + daysLater * DAY_MS);
}
const clickOf = ({ page }: Visitor) => new URL(page.url()).searchParams.get('tclid');
/** Opens a page and waits until our script has run there, for which the page's `load` waits. */
const open = ({ page }: Visitor, url: string) => page.goto(url);
const thanks = (host: string, order: Record<string, string>, how = 'thanks') =>
  `http://${host}/${how}?${new URLSearchParams({ order_value: '100', ...order })}`;
/** The numbers of the queued orders in the page's storage. */
const waiting = ({ page }: Visitor, { key }: Shop) =>
  page.evaluate<string[]>(`JSON.parse(localStorage.getItem('tributary_${key}')).w.map((one) => one.i)`);
/** Waits until the page has received the reply, too. */
const settles = (visitor: Visitor, shop: Shop) => until(async () => (await waiting(visitor, shop)).length === 0);
const takes = (shop: Shop, count = 1) => until(async () => (await shop.orders()).length === count);

describeInBrowser('A shopper who follows a creator’s link', () => {
  it('visits, returns after five days and buys: the creator has earned, once', async () => {
    const shop = await openShop('walk.test');
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await open(visitor, link.address);
    const click = clickOf(visitor);
    expect(visitor.page.url()).toBe(`http://www.walk.test/shoes?tclid=${click}`);
    expect(await visitor.context.cookies()).toMatchObject([
      { name: `tributary_${shop.key}`, value: click, domain: '.walk.test', path: '/', sameSite: 'Lax', secure: false },
    ]);
    await open(visitor, 'http://www.walk.test/shirts');
    await letPass(5, visitor);
    await open(visitor, thanks('kassa.walk.test', { order_id: 'W-1', currency: 'SEK' }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([
      {
        order_id: 'W-1',
        channel: 'sales_pixel',
        attribution: 'click',
        click_id: click,
        link_id: link.id,
        original_minor: 10_000,
        cost_minor: 1_200,
        user_minor: 700,
      },
    ]);
    await settles(visitor, shop);
    await visitor.page.reload();
    await open(visitor, thanks('kassa.walk.test', { order_id: 'W-1', order_value: '200' }));
    expect(visitor.reported).toHaveLength(1);
    // A page on another host of the store reports the order again. It remains one order.
    await open(visitor, thanks('www.walk.test', { order_id: 'W-1', order_value: '200' }));
    await settles(visitor, shop);
    expect(visitor.reported).toHaveLength(2);
    expect(await shop.orders()).toMatchObject([{ original_minor: 10_000 }]);
    expect(visitor.faults).toEqual([]);
  });

  it('buys after the attribution window: the order is unattributed', async () => {
    const shop = await openShop('late.test');
    const visitor = await openWindow(browser);
    await open(visitor, (await shop.link()).address);
    await letPass(31, visitor);
    await open(visitor, thanks('www.late.test', { order_id: 'L-1' }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'none', unattributed_reason: 'no_click' }]);
  });

  it('follows several links: the order is attributed to the last one, even if an older page is opened again', async () => {
    const shop = await openShop('last.test');
    const [first, second] = [await shop.link(), await shop.link()];
    const visitor = await openWindow(browser);
    await open(visitor, first.address);
    const bookmark = visitor.page.url();
    await open(visitor, second.address);
    await open(visitor, bookmark);
    for (const madeUp of ['made-up', '', 'ffffffff-ffff-7fff-bfff-ffffffffffff', `${clickOf(visitor)}0`]) {
      await open(visitor, `http://www.last.test/?tclid=${madeUp}`);
    }
    await open(visitor, thanks('www.last.test', { order_id: 'L-1' }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: second.id }]);
  });

  it('keeps the click at a checkout on another host', async () => {
    const shop = await openShop('near.test');
    shops.set('checkout.test', shops.get('near.test')!);
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await open(visitor, link.address);
    const tclid = clickOf(visitor)!;
    await open(visitor, thanks('pay.checkout.test', { order_id: 'N-1', tclid }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: link.id }]);
  });

  it('is recognised separately by two stores, even on one domain', async () => {
    const [one, other, far] = [
      await openShop('one.mall.test'),
      await openShop('other.mall.test'),
      await openShop('far.test'),
    ];
    const [oneLink, otherLink] = [
      await one.link('http://www.one.mall.test/'),
      await other.link('http://www.other.mall.test/'),
    ];
    const visitor = await openWindow(browser);
    await open(visitor, oneLink.address);
    await open(visitor, otherLink.address);
    for (const [name, shop] of [
      ['one.mall.test', one],
      ['other.mall.test', other],
      ['far.test', far],
    ] as const) {
      await open(visitor, thanks(`www.${name}`, { order_id: 'T-1' }));
      await takes(shop);
    }
    expect(await one.orders()).toMatchObject([{ link_id: oneLink.id }]);
    expect(await other.orders()).toMatchObject([{ link_id: otherLink.id }]);
    expect(await far.orders()).toMatchObject([{ unattributed_reason: 'no_click' }]);
  });
});

describeInBrowser('A browser that refuses', () => {
  it('third-party cookies reports orders as usual, because Tributary neither sets nor reads any', async () => {
    const shop = await openShop('third.test');
    const link = await shop.link();
    const visitor = await openBrowser(ports, 'third-party');
    const ours: Response[] = [];
    visitor.context.on('response', (response) => {
      if (response.url().startsWith(OURS)) ours.push(response);
    });
    await open(visitor, link.address);
    await open(visitor, thanks('www.third.test', { order_id: 'B-1' }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: link.id }]);
    await settles(visitor, shop);
    expect(ours.map((response) => new URL(response.url()).pathname.split('/')[1])).toEqual(
      expect.arrayContaining(['r', 't', 'px']),
    );
    for (const response of ours) {
      expect(await response.request().allHeaders()).not.toHaveProperty('cookie');
      expect(await response.allHeaders()).not.toHaveProperty('set-cookie');
    }
  });

  it('all cookies and storage still reports the order, with the click of its landing page', async () => {
    const shop = await openShop('shut.test');
    const link = await shop.link();
    const visitor = await openBrowser(ports, 'all');
    await open(visitor, link.address);
    expect(await visitor.page.evaluate(`try { localStorage.length } catch (e) { e.name }`)).toBe('SecurityError');
    await visitor.page.evaluate(`tributary('order', { order_id: 'B-1', order_value: 100 })`);
    await takes(shop);
    await open(visitor, thanks('www.shut.test', { order_id: 'B-2' }));
    await takes(shop, 2);
    expect(await shop.orders()).toMatchObject([
      { order_id: 'B-1', attribution: 'click', link_id: link.id },
      { order_id: 'B-2', attribution: 'none', unattributed_reason: 'no_click' },
    ]);
    expect(visitor.faults).toEqual([]);
  });

  it.each([
    [
      'local storage',
      'local.test',
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })`,
    ],
    [
      'cookies',
      'cookie.test',
      `Object.defineProperty(document, 'cookie', { get() { throw new Error('refused') }, set() { throw new Error('refused') } })`,
    ],
  ])('%s uses the other storage', async (_what, name, refuse) => {
    const shop = await openShop(name);
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await visitor.context.addInitScript(refuse);
    await open(visitor, link.address);
    await open(visitor, thanks(`www.${name}`, { order_id: 'B-1' }));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: link.id }]);
    expect(visitor.faults).toEqual([]);
  });

  it('all but our origin reports an order that the page declares', async () => {
    const policy = `default-src 'none'; script-src ${OURS}; connect-src ${OURS}; img-src ${OURS}`;
    const shop = await openShop('strict.test', policy);
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await open(visitor, link.address);
    await open(visitor, thanks('www.strict.test', { order_id: 'B-1' }, 'thanks-declared'));
    await takes(shop);
    await settles(visitor, shop);
    await visitor.page.reload();
    expect(visitor.reported).toHaveLength(1);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: link.id, original_minor: 10_000 }]);
  });

  it('everything but our script and images reports the order by an image', async () => {
    const shop = await openShop('images.test', `default-src 'none'; script-src ${OURS}; img-src ${OURS}`);
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await open(visitor, link.address);
    await open(visitor, thanks('www.images.test', { order_id: 'B-1', voucher_code: 'none' }, 'thanks-declared'));
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ attribution: 'click', link_id: link.id, voucher_code: 'none' }]);
    await settles(visitor, shop);
    const before = visitor.reported.length;
    await visitor.page.reload();
    expect(visitor.reported).toHaveLength(before);
  });
});

/** The data that a store's script has stored in the browser. */
const stored = async ({ page, context }: Visitor, { key }: Shop) => {
  const [local, session] = await page.evaluate<(string | null)[]>(
    `[localStorage, sessionStorage].map((kept) => kept.getItem('tributary_${key}'))`,
  );
  const cookies = (await context.cookies()).filter(({ name }) => name === `tributary_${key}`);
  return { cookie: cookies.length > 0, local: local !== null, session: session !== null };
};
const NOTHING = { cookie: false, local: false, session: false };

describeInBrowser('A store that serves the script from its own domain', () => {
  it('reports orders in a browser with a blocker, and without its proxy does not', async () => {
    const shop = await openShop('proxied.test', `default-src 'self' 'unsafe-inline' ${OURS}`);
    const link = await shop.link();
    const visitor = await openWindow(browser);
    const blocked = await blockTrackers(visitor.context);
    await open(visitor, link.address);
    await open(visitor, thanks('www.proxied.test', { order_id: 'Q-1' }));
    expect(blocked).toEqual([expect.stringContaining(`/t/${shop.key}.js`), expect.stringContaining('.js')]);
    expect([visitor.reported, await visitor.page.evaluate('tributary.q.length')]).toEqual([[], 1]);

    shop.goFirstParty();
    await open(visitor, link.address);
    await open(visitor, thanks('www.proxied.test', { order_id: 'Q-2' }));
    await takes(shop);
    await settles(visitor, shop);
    expect(await shop.orders()).toMatchObject([{ order_id: 'Q-2', attribution: 'click', link_id: link.id }]);
    expect(visitor.reported.map(({ host, pathname }) => [host, pathname])).toEqual([
      ['www.proxied.test', `/trb/${shop.key}.gif`],
    ]);
    expect([blocked.length, visitor.faults]).toEqual([2, []]);
  });

  it('follows the shopper’s consent: denied, granted, withdrawn, or for the session', async () => {
    const [asks, session] = [await openShop('asks.test'), await openShop('session.test')];
    asks.goFirstParty('denied');
    session.goFirstParty('session');
    const visitor = await openWindow(browser);
    const say = (consent: string) => visitor.page.evaluate(`tributary('consent', '${consent}')`);
    const link = await asks.link();
    await open(visitor, link.address);
    await visitor.page.evaluate(`tributary('order', { order_id: 'C-1', order_value: 100 })`);
    expect([await stored(visitor, asks), visitor.reported]).toEqual([NOTHING, []]);
    await say('granted');
    await takes(asks);
    expect(await asks.orders()).toMatchObject([{ order_id: 'C-1', attribution: 'click', link_id: link.id }]);
    expect(await stored(visitor, asks)).toEqual({ cookie: true, local: true, session: false });
    await settles(visitor, asks);
    await say('session');
    expect(await stored(visitor, asks)).toEqual({ cookie: false, local: false, session: true });
    await say('nonsense');
    expect(await stored(visitor, asks)).toEqual(NOTHING);
    expect(visitor.warnings).toEqual(['Tributary: unknown consent nonsense']);

    const other = await session.link();
    await open(visitor, other.address);
    expect(await stored(visitor, session)).toEqual({ cookie: false, local: false, session: true });
    await open(visitor, thanks('www.session.test', { order_id: 'C-2' }));
    await takes(session);
    expect(await session.orders()).toMatchObject([{ attribution: 'click', link_id: other.id }]);
    expect([visitor.reported.length, visitor.faults]).toEqual([2, []]);
  });

  it('follows the consent platform of the page, and keeps the click of an earlier visit until the platform answers', async () => {
    const shop = await openShop('tcf.test');
    shop.goFirstParty('tcf');
    const visitor = await openWindow(browser);
    // Every page loads the platform later than the script.
    await visitor.context.addInitScript(
      `setTimeout(() => { window.__tcfapi = (command, version, listener) => { window.tell = listener; }; }, 100)`,
    );
    const says = async (tc: object) => {
      await until(() => visitor.page.evaluate(`'tell' in window`));
      await visitor.page.evaluate(`tell(${JSON.stringify(tc)}, true)`);
    };
    const purposes = (...given: number[]) => ({ consents: Object.fromEntries(given.map((one) => [one, true])) });
    const link = await shop.link();
    await open(visitor, link.address);
    await visitor.page.evaluate(`tributary('order', { order_id: 'T-1', order_value: 100 })`);
    await says({ eventStatus: 'cmpuishown', gdprApplies: true, purpose: purposes() });
    await says({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: purposes(1) });
    expect([await stored(visitor, shop), visitor.reported]).toEqual([NOTHING, []]);
    await says({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: purposes(1, 7) });
    await takes(shop);
    expect(await shop.orders()).toMatchObject([{ order_id: 'T-1', attribution: 'click', link_id: link.id }]);
    await settles(visitor, shop);

    await open(visitor, thanks('www.tcf.test', { order_id: 'T-2' }));
    expect(await stored(visitor, shop)).toMatchObject({ cookie: true, local: true });
    const purpose = { ...purposes(1), legitimateInterests: { 7: true } };
    await says({ eventStatus: 'tcloaded', gdprApplies: true, purpose });
    await takes(shop, 2);
    expect((await shop.orders())[1]).toMatchObject({ attribution: 'click', link_id: link.id });
    await says({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: purposes() });
    expect(await stored(visitor, shop)).toEqual(NOTHING);
    await says({ eventStatus: 'tcloaded', gdprApplies: false });
    expect(await stored(visitor, shop)).toMatchObject({ local: true });
    expect([visitor.warnings, visitor.faults]).toEqual([[], []]);
  });

  it.each([
    ['denied until an update', [['default', {}, 'denied']], [['update', {}, 'granted']]],
    ['granted by default', [['default', {}, 'granted']], []],
    [
      'granted for a region only, until an update',
      [['default', { region: ['US'] }, 'granted']],
      [['update', {}, 'granted']],
    ],
  ] as const)('follows Google’s consent mode: %s', async (words, before, after) => {
    const name = `mode-${words.length}.test`;
    const shop = await openShop(name);
    shop.goFirstParty('consent-mode');
    const visitor = await openWindow(browser);
    const link = await shop.link();
    const commands = (list: readonly (readonly [string, object, string])[]) =>
      list.map(
        ([kind, more, state]) => `gtag('consent', '${kind}', ${JSON.stringify({ ad_storage: state, ...more })});`,
      );
    await visitor.context.addInitScript(
      `window.dataLayer = []; window.gtag = function () { dataLayer.push(arguments); }; ${commands(before).join('')}`,
    );
    await open(visitor, link.address);
    if (after.length > 0) expect(await stored(visitor, shop)).toEqual(NOTHING);
    await visitor.page.evaluate(commands(after).join(''));
    expect(await stored(visitor, shop)).toMatchObject({ cookie: true, local: true });
    await open(visitor, `http://www.${name}/shirts`);
    expect(await stored(visitor, shop)).toMatchObject({ cookie: true });
    await visitor.page.evaluate(`gtag('consent', 'update', { ad_storage: 'denied' })`);
    expect([await stored(visitor, shop), visitor.faults]).toEqual([NOTHING, []]);
  });

  it('stores nothing beyond the session in a browser with Global Privacy Control', async () => {
    const shop = await openShop('gpc.test');
    shop.goFirstParty('granted');
    const link = await shop.link();
    const visitor = await openWindow(browser);
    // Stored before the person turned on Global Privacy Control.
    await open(visitor, link.address);
    expect(await stored(visitor, shop)).toEqual({ cookie: true, local: true, session: false });
    await visitor.context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await open(visitor, 'http://www.gpc.test/shirts');
    expect(await stored(visitor, shop)).toEqual({ cookie: false, local: false, session: true });
    await open(visitor, thanks('www.gpc.test', { order_id: 'G-1' }));
    await takes(shop);
    await open(visitor, link.address);
    await open(visitor, thanks('www.gpc.test', { order_id: 'G-2' }));
    await takes(shop, 2);
    expect(await stored(visitor, shop)).toEqual({ cookie: false, local: false, session: true });
    expect(await shop.orders()).toMatchObject([
      { order_id: 'G-1', unattributed_reason: 'no_click' },
      { order_id: 'G-2', attribution: 'click', link_id: link.id },
    ]);
  });

  it.for(STORE_PROXIES)('may use $name as the guide configures it', async (proxy, { skip }) => {
    skip(!proxy.isInstalled, 'It is not installed.');
    const domain = `${proxy.name.toLowerCase()}.test`;
    const shop = await openShop(domain);
    const seen: IncomingHttpHeaders[] = [];
    const note = ({ headers }: { headers: IncomingHttpHeaders }) => seen.push(headers);
    application.app.server.prependListener('request', note);
    onTestFinished(() => void application.app.server.off('request', note));
    const address = await startStoreProxy(proxy, ports['tributary.test']!);
    const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${address}${path}`, { headers });
    const script = await ask(`/trb/${shop.key}.js`);
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining(`"${shop.key}.gif"`)]);
    const known = { 'if-none-match': script.headers.get('etag')! };
    expect((await ask(`/trb/${shop.key}.js`, known)).status).toBe(304);
    const report = `/trb/${shop.key}.gif?order_id=N-1&order_value=5`;
    const shopper = { cookie: 'basket=1', authorization: 'Basic eA==', 'x-forwarded-for': '192.0.2.1' };
    const page = { referer: `http://www.${domain}/thanks` };
    expect((await ask(report, { ...shopper, ...page })).status).toBe(200);
    expect((await ask(report, { ...shopper, referer: 'http://elsewhere.test/' })).status).toBe(403);
    expect(await shop.orders()).toMatchObject([{ order_id: 'N-1', channel: 'sales_pixel' }]);
    for (const name of Object.keys(shopper)) expect(seen.filter((headers) => headers[name] !== undefined)).toEqual([]);
    // Only the paths that the guide names are forwarded.
    const before = seen.length;
    for (const path of ['/v2/health', '/trb/../v2/health', '/trb/%2e%2e/v2/health', `/trb/${shop.key}.js/x`])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect(seen).toHaveLength(before);
  });
});

describeInBrowser('A report that fails', () => {
  it('while the browser is offline is reported on a later page, with its time', async () => {
    const shop = await openShop('offline.test');
    const link = await shop.link();
    const visitor = await openWindow(browser);
    await open(visitor, link.address);
    await visitor.context.setOffline(true);
    let failed = 0;
    visitor.page.on('requestfailed', () => {
      failed += 1;
    });
    await visitor.page.evaluate(`tributary('order', { order_id: 'F-1', order_value: '100' })`);
    // Both attempts have ended, by fetch and by an image. Otherwise one could reach the server two days later.
    await until(async () => failed >= 2);
    expect(await waiting(visitor, shop)).toEqual(['F-1']);
    const orderedAt = Date.now();
    await letPass(2, visitor);
    await visitor.context.setOffline(false);
    await open(visitor, 'http://www.offline.test/again');
    await takes(shop);
    const [order] = await shop.orders();
    expect(order).toMatchObject({ attribution: 'click', link_id: link.id });
    expect(Math.abs(order.order_at.getTime() - orderedAt)).toBeLessThan(60_000);
    await settles(visitor, shop);
    expect(visitor.faults).toEqual([]);
  });

  it('while the server is unavailable is reported again on the same page, at most five times', async () => {
    const shop = await openShop('away.test');
    const visitor = await openWindow(browser);
    let isUnavailable = true;
    await visitor.context.route(`${OURS}/px/**`, (route) =>
      isUnavailable
        ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, json: {} })
        : route.continue(),
    );
    const answers: Response[] = [];
    visitor.context.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/px/')) answers.push(response);
    });
    // The test controls the clock: it ends the waiting times of the page.
    await visitor.context.addInitScript('window.waits = []; window.setTimeout = (act, ms) => waits.push({ act, ms });');
    await open(visitor, thanks('www.away.test', { order_id: 'F-1' }));
    for (const [index, seconds] of [2, 8, 32, 128].entries()) {
      await until(() => visitor.page.evaluate<boolean>(`waits.length > ${index}`));
      expect(visitor.reported).toHaveLength(index + 1);
      expect(await visitor.page.evaluate(`waits[${index}].ms`)).toBe(seconds * 1_000);
      await visitor.page.evaluate(`waits[${index}].act()`);
    }
    await until(() => answers.length === 5);
    for (const answer of answers) await answer.finished();
    expect([visitor.reported.length, await waiting(visitor, shop)]).toEqual([5, ['F-1']]);
    expect(await visitor.page.evaluate('waits.length')).toBe(4);
    isUnavailable = false;
    await open(visitor, thanks('www.away.test', { order_id: 'F-1' }));
    await takes(shop);
    expect(visitor.reported).toHaveLength(6);
  });

  it('because it is refused is discarded, and the browser console shows the reason', async () => {
    const shop = await openShop('refused.test');
    const visitor = await openWindow(browser);
    await open(visitor, thanks('www.refused.test', { order_id: 'F-1', order_value: 'free' }));
    await until(() => visitor.warnings.length === 1);
    expect(visitor.warnings[0]).toMatch(/^Tributary: F-1 was refused: .*order_value.*decimal number/);
    expect(await waiting(visitor, shop)).toEqual([]);
    await visitor.page.evaluate(`tributary('order', { order_id: ' ' }); tributary('order'); tributary('sing')`);
    await until(() => visitor.warnings.length === 4);
    await open(visitor, 'http://www.refused.test/again');
    expect([visitor.reported.length, await shop.orders()]).toEqual([1, []]);
    expect(visitor.faults).toEqual([]);
  });

  it('does not block others if the browser’s stored data are broken', async () => {
    const shop = await openShop('broken.test');
    const visitor = await openWindow(browser);
    for (const kept of ['', '{', '5', 'null', '"x"', '{"c":5,"w":5,"s":{}}', '{"c":null,"w":[null,{}],"s":[null]}']) {
      const order_id = `F-${kept}`;
      await open(visitor, 'http://www.broken.test/');
      await visitor.page.evaluate(`localStorage.setItem('tributary_${shop.key}', ${JSON.stringify(kept)})`);
      await open(visitor, thanks('www.broken.test', { order_id }));
      await until(async () => (await shop.orders()).some((order) => order.order_id === order_id));
    }
    expect(visitor.faults).toEqual([]);
  });
});
