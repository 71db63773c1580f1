/**
 * A Vendure store for tests, in a process of its own: node test-store.mjs. Settings are environment variables: DATABASE_URL, PORT, and
 * PLUGIN, the options of the plugin as JSON; without PLUGIN the store is filled with its initial data and has no plugin. It prints
 * `ready`.
 */
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
  PaymentMethodHandler,
} from '@vendure/core';
import { populateInitialData } from '@vendure/core/cli/index.js';
import plugin from './dist/index.js';

const { DATABASE_URL, PORT, PLUGIN } = process.env;

/** Settles refunds immediately, as payment providers do; the handler of Vendure leaves them to the administrator. */
const payment = new PaymentMethodHandler({
  code: 'test-payment',
  description: dummyPaymentHandler.description,
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: 'Settled' }),
  settlePayment: () => ({ success: true }),
  createRefund: () => ({ state: 'Settled' }),
});

const app = await bootstrap({
  apiOptions: { port: Number(PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: 'bearer', superadminCredentials: { identifier: 'superadmin', password: 'superadmin' } },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: true, logging: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [payment] },
  schedulerOptions: { runTasksInWorkerOnly: false },
  plugins: [
    DefaultJobQueuePlugin.init({ pollInterval: 50 }),
    DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: 50 }),
    ...(PLUGIN === undefined ? [] : [plugin.TributaryPlugin.init(JSON.parse(PLUGIN))]),
  ],
});
if (PLUGIN === undefined) {
  await populateInitialData(app, {
    defaultLanguage: 'en',
    defaultZone: 'Europe',
    countries: [{ name: 'Sweden', code: 'SE', zone: 'Europe' }],
    taxRates: [{ name: 'Standard', percentage: 25 }],
    shippingMethods: [{ name: 'Parcel', price: 4_900 }],
    paymentMethods: [{ name: 'Card', handler: { code: payment.code, arguments: [] } }],
    collections: [],
  });
}
await app.get(JobQueueService).start();
process.stdout.write('ready\n');
// Standard input ends when the test has ended.
process.stdin.resume().once('end', () => app.close().then(() => process.exit()));
