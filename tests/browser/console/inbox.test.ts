import { beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../../src/modules/accounts/index.ts';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';

describe.skipIf(chromiumPath === null)('The inbox', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
    const { db, pool } = here.application.database;
    const userId = here.demo.ids.user!;
    await pool.query('DELETE FROM notifications WHERE user_id = $1', [userId]);
    const values = { campaign: 'Spring', store: 'Fjäll', token: 'abc' };
    const path = `/console/creator/campaigns/${here.demo.ids.offer}`;
    await notify(db, new Date(), [{ message: 'campaign_accepted', values, to: { userId }, path }]);
  });

  it('counts unread notifications, links to their subjects, and mails the chosen kinds', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    const settings = page.getByRole('region', { name: 'E-mail' });
    await settings.getByLabel('Payments').uncheck();
    expect(await settings.getByLabel(/^Security/).isDisabled()).toBe(true);
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'You were accepted for the campaign "Spring"' }).click();
    await page.waitForURL(`${here.url}/console/creator/campaigns/${here.demo.ids.offer}`);
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
