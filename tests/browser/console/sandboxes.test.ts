import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('Sandboxes, in the console', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole({ hasSandboxes: true, sandboxesElsewhere: true });
  });

  it('are created, filled with traffic, advanced and deleted', async () => {
    const { page, faults } = await here.enterAs('advertiser', { size: { width: 1280, height: 900 } });
    await page.goto(`${here.url}/console/sandboxes`);
    await page.getByText('No sandboxes').waitFor();
    await page.getByRole('banner').getByText('Test mode').waitFor();
    await page.getByLabel('Name').fill('Rehearsal');
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    await shown
      .getByText(/^trb_test_/)
      .first()
      .waitFor();
    const token = await shown
      .getByText(/^trb_test_/)
      .first()
      .textContent();
    const entry = page.getByRole('region', { name: /Rehearsal/ });
    await entry.getByText('Ready', { exact: true }).waitFor();
    await entry.getByLabel('Clicks').fill('20');
    await entry.getByLabel('Orders').fill('21');
    await entry.getByRole('button', { name: 'Plan traffic for Rehearsal' }).click();
    await expect.poll(() => entry.getByLabel('Orders').getAttribute('aria-invalid')).toBe('true');
    await entry.getByLabel('Orders').fill('10');
    await entry.getByLabel('Over days').fill('1');
    await entry.getByRole('button', { name: 'Plan traffic for Rehearsal' }).click();
    await page.getByText('Planned. Clicks: 20. Orders: 10.').waitFor();
    await entry.getByLabel('Days', { exact: true }).fill('2');
    await entry.getByRole('button', { name: 'Advance clock of Rehearsal' }).click();
    await entry.getByText('Clock is advancing').waitFor();
    await entry.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });
    await entry.getByRole('button', { name: 'Inbox of Rehearsal' }).click();
    await entry.getByRole('table', { name: 'Inbox of Rehearsal' }).waitFor();
    await entry.getByRole('button', { name: 'Events of Rehearsal' }).click();
    await entry.getByRole('table', { name: 'Events of Rehearsal' }).getByText('order.created').first().waitFor();
    expect(await pageFaults(page)).toEqual([]);
    const inside = await fetch(`${here.url}/v2/me`, { headers: { authorization: token! } });
    expect(inside.status).toBe(200);
    await entry.getByRole('button', { name: 'Delete Rehearsal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sandboxes').waitFor();
    expect(faults).toEqual([]);
  });

  it('on a host of their own are entered from the console, and nowhere else', async () => {
    const { page, context, faults } = await here.enterAs('advertiser', { at: '/console/sandboxes' });
    const host = here.url.replace('127.0.0.1', 'localhost');
    await page.getByLabel('Name').fill('Rehearsal');
    await page.getByLabel('Contents').selectOption('empty');
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    const entry = page.getByRole('region', { name: /Rehearsal/ });
    const address = await entry.getByText(`${host}/sandboxes/`).textContent();
    const stranger = await context.request.get(`${here.url}${new URL(address!).pathname}/`, { maxRedirects: 0 });
    expect([stranger.status(), stranger.headers().location]).toEqual([302, `${address}/`]);
    expect((await context.request.get(`${address}/`)).status()).toBe(404);
    await entry.getByRole('button', { name: 'Open Rehearsal' }).click();
    await page.waitForURL(`${address}/`);
    await page.getByRole('note').getByText('This is a test environment').waitFor();
    const names = (await context.cookies(host)).map(({ name }) => name);
    expect(names).toEqual([`tributary_sandbox_${address!.split('/').at(-1)}`]);
    expect(faults).toEqual([]);
  });
});
