import { beforeAll, describe, expect, it } from 'vitest';
import { computeResults } from '../../../src/modules/media/index.ts';
import { createCalendar } from '../../../src/platform/calendar.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt, pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The search for creators', () => {
  let here: DemoConsole;
  let at: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    at = `${here.url}/console/shop/${here.demo.ids.store}/creators`;
    const { db } = here.application.database;
    await computeResults({ db, now: () => new Date() }, createCalendar('Europe/Stockholm'));
  });

  const NAME = 'Linnéa Bergström';
  const rows = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;

  it('finds a creator who lets stores find her, whom the store notes, keeps in a list and invites', async () => {
    const creator = await here.enterAs('creator', { at: '/console/account' });
    const section = creator.page.getByRole('region', { name: 'Profile for stores' });
    const listed = section.getByLabel('Stores find me');
    await listed.uncheck();
    await section.getByRole('button', { name: 'Save profile' }).click();
    await creator.page.getByText('Profile saved').waitFor();

    const { page, faults, context } = await here.enterAs('advertiser', { at });
    const table = page.getByRole('table', { name: 'Find creators' });
    await table.getByRole('button', { name: 'Hanna' }).first().waitFor();
    expect(await table.getByRole('button', { name: NAME }).count()).toBe(0);

    await listed.check();
    await section.getByRole('button', { name: 'Save profile' }).click();
    await expect
      .poll(async () => (await rows('SELECT FROM listed_creators WHERE user_id = $1', [here.demo.ids.user])).length)
      .toBe(1);

    await page.getByLabel('Country').selectOption('SE');
    await page.getByLabel('Platform').selectOption('Instagram');
    await page.getByLabel('Followers, at least').selectOption('10000');
    await table.getByRole('button', { name: NAME }).click();
    const card = page.getByRole('dialog', { name: NAME });
    await card.getByRole('link', { name: 'Instagram: linneaspringer' }).waitFor();
    const bands = card.getByRole('region', { name: 'Results in 90 days at all stores' });
    await bands
      .getByText(/ (?:to|or more)/)
      .first()
      .waitFor();
    await card.getByRole('textbox', { name: 'Note' }).fill('Met in Umeå.');
    await card.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved').waitFor();
    await card.getByRole('button', { name: 'Hanna' }).first().waitFor();
    await page.keyboard.press('Escape');

    await table.getByRole('checkbox', { name: `Select ${NAME}` }).check();
    await page.getByRole('button', { name: 'Add to list' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to list' });
    await adding.getByLabel('Name of the list').fill('Runners');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to Runners').waitFor();

    await page.getByLabel('List', { exact: true }).selectOption('Runners (1)');
    await page.getByRole('button', { name: 'Invite the list' }).click();
    const inviting = page.getByRole('dialog', { name: 'Invite to campaign' });
    await inviting.getByLabel('Campaign').waitFor();
    const campaign = (await inviting.getByLabel('Campaign').locator('option').allTextContents()).at(-1)!;
    await inviting.getByLabel('Campaign').selectOption(campaign);
    await inviting.getByLabel('E-mail addresses of people').fill('new@people.example');
    await inviting.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Invited creators: 2').waitFor();
    const invited = await rows(
      `SELECT coalesce(p.pre_registered_email, p.user_id::text) AS who FROM participants p JOIN campaigns o ON o.id = p.campaign_id
       WHERE o.store_id = $1 AND o.shown_title = $2 AND (p.user_id = $3 OR p.pre_registered_email = 'new@people.example')`,
      [here.demo.ids.store, campaign, here.demo.ids.user],
    );
    expect(invited.map(({ who }) => who).sort()).toEqual([String(here.demo.ids.user), 'new@people.example']);

    await page.getByRole('button', { name: 'Rename list' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename list' });
    await renaming.getByLabel('Name of the list').fill('Trail runners');
    await renaming.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('List renamed').waitFor();
    await table.getByRole('button', { name: NAME }).click();
    await card.getByRole('button', { name: 'Remove from Trail runners' }).click();
    await page.getByText('Removed from Trail runners').waitFor();
    await page.getByText('No matching creators').waitFor();
    await page
      .getByLabel('List', { exact: true })
      .locator('option', { hasText: 'Trail runners (0)' })
      .waitFor({ state: 'attached' });
    expect(await rows('SELECT FROM listed_creators WHERE user_id = $1', [here.demo.ids.user])).toHaveLength(1);

    await page.getByRole('button', { name: 'Delete list' }).click();
    await page.getByRole('dialog', { name: 'Trail runners' }).getByRole('button', { name: 'Delete list' }).click();
    await page.getByText('List deleted').waitFor();
    expect(await pageFaults(page)).toEqual([]);

    await creator.page.goto(`${here.url}/console/creator/campaigns`);
    await creator.page.getByText(campaign).first().waitFor();
    expect([...faults, ...creator.faults]).toEqual([]);
    await Promise.all([context.close(), creator.context.close()]);
  });

  it('finds a creator for an agency, which invites her without learning her address, and she decides', async () => {
    const { user, client } = here.demo.ids;
    await rows('UPDATE users SET agency_id = NULL, revenue_tier_id = NULL WHERE id = $1', [user]);
    await rows('UPDATE creator_profiles SET is_listed_for_agencies = false WHERE user_id = $1', [user]);
    const [{ email }] = await rows('SELECT email FROM users WHERE id = $1', [user]);
    const search = `${here.url}/console/agency/${client}/find-creators`;
    const { page, faults, context } = await here.enterAs('agency', { at: `${here.url}/console/agency/${client}` });
    await page.getByRole('link', { name: 'Find creators' }).first().click();
    const table = page.getByRole('table', { name: 'Find creators' });
    await table.getByRole('button', { name: 'Hanna' }).first().waitFor();
    expect(await table.getByRole('button', { name: NAME }).count()).toBe(0);

    const creator = await here.enterAs('creator', { at: '/console/account' });
    const section = creator.page.getByRole('region', { name: 'Profile for stores' });
    await section.getByLabel('Agencies find me').check();
    await section.getByRole('button', { name: 'Save profile' }).click();
    await creator.page.getByText('Profile saved').waitFor();

    await page.goto(search);
    await table.getByRole('button', { name: NAME }).click();
    const card = page.getByRole('dialog', { name: NAME });
    await card.getByText('Only the representatives of your agency read it.').waitFor();
    expect(await card.getByText('at your store').count()).toBe(0);
    await card.getByRole('textbox', { name: 'Note' }).fill('Ask in spring.');
    await card.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved').waitFor();
    await page.keyboard.press('Escape');
    await table.getByRole('checkbox', { name: `Select ${NAME}` }).check();
    await page.getByRole('button', { name: 'Add to list' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to list' });
    await adding.getByLabel('Name of the list').fill('Hikers');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to Hikers').waitFor();

    await table.getByRole('checkbox', { name: `Select ${NAME}` }).check();
    await page.getByRole('button', { name: 'Invite to the agency' }).first().click();
    const inviting = page.getByRole('dialog', { name: 'Invite to the agency' });
    await inviting.getByLabel('E-mail addresses of people').fill('new@people.example');
    await inviting.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Invited creators: 2').waitFor();
    await page.getByRole('button', { name: 'Invitations sent' }).click();
    const sent = page.getByRole('dialog', { name: 'Invitations sent' });
    await sent.getByText(NAME, { exact: true }).waitFor();
    expect(await page.content()).not.toContain(email);
    await sent.getByRole('button', { name: 'Revoke the invitation of new@people.example' }).click();
    await sent.getByText('Revoked', { exact: false }).first().waitFor();
    expect(await pageFaults(page)).toEqual([]);

    await creator.page.goto(`${here.url}/console/account`);
    const invitations = creator.page.getByRole('region', { name: 'Invitations of agencies' });
    await invitations.getByText('Your part of commissions').waitFor();
    expect(await pageFaults(creator.page)).toEqual([]);
    await invitations.getByRole('button', { name: 'Accept the invitation' }).click();
    const asking = creator.page.getByRole('dialog', { name: 'Accept the invitation' });
    await asking.getByRole('button', { name: 'Accept', exact: true }).click();
    await creator.page.getByText('represents you now').waitFor();
    expect(await rows('SELECT agency_id AS id FROM users WHERE id = $1', [user])).toEqual([{ id: client }]);
    await page.goto(`${here.url}/console/agency/${client}/creators/${user}`);
    await page.getByRole('heading', { name: NAME }).waitFor();
    expect([...faults, ...creator.faults]).toEqual([]);
    await Promise.all([context.close(), creator.context.close()]);
  });

  it('is there for administrators, without notes, lists and invitations', async () => {
    const { page, faults, context } = await here.enterAs('admin', { at: '/console/admin/creators' });
    await page.getByRole('button', { name: 'Hanna' }).first().click();
    const card = page.getByRole('dialog');
    await card.getByRole('region', { name: 'About the creator' }).waitFor();
    expect(await card.getByText('Note', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Invite to campaign' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is usable on a phone, in both colour schemes', async () => {
    for (const [role, urls] of [
      ['advertiser', [at, `${at}?creator=${here.demo.ids.user}`]],
      ['admin', [`${here.url}/console/admin/creators`]],
      ['agency', [`${here.url}/console/agency/${here.demo.ids.client}/find-creators`]],
    ] as const) {
      const { page, context } = await here.enterAs(role, { at: urls[0] });
      expect([role, await faultsAt(page, urls)]).toEqual([role, []]);
      await context.close();
    }
  });
});
