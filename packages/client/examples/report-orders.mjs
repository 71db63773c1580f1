// Reports the orders of a file with one JSON object on each line: node report-orders.mjs STORE FILE
import { readFile } from 'node:fs/promises';
import { createClient } from '@tributary/client';

const client = createClient({ baseUrl: process.env.TRIBUTARY_URL, token: process.env.TRIBUTARY_TOKEN });
const [store, file] = process.argv.slice(2);
const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');

for (let at = 0; at < lines.length; at += 1_000) {
  const orders = lines.slice(at, at + 1_000).map((line) => JSON.parse(line));
  const params = { path: { store: Number(store) } };
  // A full batch takes seconds, and a repetition of it is harmless. The client repeats it after a lost connection or a 429.
  const { data } = await client.POST('/v2/stores/{store}/orders/batch', { params, body: { orders } });
  for (const [index, { outcome, errors, message }] of data.data.entries()) {
    const reason = errors === null ? message : JSON.stringify(errors);
    if (reason !== null) process.stdout.write(`line ${at + index + 1}: ${outcome}: ${reason}\n`);
  }
  process.stdout.write(`${JSON.stringify(data.meta)}\n`);
}
