import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';

describe.skipIf(chromiumPath === null)('Credit notes and prepaid balances', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });
  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;

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
