import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { loaded, pageFaults } from '../../harness/page-faults.ts';

const WIDE = { width: 1280, height: 900 };

/** Every amount links to its components, for each role, by keyboard. */
describe.skipIf(chromiumPath === null)('An amount', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  /** The number that the store gave an order, which creators do not see. */
  const numberAtStore = async (order: number): Promise<string> =>
    (await here.application.database.pool.query('SELECT order_id FROM orders WHERE id = $1', [order])).rows[0].order_id;
  const amountsIn = (page: Page, table: string) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('link', { name: /, details of / });
  /** Follows a link as a user without a mouse does, and waits until the next page has its title. */
  const follow = async (page: Page, link: Locator, title: RegExp) => {
    await link.focus();
    expect(await page.evaluate('document.activeElement?.textContent')).toBe(await link.textContent());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await loaded(page);
  };
  const explained = async (page: Page) => {
    const words = page.getByRole('region', { name: 'How the amounts are calculated' });
    await words.getByRole('button', { name: 'Show all rules' }).press('Enter');
    await words.locator('.mantine-Timeline-item').first().waitFor();
    return words.innerText();
  };
  /** From an invoice's lines to the explanation of one line, and from its first booking to one click or order. */
  const toTheBottom = async (page: Page, line: Locator) => {
    await follow(page, line, /^Line \d+$/);
    expect(await explained(page)).toContain('bookings of the ledger');
    expect(await pageFaults(page)).toEqual([]);
    await follow(
      page,
      amountsIn(page, 'What the line contains').first(),
      /^(Clicks and orders|Order|One-time payment)/,
    );
    if (/\/days\?/.test(page.url())) {
      expect(await pageFaults(page)).toEqual([]);
      await follow(page, amountsIn(page, 'Clicks').first(), /^Click$/);
    }
    return explained(page);
  };

  it('of a creator leads from the month over its days to a click, in words', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/earnings', size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'Earnings by month').last(), /^Clicks and orders/);
    expect(await pageFaults(page)).toEqual([]);
    const byDay = page.getByRole('table', { name: 'By day' });
    await follow(page, byDay.getByRole('link', { name: /, details of clicks on/ }).first(), /^Clicks and orders/);
    expect(await byDay.count()).toBe(0);
    await page.getByLabel('Result').selectOption('counted');
    await page.waitForURL(/class=counted/);
    await loaded(page);
    await follow(page, amountsIn(page, 'Clicks').first(), /^Click$/);
    const words = await explained(page);
    expect(words).toContain('A person followed the link');
    expect(words).toMatch(
      /^You earn .+\. (The store|The campaign .+) pays .+ a click( from a social network)?; your share is .+\.$/m,
    );
    expect(words).not.toContain('Store pays');
    expect(words).not.toMatch(/\b(Link|Campaign) \d/);
    // The way back, and the place in the navigation.
    expect(await page.getByRole('navigation', { name: 'Main' }).locator('a[data-active]').innerText()).toBe('Earnings');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').press('Enter');
    await page.waitForURL(/\/days\?.*class=counted/);
    await page.goBack();
    await explained(page);
    expect(words).toContain('Not shown, because it concerns others: what the store pays');
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('of a creator leads from the statement to its lines, bookings, and one click or order', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/earnings', size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'Your statements').first(), /^Lines of /);
    expect(await pageFaults(page)).toEqual([]);
    expect(await toTheBottom(page, amountsIn(page, 'Lines').first())).toContain('You earn');
    expect(faults).toEqual([]);
  });

  it('of a creator’s order leads to its explanation, and back', async () => {
    const { page } = await here.enterAs('creator', { at: '/console/creator/earnings', size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'Your orders').first(), /^Order \d+$/);
    expect(await explained(page)).toContain('is shared with you and your agency');
    const explanation = page.url();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor();
    // The row names what the order is attributed to, and opens the explanation beside the list.
    const { user } = here.demo.ids;
    const { body } = await here.application.call({ url: `/v2/users/${user}/orders`, as: here.demo.tokens.creator });
    const order = body.data.find(({ offer_id: campaign }: { offer_id: number | null }) => campaign !== null);
    const row = page
      .getByRole('table', { name: 'Your orders' })
      .getByRole('row')
      .filter({ hasText: `Order ${order.id}` });
    const cells = (await row.getByRole('cell').allInnerTexts()).map((cell) => cell.split('\n')[0]);
    const state = order.status[0].toUpperCase() + order.status.slice(1);
    const source = order.voucher_code === null ? 'Click' : `Voucher ${order.voucher_code}`;
    expect(cells.slice(0, 5)).toEqual([
      `Order ${order.id}`,
      order.store.name,
      order.affiliate_link.title,
      order.offer_title,
      source,
    ]);
    expect(cells.at(-1)).toBe(state);
    expect(await row.innerText()).not.toContain(await numberAtStore(order.id));
    await row.getByRole('button', { name: `Order ${order.id}` }).press('Enter');
    const drawer = page.getByRole('dialog', { name: `Order ${order.id}` });
    await drawer
      .getByText(/^You earn /)
      .first()
      .waitFor();
    expect(await drawer.locator('dl').first().innerText()).toContain(order.affiliate_link.title);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    // The sentences follow the language of the console, not that of the browser.
    await page.evaluate('localStorage.setItem("tributary.language", "sv")');
    await page.goto(explanation);
    const swedish = page.getByRole('region', { name: 'Så räknades beloppen fram' });
    await swedish.getByRole('button', { name: 'Visa alla regler' }).click();
    await swedish.getByText(/^\d+(,\d+)?\s% av underlaget delas med dig och din byrå\./).waitFor();
    expect(await swedish.innerText()).not.toMatch(/\b(The|the|is|was)\b/);
  });

  it('of a store leads from the invoice to one click or order, and counts clicks by reason', async () => {
    const store = here.demo.ids.store;
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/invoices`, size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'Your invoices').first(), /^Lines of /);
    const words = await toTheBottom(page, amountsIn(page, 'Lines').first());
    expect(words).toContain('You pay');
    expect(words).not.toContain('Agency earns');
    await page.goto(`${here.url}/console/shop/${store}/days`);
    await page.getByLabel('Group by').selectOption('landing_path');
    await page.waitForURL(/group=landing_path/);
    await loaded(page);
    const reasons = page.getByRole('table', { name: 'Why clicks count or not' });
    await reasons.getByRole('columnheader', { name: 'Landing page' }).waitFor();
    await reasons.getByRole('row').nth(1).getByText(/^\//).waitFor();
    await page.getByLabel('Group by').selectOption('device');
    await page.waitForURL(/group=device/);
    await loaded(page);
    await reasons.getByRole('columnheader', { name: 'Device' }).waitFor();
    await reasons.getByRole('cell', { name: 'Desktop' }).first().waitFor();
    await page.getByLabel('Group by').selectOption('country');
    await page.waitForURL(/group=country/);
    await loaded(page);
    // By keyboard: a pointer that stays over a row would change its background.
    await reasons.getByRole('link', { name: 'Clicks of Sweden' }).first().press('Enter');
    await page.waitForURL(/country=SE/);
    await loaded(page);
    const places = page.getByRole('table', { name: 'Clicks', exact: true }).getByText('Sweden');
    expect(await places.count()).toBeGreaterThan(0);
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('of an agency leads from the month to its creators, and from one of them to a click', async () => {
    const client = here.demo.ids.client;
    const { page, faults } = await here.enterAs('agency', { at: `/console/agency/${client}/earnings`, size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'By month').last(), /^Creators$/);
    await page.waitForURL(/from=/);
    await follow(page, amountsIn(page, 'Creators').first(), /^Clicks and orders/);
    await follow(page, amountsIn(page, 'By day').first(), /^Clicks and orders/);
    await page.getByLabel('Result').selectOption('counted');
    await page.waitForURL(/class=counted/);
    await loaded(page);
    await follow(page, amountsIn(page, 'Clicks').first(), /^Click$/);
    expect(await explained(page)).toContain('You earn');
    expect(faults).toEqual([]);
  });

  it('of the platform leads from a closed month over its invoices to one click or order', async () => {
    const { rows } = await here.application.database.pool.query(
      `SELECT to_char(min(month), 'YYYY-MM') AS month FROM invoices`,
    );
    const { month } = rows[0];
    const { page, faults } = await here.enterAs('admin', { at: `/console/admin/periods/${month}`, size: WIDE });
    await loaded(page);
    await follow(page, amountsIn(page, 'Totals').first(), /^Invoices$/);
    await page.waitForURL(/month=/);
    await follow(page, amountsIn(page, 'Invoices').first(), /^Lines of /);
    const words = await toTheBottom(page, amountsIn(page, 'Lines').first());
    for (const part of ['Store pays', 'Creator earns', 'Agency earns', 'Platform keeps']) expect(words).toContain(part);
    expect(faults).toEqual([]);
  });

  it('of clicks is voided by an administrator from their list, or from the page of one click', async () => {
    const store = here.demo.ids.store;
    const at = `/console/shop/${store}/days?class=counted`;
    const { page, faults, context } = await here.enterAs('admin', { at, size: WIDE });
    const clicks = page.getByRole('table', { name: 'Clicks', exact: true });
    const boxes = clicks.getByRole('checkbox', { name: /^Select the click at / });
    await boxes.nth(0).press('Space');
    await boxes.nth(1).press('Space');
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Void', exact: true }).click();
    await page.getByRole('button', { name: 'Void 2 clicks' }).waitFor();
    await page.goBack();
    await follow(page, amountsIn(page, 'Clicks').first(), /^Click$/);
    await page.getByRole('link', { name: 'Void', exact: true }).click();
    await page.getByRole('button', { name: 'Void 1 click' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();

    const owner = await here.enterAs('advertiser', { at, size: WIDE });
    await owner.page.getByRole('table', { name: 'Clicks', exact: true }).getByRole('link').first().waitFor();
    expect(await owner.page.getByRole('checkbox').count()).toBe(0);
    await owner.context.close();
  });

  it('of others is never explained', async () => {
    const { rows } = await here.application.database.pool.query(
      `SELECT id FROM invoices WHERE kind = 'store' AND store_id = $1 LIMIT 1`,
      [here.demo.ids.store],
    );
    for (const path of [`invoice-lines/${rows[0].id}`, `explained/lines/${rows[0].id}-1`]) {
      const { page } = await here.enterAs('creator', { at: `/console/${path}` });
      await page.getByText('Not found').first().waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
    }
    const { page } = await here.enterAs('creator', { at: '/console/explained/secrets/1' });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
