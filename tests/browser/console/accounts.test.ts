import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { takeCodeMails } from '../../harness/mailbox.ts';
import { pageFaults } from '../../harness/page-faults.ts';

const EMAIL = 'robin@example.test';
const PASSWORD = 'correct horse battery';
const NEXT = 'another long battery';

describe.skipIf(chromiumPath === null)('A new user in the console', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  /** The address in the newest mail to Robin. */
  const mailedAddress = async () => {
    const mails = await takeCodeMails(here.application.database, { publicUrl: here.url });
    const { text } = mails.filter(({ to, text: words }) => to === EMAIL && words.includes('code=')).at(-1)!;
    return /^http\S+$/m.exec(text)![0];
  };
  const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name });
  const signIn = async (page: Page, secret: string) => {
    await page.getByLabel('E-mail').fill(EMAIL);
    await password(page).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('opens a campaign’s invitation, creates an account, and has joined the campaign', async () => {
    const { page, faults } = await here.visit(`/console/creator/invitations/${here.demo.offer_token}`);
    await page.getByText('invites you to the campaign').waitFor();
    await page.getByText('you join the campaign').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Robin');
    await page.getByLabel('E-mail').fill(EMAIL);
    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
    await page.getByRole('status').getByText(EMAIL, { exact: true }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    // The form keeps its input, so that a wrong address can be corrected.
    await page.getByRole('button', { name: 'Wrong address?' }).click();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(EMAIL);
    await page.clock.install();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor();
    await page.clock.runFor(31_000);
    await page.clock.resume();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await page.getByRole('status').getByText('E-mail sent again').waitFor();
    const address = await mailedAddress();
    await page.goto(address);
    await page.getByRole('button', { name: 'Confirm and sign in' }).waitFor();
    expect(page.url()).not.toContain('code=');
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.waitForURL(`${here.url}/console/creator/campaigns/${here.demo.ids.offer}`);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('recovers, sets up a second factor, and ends the other session', async () => {
    const old = await here.visit();
    await signIn(old.page, PASSWORD);
    await old.page.waitForURL(/\/console\/(?!sign-)\w/);

    const { page, context } = await here.visit();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send e-mail' }).waitFor();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    await page.getByRole('status').waitFor();
    await page.goto(await mailedAddress());
    await password(page, 'New password').fill(NEXT);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await signIn(page, NEXT);
    await page.waitForURL(/\/console\/(?!sign-)\w/);
    // The sessions that the reset has ended.
    await old.page.reload();
    await old.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await old.context.close();

    await page.goto(`${here.url}/console/account`);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const secret = await page.getByRole('region', { name: 'Second factor' }).locator('code').innerText();
    const code = () => new TOTP({ secret: Secret.fromBase32(secret.trim()) }).generate();
    await page.getByLabel('Code from the app').fill(code());
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = (await page.getByRole('status').locator('pre').innerText()).trim().split('\n');
    expect(recovery).toHaveLength(10);
    expect(await accessibilityFaults(page)).toEqual([]);

    const other = await here.visit();
    await signIn(other.page, NEXT);
    await other.page.getByLabel('Code from your app').fill(recovery[0]!);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.waitForURL(/\/console\/(?!sign-)\w/);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('All other sessions signed out.').waitFor();
    await other.page.reload();
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.context.close();
    await context.close();
  });

  it('offers a mail that proves the address when an action is refused without one', async () => {
    const { page, context } = await here.enterAs('creator', { at: '/console/account' });
    const { pool } = here.application.database;
    const email = (await here.application.call({ url: '/v2/me', as: here.demo.tokens.creator })).body.email;
    await pool.query('UPDATE users SET email_unproven = true WHERE email = $1', [email]);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My blog');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify your e-mail address' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill('tributary-demo');
    await dialog.getByRole('button', { name: 'Send e-mail' }).click();
    await page.getByText(`An e-mail has been sent to ${email}.`).waitFor();
    const codes = await pool.query("SELECT FROM account_codes WHERE kind = 'email_change' AND email = $1", [email]);
    expect(codes.rowCount).toBe(1);
    await pool.query('UPDATE users SET email_unproven = false WHERE email = $1', [email]);
    await context.close();
  });

  it('requires authentication again before a sensitive action, and continues', async () => {
    const { page, context } = await here.enterAs('creator', { at: '/console/account' });
    await here.application.database.pool.query(
      `UPDATE tokens SET authenticated_at = now() - interval '1 hour' WHERE purpose = 'session'`,
    );
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My blog');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill('tributary-demo');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const token = (await page.getByRole('status').locator('code').innerText()).trim();
    expect((await here.application.call({ url: '/v2/me', as: token })).status).toBe(200);
    await context.close();
  });
});
