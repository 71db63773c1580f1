import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';

describe.skipIf(chromiumPath === null)('The role in a team', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  const enterAs = async (role: string, path: string) => {
    const { store } = here.demo.ids;
    await here.application.database.pool.query('UPDATE store_members SET role = $1 WHERE store_id = $2', [role, store]);
    return here.enterAs('advertiser', { at: `/console/shop/${store}${path}` });
  };

  it('hides and disables what a member who only reads may not do, and says why', async () => {
    const { page, faults } = await enterAs('read_only', '/settings');
    await page.getByRole('alert').getByText('Your role here is read only.').waitFor();
    const prices = page.getByRole('textbox', { name: 'Per click', exact: true });
    await prices.waitFor();
    expect([await prices.isDisabled(), await page.getByRole('button', { name: 'Hide shop' }).isDisabled()]).toEqual([
      true,
      true,
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    const { store, offer } = here.demo.ids;
    await page.goto(`${here.url}/console/shop/${store}/campaigns`);
    await page.getByRole('table', { name: 'Campaigns' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    await page.goto(`${here.url}/console/shop/${store}/campaigns/${offer}`);
    await page.getByRole('switch', { name: 'Show a public page' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Show a public page' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('leaves owners everything, without a notice', async () => {
    const { page, faults } = await enterAs('owner', '/settings');
    const prices = page.getByRole('textbox', { name: 'Per click', exact: true });
    await prices.waitFor();
    expect(await prices.isDisabled()).toBe(false);
    expect(await page.getByText('Your role here').count()).toBe(0);
    await page.goto(`${here.url}/console/shop/${here.demo.ids.store}/campaigns`);
    await page.getByRole('link', { name: 'New campaign' }).waitFor();
    expect(faults).toEqual([]);
  });
});
