import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';

// Faults of an earlier review of the console that no other browser test walks.
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

  it('says the same to a store and to administrators about the payment method', async () => {
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

  it('closes a drawer by Back, on the page where it was opened', async () => {
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

  it('asks before what was typed in a drawer is discarded: by its button, Escape, a click outside and Back', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: campaign });
    await page.getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name });
    const limit = drawer.getByLabel('Click limit');
    await limit.fill('321');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const leaving: Record<string, () => Promise<unknown>> = {
      button: () => drawer.getByRole('button', { name: 'Close', exact: true }).click(),
      escape: () => limit.press('Escape'),
      outside: () => page.mouse.click(20, 300),
      back: () => page.goBack(),
    };
    // Twice, because the first question has been rendered when the second one is asked.
    for (const way of [...Object.keys(leaving), ...Object.keys(leaving)]) {
      await leaving[way]!();
      // Escape answers the question only, and does not close the drawer below it.
      await question.getByRole('button', { name: 'Stay here' }).press('Escape');
      await question.waitFor({ state: 'hidden' });
      expect([way, await limit.inputValue()]).toEqual([way, '321']);
    }
    await limit.press('Escape');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => limit.inputValue()).not.toBe('321');
    expect(faults).toEqual([]);
  });

  it('asks before what was typed in a dialog is discarded, and returns the focus', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/holds' });
    await page.getByRole('button', { name: 'Put on hold' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Put on hold' });
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Suspicious clicks');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await reason.press('Escape');
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await reason.inputValue()).toBe('Suspicious clicks');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await reason.press('Escape');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Put on hold' }).first().click();
    expect(await reason.inputValue()).toBe('');
    // Without input, Escape closes it at once.
    await reason.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });
});
