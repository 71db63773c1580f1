import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { PHONE, phoneFaults } from '../../harness/phone-layout.ts';

describe.skipIf(chromiumPath === null)('The public pages', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
    await here.application.database.pool.query(
      `UPDATE site_settings SET terms = E'# Use\\n\\nBe kind.', privacy = 'Little.', imprint = 'Tributary Test AB'`,
    );
  });

  const paths = () => [
    '/',
    '/for-creators?lang=sv',
    '/for-stores?lang=de',
    '/discover/stores',
    '/discover/campaigns',
    '/terms',
    '/privacy',
    '/imprint',
    `/discover/stores/${here.demo.ids.store}`,
    `/discover/campaigns/${here.demo.ids.offer}`,
    '/no/such/page',
    '/docs',
    '/docs/links',
  ];
  const overflow = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('are accessible in light and dark, and readable at 320 px', async () => {
    const { page, context, faults, warnings } = await here.visit('/');
    // Removes the policy of the pages, which allows no script, because axe is a script that runs on the page.
    await context.route('**/*', async (route) => {
      const reply = await route.fetch();
      const { 'content-security-policy': _, ...headers } = reply.headers();
      await route.fulfill({ response: reply, headers });
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of paths()) {
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(`${here.url}${path}`);
        expect([path, await overflow(page)]).toEqual([path, 0]);
        expect([path, colorScheme, await accessibilityFaults(page)]).toEqual([path, colorScheme, []]);
        if (colorScheme === 'dark') continue;
        await page.setViewportSize(PHONE);
        expect([path, await phoneFaults(page)]).toEqual([path, []]);
      }
    }
    expect([faults, warnings]).toEqual([[], []]);
  });

  it('load nothing from other hosts, and set no cookie', async () => {
    const { page, context } = await here.visit('/');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    for (const path of paths()) await page.goto(`${here.url}${path}`);
    expect(requested.filter((url) => !url.startsWith(here.url))).toEqual([]);
    expect(requested.length).toBeGreaterThan(paths().length);
    expect(await context.cookies()).toEqual([]);
  });

  it('have an API reference that finds operations, and whose examples use the token of the reader', async () => {
    const { page, faults } = await here.visit('/docs');
    await page.getByLabel('Search by name or path').fill('own affiliate link');
    await expect.poll(() => page.getByRole('status').innerText()).toMatch(/^\d operations?$/);
    await page.getByRole('link', { name: 'POST /v2/affiliate-links', exact: true }).click();
    await page.waitForURL('**/docs/links#createOwnAffiliateLink');
    const example = (language: string) =>
      page.getByRole('group', { name: `${language} example of createOwnAffiliateLink` });
    expect(await example('curl').textContent()).toContain('"Authorization: $TRIBUTARY_TOKEN"');
    // A text that is not a token could end the string around it.
    for (const [token, header] of [
      ['trb_test_4711', '"Authorization: trb_test_4711"'],
      ['"; rm -r .', '"Authorization: $TRIBUTARY_TOKEN"'],
      ['trb_4712', '"Authorization: trb_4712"'],
      ['trb_test_4713', '"Authorization: trb_test_4713"'],
    ] as const) {
      await page.getByLabel('Token for the examples').fill(token);
      expect(await example('curl').textContent()).toContain(header);
    }
    await page.getByRole('radio', { name: 'Python' }).check();
    expect(await example('curl').isVisible()).toBe(false);
    // The token of the sandbox and the language are stored for the tab.
    await page.goto(`${here.url}/docs/orders`);
    const [python] = await page.getByRole('group', { name: /^Python example/ }).allTextContents();
    expect(python).toContain('headers={"Authorization": "trb_test_4713"}');
    expect(faults).toEqual([]);
  });

  it('take the name and colour that an administrator gives them in the console', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/site' });
    await page.getByLabel('Name of the marketplace').fill('Nordljus');
    await page.getByLabel('Accent colour').fill('#7a1fa2');
    await page.getByLabel('Introduction').fill('Links for runners.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    // The console shows the new name, too.
    await page.getByRole('link', { name: 'Nordljus' }).waitFor();
    const stranger = await here.visit('/');
    await stranger.page.getByRole('heading', { level: 1, name: /Nordljus/ }).waitFor();
    await stranger.page.getByText('Links for runners.').waitFor();
    const fill = await stranger.page.evaluate<string>(
      "getComputedStyle(document.documentElement).getPropertyValue('--fill')",
    );
    expect(fill.trim()).toBe('#7a1fa2');
    expect(faults).toEqual([]);
  });

  it('have settings that two administrators can change without overwriting each other', async () => {
    const url = '/v2/admin/site-settings';
    const as = here.demo.tokens.admin;
    const settings = async () => (await here.application.call({ method: 'GET', url, as })).body;
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/site' });
    const name = page.getByLabel('Name of the marketplace');
    await name.fill('Mine');
    await page.reload();
    await page.getByText('Your unsaved input has been restored.').waitFor();
    expect(await name.inputValue()).toBe('Mine');
    // The name was changed on both sides, the introduction only on the other.
    const theirs = { name: 'Theirs', introduction: 'Written there.' };
    expect((await here.application.call({ method: 'PATCH', url, as, body: theirs })).status).toBe(200);
    await name.press('Control+Enter');
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await conflict.getByRole('radio', { name: 'Take theirs: Theirs' }).waitFor();
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await settings()).toMatchObject({ name: 'Mine', introduction: 'Written there.' });
    // Errors that the browser finds are shown at the field, and nothing is sent.
    await name.fill('');
    await name.press('Enter');
    await page.getByText('Fill in this field.').waitFor();
    expect(await name.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await settings()).name).toBe('Mine');
    expect(faults.filter((fault) => !/412/.test(fault))).toEqual([]);
  });

  it('link to the demo, and to the console if there is a session', async () => {
    const stranger = await here.visit('/');
    await stranger.page.getByRole('link', { name: 'Explore the demo' }).click();
    await stranger.page.getByText('Explore the demo as').waitFor();
    const { page } = await here.enterAs('creator');
    await page.goto(`${here.url}/`);
    await page.waitForURL(/\/console\/creator/);
  });
});
