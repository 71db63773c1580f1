import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { takeMails } from '../../harness/mailbox.ts';
import { faultsAt, tabTo } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('An agency', () => {
  let here: DemoConsole;
  let agency: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    agency = here.demo.ids.client;
  });

  const get = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.agency })).body;
  const open = async (path: string) => {
    const visitor = await here.enterAs('agency', { at: `/console/agency/${agency}${path}` });
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  };

  it('begins with the month: earnings that lead to its creators, changes, payouts and open tasks', async () => {
    const { page, faults } = await open('');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const { month, earnings, changes, tasks } = await get(`/v2/clients/${agency}/overview`);
    const earned = page.getByRole('link', { name: 'Agency earned · This month' });
    await earned.waitFor();
    const tile = page.locator('.mantine-Card-root').filter({ has: earned }).first();
    await expect.poll(async () => digits(await tile.innerText())).toContain(`${earnings[0].agency.minor}`);
    const chart = page.getByRole('slider', { name: /^Agency earned by day/ });
    await chart.waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).waitFor();
    const rows = page.getByRole('table', { name: 'Largest increases' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(Math.max(changes.up.length, 1) + (changes.up.length > 0 ? 1 : 0));
    await page.getByRole('region', { name: 'Payouts of the agency' }).getByText('Not paid yet, by month').waitFor();
    const work = page.getByRole('region', { name: 'Waits for your creators' });
    await work.getByRole('heading', { name: `Drafts to submit (${tasks.counts.draft})` }).waitFor();
    await work.getByRole('link', { name: 'Film från första turen' }).first().click();
    await page.waitForURL(/\/campaigns\/\d+\?.*creator=/);
    await page.goBack();
    await earned.click();
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor();
    expect(page.url()).toContain(month.from);
    expect(faults).toEqual([]);
  });

  it('sees its statistics as a whole, by creator and by properties of clicks, with their totals', async () => {
    const { page, faults } = await open('/statistics');
    const { currencies } = await get(`/v2/clients/${agency}/stats`);
    const { currency } = currencies[0];
    const totals = () => page.getByRole('table').locator('tfoot').innerText();
    for (const [tab, group, name = group] of [
      ['Creators', 'creator'],
      ['Campaigns', 'offer', 'campaign'],
      ['Sources', 'source'],
      ['Countries', 'country'],
      ['Devices', 'device'],
      ['Codes', 'code'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const { meta } = await get(`/v2/clients/${agency}/breakdown?group_by=${group}&currency=${currency}&size=50`);
      const table = page.getByRole('table', { name: `Earnings by ${name}` });
      await expect.poll(() => table.locator('tbody tr').count()).toBe(meta.total);
      await expect.poll(async () => digits(await totals())).toContain(`${currencies[0].agency.minor}`);
    }
    await page.getByRole('tab', { name: 'Creators' }).click();
    await page.getByRole('combobox', { name: 'Figure in the chart' }).selectOption({ label: 'Conversion rate' });
    await page.getByRole('slider', { name: /^Conversion rate by day/ }).waitFor();
    await page.getByRole('table', { name: 'Earnings by creator' }).getByRole('link').first().click();
    await page.waitForURL(/\/creators\/\d+/);
    // The same parts of one creator.
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByRole('table', { name: 'Earnings by source' }).getByText('Links elsewhere').waitFor();
    expect(faults).toEqual([]);
  });

  it('sees which creators earned most last month', async () => {
    const { page, faults } = await open('/creators');
    await page.getByRole('button', { name: / – / }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL(/from=/);
    const days = new URL(page.url()).searchParams;
    const [from, to] = ['from', 'to'].map((name) => days.get(name)!.replaceAll('"', ''));
    const { data } = await get(`/v2/clients/${agency}/users?from=${from}&to=${to}`);
    const table = page.getByRole('table', { name: 'Creators' });
    await expect
      .poll(async () => digits((await table.getByRole('row').nth(1).innerText()).split('\t')[3] ?? ''))
      .toBe(digits(data[0].earnings.amount));
    await table.getByRole('row').nth(1).getByText(data[0].name).waitFor();
    const report = await get(`/clicks/${data[0].id}?from=${from}&to=${to}`);
    expect(report.user_revenue).toBe(Number(digits(data[0].earnings.amount)));
    expect(faults).toEqual([]);
  });

  it('sorts its creators and finds one with the keyboard only', async () => {
    const { page } = await open('/creators');
    const { data } = await get(`/v2/clients/${agency}/users?sort_by=clicks:desc`);
    const table = page.getByRole('table', { name: 'Creators' });
    await table.getByText(data[0].name).waitFor();
    await tabTo(page, `document.activeElement?.title === 'Sort by Clicks'`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=clicks/);
    await table.getByRole('row').nth(1).getByText(data[0].name).waitFor();
    await page.keyboard.press('Home');
    await tabTo(page, `document.activeElement?.type === 'search'`, 'Shift+Tab');
    await page.keyboard.type(data[1].email.slice(0, 8));
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table.getByText(data[1].name).waitFor();
  });

  it('opens a creator: channels, results, campaigns, deliverables, links and payouts', async () => {
    const { pool } = here.application.database;
    const { user } = here.demo.ids;
    await pool.query(
      `INSERT INTO social_accounts (user_id, type, identifier, followers) VALUES ($1, 'blog', 'linn.example', 1234)
       ON CONFLICT DO NOTHING`,
      [user],
    );
    const { rows } = await pool.query(
      `INSERT INTO deliverables (participant_id, title, instructions, due_on, created_by, created_at, updated_at)
       SELECT p.id, 'Story for the agency', '', '2099-01-31', $1, now(), now() FROM participants p JOIN campaigns o ON o.id = p.campaign_id
       WHERE p.user_id = $1 AND o.deleted_at IS NULL ORDER BY p.id LIMIT 1 RETURNING participant_id`,
      [user],
    );
    const { page, faults } = await open('/creators');
    const creator = await get(`/v2/clients/${agency}/users/${user}`);
    await page.getByRole('link', { name: creator.name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: creator.name }).waitFor();
    await page.getByText(/linn\.example \(1.?234 followers\)/).waitFor();
    const { from, to } = await get(`/v2/users/${user}/stats`);
    const { data: campaigns } = await get(`/v2/clients/${agency}/campaigns?user_id=${user}&from=${from}&to=${to}`);
    const table = page.getByRole('table', { name: 'Campaigns' });
    await expect.poll(() => table.getByRole('row').count()).toBe(campaigns.length + 1);
    const [participation] = campaigns.filter(
      ({ participant_id: id }: { participant_id: number }) => id === rows[0].participant_id,
    );
    await table.getByText(participation.offer.title).first().waitFor();
    const { data: links } = await get(`/v2/users/${user}/link-stats?size=10`);
    await expect
      .poll(() => page.getByRole('table', { name: 'Links with the most clicks' }).getByRole('row').count())
      .toBe(links.length + 1);
    await page.getByRole('heading', { name: 'Payout state' }).waitFor();
    await page
      .getByRole('region', { name: 'Deliverables due' })
      .getByRole('button', { name: /Story for the agency/ })
      .click();
    await page.getByRole('dialog', { name: 'Story for the agency' }).getByText('No drafts yet').waitFor();
    await page.keyboard.press('Escape');
    // The amount leads to the clicks and orders of the campaign.
    await table
      .getByRole('link', { name: new RegExp(`in ${participation.offer.title}`) })
      .first()
      .click();
    await page.waitForURL(new RegExp(`/console/users/${user}/days.*campaign=`));
    await page.goBack();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Creators' }).click();
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor();
    await page.goto(`${here.url}/console/agency/${agency}/creators/${here.demo.ids.store}999999`);
    await page.getByText('Not found').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('declines an invitation for its creator and ticks a task, but does not join', async () => {
    const { pool } = here.application.database;
    const { user, store } = here.demo.ids;
    const { market } = here.application;
    const campaignId = await market.campaign({ storeId: store, type: 'user_accept' });
    await pool.query(`UPDATE campaigns SET campaign_title = 'For the agency' WHERE id = $1`, [campaignId]);
    const participantId = await market.participant({ campaignId, userId: user, status: 'open' });
    await pool.query(`UPDATE participants SET todo = '[{"key": "Tag the store", "value": false}]' WHERE id = $1`, [
      participantId,
    ]);
    const { page, faults } = await open(`/campaigns/${campaignId}`);
    const task = page.getByRole('checkbox', { name: 'Tag the store' });
    await task.click();
    await page.getByText('All done.').waitFor();
    await page.getByText('Only the creator can accept or apply', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Decline for the creator' }).click();
    await page
      .getByRole('dialog', { name: 'Decline this campaign for the creator?' })
      .getByRole('button', { name: 'Decline' })
      .click();
    await page.getByText('Saved for the creator.').waitFor();
    const { rows } = await pool.query('SELECT status, todo FROM participants WHERE id = $1', [participantId]);
    expect(rows).toEqual([{ status: 'denied', todo: [{ key: 'Tag the store', value: true }] }]);
    expect(faults).toEqual([]);
  });

  it('finds the campaigns of its creators', async () => {
    const { page, faults } = await open('/campaigns');
    const { data, meta } = await get(`/v2/clients/${agency}/campaigns`);
    const table = page.getByRole('table', { name: 'Campaigns' });
    await expect.poll(() => table.getByRole('row').count()).toBe(Math.min(meta.total, 20) + 1);
    const status = data[0].status;
    await page.getByLabel('Creator’s status').selectOption(status);
    await page.waitForURL(new RegExp(`status=${status}`));
    const { meta: found } = await get(`/v2/clients/${agency}/campaigns?statuses[]=${status}`);
    await expect.poll(() => table.getByRole('row').count()).toBe(Math.min(found.total, 20) + 1);
    await table.getByRole('link', { name: data[0].user.name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: data[0].user.name }).waitFor();
    expect(faults).toEqual([]);
  });

  it('opens a campaign: its creators, and the brief, the rates and what is due as one of them sees it', async () => {
    const { page, faults } = await open('/campaigns');
    const { data } = await get(`/v2/clients/${agency}/campaigns`);
    const { offer } = data[0];
    await page
      .getByRole('table', { name: 'Campaigns' })
      .getByRole('link', { name: offer.title, exact: true })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: offer.title }).waitFor();
    const { data: inIt } = await get(`/v2/clients/${agency}/campaigns?offer_id=${offer.id}`);
    const creators = page.getByRole('table', { name: 'Creators in this campaign' });
    await expect.poll(() => creators.getByRole('row').count()).toBe(inIt.length + 1);
    const shown = inIt.at(-1).user;
    if (inIt.length > 1) await page.getByLabel('As seen by').selectOption(String(shown.id));
    const seen = await get(`/v2/users/${shown.id}/campaign-board/${offer.id}`);
    const brief = page.getByRole('region', { name: 'About' });
    await brief.waitFor();
    expect(await brief.innerText()).toContain(seen.text.split('\n')[0]);
    await page.getByRole('region', { name: 'Dates and audience' }).waitFor();
    await page.getByRole('region', { name: 'Deliverables' }).waitFor();
    // The creator alone accepts terms.
    expect(await page.getByRole('checkbox', { name: /accept them/ }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    await page.goto(`${here.url}/console/agency/${agency}/campaigns/999999999`);
    await page.getByText('Campaign not found').waitFor();
    expect(faults).toEqual([]);
  });

  it('makes a link for a creator', async () => {
    const { page, faults } = await open('/creators');
    await page.getByRole('button', { name: /^Create link for Linn/ }).click();
    await page.getByLabel('Product or page URL').fill(here.demo.unknown_url);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await page.getByLabel('Product or page URL').fill(`${here.demo.product_url}&new=1`);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    const { data } = await get(`/v2/affiliate-links?user_id=${here.demo.ids.user}`);
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(data[0].service_url);
    expect(faults).toEqual([]);
  });

  it('reads its earnings by month', async () => {
    const { page } = await open('/earnings');
    const { months } = await get(`/v2/clients/${agency}/earnings`);
    const rows = page.getByRole('table', { name: 'By month' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(months.length + 1);
    expect(digits((await rows.nth(1).innerText()).split('\t')[3]!)).toBe(digits(months[0].creators.amount));
    await page.getByTitle('Sort by Clicks').click();
    const clicks = months.map((one: { clicks: number }) => one.clicks);
    await expect
      .poll(async () => digits((await rows.nth(1).innerText()).split('\t')[1]!))
      .toBe(String(Math.max(...clicks)));
    // A figure leads to the creators who earned it.
    const [month] = months;
    await page.getByRole('link', { name: 'Creators, this month' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === `${month.month}-01`);
    await page.getByRole('table', { name: 'Creators' }).waitFor();
  });

  it('reads its balance, and downloads its invoice', async () => {
    const { page, faults } = await open('/invoices');
    const [invoice] = (await get(`/v2/clients/${agency}/invoices`)).data;
    const row = page.getByRole('row', { name: new RegExp(invoice.number) });
    // The platform owes this amount, so the agency is not shown as late.
    await row
      .getByText(/Payout overdue|Unpaid/)
      .filter({ visible: true })
      .waitFor();
    expect(await page.getByText(/^Overdue/).count()).toBe(0);
    for (const [format, ending, begins] of [
      ['PDF', 'pdf', '%PDF-'],
      ['Excel', 'xlsx', 'PK'],
    ] as const) {
      const waiting = page.waitForEvent('download');
      await row.getByRole('link', { name: new RegExp(format) }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(`${invoice.number}.${ending}`);
      expect((await readFile(await download.path())).subarray(0, begins.length).toString()).toBe(begins);
    }
    expect(faults).toEqual([]);
  });

  it('invites a representative, and revokes the invitation', async () => {
    await takeMails(here.application.database);
    const { page, faults } = await open('/team');
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nils@nordljus.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const takeBack = page.getByRole('button', { name: 'Revoke the invitation for nils@nordljus.example' });
    await takeBack.waitFor();
    const mails = await takeMails(here.application.database);
    expect(mails.map(({ to }) => to)).toEqual(['nils@nordljus.example']);
    await takeBack.click();
    await takeBack.waitFor({ state: 'detached' });
    const { data } = await get(`/v2/clients/${agency}/invites?status=pending`);
    expect(data.map(({ email }: { email: string }) => email)).not.toContain('nils@nordljus.example');
    expect(faults).toEqual([]);
  });

  it('has no fault in its pages', async () => {
    const { page, faults } = await open('');
    const { data } = await get(`/v2/clients/${agency}/campaigns`);
    const campaign = `/campaigns/${data[0].offer.id}`;
    const paths = [
      '',
      '/creators',
      '/statistics',
      `/creators/${here.demo.ids.user}`,
      '/campaigns',
      campaign,
      '/earnings',
      '/invoices',
      '/team',
      '/domains',
      '/webhooks',
    ];
    const urls = paths.map((path) => `${here.url}/console/agency/${agency}${path}`);
    expect(await faultsAt(page, urls)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

const digits = (text: string) => text.replace(/\D/g, '');
