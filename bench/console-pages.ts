/**
 * Loads pages of the console in Chromium on a slow connection (1.6 Mbit/s, 150 ms) with a CPU four times slower, each in a new
 * profile, and prints what they load and when they are painted. Needs a running demo:
 *
 *     npx tsx bench/console-pages.ts [http://127.0.0.1:3000] [runs] [all]
 *
 * With `all`, it loads every page of the console in English, and counts those that miss a goal.
 * docs/console.md has the goals. The times depend on the machine, and no test asserts them.
 */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../tests/harness/browser.ts';

const [base = 'http://127.0.0.1:3000', runs = '3', extent = 'some'] = process.argv.slice(2);
const demo = JSON.parse(await readFile(process.env.DEMO_FILE ?? '.data/demo.json', 'utf8'));

const LATENCY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const CPU_SLOWDOWN = 4;
/** After this time without a request, a page has loaded. */
const QUIET_MS = 1_500;

const CREATOR = 'linneaspringer@creator.example';
const MERCHANT = 'maja@nordicrunner.example';
const ADMIN = 'ingrid@tributary.example';
const REPRESENTATIVE = 'astrid@nordljus.example';
const { store, client: agency, offer } = demo.ids;

type PageToLoad = readonly [email: string | null, path: string, language: string];

/** The pages to open, with the user and the language. */
const PAGES: readonly PageToLoad[] = [
  [null, '/console/sign-in', 'en-GB'],
  [null, '/console/sign-in', 'de-DE'],
  [CREATOR, '/console/creator', 'en-GB'],
  [CREATOR, '/console/creator/links', 'sv-SE'],
  [MERCHANT, `/console/shop/${store}`, 'en-GB'],
  [MERCHANT, `/console/shop/${store}/orders`, 'de-DE'],
  [MERCHANT, `/console/shop/${store}/campaigns/${offer}`, 'en-GB'],
  [REPRESENTATIVE, `/console/agency/${agency}`, 'en-GB'],
  [ADMIN, '/console/admin', 'en-GB'],
  [ADMIN, '/console/admin/invoices', 'de-DE'],
];

/** The values of the parameters of pages. */
const PARAMETERS: Readonly<Record<string, string | number>> = {
  store,
  shop: store,
  offer,
  client: agency,
  agency,
  user: demo.ids.user,
  link: demo.ids.affiliate_link,
  invoice: demo.ids.store_invoice,
  token: demo.offer_token,
  month: new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7),
  list: 'revenue-tiers',
  run: 1,
  claim: 1,
  kind: 'orders',
  id: 1,
};
/** The pages that are read before a sign-in. */
const WITHOUT_SESSION = /^\/console\/(?:sign-|verify|forgotten|reset|change|invitation)/;

/** Every page of the build, each with a user who may open it. */
async function allPages(): Promise<PageToLoad[]> {
  const built: { path: string }[] = JSON.parse(await readFile('console/dist/pages.json', 'utf8'));
  return built.map(({ path }) => [
    userOf(path),
    path.replaceAll(/\$(\w+)/g, (_, name: string) => String(PARAMETERS[name])),
    'en-GB',
  ]);
}

function userOf(path: string): string | null {
  if (WITHOUT_SESSION.test(path)) return null;
  if (path.startsWith('/console/shop/')) return MERCHANT;
  if (path.startsWith('/console/agency/')) return REPRESENTATIVE;
  return /\/(?:admin|invoice-lines|claims)\//.test(`${path}/`) && !path.startsWith('/console/creator')
    ? ADMIN
    : CREATOR;
}

/** The goals of docs/console.md. */
const meetsGoals = ({ largestPaint, longestTask, layoutShift }: Figures): boolean =>
  largestPaint <= 2_000 && longestTask <= 200 && layoutShift < 0.1;

interface Figures {
  scripts: number;
  kilobytes: number;
  firstPaint: number;
  largestPaint: number;
  longestTask: number;
  layoutShift: number;
}

/** Runs in the page, before its own scripts. */
const OBSERVER = `
  globalThis.seen = { firstPaint: 0, largestPaint: 0, longestTask: 0, layoutShift: 0 };
  const watch = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.firstPaint = startTime; });
  watch('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime; });
  watch('longtask', ({ duration }) => { seen.longestTask = Math.max(seen.longestTask, duration); });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.layoutShift += value; });
`;

async function measure(context: BrowserContext, page: Page, path: string): Promise<Figures> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  let [scripts, bytes] = [0, 0];
  session.on('Network.responseReceived', ({ type }) => {
    if (type === 'Script') scripts += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(OBSERVER);
  await page.goto(base + path, { waitUntil: 'load' });
  for (let before = -1; before !== bytes; ) {
    before = bytes;
    await page.waitForTimeout(QUIET_MS);
  }
  const seen = await page.evaluate<Omit<Figures, 'scripts' | 'kilobytes'>>('seen');
  return { scripts, kilobytes: bytes / 1_000, ...seen };
}

/** The median of each kind of figure. */
function median(all: readonly Figures[]): Figures {
  const middle = (key: keyof Figures) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
  const keys = Object.keys(all[0]!) as (keyof Figures)[];
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as unknown as Figures;
}

const browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox', '--disable-gpu'] });
console.log('| page | language | scripts | kB | first paint s | LCP s | longest task ms | layout shift |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |');
const pages = extent === 'all' ? await allPages() : PAGES;
let missed = 0;
for (const [email, path, locale] of pages) {
  const all: Figures[] = [];
  for (let run = 0; run < Number(runs); run += 1) {
    const context = await browser.newContext({ locale, viewport: { width: 1360, height: 860 } });
    if (email !== null) {
      const reply = await context.request.post(`${base}/v2/sessions/console`, {
        headers: { 'x-tributary-console': '1' },
        data: { email, password: demo.password },
      });
      if (!reply.ok()) throw new Error(`${email} cannot sign in: ${reply.status()}`);
    }
    all.push(await measure(context, await context.newPage(), path));
    await context.close();
  }
  const figures = median(all);
  if (!meetsGoals(figures)) missed += 1;
  const { scripts, kilobytes, firstPaint, largestPaint, longestTask, layoutShift } = figures;
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const cells = [scripts, kilobytes.toFixed(0), seconds(firstPaint), seconds(largestPaint), longestTask.toFixed(0)];
  console.log(`| \`${path}\` | ${locale.slice(0, 2)} | ${cells.join(' | ')} | ${layoutShift.toFixed(2)} |`);
}
console.log(`\n${missed} of ${pages.length} pages miss a goal`);
await browser.close();
