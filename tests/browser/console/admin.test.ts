import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPeriodCloser } from '../../../src/modules/payments/index.ts';
import { createCalendar } from '../../../src/platform/calendar.ts';
import { TEST_COMPANY } from '../../harness/application.ts';
import { COLOUR_RULES } from '../../harness/axe.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { runWaitingJobs } from '../../harness/jobs.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The administration', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  const query = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;
  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;
  const go = (page: Page, path: string) => page.goto(`${here.url}/console/admin${path}`);
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');

  it('previews last month, closes it, and finds its invoices with the previewed sums', async () => {
    const { data: work } = await api('/v2/me/work');
    const month = work.find(({ kind }: { kind: string }) => kind === 'months_to_close').subject;
    const preview = await api(`/v2/payments/periods/${month}/preview?size=100`);
    expect(preview.sums.length).toBeGreaterThan(1);
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin' });
    await page.getByRole('link', { name: /over and not closed/ }).click();
    const rows = page.getByRole('table', { name: 'Preview', exact: true }).locator('tbody tr');
    await expect.poll(async () => (await rows.allInnerTexts()).length).toBe(preview.sums.length);
    const previewed = (await rows.locator('td:last-child').allInnerTexts()).map(plain);
    await page.getByRole('button', { name: 'Close the month' }).click();
    const asking = page.getByRole('dialog');
    const shops = preview.sums.filter(({ kind }: { kind: string }) => kind === 'store');
    const count = shops.reduce((all: number, { invoices }: { invoices: number }) => all + invoices, 0);
    await asking.getByText(`${count} store invoices`).waitFor();
    await asking.getByText('This can’t be undone').waitFor();
    await asking.getByRole('button', { name: 'Close the month' }).click();
    await page.getByText('This page updates when it is done').waitFor();
    const closer = createPeriodCloser({
      db: here.application.database.db,
      progressDb: here.application.database.db,
      now: () => new Date(),
      calendar: createCalendar('UTC'),
      company: TEST_COMPANY,
    });
    await runWaitingJobs(here.application.database, [closer]);
    const closed = page.getByRole('table', { name: 'Totals', exact: true }).locator('tbody tr');
    await closed.first().waitFor();
    expect(await page.getByText('Closing the month.').count()).toBe(0);
    const totals = (await closed.locator('td:nth-child(5)').allInnerTexts()).map(plain);
    expect(totals.sort()).toEqual(previewed.sort());

    await page.getByRole('link', { name: 'View invoices' }).click();
    await page.waitForURL(/invoices\?month=/);
    const made = await api(`/v2/admin/invoices?month=${month}&size=100`);
    const words = (entries: { party_id: number; total: unknown }[]) =>
      entries.map(({ party_id, total }) => JSON.stringify([party_id, total])).sort();
    expect(words(made.data)).toEqual(words(preview.data));
    await page.getByRole('button', { name: `Actions for ${made.data[0].number}` }).waitFor();
    expect(faults).toEqual([]);
  });

  it('uploads a bank file, sees the invalid row, and marks two invoices as paid', async () => {
    const unpaid = await query('SELECT id, number FROM invoices WHERE paid_at IS NULL ORDER BY id LIMIT 2');
    const paid = async () =>
      query('SELECT id FROM invoices WHERE id = ANY ($1) AND paid_at IS NOT NULL', [unpaid.map(({ id }) => id)]);
    expect(unpaid).toHaveLength(2);
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/invoices' });
    await page.getByRole('button', { name: 'Upload payments' }).click();
    const dialog = page.getByRole('dialog');
    const send = async (rows: string[]) => {
      const buffer = Buffer.from(`invoice_id;paid_at\n${rows.join('\n')}\n`);
      await dialog.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    };
    const [first, second] = unpaid.map(({ number }) => `${number};`);
    await send([first!, 'S1999-000001;', second!]);
    await dialog.getByText('Nothing was saved: 1 row is invalid').waitFor();
    expect(await dialog.getByRole('table').locator('tbody td').first().innerText()).toBe('3');
    expect(await paid()).toHaveLength(0);
    await send([first!, second!]);
    await dialog.getByText('2 invoices marked as paid').waitFor();
    expect(await paid()).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  it('marks an invoice as paid by hand, and takes the payment back, with animations', async () => {
    const [{ number, id }] = await query(
      'SELECT id, number FROM invoices WHERE paid_at IS NULL ORDER BY id DESC LIMIT 1',
    );
    const { page } = await here.enterAs('admin', { at: `/console/admin/invoices?query=${number}` });
    const isPaid = async () => (await query('SELECT paid_at FROM invoices WHERE id = $1', [id]))[0].paid_at !== null;
    const choose = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${number}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const focused = () => page.evaluate('document.activeElement.ariaLabel');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate(
      "addEventListener('transitionrun', ({ target }) => { target.closest('[role=dialog]') && (globalThis.hasMoved = true); })",
    );
    await choose('Mark as paid');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(`Actions for ${number}`);
    expect(await page.evaluate('globalThis.hasMoved')).toBe(true);
    await choose('Mark as paid');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await expect.poll(isPaid).toBe(true);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(`Actions for ${number}`);
    const toast = page.getByRole('alert').filter({ hasText: 'marked as paid' });
    await toast.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await toast.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(`Actions for ${number}`);
    await page
      .getByRole('table')
      .getByText(/^Paid [A-Z]/)
      .filter({ visible: true })
      .waitFor();
    await choose('Undo payment');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo payment' }).click();
    await expect.poll(isPaid).toBe(false);
  });

  it('marks the selected invoices as paid together, after naming them', async () => {
    const { page, faults } = await here.enterAs('admin');
    const chosen = await query('SELECT id, number FROM invoices WHERE paid_at IS NULL ORDER BY id DESC LIMIT 2');
    await go(page, '/invoices?state=unpaid&sort=number:desc');
    for (const { number } of chosen) {
      await page.getByLabel('Search').fill(number);
      await page.getByRole('checkbox', { name: `Select ${number}`, exact: true }).check();
    }
    await page.getByRole('status').getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark 2 invoices as paid' });
    for (const { number } of chosen) await dialog.getByText(number).waitFor();
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('2 invoices marked as paid.').waitFor();
    // The list still contains unpaid invoices that match the number of the second one.
    await page.getByText('No matching invoices').waitFor();
    expect(await page.getByText('2 selected').count()).toBe(0);
    const unpaid = 'SELECT id FROM invoices WHERE id = ANY ($1) AND paid_at IS NULL';
    expect(await query(unpaid, [chosen.map(({ id }) => id)])).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('lists the campaigns, orders and links of all stores, and continues them', async () => {
    const { page, faults } = await here.enterAs('admin', { size: { width: 1440, height: 900 } });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const { store } = here.demo.ids;
    const [{ name }] = await query('SELECT name FROM stores WHERE id = $1', [store]);
    await go(page, '/orders');
    const orders = page.getByRole('table', { name: 'Orders' });
    await orders.getByRole('row').nth(50).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await orders.getByRole('row').nth(51).waitFor();
    await page.getByRole('combobox', { name: 'Store' }).fill(name);
    await page.getByRole('option', { name }).click();
    await page.waitForURL(/store=\d+/);
    const others = orders.locator('tbody tr').filter({ hasNotText: name });
    await expect.poll(() => others.count()).toBe(0);
    const number = await orders.locator('tbody a').first().innerText();
    await page.getByLabel('Search').fill(number.toLowerCase());
    // Other numbers may begin with it.
    await page.waitForURL(/[?&]query=/);
    await orders.getByRole('link', { name: number, exact: true }).click();
    await page.waitForURL(/\/explained\/orders\/\d+/);

    await navigation.getByRole('link', { name: 'Links' }).click();
    const links = page.getByRole('table', { name: 'Links' });
    await links
      .getByRole('link', { name: /details of the clicks of/ })
      .first()
      .click();
    await page.waitForURL(/\/days\?.*link=\d+/);

    await navigation.getByRole('link', { name: 'Campaigns' }).first().click();
    const campaigns = page.getByRole('table', { name: 'Campaigns' });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Running');
    await page.waitForURL(/status=active/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: Campaigns' }).click();
    expect((await waiting).suggestedFilename()).toContain('.csv');
    await campaigns.locator('tbody a').first().click();
    await page.waitForURL(/\/shop\/\d+\/campaigns\/\d+/);
    expect(faults).toEqual([]);
  });

  it('selects a range and all matching rows, and every action is reachable on a phone', async () => {
    const { page, faults } = await here.enterAs('admin', { size: { width: 320, height: 720 } });
    await go(page, '/invoices?state=unpaid');
    const table = page.getByRole('table', { name: 'Invoices' });
    const boxes = table.getByRole('checkbox');
    await boxes.nth(3).waitFor();
    const bar = page.getByRole('status').filter({ hasText: 'selected' });
    expect(await bar.count()).toBe(0);
    // Arrow keys move between the boxes of the rows, Shift and Space select a range.
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await bar.getByText('3 selected').waitFor();
    await boxes.nth(0).click();
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    await bar.getByText('1 selected').waitFor();
    const [{ count }] = await query('SELECT count(*)::int AS count FROM invoices WHERE paid_at IS NULL');
    await page.getByRole('button', { name: 'Select all that match' }).click();
    await bar.getByText(`${count} selected`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    // What is received and what is paid out have separate sums, by currency.
    const sums = page.getByRole('dialog', { name: `Mark ${count} invoices as paid` }).locator('dl');
    const { data: unpaid, meta } = await api('/v2/admin/invoices?state=unpaid&size=100');
    expect([unpaid.length, meta.total]).toEqual([count, count]);
    const expected = new Map<string, number>();
    for (const { kind, total } of unpaid) {
      const direction = kind === 'store' ? 'Received from stores' : 'Paid out to agencies and creators';
      const sum = `${direction} ${total.currency}`;
      expected.set(sum, (expected.get(sum) ?? 0) + Math.round(Number(total.amount) * 100));
    }
    const terms = await sums.getByRole('term').allInnerTexts();
    const amounts = (await sums.getByRole('definition').allInnerTexts()).map((sum) =>
      Number(sum.replaceAll(/\D/g, '')),
    );
    expect(new Set(terms)).toEqual(new Set(['Received from stores', 'Paid out to agencies and creators']));
    const shown = terms.map((term, at) => `${term}: ${amounts[at]}`);
    expect(shown.sort()).toEqual([...expected].map(([sum, minor]) => `${sum.slice(0, -4)}: ${minor}`).sort());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The colour of selected rows depends on the scheme.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    expect(await accessibilityFaults(page, COLOUR_RULES)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.type')).toBe('checkbox');
    expect(faults).toEqual([]);
  });

  it('renders only the visible part of ten thousand rows', async () => {
    const { page, faults } = await here.enterAs('admin');
    await page.route('**/v2/admin/clients?*', async (route) => {
      const reply = await (await route.fetch()).json();
      const data = Array.from({ length: 10_000 }, (_, at) => ({
        ...reply.data[0],
        id: at + 1,
        name: `Agency ${at + 1}`,
      }));
      await route.fulfill({ json: { ...reply, data, meta: { ...reply.meta, last_page: 1, total: data.length } } });
    });
    await go(page, '/clients');
    const table = page.getByRole('table', { name: 'Agencies' });
    await table.getByRole('link', { name: 'Agency 50', exact: true }).waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('10001');
    const rendered = () => table.locator('[data-row]').count();
    expect(await rendered()).toBeLessThan(300);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await table.getByRole('link', { name: 'Agency 10000', exact: true }).waitFor();
    await expect.poll(rendered).toBeLessThan(300);
    expect(faults).toEqual([]);
  });

  it('gives invoices the ids of the accounting system, from a file', async () => {
    const [{ id, number }] = await query('SELECT id, number FROM invoices ORDER BY id LIMIT 1');
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/invoices' });
    await page.getByRole('button', { name: 'Upload accounting IDs' }).click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from(`invoice_id,ax_id\n${number},AX-4711\n`);
    await dialog.locator('input[type=file]').setInputFiles({ name: 'ax.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('1 accounting ID saved').waitFor();
    expect(await query('SELECT ax_id FROM invoices WHERE id = $1', [id])).toEqual([{ ax_id: 'AX-4711' }]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Search').fill('AX-4711');
    await expect.poll(() => page.getByRole('table', { name: 'Invoices' }).locator('tbody tr').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it.each([
    [['', '/people', '/people/{user}', '/clients']],
    [['/clients/{client}', '/stores', '/system', '/lists/tags', '/account-settings']],
    [['/periods', '/periods/2026-01', '/invoices', '/appeals', '/site', '/audit-log']],
    [['/campaigns', '/orders', '/links', `/voids/new`]],
  ])('has no accessibility faults, and nothing is cut off on a phone: %j', async (templates) => {
    const { ids } = here.demo;
    const { page, faults } = await here.enterAs('admin');
    const urls = templates
      .map((path) => path.replace('{user}', `${ids.user}`).replace('{client}', `${ids.client}`))
      .map((path) => `${here.url}/console/admin${path}`);
    expect(await faultsAt(page, urls)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
