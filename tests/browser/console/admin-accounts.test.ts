import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, choose, type DemoConsole, startDemoConsole } from '../../harness/console.ts';

describe.skipIf(chromiumPath === null)('The administration of people, agencies and stores', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  const query = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;
  const api = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.admin })).body;
  const go = (page: Page, path: string) => page.goto(`${here.url}/console/admin${path}`);

  it('finds a person and assigns a tag', async () => {
    const { page, faults } = await here.enterAs('admin');
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByLabel('Search').fill(here.demo.emails.creator);
    await page.waitForURL(/query=/);
    const found = page.getByRole('table', { name: 'People' }).getByRole('link');
    await expect.poll(() => found.count()).toBe(1);
    await found.click();
    // The list is shown until the person's page has loaded, and has a field of the same name.
    const tags = page.getByRole('region', { name: 'Tags' });
    const [tag] = await query(
      `SELECT id, name FROM user_tags g WHERE NOT EXISTS
         (SELECT FROM user_tag_members m WHERE m.user_tag_id = g.id AND m.user_id = $1) ORDER BY name LIMIT 1`,
      [here.demo.ids.user],
    );
    await tags.getByRole('combobox', { name: 'Tag', exact: true }).selectOption({ label: tag.name });
    await tags.getByRole('button', { name: 'Add tag', exact: true }).click();
    await tags.getByRole('button', { name: `Remove tag ${tag.name}` }).waitFor();
    expect((await api(`/v2/admin/users/${here.demo.ids.user}`)).user_tag_ids).toContain(tag.id);
    await tags.getByRole('button', { name: `Remove tag ${tag.name}` }).click();
    await expect
      .poll(async () => (await api(`/v2/admin/users/${here.demo.ids.user}`)).user_tag_ids)
      .not.toContain(tag.id);
    expect(faults).toEqual([]);
  });

  it('shows a person’s country by its name or its code', async () => {
    const url = `/v2/admin/users/${here.demo.ids.user}`;
    const { page, faults } = await here.enterAs('admin', { at: `/console/admin/people/${here.demo.ids.user}` });
    const country = page.getByRole('combobox', { name: 'Country' });
    await expect.poll(() => country.inputValue()).toBe('Sweden (SE)');
    // By keyboard: the code comes before the names that it is a part of.
    await country.fill('no');
    await page.getByRole('option', { name: 'Norway (NO)' }).waitFor();
    await country.press('ArrowDown');
    await country.press('Enter');
    await expect.poll(() => country.inputValue()).toBe('Norway (NO)');
    // Input during the refresh of the page is kept.
    let goOn = () => {};
    const isTyped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(`**${url}`, async (route) => {
      if (route.request().method() === 'GET') await isTyped;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await api(url)).country).toBe('NO');
    await country.fill('');
    await country.press('Escape');
    goOn();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await api(url)).country).toBe(null);
    expect(faults).toEqual([]);
  });

  it('creates a new secret of an agency, which is shown once', async () => {
    const hash = async () =>
      JSON.stringify(await query('SELECT * FROM agencies WHERE id = $1', [here.demo.ids.client]));
    const before = await hash();
    const { page, faults } = await here.enterAs('admin', { at: `/console/admin/clients/${here.demo.ids.client}` });
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
    const secret = page.getByRole('dialog').filter({ hasText: 'Copy the secret now' }).locator('pre');
    await secret.waitFor();
    const made = await secret.innerText();
    expect(made.length).toBeGreaterThan(20);
    expect(await hash()).not.toBe(before);
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
    expect(await page.locator('body').innerText()).not.toContain(made);
    expect(faults).toEqual([]);
  });

  it('finds a person with the keyboard only', async () => {
    const { page } = await here.enterAs('admin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate<string>(
          `(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent || document.activeElement?.ariaLabel || ''`,
        );
        if (focused.startsWith(name)) return;
      }
      throw new Error(`${name} cannot be reached by the keyboard`);
    };
    await tabTo('People');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await tabTo('Search');
    await page.keyboard.type(here.demo.emails.creator);
    const found = page.getByRole('table', { name: 'People' }).getByRole('link');
    await expect.poll(() => found.count()).toBe(1);
    await tabTo(await found.innerText());
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/people/${here.demo.ids.user}$`));
  });

  it('reads and writes a market’s minimum payout in major units', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/lists/markets' });
    const limit = async () => (await api('/v2/admin/store-groups/1')).payment_limit;
    expect(await limit()).toBe(20_000);
    await page.getByRole('button', { name: 'Edit Sverige' }).click();
    const field = page.getByRole('dialog').getByLabel('Minimum payout');
    expect(await field.inputValue()).toBe('200.00');
    await page.getByRole('dialog').getByText('SEK', { exact: true }).waitFor();
    await field.fill('250,50');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await limit()).toBe(25_050);
    expect(faults).toEqual([]);
  });

  it('adds, changes and deletes an entry of a list', async () => {
    const { page } = await here.enterAs('admin', { at: '/console/admin/lists/categories' });
    await page.getByRole('button', { name: 'New entry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Aardvark care');
    await dialog.getByLabel('Key').fill('not a key!');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByLabel('Key').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Key').fill('aardvark-care');
    // Loaded data remain visible when a refresh fails.
    const reading = (url: URL) => url.pathname === '/v2/admin/categories';
    await page.route(reading, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(2);
    await page.unroute(reading);
    await again.click();
    await again.waitFor({ state: 'detached' });
    const kept = () => query(`SELECT name FROM categories WHERE key = 'aardvark-care'`);
    expect(await kept()).toEqual([{ name: 'Aardvark care' }]);
    await page.getByLabel('Search').fill('Aardvark');
    await page.waitForURL(/query=Aardvark/);
    // Another administrator changes the same field meanwhile.
    await page.getByRole('button', { name: 'Edit Aardvark care' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Aardvark help');
    const [{ id }] = await query(`SELECT id FROM categories WHERE key = 'aardvark-care'`);
    const change = { method: 'PATCH', url: `/v2/admin/categories/${id}`, body: { name: 'Aardvarks' } } as const;
    await here.application.call({ ...change, as: here.demo.tokens.admin });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await conflict.getByRole('radio', { name: 'Take theirs: Aardvarks' }).check();
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Delete Aardvarks' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(kept).toEqual([]);
  });

  it('creates a person, lets them act for a store, and creates and revokes a token', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/people' });
    await page.getByRole('button', { name: 'New person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill(here.demo.emails.creator);
    await dialog.getByRole('button', { name: 'New person' }).click();
    await expect.poll(() => dialog.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('E-mail').fill('tove@new.example');
    await dialog.getByLabel('First name').fill('Tove');
    await dialog.getByRole('button', { name: 'New person' }).click();
    await page.waitForURL(/\/people\/\d+$/);
    const user = Number(page.url().split('/').at(-1));
    expect(await api(`/v2/admin/users/${user}`)).toMatchObject({ email: 'tove@new.example', first_name: 'Tove' });

    const [shop] = await query('SELECT name FROM stores WHERE id = $1', [here.demo.ids.store]);
    await page.getByRole('combobox', { name: 'Add a store' }).fill(shop.name);
    await page.getByRole('option', { name: shop.name, exact: true }).click();
    await page.getByRole('button', { name: 'Add: Store' }).click();
    const end = page.getByRole('button', { name: `Remove access to ${shop.name}` });
    await end.waitFor();
    const members = () => query('SELECT store_id FROM store_members WHERE user_id = $1', [user]);
    expect((await members()).map(({ store_id }) => Number(store_id))).toEqual([here.demo.ids.store]);
    await end.click();
    await expect.poll(members).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await members()).length).toBe(1);
    await end.click();
    await expect.poll(members).toEqual([]);

    await page.getByRole('button', { name: 'New token' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Reports');
    await dialog.getByRole('button', { name: 'New token' }).click();
    const token = await page.getByRole('dialog').filter({ hasText: 'Copy the token now' }).locator('pre').innerText();
    const asThem = async () => (await here.application.call({ url: '/v2/me', as: token })).status;
    expect(await asThem()).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke Reports' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No tokens.').waitFor();
    expect(await asThem()).toBe(401);
    expect(faults).toEqual([]);
  });

  it('invites a person to an agency, and revokes the invitation', async () => {
    const { page, faults } = await here.enterAs('admin', { at: `/console/admin/clients/${here.demo.ids.client}` });
    await page.getByRole('region', { name: 'Invitations' }).getByLabel('E-mail').fill('sture@new.example');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const takeBack = page.getByRole('button', { name: 'Revoke the invitation for sture@new.example' });
    await takeBack.waitFor();
    const states = async () =>
      (await api(`/v2/clients/${here.demo.ids.client}/invites`)).data.map((one: { status: string }) => one.status);
    expect(await states()).toEqual(['pending']);
    await takeBack.click();
    await page.getByRole('table', { name: 'Invitations' }).getByText('Revoked').waitFor();
    expect(await states()).toEqual(['revoked']);
    expect(faults).toEqual([]);
  });

  it('registers a store, deactivates it after a confirmation, and activates it again', async () => {
    const { page, faults } = await here.enterAs('admin', { at: '/console/admin/stores' });
    await page.getByRole('button', { name: 'New store' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kvarnsten');
    await choose(page, 'Country', 'swed', 'Sweden (SE)');
    const currency = dialog.getByRole('combobox', { name: 'Currency' });
    await currency.fill('yen');
    // The code JPY exists, but no market uses it.
    await page.getByText('No matches').waitFor();
    await currency.fill('sek');
    await page.getByRole('option', { name: 'Swedish Krona (SEK)' }).click();
    await choose(page, 'Language', 'sv', 'Swedish (sv)');
    await dialog.getByLabel('URLs').fill('https://kvarnsten.example\nhttps://outlet.kvarnsten.example');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'New store' }).click();
    await page.waitForURL(/\/console\/shop\/\d+/);
    const id = page.url().match(/shop\/(\d+)/)![1];
    const { currency_iso_code, locale } = await api(`/advertiser/stores/${id}`);
    expect([currency_iso_code, locale]).toEqual(['SEK', 'sv_SE']);

    await go(page, '/stores?query=Kvarnsten');
    await page.getByText('kvarnsten.example, outlet.kvarnsten.example').waitFor();
    const state = async () => (await api('/v2/admin/stores?query=Kvarnsten')).data[0].deactivated_at;
    const deactivate = page.getByRole('button', { name: 'Deactivate Kvarnsten', exact: true });
    const activate = page.getByRole('button', { name: 'Activate Kvarnsten', exact: true });
    await deactivate.click();
    await dialog.getByText('earn nothing').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await state()).toBe(null);
    await deactivate.click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await activate.waitFor();
    expect(await state()).not.toBe(null);
    await activate.click();
    await deactivate.waitFor();
    expect(await state()).toBe(null);
    expect(faults).toEqual([]);
  });
});
