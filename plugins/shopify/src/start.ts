import { createServer } from 'node:http';
import { createReceiver } from './receiver.ts';

/** Runs the receiver: `node dist/start.js`, with its settings in the environment. */

const { env, stdout, stderr } = process;
const receiver = await createReceiver(
  {
    url: env['TRIBUTARY_URL'] ?? '',
    store: Number(env['TRIBUTARY_STORE']),
    apiKey: env['TRIBUTARY_API_KEY'] ?? '',
    shop: env['SHOPIFY_SHOP'] ?? '',
    secret: env['SHOPIFY_WEBHOOK_SECRET'] ?? '',
    folder: env['ORDER_FOLDER'] ?? 'orders',
    withTax: env['WITH_TAX'] === 'yes',
    withRenewals: env['REPORT_RENEWALS'] === 'yes',
    withPointOfSale: env['REPORT_POINT_OF_SALE'] !== 'no',
  },
  (line) => stderr.write(`${line}\n`),
);
const port = Number(env['PORT'] ?? 8787);
const server = createServer(receiver).listen(port, env['HOST'] ?? '127.0.0.1', () => {
  stdout.write(`Webhooks are received on port ${port}.\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.close());
