import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { stripeProvider } from '../../../src/platform/payment-provider/stripe.ts';
import { camt } from '../../harness/bank-reports.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { afterThisFile } from '../../harness/clean-up.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults, settled } from '../../harness/page-faults.ts';
import { openStripe, type StripePeer } from '../../harness/peers/stripe.ts';
import { upload } from '../../harness/upload.ts';

describe.skipIf(chromiumPath === null)('Getting paid, in the console', () => {
  let here: DemoConsole;
  let stripe: StripePeer;
  beforeAll(async () => {
    stripe = await openStripe(afterThisFile);
    here = await startDemoConsole({
      environment: { DUNNING_DAYS: '3,10,20' },
      paymentProvider: stripeProvider(stripe.settings),
    });
  });

  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;
  const query = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;
  const open = (path: string) =>
    here.enterAs('admin', { at: `/console/admin${path}`, size: { width: 1280, height: 900 } });
  const digits = (text: string) => text.replaceAll(/\D/g, '');

  it('shows the VIES result of a VAT number, and lets an administrator confirm it', async () => {
    const [payee] = await query(
      'SELECT id, agency_id, vat_number FROM payees WHERE agency_id IS NOT NULL AND vat_number IS NOT NULL ORDER BY id LIMIT 1',
    );
    await query('UPDATE payees SET vat_confirmed_at = NULL, vat_confirmed_by = NULL WHERE id = $1', [payee.id]);
    await query(
      `INSERT INTO vat_number_checks (payee_id, vat_number, outcome, consultation_number, registered_name, checked_at)
       VALUES ($1, $2, 'valid', 'WAPIAAAAW1', 'Registered Name AB', now())`,
      [payee.id, payee.vat_number],
    );
    const { page, faults } = await open(`/clients/${payee.agency_id}`);
    const card = page.getByRole('region', { name: 'VAT number' });
    await card.getByText('Not confirmed. Statements have no VAT.').waitFor();
    await card.getByText(/^Exists in VIES, checked/).waitFor();
    await card.getByText('Registered Name AB').waitFor();
    await card.getByText('WAPIAAAAW1').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Confirm VAT number' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(payee.vat_number).waitFor();
    await dialog.getByRole('button', { name: 'Confirm VAT number' }).click();
    await card.getByText(/^Confirmed /).waitFor();
    expect(await card.getByRole('button', { name: 'Confirm VAT number' }).count()).toBe(0);
    const { details } = await api(`/v2/clients/${payee.agency_id}/payee`);
    expect(details.vat_confirmed_at).not.toBeNull();
    expect(faults).toEqual([]);
  });

  it('shows the trial balance of a month and downloads its exports', async () => {
    const { page, faults } = await open('/accounting');
    const month = await page.getByLabel('Month').inputValue();
    const balance = await api(`/v2/payments/periods/${month}/trial-balance`);
    const table = page.getByRole('table', { name: 'Trial balance' });
    for (const { account, closing } of balance.accounts) {
      const row = table.getByRole('row').filter({ has: page.getByText(account, { exact: true }) });
      await expect.poll(async () => digits(await row.innerText())).toContain(digits(closing.amount));
    }
    expect(await pageFaults(page)).toEqual([]);
    for (const [name, format] of [
      ['Download SIE', 'sie'],
      ['Download DATEV', 'datev'],
      ['Download CSV', 'csv'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      const content = await readFile(await download.path());
      const sha256 = createHash('sha256').update(content).digest('hex');
      await expect
        .poll(() =>
          query(`SELECT details FROM audit_log WHERE action = 'accounting.exported' ORDER BY id DESC LIMIT 1`),
        )
        .toMatchObject([{ details: { format, sha256 } }]);
    }
    expect(faults).toEqual([]);
  });

  it('shows who receives which reminder when and who has no credit, and pauses reminders', async () => {
    const [{ id, number }] = await query(
      `SELECT id, number FROM invoices WHERE kind = 'store' AND paid_at IS NULL AND total_minor > 0 ORDER BY id LIMIT 1`,
    );
    await query(
      `INSERT INTO dunning_notices (invoice_id, level, blocks, sent_on, sent_at)
       SELECT $1, level, level = 3, current_date - 1, now() FROM generate_series(1, 3) AS level ON CONFLICT DO NOTHING`,
      [id],
    );
    const { page, faults } = await open('/dunning');
    const rows = page.getByRole('table', { name: 'Unpaid invoices' }).getByRole('row');
    const row = rows.filter({ hasText: number });
    await row.getByText('Credit limit is zero').waitFor();
    await row.getByText(/^3, last /).waitFor();
    const { data } = await api('/v2/admin/dunning?state=waiting');
    expect(data.length).toBeGreaterThan(0);
    expect(await pageFaults(page)).toEqual([]);
    await page.getByLabel('Status').selectOption('blocked');
    await page.waitForURL(/state=blocked/);
    await row.getByRole('button', { name: `Pause reminders of ${number}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Disputed');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('paused');
    await row.getByText(/^Paused until /).waitFor();
    expect(await api(`/v2/payments/invoices/${id}/dunning`)).toMatchObject({ paused_until: expect.any(String) });
    expect(faults).toEqual([]);
  });

  it('leads a store from its invoice to the payment page', async () => {
    const { page } = await here.enterAs('advertiser', { size: { width: 1280, height: 900 } });
    const id = here.demo.ids.store;
    const [invoice] = await query(
      `UPDATE invoices SET paid_at = NULL WHERE id = (SELECT max(id) FROM invoices WHERE store_id = $1 AND kind = 'store' AND total_minor > 0)
       RETURNING id, number, total_minor, currency`,
      [id],
    );
    await page.route('https://checkout.stripe.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Stripe</title><h1>Pay</h1>' }),
    );
    await page.goto(`${here.url}/console/shop/${id}/invoices`);
    await page.getByRole('button', { name: `Pay invoice ${invoice.number}` }).click();
    await page.waitForURL(/checkout\.stripe\.example/);
    const session = [...stripe.money.sessions.values()].at(-1)!;
    expect(session).toMatchObject({
      amount_total: Number(invoice.total_minor),
      currency: invoice.currency.toLowerCase(),
    });
    expect(await query('SELECT status FROM payment_links WHERE invoice_id = $1', [invoice.id])).toEqual([
      { status: 'open' },
    ]);
  });

  /** A store in kronor without an open invoice, so that prepayments stay on its balance. */
  async function storeWithoutDebts() {
    const [store] = await query("SELECT id, name FROM stores WHERE currency = 'SEK' AND id <> $1 ORDER BY id LIMIT 1", [
      here.demo.ids.store,
    ]);
    await query("UPDATE invoices SET paid_at = now() WHERE store_id = $1 AND kind = 'store' AND paid_at IS NULL", [
      store.id,
    ]);
    const minor = async () =>
      Math.round(Number((await api(`/v2/stores/${store.id}/balance`)).balance.amount) * 100) as number;
    return { store, minor };
  }

  it('records a prepayment once although its reply was lost, and a refund of a part', async () => {
    const { store, minor } = await storeWithoutDebts();
    const before = await minor();
    const { page, faults } = await open(`/stores/${store.id}`);
    const card = page.getByRole('region', { name: 'Prepaid balance' });
    await card.getByRole('button', { name: 'Record prepayment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount received').fill('50');
    await dialog.getByLabel('Day of the payment').fill('2999-01-01');
    await dialog.getByLabel('Reason').fill('Bank statement of Monday');
    const record = dialog.getByRole('button', { name: 'Record prepayment' });
    await record.click();
    await dialog.getByText('Enter a date that is not in the future.').waitFor();
    expect(await dialog.getByLabel('Day of the payment').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Day of the payment').fill('2026-01-15');
    await page.route(
      '**/prepayments',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await record.click();
    await dialog.getByRole('alert').waitFor();
    expect(await minor()).toBe(before + 5_000);
    await record.click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByText(/Paid ahead/).waitFor();
    expect(await minor()).toBe(before + 5_000);
    await card.getByRole('button', { name: 'Record refund' }).click();
    await dialog.getByLabel('Amount paid back').fill(String(before / 100 + 50.01));
    await dialog.getByLabel('Reason').fill('The contract has ended');
    const refund = dialog.getByRole('button', { name: 'Record refund' });
    await refund.click();
    await dialog.getByText('This is more than what is left.').waitFor();
    await dialog.getByLabel('Amount paid back').fill('20,50');
    await refund.click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByText(/Paid back/).waitFor();
    expect(await minor()).toBe(before + 2_950);
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('adds an incoming payment without a match to the balance of a store', async () => {
    const { store, minor } = await storeWithoutDebts();
    const [foreign] = await query("SELECT name FROM stores WHERE currency <> 'SEK' ORDER BY id LIMIT 1");
    const before = await minor();
    const read = await upload(here.application, {
      url: '/v2/bank-files',
      as: here.demo.tokens.admin,
      mediaType: 'application/xml',
      content: camt([{ direction: 'CRDT', amount: '77.31', reference: 'In advance', party: 'A payer ahead' }]),
    });
    expect(read.body.outcomes).toEqual({ unmatched: 1 });
    const { page, faults } = await open('/reconciliation');
    await page.getByRole('button', { name: 'Add to balance: payment of A payer ahead' }).click();
    const dialog = page.getByRole('dialog');
    const shop = dialog.getByRole('combobox', { name: 'Store' });
    const add = dialog.getByRole('button', { name: 'Add to balance' });
    await shop.fill(foreign.name);
    await page.getByRole('option', { name: foreign.name, exact: true }).click();
    await add.click();
    await dialog.getByText('The entry must be an incoming payment in the currency of the store.').waitFor();
    expect(await shop.getAttribute('aria-invalid')).toBe('true');
    await shop.fill(store.name);
    await page.getByRole('option', { name: store.name, exact: true }).click();
    await add.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Not matched' }).getByText('A payer ahead').waitFor({ state: 'detached' });
    await page.getByLabel('Result').selectOption('prepaid');
    const row = page.getByRole('table', { name: 'All entries' }).getByRole('row').filter({ hasText: 'A payer ahead' });
    await row.getByText('Paid ahead').waitFor();
    expect(await minor()).toBe(before + 7_731);
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('lists payments at Stripe that need attention, and counts them on the home page', async () => {
    await query('DELETE FROM payment_links');
    const { page, faults } = await open('/receivables');
    await page.getByRole('table', { name: 'Invoices of stores' }).waitFor();
    await settled(page);
    const list = page.getByRole('table', { name: 'Payments at Stripe to look into' });
    expect(await list.count()).toBe(0);
    const [invoice] = await query(
      `SELECT i.id, i.number, s.name FROM invoices i JOIN stores s ON s.id = i.store_id WHERE i.kind = 'store' AND i.total_minor > 0
       ORDER BY i.id LIMIT 1`,
    );
    await query(
      `INSERT INTO payment_links (invoice_id, amount_minor, currency, session_id, payment_id, url, expires_at, status, problem, created_at, updated_at)
       VALUES ($1, 12345, 'SEK', 'cs_1', 'pi_1', 'https://checkout.stripe.example/1', now(), 'paid', 'already_paid', now(), now()),
         ($1, 6789, 'SEK', 'cs_2', 'pi_2', 'https://checkout.stripe.example/2', now(), 'disputed', NULL, now(), now())`,
      [invoice.id],
    );
    await page.goto(`${here.url}/console/admin`);
    // The figures lead to the amounts that they add up.
    await page.getByRole('link', { name: 'Cost to stores' }).click();
    await page.waitForURL(/\/admin\/periods\/\d{4}-\d{2}\?kind=store$/);
    await page.goBack();
    await page.getByRole('link', { name: '2 payments at Stripe to look into' }).click();
    await page.waitForURL(/receivables/);
    const rows = list.getByRole('row').filter({ hasText: invoice.number }).filter({ hasText: invoice.name });
    const paid = rows.filter({ hasText: /123[.,]45/ });
    await paid.getByText(/^The invoice was paid otherwise/).waitFor();
    await paid.getByText('Paid', { exact: true }).waitFor();
    await rows
      .filter({ hasText: 'Disputed' })
      .filter({ hasText: /67[.,]89/ })
      .waitFor();
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
