import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Promised terms', () => {
  let here: DemoConsole;
  let terms: string;
  let own: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    const { store, offer } = here.demo.ids;
    terms = `${here.url}/console/shop/${store}/campaigns/${offer}?tab=terms`;
    own = `${here.url}/console/creator/campaigns/${offer}`;
  });

  it('are set by a store, which then cannot pause the campaign, and read by creators with the history', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: terms });
    const card = page.getByRole('region', { name: 'Promised terms' });
    await card.getByText('Nothing is promised.').waitFor();
    await card.getByRole('button', { name: 'Promise terms' }).click();
    await card.getByLabel('Until at least').fill('2028-03-31');
    await card.getByLabel('Days of notice').fill('14');
    expect(await accessibilityFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save promise' }).click();
    await page.getByText('The promise is saved.').waitFor();
    await card.getByText('They get worse only with 14 days’ notice.').waitFor();
    await card.getByRole('button', { name: 'Show the history' }).click();
    await card.getByText('First record').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
    const pause = await here.application.call({
      method: 'POST',
      url: `/v2/offers/${here.demo.ids.offer}/pause`,
      as: here.demo.tokens.advertiser,
    });
    expect([pause.status, pause.body.error]).toEqual([400, 'terms_are_promised']);
    const creator = await here.enterAs('creator', { at: own });
    await creator.page.getByText('Changes with 14 days’ notice').first().waitFor();
    await creator.page.getByRole('button', { name: 'Show the promise and the history' }).click();
    await creator.page.getByText('First record').first().waitFor();
    expect(await accessibilityFaults(creator.page)).toEqual([]);
    expect([...faults, ...creator.faults]).toEqual([]);
    await creator.page.context().close();
  });

  it('have no faults on a phone', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: terms });
    expect(await faultsAt(page, [terms])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
