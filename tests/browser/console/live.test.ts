import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const PATIENCE_MS = 30_000;

describe.skipIf(chromiumPath === null)('Open pages', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole({ hasChanges: true });
  });

  it('show new clicks by themselves, and when their figures were read', async () => {
    const link = here.demo.ids.affiliate_link;
    const { page, faults, context } = await here.enterAs('creator', { at: `/console/creator/links/${link}` });
    const label = page.getByRole('link', { name: 'Clicks', exact: true });
    const tile = page.locator('.mantine-Card-root', { has: label });
    await expect.poll(() => tile.innerText(), { timeout: PATIENCE_MS }).toMatch(/\d/);
    await page.getByText(/^Updated /).waitFor();
    const before = await tile.innerText();
    const { rows } = await here.application.database.pool.query('SELECT code FROM links WHERE id = $1', [link]);
    for (let shopper = 1; shopper <= 3; shopper++) {
      const headers = { 'user-agent': BROWSER, 'x-forwarded-for': `198.51.100.${shopper}` };
      await fetch(`${here.url}/r/${rows[0].code}`, { redirect: 'manual', headers });
    }
    await expect.poll(() => tile.innerText(), { timeout: PATIENCE_MS }).not.toBe(before);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
