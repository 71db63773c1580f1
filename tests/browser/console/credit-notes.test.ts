import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Invoices of stores, credit notes and prepaid balances', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole({ company: { account: { iban: 'SE4550000000058398257466', bic: null } } });
  });
  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;
  const query = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;

  it('credits an open invoice of a store from its menu', async () => {
    const [invoice] = (await api('/v2/admin/invoices?kind=store&state=unpaid')).data;
    const { page, faults } = await here.enterAs('admin', {
      at: '/console/admin/invoices?kind=store&state=unpaid',
      size: { width: 1280, height: 900 },
    });
    await page.getByRole('button', { name: `Actions for ${invoice.number}` }).click();
    await page.getByRole('menuitem', { name: 'Credit note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Amount before VAT/).fill('1.00');
    await dialog.getByLabel('Reason').fill('A click was counted twice');
    await dialog.getByRole('button', { name: 'Credit note' }).click();
    await dialog.waitFor({ state: 'detached' });
    const after = await api(`/v2/payments/invoices/${invoice.id}`);
    expect(Number(after.credited.amount)).toBeGreaterThan(0);
    await page
      .getByText(/ open$/)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a store on top what it has to pay, with account, reference and QR code', async () => {
    const [{ id, number, store_id: store }] = await query(
      `UPDATE invoices SET paid_at = NULL, payment_date = '2020-01-31' WHERE id = (
         SELECT max(id) FROM invoices WHERE kind = 'store' AND currency = 'EUR' AND total_minor > 0)
       RETURNING id, number, store_id`,
    );
    const { overdue, data } = await api(`/v2/stores/${store}/unpaid-invoices`);
    expect(data[0]).toMatchObject({ id, number, is_overdue: true, has_payment_code: true });
    const { page, faults } = await here.enterAs('admin', {
      at: `/console/shop/${store}/invoices`,
      size: { width: 390, height: 844 },
    });
    const part = page.getByRole('region', { name: 'To pay' });
    await part
      .getByText(/^Overdue, due/)
      .first()
      .waitFor();
    const shown = (await part.locator('dl').first().innerText()).replaceAll(/\D/g, '');
    expect(shown).toContain((overdue.minor / 100).toFixed(2).replace(/\.00$/, '').replace('.', ''));
    const copied = async (name: string) => {
      await part.getByRole('button', { name: `Copy: ${name}`, exact: true }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).not.toBe('');
      return page.evaluate('navigator.clipboard.readText()');
    };
    expect(await copied('IBAN')).toBe('SE4550000000058398257466');
    await page.evaluate('navigator.clipboard.writeText("")');
    expect(await copied(`reference ${number}`)).toBe(number);
    await part.getByRole('button', { name: `QR code to pay invoice ${number}` }).click();
    await part.getByRole('img', { name: `QR code to pay invoice ${number}` }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows a payment method as set up once the billing address is complete, and a limit only where there is one', async () => {
    const { store } = here.demo.ids;
    await query('UPDATE stores SET city = NULL WHERE id = $1', [store]);
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/invoices#billing` });
    await page.getByText('Billing address incomplete').waitFor();
    await page.getByRole('region', { name: 'Credit' }).getByText('No limit', { exact: true }).waitFor();
    const form = page.getByRole('region', { name: 'Billing address' });
    await form.getByLabel('City').fill('Göteborg');
    await form.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Set up', { exact: true }).waitFor();
    expect(await api(`/v2/stores/${store}/billing`)).toMatchObject({ city: 'Göteborg', is_complete: true });
    expect(faults).toEqual([]);
  });

  it('shows a store its balance and how to pay in advance', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${here.demo.ids.store}/invoices` });
    const { reference, balance } = await api(`/v2/stores/${here.demo.ids.store}/balance`);
    const card = page.getByRole('region', { name: 'Prepaid balance' });
    await card.getByText(reference).waitFor();
    expect(await card.innerText()).toContain('To pay ahead');
    expect((await card.innerText()).replaceAll(/\D/g, '')).toContain(
      balance.amount.replace(/\.00$/, '').replace('.', ''),
    );
    expect(faults).toEqual([]);
  });
});
