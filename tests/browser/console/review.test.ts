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
    expect(terms).toMatch(/SEK\s[\d.]+ a click/);
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
    const table = other.page.getByRole('table', { name: 'Stores' });
    await table.getByRole('row').nth(1).waitFor();
    expect(await table.getByText('Payment method', { exact: true }).count()).toBe(0);
    expect([...faults, ...other.faults]).toEqual([]);
  });

  it('keeps the navigation on a page that does not exist', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/none' });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  it('closes a drawer by Back and stays on its page', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: `${campaign}?tab=participants` });
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
    const { page, faults } = await here.enterAs('advertiser', { at: `${campaign}?tab=participants` });
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
      // It would take the next click.
      await expect.poll(() => page.locator('.mantine-Modal-overlay:visible').count()).toBe(0);
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

  it('asks which of two changes of the individual terms to keep, and saves the others', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: `${campaign}?tab=participants` });
    await page.getByRole('button', { name, exact: true }).click();
    const terms = page.getByRole('dialog', { name }).getByRole('region', { name: 'Individual rates' });
    await terms.getByLabel('Click limit').fill('321');
    await terms.getByLabel('Agreed fee').fill('12');
    const participant = new URL(page.url()).searchParams.get('participant');
    const url = `/v2/offers/${here.demo.ids.offer}/participants/${participant}`;
    const as = here.demo.tokens.admin!;
    const change = { click_limit: 123 };
    await here.application.call({ method: 'PATCH', url: `${url}/overrides/clicks`, as, body: change });
    await terms.getByRole('button', { name: 'Save rates' }).click();
    const question = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await question.getByRole('radio', { name: 'Take theirs: 123' }).check();
    await question.getByRole('button', { name: 'Save' }).click();
    await question.waitFor({ state: 'hidden' });
    const saved = async () =>
      (await here.application.call({ method: 'GET', url: `${url}?include[]=overrides`, as })).body;
    await expect
      .poll(saved)
      .toMatchObject({ payment_amount: { amount: '12.00' }, overrides: { click_limit: change.click_limit } });
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  it('does not overwrite the minimum payout that another administrator has set', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/payouts' });
    await page.getByRole('button', { name: 'Set minimum' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a minimum payout' });
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('SEK');
    await page.getByRole('option', { name: /SEK/ }).filter({ visible: true }).first().click();
    await dialog.getByLabel('Minimum').fill('70');
    const set = (amount: string, currency: string) => ({
      method: 'PUT' as const,
      url: '/v2/admin/minimum-payouts',
      as: here.demo.tokens.admin!,
      body: { minimum: { amount, currency } },
    });
    await here.application.call(set('80.00', 'SEK'));
    await dialog.getByRole('button', { name: 'Save minimum' }).click();
    await dialog.getByText('Somebody else changed this minimum.').waitFor();
    // Of another currency, it is no conflict.
    await here.application.call(set('5.00', 'EUR'));
    await dialog.getByRole('button', { name: 'Save minimum' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { body } = await here.application.call({ ...set('', ''), method: 'GET', body: undefined });
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ client_id: null, minimum: { amount: '70.00', currency: 'SEK' } }),
        expect.objectContaining({ client_id: null, minimum: { amount: '5.00', currency: 'EUR' } }),
      ]),
    );
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  it('says when an administrator views the store or agency of others', async () => {
    const { store, client } = here.demo.ids;
    const notice = 'You are viewing this page as an administrator.';
    const { page, faults } = await here.enterAs('admin', { at: `/console/shop/${store}` });
    await page.getByText(notice).waitFor();
    await page.goto(`${here.url}/console/agency/${client}`);
    await page.getByText(notice).waitFor();
    const member = await here.enterAs('advertiser', { at: `/console/shop/${store}` });
    await member.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await member.page.getByText(notice).count()).toBe(0);
    expect([...faults, ...member.faults]).toEqual([]);
  });

  it('does not cover the comment field with the toast of a comment', async () => {
    const name = await member();
    const { page, faults } = await here.enterAs('advertiser', { at: `${campaign}?tab=participants` });
    await page.getByRole('button', { name, exact: true }).click();
    const field = page.getByRole('dialog', { name }).getByLabel('Comment', { exact: true });
    await field.fill('Thank you for the draft.');
    await field.press('Control+Enter');
    const toast = page.getByRole('alert').filter({ hasText: 'Comment posted' });
    await toast.waitFor();
    const [over, below] = [await toast.boundingBox(), await field.boundingBox()];
    expect(over!.y + over!.height).toBeLessThanOrEqual(below!.y);
    expect(faults).toEqual([]);
  });
});
