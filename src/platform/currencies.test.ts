import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from './currencies.ts';

/** Other versions of Node.js, as paths separated by colons. .ci/run installs the oldest permitted and the newest one. */
const others = (process.env.OTHER_NODES ?? '').split(path.delimiter).filter((file) => file !== '' && existsSync(file));

/** Prints the decimals of every currency, and how one amount of each is formatted. */
const PROGRAM = `
  import { CURRENCY_DECIMALS } from './currencies.ts';
  import { formatMoney, minorDigits, reportedToMinor, toDecimalString } from './money.ts';
  const rows = [...CURRENCY_DECIMALS.keys()].map((code) => [code, minorDigits(code), reportedToMinor('1234.5678', code),
    toDecimalString({ minor: 1234567, currency: code }), formatMoney({ minor: 1234567, currency: code }, 'en-IE').replace(/[^0-9.]/g, '')]);
  process.stdout.write(JSON.stringify(rows));`;

it.skipIf(others.length === 0)('amounts mean the same on every installed version of Node', async () => {
  const entry = path.join(import.meta.dirname, 'all-currencies.mjs');
  const { output } = await build({
    input: entry,
    platform: 'node',
    write: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? PROGRAM : null),
      },
    ],
  });
  const run = (node: string) =>
    JSON.parse(execFileSync(node, ['--input-type=module', '-'], { input: output[0].code, encoding: 'utf8' }));
  const here = run(process.execPath) as [string, number][];
  expect(here.map(([code, decimals]) => [code, decimals])).toEqual([...CURRENCY_DECIMALS]);
  for (const node of others) expect([node, run(node)]).toEqual([node, here]);
});
