import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('A published post', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('is reported with its disclosure and figures, costs the store an amount for each thousand views, and has rights that end', async () => {
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
    const planned = await call(`/v2/offers/${ids.offer}/deliverables`, 'advertiser', {
      participant_ids: [rows[0].id],
      title: 'Reel by the lake',
      due_on: '2099-05-31',
    });
    const deliverable = `/v2/deliverables/${planned.data[0].id}`;
    await call(`${deliverable}/submissions`, 'creator', { note: 'Ready.' });
    await call(`${deliverable}/submissions/1/approve`, 'advertiser', {});

    const visitor = await here.enterAs('creator', { at: `/console/creator/campaigns/${ids.offer}` });
    const creator = visitor.page;
    const own = creator.getByRole('dialog', { name: 'Reel by the lake' });
    const openOwn = () =>
      creator
        .getByRole('region', { name: 'Deliverables' })
        .getByRole('button', { name: /^Reel by the lake, Linnéa/ })
        .click();
    await openOwn();
    const report = own.getByRole('button', { name: 'Report publication' });
    await own.getByLabel('Address of the post').fill('https://www.instagram.com/p/Cx1/');
    await report.click();
    // Nothing is published without a disclosure.
    await own
      .getByText(/^(?:Fill in|Enter|Select|This field)/)
      .first()
      .waitFor();
    await own.getByRole('combobox', { name: 'Disclosed as advertising by' }).click();
    await creator.getByRole('option', { name: 'Hashtag' }).click();
    expect(await accessibilityFaults(creator)).toEqual([]);
    await report.click();
    await own.getByText('In review').waitFor();
    await own.getByRole('button', { name: 'Add figures' }).click();
    await own.getByLabel('Views').fill('20000');
    await own.getByLabel('Likes').fill('900');
    await own.getByRole('button', { name: 'Add figures' }).click();
    await own.getByText('20,000').first().waitFor();
    expect(await accessibilityFaults(creator)).toEqual([]);

    const owner = await here.enterAs('advertiser', {
      at: `/console/shop/${ids.store}/campaigns/${ids.offer}?tab=content`,
    });
    const store = owner.page;
    const content = store.getByRole('region', { name: 'Publications' });
    const post = content.getByRole('listitem').filter({ hasText: 'Reel by the lake' });
    await post.getByText('20,000').waitFor();
    const { body: costs } = await here.application.call({
      url: `/v2/offers/${ids.offer}/publications`,
      as: tokens.advertiser,
    });
    const cost = costs.data.find(
      (one: { deliverable: { title: string } }) => one.deliverable.title === 'Reel by the lake',
    ).cost;
    expect(cost.per_thousand_views.minor).toBe(Math.round(cost.total.minor / 20));
    await post.getByText('Per 1,000 views').waitFor();
    expect(await accessibilityFaults(store)).toEqual([]);
    await post.getByRole('button', { name: 'Offer usage rights' }).click();
    const offer = store.getByRole('dialog', { name: 'Usage rights of Reel by the lake' });
    await offer.getByLabel('Website').check();
    await offer.getByLabel('Territory').fill('Sweden');
    await offer.getByLabel('Last day').fill('2099-06-30');
    await offer.getByLabel('Price').fill('2500');
    expect(await accessibilityFaults(store)).toEqual([]);
    await offer.getByRole('button', { name: 'Send offer' }).click();
    await offer.waitFor({ state: 'detached' });

    await creator.reload();
    await openOwn();
    await own.getByRole('button', { name: 'Accept rights' }).click();
    await creator
      .getByRole('dialog', { name: 'Accept the usage rights?' })
      .getByRole('button', { name: 'Accept rights' })
      .click();
    await own.getByText('Accepted', { exact: true }).waitFor();
    await creator.keyboard.press('Escape');
    const given = creator.getByRole('region', { name: 'Usage rights and their ends' }).getByRole('listitem');
    await given
      .filter({ hasText: 'Reel by the lake' })
      .getByText(/^Website · Ends on/)
      .waitFor();
    expect(await pageFaults(creator)).toEqual([]);

    await store.goto(`${here.url}/console/shop/${ids.store}/campaigns/${ids.offer}?tab=content&month=2099-06`);
    const ending = store.getByRole('region', { name: 'Usage rights that end in this month' });
    await ending.getByRole('button', { name: /^Reel by the lake/ }).waitFor();
    await store
      .getByRole('table')
      .getByRole('button', { name: /^Rights end/ })
      .click();
    const shown = store.getByRole('dialog', { name: 'Reel by the lake' });
    await shown.getByRole('button', { name: 'Propose an earlier end' }).click();
    const proposal = store.getByRole('dialog', { name: 'Propose an earlier end' });
    await proposal.getByLabel('Last day').fill('2099-06-15');
    await proposal.getByRole('button', { name: 'Send proposal' }).click();
    await proposal.waitFor({ state: 'detached' });
    expect(await accessibilityFaults(store)).toEqual([]);
    expect(await pageFaults(store)).toEqual([]);

    await creator.reload();
    await openOwn();
    await own.getByText(/^The store proposes the end on/).waitFor();
    await own.getByRole('button', { name: 'Agree to the end' }).click();
    await creator
      .getByRole('dialog', { name: /^End the usage rights on/ })
      .getByRole('button', { name: 'Agree to the end' })
      .click();
    await own.getByText(/^The store proposes/).waitFor({ state: 'detached' });
    expect(await pageFaults(creator)).toEqual([]);
    expect([...owner.faults, ...visitor.faults]).toEqual([]);
  });
});
