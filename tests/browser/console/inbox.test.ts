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
    await pool.query(`UPDATE users SET preferred_locale = 'en_GB' WHERE id = $1`, [userId]);
    const values = { campaign: 'Spring', store: 'Fjäll', token: 'abc' };
    const path = `/console/creator/campaigns/${here.demo.ids.offer}`;
    await notify(db, new Date(), [{ message: 'campaign_accepted', values, to: { userId }, path }]);
  });

  it('counts what is unread, leads to the thing itself, and mails what is chosen', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    const settings = page.getByRole('region', { name: 'E-mail' });
    await settings.getByLabel('Payments').uncheck();
    expect(await settings.getByLabel(/^Security/).isDisabled()).toBe(true);
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'You take part in the campaign "Spring"' }).click();
    await page.waitForURL(`${here.url}/console/creator/campaigns/${here.demo.ids.offer}`);
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe.skipIf(chromiumPath === null)('The terms of a campaign', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('are written by the store, accepted by the creator who joins, and shown to both', async () => {
    const { market, database } = here.application;
    const storeId = here.demo.ids.store!;
    const campaignId = await market.campaign({ storeId, type: 'user_accept' });
    const { rows } = await database.pool.query(
      `UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1 RETURNING token`,
      [campaignId],
    );
    const store = await here.enterAs('advertiser', { at: `/console/shop/${storeId}/campaigns/${campaignId}` });
    await store.page.getByRole('button', { name: 'Add terms' }).click();
    await store.page.getByRole('textbox', { name: 'Terms' }).fill('Mark the post as advertising.');
    await store.page.getByRole('button', { name: 'Save', exact: true }).click();
    await store.page.getByText('Terms saved.').waitFor();
    expect(await accessibilityFaults(store.page)).toEqual([]);

    const creator = await here.enterAs('creator', { at: `/console/creator/invitations/${rows[0].token}` });
    const join = creator.page.getByRole('region', { name: 'Your next step' }).getByRole('button');
    await creator.page.getByText('Mark the post as advertising.').waitFor();
    expect(await join.isDisabled()).toBe(true);
    await creator.page.getByLabel('I have read the terms (version 1) and accept them').check();
    expect(await accessibilityFaults(creator.page)).toEqual([]);
    await join.click();
    await creator.page.waitForURL(`${here.url}/console/creator/campaigns/${campaignId}`);
    await creator.page.getByText('You accepted version 1').waitFor();
    expect(creator.faults).toEqual([]);
    await creator.context.close();

    const { rows: parts } = await database.pool.query('SELECT id FROM participants WHERE campaign_id = $1', [
      campaignId,
    ]);
    await store.page.goto(`${here.url}/console/shop/${storeId}/campaigns/${campaignId}?participant=${parts[0].id}`);
    await store.page.getByText('Accepted version 1').waitFor();
    await store.page.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor();
    expect(store.faults).toEqual([]);
    await store.context.close();
  });
});
