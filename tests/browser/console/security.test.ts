import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { takeCodeMails } from '../../harness/mailbox.ts';
import { settled } from '../../harness/page-faults.ts';

const PASSWORD = 'tributary-demo';

describe.skipIf(chromiumPath === null)('Security in the console', () => {
  let here: DemoConsole;
  /** Passkeys belong to a host name. */
  let local: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    local = here.url.replace('127.0.0.1', 'localhost');
  });

  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  it('adds a passkey, signs in with it alone, confirms with it, and recovers with a code', async () => {
    const email = here.demo.emails.creator;
    const { page, context, faults } = await here.visit();
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${local}/console/sign-in`);
    await signIn(page, email);
    await page.waitForURL(/\/console\/(?!sign-)\w/);
    await page.goto(`${local}/console/account`);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByLabel('Name of the new passkey').fill('Laptop');
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    const recovery = (await passkeys.getByRole('status').locator('pre').innerText()).trim().split('\n');
    expect(recovery).toHaveLength(10);
    expect(await accessibilityFaults(page)).toEqual([]);

    await context.clearCookies();
    await page.goto(`${local}/console/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/console\/(?!sign-)\w/);

    await here.application.database.pool.query(
      `UPDATE tokens SET authenticated_at = now() - interval '1 hour' WHERE purpose = 'session'`,
    );
    await page.goto(`${local}/console/account`);
    await page.getByRole('button', { name: 'Request my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByText('being prepared').waitFor();

    // The password alone no longer suffices.
    await context.clearCookies();
    await page.goto(`${local}/console/sign-in`);
    await signIn(page, email);
    await page.getByLabel('Code from your app').fill(recovery[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/console\/(?!sign-)\w/);
    await page.goto(`${local}/console/account`);
    await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
    await passkeys.getByRole('textbox', { name: 'Name', exact: true }).fill('Telephone');
    await passkeys.getByRole('button', { name: 'Save' }).click();
    await passkeys.getByRole('button', { name: 'Remove Telephone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await passkeys.getByRole('button', { name: 'Remove Telephone' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks for a mailed code after many wrong passwords for the address', async () => {
    const { pool } = here.application.database;
    const email = here.demo.emails.creator;
    const { page, context } = await here.visit();
    await pool.query('DELETE FROM sign_in_failures');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Wrong e-mail or password.').waitFor();
    // The count for the address is that of a day.
    await pool.query("UPDATE sign_in_failures SET failures = 100 WHERE window_ends_at > now() + interval '1 hour'");
    await signIn(page, email);
    const code = page.getByRole('textbox', { name: 'Mailed code' });
    await code.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await code.fill('x'.repeat(24));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('not valid').first().waitFor();
    const mails = await takeCodeMails(here.application.database);
    const codes = mails.filter(({ to }) => to === email).flatMap(({ text }) => text.match(/^[\w-]{24}$/m) ?? []);
    expect(codes).toHaveLength(1);
    await code.fill(codes[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/console\/(?!sign-)\w/);
    await pool.query('DELETE FROM sign_in_failures');
    await context.close();
  });

  it('requests the deletion of the account, and cancels it', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/account' });
    const deletion = page.getByRole('region', { name: 'Delete account' });
    await deletion.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await deletion.getByText('Your account will be deleted on').waitFor();
    await deletion.getByRole('button', { name: 'Keep my account' }).click();
    await deletion.getByRole('button', { name: 'Delete my account' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('manages the team of a store', async () => {
    const { store } = here.demo.ids;
    const userId = await here.application.market.user({ email: 'colleague@nordicrunner.example' });
    await here.application.market.member(store, userId);
    const { page, faults } = await here.enterAs('advertiser', { at: `/console/shop/${store}/team` });
    const table = page.getByRole('table', { name: 'Team members' });
    const row = table.getByRole('row').filter({ hasText: 'colleague@nordicrunner.example' });
    await row.getByRole('combobox').selectOption('Finance');
    await page.getByText('Role changed.').waitFor();
    const { rows } = await here.application.database.pool.query(
      'SELECT role FROM store_members WHERE store_id = $1 AND user_id = $2',
      [store, userId],
    );
    expect(rows).toEqual([{ role: 'finance' }]);
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nils@nordicrunner.example');
    await page.getByLabel('Role', { exact: true }).selectOption('Read only');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('list', { name: 'Invitations' }).getByText('Read only · Pending').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.goto(`${here.url}/console/shop/${store}/audit-log`);
    await page.getByRole('table', { name: 'Audit log' }).getByText('Member: Removed').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('changes the account settings, and filters the audit log', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/account-settings' });
    await page.getByLabel('Version of the terms').fill('2030-05');
    await page.getByLabel('Version of the privacy notice').fill('7');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    const stranger = await here.visit('/console/sign-up');
    await stranger.page.getByRole('checkbox', { name: /I accept: Terms \(2030-05\), Privacy notice \(7\)/ }).waitFor();
    expect(await accessibilityFaults(stranger.page)).toEqual([]);
    await page.goto(`${here.url}/console/admin/audit-log`);
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.getByText('Account settings: Changed').first().waitFor();
    await page.getByRole('combobox', { name: 'Action' }).fill('Session: Op');
    await page.getByRole('option', { name: 'Session: Opened' }).click();
    await page.waitForURL(/action=session\.opened/);
    await table.getByText('Session: Opened').first().waitFor();
    await table.getByText('Account settings: Changed').waitFor({ state: 'detached' });
    // People are chosen by name, and details are labelled values.
    await page.getByRole('combobox', { name: 'By', exact: true }).fill('Ingrid');
    await page.getByRole('option').filter({ hasText: 'Ingrid' }).first().click();
    await page.waitForURL(/actor=\d+/);
    await table.getByRole('definition').first().waitFor();
    expect(await table.getByText('{').count()).toBe(0);
    await page.getByRole('button', { name: 'Export' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem').first().click();
    expect((await waiting).suggestedFilename()).toContain('audit-log');
    // The menu fades out; a scan during the animation would find a part of it.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // A table is pale while it is read again.
    await settled(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
