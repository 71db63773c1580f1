import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';

const PHONE = { width: 360, height: 800 };

/** Locale data of another browser, in which no currency has decimals. */
const WITHOUT_DECIMALS = `(() => {
  const given = ([locale, options]) => [locale, options?.style === 'currency' && options.maximumFractionDigits === undefined
    ? { ...options, minimumFractionDigits: 0, maximumFractionDigits: 0 } : options];
  Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
    construct: (format, all) => new format(...given(all)),
    apply: (format, self, all) => new format(...given(all)),
  });
})()`;

describe.skipIf(chromiumPath === null)('The settings of a store', () => {
  let here: DemoConsole;
  let store: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    store = here.demo.ids.store;
  });

  const record = async () =>
    (await here.application.call({ url: `/advertiser/stores/${store}`, as: here.demo.tokens.advertiser })).body;
  const open = (person: 'advertiser' | 'admin' | 'creator', size?: typeof PHONE) =>
    here.enterAs(person, { at: `/console/shop/${store}/settings`, size });

  it('read and save prices with the decimals of ISO 4217 in a browser whose locale data have others', async () => {
    const before = await record();
    const { page, faults, context } = await open('advertiser');
    await context.addInitScript(WITHOUT_DECIMALS);
    await page.reload();
    const prices = page.getByRole('region', { name: 'Default rates' });
    const click = prices.getByLabel('Per click', { exact: true });
    await click.waitFor();
    expect(
      await page.evaluate("new Intl.NumberFormat('en', { style: 'currency', currency: 'SEK' }).format(1.5)"),
    ).not.toContain('.');
    expect(await click.inputValue()).toBe((before.revenue_cpc / 100).toFixed(2));
    await click.fill('1000,01');
    await click.press('Enter');
    await prices.getByText('At most SEK 1,000.00.').waitFor();
    await click.fill('0,29');
    await click.press('Enter');
    await expect.poll(async () => (await record()).revenue_cpc).toBe(29);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('change its prices and show its cost; nothing else changes', async () => {
    const before = await record();
    const { page, faults } = await open('advertiser');
    const prices = page.getByRole('region', { name: 'Default rates' });
    const click = prices.getByLabel('Per click', { exact: true });
    expect(await click.inputValue()).toBe((before.revenue_cpc / 100).toFixed(2));
    expect(await prices.getByRole('button').count()).toBe(0);
    await click.fill('ten');
    await click.press('Control+Enter');
    await prices.getByText('Enter a number; 0 pays nothing.').waitFor();
    expect(await click.evaluate((input) => input.matches(':focus'))).toBe(true);
    await click.fill('1000,01');
    await prices.getByText('At most SEK 1,000.00.').waitFor();
    await prices.getByLabel('Per order', { exact: true }).fill('101');
    await prices.getByText('At most 100%.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await prices.getByRole('button', { name: 'Discard' }).click();
    expect(await click.inputValue()).toBe((before.revenue_cpc / 100).toFixed(2));

    // The platform's margin stays above the prices.
    const billed = before.invoice_cpc + 10 + (before.invoice_cpc - before.revenue_cpc);
    await click.fill(`${(before.invoice_cpc + 10) / 100}`.replace('.', ','));
    await prices.getByText(`Total to be billed: SEK ${(billed / 100).toFixed(2)}.`).waitFor();
    await prices.getByLabel('Per order', { exact: true }).fill('7.25');
    // Meanwhile another user hides the store, which the page does not know.
    const change = { method: 'PATCH', url: `/advertiser/stores/${store}`, as: here.demo.tokens.advertiser } as const;
    const show = async (hidden: 0 | 1) => (await here.application.call({ ...change, body: { hidden } })).status;
    expect(await show(1)).toBe(200);
    await click.press('Enter');
    await page.getByText('Default rates saved.').waitFor();
    await prices.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect((await record()).hidden).toBe(1);
    expect(await show(0)).toBe(200);
    const { updated_at: _, ...after } = await record();
    const { updated_at: __, ...unchanged } = before;
    expect(after).toEqual({
      ...unchanged,
      revenue_cpc: before.invoice_cpc + 10,
      invoice_cpc: billed,
      revenue_cpa: 0.0725,
      invoice_cpa: Math.round((0.0725 + before.invoice_cpa - before.revenue_cpa) * 1_000_000) / 1_000_000,
    });
    expect(faults).toEqual([]);
  });

  it('set a fixed amount per order, how it is paid, and a minimum order value, and remove them', async () => {
    const { page, faults } = await open('advertiser');
    const prices = page.getByRole('region', { name: 'Default rates' });
    const fixed = prices.getByLabel('Fixed amount per order', { exact: true });
    const minimum = prices.getByLabel('Minimum order value', { exact: true });
    await fixed.fill('10000,01');
    await minimum.fill('300');
    await prices.getByLabel('Fixed amount and share of the order value').selectOption('The larger of both is paid');
    await minimum.press('Enter');
    await prices.getByText('At most SEK 10,000.00.').waitFor();
    await fixed.fill('40,5');
    expect(await accessibilityFaults(page)).toEqual([]);
    await fixed.press('Enter');
    await page.getByText('Default rates saved.').waitFor();
    await prices.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    const amount = (text: string) => ({ amount: text, currency: 'SEK' });
    expect(await record()).toMatchObject({
      revenue_cpo: amount('40.50'),
      cpo_mode: 'larger',
      minimum_order: amount('300.00'),
    });
    await fixed.fill('');
    await minimum.fill('');
    await minimum.press('Enter');
    await prices.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await expect.poll(record).toMatchObject({ revenue_cpo: null, minimum_order: null });
    expect(faults).toEqual([]);
  });

  it('set a logo, shrink a large one, and refuse a file that is not a picture', async () => {
    const before = (await record()).logo_url;
    const { page, faults } = await open('advertiser');
    const logo = page.getByRole('region', { name: 'Logo' });
    const input = logo.locator('input[type=file]');
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await logo.getByRole('alert').getByText('This picture cannot be read').waitFor();
    expect((await record()).logo_url).toBe(before);
    // Noise cannot be compressed: unchanged, it is far above the limit of the API.
    const noise = {
      width: 700,
      height: 500,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    };
    const buffer = await sharp({ create: { ...noise, background: '#fff' } })
      .png()
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(100_000);
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByText('Logo saved.').waitFor();
    expect(await logo.getByRole('alert').count()).toBe(0);
    const { logo_url: address } = await record();
    expect(address).not.toBe(before);
    await expect.poll(() => logo.getByRole('presentation').getAttribute('src')).toBe(address);
    const kept = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).metadata();
    expect(kept.width! / kept.height!).toBeCloseTo(1.4, 1);
    expect(kept.width!).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  it('hide the store from creators after a confirmation, and show it again', async () => {
    const isHidden = async () => (await record()).hidden === 1;
    const { page, faults } = await open('advertiser');
    const visibility = page.getByRole('region', { name: 'Visibility' });
    const ask = page.getByRole('dialog', { name: 'Hide your store from creators?' });
    await visibility.getByText('Creators can find your store and link to it.').waitFor();
    await visibility.getByRole('button', { name: 'Hide store' }).click();
    await ask.getByText('still lead to it but earn nothing').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await ask.getByRole('button', { name: 'Cancel' }).first().click();
    await ask.waitFor({ state: 'detached' });
    expect(await isHidden()).toBe(false);

    await visibility.getByRole('button', { name: 'Hide store' }).click();
    await page.route('**/advertiser/stores/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, json: { message: 'This cannot be done now.' } })
        : route.continue(),
    );
    await ask.getByRole('button', { name: 'Hide store' }).click();
    await ask.getByRole('alert').getByText('This cannot be done now.').waitFor();
    expect(await isHidden()).toBe(false);
    await page.unroute('**/advertiser/stores/*');
    await ask.getByRole('button', { name: 'Hide store' }).click();
    await ask.waitFor({ state: 'detached' });
    await visibility.getByText('Creators cannot find your store.').waitFor();
    expect(await isHidden()).toBe(true);

    await visibility.getByRole('button', { name: 'Show store' }).click();
    await visibility.getByText('Creators can find your store and link to it.').waitFor();
    expect(await isHidden()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('are for members of the store, and for administrators', async () => {
    const { page } = await open('admin');
    await page.getByRole('region', { name: 'Default rates' }).waitFor();
    const other = await open('creator');
    await other.page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor();
  });

  it('set the rates of repeated orders, and end the binding of a customer with a reason', async () => {
    const { page, faults } = await open('advertiser');
    const customers = page.getByRole('region', { name: 'Repeated orders of customers' });
    await customers.getByText('Customers are not bound.').waitFor();
    await customers.getByRole('button', { name: 'Edit rates' }).click();
    await customers.getByRole('button', { name: 'Add step' }).click();
    await customers.getByRole('button', { name: 'Add step' }).click();
    const [months, rate] = [customers.getByLabel('Months'), customers.getByLabel('Part of the value (%)')];
    await rate.nth(0).fill('20');
    await rate.nth(1).fill('5');
    await customers.getByRole('button', { name: 'Save rates' }).click();
    await customers.getByText('Enter a whole number from 1 to 120.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await months.nth(0).fill('12');
    await customers.getByRole('button', { name: 'Save rates' }).click();
    await customers.getByText('20% for 12 months, then 5%').waitFor();
    await customers.getByText('No bound customers').waitFor();
    const order = { order_id: 'SUB-1', order_value: 100, voucher_code: 'LINNEA15', customer_reference: 'C-1' };
    const url = `/v2/stores/${store}/orders`;
    const as = here.demo.tokens.advertiser;
    expect((await here.application.call({ method: 'POST', url, as, body: order })).body.attribution).toBe('voucher');
    await page.reload();
    await customers.getByRole('button', { name: /^End the binding of customer / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The customer has cancelled.');
    await dialog.getByRole('button', { name: 'End' }).click();
    await customers.getByText(/^Ended /).waitFor();
    expect(faults).toEqual([]);
  });

  it('fit on a phone, in light and dark mode', async () => {
    const { page, faults } = await open('advertiser', PHONE);
    await page.getByRole('region', { name: 'Default rates' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});
