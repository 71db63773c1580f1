import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { afterThisFile } from './clean-up.ts';
import { watchOpenedParts } from './opened-parts.ts';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium (or the one at CHROMIUM_PATH). Null where there is none; the tests are then skipped. */
export const chromiumPath =
  [process.env.CHROMIUM_PATH, ...USUAL_PLACES].find((file) => file !== undefined && existsSync(file)) ?? null;

/** Chromium without its own window and profiles, which takes a tenth less time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const lightPath = process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromiumPath;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds on a busy machine. These flags take a third of Chromium's CPU time away: no processes and threads that
  // wait for each other, no optimization of code that soon is gone, and code that is compiled once for all loads of a window.
  '--in-process-gpu',
  '--js-flags=--single-threaded --no-opt --no-maglev',
  '--v8-cache-options=bypassHeatCheck',
];
/** A regular user agent. The headless browser's own is classified as a bot. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/**
 * Delays every reply by up to as many milliseconds, at random. To find tests that do not wait for the data that they use
 * (CONTRIBUTING, "Tests").
 */
const SLOW_MS = Number(process.env.SLOW_BROWSER_MS ?? 0);

/** Selects the language of the console, regardless of the language of the machine. */
const LOCALE = 'en-US';

/** The warning of Playwright when it blocks a service worker. */
const BLOCKED_WORKER = 'Service Worker registration blocked';

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Addresses of the orders that the browser has reported so far, accepted or not, also on first-party paths. */
  reported: URL[];
  /** Uncaught errors on the pages. */
  faults: string[];
  /** Warnings in the browser's console. */
  warnings: string[];
}

/**
 * Opens a browser with its own profile, closed after the test. Starting it costs as much CPU time as loading two pages of the
 * console; without a setting of a profile, `openWindow` is enough.
 * @param ports as of `launchBrowser`
 * @param blocked the cookies that the profile refuses; `all` also disables storage
 */
export async function openBrowser(ports: Record<string, number>, blocked: 'third-party' | 'all'): Promise<Visitor> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'tributary-browser-'));
  const profileFacts = {
    'third-party': { block_third_party_cookies: true, cookie_controls_mode: 1 },
    all: { default_content_setting_values: { cookies: 2 } },
  };
  await mkdir(path.join(profile, 'Default'));
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: profileFacts[blocked] }));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(ports),
    userAgent: USER_AGENT,
    locale: LOCALE,
  });
  onTestFinished(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  return watched(context, context.pages()[0]!);
}

/**
 * Opens one browser for all visitors of a test file, because starting one takes a second. Closed after the file's
 * last test.
 * @param ports the names that resolve (host or `*.domain` to a port on loopback), so that nothing but loopback is contacted
 */
export async function launchBrowser(ports: Record<string, number>): Promise<Browser> {
  const browser = await chromium.launch({ ...launchOptions(ports), executablePath: lightPath! });
  afterThisFile(() => browser.close());
  return browser;
}

/**
 * Opens a window with its own cookies, storage and cache, closed after the test. Only the clipboard is shared by all
 * windows.
 * @param serviceWorkers `block` unless given: requests of a worker cannot be intercepted, and a test does not depend on what it kept
 */
export async function openWindow(browser: Browser, serviceWorkers: 'allow' | 'block' = 'block'): Promise<Visitor> {
  const context = await browser.newContext({
    userAgent: USER_AGENT,
    locale: LOCALE,
    serviceWorkers,
    // Without animations a page can be used at once, and draws fewer frames.
    reducedMotion: 'reduce',
  });
  const partFaults = watchOpenedParts(context);
  onTestFinished(async () => {
    await context.close();
    expect(partFaults, JSON.stringify(partFaults)).toEqual([]);
  });
  return watched(context, await context.newPage());
}

function launchOptions(ports: Record<string, number>) {
  const rules = Object.entries(ports).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  const resolver = `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(',')}`;
  return { executablePath: chromiumPath!, args: [...FLAGS, resolver] };
}

async function watched(context: BrowserContext, page: Page): Promise<Visitor> {
  if (SLOW_MS > 0) await slowDown(context);
  const visitor: Visitor = { context, page, reported: [], faults: [], warnings: [] };
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^\/(?:px|trb)\/[^/]+\.gif$/.test(url.pathname)) visitor.reported.push(url);
  });
  context.on('weberror', (error) => visitor.faults.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'warning' && !message.text().includes(BLOCKED_WORKER)) visitor.warnings.push(message.text());
  });
  return visitor;
}

async function slowDown(context: BrowserContext): Promise<void> {
  await context.route(/^https?:/, async (route) => {
    await delay(Math.random() * SLOW_MS);
    // A page that was closed in the meantime does not need the reply.
    await route.fallback().catch(() => {});
  });
}
