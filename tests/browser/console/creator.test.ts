import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt, pageFaults } from '../../harness/page-faults.ts';
import { pdfTexts } from '../../harness/pdf-text.ts';
import { blackPng } from '../../harness/pictures.ts';

const PHONE = { width: 390, height: 844 };
/** Longer than a list waits for further input before it searches. */
const SEARCH_DELAY_MS = 500;

describe.skipIf(chromiumPath === null)('The console for creators', () => {
  let here: DemoConsole;
  let user: number;
  let as: string;
  beforeAll(async () => {
    here = await startDemoConsole();
    user = here.demo.ids.user;
    as = here.demo.tokens.creator;
  });

  const read = async (path: string) => {
    const { status, body } = await here.application.call({ url: `/v2/users/${user}/${path}`, as });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
  const address = (page: Page) => page.getByLabel('Product or page URL');
  /** The code of a tracked URL. */
  const codeOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

  it('converts a pasted URL to a link in the clipboard, and shows its earnings by campaign', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(here.demo.product_url)})`);
    await address(page).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByText('Copied to the clipboard').waitFor();
    const url = await clipboard(page);
    expect(url).toBe(await page.getByLabel('Your link', { exact: true }).inputValue());

    const [link] = (await read(`link-stats?code=${codeOf(url)}`)).data;
    expect(link.original_url).toBe(here.demo.product_url);
    const terms = (await here.application.call({ url: `/v2/affiliate-links/${link.id}/terms`, as })).body;
    const [general] = terms.sources;
    expect(general.campaign).not.toBeNull();
    const made = page.getByRole('region', { name: /Your link is ready|You already had a link/ });
    await made.getByRole('link', { name: general.campaign.title }).waitFor();
    const kronor = (general.per_click_minor / 100).toFixed(2);
    await made.getByText(`SEK ${kronor} a click`).first().waitFor();

    // The comparison of the month is readable.
    await page
      .getByText(/(more|less) than [A-Z]|The same as [A-Z]|^[A-Z][a-z]{2} \d.*: nothing$/)
      .first()
      .waitFor();
    // It is the first of the latest links, too, and opens its destination.
    const latest = page.getByRole('region', { name: 'Your latest links' });
    await latest.getByRole('link', { name: link.title, exact: true }).waitFor();
    const followed = await fetch(url, { redirect: 'manual' });
    expect(followed.headers.get('location')).toContain(new URL(here.demo.product_url).pathname);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('explains why a URL makes no link, and keeps it', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await address(page).fill(here.demo.unknown_url);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    await page.getByRole('alert').getByText('This store isn’t on Tributary yet').waitFor();
    expect(await address(page).inputValue()).toBe(here.demo.unknown_url);
    await address(page).fill('my favourite shoes');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not a valid URL').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('selects the link and explains it if the clipboard refuses', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;`);
    await address(page).fill(here.demo.other_product_url);
    await page.keyboard.press('Enter');
    await page.getByText('The link is selected: press Ctrl+C').waitFor();
    const url = await page.getByLabel('Your link', { exact: true }).inputValue();
    await expect.poll(() => page.evaluate<string>('getSelection().toString()')).toBe(url);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers a choice if several stores sell from a page', async () => {
    const { market, database, live } = here.application;
    const shops = [
      await market.store({ domains: ['both.example'] }),
      await market.store({ domains: ['both.example'] }),
    ];
    await database.pool.query(`UPDATE stores SET name = 'Second of both' WHERE id = $1`, [shops[1]]);
    for (const id of shops) await live.refresh(id);
    const { page, faults, context } = await here.enterAs('creator');
    await address(page).fill('https://both.example/lamp');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Second of both' }).click();
    await page.getByText('Copied to the clipboard').waitFor();
    const [link] = (await read(`link-stats?code=${codeOf(await clipboard(page))}`)).data;
    expect(link.store).toEqual({ id: shops[1], name: 'Second of both' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('returns a blog post and a list of URLs with links, and lists the unchanged ones', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.getByRole('tab', { name: 'Blog post or list' }).click();
    const field = page.getByLabel('Blog post (HTML) or URLs');
    const left = '<a href="https://www.ingenstans.example/a">here</a>';
    await field.fill(`<p>My <a href="${here.demo.product_url}">shoes</a>, ${left}</p>`);
    await page.getByRole('button', { name: 'Create links' }).click();
    await page.getByText('1 link created.').waitFor();
    await page.getByRole('button', { name: 'Copy all' }).click();
    await expect
      .poll(() => clipboard(page))
      .toMatch(new RegExp(`^<p>My <a href="${here.url}/r/\\w+">shoes</a>, ${left}</p>$`));
    await field.fill(`${here.demo.product_url}\n\n${here.demo.unknown_url}`);
    await page.getByRole('button', { name: 'Create links' }).click();
    const row = page.getByRole('row', { name: /ingenstans/ });
    await row.getByText('No matching store; unchanged').waitFor();
    expect((await page.getByLabel('With your links').inputValue()).split('\n')).toEqual([
      expect.stringContaining('/r/'),
      here.demo.unknown_url,
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('creates links from a file, after a preview that names the refused rows', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator/links' });
    await page.getByRole('link', { name: 'Import' }).click();
    const target = `${here.demo.product_url}-imported`;
    const file = (text: string) => ({ name: 'dub.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.locator('input[type=file]').setInputFiles(file(`Seite\n${target}\n`));
    await page.getByText('is no known export: it has the columns Seite').waitFor();
    const known = `Destination URL,Title\n${target},Imported boots\n${here.demo.unknown_url},\n`;
    await page.locator('input[type=file]').setInputFiles(file(known));
    await page.getByText('1 new, 0 existing, 0 repeated, 1 refused').waitFor();
    await page.getByText('Destination URL is a page of no store').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await read('link-stats?search=Imported')).data).toEqual([]);
    await page.getByRole('button', { name: 'Create 1 links' }).click();
    await page.getByRole('heading', { name: 'Import of dub.csv' }).waitFor();
    await page
      .getByRole('row', { name: /Imported boots/ })
      .getByRole('button', { name: /Copy/ })
      .waitFor();
    const [link] = (await read('link-stats?search=Imported')).data;
    expect([link.title, link.original_url]).toEqual(['Imported boots', target]);
    // Commissions of other platforms are shown as history.
    await page.goto(`${here.url}/console/creator/earnings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Imported from other platforms').count()).toBe(0);
    await here.application.database.pool.query(
      `INSERT INTO imported_commissions (user_id, source, external_id, earned_at, currency, commission_minor, status, imported_at, updated_at)
       VALUES ($1, 'awin', '1', '2025-03-01T12:00:00Z', 'SEK', 12345, 'approved', now(), now())`,
      [user],
    );
    await page.reload();
    const history = page.getByRole('table', { name: 'Imported from other platforms' });
    await history.getByRole('row', { name: /Awin.*123\.45.*Approved/ }).waitFor();
    await page.getByLabel('Sub-id', { exact: true }).selectOption('Sub-id 2');
    await page.waitForURL(/sub=sub2/);
    await page.getByText('No clicks with this sub-id in this period').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The refused file is the only error that the browser reports.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await context.close();
  });

  it('shows the customers who are bound to the creator, with the rate now, and nothing without any', async () => {
    const { page, faults, context } = await here.enterAs('creator', { size: PHONE });
    const bound = page.getByRole('region', { name: 'Your customers' });
    await page.goto(`${here.url}/console/creator/earnings`);
    await page.getByRole('region', { name: 'By sub-id' }).waitFor();
    expect(await bound.count()).toBe(0);
    const path = `/v2/stores/${here.demo.ids.store}`;
    const change = async (method: 'PUT' | 'POST', url: string, body: object) => {
      const reply = await here.application.call({
        method,
        url: `${path}/${url}`,
        as: here.demo.tokens.advertiser,
        body,
      });
      expect(reply.status).toBeLessThan(300);
    };
    const steps = [
      { months: 12, cpa: 0.2 },
      { months: null, cpa: 0.05 },
    ];
    await change('PUT', 'customer-programme', { steps });
    const order = { order_id: 'SUB-1', order_value: 100, voucher_code: 'LINNEA15', customer_reference: 'C-1' };
    await change('POST', 'orders', order);
    await page.reload();
    await bound.getByRole('row', { name: /Nordic Runner.*20%/ }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await change('PUT', 'customer-programme', { steps: [] });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('finds a link, and shows the figures of the selected days as the API returns them', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    const [best] = (await read('link-stats?sort_by=clicks:desc&size=1')).data;
    await page.getByRole('link', { name: 'My links' }).click();
    await page.getByRole('searchbox', { name: 'Search by page' }).fill(best.title);
    await page.waitForURL(/search=/);
    await page.getByRole('table', { name: 'My links' }).getByRole('link', { name: best.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: best.title }).waitFor();
    const { clicks } = (await read(`stats?link_id=${best.id}`)).currencies[0];
    await page.getByText(String(clicks), { exact: true }).waitFor();
    await page.getByRole('button', { name: '7 days' }).or(page.getByText('7 days')).first().click();
    await page.waitForURL(/from=/);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the current input when the page follows an earlier one', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    // Types two more letters: one when the address has changed and the page has not, and one when the page has.
    await context.addInitScript(`(() => {
      const left = new Set('cd');
      const type = (letter) => left.delete(letter) && document.execCommand('insertText', false, letter);
      const { replaceState } = History.prototype;
      History.prototype.replaceState = function (...all) {
        replaceState.apply(this, all);
        if (location.search === '?search=ab') type('c');
      };
      const { fetch } = window;
      window.fetch = (asked, ...all) => {
        if (/link-stats.*[?&]search=ab(&|$)/.test(asked.url)) setTimeout(() => type('d'));
        return fetch(asked, ...all);
      };
    })()`);
    await page.goto(`${here.url}/console/creator/links`);
    const field = page.getByRole('searchbox', { name: 'Search by page' });
    await field.fill('ab');
    await page.waitForURL(/search=abc?d/);
    expect(await field.inputValue()).toBe('abcd');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('filters the links by store and by missing payment, and sorts the latest first', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    const [shop, other] = (await read('link-stores')).data;
    await page.goto(`${here.url}/console/creator/links`);
    await page.getByLabel('Store', { exact: true }).selectOption(shop.name);
    await page.waitForURL(`${here.url}/console/creator/links?shop=${shop.id}`);
    await page.getByRole('heading', { name: `your links to ${shop.name}` }).waitFor();
    const rows = page.getByRole('table', { name: 'My links' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(shop.links);
    await page.getByRole('button', { name: 'Created' }).click();
    await page.waitForURL(/sort=created_at%3Adesc/);
    const { pool } = here.application.database;
    await pool.query('UPDATE stores SET deactivated_at = now() WHERE id = $1', [other.id]);
    await page.getByLabel('Store', { exact: true }).selectOption(other.name);
    await page.getByLabel('Earning', { exact: true }).selectOption('No (store closed or paused, or link expired)');
    await expect.poll(() => rows.getByText('Not earning').count()).toBe(other.links);
    await pool.query('UPDATE stores SET deactivated_at = NULL WHERE id = $1', [other.id]);
    await page.getByLabel('Earning', { exact: true }).selectOption('Yes');
    await page.getByLabel('Store', { exact: true }).selectOption('All');
    const search = page.getByRole('searchbox', { name: 'Search by page' });
    await search.fill('no such page');
    const showAll = page.getByRole('button', { name: 'Show all links' });
    await showAll.waitFor();
    // What is typed just before is not searched for afterwards.
    await search.pressSequentially('s');
    await showAll.click();
    await page.waitForTimeout(SEARCH_DELAY_MS);
    await expect.poll(() => rows.count()).toBe((await read('link-stats')).meta.total);
    expect(await search.inputValue()).toBe('');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('explains to a new creator how to earn, and what to do on empty pages', async () => {
    const email = 'nyfiken@creator.example';
    const body = { email, username: 'nyfiken', password: 'tributary-demo' };
    const by = here.demo.tokens.admin;
    const made = await here.application.call({ method: 'POST', url: '/v2/admin/users', as: by, body });
    expect(made.status).toBe(201);
    const { page, faults, context } = await here.visit();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('tributary-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 6 done').waitFor();
    for (const step of ['Create your first link', 'Join a campaign', 'Agree to self-billing'])
      await steps.getByText(step).waitFor();
    const shops = page.getByRole('region', { name: 'Stores you can link to' });
    const { data } = (await here.application.call({ url: `/v2/users/${user}/advertisers`, as })).body;
    await shops.getByText(data[0].name, { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await steps.getByRole('link', { name: 'Enter name' }).click();
    const name = page.getByLabel('Your name');
    await name.fill('Win at https://casino.example');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Write a name, without web addresses').first().waitFor();
    await name.fill('Nyfiken Nilsson');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name saved').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${here.url}/console/creator`);
    await steps.getByText('1 of 6 done').waitFor();
    await steps.getByText('Nyfiken Nilsson').waitFor();
    await page.getByRole('link', { name: 'Earnings' }).click();
    await page.getByText('Nothing earned yet').waitFor();
    expect(await page.getByRole('heading', { name: 'Statements' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Create link' }).click();
    await address(page).waitFor();
    // A public campaign can be joined, and others are not found.
    await page.goto(`${here.url}/console/creator/campaigns/${here.demo.ids.offer}`);
    await page.waitForURL(/creator\/invitations\//);
    await page.goto(`${here.url}/console/creator/campaigns/999999`);
    await page.getByRole('heading', { level: 1, name: 'Campaign not found' }).waitFor();
    await page.getByRole('link', { name: 'See your campaigns' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(faults.filter((fault) => !/422/.test(fault))).toEqual([]);
    await context.close();
  });

  it('shows the end of a long thread, and earlier comments on request', async () => {
    const { offer: campaign, offer_user: participant } = here.demo.ids;
    await here.application.database.pool.query(
      `WITH said AS (INSERT INTO comments (participant_id, author_id, text)
         SELECT $1, $2, 'Word ' || n || '.' FROM generate_series(1, 120) n RETURNING id)
       INSERT INTO activities (participant_id, type, actor_id, comment_id) SELECT $1, 'COMMENT', $2, id FROM said ORDER BY id`,
      [participant, user],
    );
    const { total } = (await here.application.call({ url: `/v2/offer-users/${participant}/activities`, as })).body.meta;
    expect(total).toBeGreaterThan(120);
    const { page, faults, context } = await here.enterAs('creator', { at: `/console/creator/campaigns/${campaign}` });
    // The creator's own results are above everything else, and lead to their clicks and orders.
    const { body: stats } = await here.application.call({
      url: `/v2/users/${user}/stats?offer_id=${campaign}&from=${new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)}`,
      as,
    });
    const results = page.getByRole('region', { name: 'Your results' });
    await results.getByText(String(stats.currencies[0].clicks), { exact: true }).waitFor();
    expect(await results.getByRole('link', { name: 'Orders' }).getAttribute('href')).toContain(`campaign=${campaign}`);
    const talk = page.getByRole('region', { name: 'Messages' });
    await talk.getByText('Word 120.').waitFor();
    const entries = talk.getByRole('listitem');
    // The last page and the previous one are loaded separately.
    await expect.poll(() => entries.count()).toBe(51 + ((total - 1) % 50));
    expect(await talk.getByText('Word 1.', { exact: true }).count()).toBe(0);
    await talk.getByRole('button', { name: 'Earlier' }).press('Enter');
    await talk.getByText('Word 1.', { exact: true }).waitFor();
    await expect.poll(() => entries.count()).toBe(total);
    expect(await talk.getByRole('button', { name: 'Earlier' }).count()).toBe(0);
    // The comments are in order, each once, with new ones at the end.
    const words = async () =>
      (await talk.getByText(/^Word \d+\.$/).allInnerTexts()).map((text) => text.match(/\d+/)![0]);
    expect(await words()).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)));
    await page.getByLabel('Message to the store').fill('Word 121.');
    await page.getByRole('button', { name: 'Send' }).click();
    await entries.last().getByText('Word 121.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lists the campaigns of the public page, which a creator filters, finds in the palette and applies for in two clicks', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator/campaigns' });
    const open = async (rest = '') => (await read(`open-campaigns?size=100${rest}`)).data;
    const all = await open();
    expect(all.length).toBeGreaterThan(1);
    const discover = page.getByRole('region', { name: 'Discover' });
    const tiles = discover.getByRole('list', { name: 'Discover' }).getByRole('listitem');
    await expect.poll(() => tiles.count()).toBe(Math.min(all.length, 12));
    expect(await pageFaults(page)).toEqual([]);
    const [{ market }] = all;
    await discover.getByLabel('Market').selectOption(String(market.id));
    await page.waitForURL(new RegExp(`market=${market.id}`));
    await expect.poll(() => tiles.count()).toBe((await open(`&market_id=${market.id}`)).length);
    await discover.getByLabel('Sort by').selectOption('valid_until:asc');
    await page.waitForURL(/order=valid_until/);
    const [first] = await open(`&market_id=${market.id}&sort_by=valid_until:asc`);
    await expect.poll(() => tiles.first().innerText()).toContain(first.title);
    const { id: last } = (await open(`&market_id=${market.id}`)).at(-1);
    await here.application.database.pool.query(
      `INSERT INTO prices (store_id, campaign_id, source, cpo_minor, minimum_order_minor) SELECT store_id, id, 0, 900000, 30000 FROM campaigns WHERE id = $1
       ON CONFLICT (store_id, campaign_id, participant_id, source) DO UPDATE SET cpo_minor = 900000, minimum_order_minor = 30000`,
      [last],
    );
    await discover.getByLabel('Sort by').selectOption('Pays most per order');
    await page.waitForURL(/order=per_order_fixed/);
    const [most] = await open(`&market_id=${market.id}&sort_by=per_order_fixed:desc`);
    expect([most.id, most.pay[0].per_order_fixed.minor]).toEqual([last, expect.toSatisfy((minor) => minor > 0)]);
    await expect.poll(() => tiles.first().innerText()).toMatch(/per order.*orders from/);
    // Ended campaigns of others are not among the past ones.
    expect(await page.getByRole('region', { name: 'Past' }).getByText('Ended', { exact: true }).count()).toBe(0);
    const joinable = all.find(({ part }: { part: unknown }) => part === null);
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Find and go to' });
    await palette.getByRole('textbox').fill(joinable.title);
    await palette
      .getByRole('button')
      .filter({ hasText: joinable.title })
      .filter({ hasText: 'Campaign' })
      .first()
      .press('Enter');
    await page.waitForURL(/creator\/(invitations|campaigns)\//);
    await page.goto(`${here.url}/console/creator/campaigns`);
    const actions: Record<string, string> = {
      store_accept: 'Apply',
      user_accept: 'Join',
      suggestion: 'Ask to take part',
    };
    const action = actions[joinable.type]!;
    await discover.getByRole('link', { name: `${action}: ${joinable.title}` }).click();
    await page.getByRole('button', { name: new RegExp(`^${action}`) }).click();
    await expect
      .poll(async () => (await open(`&offer_id=${joinable.id}`))[0].part?.status)
      .toMatch(/applied|accepted|suggestion/);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lets a creator apply for a campaign, and check to-dos in another', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    const board = async () => (await read('campaign-board?size=100')).data;
    type Campaign = {
      id: number;
      title: string;
      part: { status: string; todo: { key: string; value: boolean }[] } | null;
    };
    const find = async (is: (one: Campaign) => boolean): Promise<Campaign> => (await board()).find(is);
    const invited = await find((one) => one.part?.status === 'open');
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page
      .getByRole('region', { name: 'Invitations and open applications' })
      .getByRole('link', { name: invited.title })
      .click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied; awaiting the store’s decision.').waitFor();
    expect((await find(({ id }) => id === invited.id)).part?.status).toBe('applied');
    await page.getByLabel('Message to the store').fill('I would love to.');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    const talk = page.getByRole('region', { name: 'Messages' });
    await talk.getByRole('paragraph').filter({ hasText: 'I would love to.' }).waitFor();
    await talk.getByRole('button', { name: 'Edit your comment' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('With pleasure.');
    await talk.getByRole('button', { name: 'Save' }).click();
    await talk.getByText('edited').waitFor();
    const said = async () => {
      const [{ id }] = (
        await here.application.database.pool.query(
          'SELECT id FROM participants WHERE campaign_id = $1 AND user_id = $2',
          [invited.id, user],
        )
      ).rows;
      const { body } = await here.application.call({ url: `/v2/offer-users/${id}/activities`, as });
      return body.data.flatMap((one: { comment_text?: string }) => one.comment_text ?? []);
    };
    // Two clicks have sent one request.
    expect(await said()).toEqual(['With pleasure.']);
    await talk.getByRole('button', { name: 'Delete your comment' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Edit your comment');
    await talk.getByRole('button', { name: 'Delete your comment' }).click();
    await talk.getByRole('group', { name: 'Delete it for everyone?' }).getByRole('button', { name: 'Delete' }).click();
    await talk.getByText('deleted a comment').waitFor();
    expect(await said()).toEqual([]);

    const mine = await find((one) => one.part?.status === 'accepted' && one.part.todo.some(({ value }) => !value));
    const [task, next] = mine.part!.todo.filter(({ value }) => !value).map(({ key }) => key);
    await page.getByRole('link', { name: 'Campaigns' }).first().click();
    await page.getByRole('region', { name: 'Joined' }).getByRole('link', { name: mine.title }).click();
    // While the first request is running, the box stays ticked.
    await page.route('**/todo', async (route) => {
      await page.getByRole('checkbox', { name: next! }).and(page.locator(':checked')).waitFor();
      expect(await page.getByRole('checkbox', { name: task! }).isChecked()).toBe(true);
      await route.continue();
    });
    await page.getByRole('checkbox', { name: task! }).click();
    await page.getByRole('checkbox', { name: next! }).click();
    const isDone = async (name: string) =>
      (await find(({ id }) => id === mine.id)).part!.todo.find(({ key }) => key === name)!.value;
    for (const one of [task!, next!]) await expect.poll(() => isDone(one)).toBe(true);

    // A failure is shown beside its box, independent of the others.
    await page.unroute('**/todo');
    await page.route('**/todo', (route) =>
      route.request().postDataJSON().todo[0].key === task
        ? route.fulfill({ status: 409, json: { message: 'This cannot be taken back.' } })
        : route.continue(),
    );
    const box = (name: string) => page.getByRole('checkbox', { name });
    await box(task!).click();
    await box(next!).click();
    await expect.poll(() => isDone(next!)).toBe(false);
    await page.getByText('This cannot be taken back.').waitFor();
    await expect.poll(() => Promise.all([task!, next!].map((name) => box(name).isChecked()))).toEqual([true, false]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('saves where the product of a campaign is sent, which the store alone reads, also as a packing list', async () => {
    const { store, offer, offer_user: participant } = here.demo.ids;
    const { page, faults } = await here.enterAs('creator', { at: `/console/creator/campaigns/${offer}` });
    const form = page.getByRole('region', { name: 'Delivery', exact: true });
    await form.getByText(/^Only the members of Nordic Runner see these details/).waitFor();
    const gift = page.getByRole('region', { name: 'Gift', exact: true });
    await gift.getByText('Fjällvind GTX terrängsko, herr').waitFor();
    await form.getByRole('combobox', { name: 'Product 1' }).selectOption('Fjällvind GTX terrängsko, dam');
    await form.getByLabel('Recipient').fill('Linnéa Bergström');
    await form.getByLabel('Street and number').fill('Stigen 4');
    await form.getByLabel('Postal code').fill('111 22');
    await form.getByLabel('City').fill('Stockholm');
    await form.getByRole('combobox', { name: 'Country' }).fill('Sweden');
    await page.getByRole('option', { name: 'Sweden' }).click();
    await form.getByLabel('Size', { exact: true }).fill('39');
    await form.getByRole('button', { name: 'Save delivery details' }).click();
    await page.getByText('Delivery details saved.').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    const shop = await here.enterAs('advertiser', {
      at: `/console/shop/${store}/campaigns/${offer}?tab=participants&participant=${participant}`,
    });
    const drawer = shop.page.getByRole('dialog');
    await drawer.getByRole('region', { name: 'Delivery' }).getByText('Stigen 4').waitFor();
    await drawer.getByRole('region', { name: 'Delivery' }).getByText('39', { exact: true }).waitFor();
    await shop.page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    const list = shop.page.getByRole('region', { name: 'Packing list' });
    await list.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      shop.page.waitForEvent('download'),
      shop.page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    expect(await readFile((await download.path())!, 'utf8')).toContain('Linnéa Bergström,Stigen 4,111 22,Stockholm,SE');
    // An administrator reads the rest of the participant.
    const admin = await here.enterAs('admin', {
      at: `/console/shop/${store}/campaigns/${offer}?tab=participants&participant=${participant}`,
    });
    await admin.page.getByText('Only members of the store see the delivery details.').waitFor();
    await form.getByRole('button', { name: 'Delete delivery details' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete delivery details' }).click();
    await page.getByText('Delivery details deleted.').waitFor();
    expect([...faults, ...shop.faults, ...admin.faults.filter((fault) => !fault.includes('403'))]).toEqual([]);
  });

  it('opens an invitation through the sign-in page, and explains why a campaign cannot be joined', async () => {
    const query = async (text: string, values: unknown[]) =>
      (await here.application.database.pool.query(text, values)).rows;
    const make = async (values: string) =>
      (
        await query(
          `INSERT INTO campaigns (store_id, type, active, campaign_title, campaign_text, token, todo, valid_until, created_at, updated_at)
           SELECT store_id, 'store_accept', ${values}, '{Post twice}', null, now(), now() FROM campaigns WHERE id = $1 RETURNING id, token`,
          [here.demo.ids.offer],
        )
      )[0] as { id: number; token: string };
    // A token that consists of digits only.
    const open = await make(`true, 'Come along', 'Run with us.', '012e45678901'`);
    const paused = await make(`false, 'Not now', '', 'ba5eba11ba5e'`);
    await query(
      `INSERT INTO prices (store_id, campaign_id, source, cpc_minor, user_share) VALUES ($1, $2, 0, 400, 0.5)`,
      [here.demo.ids.store, open.id],
    );
    await here.application.call({
      method: 'PUT',
      url: `/v2/offers/${open.id}/questions`,
      as: here.demo.tokens.advertiser!,
      body: { questions: [{ text: 'Why you?', is_required: true }] },
    });
    const { page, faults, context } = await here.visit(`/console/creator/invitations/${open.token}`);
    await page.getByRole('link', { name: 'I already have an account' }).click();
    await page.getByRole('button', { name: /Creator ·/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Come along' }).waitFor();
    expect(page.url()).toBe(`${here.url}/console/creator/invitations/${open.token}`);
    await page.getByText('Run with us.').waitFor();
    await page.getByText('SEK 2.00 a click').waitFor();
    await page.getByRole('region', { name: 'Requirements' }).getByText('Post twice').waitFor();
    const apply = page.getByRole('button', { name: 'Apply' });
    expect(await apply.isDisabled()).toBe(true);
    await page.getByLabel('Why you?').fill('Because I run every day.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`${here.url}/console/creator/campaigns/${open.id}`);
    const parts = () =>
      query('SELECT status FROM participants WHERE campaign_id = $1 AND user_id = $2', [open.id, user]);
    expect(await parts()).toEqual([{ status: 'applied' }]);

    const follow = async (token: string) => {
      await page.goto(`${here.url}/console/creator/invitations/${token}`);
      await page.getByRole('heading', { name: 'Your next step' }).or(page.getByText('isn’t valid')).first().waitFor();
    };
    await follow(open.token);
    await page.getByText('You already joined.').waitFor();
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor();
    await query(`UPDATE campaigns SET valid_until = now() - interval '1 day' WHERE id = $1`, [open.id]);
    await query('DELETE FROM activities WHERE participant_id IN (SELECT id FROM participants WHERE campaign_id = $1)', [
      open.id,
    ]);
    await query('DELETE FROM participants WHERE campaign_id = $1', [open.id]);
    await follow(open.token);
    await page.getByText('This campaign has ended.').waitFor();
    await follow(paused.token);
    await page.getByText('The store has paused this campaign.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await query('UPDATE campaigns SET active = true WHERE id = $1', [paused.id]);
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [here.demo.ids.store, user]);
    await follow(paused.token);
    await page.getByText('This campaign is not available').waitFor();
    await query('DELETE FROM blocklist WHERE user_id = $1', [user]);
    await query('DELETE FROM campaigns WHERE id = $1', [paused.id]);
    expect(faults).toEqual([]);
    await follow('no-such');
    await page.getByText('This invitation isn’t valid').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await query('DELETE FROM prices WHERE campaign_id = $1', [open.id]);
    await query('DELETE FROM campaigns WHERE id = $1', [open.id]);
    await context.close();
  });

  it('finds the last statement and saves its PDF', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    const [statement] = (await read('statements')).data;
    await page.getByRole('link', { name: 'Earnings' }).click();
    const row = page.getByRole('row', { name: new RegExp(statement.number) });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: /^PDF: statement of/ }).click(),
    ]);
    const file = await readFile(await download.path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdfTexts(file).flat().join(' ')).toContain(statement.number);

    await page.getByTitle('Sort by You earn').click();
    await page.waitForURL(/sort=earnings(:|%3A)desc/);
    const heading = page.getByRole('table', { name: 'Your orders' }).getByRole('columnheader', { name: 'You earn' });
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: Your orders' }).click();
    const [headings, ...orders] = parseCsv(await readFile(await (await saved).path(), 'utf8')) as string[][];
    const earned = headings!.indexOf('You earn');
    const currency = headings!.indexOf('You earn (currency)');
    const amounts = orders
      .filter((order) => order[currency] === orders[0]![currency])
      .map((order) => Number(order[earned]));
    expect(amounts.length).toBeGreaterThan(1);
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
    // A figure of a link leads to its clicks and orders.
    const [link] = (await read('link-stats')).data;
    await page.goto(`${here.url}/console/creator/links/${link.id}`);
    await page.getByRole('main').getByRole('link', { name: 'Clicks', exact: true }).click();
    await page.waitForURL(new RegExp(`/users/${user}/days\\?.*link=${link.id}`));
    expect(faults).toEqual([]);
    await context.close();
  });

  it('can be used with the keyboard only, to sign in and to create a link', async () => {
    const { page, context } = await here.visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: here.url });
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40; step++) {
        const label = await page.evaluate<string>(
          `(document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? '').trim()`,
        );
        if (label.startsWith(name)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} is not reached by Tab`);
    };
    await page.getByLabel('E-mail').waitFor();
    await tabTo('E-mail');
    await page.keyboard.type(here.demo.emails.creator);
    await tabTo('Password');
    await page.keyboard.type('tributary-demo');
    await page.keyboard.press('Enter');
    await address(page).waitFor();
    await tabTo('Product or page URL');
    await page.keyboard.type(here.demo.product_url);
    await page.keyboard.press('Enter');
    await page.getByText('Copied to the clipboard').waitFor();
    expect(await clipboard(page)).toContain(`${here.url}/r/`);
    await context.close();
  });

  it('changes the password, and shows errors at the field', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/account' });
    await page.getByLabel('Current password').fill('not the one');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('Confirm new password').fill('other');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Use at least 8 characters.').waitFor();
    await page.getByText('The passwords don’t match.').waitFor();
    const next = 'a long one of mine';
    for (const field of [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm new password')])
      await field.fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await page.getByLabel('Current password').fill('tributary-demo');
    await page.getByLabel('Keep my API tokens').check();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    const body = { email: here.demo.emails.creator, password: next };
    expect((await here.application.call({ method: 'POST', url: '/v2/sessions', body })).status).toBe(201);
    // Restores the state for later tests.
    const back = { current_password: next, password: 'tributary-demo', keep_tokens: true };
    expect((await here.application.call({ method: 'PUT', url: '/v2/me/password', as, body: back })).status).toBe(204);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('names a channel, reads how to prove it and why it is not proven, until an administrator confirms it', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/account' });
    const section = page.getByRole('region', { name: 'Channels' });
    await section.getByLabel('Platform').selectOption('TikTok');
    await section.getByLabel('Name or address').fill('https://www.instagram.com/maja');
    await section.getByRole('button', { name: 'Add channel' }).click();
    await section.getByText('Enter the name of the channel at its platform, or the address of its page.').waitFor();
    await section.getByLabel('Name or address').fill('@maja.springer');
    await section.getByLabel('Followers (optional)').fill('1200');
    await section.getByRole('button', { name: 'Add channel' }).click();
    await section.getByText('TikTok: maja.springer').waitFor();
    await section.getByRole('button', { name: 'How to prove TikTok: maja.springer' }).click();
    await section.getByText(/^tributary-[0-9a-f]{16}$/).waitFor();
    await section.getByRole('button', { name: 'Check now: TikTok: maja.springer' }).click();
    await section.getByRole('alert').getByText('No proof was found').waitFor();
    expect(await pageFaults(page)).toEqual([]);

    const admin = await here.enterAs('admin', { at: `/console/admin/people/${here.demo.ids.user}` });
    await admin.page.getByRole('button', { name: 'Confirm https://www.tiktok.com/@maja.springer' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await admin.page.getByText('Channel confirmed').waitFor();
    await page.reload();
    await section.getByText(/Confirmed by the marketplace/).waitFor();
    await section.getByRole('button', { name: 'Remove TikTok: maja.springer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Channel removed').waitFor();
    expect([...faults, ...admin.faults]).toEqual([]);
    await Promise.all([context.close(), admin.context.close()]);
  });

  it('writes a profile with a picture, and publishes a page with a media kit, which ends when it is hidden', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/account' });
    const section = page.getByRole('region', { name: 'Profile for stores' });
    await section.getByLabel('About you').fill('I run in the woods.');
    await section.getByLabel('Post', { exact: true }).fill('4000');
    await section.getByRole('button', { name: 'Add example' }).click();
    await section.getByLabel('Title 2').fill('A winter of running');
    await section.getByLabel('Address 2').fill('https://linnea.example/winter');
    expect(await pageFaults(page)).toEqual([]);
    await section.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    const saved = async () => await read('profile');
    expect(await saved()).toMatchObject({
      bio: 'I run in the woods.',
      rates: [{ kind: 'post', amount: { minor: 400_000 } }, {}, {}],
    });
    await section
      .getByLabel('Choose picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: blackPng({ width: 40, height: 40 }) });
    await page.getByText('Picture saved').waitFor();
    await section.getByRole('button', { name: 'Remove picture' }).waitFor();

    await section.getByLabel('Name in the address').fill('linnea-runs');
    const chosen = section.getByRole('list', { name: 'Links on the page' });
    const titles: string[] = [];
    for (const count of [1, 2]) {
      await section.getByLabel('Add a link').click();
      const offered = page.locator('[role=option]:visible').first();
      titles.unshift((await offered.innerText()).split(' · ')[0]!);
      await offered.click();
      await expect.poll(() => chosen.getByRole('listitem').count()).toBe(count);
    }
    await chosen
      .getByRole('button', { name: `Move ${titles[0]} up`, exact: true })
      .last()
      .click();
    expect(await pageFaults(page)).toEqual([]);
    await section.getByRole('button', { name: 'Save page' }).click();
    await page.getByText('Page saved').waitFor();
    expect((await read('public-page')).links.map(({ title }: { title: string }) => title)).toEqual(titles);
    const [shown] = await Promise.all([
      context.waitForEvent('page'),
      section.getByRole('link', { name: 'Open page' }).click(),
    ]);
    await shown.getByRole('heading', { level: 1, name: 'Linnéa Bergström' }).waitFor();
    await shown.getByText('I run in the woods.').waitFor();
    await shown.getByText('These are advertising links').waitFor();
    const tracked = shown.locator('a[rel="sponsored nofollow"]');
    expect(await tracked.allInnerTexts()).toEqual(titles);
    expect(await tracked.first().getAttribute('href')).toMatch(/\/r\//);
    expect(await accessibilityFaults(shown)).toEqual([]);
    await section.getByLabel('Publish the page').uncheck();
    await section.getByRole('button', { name: 'Save page' }).click();
    await section.getByRole('link', { name: 'Open page' }).waitFor({ state: 'detached' });
    await shown.reload();
    await shown.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.setViewportSize(PHONE);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows an administrator a new token once, and revokes it', async () => {
    const { page, faults, context } = await here.enterAs('admin', { at: '/console/account' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My script');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = (await page.getByRole('status').locator('code').innerText()).trim();
    expect((await here.application.call({ url: '/v2/me', as: token })).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke My script' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Token revoked.').waitFor();
    expect((await here.application.call({ url: '/v2/me', as: token })).status).toBe(401);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('sorts words in ascending and days in descending order first', async () => {
    const { page, context } = await here.enterAs('admin');
    await page.goto(`${here.url}/console/admin/clients`);
    const sortedBy = async (column: string, order: string, sort: string) => {
      await page.getByTitle(`Sort by ${column}`).click();
      await page.waitForURL(new RegExp(`sort=${sort}`));
      // The URL changes before the page does, and the next click belongs to the page.
      const heading = page.getByRole('columnheader', { name: column });
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe(order);
    };
    await sortedBy('Name', 'ascending', 'name%3Aasc');
    await sortedBy('Name', 'descending', 'name%3Adesc');
    await sortedBy('Created', 'descending', 'created_at%3Adesc');
    await context.close();
  });

  it('keeps figures and buttons visible beside long names without spaces', async () => {
    const { pool } = here.application.database;
    const { affiliate_link: link, offer: campaign } = here.demo.ids;
    const { rows } = await pool.query<{ id: string; name: string; title: string }>(
      'SELECT s.id, s.name, l.title FROM links l JOIN stores s ON s.id = l.store_id WHERE l.id = $1',
      [link],
    );
    await pool.query('UPDATE stores SET name = $1 WHERE id = $2', ['X'.repeat(128), rows[0]!.id]);
    await pool.query('UPDATE links SET title = $1 WHERE id = $2', ['y'.repeat(200), link]);
    const { page, faults, context } = await here.enterAs('creator', { size: { width: 360, height: 800 } });
    for (const [path, ready] of [
      ['', 'Your latest links'],
      ['/links', 'My links'],
      [`/links/${link}`, 'From clicks'],
      [`/campaigns/${campaign}`, 'Messages'],
    ]) {
      await page.goto(`${here.url}/console/creator${path}`, { waitUntil: 'networkidle' });
      await page.getByText(ready!).first().waitFor();
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360]);
      if (path === '/links') {
        const sum = page
          .getByRole('row', { name: /y{200}/ })
          .getByRole('cell')
          .filter({ hasText: /^SEK/ });
        const { x, width } = (await sum.boundingBox())!;
        expect(x + width).toBeLessThanOrEqual(360);
        // The second line of the row has the button that copies the link.
        const copy = page.getByRole('button', { name: /^Copy: y{200}$/ });
        await copy.click();
        await page.getByRole('button', { name: /^Copied: y{200}$/ }).waitFor();
        const [{ url }] = (await read('link-stats?search=yyyyy')).data;
        expect(await clipboard(page)).toBe(url);
      }
    }
    await pool.query('UPDATE stores SET name = $1 WHERE id = $2', [rows[0]!.name, rows[0]!.id]);
    await pool.query('UPDATE links SET title = $1 WHERE id = $2', [rows[0]!.title, link]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    [['creator', 'creator?tab=many', 'creator/links', 'creator/links/{link}', 'creator/domains', 'account']],
    [['creator/campaigns', 'creator/campaigns/{campaign}', 'creator/earnings', 'notifications']],
    [['creator/products', 'creator/links/import', 'creator/webhooks', 'creator/invitations/{token}']],
  ])('has no accessibility faults, and nothing is cut off on a phone: %j', async (templates) => {
    const { page, faults, context } = await here.enterAs('creator');
    const { affiliate_link: link, offer: campaign } = here.demo.ids;
    const values: Record<string, unknown> = { link, campaign, token: here.demo.offer_token };
    const paths = templates.map((path) => path.replace(/\{(\w+)\}/, (_, name) => `${values[name]}`));
    expect(
      await faultsAt(
        page,
        paths.map((path) => `${here.url}/console/${path}`),
      ),
    ).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
