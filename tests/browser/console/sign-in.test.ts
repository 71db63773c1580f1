import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Signing in to the console', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  /** Signs in as a person of the demo, with one click. */
  const clickIn = async (words: string) => {
    const visitor = await here.visit();
    await visitor.page.getByRole('button', { name: new RegExp(`${words} ·`) }).click();
    await visitor.page.waitForURL(/\/console\/(?!sign-)\w/);
    return visitor;
  };

  it('signs in with one click as each person of the demo, and signs out again', async () => {
    for (const person of ['Creator', 'Store', 'Agency', 'Administrator']) {
      const { page, faults } = await clickIn(person);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  it('stores the token where no script can read it, and extends the session when it is used', async () => {
    const { page, context } = await clickIn('Creator');
    const readable = await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(readable).not.toContain('trb_');
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
    const { pool } = here.application.database;
    const latest = "id = (SELECT max(id) FROM tokens WHERE purpose = 'session')";
    await pool.query(
      `UPDATE tokens SET expires_at = now() + interval '1 minute', last_used_at = now() - interval '5 minutes' WHERE ${latest}`,
    );
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/console/creator/links"]').click();
    const isExtended = async () =>
      (await pool.query(`SELECT expires_at > now() + interval '11 hours' AS is FROM tokens WHERE ${latest}`)).rows[0]
        .is;
    await expect.poll(isExtended).toBe(true);
  });

  it('reports a wrong password without revealing whether the account exists', async () => {
    const { page } = await here.visit();
    await page.getByLabel('E-mail').fill('nobody@example.test');
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Wrong e-mail or password').waitFor();
  });

  it('opens the requested page after the sign-in', async () => {
    const { page } = await here.visit('/console/creator/links?page=2');
    await page.getByRole('button', { name: /Creator ·/ }).click();
    await page.waitForURL(`${here.url}/console/creator/links?page=2`);
  });

  it('has no accessibility faults, nor have the pages to which mails link', async () => {
    const { page } = await here.visit();
    await page.getByText('Explore the demo as').waitFor();
    const paths = ['sign-in', 'sign-up', 'forgotten', 'verify?code=1', 'reset?code=1', 'change?code=1', 'invitation'];
    const urls = paths.map((path) => `${here.url}/console/${path}`);
    expect(await faultsAt(page, urls)).toEqual([]);
  });

  it('uses the language of the browser until another is selected, for the console and for mails', async () => {
    const { page, faults } = await here.visit();
    const lang = () => page.evaluate('document.documentElement.lang');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await lang()).toBe('en');
    await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'Svenska' }).click();
    await page.getByRole('heading', { name: 'Logga in' }).waitFor();
    expect(await lang()).toBe('sv');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /Kreatör ·/ }).click();
    await page.getByRole('navigation', { name: 'Huvudmeny' }).waitFor();
    await page.goto(`${here.url}/console/account`);
    const choice = page.getByRole('region', { name: 'Språk' });
    await choice.getByRole('combobox').selectOption('Deutsch');
    await choice.getByRole('button', { name: 'Spara språket' }).click();
    await page.getByRole('region', { name: 'Sprache' }).waitFor();
    expect(await lang()).toBe('de');
    const { language } = await page.evaluate<{ language: string }>(
      "fetch('/v2/me/notification-settings').then((reply) => reply.json())",
    );
    expect(language).toBe('de');
    expect(faults).toEqual([]);
  });

  it('has texts, amounts and dates in the language of the account, on the first page after signing in and until signing out', async () => {
    const { pool } = here.application.database;
    await pool.query("UPDATE users SET preferred_locale = 'de_DE' WHERE id = $1", [here.demo.ids.user]);
    const { page, faults } = await here.visit('/console/sign-in?to=/console/creator/payouts');
    await page.getByRole('button', { name: /Creator ·/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Auszahlungen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page
      .getByText(/\d,\d\d\sSEK/)
      .first()
      .waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/SEK\s\d|\d\.\d\d\s/);
    await page.goto(`${here.url}/console/creator/claims`);
    const day = page.getByLabel('Tag der Bestellung');
    await day.fill('31.12.25');
    await day.press('Tab');
    expect(await day.inputValue()).toBe('31.12.2025');
    await page.getByRole('button', { name: 'Kalender öffnen' }).click();
    await page.getByRole('dialog').getByText('Dezember 2025').waitFor();
    await page.getByRole('button', { name: '30. Dez. 2025' }).click();
    await expect.poll(() => day.inputValue()).toBe('30.12.2025');
    await page.getByRole('button', { name: 'Linnéa Bergström' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    // The form asks before input is lost.
    await page.getByRole('dialog').getByRole('button', { name: 'Verlassen' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await pool.query('UPDATE users SET preferred_locale = NULL WHERE id = $1', [here.demo.ids.user]);
    // A public page names the language that was selected there.
    await page.goto(`${here.url}/console/sign-in?lang=sv`);
    await page.getByRole('heading', { name: 'Logga in' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('loads less than 250 kB, compressed, until it can be used', async () => {
    const { page, context } = await here.visit('/openapi.json');
    let bytes = 0;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${here.url}/console/sign-in`);
    await page.getByText('Explore the demo as').waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeLessThan(250_000);
    expect(bytes).toBeGreaterThan(50_000);
  });
});
