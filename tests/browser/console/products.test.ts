import { beforeAll, describe, expect, it } from 'vitest';
import { runNext } from '../../../src/modules/products/feed/run-next.ts';
import { rssOf, shoe } from '../../../src/modules/products/parse/feed.fixture.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { silentLog } from '../../harness/embedded.ts';

describe.skipIf(chromiumPath === null)('Products', () => {
  let here: DemoConsole;
  let facts: { currency: string; host: string };
  beforeAll(async () => {
    here = await startDemoConsole();
    const { rows } = await here.application.database.pool.query(
      "SELECT s.currency, d.host FROM stores s JOIN store_domains d ON d.store_id = s.id WHERE s.id = $1 AND d.standing <> 'unproven' ORDER BY d.id LIMIT 1",
      [here.demo.ids.store],
    );
    facts = rows[0];
  });

  /** Runs due feeds, as the loop of a process does. */
  const work = () =>
    runNext({
      pool: here.application.database.pool,
      outbound: createOutbound({ allow: [] }),
      now: () => new Date(),
      log: silentLog(),
      signal: new AbortController().signal,
    });

  it('come from a feed that a store uploads, with the errors of its items', async () => {
    const { page, faults } = await here.enterAs('advertiser', {
      at: `/console/shop/${here.demo.ids.store}/product-feed`,
    });
    await page.getByText(/^\d+ new, 0 changed, 0 gone$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const { currency, host } = facts;
    const product = (id: string, fields: Record<string, string>) =>
      shoe(id, { price: `100.00 ${currency}`, image_link: '', ...fields }, host);
    const feed = rssOf(
      product('boot', { title: 'Walking boot', sale_price: `80.00 ${currency}` }),
      product('clog', { title: 'Wooden clog' }),
      product('free', { title: 'Free sandal', price: `-1 ${currency}` }),
    );
    await page.getByRole('combobox', { name: 'Format' }).selectOption('XML (RSS or Atom)');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'feed.xml', mimeType: 'application/xml', buffer: Buffer.from(feed) });
    await page.getByText('File uploaded').waitFor();
    expect(await work()).toBe(true);
    await page.getByText(/^2 new, 0 changed, [1-9]\d* gone$/).waitFor();
    await page.getByRole('cell', { name: 'must not be negative' }).waitFor();
    await page.getByLabel('Feed URL').fill('http://10.0.0.1/feed.xml');
    await page.getByRole('button', { name: 'Save feed' }).click();
    await page.getByText('Enter an address that can be reached from the internet.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The refused address is the only error that the browser reports.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it('are found by a creator, who makes a link in one click', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/products' });
    const results = page.getByRole('list', { name: 'Products found' });
    await results.getByText('Wooden clog').waitFor();
    await page.getByRole('searchbox').fill('walking boo');
    await results.getByText('Wooden clog').waitFor({ state: 'detached' });
    await results.getByText('Walking boot').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create link to Walking boot' }).click();
    const link = page.getByRole('textbox', { name: 'Your link to Walking boot' });
    await link.waitFor();
    const address = await link.inputValue();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    await page.getByRole('checkbox', { name: 'Only on sale' }).check();
    await page.getByRole('searchbox').fill('clog');
    await page.getByText('No products found').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
