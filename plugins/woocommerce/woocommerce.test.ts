import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '../../src/platform/currencies.ts';
import { openTributary, sek, type TestTributary } from '../shared/test-tributary.ts';
import { hasStore, PLUGIN, type Shopper, startStore, type WooStore } from './running-store.ts';

const hasPhp = spawnSync('php', ['--version']).status === 0;

describe('The currencies of the WooCommerce plugin', () => {
  it('have the decimals of the table of Tributary, and no others are listed', () => {
    const php = readFileSync(`${import.meta.dirname}/includes/currencies.php`, 'utf8');
    const listed = (name: string) => new RegExp(`${name} = '([A-Z ]+)'`).exec(php)![1]!.split(' ');
    const having = (decimals: number) => [...CURRENCY_DECIMALS].filter(([, n]) => n === decimals).map(([code]) => code);
    expect(listed('WITHOUT_DECIMALS')).toEqual(having(0));
    expect(listed('WITH_THREE_DECIMALS')).toEqual(having(3));
    expect([...new Set(CURRENCY_DECIMALS.values())].sort()).toEqual([0, 2, 3]);
  });
});

describe.skipIf(!hasPhp)('The files of the WooCommerce plugin', () => {
  it('are valid PHP', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true }).filter((file) => String(file).endsWith('.php'));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files)
      expect(spawnSync('php', ['-l', `${import.meta.dirname}/${file}`], { encoding: 'utf8' }).stdout).toContain(
        'No syntax errors',
      );
  });

  it('know the decimals of currencies as Tributary does', () => {
    const currencies = [...CURRENCY_DECIMALS.keys()];
    const code = `
      define('ABSPATH', '/');
      require '${import.meta.dirname}/includes/currencies.php';
      $digits = fn ($currency) => \\Tributary\\WooCommerce\\Currencies::decimals_of($currency);
      echo json_encode(array_map($digits, json_decode($argv[1])));`;
    const { stdout } = spawnSync('php', ['-r', code, JSON.stringify(currencies)], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([...CURRENCY_DECIMALS.values()]);
  });
});

