import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { takeMails } from '../../harness/mailbox.ts';
import { pageFaults, settled, tabTo } from '../../harness/page-faults.ts';

const PASSWORD = 'tributary-demo';
const IBAN = 'SE28 8000 0000 0000 1234 5678';

describe.skipIf(chromiumPath === null)('Payees in the console', () => {
  let here: DemoConsole;
  let agency: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    agency = here.demo.ids.client;
  });

  const query = (text: string, values: unknown[] = []) => here.application.database.pool.query(text, values);
  const payee = async (path: string) =>
    (await here.application.call({ url: `/v2/${path}/payee`, as: here.demo.tokens.admin })).body;
  const age = () => query("UPDATE tokens SET authenticated_at = now() - interval '1 hour' WHERE purpose = 'session'");
  const beFresh = async (page: Page) => {
    const fresh = page.getByRole('dialog', { name: 'Confirm your identity' });
    await fresh.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await fresh.getByRole('button', { name: 'Confirm', exact: true }).click();
  };

  it('shows a creator the next payout, what delays it, and the documents', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/payouts' });
    const next = page.getByRole('region', { name: /^Next payout/ }).first();
    await next.getByText(/The payout account is new\. It is used from/).waitFor();
    await next
      .getByText(/is payable now\. The minimum payout is .*, so it is carried over until .* more is payable\./)
      .waitFor();
    // Each open month is a list of steps, of which each says what it waits for. The sums are those of the next payout.
    const { body } = await here.application.call({
      url: `/v2/users/${here.demo.ids.user}/open-months`,
      as: here.demo.tokens.creator,
    });
    const months = page.getByRole('list', { name: /^Steps until/ });
    await expect.poll(() => months.count()).toBe(body.data.length);
    const steps = months.first().getByRole('listitem');
    expect(await steps.count()).toBe(4);
    await months
      .getByText(/^Paid by \d+ of \d+ stores?/)
      .first()
      .waitFor();
    await months
      .getByText(/Waiting for .*\(overdue since/)
      .first()
      .waitFor();
    await months
      .getByText(/^After [A-Z]/)
      .last()
      .waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await next.getByText('To SE ••••7466').waitFor();
    await page.getByRole('link', { name: /PDF/ }).first().waitFor();
    expect(await page.getByText('Consent given on').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('lets a creator replace the account after confirming the identity, and never shows it in full', async () => {
    await takeMails(here.application.database);
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/payouts' });
    const accounts = page.getByRole('region', { name: 'Payout account' });
    await accounts.getByText('SE ••••7466').waitFor();
    await age();
    await accounts.getByRole('button', { name: 'Add or replace account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payout account' });
    await dialog.getByLabel('Account holder').fill('Linnéa Bergström');
    await dialog.getByLabel('IBAN').fill('SE28 8000 0000 0000 1234 5679');
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await beFresh(page);
    await dialog.getByText(/must be an IBAN/i).waitFor();
    expect(await dialog.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('IBAN').fill(IBAN);
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await dialog.waitFor({ state: 'detached' });
    await accounts.getByText('SE ••••5678').waitFor();
    await accounts.getByText('In use').waitFor();
    expect(await page.content()).not.toContain('12345678');
    expect((await takeMails(here.application.database)).map(({ subject }) => subject)).toEqual([
      // The language of the creator's market.
      'Ditt utbetalningskonto har ändrats',
    ]);
    await accounts.getByRole('button', { name: 'Remove SE ••••5678' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await accounts.getByText('No payout account yet.').waitFor();
    await page.getByText('Add a payout account below.').first().waitFor();
    expect((await payee(`users/${here.demo.ids.user}`)).payout_accounts).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('lets an agency save details and consent by keyboard, with errors at the fields', async () => {
    const { page, faults } = await here.enterAs('agency', { at: `/console/agency/${agency}/payouts` });
    const details = page.getByRole('region', { name: 'Payee details' });
    await details.getByLabel('VAT number').fill('DE123456789');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect.poll(() => details.getByLabel('VAT number').getAttribute('aria-invalid')).toBe('true');
    await details.getByLabel('VAT number').fill('SE559000000101');
    await details.getByLabel('Street').fill('Götgatan 1');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect.poll(async () => (await payee(`clients/${agency}`)).details.street).toBe('Götgatan 1');
    await details.getByLabel('Street').focus();
    await tabTo(page, `document.activeElement?.textContent === 'I consent'`);
    await page.keyboard.press('Enter');
    await page.getByText(/^Consent given on/).waitFor();
    expect((await payee(`clients/${agency}`)).consent.given_at).not.toBeNull();
    expect(faults).toEqual([]);
  });

  it('shows the data without buttons to administrators and to members without permission', async () => {
    await query('UPDATE agency_members SET role = $2 WHERE agency_id = $1', [agency, 'read_only']);
    const member = await here.enterAs('agency', { at: `/console/agency/${agency}/payouts` });
    await member.page.getByText('Your role in this agency cannot change these').first().waitFor();
    expect(
      await member.page.getByRole('button', { name: /Save details|Add or replace account|I consent/ }).count(),
    ).toBe(0);
    expect(await pageFaults(member.page)).toEqual([]);
    await query('UPDATE agency_members SET role = $2 WHERE agency_id = $1', [agency, 'owner']);
    const admin = await here.enterAs('admin', { at: `/console/agency/${agency}/payouts` });
    await admin.page.getByText('Only the payee changes these, in person.').first().waitFor();
    await admin.page.goto(`${here.url}/console/admin/people/${here.demo.ids.user}`);
    await admin.page.getByRole('region', { name: 'Payee details' }).getByText('Linnéa Bergström').waitFor();
    expect([...member.faults, ...admin.faults]).toEqual([]);
  });

  it.each(['creator', 'agency'] as const)(
    'has no fault for a %s, in both colour schemes and at 320 px',
    async (role) => {
      const at = role === 'creator' ? '/console/creator/payouts' : `/console/agency/${agency}/payouts`;
      const { page, faults } = await here.enterAs(role, { at });
      await page.getByRole('region', { name: 'Payee details' }).waitFor();
      await settled(page);
      expect(await pageFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add or replace account' }).click();
      await page.getByRole('dialog').getByLabel('Method').selectOption('us');
      await page.getByRole('dialog').getByLabel('Routing number').waitFor();
      expect(await pageFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
