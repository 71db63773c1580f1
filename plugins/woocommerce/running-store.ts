import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { until } from '../../tests/harness/embedded.ts';
import { freePort } from '../../tests/harness/free-port.ts';

const here = import.meta.dirname;
const run = promisify(execFile);
const PLUGIN_FOLDER = 'tributary-for-woocommerce';
/** The name by which WordPress knows the plugin. */
export const PLUGIN = `${PLUGIN_FOLDER}/tributary-for-woocommerce.php`;
const NO_MAIL = ['-d', 'sendmail_path=/bin/true'];
const ADMINISTRATOR = { log: 'admin', pwd: 'a password of the test' };

/** The folder of Debian's package `wordpress`. */
const WORDPRESS = '/usr/share/wordpress';
/** An unpacked release of WooCommerce that supports this WordPress, such as 7.9; WooCommerce is on no registry of this project. */
const woocommerce = process.env['TEST_WOOCOMMERCE'] ?? '';

/** Whether a store can be run here: the packages `wordpress`, `php-cli`, `php-mysql`, `php-curl` and `mariadb-server`, and WooCommerce. */
export const hasStore =
  existsSync(path.join(woocommerce, 'woocommerce.php')) &&
  existsSync(`${WORDPRESS}/wp-load.php`) &&
  ['php', 'mariadbd'].every((program) => spawnSync(program, ['--version']).status === 0);

/** A shopper with the cookies of the store. */
export interface Shopper {
  /** Opens a page of the store. @returns its HTML and what it sets as cookies */
  open(address: string, headers?: Record<string, string>): Promise<{ html: string; cookies: string[] }>;
  /** Submits a form or sends JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: replies have the shape of the address
  post(address: string, body: object, headers?: Record<string, string>): Promise<any>;
}

/** A running WooCommerce store with the products SHOE, of 100.00 SEK, and SOCK, of 19.95 SEK, 25 % tax and a coupon `ANNA10` of 10 %. */
export interface WooStore {
  url: string;
  /** Executes an action that a shopper cannot execute; the actions are in `test-store/act.php`. */
  // biome-ignore lint/suspicious/noExplicitAny: the result is that of the action
  act(action: string, input?: object): Promise<any>;
  shopper(): Shopper;
  /** A shopper who is signed in as the administrator. */
  administrator(): Promise<Shopper>;
  /** Buys two shoes and a sock as a guest, by the checkout of a page (`classic`) or of blocks. @returns the order's id */
  checkOut(options?: {
    shopper?: Shopper;
    coupon?: string;
    payment?: 'cod' | 'bacs';
    way?: 'classic' | 'blocks';
  }): Promise<number>;
  /** PHP's warnings about the plugin. */
  complaints(): Promise<string[]>;
}

/** Starts a store without the plugin in a new database. It ends with the file. */
export async function startStore(): Promise<WooStore> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-woo-'));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  const [site, socket, log] = ['site', 'mariadb.sock', 'debug.log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const content = path.join(site, 'wp-content');
  const filter = (source: string) => !source.startsWith(`${WORDPRESS}/wp-content`) && !source.endsWith('wp-config.php');
  await cp(WORDPRESS, site, { recursive: true, dereference: true, filter });
  await cp(`${here}/test-store/wp-config.php`, `${site}/wp-config.php`);
  await cp(`${here}/test-store/plain`, `${content}/themes/plain`, { recursive: true });
  await cp(woocommerce, `${content}/plugins/woocommerce`, { recursive: true });
  for (const part of ['tributary-for-woocommerce.php', 'uninstall.php', 'includes'])
    await cp(`${here}/${part}`, `${content}/plugins/${PLUGIN_FOLDER}/${part}`, { recursive: true });
  await startDatabase(folder, socket);

  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { PATH: process.env['PATH'], STORE_SOCKET: socket, STORE_URL: url, STORE_LOG: log };
  const act = async (action: string, input: object = {}) => {
    const file = `${here}/test-store/act.php`;
    const { stdout } = await run('php', [...NO_MAIL, file, site, action, JSON.stringify(input)], {
      env,
      maxBuffer: 1e8,
    });
    const result = /\nRESULT (.*)\n$/.exec(stdout);
    if (result === null) throw new Error(`${action}: ${stdout.slice(-2_000)}`);
    return JSON.parse(result[1]!);
  };
  await act('install');
  await act('activate', { plugin: 'woocommerce/woocommerce.php' });
  const { products, checkout } = await act('stock');

