import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

const WIDE = { width: 1280, height: 900 };

describe.skipIf(chromiumPath === null)('Trust and protection in the console', () => {
  let here: DemoConsole;
  let store: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    store = here.demo.ids.store;
  });

  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, as = here.demo.tokens.admin) => {
    const reply = await here.application.call({ method, url, as, ...(body && { body }) });
    expect([url, reply.status < 300, reply.status < 300 ? null : reply.body]).toEqual([url, true, null]);
    return reply.body;
  };
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  /** Fills in the reason of the open dialog and confirms it. */
  const confirm = async (page: Page, action: string, reason: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('lets a new store prepare and prove its domain, and an administrator approve it after seeing similar names', async () => {
    const { feed_name: name } = await call('GET', `/advertiser/stores/${store}`);
    const imitation = `${name} Official`;
    const texts = { name: imitation, country: 'SE', currency: 'SEK', language: 'sv' };
    const body = { ...texts, domains: [['imitation.example']] };
    const { id } = await call('POST', '/v2/stores', body, here.demo.tokens.creator);
    const owner = await here.enterAs('creator', { at: `/console/shop/${id}`, size: WIDE });
    const steps = owner.page.getByRole('region', { name: 'First steps' });
    await steps.getByText('An administrator reviews your store.').waitFor();
    expect(await pageFaults(owner.page)).toEqual([]);
    await steps.getByRole('link', { name: 'Prove domains' }).click();
    await owner.page.getByRole('button', { name: 'How to prove imitation.example' }).click();
    const domains = owner.page.getByRole('region', { name: 'Domains' });
    const { proof } = (await call('GET', `/v2/stores/${id}/domains`)).domains[0];
    for (const text of [proof.dns.name, proof.dns.value, proof.file.url, proof.meta.tag])
      await domains.getByText(text, { exact: true }).first().waitFor();
    await domains.getByRole('button', { name: 'Check now: imitation.example' }).click();
    await domains.getByRole('alert').filter({ hasText: 'No proof was found' }).waitFor();
    expect(await pageFaults(owner.page)).toEqual([]);

    const admin = await here.enterAs('admin', { size: WIDE });
    await admin.page.getByRole('link', { name: '1 store awaits approval' }).click();
    const row = admin.page.getByRole('row').filter({ hasText: imitation });
    await row.getByText('imitation.example').last().waitFor();
    await row.getByText(name, { exact: true }).waitFor();
    expect(await pageFaults(admin.page)).toEqual([]);
    await row.getByRole('link', { name: `Review ${imitation}` }).click();
    const approval = admin.page.getByRole('region', { name: 'Approval' });
    await approval.getByRole('alert').getByRole('link', { name, exact: true }).waitFor();
    for (const fact of ['https://imitation.example/', 'Not proven', 'Incomplete', 'Sweden, SEK', 'E-mail confirmed'])
      await approval.getByText(fact, { exact: true }).waitFor();
    await approval.getByText('(similar name)').waitFor();
    expect(await pageFaults(admin.page)).toEqual([]);
    await approval.getByRole('button', { name: 'Approve' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Accept the unproven domains' }).check();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('region', { name: 'Domains' }).getByText('Accepted', { exact: true }).waitFor();
    const now = () => call('GET', `/v2/admin/stores/${id}/approval`);
    expect(await now()).toMatchObject({ approval: 'approved', domains: [{ standing: 'consented' }] });

    await approval.getByRole('button', { name: 'Reject' }).click();
    await confirm(admin.page, 'Reject', 'It imitates another store.');
    await approval.getByText('Reason: It imitates another store.').waitFor();
    expect(await now()).toMatchObject({ approval: 'rejected' });
    await owner.page.goto(`${here.url}/console/shop/${id}`);
    await owner.page.getByRole('alert').getByText('Reason: It imitates another store.').waitFor();
    expect([...owner.faults, ...admin.faults]).toEqual([]);
  });

  it('accepts a domain of its own, and removes it after a warning', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/url-rules` });
    const hosts = async () =>
      (await call('GET', `/v2/stores/${store}/domains`)).domains.map(({ host }: { host: string }) => host);
    const before = await hosts();
    await page.getByLabel('Add a domain').fill('not a domain');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await expect.poll(() => page.getByLabel('Add a domain').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Add a domain').fill('https://www.sale-of-ours.example/shoes');
    await page.getByRole('button', { name: 'Add domain' }).click();
    const remove = page.getByRole('button', { name: 'Remove sale-of-ours.example' });
    await remove.waitFor();
    expect(await hosts()).toEqual([...before, 'sale-of-ours.example']);
    const added = (await call('GET', `/v2/stores/${store}/domains`)).domains.at(-1).id;
    await call('POST', `/v2/admin/stores/${store}/domains/${added}/consent`);
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await remove.waitFor({ state: 'detached' });
    expect(await hosts()).toEqual(before);
    expect(faults).toEqual([]);
  });

  it('limits the credit of a store, and warns the store when it is near the limit', async () => {
    const credit = () => call('GET', `/v2/stores/${store}/credit`);
    const { incurred_minor: incurred, promised_minor: promised } = await credit();
    // Promised sums also count against the limit.
    const used = incurred + promised;
    expect(used).toBeGreaterThan(100);
    const limit = Math.ceil(used / 90) * 100;
    const admin = await here.enterAs('admin', { at: `/console/admin/stores/${store}` });
    const card = admin.page.getByRole('region', { name: 'Credit' });
    await card.getByLabel('Own credit limit').fill(String(limit / 100));
    await card.getByRole('button', { name: 'Save limits' }).click();
    await expect.poll(async () => (await credit()).own_limit_minor).toBe(limit);
    const shop = await here.enterAs('advertiser', { at: `/console/shop/${store}`, size: WIDE });
    const warning = shop.page.getByRole('alert').filter({ hasText: 'of the credit limit is used' });
    await warning.waitFor();
    expect(await accessibilityFaults(shop.page)).toEqual([]);
    await warning.getByRole('link', { name: 'View invoices' }).click();
    const meter = shop.page.getByRole('region', { name: 'Credit' }).getByRole('progressbar');
    const share = async () => Number(await meter.getAttribute('aria-valuenow'));
    await expect.poll(share).toBeGreaterThanOrEqual(80);
    expect(await share()).toBeLessThan(100);
    expect(await pageFaults(shop.page)).toEqual([]);
    await card.getByLabel('Own credit limit').fill('');
    await card.getByRole('button', { name: 'Save limits' }).click();
    await expect.poll(async () => (await credit()).own_limit_minor).toBe(null);
    expect([...admin.faults, ...shop.faults]).toEqual([]);
  });

  it('changes the settings of the marketplace, and shows errors at the fields', async () => {
    const settings = () => call('GET', '/v2/admin/marketplace-settings');
    const before = await settings();
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/settings', size: WIDE });
    const field = page.getByLabel('Credit limit (EUR)');
    await field.fill('-1');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(String(before.credit_limit_eur + 1));
    await page.getByLabel('Store registration').selectOption('closed');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await settings()).toEqual({
      ...before,
      store_registration: 'closed',
      credit_limit_eur: before.credit_limit_eur + 1,
    });
    expect(await pageFaults(page)).toEqual([]);
    await call('PATCH', '/v2/admin/marketplace-settings', before);
    expect(faults).toEqual([]);
  });

  it('places a hold on a creator, who sees why nothing is paid out, and releases it', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/holds', size: WIDE });
    const { username, display_name: name } = await call('GET', `/v2/admin/users/${here.demo.ids.user}`);
    const balances = () => call('GET', `/v2/users/${here.demo.ids.user}/balance`);
    await page.getByRole('button', { name: 'Put on hold' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type').selectOption('user');
    await dialog.getByRole('combobox', { name: 'Creator' }).fill(username);
    await page.getByRole('option', { name: `${name} (${username})`, exact: true }).click();
    await confirm(page, 'Put on hold', 'The traffic is being checked.');
    const row = page
      .getByRole('table', { name: 'Payout holds' })
      .getByRole('row')
      .filter({ hasText: 'The traffic is being' });
    await row.getByText('On hold', { exact: true }).waitFor();
    expect(await pageFaults(page)).toEqual([]);

    const [{ held, earned, currency }] = await balances();
    expect(Number(held.on_hold.amount)).toBeGreaterThan(0);
    const creator = await here.enterAs('creator', { at: '/console/creator/earnings', size: WIDE });
    const section = creator.page.getByRole('region', { name: /^Balance/ }).first();
    const shown = await section.locator('dt').filter({ hasText: 'On hold' }).locator('xpath=..').innerText();
    expect([currency, digits(shown)]).toEqual([currency, digits(held.on_hold.amount)]);
    await expect.poll(async () => digits(await section.innerText())).toContain(digits(earned.amount));
    expect(await pageFaults(creator.page)).toEqual([]);

    await row.getByRole('button', { name: /^Release/ }).click();
    await confirm(page, 'Release', 'The traffic is genuine.');
    await row.getByText('Released: The traffic is genuine.').waitFor();
    expect(Number((await balances())[0].held.on_hold.amount)).toBe(0);
    expect([...faults, ...creator.faults]).toEqual([]);
  });

  it('voids orders after a preview of the effect, and undoes it', async () => {
    const { data } = await call('GET', `/v2/stores/${store}/orders?attributed=true&statuses[]=approved&size=1`);
    const [order] = data;
    const status = async () => (await call('GET', `/v2/stores/${store}/orders/${order.id}`)).status;
    const { page, faults } = await here.enterAs('admin', {
      at: `/console/shop/${store}/orders?order=${order.id}`,
      size: WIDE,
    });
    await page.getByRole('dialog').getByRole('link', { name: 'Void' }).click();
    const effect = page.getByRole('table', { name: 'Effect' }).getByRole('row').nth(1);
    await expect
      .poll(async () => digits((await effect.innerText()).split('\t')[1] ?? ''))
      .toBe(digits(order.cost.amount));
    expect(await pageFaults(page)).toEqual([]);
    expect(await status()).toBe('approved');
    await page.getByRole('button', { name: 'Void 1 order' }).click();
    await confirm(page, 'Void 1 order', 'A test order.');
    const row = page
      .getByRole('table', { name: 'Voided amounts' })
      .getByRole('row')
      .filter({ hasText: 'A test order.' });
    await row.getByText('Voided', { exact: true }).waitFor();
    expect(await status()).toBe('denied');
    expect(await pageFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Undo the void of 1 order' }).click();
    await confirm(page, 'Undo', 'It was real.');
    await row.getByText('Undone: It was real.').waitFor();
    expect(await status()).toBe('approved');

    // By a filter: incomplete at first, then with the totals of the API.
    await page.getByRole('link', { name: 'New void' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').getByText('Select both days').waitFor();
    const day = order.order_at.slice(0, 10);
    await page.getByLabel('First day').fill(day);
    await page.getByLabel('Last day').fill(day);
    await page.getByLabel('Agency').selectOption({ value: String(here.demo.ids.client) });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.waitForURL(/agency=/);
    const filter = { kind: 'clicks', client_id: here.demo.ids.client, from: day, to: day };
    // A row for each currency.
    const { effects } = await call('POST', '/v2/admin/voids/preview', filter);
    const shown = page.getByRole('table', { name: 'Effect' }).getByRole('row').nth(1);
    if (effects.length > 0)
      await expect.poll(async () => digits((await shown.innerText()).split('\t')[0]!)).toBe(`${effects[0].items}`);
    else await page.getByText('Nothing matches', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('releases an unpaid invoice, and takes the release back', async () => {
    const { data } = await call('GET', '/v2/admin/invoices?kind=store&state=unpaid&size=1');
    const [{ number }] = data;
    const released = async () => (await call('GET', `/v2/admin/invoices?query=${number}`)).data[0].released_at;
    const { page, faults } = await here.enterAs('admin', { at: `/console/admin/invoices?query=${number}` });
    const row = page.getByRole('row').filter({ hasText: number });
    const badges = () =>
      row
        .locator('.mantine-Badge-root:visible')
        .filter({ hasText: /^Released/ })
        .count();
    const choose = async (item: string) => {
      await row.getByRole('button', { name: `Actions for ${number}` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('Release');
    await confirm(page, 'Release', 'The bank confirms the payment.');
    await expect.poll(badges).toBe(1);
    expect(await released()).not.toBe(null);
    await choose('Undo release');
    await confirm(page, 'Undo release', 'A mistake.');
    await expect.poll(badges).toBe(0);
    expect(await released()).toBe(null);
    await page.goto(`${here.url}/console/admin/balances`);
    const [first] = (await call('GET', '/v2/admin/balances?size=1')).data;
    await page.getByRole('table', { name: 'Balances' }).getByRole('link', { name: first.payee_name }).first().waitFor();
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows both reports of a disputed order, and applies the selected one', async () => {
    const { tracking_key: key } = await call('GET', `/v2/advertisers/${store}/order-collectors/sales_pixel`);
    for (const value of ['100.00', '250.00']) {
      const query = new URLSearchParams({ order_id: 'DISPUTED-1', order_value: value, currency: 'SEK' });
      expect((await fetch(`${here.url}/px/${key}.gif?${query}`)).status).toBe(200);
    }
    const found = async () => (await call('GET', `/v2/stores/${store}/orders?q=DISPUTED-1`)).data[0];
    await expect.poll(async () => (await found())?.unattributed_reason).toBe('disputed');
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}` });
    await page.getByRole('link', { name: /contradicting reports/ }).click();
    await page.getByRole('button', { name: 'DISPUTED-1' }).click();
    const drawer = page.getByRole('dialog', { name: 'Order DISPUTED-1' });
    await drawer
      .getByText(/100\.00/)
      .first()
      .waitFor();
    expect(await drawer.getByRole('button', { name: 'Use this report' }).count()).toBe(2);
    expect(await drawer.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Use this report' }).last().click();
    await drawer.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await found()).toMatchObject({ unresolved: false, value: { amount: '250.00' } });
    expect(faults).toEqual([]);
  });
});
