import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The gift of a campaign', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('is named by the store, seen and chosen by the creator, packed, sent and received, and hides the address again', async () => {
    const { ids, tokens } = here.demo;
    const made = await here.application.call({
      method: 'POST',
      url: `/v2/stores/${ids.store}/offers`,
      as: tokens.advertiser,
      body: {
        active: true,
        campaign_title: 'Autumn gift',
        campaign_text: 'Try it.',
        type: 'user_accept',
        has_product_seeding: true,
        todo: [],
        traffic_sources_costs: [{ source: 0, cpc: 250 }],
        targets: { user_ids: [ids.user] },
      },
    });
    expect(made.status).toBe(201);
    const offer = made.body.data.id;
    const at = `/console/shop/${ids.store}/campaigns/${offer}`;

    const shop = await here.enterAs('advertiser', { at: `${at}?tab=content` });
    const store = shop.page;
    const named = store.getByRole('region', { name: 'Gift', exact: true });
    await named.getByText('The campaign names no gift.').waitFor();
    await named.getByRole('button', { name: 'Change the gift' }).click();
    await named.getByRole('combobox', { name: 'Kind' }).selectOption('A choice of products');
    for (const [index, title, value] of [
      [1, 'Trail shoe', '1200'],
      [2, 'Rain jacket', '1500'],
    ] as const) {
      await named.getByRole('button', { name: 'Add a product' }).click();
      const product = named.getByRole('group', { name: `Product ${index}`, exact: true });
      await product.getByLabel('Title').fill(title);
      await product.getByLabel('Value').fill(value);
    }
    expect(await pageFaults(store)).toEqual([]);
    await named.getByRole('button', { name: 'Save the gift' }).click();
    await named.getByText(/A choice of products, worth up to SEK\s1,500/).waitFor();

    const creator = await here.enterAs('creator', { at: `/console/creator/campaigns/${offer}` });
    const own = creator.page;
    const gift = own.getByRole('region', { name: 'Gift', exact: true });
    await gift.getByText('Rain jacket').waitFor();
    await gift.getByText(/worth up to SEK\s1,500/).waitFor();
    // Before the acceptance nobody is asked for an address.
    const delivery = own.getByRole('region', { name: 'Delivery', exact: true });
    expect(await delivery.count()).toBe(0);
    await own.getByRole('button', { name: 'Accept', exact: true }).click();
    await delivery.getByRole('combobox', { name: 'Product 1' }).selectOption('Trail shoe');
    await delivery.getByLabel('Size and colour of product 1').fill('39, blue');
    await delivery.getByLabel('Recipient').fill('Linnéa Bergström');
    await delivery.getByLabel('Street and number').fill('Stigen 4');
    await delivery.getByLabel('Postal code').fill('111 22');
    await delivery.getByLabel('City').fill('Stockholm');
    await delivery.getByRole('combobox', { name: 'Country' }).fill('Sweden');
    await own.getByRole('option', { name: 'Sweden' }).click();
    await delivery.getByRole('button', { name: 'Save delivery details' }).click();
    await own.getByText('Delivery details saved.').waitFor();

    await store.goto(`${here.url}${at}?tab=participants`);
    const packing = store.getByRole('region', { name: 'Packing list' });
    // The address is read, and the reading noted, only when the list is opened.
    const readings = async () =>
      (
        await here.application.database.pool.query(
          `SELECT FROM audit_log WHERE action = 'offer.packing_list_read' AND subject_id = $1`,
          [offer],
        )
      ).rowCount;
    expect(await readings()).toBe(0);
    await packing.getByRole('button', { name: 'Show the packing list' }).click();
    await packing.getByText('Trail shoe (39, blue)').waitFor();
    await packing.getByText(/Stigen 4/).waitFor();
    expect(await readings()).toBeGreaterThan(0);
    await packing.getByRole('button', { name: /^Order in the shop for / }).click();
    await store.getByText('Requested. The plugin of the shop creates the order.').waitFor();
    await packing.getByRole('button', { name: /^Enter the parcel for / }).click();
    const parcel = packing.getByRole('form');
    await parcel.getByLabel('Carrier').fill('PostNord');
    await parcel.getByLabel('Number of the parcel').fill('PN123');
    await parcel.getByLabel('Address of the tracking page').fill('https://track.example/PN123');
    expect(await pageFaults(store)).toEqual([]);
    await parcel.getByRole('button', { name: 'Enter the parcel' }).click();
    await packing.getByRole('cell', { name: 'PN123' }).waitFor();

    await own.reload();
    await gift.getByRole('link', { name: 'PostNord PN123' }).waitFor();
    expect(await accessibilityFaults(own)).toEqual([]);
    await own.getByRole('button', { name: 'I have received it' }).click();
    await gift.getByText(/^Received on /).waitFor();
    // It is a benefit of the creator, with the value of the chosen product.
    await own.goto(`${here.url}/console/creator/earnings`);
    const received = own.getByRole('region', { name: 'Products received' });
    await received.getByRole('cell', { name: 'Trail shoe' }).waitFor();
    await received
      .getByText(/SEK\s1,200/)
      .first()
      .waitFor();
    expect(await pageFaults(own)).toEqual([]);

    await store.reload();
    await packing.getByRole('button', { name: 'Show the packing list' }).click();
    await packing.getByText('Nobody waits for a product.').waitFor();
    expect(await store.getByText(/Stigen 4/).count()).toBe(0);
    // The value is a cost in the results of the campaign.
    await store.goto(`${here.url}${at}`);
    await store.getByText('Gifts sent').waitFor();
    expect([...shop.faults, ...creator.faults]).toEqual([]);
  });

  it('is packed from a list of as many pages as it needs', async () => {
    const { ids, tokens } = here.demo;
    const { market } = here.application;
    const made = await here.application.call({
      method: 'POST',
      url: `/v2/stores/${ids.store}/offers`,
      as: tokens.advertiser,
      body: {
        active: true,
        campaign_title: 'Many parcels',
        type: 'user_accept',
        has_product_seeding: true,
        traffic_sources_costs: [{ source: 0, cpc: 250 }],
        targets: {},
      },
    });
    const campaignId = made.body.data.id;
    await Promise.all(
      Array.from({ length: 101 }, async () => market.participant({ campaignId, userId: await market.user() })),
    );
    const at = `/console/shop/${ids.store}/campaigns/${campaignId}?tab=participants`;
    const { page, faults } = await here.enterAs('advertiser', { at });
    const packing = page.getByRole('region', { name: 'Packing list' });
    await packing.getByRole('button', { name: 'Show the packing list' }).click();
    await packing.getByText('101 total').waitFor();
    const buttons = packing.getByRole('button', { name: /^Enter the parcel for / });
    expect(await buttons.count()).toBe(100);
    await packing.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => buttons.count()).toBe(1);
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