/** WooCommerce is not part of Debian and on no registry of this project: the variable TEST_WOOCOMMERCE names its folder (running-store.ts). */
describe.skipIf(!hasStore)('A WooCommerce store', () => {
  let tributary: TestTributary;
  let store: WooStore;
  let administrator: Shopper;

  beforeAll(async () => {
    tributary = await openTributary();
    store = await startStore();
    await store.act('orders-in', { table: true });
    administrator = await store.administrator();
  });
  beforeEach(() => Object.assign(tributary, { requests: [], failures: 0 }));

  const settings = (fields: object = {}) => ({
    url: tributary.connection.url,
    store: tributary.connection.store,
    api_key: tributary.connection.apiKey,
    tracking_key: tributary.seller.trackingKey,
    consent: 'granted',
    ...fields,
  });
  /** Submits the settings page. @returns the page that follows */
  const save = async (fields: object): Promise<string> => {
    const { html } = await administrator.open('/wp-admin/admin.php?page=tributary');
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(html)![1]!;
    const named = Object.entries(fields).map(([name, value]) => [`tributary_settings[${name}]`, value]);
    const hidden = {
      option_page: 'tributary',
      action: 'update',
      _wpnonce: nonce,
      _wp_http_referer: '/wp-admin/admin.php?page=tributary',
    };
    await administrator.post('/wp-admin/options.php', { ...hidden, ...Object.fromEntries(named) });
    return (await administrator.open('/wp-admin/admin.php?page=tributary&settings-updated=true')).html;
  };
  const landed = async (address = `/?tclid=${tributary.seller.click}`, headers?: Record<string, string>) => {
    const shopper = store.shopper();
    await shopper.open(address, headers);
    return shopper;
  };
  const order = async (id: number) => store.act('order', { order: id });
  const cookie = () => `tributary_${tributary.seller.trackingKey}`;

  it('reports nothing without the plugin', async () => {
    await store.checkOut({ shopper: await landed(), coupon: 'ANNA10' });
    expect(await store.act('run-jobs')).toEqual([]);
    expect(tributary.requests).toEqual([]);
    expect(await tributary.seller.orders()).toEqual([]);
  });

  it('has settings that name invalid fields and never show the key', async () => {
    await store.act('activate', { plugin: PLUGIN });
    const refused = await save(settings({ url: 'http://tributary.example', store: '0', api_key: 'secret' }));
    expect(refused.match(/setting-error-tributary_\w+/g)).toEqual(
      ['url', 'store', 'api_key'].map((name) => `setting-error-tributary_${name}`),
    );
    const saved = await save(settings());
    expect(saved).toContain('Settings saved.');
    expect(saved).not.toContain(tributary.connection.apiKey);
    expect(saved).toContain('A key is stored and not shown.');
    // An empty field keeps the key.
    await save(settings({ api_key: '' }));
    expect((await store.shopper().open('/wp-login.php')).html).not.toContain(tributary.connection.apiKey);
  });

  it('reports the lines of a paid order, with click and coupon, and refunds by line', async () => {
    const id = await store.checkOut({ shopper: await landed(), coupon: 'ANNA10' });
    expect(await order(id)).toMatchObject({
      status: 'processing',
      unsent: '0',
      data_store: expect.stringMatching(/OrdersTableDataStore$/),
    });
    expect(tributary.requests).toEqual([]);
    await store.act('run-jobs');
    const { code } = await order(id);
    // Two shoes of 100.00 and a sock of 19.95, less 10 %; shipping and tax are not part of it.
    const { id: recorded } = await tributary.expectOrder(code, {
      channel: 'server',
      status: 'pending',
      value: sek('197.96'),
      refunded: sek('0.00'),
      voucher_code: 'anna10',
      attribution: 'click',
      click_id: tributary.seller.click,
      user: { id: tributary.creator },
    });
    const lines = async () => {
      const url = `/v2/stores/${tributary.seller.storeId}/orders/${recorded}`;
      return (await tributary.seller.application.call({ url, as: tributary.member })).body.lines;
    };
    expect(await lines()).toMatchObject([
      { sku: 'SHOE', category: 'Shoes', quantity: 2, value: sek('180.00'), refunded: sek('0.00') },
      { sku: 'SOCK', quantity: 1, value: sek('17.96') },
    ]);
    expect((await order(id)).unsent).toBe('');

    await store.act('refund', { order: id, pieces: { SHOE: 1 } });
    await store.act('run-jobs');
    await tributary.expectOrder(code, { refunded: sek('90.00'), net_value: sek('107.96') });
    expect(await lines()).toMatchObject([{ refunded: sek('90.00') }, { refunded: sek('0.00') }]);

    // An amount that names no line: a tenth of 247.45, the price of the goods with tax.
    await store.act('refund', { order: id, amount: 24.745 });
    await store.act('run-jobs');
    await tributary.expectOrder(code, { refunded: sek('109.80'), status: 'pending' });
    // Repeating everything changes nothing.
    tributary.requests = [];
    await store.act('set-status', { order: id, status: 'completed' });
    await store.act('run-jobs');
    expect(tributary.requests).toEqual([]);
  });

  it('reports an order only when it is paid, and denies it when it is cancelled', async () => {
    const id = await store.checkOut({ shopper: await landed(), payment: 'bacs', way: 'blocks' });
    await store.act('run-jobs');
    expect(tributary.requests).toEqual([]);
    await store.act('pay', { order: id });
    await store.act('run-jobs');
    const { code } = await order(id);
    await tributary.expectOrder(code, { value: sek('219.95'), attribution: 'click', voucher_code: null });
    await store.act('set-status', { order: id, status: 'cancelled' });
    await store.act('run-jobs');
    await tributary.expectOrder(code, { status: 'denied', refunded: sek('0.00') });
  });

  it('refunds an approved order in full when it is cancelled', async () => {
    const id = await store.checkOut({ way: 'blocks', coupon: 'ANNA10' });
    await store.act('run-jobs');
    const { code } = await order(id);
    const { id: recorded } = await tributary.expectOrder(code, { attribution: 'voucher' });
    await tributary.seller.application.call({
      method: 'PATCH',
      url: `/v2/stores/${tributary.seller.storeId}/orders/${recorded}`,
      as: tributary.member,
      body: { status: 'approved' },
    });
    await store.act('set-status', { order: id, status: 'cancelled' });
    await store.act('run-jobs');
    await tributary.expectOrder(code, { status: 'approved', refunded: sek('197.96') });
  });

  it('completes a checkout while Tributary is unavailable, and reports the order later', async () => {
    tributary.failures = 2;
    const id = await store.checkOut({ shopper: await landed() });
    await store.act('run-jobs');
    expect(await order(id)).toMatchObject({ unsent: '1' });
    // The next attempt waits for its time.
    expect(await store.act('run-jobs')).toEqual([]);
    await store.act('run-jobs', { later: true });
    expect(await order(id)).toMatchObject({ unsent: '2' });
    // As if the process had ended before it wrote the job.
    await store.act('remove-jobs');
    await administrator.open('/wp-admin/admin.php?page=tributary');
    expect(await store.act('run-jobs', { later: true })).toEqual(['tributary_send_missed_orders']);
    expect(await store.act('run-jobs')).toEqual(['tributary_send_order']);
    await tributary.expectOrder((await order(id)).code, { attribution: 'click' });
    expect(await order(id)).toMatchObject({ unsent: '' });
    expect(tributary.requests).toHaveLength(3);
  });

  it('stores the click as far as the shopper consents', async () => {
    const address = `/?tclid=${tributary.seller.click}`;
    const kept = await store.shopper().open(address);
    expect(kept.cookies.join()).toMatch(
      new RegExp(`${cookie()}=${tributary.seller.click}; expires=.*HttpOnly; SameSite=Lax`),
    );
    // Global Privacy Control: until the browser is closed.
    const limited = await store.shopper().open(address, { 'sec-gpc': '1' });
    expect(limited.cookies.join()).toContain(`${cookie()}=`);
    expect(limited.cookies.join()).not.toContain('expires');
    const forged = 'ffffffff-ffff-7fff-8fff-ffffffffffff';
    for (const no of ['/', '/?tclid=nothing', `/?tclid=${forged}`, '/?tclid[]=a'])
      expect((await store.shopper().open(no)).cookies.join(), no).not.toContain('tributary_');

    const shopper = await landed();
    await save(settings({ consent: 'denied' }));
    expect((await store.shopper().open(address)).cookies.join()).not.toContain('tributary_');
    expect((await shopper.open('/')).cookies.join()).toMatch(new RegExp(`${cookie()}=deleted; expires=Thu, 01`));
    await save(settings({ consent: 'denied', load_script: '1' }));
    const { html, cookies } = await store.shopper().open(address);
    expect(cookies.join()).not.toContain('tributary_');
    expect(html).toContain(
      `src="${tributary.connection.url}/t/${tributary.seller.trackingKey}.js" data-consent="denied"`,
    );
    await save(settings());
  });

  it('works with orders in posts', async () => {
    await store.act('orders-in', { table: false });
    const id = await store.checkOut();
    await store.act('refund', { order: id, pieces: { SOCK: 1 } });
    await store.act('run-jobs');
    const { code, data_store } = await order(id);
    expect(data_store).toMatch(/CPT$/);
    await tributary.expectOrder(code, { attribution: 'none', refunded: sek('19.95') });
  });

  it('causes no warnings of PHP, and removes its settings on uninstallation', async () => {
    expect(await store.complaints()).toEqual([]);
    expect(await store.act('uninstall', { plugin: PLUGIN })).toEqual({ options: null });
  });
});
