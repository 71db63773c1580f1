import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt, pageFaults } from '../../harness/page-faults.ts';
import { openSubscription, signBilling } from '../../harness/peers/stripe-billing.ts';

describe.skipIf(chromiumPath === null)('A store sets itself up', () => {
  let here: DemoConsole;
  let store: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    store = here.demo.ids.store;
  });

  const call = (method: 'GET' | 'POST', url: string, body?: object, as = here.demo.tokens.advertiser) =>
    here.application.call({ method, url, as, ...(body === undefined ? {} : { body }) });
  const open = async (path: string) => {
    const visitor = await here.enterAs('advertiser', { at: `/console/shop/${store}/${path}` });
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  };

  it('copies the script, and sees an order that its pages report', async () => {
    const { page, faults } = await open('tracking');
    const way = page.locator('[data-sign]', { hasText: 'Script or image' });
    await way.and(page.locator('[data-sign=waiting]')).waitFor();
    const { body: pixel } = await call('GET', `/v2/advertisers/${store}/order-collectors/sales_pixel`);
    const copy = page.getByRole('group', { name: /to the head/ }).getByRole('button', { name: 'Copy' });
    await page.locator('[data-first-order=waiting]').getByText('Waiting for your first order …').waitFor();
    // The confirmation is visible for two seconds.
    await Promise.all([page.getByRole('button', { name: 'Copied' }).waitFor(), copy.click()]);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(pixel.snippet);
    // The variant of the snippet that blockers do not stop.
    await page.getByText('Further options and all order fields').click();
    const own = page.getByRole('group', { name: /own domain/ });
    expect(await own.locator('pre').innerText()).toBe(pixel.first_party.snippet);
    // A page that loads the script is a first event, before any order.
    expect((await fetch(pixel.script_url)).status).toBe(200);
    await way.and(page.locator('[data-sign=scriptNow]')).waitFor();
    const reply = await fetch(`${pixel.pixel_url}?order_id=PX-1&order_value=10.00`);
    expect(reply.status).toBe(200);
    await way.and(page.locator('[data-sign=justNow]')).waitFor();
    await page.getByText('An order just arrived').waitFor();
    // The last step turns green by itself.
    await page.locator('[data-first-order=received]').waitFor();
    expect(faults).toEqual([]);
  });

  it('records and discards the unsigned reports of an hour that were kept', async () => {
    const hour = '2026-03-15T12:00:00Z';
    const keep = (n: number, attributed: boolean) =>
      here.application.database.pool.query(
        `INSERT INTO unconfirmed_reports (store_id, order_id, report, received_at, attributed)
         VALUES ($1, $2, '{"value": "10.00", "currency": "SEK", "clickId": null, "reportedClick": false, "voucherCode": null}', now(), $3)`,
        [store, `KEPT-${hour}-${n}`, attributed],
      );
    for (let n = 0; n < 3; n += 1) await keep(n, n === 0);
    const { page, faults } = await open('tracking');
    const section = page.getByRole('region', { name: 'Unconfirmed reports' });
    await section.getByText('3 kept reports, 1 of them with a creator').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await section.getByRole('button', { name: /^Discard those without a creator/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await section.getByText('1 kept reports, 1 of them with a creator').waitFor();
    await section.getByRole('button', { name: /^Record: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
    await section.waitFor({ state: 'detached' });
    const { data } = (await call('GET', `/v2/stores/${store}/orders?order_id=KEPT-${hour}-0`)).body;
    expect(data).toMatchObject([{ status: 'pending', channel: 'sales_pixel' }]);
    expect(faults).toEqual([]);
  });

  it('connects Stripe, sees its latest event, replaces the secret, and removes it', async () => {
    const { page, faults } = await open('tracking');
    const section = page.getByRole('region', { name: 'Subscriptions' });
    await section.getByRole('button', { name: 'Connect Stripe' }).click();
    await section.getByText(`/v2/webhooks/billing-sources/stripe/${store}`).waitFor();
    await section.getByText('invoice.paid', { exact: true }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    const [first, second] = ['whsec_of_the_first_time', 'whsec_of_the_second_time'];
    await section.getByLabel('Signing secret').fill('short');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Enter at least 16 characters.').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await section.getByLabel('Signing secret').fill(first);
    await section.getByRole('button', { name: 'Save' }).click();
    await section.locator('[data-billing-source=waiting]').waitFor();
    const send = async (secret: string) => {
      const { invoice } = openSubscription();
      const body = JSON.stringify(invoice({ at: new Date() }).events[0]);
      const url = `/v2/webhooks/billing-sources/stripe/${store}`;
      const headers = signBilling(body, { at: new Date(), secrets: [secret] });
      return (await here.application.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    };
    expect(await send(first)).toBe(200);
    await page.reload();
    await section.getByText('Latest event: invoice.paid').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await section.getByRole('button', { name: 'Edit' }).click();
    await section.getByLabel('Signing secret').fill(second);
    await section.getByLabel('Refuse the previous secret at once').check();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByRole('button', { name: 'Edit' }).waitFor();
    expect([await send(first), await send(second)]).toEqual([400, 200]);
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByRole('button', { name: 'Connect Stripe' }).waitFor();
    expect(await send(second)).toBe(400);
    expect(faults).toEqual([]);
  });

  it('sends a test order and denies it again', async () => {
    const { page, faults } = await open('tracking');
    await page.getByRole('button', { name: 'Send test order' }).click();
    const deny = page.getByRole('button', { name: /^Deny TEST-/ });
    const number = (await deny.getAttribute('aria-label'))!.replace('Deny ', '');
    const status = async () =>
      (await call('GET', `/v2/stores/${store}/orders?order_id=${number}`)).body.data[0].status as string;
    expect(await status()).toBe('pending');
    await deny.click();
    await deny.waitFor({ state: 'detached' });
    expect(await status()).toBe('denied');
    expect(faults).toEqual([]);
  });

  it('sets the attribution window, and refuses an invalid number of days', async () => {
    const { page, faults } = await open('tracking');
    const part = page.getByRole('region', { name: 'Attribution window' });
    const days = part.getByLabel('Days');
    await days.fill('400');
    await part.getByRole('button', { name: 'Save' }).click();
    await part.getByText('Enter a whole number from 1 to 365.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await days.fill('45');
    await days.press('Enter');
    await page.getByText('Attribution window saved').waitFor();
    await part.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    const { body } = await call('GET', `/v2/advertisers/${store}/order-collectors/server`);
    expect(body.attribution_window_days).toBe(45);
    expect(faults).toEqual([]);
  });

  it('creates the plugin’s key, shows it once, and replaces it only after a warning', async () => {
    const { page } = await open('tracking?way=plugin');
    const shown = async () => {
      await page.getByText('Copy the key now').waitFor();
      return page.getByText(/^[0-9a-f]{32}$/).innerText();
    };
    const isTaken = async (service_activation_key: string) =>
      (await call('POST', '/v2/activate-tracking-plugin', { service_activation_key })).status === 200;
    await page.getByRole('button', { name: 'Create key' }).click();
    const before = await shown();
    expect(await isTaken(before)).toBe(true);
    await page.getByRole('button', { name: 'Replace key' }).click();
    await page.getByRole('dialog').getByText('stops working immediately').waitFor();
    expect(await isTaken(before)).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(before).waitFor({ state: 'detached' });
    const after = await shown();
    expect([await isTaken(before), await isTaken(after)]).toEqual([false, true]);
    await page.reload();
    await page.getByText('cannot be shown again').waitFor();
    expect(await page.getByText(after).count()).toBe(0);
  });

  it('creates an API key of the store in the server setup, and revokes it', async () => {
    const { page, faults } = await open('tracking?way=server');
    await page.getByRole('link', { name: 'API keys' }).click();
    const part = page.locator('#api-keys');
    await part.getByLabel('Name').fill('Inventory');
    await part.getByRole('checkbox', { name: 'Campaigns' }).uncheck();
    await part.getByRole('button', { name: 'Create API key' }).click();
    const key = await part
      .getByRole('status')
      .getByText(/^trbs_/)
      .innerText();
    const reported = await call('POST', `/v2/stores/${store}/orders`, { order_id: 'KEY-1', order_value: '10.00' }, key);
    expect(reported.status).toBe(201);
    expect((await call('GET', '/v2/me', undefined, key)).body.key).toMatchObject({
      name: 'Inventory',
      scopes: ['read', 'orders'],
    });
    expect((await call('GET', '/v2/affiliate-links', undefined, key)).status).toBe(403);
    const row = part.getByRole('row', { name: /Inventory/ });
    expect(await row.innerText()).toContain('Reading, Orders');
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Revoke Inventory' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await call('GET', `/v2/stores/${store}/orders`, undefined, key)).status).toBe(401);
    expect(faults).toEqual([]);
  });

  it('assigns a voucher to a creator and removes it, which can be undone', async () => {
    const { page } = await open('vouchers');
    await page.getByRole('heading', { level: 1, name: 'Vouchers' }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Assign voucher' }).first().click();
    await page.getByRole('textbox', { name: 'Code' }).fill('AUTUMN26');
    await page.getByRole('combobox', { name: 'Creator' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    const creator = await page.getByRole('combobox', { name: 'Creator' }).inputValue();
    await page.reload();
    await page.getByRole('button', { name: 'Assign voucher' }).first().click();
    await page.getByText('Your unsaved input has been restored.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('AUTUMN26');
    await expect.poll(() => page.getByRole('combobox', { name: 'Creator' }).inputValue()).toBe(creator);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const take = page.getByRole('button', { name: 'Remove AUTUMN26' });
    await take.waitFor();
    const vouchers = async (): Promise<{ code: string; user: { public_name: string } }[]> =>
      (await call('GET', `/v2/stores/${store}/vouchers`)).body.data;
    const codes = async () => (await vouchers()).map(({ code }) => code);
    const { user } = (await vouchers()).find(({ code }) => code === 'AUTUMN26')!;
    await page.getByRole('row', { name: `AUTUMN26 ${user.public_name}` }).waitFor();
    await take.click();
    await take.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await take.waitFor();
    expect(await codes()).toContain('AUTUMN26');
    await take.click();
    await take.waitFor({ state: 'detached' });
    expect(await codes()).not.toContain('AUTUMN26');
  });

  it('lets the code of a creator decide, and registers an exclusive code', async () => {
    const { page, faults } = await open('tracking');
    const rules = page.getByRole('region', { name: 'Accepted reports' });
    await rules.getByLabel('Orders with a click and a code').selectOption('The code of a creator decides');
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await call('GET', `/v2/advertisers/${store}/order-rules`)).body.attribution)
      .toBe('code_first');
    await page.goto(`${here.url}/console/shop/${store}/vouchers`);
    await page.getByRole('button', { name: 'Assign voucher' }).first().click();
    await page.getByRole('textbox', { name: 'Code' }).fill('ONLYMINE');
    await page.getByRole('combobox', { name: 'Creator' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('switch', { name: 'Exclusive' }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('row', { name: 'ONLYMINE (exclusive)' }).waitFor();
    const { data } = (await call('GET', `/v2/stores/${store}/vouchers`)).body;
    expect(data.find(({ code }: { code: string }) => code === 'ONLYMINE')).toMatchObject({ exclusive: true });
    expect(faults).toEqual([]);
  });

  it('adds a rule, and shows the same result for a link as to creators', async () => {
    const url = 'https://www.nordicrunner.example/herr/jackor';
    const { page, faults } = await open(`url-rules?url=${encodeURIComponent(url)}`);
    const resultForCreator = async () => {
      const path = `/v2/users/${here.demo.ids.user}/inspections/affiliate-link`;
      return (await call('POST', path, { url }, here.demo.tokens.creator)).body.inspection_result;
    };
    await page.locator('[data-verdict=earns]').waitFor();
    expect(await resultForCreator()).toBe('single_advertiser');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('radio', { name: /^Block/ }).check();
    await page.getByRole('textbox', { name: 'URL starts with' }).fill('https://nowhere.example/herr');
    await page.getByRole('button', { name: 'Save rule' }).click();
    // A URL of another store is refused, and the input is kept.
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'URL starts with' }).fill('https://nordicrunner.example/herr');
    await page.getByRole('dialog').getByText('Creators cannot earn with pages whose URL starts with').waitFor();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.locator('[data-verdict=blocked]').getByText('Blocked by your rule').waitFor();
    expect(await resultForCreator()).toBe('blocked');
    await page.getByRole('button', { name: /^Remove: .*nordicrunner.example\/herr$/ }).click();
    await page.locator('[data-verdict=earns]').waitFor();
    expect(await resultForCreator()).toBe('single_advertiser');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-verdict=blocked]').waitFor();
    expect(await resultForCreator()).toBe('blocked');
    await page.getByRole('button', { name: /^Remove: .*nordicrunner.example\/herr$/ }).click();
    await page.locator('[data-verdict=earns]').waitFor();
    expect(faults).toEqual([]);
  });

  it('tests a link with the keyboard only', async () => {
    const { page } = await open('url-rules');
    const isThere = () =>
      page.evaluate(`document.activeElement?.labels?.[0]?.textContent?.startsWith('Page URL') ?? false`);
    for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
    await page.keyboard.type('https://elsewhere.example/x');
    await page.keyboard.press('Enter');
    await page.locator('[data-verdict=other_domain]').waitFor();
    expect(page.url()).toContain('url=https');
  });

  it('blocks a creator and unblocks the creator again', async () => {
    const { page } = await open('url-rules');
    await page.getByRole('button', { name: 'Block creator' }).first().click();
    await page.getByRole('combobox', { name: 'Creator' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const list = async () => (await call('GET', `/v2/advertisers/${store}/blocklist`)).body.meta.total as number;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const blocked = await list();
    const unblock = page.getByRole('button', { name: /^Unblock/ });
    await expect.poll(() => unblock.count()).toBe(blocked);
    const { data } = (await call('GET', `/v2/advertisers/${store}/blocklist`)).body;
    const { public_name: name } = data.find((entry: { user?: object }) => entry.user !== undefined).user;
    await page.getByRole('cell', { name, exact: true }).waitFor();
    await unblock.first().click();
    await expect.poll(() => unblock.count()).toBe(blocked - 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => unblock.count()).toBe(blocked);
    await unblock.first().click();
    await expect.poll(() => unblock.count()).toBe(blocked - 1);
    expect(await list()).toBe(blocked - 1);
  });

  it('downloads its last invoice, and reads the cost of the current month', async () => {
    const { page, faults } = await open('invoices');
    const { body } = await call('GET', `/v2/stores/${store}/invoices`);
    const [invoice] = body.data;
    const row = page.getByRole('row', { name: new RegExp(invoice.number) });
    const waiting = page.waitForEvent('download');
    await row.getByRole('link', { name: /PDF/ }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`${invoice.number}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const costs = (await call('GET', `/v2/stores/${store}/open-costs`)).body.months[0];
    const shown = digits(await page.getByText('To be invoiced').locator('xpath=..').innerText());
    expect(shown).toBe(digits(costs.total.amount));
    expect(faults).toEqual([]);
  });

  it.each([
    [
      'tracking and orders',
      ['tracking', 'tracking?way=shopify', 'url-rules?url=x', 'claims', 'appeals', 'product-feed'],
    ],
    ['money and settings', ['invoices', 'audit-log', 'settings', 'team', 'webhooks']],
  ])('has no fault in its pages of %s', async (_pages, paths) => {
    const { page, faults } = await open(paths[0]!);
    const urls = paths.map((path) => `${here.url}/console/shop/${store}/${path}`);
    expect(await faultsAt(page, urls)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

const digits = (text: string) => text.replace(/\D/g, '');
