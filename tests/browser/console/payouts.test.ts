import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from '../../harness/axe.ts';
import { camt } from '../../harness/bank-reports.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt, loaded, pageFaults, settled, tabTo } from '../../harness/page-faults.ts';

const PASSWORD = 'tributary-demo';

describe.skipIf(chromiumPath === null)('Payouts in the administration', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
    await makePounds();
  });

  /** A run in pounds by the other administrator, which requires approval. */
  async function makePounds(): Promise<void> {
    const [{ id }] = await query("SELECT id FROM users WHERE username = 'ylva'");
    const as = await here.application.tokenOf(id);
    const post = (url: string, body: object) => here.application.call({ method: 'POST', url, as, body });
    const request = { currency: 'GBP', cut_off: new Date().toISOString().slice(0, 10) };
    const { fingerprint } = (await post('/v2/payout-runs/preview', request)).body;
    const made = await post('/v2/payout-runs', { ...request, fingerprint });
    expect([made.status, made.body.message]).toEqual([201, undefined]);
    await query('UPDATE payout_runs SET needs_approval = true WHERE id = $1', [made.body.id]);
  }

  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;
  const query = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;
  const open = (path: string) =>
    here.enterAs('admin', { at: `/console/admin${path}`, size: { width: 1280, height: 900 } });
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  /** The content of the file that a table saves. */
  const csvOf = async (page: Page, table: string): Promise<string[][]> => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: `CSV: ${table}`, exact: true }).click();
    return parseCsv(await readFile(await (await waiting).path(), 'utf8')) as string[][];
  };
  const confirm = async (page: Page, action: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('shows the open amounts of stores by age, and the matched payments', async () => {
    const { page, faults } = await open('/receivables');
    const { data: receivables } = await api('/v2/admin/open-receivables');
    const ageing = page.getByRole('table', { name: 'Open invoices by age' });
    for (const { currency, total } of receivables) {
      const row = ageing.getByRole('row').filter({ has: page.getByText(currency, { exact: true }) });
      await expect.poll(async () => digits(await row.innerText())).toContain(digits(total.amount));
    }
    const matched = page.getByRole('table', { name: 'Matched payments' });
    await matched
      .getByRole('row')
      .filter({ hasText: 'Lumi Hudvård AB' })
      .getByText(/^S\d{4}-\d{6}$/)
      .waitFor();
    await page.getByLabel('Status').selectOption('paid');
    const paid = (await api('/v2/admin/invoices?kind=store&state=paid')).data;
    const rows = page.getByRole('table', { name: 'Invoices of stores' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(paid.length);
    await page.waitForURL(/state=paid/);
    expect(faults).toEqual([]);
  });

  it('shows who is paid next and why others are not, and sets a minimum', async () => {
    const { page, faults } = await open('/payouts');
    const table = page.getByRole('table', { name: 'Payouts' });
    const rowOf = (name: string, currency: RegExp) =>
      table.getByRole('row').filter({ hasText: name }).filter({ hasText: currency });
    await rowOf('Sofia Åkesson', /SEK/).getByText('Due').waitFor();
    await rowOf('Linnéa Bergström', /SEK/).getByText('Account changed recently').waitFor();
    await rowOf('Nordljus Creators', /SEK/).getByText('No consent to self-billing').waitFor();
    await page.getByLabel('Next run').selectOption('due');
    await page.waitForURL(/state=due/);
    await rowOf('Linnéa Bergström', /SEK/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set minimum' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('NOK');
    await page.getByRole('option', { name: 'Norwegian Krone (NOK)' }).click();
    await dialog.getByLabel('Minimum').fill('150');
    await dialog.getByRole('button', { name: 'Save minimum' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('table', { name: 'Minimum payouts' })
      .getByText(/150\.00/)
      .waitFor();
    await page.getByLabel('Next run').selectOption('All');
    await page.getByTitle('Sort by Payee').click();
    await page.waitForURL(/sort=payee(:|%3A)asc/);
    const [first] = (await api('/v2/admin/payables?sort_by=payee:asc')).data;
    await expect.poll(() => table.locator('tbody tr').first().innerText()).toContain(first.payee_name);
    const { total } = (await api('/v2/admin/payables')).meta;
    const lines = await csvOf(page, 'Payouts');
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]!.slice(0, 3)).toEqual(['Payee', 'Next run pays up to', 'Next run pays up to (currency)']);
    expect(lines[1]!.slice(0, 3)).toEqual([first.payee_name, first.available.amount, first.available.currency]);

    // The table has all rows, so that it is sorted without the API.
    const minimums = page.getByRole('table', { name: 'Minimum payouts' });
    const amounts = async () => (await csvOf(page, 'Minimum payouts')).slice(1).map((line) => line.slice(1, 3));
    await minimums.getByTitle('Sort by Minimum').click();
    await expect
      .poll(() => minimums.getByRole('columnheader', { name: 'Minimum' }).getAttribute('aria-sort'))
      .toBe('descending');
    const descending = await amounts();
    expect(descending.length).toBeGreaterThan(1);
    expect(descending).toEqual(
      descending.toSorted(([a, of], [b, other]) => (of === other ? Number(b) - Number(a) : of! < other! ? 1 : -1)),
    );
    expect((await api('/v2/admin/minimum-payouts')).data).toContainEqual(
      expect.objectContaining({ client_id: null, minimum: { amount: '150.00', currency: 'NOK' } }),
    );
    expect(faults).toEqual([]);
  });

  it('approves the run of another administrator, and cannot approve twice', async () => {
    const [run] = await query("SELECT id FROM payout_runs WHERE currency = 'GBP' AND status = 'draft'");
    const { page, faults } = await open('/runs');
    await page.getByRole('row').filter({ hasText: 'Awaits approval' }).getByRole('link').click();
    await page.waitForURL(new RegExp(`/runs/${run.id}$`));
    await page.getByRole('main').getByRole('link', { name: 'Paid', exact: true }).click();
    await page.waitForURL(/#payouts$/);
    expect(await page.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Approve' }).click();
    // A run is approved in a session with a second factor only.
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('A run is approved in a session with a second factor.').first().waitFor();
    expect((await api(`/v2/payout-runs/${run.id}`)).status).toBe('draft');
    await query("UPDATE tokens SET second_factor = true WHERE purpose = 'session'");
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Progress' })
      .getByText(/^Ingrid Solberg/)
      .waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect((await api(`/v2/payout-runs/${run.id}`)).status).toBe('approved');
    expect(faults).toEqual([]);
  });

  it('offers the currencies with payable amounts first, with their sums, and finds the others by search', async () => {
    const { page, faults } = await open('/runs/new');
    const { data } = await api('/v2/admin/payable-currencies');
    const field = page.getByRole('combobox', { name: 'Currency' });
    await field.click();
    const options = page.getByRole('option');
    await expect.poll(() => options.count()).toBe(data.length);
    for (const [at, { currency, due, payees }] of data.entries()) {
      const text = await options.nth(at).innerText();
      expect(text).toContain(`(${currency})`);
      if (payees > 0) expect(digits(text)).toContain(digits((due.minor / 100).toFixed(2)).replace(/00$/, ''));
      if (payees > 0) expect(text).toContain(payees === 1 ? '1 payee' : `${payees} payees`);
    }
    expect(data[0].payees).toBeGreaterThan(0);
    expect(await axeFaults(page, undefined, '[role=listbox]')).toEqual([]);
    await field.fill('norw');
    await page.getByRole('option', { name: 'Norwegian Krone (NOK)', exact: true }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.waitForURL(/currency=NOK/);
    expect(faults).toEqual([]);
  });

  it('previews and creates a run with the keyboard only', async () => {
    const { page, faults } = await open('/payouts');
    await loaded(page);
    await tabTo(page, `document.activeElement?.textContent === 'New payout run'`);
    await page.keyboard.press('Enter');
    // The page before has a field of this name, too.
    await page.getByRole('heading', { level: 1, name: 'New payout run' }).waitFor();
    // Until its options are loaded, the field cannot have the focus.
    await page.getByRole('combobox', { name: 'Currency', disabled: false }).waitFor();
    await settled(page);
    await tabTo(
      page,
      `document.activeElement?.getAttribute('role') === 'combobox'
      || document.activeElement?.getAttribute('aria-haspopup') === 'listbox'`,
    );
    await page.keyboard.type('SEK');
    await page.getByRole('option', { name: 'Swedish Krona (SEK)' }).waitFor();
    // Until the list has been filtered, the first option is another currency.
    await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, `document.activeElement?.textContent === 'Preview'`);
    await page.keyboard.press('Enter');
    const due = page.getByRole('table', { name: 'Paid by this run', exact: true });
    await due.getByRole('row').filter({ hasText: 'Sofia Åkesson' }).waitFor();
    await page
      .getByRole('table', { name: 'Not paid by this run' })
      .getByRole('row')
      .filter({ hasText: 'Linnéa Bergström' })
      .getByText('Account changed recently')
      .waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await tabTo(page, `document.activeElement?.textContent === 'Create run'`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(
      page,
      `document.activeElement?.textContent === 'Create run' && document.activeElement.closest('[role=dialog]') !== null`,
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/runs\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    expect(await api(`/v2/payout-runs/${id}`)).toMatchObject({ status: 'draft', currency: 'SEK' });
    expect(faults).toEqual([]);
  });

  it('exports the run after confirming the identity, downloads the file with its checksum, and cancels the run as a whole', async () => {
    const [{ id }] = await query("SELECT id FROM payout_runs WHERE currency = 'SEK' ORDER BY id DESC LIMIT 1");
    const { page, faults } = await open(`/runs/${id}`);
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
    await query("UPDATE tokens SET authenticated_at = now() - interval '1 hour' WHERE purpose = 'session'");
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const fresh = page.getByRole('dialog', { name: 'Confirm your identity' });
    await fresh.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await fresh.getByRole('button', { name: 'Confirm', exact: true }).click();
    const files = page.getByRole('region', { name: 'Payment files' });
    await files.waitFor();
    const run = await api(`/v2/payout-runs/${id}`);
    expect(run.files.length).toBeGreaterThan(0);
    for (const file of run.files) {
      await files.getByText(file.sha256, { exact: true }).waitFor();
      const waiting = page.waitForEvent('download');
      await files.getByRole('button', { name: `Download ${file.name}` }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(file.name);
      const content = await readFile(await download.path());
      expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
      await page.getByText(`${file.name} downloaded. Its checksum is correct.`).waitFor();
    }
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('otherwise payees are paid twice').waitFor();
    await dialog.getByLabel('Reason').fill('The bank refused the file.');
    await dialog.getByRole('button', { name: 'Cancel run' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Progress' }).getByText('Reason: The bank refused the file.').waitFor();
    await files.getByText('Its files must not be used').waitFor();
    expect(await files.getByRole('button').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('reads a bank report, matches a payment with a deviating amount, and sets a fee aside', async () => {
    const invoices = await query(
      "SELECT id, number, currency, total_minor FROM invoices WHERE kind = 'store' AND paid_at IS NULL ORDER BY id DESC LIMIT 2",
    );
    const [named, nameless] = invoices;
    const { page, faults } = await open('/reconciliation');
    const file = camt([
      {
        direction: 'CRDT',
        amount: (named.total_minor / 100).toFixed(2),
        currency: named.currency,
        reference: `Invoice ${named.number}`,
        party: 'Somebody',
      },
      {
        direction: 'CRDT',
        amount: (nameless.total_minor / 100).toFixed(2),
        currency: nameless.currency,
        reference: 'Thanks',
        party: 'An unknown payer',
      },
    ]);
    const upload = page.getByRole('region', { name: 'Bank report' });
    const send = async (buffer: Buffer) => {
      await upload
        .locator('input[type=file]')
        .setInputFiles({ name: 'report.xml', mimeType: 'application/xml', buffer });
      await upload.getByRole('button', { name: 'Upload' }).click();
    };
    await send(Buffer.from('no report'));
    await upload.getByRole('alert').waitFor();
    await send(file);
    await upload.getByText('Invoice paid: 1').waitFor();
    await upload.getByText('Not matched: 1').waitFor();
    const unmatched = page.getByRole('table', { name: 'Not matched' });
    await unmatched
      .getByRole('row')
      .filter({ hasText: 'An unknown payer' })
      .getByText(/Match the correct invoice/)
      .waitFor();
    await page.getByRole('button', { name: 'Match the payment of An unknown payer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Open invoices of stores' }).fill(nameless.number);
    await page.getByRole('option', { name: new RegExp(nameless.number) }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Match', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const paid = await query('SELECT id FROM invoices WHERE id = ANY ($1) AND paid_at IS NOT NULL', [
      invoices.map(({ id }) => id),
    ]);
    expect(paid).toHaveLength(2);
    await page.getByRole('button', { name: 'Set aside the entry of Stadsbanken' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Fee of the bank');
    await confirm(page, 'Set aside');
    await page.getByLabel('Result').selectOption('dismissed');
    await page.getByRole('table', { name: 'All entries' }).getByText('Reason: Fee of the bank').waitFor();
    expect(faults).toEqual([]);
  });

  it('lists the disputes of all stores, and leads to the order', async () => {
    const [order] = await query(
      `UPDATE orders SET status = 'pending', unattributed_reason = 'disputed' WHERE id = (
         SELECT id FROM orders WHERE link_id IS NULL AND store_id = $1 ORDER BY status = 'pending' DESC, id LIMIT 1)
       RETURNING id, order_id, store_id`,
      [here.demo.ids.store],
    );
    const { page, faults } = await open('/disputes');
    await page.getByText('Reports disagree').first().waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('link', { name: `Review order ${order.order_id}` }).click();
    await page.waitForURL(new RegExp(`/console/shop/${order.store_id}/orders`));
    expect(faults).toEqual([]);
  });

  it('has no fault in its pages, in both colour schemes and at 320 px', async () => {
    const { page, faults } = await open('/receivables');
    const paths = ['/receivables', '/payouts', '/runs', '/runs/new', '/runs/1', '/reconciliation'];
    expect(
      await faultsAt(
        page,
        paths.map((path) => `${here.url}/console/admin${path}`),
      ),
    ).toEqual([]);
    expect(faults).toEqual([]);
  });
});
