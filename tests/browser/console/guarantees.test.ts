import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Guaranteed pay', () => {
  let here: DemoConsole;
  let terms: string;
  let own: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    const { store, offer } = here.demo.ids;
    terms = `${here.url}/console/shop/${store}/campaigns/${offer}?tab=terms`;
    own = `${here.url}/console/creator/campaigns/${offer}`;
    const { pool } = here.application.database;
    await pool.query('UPDATE campaigns SET approval_days = 14 WHERE id = $1', [offer]);
    // Everything that the store of the demo owes is paid in advance, and 1,000.00 more.
    const { rows } = await pool.query<{ minor: number }>(
      'SELECT ceil((incurred_minor + promised_minor + 100000 + 100) * 1.25)::int AS minor FROM store_credit WHERE store_id = $1',
      [store],
    );
    const open =
      'SELECT coalesce(sum(open_minor), 0)::int AS minor FROM invoices WHERE store_id = $1 AND paid_at IS NULL';
    const unpaid = await pool.query<{ minor: number }>(open, [store]);
    const paid = await here.application.call({
      method: 'POST',
      url: `/v2/admin/stores/${store}/prepayments`,
      as: here.demo.tokens.admin,
      body: {
        amount: { minor: rows[0]!.minor + unpaid.rows[0]!.minor, currency: 'SEK' },
        day: new Date().toISOString().slice(0, 10),
        reason: 'Bank statement',
      },
    });
    expect(paid.status).toBe(200);
  });

  it('is reserved by a store, and shown to creators', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: terms });
    const card = page.getByRole('region', { name: 'Guaranteed pay' });
    await card.getByText('Nothing is reserved.').waitFor();
    await card.getByRole('button', { name: 'Guarantee pay' }).click();
    await card.getByLabel('Amount without VAT').fill('987.60');
    await card.getByLabel('Until').fill('2028-03-31');
    expect(await accessibilityFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Reserve' }).click();
    await page.getByText('The money is reserved.').waitFor();
    await card.getByText(/987\.60 of .*987\.60 is left/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
    const creator = await here.enterAs('creator', { at: own });
    await creator.page
      .getByText(/Paid in advance until .*: at least .*980/)
      .first()
      .waitFor();
    expect(await accessibilityFaults(creator.page)).toEqual([]);
    expect([...faults, ...creator.faults]).toEqual([]);
    await creator.page.context().close();
  });

  it('has no faults on a phone', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: terms });
    expect(await faultsAt(page, [terms])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
