import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { startDatabaseProxy } from '../../tests/harness/database-proxy.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { startProcess, type TestProcess } from '../shared/test-process.ts';

const here = import.meta.dirname;
const directory = `${here}/test-store`;
const run = promisify(execFile);

/** A running Medusa store with one product, of 100.00 SEK plus 25 % tax, and a coupon `ANNA10` of 10 %. */
export interface MedusaStore {
  /** Executes a workflow of Medusa. */
  // biome-ignore lint/suspicious/noExplicitAny: the result is that of the workflow
  workflow(name: string, input: object): Promise<any>;
  /** Executes the scheduled job of the plugin. */
  sendMissed(): Promise<void>;
  /** Buys two pieces as an anonymous shopper. @returns the order's number and ids */
  checkOut(shopper?: { tclid?: string; coupon?: string }): Promise<{ code: string; id: string; paymentId: string }>;
  restart(plugin: object): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a store without the plugin in a new database. */
export async function startStore(): Promise<MedusaStore> {
  await run(execPath, [`${here}/build.mjs`]);
  // Medusa cannot connect to a socket in a folder.
  const database = await startDatabaseProxy((await createTestDatabase('template0')).url);
  afterThisFile(database.close);
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    DATABASE_URL: database.url,
    PORT: new URL(url).port,
    MEDUSA_DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'error',
  };
  await run(execPath, [`${directory}/migrate.js`], { cwd: directory, env: { ...process.env, ...settings } });
  let server: TestProcess = await startProcess(`${directory}/start.js`, settings, directory);

  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read fields freely
    const reply = (await response.json()) as any;
    expect([path, response.status, reply]).toEqual([path, 200, reply]);
    return reply;
  };
  const workflow = async (name: string, input: object) => (await send('/test/run', { workflow: name, input })).result;

  const [channel] = await workflow('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Web' }] });
  const [region] = await workflow('createRegionsWorkflow', {
    regions: [{ name: 'Sweden', currency_code: 'sek', countries: ['se'], payment_providers: ['pp_system_default'] }],
  });
  await workflow('createTaxRegionsWorkflow', [
    { country_code: 'se', provider_id: 'tp_system', default_tax_rate: { rate: 25, code: 'moms', name: 'Moms' } },
  ] as object);
  const [key] = await workflow('createApiKeysWorkflow', {
    api_keys: [{ title: 'Web', type: 'publishable', created_by: '' }],
  });
  await workflow('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] });
  const [product] = await workflow('createProductsWorkflow', {
    products: [
      {
        title: 'Shoe',
        status: 'published',
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Size', values: ['40'] }],
        variants: [
          {
            title: '40',
            manage_inventory: false,
            options: { Size: '40' },
            prices: [{ amount: 100, currency_code: 'sek' }],
          },
        ],
      },
    ],
  });
  await workflow('createPromotionsWorkflow', {
    promotionsData: [
      {
        code: 'ANNA10',
        type: 'standard',
        status: 'active',
        application_method: { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 },
      },
    ],
  });

  const storefront = (path: string, body: object) =>
    send(`/store/${path}`, body, { 'x-publishable-api-key': key.token });
  return {
    workflow,
    async sendMissed() {
      await send('/test/missed', {});
    },
    async checkOut({ tclid, coupon } = {}) {
      const { cart } = await storefront('carts', {
        region_id: region.id,
        email: 'anna@example.com',
        sales_channel_id: channel.id,
        shipping_address: {
          first_name: 'Anna',
          last_name: 'Berg',
          address_1: 'Storgatan 1',
          city: 'Umeå',
          country_code: 'se',
        },
        metadata: tclid === undefined ? {} : { tclid },
      });
      await storefront(`carts/${cart.id}/line-items`, { variant_id: product.variants[0].id, quantity: 2 });
      if (coupon !== undefined) await storefront(`carts/${cart.id}/promotions`, { promo_codes: [coupon] });
      const { payment_collection: payment } = await storefront('payment-collections', { cart_id: cart.id });
      await storefront(`payment-collections/${payment.id}/payment-sessions`, { provider_id: 'pp_system_default' });
      const { order } = await storefront(`carts/${cart.id}/complete?fields=*payment_collections.payments`, {});
      const paymentId = order.payment_collections[0].payments[0].id;
      await workflow('capturePaymentWorkflow', { payment_id: paymentId });
      return { code: String(order.display_id), id: order.id, paymentId };
    },
    async restart(plugin) {
      await server.stop();
      server = await startProcess(`${directory}/start.js`, { ...settings, PLUGIN: JSON.stringify(plugin) }, directory);
    },
    stop: () => server.stop(),
  };
}
