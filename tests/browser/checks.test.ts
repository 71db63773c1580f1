import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { chromiumPath, launchBrowser } from '../harness/browser.ts';
import { uncheckedPages } from '../harness/checked-pages.ts';
import { watchOpenedParts } from '../harness/opened-parts.ts';

/** A page that follows the colour scheme, with a button that opens a dialog. */
const pageWith = (
  name: string,
  dialog: string,
) => `<!doctype html><html lang="en" data-mantine-color-scheme="light"><title>Page</title>
<main><h1>Page</h1><button onclick="document.querySelector('[role=dialog]').hidden = false">Open</button>
<div role="dialog" aria-label="${name}" hidden>${dialog}<button>Close</button></div></main>
<script>matchMedia('(prefers-color-scheme: dark)').onchange = ({ matches }) => {
  document.documentElement.dataset.mantineColorScheme = matches ? 'dark' : 'light';
};</script></html>`;

describe.skipIf(chromiumPath === null)('The checks of all browser tests', () => {
  it.each([
    ['Without a fault', '<p>Text</p>', []],
    ['A picture', '<img src="data:,">', ['image-alt']],
    [
      'In the dark',
      '<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Text</p>',
      ['color-contrast'],
    ],
  ])('find the faults of a part that a test opens: %s', async (name, dialog, rules) => {
    const browser = await launchBrowser({});
    onTestFinished(() => browser.close());
    const context = await browser.newContext({ colorScheme: 'light' });
    const found = watchOpenedParts(context);
    const page = await context.newPage();
    await page.setContent(pageWith(name, dialog));
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(found.map(([, fault]) => (fault as { rule: string }).rule)).toEqual(rules);
  });

  it('name the pages of the console that no test has checked', () => {
    const run = path.join(inject('testRun').folder, 'unchecked');
    mkdirSync(run, { recursive: true });
    expect(uncheckedPages(run)).toEqual(expect.arrayContaining(['light /console/work', 'narrow /console/admin/site']));
  });
});
