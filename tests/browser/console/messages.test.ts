import { beforeAll, describe, expect, it } from 'vitest';
import { createBroadcastSender } from '../../../src/modules/messages/index.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { runWaitingJobs } from '../../harness/jobs.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Messages', () => {
  let here: DemoConsole;
  let at: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    at = `${here.url}/console/shop/${here.demo.ids.store}/messages`;
  });

  it('of a store reach the participants of a campaign, and an answer is unread in the store’s list', async () => {
    const { database } = here.application;
    // The creator takes part in the campaign.
    await database.pool.query(`UPDATE participants SET status = 'accepted' WHERE id = $1`, [here.demo.ids.offer_user]);
    const store = await here.enterAs('advertiser', { at });
    await store.page.getByRole('list', { name: 'Conversations' }).waitFor();
    expect(await accessibilityFaults(store.page)).toEqual([]);
    await store.page.getByRole('button', { name: 'New message' }).click();
    const dialog = store.page.getByRole('dialog', { name: 'New message' });
    const { rows } = await database.pool.query<{ title: string }>(
      'SELECT shown_title AS title FROM campaigns WHERE id = $1',
      [here.demo.ids.offer],
    );
    await dialog.getByLabel('Campaign').selectOption(rows[0]!.title);
    await dialog.getByLabel('Subject').fill('Colours of {campaign}');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, which colour?');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/^Recipients: [1-9]/).waitFor();
    expect(await accessibilityFaults(store.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await store.page.getByText('The message is on its way.').waitFor();
    const deps = { db: database.db, now: () => new Date(), publicUrl: here.url };
    await runWaitingJobs(database, [createBroadcastSender(deps)]);

    const creator = await here.enterAs('creator', { at: `${here.url}/console/creator/messages` });
    const entry = creator.page.getByRole('listitem').filter({ hasText: `Colours of ${rows[0]!.title}` });
    await entry.getByText(/unread/).waitFor();
    await entry.getByRole('button').click();
    await creator.page.getByText(/which colour/).waitFor();
    await creator.page.getByRole('textbox', { name: 'Message' }).fill('Blue, please.');
    await creator.page.getByRole('button', { name: 'Send', exact: true }).click();
    await creator.page.getByText('Blue, please.').first().waitFor();

    await store.page.goto(`${at}?unread=true`);
    const answer = store.page.getByRole('listitem').filter({ hasText: 'Blue, please.' });
    await answer.getByText(/1 unread|[2-9] unread/).waitFor();
    expect([...store.faults, ...creator.faults]).toEqual([]);
    await store.context.close();
    await creator.context.close();
  });

  it.each(['advertiser', 'creator', 'agency'] as const)(
    'have pages without faults, also on a phone: %s',
    async (role) => {
      const { ids } = here.demo;
      const pages = {
        advertiser: `/console/shop/${ids.store}/messages`,
        creator: '/console/creator/messages',
        agency: `/console/agency/${ids.client}/messages`,
      };
      const { page, faults, context } = await here.enterAs(role);
      const url = `${here.url}${pages[role]}`;
      expect(await faultsAt(page, [url, `${url}?open=${ids.offer_user}`])).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});
