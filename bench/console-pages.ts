/**
 * Loads pages of the console in Chromium on a slow connection (1.6 Mbit/s, 150 ms) with a CPU four times slower, each in a new
 * profile, and prints what they load and when they are painted. Needs a running demo:
 *
 *     npx tsx bench/console-pages.ts [http://127.0.0.1:3000] [runs]
 *
 * docs/console.md has the goals. The times depend on the machine, and no test asserts them.
 */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../tests/harness/browser.ts';

const [base = 'http://127.0.0.1:3000', runs = '3'] = process.argv.slice(2);
const demo = JSON.parse(await readFile(process.env.DEMO_FILE ?? '.data/demo.json', 'utf8'));

const LATENCY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const CPU_SLOWDOWN = 4;
/** After this time without a request, a page has loaded. */
const QUIET_MS = 1_500;

const CREATOR = 'linneaspringer@creator.example';
const MERCHANT = 'maja@nordicrunner.example';
const ADMIN = 'ingrid@tributary.example';
const { store, client: agency, offer } = demo.ids;

/** The pages to open, with the user and the language. */
const PAGES: readonly [email: string | null, path: string, language: string][] = [
  [null, '/console/sign-in', 'en-GB'],
  [null, '/console/sign-in', 'de-DE'],
  [CREATOR, '/console/creator', 'en-GB'],
  [CREATOR, '/console/creator/links', 'sv-SE'],
  [MERCHANT, `/console/shop/${store}`, 'en-GB'],
  [MERCHANT, `/console/shop/${store}/orders`, 'de-DE'],
  [MERCHANT, `/console/shop/${store}/campaigns/${offer}`, 'en-GB'],
  ['astrid@nordljus.example', `/console/agency/${agency}`, 'en-GB'],
  [ADMIN, '/console/admin', 'en-GB'],
  [ADMIN, '/console/admin/invoices', 'de-DE'],
];

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
for (const [email, path, locale] of PAGES) {
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
  const { scripts, kilobytes, firstPaint, largestPaint, longestTask, layoutShift } = median(all);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const cells = [scripts, kilobytes.toFixed(0), seconds(firstPaint), seconds(largestPaint), longestTask.toFixed(0)];
  console.log(`| \`${path}\` | ${locale.slice(0, 2)} | ${cells.join(' | ')} | ${layoutShift.toFixed(2)} |`);
}
await browser.close();
