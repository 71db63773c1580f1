import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';

// Faults that an earlier review of the console found and no other browser test covers.
describe.skipIf(chromiumPath === null)('The console', () => {
  let here: DemoConsole;
  let campaign: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    campaign = `/console/shop/${here.demo.ids.store}/campaigns/${here.demo.ids.offer}`;
  });

  const member = async () => {
    const { rows } = await here.application.database.pool.query(
      `SELECT u.public_name AS name FROM participants p JOIN users u ON u.id = p.user_id
       WHERE p.campaign_id = $1 AND p.status = 'accepted' ORDER BY p.id LIMIT 1`,
      [here.demo.ids.offer],
    );
    return rows[0].name as string;
  };

  it('quotes the same terms for one URL as for a list of URLs', async () => {
    const { page, faults } = await here.enterAs('creator');
    await page.getByRole('tab', { name: 'Blog post or list' }).click();
    await page.getByLabel('Blog post (HTML) or URLs').fill(here.demo.product_url);
    await page.getByRole('button', { name: 'Create links' }).click();
    const row = page.getByRole('region', { name: '1 link created.' }).getByRole('row').nth(1);
    const terms = (await row.getByRole('cell').last().innerText()).trim();
    expect(terms).toMatch(/kr a click/);
    await page.goto(`${here.url}/console/creator`);
    await page.getByLabel('Product or page URL').fill(here.demo.product_url);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    await page.getByText(terms, { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a store and administrators the same state of the payment method', async () => {
    const { store } = here.demo.ids;
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/invoices` });
    await page.getByRole('heading', { name: 'Payment method' }).waitFor();
    await page.getByText('Set up', { exact: true }).waitFor();
    const other = await here.enterAs('admin', { at: '/console/admin/stores' });
    const table = other.page.getByRole('table', { name: 'Shops' });
    await table.getByRole('row').nth(1).waitFor();
    expect(await table.getByText('Payment method', { exact: true }).count()).toBe(0);
    expect([...faults, ...other.faults]).toEqual([]);
  });

  it('closes a drawer by Back and stays on its page', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: campaign });
    await page.getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(campaign);
    await page.goForward();
    await drawer.waitFor();
    expect(faults).toEqual([]);
  });

  it('asks for confirmation before input in a drawer is discarded', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: campaign });
    await page.getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name });
    const limit = drawer.getByLabel('Click limit');
    await limit.fill('321');
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).first().click();
    await question.waitFor({ state: 'hidden' });
    expect(await limit.inputValue()).toBe('321');
    expect(faults).toEqual([]);
  });
});
