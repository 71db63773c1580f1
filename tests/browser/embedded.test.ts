import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClickClass } from '../../src/modules/clicks/click-classes.ts';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { chromiumPath, launchBrowser, openWindow } from '../harness/browser.ts';
import { afterThisFile } from '../harness/clean-up.ts';
import { until } from '../harness/embedded.ts';

/** Chromium sends Fetch Metadata to https and to local hosts only. */
const OURS = 'http://links.localhost';
const CPC_MINOR = 250;
let application: TestApplication;
/** The page that embeds the address. */
let blogPage = '';
let browser: Browser;

if (chromiumPath === null) console.log('No Chromium was found (CHROMIUM_PATH): the browser tests are skipped.');
const describeInBrowser = describe.skipIf(chromiumPath === null);

/** A server of pages: the creator's blog, and the store at every other host. */
async function servePages(): Promise<number> {
  const server = createServer((request, response) => {
    const isBlog = request.headers.host?.startsWith('blog.test') && request.url === '/';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isBlog ? blogPage : '<!doctype html><title>Store</title><h1>Store</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  if (chromiumPath === null) return;
  application = await createTestApplication();
  await application.app.listen({ host: '127.0.0.1', port: 0 });
  const ours = (application.app.server.address() as AddressInfo).port;
  browser = await launchBrowser({ 'links.localhost': ours, '*.test': await servePages() });
});

/** A creator's link to a store that pays for each click. */
async function createLink() {
  const { market } = application;
  const storeId = await market.store({ domains: ['store.test'] });
  await market.price({ storeId, cpcMinor: CPC_MINOR });
  const { id, code } = await market.link({ userId: await market.user(), storeId, url: 'http://www.store.test/shoes' });
  return { id, address: `${OURS}/r/${code}` };
}

/** The recorded clicks of a link, in their order. */
async function clicksOf(linkId: number): Promise<{ class: number; cost: number; user: number }[]> {
  const text =
    'SELECT class, cost_minor::int AS cost, user_minor::int AS "user" FROM clicks WHERE link_id = $1 ORDER BY id';
  return (await application.database.pool.query(text, [linkId])).rows;
}

/** Ways in which a page can load an address without an action of a person, with the reason that the click receives. */
const BY_ITSELF: [way: string, html: (address: string) => string, reason: number][] = [
  ['a picture', (address) => `<img src="${address}" width="1" height="1" alt="">`, ClickClass.embedded],
  ['a frame', (address) => `<iframe src="${address}" hidden></iframe>`, ClickClass.embedded],
  ['a script', (address) => `<script async src="${address}"></script>`, ClickClass.embedded],
  ['a style sheet', (address) => `<link rel="stylesheet" href="${address}">`, ClickClass.embedded],
  ['an object', (address) => `<object data="${address}" width="1" height="1"></object>`, ClickClass.embedded],
  ['a film', (address) => `<video src="${address}" preload="auto" muted></video>`, ClickClass.embedded],
  ['a call', (address) => `<script>fetch('${address}', { mode: 'no-cors' })</script>`, ClickClass.embedded],
  ['a prefetch', (address) => `<link rel="prefetch" href="${address}">`, ClickClass.prefetch],
];

const page = (body: string) => `<!doctype html><html><head><title>Blog</title></head><body>${body}</body></html>`;

describeInBrowser('A page that loads a tracked link', () => {
  it.each(BY_ITSELF)('as %s earns nothing, and a click of the same visitor does', async (_way, html, reason) => {
    const link = await createLink();
    blogPage = page(`${html(link.address)}<p><a id="shoes" href="${link.address}">Shoes</a></p>`);
    const { page: tab } = await openWindow(browser);
    await tab.goto('http://blog.test/');
    await until(async () => (await clicksOf(link.id)).length > 0);
    // A browser may load some of the addresses twice.
    for (const click of await clicksOf(link.id)) expect(click).toEqual({ class: reason, cost: 0, user: 0 });
    await tab.click('#shoes');
    await tab.waitForURL(/^http:\/\/www\.store\.test\/shoes\?tclid=/);
    await until(async () => (await clicksOf(link.id)).some((click) => click.class === ClickClass.counted));
    const clicks = await clicksOf(link.id);
    expect(clicks.filter((click) => click.class !== reason)).toEqual([
      { class: ClickClass.counted, cost: CPC_MINOR, user: expect.any(Number) },
    ]);
    expect(clicks.filter((click) => click.class === reason && (click.cost !== 0 || click.user !== 0))).toEqual([]);
  });

  it.each([
    [
      'prefetch',
      (address: string) =>
        `<script type="speculationrules">{"prefetch":[{"urls":["${address}"],"eagerness":"immediate"}]}</script>`,
    ],
    [
      'prerender',
      (address: string) =>
        `<script type="speculationrules">{"prerender":[{"urls":["${address}"],"eagerness":"immediate"}]}</script>`,
    ],
  ])('as a speculative %s pays nothing, and the navigation that follows pays once', async (_way, html) => {
    const link = await createLink();
    blogPage = page(`${html(link.address)}<p><a id="shoes" href="${link.address}">Shoes</a></p>`);
    const { page: tab } = await openWindow(browser);
    await tab.goto('http://blog.test/');
    // A browser may decide not to speculate; if it does, it asks before the click.
    await until(async () => (await clicksOf(link.id)).length > 0).catch(() => undefined);
    const before = await clicksOf(link.id);
    expect(before.filter(({ cost }) => cost !== 0)).toEqual([]);
    await tab.click('#shoes');
    await tab.waitForURL(/^http:\/\/www\.store\.test\/shoes\?tclid=/);
    await until(async () => (await clicksOf(link.id)).some((click) => click.class === ClickClass.counted));
    const paid = (await clicksOf(link.id)).filter(({ cost }) => cost !== 0);
    expect(paid).toEqual([{ class: ClickClass.counted, cost: CPC_MINOR, user: expect.any(Number) }]);
  });

  it('in every way at once: only the one click in a new tab is paid', async () => {
    const links = await Promise.all(BY_ITSELF.map(createLink));
    const followed = await createLink();
    blogPage = page(
      `${BY_ITSELF.map(([, html], index) => html(links[index]!.address)).join('\n')}
       <p><a id="shoes" target="_blank" rel="noopener" href="${followed.address}">Shoes</a></p>`,
    );
    const { page: tab, context } = await openWindow(browser);
    await tab.goto('http://blog.test/');
    for (const [index, [, , reason]] of BY_ITSELF.entries()) {
      await until(async () => (await clicksOf(links[index]!.id)).length > 0);
      const kept = await clicksOf(links[index]!.id);
      expect(kept.map((click) => click.class)).toEqual(kept.map(() => reason));
    }
    const opened = context.waitForEvent('page');
    await tab.click('#shoes');
    await (await opened).waitForURL(/^http:\/\/www\.store\.test\/shoes\?tclid=/);
    await until(async () => (await clicksOf(followed.id)).length > 0);
    expect(await clicksOf(followed.id)).toMatchObject([{ class: ClickClass.counted, cost: CPC_MINOR }]);
    const { rows } = await application.database.pool.query(
      'SELECT count(*)::int AS paid, sum(cost_minor)::int AS cost FROM clicks WHERE cost_minor > 0 AND link_id = ANY($1)',
      [[followed, ...links].map(({ id }) => id)],
    );
    expect(rows).toEqual([{ paid: 1, cost: CPC_MINOR }]);
  });
});
