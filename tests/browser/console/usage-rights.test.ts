import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The usage rights of a creator', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('are listed over all campaigns, sorted by their end, and answered in person, but not by the agency', async () => {
    const { ids, tokens } = here.demo;
    const call = async (url: string, as: 'advertiser' | 'creator', body: object) => {
      const reply = await here.application.call({ method: 'POST', url, as: tokens[as], body });
      expect(reply.status, url).toBeLessThan(300);
      return reply.body;
    };
    const { rows } = await here.application.database.pool.query(
      'SELECT id FROM participants WHERE campaign_id = $1 AND user_id = $2',
      [ids.offer, ids.user],
    );
    for (const [title, endsOn] of [
      ['Ends late', '2099-12-31'],
      ['Ends early', '2099-01-31'],
      ['Never ends', null],
    ] as const) {
      const planned = await call(`/v2/offers/${ids.offer}/deliverables`, 'advertiser', {
        participant_ids: [rows[0].id],
        title,
        due_on: '2099-05-31',
      });
      const deliverable = `/v2/deliverables/${planned.data[0].id}`;
      await call(`${deliverable}/submissions`, 'creator', { note: 'Ready.' });
      await call(`${deliverable}/submissions/1/approve`, 'advertiser', {});
      await call(`${deliverable}/usage-rights`, 'advertiser', {
        channels: ['website'],
        territory: 'Sweden',
        starts_on: '2098-01-01',
        ends_on: endsOn,
        price: { minor: 120_000, currency: 'SEK' },
      });
    }

    const { page } = await here.enterAs('creator', { at: '/console/creator/campaigns' });
    await page.getByRole('navigation').getByRole('link', { name: 'Usage rights' }).click();
    const table = page.getByRole('table', { name: 'Usage rights' });
    await table.getByText('Ends early, version 1').waitFor();
    const posts = async () =>
      (await table.getByRole('button', { name: /^(?:Ends|Never)/ }).allTextContents()).filter((text) =>
        /version/.test(text),
      );
    await table.getByRole('button', { name: /^Last day/ }).click();
    await expect.poll(posts).toEqual(['Ends early, version 1', 'Ends late, version 1', 'Never ends, version 1']);
    expect(await pageFaults(page)).toEqual([]);
    await table.getByRole('button', { name: 'Ends early, version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ends early' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Accept rights' }).click();
    await page
      .getByRole('dialog', { name: 'Accept the usage rights?' })
      .getByRole('button', { name: 'Accept' })
      .click();
    await page.getByText('Usage rights accepted.').waitFor();
    await dialog.getByText('Accepted', { exact: true }).waitFor();

    const agency = await here.enterAs('agency', { at: `/console/agency/${ids.client}/creators/${ids.user}` });
    const section = agency.page.getByRole('region', { name: 'Usage rights of the posts' });
    await section.getByRole('button', { name: 'Ends late, version 1' }).click();
    const seen = agency.page.getByRole('dialog', { name: 'Ends late' });
    await seen.getByText('Only the creator in person can answer.').waitFor();
    expect(await seen.getByRole('button', { name: 'Accept rights' }).count()).toBe(0);
  });
});
