import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { readRoutes } from '../../console/bundle/routes.ts';

/** What is checked of each page of the console: with axe in both colour schemes, and on the narrowest supported screen. */
const ASPECTS = ['light', 'dark', 'narrow'] as const;

/** Only redirects to the first page of the reader. */
const HOME = '/console';

const PAGES = readRoutes(path.resolve(import.meta.dirname, '../../console/src'))
  .filter((route) => route.path !== HOME)
  .map((route) => ({ path: route.path, pattern: new RegExp(`^${route.path.replaceAll(/\$\w+/g, '[^/]+')}$`) }));

/** The page of the console at an address, such as `/console/shop/$store`; null if there is none. */
export function pageAt(url: string): string | null {
  const { pathname } = new URL(url);
  const found = PAGES.filter(({ pattern }) => pattern.test(pathname));
  // `/new` is more specific than `/$id`.
  return found.toSorted((a, b) => a.path.split('$').length - b.path.split('$').length)[0]?.path ?? null;
}

const folderOf = (run: string) => path.join(run, 'checked-pages');

/** Records that the current page has been checked in its colour scheme and at its width. */
export async function recordPage(page: Page): Promise<void> {
  const name = pageAt(page.url());
  if (name === null) return;
  const [scheme, width] = await page.evaluate<[string, number]>(
    '[document.documentElement.dataset.mantineColorScheme, innerWidth]',
  );
  const folder = folderOf(inject('testRun').folder);
  mkdirSync(folder, { recursive: true });
  appendFileSync(path.join(folder, `${process.pid}`), `${scheme} ${name}\n${width <= 320 ? `narrow ${name}\n` : ''}`);
}

/**
 * Compares the pages that the tests of a run have checked with the routes of the console, so that a new page cannot be forgotten.
 * @param run the folder of the run
 * @returns what has not been checked, such as `dark /console/work`
 */
export function uncheckedPages(run: string): string[] {
  const folder = folderOf(run);
  mkdirSync(folder, { recursive: true });
  const checked = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n')),
  );
  return PAGES.flatMap((page) => ASPECTS.map((aspect) => `${aspect} ${page.path}`)).filter((one) => !checked.has(one));
}
