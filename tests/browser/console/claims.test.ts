import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { loaded, pageFaults } from '../../harness/page-faults.ts';
import { blackPng } from '../../harness/pictures.ts';

const WIDE = { width: 1280, height: 900 };

describe.skipIf(chromiumPath === null)('A claim of an order', () => {
  let here: DemoConsole;
  let store: { id: number; name: string };
  let day: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    // A store on whose link the creator has a recent click, and a day after that click.
    const { rows } = await here.application.database.pool.query(
      `SELECT s.id, s.name, to_char(least(click_time(c.id) + interval '1 hour', now()), 'YYYY-MM-DD') AS day
       FROM clicks c JOIN stores s ON s.id = c.store_id WHERE c.user_id = $1 AND c.store_id = $2 AND c.class = 0 ORDER BY c.id DESC LIMIT 1`,
      [here.demo.ids.user, here.demo.ids.store],
    );
    ({ day } = rows[0]);
    store = { id: rows[0].id, name: rows[0].name };
  });

  const report = async (page: Page, order: string) => {
    await page.getByRole('combobox', { name: 'Store', exact: true }).selectOption({ label: store.name });
    await page.getByLabel('Order number').fill(order);
    await page.getByLabel('Day of the order').fill(day);
    await page.getByLabel('Order value').fill('249.90');
    await page.getByLabel('What is missing or wrong?').fill('The store confirmed it, and it is not here.');
  };
  const send = async (page: Page, order: string) => {
    await page.getByRole('button', { name: 'Report order' }).click();
    await page.getByRole('heading', { level: 1, name: `Claim of order ${order}` }).waitFor();
    await loaded(page);
  };

  it('is created with evidence, shows the known facts immediately, and is accepted by the store', async () => {
    const creator = await here.enterAs('creator', { at: '/console/creator/claims', size: WIDE });
    await loaded(creator.page);
    expect(await pageFaults(creator.page)).toEqual([]);
    await report(creator.page, 'CLAIM-1');
    await creator.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: blackPng({ width: 80, height: 60 }) });
    await creator.page.getByText('receipt.png', { exact: true }).waitFor();
    await creator.page.getByText('1 kB', { exact: true }).waitFor();
    await send(creator.page, 'CLAIM-1');
    const known = creator.page.getByRole('region', { name: 'Known facts' });
    await known.getByText('The store has not reported this order.').waitFor();
    await known.getByText('You have a click within the attribution window before it.').waitFor();
    await creator.page.getByRole('img', { name: 'Evidence: receipt.png' }).waitFor();
    expect(await creator.page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    expect(await pageFaults(creator.page)).toEqual([]);

    const shop = await here.enterAs('advertiser', { at: `/console/shop/${store.id}/claims`, size: WIDE });
    await shop.page.getByRole('link', { name: 'CLAIM-1' }).click();
    await shop.page.getByRole('img', { name: 'Evidence: receipt.png' }).waitFor();
    expect(await pageFaults(shop.page)).toEqual([]);
    await shop.page.getByRole('button', { name: 'Accept' }).click();
    const question = shop.page.getByRole('dialog');
    await question.getByText(/^You will pay .* commission on this month’s invoice\.$/).waitFor();
    await question.getByRole('button', { name: 'Accept' }).click();
    await shop.page.getByRole('dialog').waitFor({ state: 'detached' });
    await shop.page.getByText('Accepted', { exact: true }).waitFor();

    await creator.page.reload();
    const decision = creator.page.getByRole('region', { name: 'Decision' });
    await decision.getByRole('link', { name: /, details of / }).click();
    await creator.page.getByRole('button', { name: 'Show all rules' }).click();
    await creator.page.getByText('You claimed the order, and the claim was accepted.').waitFor();
    expect([...creator.faults, ...shop.faults]).toEqual([]);
  });

  it('is declined with a reason that the creator reads', async () => {
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/claims', size: WIDE });
    await loaded(page);
    await report(page, 'CLAIM-2');
    await send(page, 'CLAIM-2');
    const shop = await here.enterAs('advertiser', { at: `/console/shop/${store.id}/claims?status=open`, size: WIDE });
    await shop.page.getByRole('link', { name: 'CLAIM-2' }).click();
    await shop.page.getByRole('button', { name: 'Decline' }).click();
    const dialog = shop.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The order was sent back.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Decision' }).getByText('Reason: The order was sent back.').waitFor();
    const appeal = page.getByRole('region', { name: 'Appeal' });
    await appeal.getByLabel('Why do you disagree?').fill('I have the confirmation.');
    await appeal.getByRole('button', { name: 'Appeal' }).click();
    await appeal.getByRole('paragraph').filter({ hasText: 'I have the confirmation.' }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    const admin = await here.enterAs('admin', { at: new URL(page.url()).pathname, size: WIDE });
    const seen = admin.page.getByRole('region', { name: 'Appeal' });
    await seen.getByRole('button', { name: 'Dismiss' }).click();
    await admin.page.getByRole('dialog').getByLabel('Reason').fill('It was sent back.');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await seen.getByText('Dismissed', { exact: true }).waitFor();
    expect([...faults, ...shop.faults, ...admin.faults]).toEqual([]);
  });

  it('that no store decided before its deadline is found by an administrator', async () => {
    const { page } = await here.enterAs('creator', { at: '/console/creator/claims', size: WIDE });
    await loaded(page);
    await report(page, 'CLAIM-3');
    await send(page, 'CLAIM-3');
    await here.application.database.pool.query(
      `UPDATE order_claims SET due_at = now() - interval '1 hour' WHERE order_number = 'CLAIM-3'`,
    );
    const admin = await here.enterAs('admin', { at: '/console/admin/claims', size: WIDE });
    await admin.page.getByLabel('Status').selectOption('escalated');
    await admin.page.getByRole('table', { name: 'Claims' }).getByText('Escalated').waitFor();
    expect(await pageFaults(admin.page)).toEqual([]);
    await admin.page.getByRole('link', { name: 'CLAIM-3' }).click();
    await admin.page.getByRole('button', { name: 'Decline' }).waitFor();
    expect(admin.faults).toEqual([]);
  });

  it('with an invalid field shows the error at the field', async () => {
    const { page } = await here.enterAs('creator', { at: '/console/creator/claims', size: WIDE });
    await loaded(page);
    await report(page, 'CLAIM-4');
    await page.getByLabel('Day of the order').fill('2001-01-01');
    await page.getByRole('button', { name: 'Report order' }).click();
    await expect.poll(() => page.getByLabel('Day of the order').getAttribute('aria-invalid')).toBe('true');
  });
});
