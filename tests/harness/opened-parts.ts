import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { axeFaults, COLOUR_RULES } from './axe.ts';

/** Dialogs, drawers, popovers and menus that have not been checked since they were opened. */
const PART = ':is([role=dialog], [role=menu]):not([data-checked])';
/** The one that is being checked. */
const CHECKED = '[data-checked=now]';
/** It, while it has no name, which it gets after it is rendered, or is loading. */
const UNSETTLED = `${CHECKED}:is(:not([aria-labelledby], [aria-label]), :has(.mantine-Skeleton-root, [aria-busy=true]))`;

/** Marks the part, and returns its name without numbers; null if it has been closed. */
const MARK = `(() => {
  const parts = [...document.querySelectorAll('${PART}')];
  const part = parts.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? parts[0];
  if (part === undefined) return null;
  part.setAttribute('data-checked', 'now');
  const label = document.getElementById(part.getAttribute('aria-labelledby'));
  const name = part.ariaLabel || label?.textContent || label?.ariaLabel || '';
  return name.replaceAll(/[0-9]+/g, '0');
})()`;
const UNMARK = `document.querySelector('${CHECKED}')?.setAttribute('data-checked', '')`;

/** The parts that the test files of this process have checked, by their names. */
const known = new Set<string>();

/**
 * Checks every dialog, drawer, popover and menu that a test opens in a window with axe, in both colour schemes. This happens before the
 * next action of the test on the page, and once for each name and process.
 * @returns the faults so far, by the name of the part
 */
export function watchOpenedParts(context: BrowserContext): [part: string, fault: unknown][] {
  const found: [string, unknown][] = [];
  context.on('page', (page) => {
    const opened = page.locator(PART).filter({ visible: true }).first();
    const check = async () => {
      let name: string | null = null;
      try {
        name = await page.evaluate<string | null>(MARK);
        if (name !== null && !known.has(name)) {
          let faults = await partFaults(page);
          // What was still being drawn is right a moment later.
          if (faults.length > 0) {
            await delay(1000);
            faults = await partFaults(page);
          }
          for (const fault of faults) found.push([name, fault]);
          known.add(name);
        }
        await page.evaluate(UNMARK);
      } catch (error) {
        // A part that closes meanwhile, or with its page, is checked when it is opened again.
        const isOpen = await page
          .locator(CHECKED)
          .isVisible()
          .catch(() => false);
        if (isOpen) found.push([`${name}`, String(error)]);
      }
    };
    void page.addLocatorHandler(opened, check, { noWaitAfter: true });
  });
  return found;
}

/** Checks the marked part in both colour schemes. The page keeps its own. */
async function partFaults(page: Page): Promise<unknown[]> {
  // A part whose data a test holds back is checked as it is.
  const settled = page.locator(UNSETTLED).waitFor({ state: 'detached', timeout: 5_000 });
  await settled.catch(() => {});
  const found = await axeFaults(page, undefined, CHECKED);
  const [isDark, own] = await page.evaluate<[isDark: boolean, own: string]>(
    "[matchMedia('(prefers-color-scheme: dark)').matches, document.documentElement.dataset.mantineColorScheme]",
  );
  // The colours that the reader has chosen do not follow the browser's.
  const show = async (ofBrowser: string, ofPage: string) => {
    await page.emulateMedia({ colorScheme: ofBrowser === 'dark' ? 'dark' : 'light' });
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${ofPage}'`);
  };
  const other = own === 'dark' ? 'light' : 'dark';
  try {
    await show(other, other);
    found.push(...(await axeFaults(page, COLOUR_RULES, CHECKED)));
  } finally {
    await show(isDark ? 'dark' : 'light', own);
  }
  return found;
}
