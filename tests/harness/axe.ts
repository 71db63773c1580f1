import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { recordPage } from './checked-pages.ts';

/** Half as long as `axe.source`, which each checked page would have to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the colour scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A violated rule with its elements. */
interface AccessibilityFault {
  rule: string;
  elements: string[];
}

/**
 * Returns axe's findings (WCAG 2.2 A and AA, and best practices) for the current page.
 * @param rules the rules to check; all by default
 * @returns each violated rule with its elements; empty when accessible
 */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<AccessibilityFault[]> {
  // Until it has a title, a page is only a frame.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const found = await axeFaults(page, rules);
  await recordPage(page);
  return found;
}

/**
 * Same as `accessibilityFaults`, of a part of the page.
 * @param part the selector of the part; the whole page by default
 */
export async function axeFaults(page: Page, rules?: string[], part?: string): Promise<AccessibilityFault[]> {
  // A page that was checked before already contains axe.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  // Elements that are still fading in have too little contrast.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished)).then(() => {})`);
  return page.evaluate(
    async ([only, within]) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await checker.run(within ?? ':root', {
        ...(only === undefined ? {} : { runOnly: { type: 'rule', values: only } }),
        // Describing elements without a fault takes a sixth of the time.
        resultTypes: ['violations'],
        selectors: false,
      });
      return violations.map(({ id, nodes }) => ({
        rule: id,
        elements: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
      }));
    },
    [rules, part] as const,
  );
}
