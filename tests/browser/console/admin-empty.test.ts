import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { createUser, hashPassword } from '../../../src/modules/accounts/index.ts';
import { createTestApplication } from '../../harness/application.ts';
import { chromiumPath, launchBrowser, openWindow } from '../../harness/browser.ts';
import { accessibilityFaults, choose } from '../../harness/console.ts';
import { freePort } from '../../harness/free-port.ts';

const EMAIL = 'first@market.example';
const PASSWORD = 'only-for-this-test';

it.skipIf(chromiumPath === null)('An empty marketplace explains its setup step by step', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { app, database } = await createTestApplication({ publicUrl: url });
  // Requires a second factor like a new marketplace; the databases of tests do not.
  await database.pool.query('UPDATE account_settings SET second_factor_for_administrators = true');
  await createUser(
    { db: database.db },
    { email: EMAIL, username: 'first', isAdmin: true, passwordHash: await hashPassword(PASSWORD) },
  );
  await app.listen({ host: '127.0.0.1', port });
  const { page, faults } = await openWindow(await launchBrowser({ '127.0.0.1': port }));
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The administrator of a new marketplace has no second factor yet, and can administrate after adding one.
  await page.getByText('The marketplace requires a second factor for your role.').waitFor();
  expect(await page.getByRole('link', { name: 'Stores' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open your account' }).click();
  const factor = page.getByRole('region', { name: 'Second factor' });
  await factor.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = await factor.locator('code').first().innerText();
  await factor.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret.trim()) }).generate());
  await factor.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('link', { name: 'Stores' }).waitFor();
  await page.goto(`${url}/console`);
  const steps = page.getByRole('region', { name: 'Open your market' });
  await steps.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await steps.getByText('(done)').count()).toBe(0);

  await steps.getByRole('link', { name: 'Create market' }).click();
  await page.getByText('Nothing here yet').waitFor();
  await page.getByRole('button', { name: 'New entry' }).click();
  const dialog = page.getByRole('dialog');
  // The focus of the dialog is on its first field.
  await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toMatch(/^Name/);
  const market = { Name: 'Sverige', Key: 'se', Locale: 'sv_SE' };
  for (const [label, value] of Object.entries(market)) await dialog.getByLabel(label).first().fill(value);
  await choose(page, 'Country', 'SE', 'Sweden (SE)');
  await choose(page, 'Currency', 'krona', 'Swedish Krona (SEK)');
  await choose(page, 'Language', 'swed', 'Swedish (sv)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'SEK', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(() => steps.getByText('(done)').count()).toBe(1);
  for (const [path, words] of [
    ['stores', 'No stores yet'],
    ['clients', 'No agencies yet'],
    ['periods', 'No months yet'],
    ['invoices', 'No invoices yet'],
  ]) {
    await page.goto(`${url}/console/admin/${path}`);
    await page.getByRole('heading', { name: words! }).waitFor();
  }
  expect(faults).toEqual([]);
});
