import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { loaded, pageFaults, settled } from '../../harness/page-faults.ts';

/** The texts that are wider than their element and hidden there, apart from those that end in an ellipsis. */
const CUT_TEXTS = `[...document.querySelectorAll('#content *')].filter((element) => {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return hasText && overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.clientWidth > 1
    && element.scrollWidth > element.clientWidth + 1;
}).map((element) => element.textContent)`;

/** Texts of the page with their places and styles, as a function of the page. */
const places = `(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y, width, height } = range.getBoundingClientRect();
  const { color, fontSize, fontWeight, lineHeight } = getComputedStyle(element);
  return { text: element.textContent, x, y, width, height, color, fontSize, fontWeight, lineHeight };
})`;

describe.skipIf(chromiumPath === null)('Every page of the console', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('paints its heading before the scripts are loaded, where the page then shows it', async () => {
    const { store, client, offer } = here.demo.ids;
    const pages = [
      ['creator', '/console/creator', 1_360],
      ['advertiser', `/console/shop/${store}/orders`, 360],
      ['agency', `/console/agency/${client}`, 800],
      ['admin', '/console/admin', 1_000],
      // The heading is that of the record, which is requested early, too.
      ['advertiser', `/console/shop/${store}/campaigns/${offer}`, 1_360],
    ] as const;
    for (const [role, path, width] of pages) {
      const { page } = await here.enterAs(role);
      await page.setViewportSize({ width, height: 800 });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/console-frame-[^/]*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(here.url + path, { waitUntil: 'commit' });
      const heading = '.shell-heading p:nth-child(n + 2)';
      await page.locator(heading).first().waitFor();
      const early = await page.evaluate(`(${places})('${heading}')`);
      release();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(early, path).toHaveLength(2);
      expect(await page.evaluate(`(${places})('h1, :has(> h1) + p')`), path).toEqual(early);
      expect(await page.locator('#shell').isVisible()).toBe(false);
    }
  });

  it('paints the words beside the sign-in form before the scripts are loaded, where the page then shows them', async () => {
    for (const width of [1_360, 800, 360]) {
      const { page } = await here.visit();
      await page.setViewportSize({ width, height: 860 });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/framework-[^/]*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${here.url}/console/sign-in`, { waitUntil: 'commit' });
      await page.locator('.shell-story p', { hasText: /./ }).first().waitFor();
      const early = await page.evaluate(`(${places})('.shell-story p')`);
      release();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(`(${places})('h1, h1 + p')`), `${width}`).toEqual(early);
    }
  });

  it('reads the record that the early script requests only once', async () => {
    const { store, offer } = here.demo.ids;
    const { page } = await here.enterAs('advertiser');
    // The first page has sent its last request.
    await page.goto('about:blank');
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (['/v2/me', `/v2/stores/${store}/campaigns`].includes(pathname)) requests.push(pathname);
    });
    await page.goto(`${here.url}/console/shop/${store}/campaigns/${offer}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(requests).toEqual(['/v2/me', `/v2/stores/${store}/campaigns`]);
  });

  it('groups the pages of a role by task, opens the group of the page, and remembers what was closed', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/runs' });
    const main = page.getByRole('navigation', { name: 'Main' });
    const group = (name: string) => main.getByRole('button', { name });
    const isOpen = (name: string) => group(name).getAttribute('aria-expanded');
    await main.locator('a[aria-current=page]').getByText('Payout runs').waitFor();
    const states = async () =>
      Object.fromEntries(
        await Promise.all(
          ['Market', 'Money in', 'Money out', 'Trust', 'Settings'].map(async (name) => [name, await isOpen(name)]),
        ),
      );
    expect(await states()).toEqual({
      Market: 'true',
      'Money in': 'false',
      'Money out': 'true',
      Trust: 'false',
      Settings: 'false',
    });
    expect(await main.getByRole('link', { name: 'Receivables' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await group('Money in').focus();
    await page.keyboard.press('Enter');
    await main.getByRole('link', { name: 'Receivables' }).waitFor();
    await group('Market').click();
    await page.reload();
    await main.getByRole('link', { name: 'Receivables' }).waitFor();
    expect(await states()).toMatchObject({ Market: 'false', 'Money in': 'true' });
    expect(faults).toEqual([]);
  });

  it('loads a page or a part of it again in place when the connection was lost', async () => {
    const { page, context, faults } = await here.enterAs('admin');
    await page.goto(`${here.url}/console/admin/system`);
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    // A menu of the frame whose file is still missing would report the lost network, too.
    await expect.poll(() => page.getByRole('banner').locator('[aria-disabled=true]').count()).toBe(0);
    const failure = page.getByRole('alert').getByText('This part could not be loaded');
    const linkTo = (path: string) => page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${path}"]`);
    await context.setOffline(true);
    await linkTo('/console/admin/people').click();
    await failure.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Back online, it continues by itself.
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    const charts = /\/charts-[^/]*\.js$/;
    await page.route(charts, (route) => route.abort());
    await linkTo('/console/admin').click();
    await failure.waitFor();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.unroute(charts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await failure.waitFor({ state: 'detached' });
    expect([loads, faults]).toEqual([0, []]);
  });

  it('says once for the whole page that the server is slow or lost, awaits what it lacks, and goes on by itself', async () => {
    const { page, faults } = await here.enterAs('admin');
    await page.goto(`${here.url}/console/admin/system`);
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    let lose = () => {};
    const isLost = new Promise<void>((resolve) => {
      lose = resolve;
    });
    const ofApi = /\/v2\//;
    await page.route(ofApi, async (route) => {
      await isLost;
      await route.abort();
    });
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/console/admin/people"]').click();
    const notice = page.getByRole('status').filter({ hasText: /\S/ });
    await notice.getByText('This takes longer than usual.').waitFor();
    lose();
    await notice.getByText('Connection lost. Trying again…').waitFor();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unroute(ofApi);
    await page.getByRole('table', { name: 'People' }).getByRole('row').nth(1).waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([]);
  });

  it('reloads a page from before a release once, when its files are gone', async () => {
    const { page } = await here.enterAs('admin');
    await page.goto(`${here.url}/console/admin/system`);
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(/\/people-page-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.route('**/console/sign-in', (route) =>
      route.fulfill({ body: '<script src="/console/assets/next.js">' }),
    );
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/console/admin/people"]').click();
    // The file remains missing, so that an error is shown after the one reload.
    await page.getByRole('alert').getByText('The console has been updated').waitFor();
    expect(loads).toBe(1);
  });

  it('opens without a network from the files that the service worker has cached, which contain no reply of the API', async () => {
    const { page, context } = await here.visit('/console/sign-in', 'allow');
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    await page.getByLabel('E-mail').fill(here.demo.emails.creator);
    await page.getByRole('textbox', { name: 'Password' }).fill(here.demo.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/console\/creator/);
    await page.goto(`${here.url}/console/creator/links`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const kept = await page.evaluate<string[]>(`(async () => {
      const caches = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)));
      return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
    })()`);
    expect(kept.filter((path) => !path.startsWith('/console/assets/'))).toEqual(['/console/sign-in']);
    expect(kept.some((path) => path.includes('/links-page-'))).toBe(true);
    // Signing out ends the session at the server and does not change the cache.
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/console\/sign-in/);
    await page.goto(`${here.url}/console/creator/links`);
    await page.waitForURL(/\/console\/sign-in/);
    await context.setOffline(true);
    await page.reload();
    // The program starts. Only the session cannot be read.
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
  });

  it('opens a menu whose button was pressed before the menu was loaded, and keeps the focus of the button', async () => {
    const { page, context, faults } = await here.enterAs('creator');
    await page.close();
    const other = await context.newPage();
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route(/\/menus-[^/]*\.js$/, async (route) => {
      await isHeld;
      await route.continue();
    });
    await other.goto(`${here.url}/console/creator`);
    const button = other.getByRole('banner').getByRole('button').last();
    const inFocus = other.locator(':focus');
    await other.locator('[aria-disabled="true"]').and(button).waitFor();
    await button.focus();
    await other.keyboard.press('Enter');
    expect(await other.getByRole('menu').count()).toBe(0);
    release();
    await other.getByRole('menuitem').first().and(inFocus).waitFor();
    await other.keyboard.press('ArrowDown');
    await other.getByRole('menuitem').nth(1).and(inFocus).waitFor();
    await other.getByRole('menuitemradio', { checked: true }).waitFor();
    await settled(other);
    // An open menu is beside the page, as a dialog is, which only the rule about landmarks does not know.
    expect((await accessibilityFaults(other)).filter(({ rule }) => rule !== 'region')).toEqual([]);
    await other.keyboard.press('Escape');
    // The focus returns to the button that the loaded menu brought.
    await button.and(inFocus).waitFor();
    expect(faults).toEqual([]);
  });

  it('reports an unknown address or a page without permission, with a link back', async () => {
    const { page } = await here.enterAs('admin');
    for (const path of ['/admin/people/99999', '/admin/clients/99999']) {
      await page.goto(`${here.url}/console${path}`);
      await page.getByText('Not found').waitFor();
      await page.getByRole('link', { name: /^All / }).waitFor();
    }
    for (const path of ['/admin/periods/2026-13', '/admin/lists/none', '/none']) {
      await page.goto(`${here.url}/console${path}`);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      expect(await page.title()).toBe('Page not found – Tributary');
    }
    expect(await pageFaults(page)).toEqual([]);
    const other = await here.enterAs('agency');
    await other.page.addInitScript(`new MutationObserver(() => { globalThis.hasEarlyHeading = true; })
      .observe(document, { subtree: true, attributeFilter: ['data-shell-heading'] })`);
    await other.page.goto(`${here.url}/console/admin`);
    await other.page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor();
    // The shell has not shown the heading of the page either.
    expect(await other.page.evaluate('globalThis.hasEarlyHeading')).toBeUndefined();
    expect(await pageFaults(other.page)).toEqual([]);
    await other.page.getByRole('link', { name: 'Back to home' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    // Control: on a permitted page, it is shown before the scripts are loaded.
    await other.page.route(/\/framework-[^/]*\.js$/, () => {});
    await other.page.reload({ waitUntil: 'commit' });
    await expect.poll(() => other.page.evaluate('globalThis.hasEarlyHeading')).toBe(true);
  });

  it('explains a failing server, and works again when the server recovers', async () => {
    const { page, faults } = await here.enterAs('agency');
    const failing = /\/v2\/clients\/\d+\/earnings/;
    const body = JSON.stringify({ message: 'Server Error', request_id: 'req-4711' });
    await page.route(failing, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
    await page.getByRole('link', { name: 'Earnings' }).click();
    await page.getByRole('alert').getByText('req-4711').waitFor();
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'By month' }).getByRole('row').nth(1).waitFor();
    expect(faults).toEqual([]);
  });

  it('switches to the same page of another store, and back', async () => {
    const { page, faults } = await here.visit();
    const { rows } = await here.application.database.pool.query<{ email: string; ids: string[]; names: string[] }>(
      `SELECT u.email, array_agg(s.id ORDER BY s.id) AS ids, array_agg(s.name ORDER BY s.id) AS names
       FROM store_members m JOIN users u ON u.id = m.user_id JOIN stores s ON s.id = m.store_id
       GROUP BY u.email HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT 1`,
    );
    const { email, ids, names } = rows[0]!;
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(here.demo.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/console\/shop\/\d+/);
    await page.goto(`${here.url}/console/shop/${ids[0]}/orders`);
    const chooser = page.getByRole('combobox', { name: 'Store', exact: true });
    await chooser.selectOption(names[1]!);
    await page.waitForURL(new RegExp(`/console/shop/${ids[1]}/orders`));
    await page.goBack();
    await page.waitForURL(new RegExp(`/console/shop/${ids[0]}/orders`));
    // The address changes before the page does.
    await expect.poll(() => chooser.inputValue()).toBe(ids[0]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['many words', 'Internationella specialvaruhuset för löpning och längdskidåkning i Norra Jämtlands fjällvärld AB'],
    ['one word', 'X'.repeat(128)],
  ])('truncates a store name of %s to the width of a phone, and makes all of it available', async (_, name) => {
    const { pool } = here.application.database;
    const { rows } = await pool.query<{ id: string; email: string; shops: number }>(
      `SELECT min(s.id) AS id, u.email, count(*)::int AS shops FROM stores s JOIN store_members m ON m.store_id = s.id
       JOIN users u ON u.id = m.user_id GROUP BY u.email ORDER BY shops`,
    );
    const [one, several] = [rows[0]!, rows.at(-1)!];
    expect([one.shops, several.shops > 1]).toEqual([1, true]);
    await pool.query('UPDATE stores SET name = $1 WHERE id = ANY($2)', [name, [one.id, several.id]]);
    for (const { id, email } of [one, several]) {
      const { page, faults } = await here.visit();
      await page.setViewportSize({ width: 360, height: 800 });
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(here.demo.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(/\/console\/shop\/\d+/);
      await page.goto(`${here.url}/console/shop/${id}`);
      const shown = page.getByRole('banner').getByTitle(name, { exact: true });
      await shown.waitFor();
      const overflow = await shown.evaluate((element) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (of: unknown) => { textOverflow: string };
        };
        return getComputedStyle(element).textOverflow;
      });
      expect(overflow).toBe('ellipsis');
      const { x, width, height } = (await shown.boundingBox())!;
      // The user's menu beside it stays visible.
      expect(x + width).toBeLessThan(320);
      expect(height).toBeLessThan(60);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(faults).toEqual([]);
    }
  });

  it('refuses days that cannot be requested, with the reason', async () => {
    const size = { width: 360, height: 800 };
    const { page, faults } = await here.enterAs('creator', { at: '/console/creator/links', size });
    const days = page.getByRole('button', { name: /\d{4} – / });
    await days.click();
    const [from, to, show] = [
      page.getByRole('textbox', { name: /^From/ }),
      page.getByLabel(/^To\b/),
      page.getByRole('button', { name: 'Show', exact: true }),
    ];
    await to.fill('2025-12-31');
    await page.getByText('The end date is before the start date.').waitFor();
    await from.fill('2024-12-30');
    await page.getByText('Select at most 366 days; this range has 367.').waitFor();
    expect([await show.isDisabled(), await from.getAttribute('aria-invalid')]).toEqual([true, 'true']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    expect(await accessibilityFaults(page)).toEqual([]);
    await from.press('Enter');
    expect(page.url()).not.toContain('2024-12-30');
    await from.fill('1999-12-31');
    await page.getByText('There is no data before').waitFor();
    await from.fill('');
    await page.getByText('Select both dates.').waitFor();
    await from.fill('2024-12-31');
    const answer = page.waitForResponse(/link-stats\?.*from=2024-12-31/);
    await from.press('Enter');
    expect((await answer).status()).toBe(200);
    await show.waitFor({ state: 'detached' });
    // It cannot be requested by the URL either.
    await page.goto(`${here.url}/console/creator/links?from=2020-01-01&to=2025-12-31`);
    await days.waitFor();
    expect(await days.innerText()).not.toContain('2020');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  // Each page takes seconds per language. These pages have the most different controls, and German has the longest words.
  it.each([
    ['Swedish', 'sv', 'creator', ['creator/payouts']],
    ['German', 'de', 'admin', ['admin', 'shop/{store}/campaigns/new', 'shop/{store}/orders']],
  ] as const)('is complete and accessible in %s on a small phone', async (_, language, role, pages) => {
    const [first, ...others] = pages.map((at) => `/console/${at.replace('{store}', `${here.demo.ids.store}`)}`);
    const { page, context, faults } = await here.enterAs(role, { at: first!, size: { width: 320, height: 720 } });
    await context.addInitScript(`localStorage.setItem('tributary.language', '${language}')`);
    for (const at of [first!, ...others]) {
      await page.goto(`${here.url}${at}`);
      await loaded(page);
      const cut = await page.evaluate<string[]>(CUT_TEXTS);
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      const lang = await page.evaluate('document.documentElement.lang');
      const violations = await accessibilityFaults(page);
      expect({ at, cut, over, lang, violations }).toEqual({ at, cut: [], over: 0, lang: language, violations: [] });
    }
    expect(faults).toEqual([]);
  });

  it('shows the name of the agency that an administrator has opened', async () => {
    const { page } = await here.enterAs('admin');
    await page.goto(`${here.url}/console/agency/${here.demo.ids.client}`);
    await page.getByRole('banner').getByText('Nordljus Creators').waitFor();
  });
});