  const web = { ...env, PHP_CLI_SERVER_WORKERS: '2' };
  const server = spawn('php', [...NO_MAIL, '-S', new URL(url).host, '-t', site], {
    env: web,
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(server, 'exit');
  afterThisFile(async () => {
    // The workers are separate processes.
    process.kill(-server.pid!, 'SIGTERM');
    await ended;
  });
  await until(() =>
    fetch(`${url}/readme.html`)
      .then(({ ok }) => ok)
      .catch(() => false),
  );

  const shopper = () => openShopper(url);
  return {
    url,
    act,
    shopper,
    async administrator() {
      const administrator = shopper();
      await administrator.post(
        '/wp-login.php',
        { ...ADMINISTRATOR, testcookie: 1 },
        { cookie: 'wordpress_test_cookie=1' },
      );
      return administrator;
    },
    async checkOut({ shopper: buyer = shopper(), coupon, payment = 'cod', way = 'classic' } = {}) {
      const basket: [number, number][] = [
        [products.SHOE, 2],
        [products.SOCK, 1],
      ];
      if (way === 'blocks') return checkOutWithBlocks(buyer, { basket, coupon, payment });
      for (const [product, quantity] of basket)
        await buyer.post('/?wc-ajax=add_to_cart', { product_id: product, quantity });
      const { html } = await buyer.open(`/?page_id=${checkout}`);
      const nonceOf = (pattern: RegExp) => pattern.exec(html)![1]!;
      if (coupon !== undefined)
        await buyer.post('/?wc-ajax=apply_coupon', {
          coupon_code: coupon,
          security: nonceOf(/"apply_coupon_nonce":"(\w+)"/),
        });
      const { result, messages, redirect } = await buyer.post('/?wc-ajax=checkout', {
        ...Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [`billing_${name}`, value])),
        payment_method: payment,
        'woocommerce-process-checkout-nonce': nonceOf(/name="woocommerce-process-checkout-nonce" value="(\w+)"/),
      });
      expect([result, messages]).toEqual(['success', undefined]);
      return Number(/order-received=(\d+)/.exec(redirect)![1]);
    },
    async complaints() {
      const lines = existsSync(log) ? (await readFile(log, 'utf8')).split('\n') : [];
      return lines.filter((line) => line.includes(PLUGIN_FOLDER));
    },
  };
}

const ADDRESS = {
  first_name: 'Anna',
  last_name: 'Berg',
  address_1: 'Storgatan 1',
  city: 'Umeå',
  postcode: '90325',
  country: 'SE',
  email: 'anna@buyer.example',
  phone: '0701234567',
};

async function checkOutWithBlocks(
  buyer: Shopper,
  { basket, coupon, payment }: { basket: [number, number][]; coupon: string | undefined; payment: string },
): Promise<number> {
  const store = (what: string) => `/?rest_route=/wc/store/v1/${what}`;
  const json = { 'content-type': 'application/json' };
  const { nonce } = await buyer.post(store('cart'), {}, { method: 'GET' });
  const send = (what: string, body: object) => buyer.post(store(what), body, { ...json, nonce });
  for (const [id, quantity] of basket) await send('cart/add-item', { id, quantity });
  if (coupon !== undefined) await send('cart/apply-coupon', { code: coupon });
  const reply = await send('checkout', {
    billing_address: ADDRESS,
    shipping_address: ADDRESS,
    payment_method: payment,
  });
  expect(reply.payment_result?.payment_status, JSON.stringify(reply)).toBe('success');
  return reply.order_id;
}

async function startDatabase(folder: string, socket: string): Promise<void> {
  const data = path.join(folder, 'data');
  // MariaDB runs as root only with this option.
  const common = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  const flags = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  await run('mariadb-install-db', [...common, ...flags]);
  const speed = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--skip-log-bin'];
  const first = path.join(folder, 'first.sql');
  await writeFile(first, 'CREATE DATABASE store;\n');
  const start = [`--init-file=${first}`, `--socket=${socket}`, `--pid-file=${folder}/pid`, '--skip-networking'];
  const child = spawn('mariadbd', [...common, ...start, ...speed], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  afterThisFile(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await until(() => {
    if (child.exitCode !== null) throw new Error('MariaDB has ended.');
    return existsSync(socket);
  });
}

function openShopper(url: string): Shopper {
  const jar = new Map<string, string>();
  const send = async (address: string, init: RequestInit & { headers: Record<string, string> }) => {
    const cookie = [...[...jar].map(([name, value]) => `${name}=${value}`), init.headers['cookie']].filter(Boolean);
    const headers = { ...init.headers, cookie: cookie.join('; ') };
    const response = await fetch(url + address, { ...init, headers, redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    for (const one of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
      if (value === '' || /expires=Thu, 01[- ]Jan[- ]1970/i.test(one)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return { response, cookies };
  };
  return {
    async open(address, headers = {}) {
      const { response, cookies } = await send(address, { headers });
      expect(response.status, address).toBe(200);
      return { html: await response.text(), cookies };
    },
    async post(address, body, { method = 'POST', ...headers } = {}) {
      const isJson = headers['content-type'] === 'application/json';
      const payload = isJson ? JSON.stringify(body) : new URLSearchParams(Object.entries(body));
      const { response } = await send(address, { method, headers, ...(method === 'GET' ? {} : { body: payload }) });
      expect(response.status, address).toBeLessThan(400);
      const text = await response.text();
      const reply = text.startsWith('{') ? JSON.parse(text) : { html: text };
      return { ...reply, nonce: response.headers.get('nonce') };
    },
  };
}
