// Takes the pictures of the README, and of the console in the guides, from a running demo, in the system's Chromium:
//
//   node docs/pictures/take.mjs [http://127.0.0.1:3000]
//
// `woocommerce-settings` and `reported-order` show a store of plugins/woocommerce that reports to the demo; they are taken by hand.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const here = import.meta.dirname;
const demoFile = process.env.DEMO_FILE ?? path.join(here, '../../.data/demo.json');
const { ids } = JSON.parse(await readFile(demoFile, 'utf8'));
const PASSWORD = JSON.parse(await readFile(demoFile, 'utf8')).password;

const DESKTOP = { width: 1360, height: 860 };
const PHONE = { width: 390, height: 844 };
const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1))
  .toISOString()
  .slice(0, 7);

/** A key for a plugin. */
async function fillKey(section) {
  await section.getByLabel('Name').fill('Web shop');
  for (const scope of ['Reading', 'Campaigns']) await section.getByLabel(scope, { exact: true }).uncheck();
}

/** Each picture: whose screen, where, and how it is looked at; `of`: a part of the screen, after `prepare`. */
const PICTURES = [
  { name: 'sign-in', as: null, at: '/console/sign-in' },
  { name: 'creator', as: 'linneaspringer@creator.example', at: '/console/creator' },
  { name: 'creator-phone', as: 'linneaspringer@creator.example', at: '/console/creator', size: PHONE },
  { name: 'store', as: 'maja@nordicrunner.example', at: `/console/shop/${ids.store}` },
  { name: 'campaign', as: 'maja@nordicrunner.example', at: `/console/shop/${ids.store}/campaigns/${ids.offer}` },
  { name: 'new-campaign', as: 'maja@nordicrunner.example', at: `/console/shop/${ids.store}/campaigns/new` },
  { name: 'store-dark', as: 'maja@nordicrunner.example', at: `/console/shop/${ids.store}/statistics`, scheme: 'dark' },
  { name: 'agency', as: 'astrid@nordljus.example', at: `/console/agency/${ids.client}` },
  {
    name: 'api-key',
    as: 'maja@nordicrunner.example',
    at: `/console/shop/${ids.store}/tracking`,
    of: '#api-keys',
    prepare: fillKey,
  },
  { name: 'month', as: 'ingrid@tributary.example', at: `/console/admin/periods/${lastMonth}` },
];

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, as, at, size = DESKTOP, scheme = 'light', of, prepare } of PICTURES) {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (as !== null) {
    const headers = { 'x-tributary-console': '1' };
    const reply = await context.request.post(`${base}/v2/sessions/console`, {
      headers,
      data: { email: as, password: PASSWORD },
    });
    if (!reply.ok()) throw new Error(`${as} cannot sign in: ${reply.status()}`);
  }
  await page.goto(base + at, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  await page.waitForTimeout(500);
  const part = of === undefined ? page : page.locator(of);
  await prepare?.(part);
  // A palette: screens have few colours, and a repository is read for long.
  await sharp(await part.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(path.join(here, `${name}.png`));
  await context.close();
}
await browser.close();
