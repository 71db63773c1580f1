import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { settled } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The role in a team', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  const enterAs = async (role: string, path: string) => {
    const { store } = here.demo.ids;
    await here.application.database.pool.query('UPDATE store_members SET role = $1 WHERE store_id = $2', [role, store]);
    return here.enterAs('advertiser', { at: `/console/shop/${store}${path}` });
  };

  it('hides and disables the controls that a read-only member may not use, and explains why', async () => {
    const { page, faults } = await enterAs('read_only', '/settings');
    await page.getByRole('alert').getByText('Your role here is read only.').waitFor();
    const prices = page.getByRole('textbox', { name: 'Per click', exact: true });
    await prices.waitFor();
    expect([await prices.isDisabled(), await page.getByRole('button', { name: 'Hide store' }).isDisabled()]).toEqual([
      true,
      true,
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    const { store, offer } = here.demo.ids;
    await page.goto(`${here.url}/console/shop/${store}/campaigns`);
    await page.getByRole('table', { name: 'Campaigns' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    await page.goto(`${here.url}/console/shop/${store}/campaigns/${offer}?tab=participants`);
    await page.getByRole('switch', { name: 'Show a public page' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Show a public page' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('permits keys to owners only, and vouchers to members who manage', async () => {
    const { page, faults } = await enterAs('manager', '/tracking');
    await page.getByText('Only owners of the store create and revoke keys.').waitFor();
    expect(await page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Vouchers' }).click();
    await page.getByRole('button', { name: 'Assign voucher' }).waitFor();
    const { page: reader } = await enterAs('read_only', '/vouchers');
    await reader.getByRole('heading', { name: 'Vouchers' }).waitFor();
    expect(await reader.getByRole('button', { name: 'Assign voucher' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('limits the representatives of an agency in the same way', async () => {
    const { client } = here.demo.ids;
    const { pool } = here.application.database;
    await pool.query(`UPDATE agency_members SET role = 'finance' WHERE agency_id = $1`, [client]);
    const { page, faults } = await here.enterAs('agency', { at: `/console/agency/${client}/creators` });
    await page.getByRole('alert').getByText('Your role here is finance.').waitFor();
    await page.getByRole('table', { name: 'Creators' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: /^Create a? ?link/ }).count()).toBe(0);
    await page.goto(`${here.url}/console/agency/${client}/team`);
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('combobox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await pool.query(`UPDATE agency_members SET role = 'manager' WHERE agency_id = $1`, [client]);
    await page.goto(`${here.url}/console/agency/${client}/payouts`);
    // One notice for the invoicing details, one for the payout account.
    await expect.poll(() => page.getByText('Your role in this agency cannot change these.').count()).toBe(2);
    await settled(page);
    expect(await page.getByRole('button', { name: /^(?:Add or replace account|Remove )/ }).count()).toBe(0);
    await page.goto(`${here.url}/console/agency/${client}/creators`);
    await page.getByRole('button', { name: /link/i }).first().waitFor();
    await pool.query(`UPDATE agency_members SET role = 'owner' WHERE agency_id = $1`, [client]);
    expect(faults).toEqual([]);
  });

  it('permits owners everything, without a notice', async () => {
    const { page, faults } = await enterAs('owner', '/settings');
    const prices = page.getByRole('textbox', { name: 'Per click', exact: true });
    await prices.waitFor();
    expect(await prices.isDisabled()).toBe(false);
    expect(await page.getByText('Your role here').count()).toBe(0);
    await page.goto(`${here.url}/console/shop/${here.demo.ids.store}/campaigns`);
    await page.getByRole('link', { name: 'New campaign' }).waitFor();
    expect(faults).toEqual([]);
  });
});
