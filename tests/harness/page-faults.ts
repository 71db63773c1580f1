import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES } from './axe.ts';
import { pageAt } from './checked-pages.ts';
import { PHONE, phoneFaults } from './phone-layout.ts';

/** The widths of the narrowest supported screen and of a desktop. */
const NARROW = { width: 320, height: 720 };
const WIDE = { width: 1280, height: 900 };

/** What is still loading, and dialogs without a name, which they get after they are rendered. */
const UNSETTLED =
  '.mantine-Skeleton-root, [aria-busy=true], [role=dialog]:not([aria-labelledby], [aria-label], [hidden])';

/** Waits until nothing is loading any more. */
export const settled = (page: Page) => expect.poll(() => page.locator(UNSETTLED).count(), { timeout: 20_000 }).toBe(0);

/** Addresses of a page with an open drawer. */
const OPENS_DRAWER = /[?&](order|who|participant)=/;

/** Waits for the title of a page after a navigation, and until the page has loaded its data. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
}

/**
 * Checks a page with axe, and that nothing is wider than the screen, in both colour schemes and at both widths. Each width is checked
 * with all rules in one scheme; in the other scheme only the rules about colours can find more. Then its layout is checked on a phone.
 * @returns the faults; empty when there are none
 */
export async function pageFaults(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [colorScheme, size, rules] of [
    ['light', WIDE, undefined],
    ['dark', WIDE, COLOUR_RULES],
    ['dark', NARROW, undefined],
    ['light', NARROW, COLOUR_RULES],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme'))
      .toBe(colorScheme);
    await settled(page);
    found.push(...(await accessibilityFaults(page, rules)).map((fault) => [colorScheme, size.width, fault]));
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) found.push([colorScheme, `is ${over} px wider than ${size.width}`]);
  }
  await page.setViewportSize(PHONE);
  await settled(page);
  found.push(...(await phoneFaults(page)).map((fault) => [PHONE.width, fault]));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return found;
}

/**
 * Opens a page of the console. If another page is open, the router changes the page, which takes half the time of loading it.
 */
async function open(page: Page, url: string): Promise<void> {
  const here = pageAt(page.url());
  if (here === null || here === pageAt(url) || new URL(url).origin !== new URL(page.url()).origin) {
    await page.goto(url);
    return;
  }
  await page.locator('h1').first().waitFor();
  await page.evaluate((to) => {
    const { document, history } = globalThis as unknown as {
      document: { querySelectorAll: (of: string) => Iterable<{ setAttribute: (name: string, value: string) => void }> };
      history: { pushState: (state: object, unused: string, url: string) => void };
    };
    for (const title of document.querySelectorAll('h1')) title.setAttribute('data-left', '');
    history.pushState({}, '', to);
  }, url);
  await page.locator('h1:not([data-left])').first().waitFor();
}

/**
 * Opens pages one after another and checks each as `pageFaults` does.
 * @returns the faults with their addresses; empty when there are none
 */
export async function faultsAt(page: Page, urls: readonly string[]): Promise<[url: string, fault: unknown][]> {
  const found: [string, unknown][] = [];
  for (const url of urls) {
    await open(page, url);
    if (OPENS_DRAWER.test(url)) await page.getByRole('dialog').waitFor();
    await loaded(page);
    for (const fault of await pageFaults(page)) found.push([url, fault]);
  }
  return found;
}

/** Presses Tab until the condition holds in the page, at most 80 times. @param isThere an expression, such as `document.activeElement?.id === 'a'` */
export async function tabTo(page: Page, isThere: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80 && !(await page.evaluate(isThere)); presses += 1) await page.keyboard.press(key);
  expect(await page.evaluate(isThere)).toBe(true);
}
