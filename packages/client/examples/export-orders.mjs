// Prints the orders that are new or changed since the last run: node export-orders.mjs CURSOR_FILE
import { readFile, writeFile } from 'node:fs/promises';
import { createClient, exportRecords } from '@tributary/client';

const client = createClient({ baseUrl: process.env.TRIBUTARY_URL, token: process.env.TRIBUTARY_TOKEN });

const file = process.argv[2];
const after = await readFile(file, 'utf8').catch(() => undefined);
for await (const { cursor, ...order } of exportRecords(client, 'orders', { after })) {
  process.stdout.write(`${JSON.stringify(order)}\n`);
  await writeFile(file, cursor);
}
