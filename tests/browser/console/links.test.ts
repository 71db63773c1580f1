import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The settings of links and webhooks in the console', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });
  const settingsOf = async (link: number) =>
    (
      await here.application.call({
        url: `/v2/affiliate-links/${link}/settings`,
        as: here.demo.tokens.creator,
      })
    ).body;

  it('can be edited by a creator, whose list shows tags and omits archived links', async () => {
    const link = here.demo.ids.affiliate_link;
    const { page, faults, context } = await here.enterAs('creator', { at: `/console/creator/links/${link}` });
    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
    const form = page.getByRole('dialog', { name: 'Settings' });
    await form.getByLabel('Name in the URL').fill('admin');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await form.getByText('is reserved').waitFor();
    await form.getByLabel('Name in the URL').fill('My-Best-Shoes');
    await form.getByLabel('Title').fill('The best shoes');
    await form.getByLabel('Tags', { exact: true }).fill('Best of');
    await page.keyboard.press('Enter');
    await form.getByLabel('Expires').fill('2039-05-01');
    await form.getByLabel('Time', { exact: true }).fill('12:00');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    await page
      .getByText(/\/r\/my-best-shoes$/)
      .first()
      .waitFor();
    const settings = await settingsOf(link);
    expect(settings).toMatchObject({ slug: 'my-best-shoes', title: 'The best shoes', tags: ['best of'] });
    expect(settings.expires_at).toMatch(/^2039-(?:04-30|05-0[12])T/);
    expect(await accessibilityFaults(page)).toEqual([]);

    await form.getByRole('button', { name: 'Archive', exact: true }).click();
    await form.getByRole('button', { name: 'Restore from archive' }).waitFor();
    expect((await settingsOf(link)).archived_at).not.toBeNull();

    await page.goto(`${here.url}/console/creator/links?tag=best%20of`);
    await page.getByText('No matching links').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Archived links');
    await page.getByRole('link', { name: settings.title, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show links with the tag best of' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The refused slug is the only request that failed.
    expect(faults.filter((fault) => !/422/.test(fault))).toEqual([]);
    await context.close();
  });

  it('open behind the results: figures, chart and clicks come first, with the QR code as a picture and the sharing of the device', async () => {
    const link = here.demo.ids.affiliate_link;
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator' });
    await context.addInitScript('navigator.share = async (shared) => { window.shared = shared; };');
    await page.goto(`${here.url}/console/creator/links/${link}`);
    const figure = page.getByRole('main').getByRole('link', { name: 'Clicks', exact: true });
    expect((await figure.boundingBox())!.y).toBeLessThan(450);
    await page.getByRole('figure', { name: 'Clicks by day, with the previous period' }).waitFor();
    await page.getByLabel('Figure in the chart').selectOption('Earned per click');
    await page.getByRole('figure', { name: 'Earned per click by day, with the previous period' }).waitFor();
    await page.getByLabel('Compare with').selectOption('No comparison');
    await page.waitForURL(/figure=perClick.*vs=none|vs=none.*figure=perClick/);
    await page.getByRole('figure', { name: 'Earned per click by day', exact: true }).waitFor();
    const clicks = page.getByRole('table', { name: 'Clicks' });
    await clicks.getByRole('row').nth(1).waitFor();
    await page.getByLabel('Result').selectOption('Counted');
    await page.waitForURL(/class=counted/);
    const code = page.getByRole('img', { name: /^QR code of / });
    await code.waitFor();
    expect(await page.evaluate(`document.querySelector('img[alt^="QR code"]').naturalWidth`)).toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'QR code (PNG)' }).click();
    expect((await download).suggestedFilename()).toBe(`qr-code-${link}.png`);
    const drawn = async () => decodeURIComponent((await code.getAttribute('src'))!);
    await page.getByLabel('Colour of the code', { exact: true }).selectOption('Own colour');
    await page.getByLabel('Own colour of the code').fill('#8a1538');
    await expect.poll(drawn).toContain('#8a1538');
    await page.getByLabel('Transparent background').check();
    await expect.poll(drawn).not.toContain('#ffffff');
    await page.getByLabel('Own colour of the code').fill('#ffd700');
    await page.getByText('Choose a darker colour').waitFor();
    expect(await page.getByRole('button', { name: 'QR code (SVG)' }).isDisabled()).toBe(true);
    await page.getByLabel('Colour of the code', { exact: true }).selectOption('Black');
    await expect.poll(drawn).toContain('#000000');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => page.evaluate('window.shared?.url')).toMatch(/\/r\//);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Title').waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'hidden' });
    await page.waitForURL(/class=counted/);
    // The refused colour is the only request that failed.
    expect(faults.filter((fault) => !/422/.test(fault))).toEqual([]);
    await context.close();
  });

  it('are shared by a menu where the device has no sharing: copied, with a notice of advertising, and by e-mail', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator' });
    await context.addInitScript('navigator.share = undefined;');
    await page.goto(`${here.url}/console/creator/links/${here.demo.ids.affiliate_link}`);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    const mail = await page.getByRole('menuitem', { name: 'Send by e-mail' }).getAttribute('href');
    expect(decodeURIComponent(mail!)).toMatch(/^mailto:\?subject=.*Advertisement: .*\/r\//);
    await page.getByRole('menuitem', { name: 'Copy with advertising notice' }).click();
    await page.getByText('Copied to the clipboard.').waitFor();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    expect(await copied()).toMatch(/^Advertisement: I can earn from purchases through this link\. .*\/r\//);
    await share.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect.poll(copied).toMatch(/^http\S+\/r\/\S+$/);
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are made from the page of a shop by a bookmark, which fills in the address and creates nothing by itself', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator/links' });
    const bookmark = page.getByRole('link', { name: 'Make a link', exact: true });
    const program = (await bookmark.getAttribute('href'))!;
    expect(program).toMatch(/^javascript:void\(/);
    // A press explains it, and runs nothing.
    await bookmark.click();
    await page.getByRole('alert').getByText('Drag this button to the bookmarks of your browser').waitFor();
    expect(page.url()).toContain('/console/creator/links');
    const shop = await context.newPage();
    await shop.route('https://shop.example.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Shoe</title>' }),
    );
    await shop.goto('https://shop.example.test/shoe?a=1&b=%20x#top');
    const created: string[] = [];
    context.on('request', (request) => {
      if (request.method() !== 'GET') created.push(request.url());
    });
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      shop.evaluate(decodeURIComponent(program.slice('javascript:'.length))),
    ]);
    await opened.getByText('Nothing is created until you press').waitFor();
    const field = opened.getByLabel('Product or page URL');
    expect(await field.inputValue()).toBe('https://shop.example.test/shoe?a=1&b=%20x#top');
    expect(created.filter((url) => url.includes('affiliate-links'))).toEqual([]);
    // The address in a text, as devices share it with the console when it is installed; and no other kind of address.
    const manifest = await (
      await context.request.get(
        new URL((await page.locator('link[rel="manifest"]').getAttribute('href'))!, here.url).href,
      )
    ).json();
    const { action, params, method } = manifest.share_target;
    expect([method, manifest.scope]).toEqual(['GET', '/console/']);
    const icon = await context.request.get(new URL(manifest.icons[0].src, here.url).href);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
    const shared = new URLSearchParams({ [params.text]: 'See https://shop.example.test/two' });
    await opened.goto(`${here.url}${action}?${shared}`);
    await expect.poll(() => field.inputValue()).toBe('https://shop.example.test/two');
    await opened.goto(`${here.url}/console/creator?url=${encodeURIComponent('javascript:alert(1)')}`);
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await pageFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keep unsaved input through a reload, a change by another user, a lost network and an ended session', async () => {
    const { creator: as } = here.demo.tokens;
    const link = here.demo.ids.affiliate_link;
    const elsewhere = (body: object) =>
      here.application.call({ method: 'PATCH', url: `/v2/affiliate-links/${link}`, as, body });
    const { page, faults, context } = await here.enterAs('creator', {
      at: `/console/creator/links/${link}?settings=true`,
    });
    const form = page.getByRole('dialog', { name: 'Settings' });
    const title = form.getByLabel('Title');
    const save = form.getByRole('button', { name: 'Save settings' });
    await title.fill('Mine');
    await page.reload();
    await form.getByText('Your unsaved input has been restored.').waitFor();
    expect(await title.inputValue()).toBe('Mine');

    // The title was changed on both sides, the tags only by the other user.
    await elsewhere({ title: 'Theirs', tags: ['theirs'] });
    await save.click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await conflict.getByRole('radio', { name: 'Take theirs: Theirs' }).waitFor();
    expect(await conflict.getByRole('radio').count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await form.getByText('Not saved. Somebody else has changed the same fields.').waitFor();
    expect(await title.inputValue()).toBe('Mine');
    await save.click();
    // The network is lost before the page is read again. The page keeps what it shows, and the input.
    const reading = /\/link-stats\?.*size=1$/;
    let lost = 0;
    await page.route(reading, (route) => {
      lost += 1;
      return route.abort('internetdisconnected');
    });
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').first().waitFor();
    expect(await settingsOf(link)).toMatchObject({ title: 'Mine', tags: ['theirs'] });
    // A query is repeated twice.
    await expect.poll(() => lost, { timeout: 15_000 }).toBe(3);
    await page.unroute(reading);

    await context.setOffline(true);
    await title.fill('Mine again');
    await save.click();
    await form.getByText('The server cannot be reached.').waitFor();
    // The page reads its records again when the network is back, and would itself find that the session has ended.
    const reads = /\/v2\//;
    await page.route(reads, (route) =>
      route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.fallback(),
    );
    await context.clearCookies();
    await context.setOffline(false);
    await save.click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await page.unroute(reads);
    const password = ended.getByRole('textbox', { name: 'Password' });
    await password.fill('wrong');
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ended.getByText('Wrong e-mail or password.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await password.fill(here.demo.password);
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ended.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await settingsOf(link)).title).toBe('Mine again');
    await save.waitFor({ state: 'hidden' });

    // No unsaved input remains in the browser.
    await title.fill('Unsaved');
    const kept = () => page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')).length");
    expect(await kept()).toBe(1);
    await form.getByRole('button', { name: 'Discard' }).click();
    expect(await kept()).toBe(0);
    // The browser reports the refusals, and nothing else.
    expect(faults.filter((fault) => !/401|412|DISCONNECTED/.test(fault))).toEqual([]);
    await context.close();
  });

  it('are archived together, and restored by the undo button', async () => {
    const { page, faults, context } = await here.enterAs('creator', { at: '/console/creator/links' });
    const table = page.getByRole('table', { name: 'My links' });
    const boxes = table.getByRole('checkbox');
    await boxes.nth(1).waitFor();
    const rows = table.locator('[data-row]');
    const before = await rows.count();
    for (const at of [0, 1]) await boxes.nth(at).check();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('2 links archived.').waitFor();
    await expect.poll(() => rows.count()).toBe(before - 2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(before);

    // Columns and views are kept in the browser, filters and order in the URL.
    await page.getByTitle('Sort by Created').click();
    await page.getByLabel('Show', { exact: true }).selectOption('Archived links too');
    await page.waitForURL(/archived=include/);
    await page.getByRole('button', { name: 'Columns and views' }).click();
    const menu = page.getByRole('dialog', { name: 'Columns and views' });
    await menu.getByRole('checkbox', { name: 'Orders' }).uncheck();
    await menu.getByLabel('Name of the view').fill('Everything');
    await menu.getByRole('button', { name: 'Save view' }).click();
    await menu.getByRole('button', { name: 'Everything', exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await menu.getByRole('checkbox', { name: 'Orders' }).check();
    await page.goto(`${here.url}/console/creator/links`);
    await table.getByRole('columnheader', { name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'Columns and views' }).click();
    await menu.getByRole('button', { name: 'Everything', exact: true }).click();
    await page.waitForURL(/sort=created_at%3Adesc.*archived=include|archived=include.*sort=created_at%3Adesc/);
    await table.getByRole('columnheader', { name: 'Orders' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('include own domains, with the proof to publish', async () => {
    const { page, faults, context } = await here.enterAs('agency');
    await page.getByRole('link', { name: 'Own domains' }).first().click();
    await page.getByLabel('Add a domain').fill('go.agency.example');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByText('_tributary.go.agency.example').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove go.agency.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No domains').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('include postbacks of creators, whose deliveries are logged', async () => {
    const { page, faults, context } = await here.enterAs('creator');
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByText('No postbacks').waitFor();
    const form = page.getByRole('region', { name: 'Add a postback' });
    const field = form.getByLabel('URL');
    await field.fill('https://network.example/?click={clickid}');
    await form.getByRole('button', { name: 'Create postback' }).click();
    await form.getByText('must contain no other macros').waitFor();
    const url = 'https://network.example/?click={click_id}&pay={payout}';
    await field.fill(url);
    await form.getByRole('button', { name: 'Create postback' }).click();
    await page.getByRole('button', { name: `Send test to ${url}` }).click();
    await page.getByRole('button', { name: `Deliveries to ${url}` }).click();
    await page.getByRole('button', { name: /^Send again: webhook\.test/ }).waitFor();
    expect(await page.getByRole('button', { name: `New secret for ${url}` }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Pause ${url}` }).click();
    await page.getByText('Paused by you').waitFor();
    await page.getByRole('button', { name: `Delete ${url}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No postbacks').waitFor();
    // The refused template is the only error that the browser reports.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await context.close();
  });

  it('include webhooks, whose secret is shown once and whose deliveries are logged', async () => {
    const { page, faults, context } = await here.enterAs('advertiser');
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByText('No webhooks').waitFor();
    const form = page.getByRole('region', { name: 'Add a webhook' });
    const url = 'https://receiver.example/hook';
    await form.getByLabel('URL').fill(url);
    await form.getByLabel('Participants of campaigns').check();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText(/^whsec_/).waitFor();
    await page.getByText('order.*, participant.*').waitFor();
    await page.getByRole('button', { name: `Send test to ${url}` }).click();
    await page.getByText('Test event sent').waitFor();
    await page.getByRole('button', { name: `Deliveries to ${url}` }).click();
    await page.getByRole('button', { name: /^Send again: webhook\.test/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Send again all events since').fill(new Date().toISOString().slice(0, 10));
    await page.getByRole('button', { name: `Send again all events to ${url}` }).click();
    await page.getByText('Events that are sent again:').waitFor();
    await page.getByRole('button', { name: `New secret for ${url}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret', exact: true }).click();
    await page
      .getByRole('status')
      .getByText(/^whsec_/)
      .last()
      .waitFor();
    await page.getByText('Copy the new secret now').waitFor();
    await page.getByRole('button', { name: `Pause ${url}` }).click();
    await page.getByText('Paused by you').waitFor();
    await page.reload();
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
    await page.getByRole('button', { name: `Delete ${url}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhooks').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
