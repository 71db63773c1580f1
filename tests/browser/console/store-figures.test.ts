import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt, loaded } from '../../harness/page-faults.ts';

const PHONE = { width: 390, height: 844 };

describe.skipIf(chromiumPath === null)('A store’s figures in the console', () => {
  let here: DemoConsole;
  let shop: string;
  let store: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    store = here.demo.ids.store!;
    shop = `${here.url}/console/shop/${store}`;
  });

  const read = async (url: string) => {
    const { status, body } = await here.application.call({ url, as: here.demo.tokens.advertiser! });
    expect([url, status]).toEqual([url, 200]);
    return body;
  };
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const digits = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''));
  /** The figure on the tile with that name. */
  const tile = (page: Page, name: string) =>
    page
      .getByRole('region', { name: 'Key figures' })
      .locator('div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .last()
      .locator('p')
      .nth(1);
  const figure = async (page: Page, name: string) => digits(await tile(page, name).textContent());

  it('shows 30 days and the change from the previous period, as the API returns them', async () => {
    const days = { from: day(29), to: day(0) };
    const at = `${shop}?from=${days.from}&to=${days.to}`;
    const { page, faults } = await here.enterAs('advertiser', { at });
    await tile(page, 'Clicks').waitFor();
    const now = await read(`/stores/${store}/clicksPerDay?from=${days.from}&to=${days.to}`);
    const before = await read(`/stores/${store}/clicksPerDay?from=${day(59)}&to=${day(30)}`);
    expect(now.clicks).toBeGreaterThan(0);
    expect(await figure(page, 'Clicks')).toBe(now.clicks);
    expect(await figure(page, 'Orders')).toBe(now.nr_orders);
    expect(await figure(page, 'Cost')).toBeCloseTo(now.cost / 100, 2);
    expect(await figure(page, 'Order value')).toBeCloseTo(now.order_value / 100, 2);
    expect(await figure(page, 'ROAS')).toBeCloseTo(now.order_value / now.cost, 1);
    // Creators have their public name.
    const { data: creators } = await read(`/v2/stores/${store}/creator-stats?from=${days.from}&to=${days.to}&size=100`);
    const names: string[] = creators.map(({ user }: { user: { public_name: string } }) => user.public_name);
    const best = page.getByRole('table', { name: 'Top creators' }).locator('tbody tr');
    await best.first().waitFor();
    for (const row of await best.all()) expect(names).toContain(await row.getByRole('cell').first().innerText());
    const share = Math.abs(now.clicks - before.clicks) / before.clicks;
    // The demo can have as many clicks in both periods.
    const change = await page
      .getByText(/(more|less) than [A-Z]|Same as [A-Z]/)
      .first()
      .textContent();
    expect(change!.startsWith('Same') ? 0 : digits(change!.split('%')[0]!)).toBeCloseTo(share * 100, 0);
    const figures = page.getByRole('radiogroup', { name: 'Figure in the chart' });
    await figures.getByRole('radio', { name: 'Clicks', exact: true }).focus();
    for (const name of ['Cost', 'Orders', 'Order value']) {
      await page.keyboard.press('ArrowRight');
      await figures.getByRole('radio', { name, exact: true, checked: true }).and(page.locator(':focus')).waitFor();
    }
    await page.waitForURL(/figure=value/);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const last = page
      .getByRole('table', { name: /Order value by day/ })
      .getByRole('row')
      .last();
    expect(digits(await last.getByRole('cell').nth(1).textContent())).toBeCloseTo(
      now.per_day[days.to].order_value / 100,
      2,
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('compares a day by keyboard, saves the figures as a file, and opens the list behind the day', async () => {
    const days = { from: day(29), to: day(0) };
    const { pool } = here.application.database;
    const { rows } = await pool.query(
      'UPDATE campaigns SET valid_from = NULL, created_at = $1 WHERE id = $2 RETURNING shown_title AS title',
      [`${day(2)}T12:00Z`, here.demo.ids.offer],
    );
    await pool.query(
      `INSERT INTO audit_log (at, action, subject_kind, subject_id, details) VALUES ($1, 'offer.updated', 'offer', $2, '{"fields": ["prices"]}')`,
      [`${day(2)}T12:00Z`, here.demo.ids.offer],
    );
    const events = [`Campaign began: ${rows[0].title}`, `Compensation changed: ${rows[0].title}`];
    const { page, faults } = await here.enterAs('advertiser', { at: `${shop}?from=${days.from}&to=${days.to}` });
    const chart = page.getByRole('slider', { name: 'Clicks by day, with the previous period' });
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const now = await read(`/stores/${store}/clicksPerDay?from=${days.from}&to=${days.to}`);
    const then = await read(`/stores/${store}/clicksPerDay?from=${day(59)}&to=${day(30)}`);
    // One measure, by straight lines or bars, above an axis that begins at zero.
    const drawing = chart.locator('svg');
    expect(await drawing.locator('polyline, rect').count()).toBeGreaterThan(0);
    for (const path of await drawing.locator('path').all())
      expect(await path.getAttribute('d')).not.toMatch(/[cqsta]/i);
    const ticks = (await drawing.locator('text[text-anchor=end]').allTextContents()).map(digits);
    expect([
      ticks[0],
      ticks.at(-1)! >=
        Math.max(...Object.values(now.per_day as Record<string, { clicks: number }>).map(({ clicks }) => clicks)),
    ]).toEqual([0, true]);
    const values = (await chart.getAttribute('aria-valuetext'))!.split('. ');
    const [second, before] = [now.per_day[day(28)], then.per_day[day(58)]];
    expect(values[1]).toBe(`Clicks: ${second.clicks}`);
    expect(values[2]).toMatch(new RegExp(`^[A-Z][a-z]{2} ${Number(day(58).slice(8))}, .*: ${before.clicks}$`));
    expect(await accessibilityFaults(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Save as CSV/ }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFDate,Clicks,Previous date,Clicks (previous period),Events');
    expect(lines[2]).toMatch(new RegExp(`^${day(28)},${second.clicks},${day(58)},${before.clicks},`));
    expect(events.filter((event) => lines[28]!.includes(event))).toEqual(events);
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect((await chart.getAttribute('aria-valuetext'))!.split('. ')).toEqual(expect.arrayContaining(events));
    await page.getByText(/^◆ \d+ events$/).click();
    const listed = page.getByRole('listitem').filter({ hasText: events[1]! });
    const campaign = await listed.getByRole('link').getAttribute('href');
    expect(campaign).toBe(`/console/shop/${store}/campaigns/${here.demo.ids.offer}`);
    await page.getByRole('listitem').getByRole('link', { name: events[0]! }).waitFor();
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/days?from=${days.to}&to=${days.to}`);
    // The list behind the day has the clicks that the point shows.
    const last = now.per_day[days.to].clicks;
    const reasons = page.getByRole('table', { name: 'Why clicks count or not' });
    await reasons.waitFor();
    await loaded(page);
    expect((await reasons.innerText()).replaceAll('\u00A0', '')).toMatch(new RegExp(`(^|\\D)${last}(\\D|$)`, 'm'));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lists the open tasks of a member, counts them in the navigation, and removes completed ones', async () => {
    const { pool } = here.application.database;
    const { rows } = await pool.query(
      `INSERT INTO store_domains (store_id, host, standing) VALUES ($1, 'unproven.example', 'unproven') RETURNING id`,
      [store],
    );
    const { data: work } = await read('/v2/me/work');
    const { page, faults } = await here.enterAs('advertiser', { at: shop });
    await page.getByRole('link', { name: new RegExp(`^My work ?, ${work.length} open$`) }).click();
    const tasks = page.getByRole('table', { name: 'Open tasks' });
    const domain = tasks.getByRole('row').filter({ hasText: 'unproven.example' });
    await domain.waitFor();
    expect(await faultsAt(page, [`${here.url}/console/work`])).toEqual([]);
    await page.getByLabel('Task', { exact: true }).selectOption('1 domain of the store to prove');
    await page.waitForURL(/kind=domains_to_prove/);
    await expect.poll(() => tasks.locator('tbody tr').count()).toBe(1);
    await page.getByLabel('Task', { exact: true }).selectOption('All');
    await page.getByTitle('Sort by Due').click();
    await page.waitForURL(/sort=due(:|%3A)asc/);
    await domain.getByRole('link', { name: '1 domain of the store to prove' }).click();
    await page.waitForURL(`${shop}/url-rules`);
    await pool.query('DELETE FROM store_domains WHERE id = $1', [rows[0].id]);
    await page.goto(`${here.url}/console/work`);
    await page.getByRole('link', { name: /^My work/ }).waitFor();
    await expect.poll(() => domain.count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds the best creator of last month, and downloads exactly that list as a sheet', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `${shop}/statistics` });
    await page.getByRole('button', { name: /–/ }).first().click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.getByRole('button', { name: 'Order value', exact: true }).click();
    await page.waitForURL(/sort=order_value/);
    const { searchParams } = new URL(page.url());
    const days = `from=${searchParams.get('from')}&to=${searchParams.get('to')}`;
    const { data } = await read(`/v2/stores/${store}/creator-stats?${days}&sort_by=order_value:desc`);
    const rows = page.getByRole('table', { name: 'Creators' }).getByRole('row');
    await rows.nth(1).getByRole('button', { name: data[0].user.public_name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /XLSX/ }).click(),
    ]);
    const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets;
    const [headers, ...lines] = sheet!.rows;
    const column = (name: string) => lines.map((line) => line[headers!.indexOf(name)]);
    expect(column('Creator')).toEqual(data.map((row: { user: { username: string } }) => row.user.username));
    expect(column('Order value')).toEqual(
      data.map((row: { order_value: { amount: string } }) => Number(row.order_value.amount)),
    );
    await rows.nth(1).getByRole('button').click();
    const creator = page.getByRole('dialog', { name: 'Creator' });
    await creator.getByRole('heading', { name: data[0].user.public_name }).waitFor();
    // The username only identifies the person.
    await creator.locator('dl').first().getByText(data[0].user.username, { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows a chosen figure, rates, totals and breakdowns of a period, compared with a chosen one', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `${shop}/statistics?from=${day(6)}&to=${day(0)}` });
    const range = `from=${day(6)}&to=${day(0)}`;
    const total = await read(`/v2/stores/${store}/results?${range}`);
    const foot = page.getByRole('table', { name: 'Creators' }).locator('tfoot');
    await foot.getByText('Total', { exact: true }).waitFor();
    const cells = (await foot.getByRole('cell').allTextContents()).map(digits);
    expect(cells.slice(2, 4)).toEqual([total.clicks, total.orders]);
    expect(cells[4]).toBeCloseTo((100 * total.orders) / total.clicks, 1);
    expect(cells[7]).toBeCloseTo(Number(total.cost.amount), 2);
    // The total leads to its clicks and orders.
    const behind = await foot.getByRole('link').getAttribute('href');
    expect(behind).toBe(`/console/shop/${store}/days?${range}`);
    await page.getByLabel('Figure in the chart').selectOption('Conversion rate');
    await page.getByRole('slider', { name: 'Conversion rate by day, with the previous period' }).waitFor();
    await page.getByLabel('Compare with').selectOption('No comparison');
    await page.getByRole('slider', { name: 'Conversion rate by day', exact: false }).waitFor();
    await page.getByText('Dashed: previous period').waitFor({ state: 'detached' });
    for (const [tab, by] of [
      ['Sources', 'source'],
      ['Countries', 'country'],
      ['Devices', 'device'],
      ['Codes', 'code'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const { data } = await read(`/v2/stores/${store}/breakdown?${range}&group_by=${by}`);
      const rows = page.getByRole('table', { name: tab }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(data.length);
    }
    await page.getByRole('tab', { name: 'Countries' }).click();
    await page.getByRole('button', { name: /\d{4} – / }).click();
    await page.getByRole('button', { name: 'All time', exact: true }).click();
    await page.getByRole('button', { name: 'Show the last 31 days' }).click();
    await page.getByRole('table', { name: 'Countries' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('selects days in a calendar by keyboard', async () => {
    const { page, faults } = await here.enterAs('advertiser', {
      at: `${shop}/statistics?from=2026-02-01&to=2026-02-10`,
    });
    await page.getByRole('button', { name: /\d{4} – / }).click();
    const calendar = page.getByRole('table', { name: 'February 2026' });
    await calendar.getByRole('button', { pressed: true }).last().focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('PageDown');
    await page.getByRole('table', { name: 'March 2026' }).locator('button:focus').press('Enter');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/from=2026-02-02&to=2026-03-01/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('saves a view under a name, opens it again, and deletes it', async () => {
    const { page, faults } = await here.enterAs('advertiser', {
      at: `${shop}/statistics?by=links&sort=nr_orders:desc&show=clicks,nr_orders`,
    });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name').fill('Links that sell');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Links that sell saved.').waitFor();
    expect(await read(`/advertiser/stores/${store}/stats-config`)).toMatchObject([
      { name: 'Links that sell', data: { types: ['clicks', 'nr_orders'] } },
    ]);
    await page.goto(`${shop}/statistics`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Links that sell', exact: true }).click();
    await page.waitForURL(/by=links/);
    const table = page.getByRole('table', { name: 'Links' });
    await table.getByRole('columnheader', { name: /Orders/ }).waitFor();
    const headings = (await table.getByRole('columnheader').allTextContents()).map((text) => text.trim());
    expect(headings).toEqual(['Link', 'Creator', 'Clicks', 'Orders', 'Conversion']);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Mail Links that sell' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mail the view “Links that sell” regularly' });
    await dialog.getByLabel('Day of the week').selectOption('5');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.getByRole('group', { name: 'Scheduled reports' }).getByText('Links that sell').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const { data: schedules } = await read(`/v2/report-schedules?store_id=${store}`);
    expect(schedules).toMatchObject([
      {
        name: 'Links that sell',
        list: 'links',
        filters: { sort_by: 'nr_orders:desc' },
        every: 'week',
        weekday: 5,
        hour: 7,
      },
    ]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Delete view Links that sell' }).click();
    await page.getByText('Links that sell deleted.').waitFor();
    expect(await read(`/advertiser/stores/${store}/stats-config`)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lists only the selected links', async () => {
    const { page, faults } = await here.enterAs('advertiser');
    await page.goto(`${shop}/statistics?by=links`);
    const range = `from=${day(29)}&to=${day(0)}`;
    const { data } = await read(`/v2/stores/${store}/link-stats?${range}&sort_by=clicks:desc`);
    const chosen = [data[0], data[2]].map((row: { affiliate_link_id: number }) => row.affiliate_link_id);
    await page.getByRole('button', { name: 'Links', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Links' });
    const boxes = dialog.getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show these 2' }).click();
    await page.getByText('Only 2 links').waitFor();
    expect(new URL(page.url()).searchParams.get('links')).toBe(chosen.join(','));
    await expect.poll(() => page.getByRole('table', { name: 'Links' }).locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.getByRole('table', { name: 'Links' }).locator('tbody tr').count()).toBe(data.length);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('guides a store without data through its first steps', async () => {
    const admin = here.demo.tokens.admin!;
    const call = (method: 'POST' | 'PUT', url: string, body: object) =>
      here.application.call({ method, url, as: admin, body });
    const made = await call('POST', '/v2/stores', {
      name: 'Quite new',
      domains: [['quite-new.example']],
      country: 'SE',
      currency: 'SEK',
      language: 'sv',
    });
    expect(made.status).toBe(201);
    const { page, faults } = await here.enterAs('admin');
    const open = async () => page.goto(`${here.url}/console/shop/${made.body.id}`, { waitUntil: 'networkidle' });
    await open();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('quite-new.example').waitFor();
    expect(await steps.getByRole('link').allTextContents()).toEqual([
      'Edit',
      'Set up tracking',
      'Set rates',
      'Add address',
    ]);
    // There is nothing else to see before the first click or order.
    expect(await page.getByRole('region', { name: /Key figures|Waiting for you/ }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    const order = { order_id: 'FIRST-1', order_value: '5' };
    expect((await call('POST', `/v2/stores/${made.body.id}/orders`, order)).status).toBe(201);
    const texts = { campaign_title: 'First', type: 'standard', traffic_sources_costs: [{ source: 0, cpc: 100 }] };
    const body = { ...texts, campaign_text: '', active: true, targets: {} };
    expect((await call('POST', `/v2/stores/${made.body.id}/offers`, body)).status).toBe(201);
    const address = {
      company_name: 'Quite new AB',
      street: 'Storgatan 1',
      postal_code: '111 22',
      city: 'Stockholm',
      vat_number: '',
    };
    const billing = await call('PUT', `/v2/stores/${made.body.id}/billing`, address);
    expect([billing.status, billing.body]).toEqual([200, expect.anything()]);
    await open();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await expect.poll(() => steps.count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('approves two orders at once and refunds one, and the overview follows', async () => {
    const days = `from=${day(29)}&to=${day(0)}`;
    const before = await read(`/stores/${store}/clicksPerDay?${days}`);
    const at = `${shop}/orders?${days}&status=pending&whose=creators`;
    const { page, faults } = await here.enterAs('advertiser', { at, size: PHONE });
    const table = page.getByRole('table', { name: 'Orders' });
    const boxes = table.getByRole('checkbox');
    await boxes.first().waitFor();
    const numbers = (await Promise.all([0, 1].map((at) => boxes.nth(at).getAttribute('aria-label')))).map((label) =>
      label!.replace('Select order ', ''),
    );
    const listed = await read(`/v2/stores/${store}/orders?${days}&statuses[]=pending&attributed=true&size=100`);
    const [first, second] = numbers.map((number) =>
      listed.data.find((order: { order_id: string }) => order.order_id === number),
    );
    // On a phone, the second line of a row has the columns that do not fit.
    const firstRow = table.getByRole('row').filter({ hasText: first.order_id });
    const below = firstRow.locator('xpath=following-sibling::tr[1]');
    expect(await below.getByRole('definition').first().innerText()).toBe(first.user.public_name);
    expect(digits(await below.getByRole('link', { name: /^.* details of the cost/ }).innerText())).toBeCloseTo(
      Number(first.cost.amount),
      2,
    );
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page
      .getByRole('status')
      .getByText(/^2 selected/)
      .waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 orders?' });
    const words = await dialog.getByText(/You will pay .* commission/).textContent();
    expect(digits(/[\d,]+\.\d\d/.exec(words!)![0])).toBeCloseTo(
      Number(first.cost.amount) + Number(second.cost.amount),
      2,
    );
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('2 orders approved.').waitFor();
    for (const { id } of [first, second])
      expect((await read(`/v2/stores/${store}/orders/${id}`)).status).toBe('approved');

    await page.goto(`${shop}/orders?${days}&order=${first.id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('button', { name: 'The whole order' }).click();
    await page.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText(`Refund for order ${first.order_id} recorded.`).waitFor();
    await page.getByText(/^Total refunded:/).waitFor();
    expect(await read(`/v2/stores/${store}/orders/${first.id}`)).toMatchObject({ refunded: first.value });

    await page.goto(`${shop}?${days}`);
    await tile(page, 'Orders').waitFor();
    expect(await figure(page, 'Orders')).toBe(before.nr_orders - 1);
    expect(await figure(page, 'Order value')).toBeCloseTo(before.order_value / 100 - Number(first.net_value.amount), 2);
    expect(await figure(page, 'Cost')).toBeCloseTo(before.cost / 100 - Number(first.cost.amount), 2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows what became of clicks, and approves a lead from its details and denies others in the list', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `${shop}/orders` });
    await page.getByRole('link', { name: 'Leads and events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads and other events' }).waitFor();
    const days = `from=${day(89)}&to=${day(0)}`;
    const [total] = (await read(`/v2/stores/${store}/funnel?group_by=store&${days}`)).data;
    const [stage] = total.stages;
    const funnel = page.getByRole('region', { name: 'From click to order' });
    await funnel.getByText(String(stage.reported), { exact: true }).first().waitFor();
    await funnel.getByText(total.clicks.toLocaleString('en'), { exact: true }).first().waitFor();
    const { data: pending } = await read(`/v2/stores/${store}/events?statuses[]=pending&${days}`);
    const [first, second, third] = pending.map(({ event_id: number }: { event_id: string }) => number);
    await page.getByRole('button', { name: first, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: `Event ${first}` });
    await drawer.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve this event?' }).getByRole('button', { name: 'Approve' }).click();
    await page.getByText('1 event approved.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    for (const number of [second, third]) await page.getByRole('checkbox', { name: `Select event ${number}` }).check();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog', { name: 'Deny 2 events?' }).getByRole('button', { name: 'Deny' }).click();
    await page.getByText('2 events denied.').waitFor();
    const after = (await read(`/v2/stores/${store}/funnel?group_by=store&${days}`)).data[0].stages[0];
    expect(after).toMatchObject({ approved: stage.approved + 1, denied: stage.denied + 2, reported: stage.reported });
    // An event beyond the list is decided itself, and not the order with its number.
    const last = pending[3];
    const { body: order } = await here.application.call({
      method: 'POST',
      url: `/v2/stores/${store}/orders`,
      as: here.demo.tokens.advertiser!,
      body: { order_id: last.event_id, order_value: 250 },
    });
    await page.goto(`${shop}/events?status=denied&order=${last.id}`);
    const opened = page.getByRole('dialog', { name: `Event ${last.event_id}` });
    await opened.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve this event?' }).getByRole('button', { name: 'Approve' }).click();
    await page.getByText('1 event approved.').waitFor();
    const statusOf = async (id: number) => (await read(`/v2/stores/${store}/orders/${id}`)).status;
    expect([await statusOf(last.id), await statusOf(order.id)]).toEqual(['approved', 'pending']);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('sorts and pages with the keyboard only', async () => {
    const { page, faults } = await here.enterAs('advertiser', { at: `${shop}/statistics` });
    const sort = page.getByRole('button', { name: 'Order value', exact: true });
    await sort.waitFor();
    await tabTo(page, 'Order value');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=order_value/);
    const header = page.getByRole('columnheader', { name: 'Order value' });
    // The URL changes before the page does, and the next key press belongs to the page.
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=order_value(:|%3A)asc/);
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');

    await page.goto(`${shop}/orders`);
    await page.getByRole('button', { name: 'Next page' }).waitFor();
    await page.getByTitle('Sort by Commission').press('Enter');
    await page.waitForURL(/sort=cost(:|%3A)desc/);
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Commission' }).getAttribute('aria-sort'))
      .toBe('descending');
    await tabTo(page, 'Next page');
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=2/);
    await page.getByText(/^Page 2 of/).waitFor();

    // The file has all pages, in the order of the list.
    await page.getByRole('button', { name: 'Export' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const download = await waiting;
    const [headings, ...orders] = parseCsv(await readFile(await download.path(), 'utf8')) as string[][];
    const range = new URL(download.url()).searchParams;
    const listed = await read(
      `/v2/stores/${here.demo.ids.store}/orders?from=${range.get('from')}&to=${range.get('to')}&sort_by=cost:desc&size=100`,
    );
    expect(orders).toHaveLength(listed.meta.total);
    expect(headings![0]).toBe('Order');
    expect(orders.slice(0, 3).map(([number]) => number)).toEqual(
      listed.data.slice(0, 3).map((order: { order_id: string }) => order.order_id),
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('has no accessibility faults, and nothing is wider than a phone', async () => {
    const order = (await read(`/v2/stores/${store}/orders?size=1`)).data[0].id;
    const { page, faults } = await here.enterAs('advertiser');
    const statistics = ['', '?by=links', '?by=devices', `?who=${here.demo.ids.user}`].map(
      (query) => `/statistics${query}`,
    );
    const paths = ['', ...statistics, '/orders', `/orders?order=${order}`, '/events'];
    const urls = paths.map((path) => `${shop}${path}`);
    expect(await faultsAt(page, urls)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('explains an empty list, and shows another store’s list only to an administrator', async () => {
    const other = here.demo.ids.other_store!;
    const { page } = await here.enterAs('advertiser', { at: `${shop}/orders?q=no-such-order` });
    await page.getByRole('heading', { name: 'No matching orders' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    // Without a filter there is nothing to remove.
    await page.goto(`${shop}/orders?from=2001-01-01&to=2001-01-31`);
    await page.getByRole('heading', { name: 'No orders in this period' }).waitFor();
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Check tracking' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tracking' }).waitFor();
    await page.goto(`${here.url}/console/shop/${other}`);
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
    await page.context().close();
    const admin = await here.enterAs('admin', { at: `/console/shop/${other}` });
    await tile(admin.page, 'Clicks').waitFor();
    expect(admin.faults).toEqual([]);
    await admin.page.context().close();
  });
});

/** Moves the focus by the Tab key until it is on the button of that name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
    );
    const isButton = await page.evaluate("document.activeElement?.tagName === 'BUTTON'");
    if (isButton && focused === name) return;
  }
  throw new Error(`the Tab key does not reach ${name}`);
}
