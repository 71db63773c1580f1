import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The command palette', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('opens by keyboard, opens a page and a record, and lists them afterwards', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin' });
    const [store] = (
      await here.application.database.pool.query(
        'SELECT id, name FROM stores WHERE deleted_at IS NULL ORDER BY id LIMIT 1',
      )
    ).rows;
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+K');
    const dialog = page.getByRole('dialog', { name: 'Find and go to' });
    const input = dialog.getByRole('textbox');
    await input.fill('reconc');
    await dialog.getByRole('button', { name: /Reconciliation/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/admin\/reconciliation/);

    await page.getByRole('button', { name: 'Find and go to', exact: true }).click();
    await input.fill(store.name.toUpperCase());
    await dialog.getByRole('button', { name: new RegExp(`${store.name}.*Store$`) }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: store.name }).first().click();
    await page.waitForURL(new RegExp(`admin/stores/${store.id}$`));

    await page.keyboard.press('Control+K');
    await input.fill('sandb');
    await dialog.getByRole('button', { name: /Sandboxes.*Page$/ }).waitFor();
    await input.fill('');
    await dialog.getByRole('button', { name: store.name }).waitFor();
    await dialog.getByRole('button', { name: /Reconciliation/ }).waitFor();
    // The first page was not opened by the palette.
    await dialog.getByRole('button', { name: /Overview/ }).click();
    await page.waitForURL(/console\/admin$/);

    // The key is in the overview of shortcuts. `/` moves the focus to the search field of a list.
    await page.goto(`${here.url}/console/none`);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/console/admin/people"]').click();
    const field = page.getByLabel('Search', { exact: true });
    await field.waitFor();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // The field may be visible shortly before the page listens to keys.
    await expect
      .poll(async () => {
        await page.keyboard.press('?');
        return sheet.getByText('Find a page or a record').isVisible();
      })
      .toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    // The help of the page is in the overview, too. Closing it returns to the overview.
    const help = page.getByRole('dialog', { name: 'Help', exact: true });
    const inSheet = sheet.getByRole('button', { name: 'Help for this page' });
    await inSheet.press('Enter');
    await help.getByText('Every account of the marketplace.').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => inSheet.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    // In a field, the keys type characters.
    await page.keyboard.type('/?');
    expect(await field.inputValue()).toBe('/?');
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await sheet.getByRole('switch', { name: 'Use ?, / and G as shortcuts' }).click();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+K');
    await dialog.getByRole('button', { name: /Overview/ }).waitFor();
    // A page that does not exist is no recent page.
    expect(await dialog.getByRole('button', { name: /Page not found/ }).count()).toBe(0);
    expect(await sheet.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('is beside the help, which explains the page and its terms in the same words', async () => {
    const { store, client } = here.demo.ids;
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/orders` });
    const help = page.getByRole('dialog', { name: 'Help', exact: true });
    const button = page.getByRole('main').getByRole('button', { name: 'Help for this page' });
    await button.press('Enter');
    await help.getByText('Every order that was reported').waitFor();
    const meaning = (term: string) => help.getByRole('term').filter({ hasText: term }).locator('+ dd').innerText();
    const inPage = await meaning('Pending');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    const column = page.getByRole('button', { name: 'What does “Status” mean?' });
    await column.press('Enter');
    await help.getByRole('term').first().waitFor();
    expect(await help.getByRole('term').allInnerTexts()).toEqual(['Pending', 'Approved', 'Denied']);
    expect(await meaning('Pending')).toBe(inPage);
    await page.keyboard.press('Escape');
    await expect.poll(() => column.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    // A step leads to its page, whose help has another topic.
    await button.press('Enter');
    await help.getByRole('link', { name: 'Decide order claims' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order claims' }).waitFor();
    await help.waitFor({ state: 'detached' });
    await button.press('Enter');
    await help.getByText('Orders that creators report as missing').waitFor();
    expect(faults).toEqual([]);
    // Each role has it, in the language of the reader.
    const agency = await here.enterAs('agency', { at: `/console/agency/${client}/creators` });
    await agency.page.evaluate("localStorage.setItem('tributary.language', 'de')");
    await agency.page.reload();
    await agency.page.getByRole('button', { name: 'Hilfe zu dieser Seite' }).press('Enter');
    await agency.page.getByRole('dialog').getByText('Die Creators der Agentur mit ihren Ergebnissen.').waitFor();
    expect(agency.faults).toEqual([]);
  });

  it('acts: opens a form, finds records by name and months, changes the colours, and signs out', async () => {
    const { store } = here.demo.ids;
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/statistics` });
    const rows = async (text: string, ...values: unknown[]) =>
      (await here.application.database.pool.query(text, values)).rows;
    const dialog = page.getByRole('dialog', { name: 'Find and go to' });
    const choose = async (text: string, name: RegExp) => {
      await page.keyboard.press('Control+K');
      await dialog.getByRole('textbox').fill(text);
      await dialog.getByRole('button', { name }).first().press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
    await choose('new campaign', /^New campaign.*Action$/);
    await page.waitForURL(/campaigns\/new$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Two keys open a page, and can be turned off with the other single keys.
    await page.locator('#content').focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('o');
        return page.url();
      })
      .toMatch(/\/orders$/);
    // Enter opens the first row that is found.
    await page.keyboard.press('Control+K');
    await dialog.getByRole('textbox').fill('dark colours');
    await dialog.getByRole('button', { name: /^Dark colours/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    const [{ code }] = await rows(
      'SELECT code FROM vouchers WHERE store_id = $1 AND valid_until IS NULL LIMIT 1',
      store,
    );
    await choose(code, new RegExp(`^${code}.*Voucher$`));
    await page.waitForURL(/\/vouchers$/);
    const [{ host }] = await rows('SELECT host FROM store_domains WHERE store_id = $1 ORDER BY id LIMIT 1', store);
    await choose(host, new RegExp(`^${host}.*Domain$`));
    await page.waitForURL(/\/url-rules$/);
    const [{ name, campaign }] = await rows(
      `SELECT u.public_name AS name, o.id AS campaign FROM participants p JOIN users u ON u.id = p.user_id
       JOIN campaigns o ON o.id = p.campaign_id WHERE o.store_id = $1 AND o.type <> 'standard' AND o.deleted_at IS NULL
       ORDER BY p.id LIMIT 1`,
      store,
    );
    await choose(name, new RegExp(`^${name}.*Participant$`));
    await page.waitForURL(/\/campaigns\/\d+\?.*participant=/);
    expect(campaign).toBeGreaterThan(0);
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date());
    await choose(month, new RegExp(`^${month}.*Month$`));
    await page.waitForURL(/\/days\?from=/);
    await page.keyboard.press('Control+K');
    await dialog.getByRole('textbox').fill('sign out');
    await dialog.getByRole('button', { name: /^Sign out/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sign-in/);
    expect(faults).toEqual([]);
  });

  it('shows a creator no records of others, and explains it', async () => {
    const { page } = await here.enterAs('creator');
    const [other] = (
      await here.application.database.pool.query('SELECT username FROM users WHERE is_admin ORDER BY id LIMIT 1')
    ).rows;
    await page.getByRole('button', { name: 'Find and go to', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Find and go to' });
    await dialog.getByText('at least two characters').waitFor();
    await dialog.getByRole('textbox').fill(other.username);
    await dialog.getByText('Nothing found').waitFor();
  });
});
