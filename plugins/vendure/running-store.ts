import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { startProcess, type TestProcess } from '../shared/test-process.ts';

const here = import.meta.dirname;

/** A running Vendure store with one product, of 100.00 SEK plus 25 % tax, and a coupon `ANNA10` of 10 %. */
export interface VendureStore {
  database: TestDatabase;
  /** Executes a GraphQL document as the administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: replies have the shape of the document
  admin(document: string, variables?: object): Promise<any>;
  /** Buys two pieces as an anonymous shopper. @returns the order's code and ids */
  checkOut(shopper?: Shopper): Promise<{ code: string; id: string; lineId: string; paymentId: string }>;
  /** Ends the process in order, and starts it again. */
  restart(plugin: object): Promise<void>;
  stop(): Promise<void>;
}

/** Headers or cookies of the shopper's requests. */
interface Shopper {
  headers?: Record<string, string>;
  coupon?: string;
  /** The order's custom field. */
  tclid?: string;
}

/** Starts a store without the plugin in a new database. */
export async function startStore(): Promise<VendureStore> {
  await promisify(execFile)(execPath, [`${here}/build.mjs`]);
  const database = await createTestDatabase('template0');
  const port = await freePort();
  let process: TestProcess | null = null;
  let administrator = '';

  const start = async (plugin?: object) => {
    process = await startProcess(`${here}/test-store.mjs`, {
      DATABASE_URL: database.url,
      PORT: String(port),
      VENDURE_DISABLE_TELEMETRY: 'true',
      ...(plugin === undefined ? {} : { PLUGIN: JSON.stringify(plugin) }),
    });
    const login = 'mutation { login(username: "superadmin", password: "superadmin") { __typename } }';
    administrator = (await send('admin-api', login)).token;
  };

  const stop = async () => process?.stop();

  const send = async (api: string, query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: likewise
    const { data, errors } = (await response.json()) as any;
    expect(errors, query).toBeUndefined();
    for (const [name, result] of Object.entries<{ errorCode?: string } | null>(data))
      expect(result?.errorCode, name).toBeUndefined();
    return { data, token: response.headers.get('vendure-auth-token') ?? '' };
  };

  const admin = async (document: string, variables?: object) =>
    (await send('admin-api', document, variables, { authorization: `Bearer ${administrator}` })).data;

  const checkOut = async ({ headers = {}, coupon, tclid }: Shopper = {}) => {
    const { token } = await send('shop-api', `mutation { addItemToOrder(productVariantId: 1, quantity: 2) ${RESULT} }`);
    const shop = (document: string, variables?: object) =>
      send('shop-api', document, variables, { authorization: `Bearer ${token}`, ...headers });
    await shop(`mutation {
      setCustomerForOrder(input: { firstName: "Anna", lastName: "Berg", emailAddress: "anna@example.com" }) ${RESULT}
      setOrderShippingAddress(input: { streetLine1: "Storgatan 1", countryCode: "SE" }) ${RESULT}
      setOrderShippingMethod(shippingMethodId: 1) ${RESULT}
    }`);
    if (coupon !== undefined) await shop(`mutation { applyCouponCode(couponCode: "${coupon}") ${RESULT} }`);
    if (tclid !== undefined)
      await shop(`mutation { setOrderCustomFields(input: { customFields: { tclid: "${tclid}" } }) ${RESULT} }`);
    await shop('mutation { transitionOrderToState(state: "ArrangingPayment") { ... on Order { id } } }');
    const { data } = await shop(`mutation { addPaymentToOrder(input: { method: "card", metadata: {} }) {
      ... on ErrorResult { errorCode } ... on Order { id code lines { id } payments { id } } } }`);
    const { id, code, lines, payments } = data.addPaymentToOrder;
    return { id, code, lineId: lines[0].id, paymentId: payments[0].id };
  };

  await start();
  await admin(PRODUCT);
  await admin(VARIANT);
  return {
    database,
    admin,
    checkOut,
    stop,
    async restart(plugin) {
      await stop();
      await start(plugin);
    },
  };
}

const RESULT = '{ ... on ErrorResult { errorCode } }';
const PRODUCT = `mutation {
  updateChannel(input: { id: 1, defaultCurrencyCode: SEK, availableCurrencyCodes: [SEK] }) { ... on Channel { id } }
  createProduct(input: { enabled: true, translations: [{ languageCode: en, name: "Shoe", slug: "shoe", description: "" }] }) { id }
  createPromotion(input: {
    enabled: true, couponCode: "ANNA10", conditions: [], translations: [{ languageCode: en, name: "Anna" }],
    actions: [{ code: "order_percentage_discount", arguments: [{ name: "discount", value: "10" }] }]
  }) { ... on Promotion { id } }
}`;
const VARIANT = `mutation {
  createProductVariants(input: [{
    productId: 1, sku: "SHOE", price: 10000, stockOnHand: 1000, translations: [{ languageCode: en, name: "Shoe" }]
  }]) { id }
}`;
