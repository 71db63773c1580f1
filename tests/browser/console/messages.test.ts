import { beforeAll, describe, expect, it } from 'vitest';
import { createBroadcastSender } from '../../../src/modules/messages/index.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { runWaitingJobs } from '../../harness/jobs.ts';
import { faultsAt } from '../../harness/page-faults.ts';
import { picture } from '../../harness/pictures.ts';

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
    const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await picture('png') });
    const pictures = dialog.locator('input[type=file]');
    await pictures.setInputFiles([
      await file('blue.png'),
      await file('red.png'),
      await file('a.png'),
      await file('b.png'),
    ]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Choose at most 3 pictures.').waitFor();
    for (const name of ['a.png', 'b.png', 'red.png'])
      await dialog.getByRole('button', { name: `Remove ${name}` }).click();
    await dialog.getByRole('img', { name: 'blue.png' }).waitFor();
    expect(await dialog.getByRole('img', { name: /png$/ }).count()).toBe(1);
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
    const received = creator.page.getByRole('img', { name: 'blue.png' });
    const width = () => received.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBe(40);
    await creator.page.getByRole('textbox', { name: 'Message' }).fill('Blue, please.');
    await creator.page.getByRole('button', { name: 'Send', exact: true }).click();
    await creator.page.getByRole('listitem').getByText('Blue, please.').waitFor();

    await store.page.goto(`${at}?unread=true`);
    const answer = store.page.getByRole('listitem').filter({ hasText: 'Blue, please.' });
    await answer.getByText(/1 unread|[2-9] unread/).waitFor();
    expect([...store.faults, ...creator.faults]).toEqual([]);
    await store.context.close();
    await creator.context.close();
  });

  it('to many are written to named participants, are listed, and are deleted before they are sent', async () => {
    const { ids } = here.demo;
    const url = `${at}?to=${encodeURIComponent(JSON.stringify([ids.offer_user]))}`;
    const { page, faults, context } = await here.enterAs('advertiser', { at: url });
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByLabel('Recipients').selectOption('Selected participants: 1');
    await dialog.getByLabel('Subject').fill('Next season');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('See the page.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The message is on its way.').waitFor();
    const { database } = here.application;
    await database.pool.query(
      `UPDATE broadcasts SET send_at = send_at + interval '1 day' WHERE subject = 'Next season'`,
    );
    await page.getByRole('button', { name: 'Messages to many' }).click();
    const many = page.getByRole('dialog', { name: 'Messages to many' });
    await many.getByText('Next season').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await many.getByRole('button', { name: 'Delete: Next season' }).click();
    await page.getByRole('dialog', { name: 'Delete the message?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Message deleted.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are kept as templates, which are sent on occasions that the store turns on and off', async () => {
    const { page, faults, context } = await here.enterAs('advertiser', { at });
    await page.getByRole('button', { name: 'Templates and occasions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Templates and occasions' });
    await dialog.getByRole('button', { name: 'New template' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Good start');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your first order');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {nobody}');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await dialog.getByText('Use only the fields {name}').waitFor();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Well done, {name}.');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template saved.').waitFor();
    await dialog.getByRole('combobox', { name: 'Occasion' }).selectOption('First order');
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Good start');
    await dialog.getByRole('button', { name: 'Add occasion' }).click();
    await page.getByText('Occasion added.').waitFor();
    const turn = dialog.getByRole('switch', { name: 'Send by itself: First order' });
    await expect.poll(() => turn.isChecked()).toBe(true);
    await turn.press('Space');
    await expect.poll(() => turn.isChecked()).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    const { rows } = await here.application.database.pool.query(
      `SELECT t.occasion, t.is_on, m.name FROM message_triggers t JOIN message_templates m ON m.id = t.template_id WHERE m.name = 'Good start'`,
    );
    expect(rows).toEqual([{ occasion: 'first_order', is_on: false, name: 'Good start' }]);
    expect(faults.filter((fault) => !/422/.test(fault))).toEqual([]);
    await context.close();
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
