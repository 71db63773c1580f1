import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTributary, sek, type TestTributary } from './shared/test-tributary.ts';

const guide = await readFile(`${import.meta.dirname}/../docs/guides/other-shop-systems.md`, 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);
const modules = spawnSync('php', ['-m'], { encoding: 'utf8' });
const hasPhp = modules.status === 0;

describe('The snippets for PrestaShop and Magento', () => {
  it.skipIf(!hasPhp)('are valid PHP', () => {
    const texts = blocks('php');
    expect(texts).toHaveLength(3);
    for (const input of texts)
      expect(spawnSync('php', ['-l'], { input, encoding: 'utf8' }).stdout).toContain('No syntax errors');
  });

  it('are valid XML', () => {
    const texts = blocks('xml');
    expect(texts).toHaveLength(1);
    for (const text of texts) expect(XMLValidator.validate(text)).toBe(true);
  });
});

describe.skipIf(!hasPhp || !/^curl$/m.test(modules.stdout))('The PHP client of the guide', () => {
  let tributary: TestTributary;
  beforeAll(async () => {
    tributary = await openTributary();
  });

  /** Calls the client as a queue of a store does. */
  async function report(fields: object, refunded: string | null, isCancelled: boolean): Promise<void> {
    const { url, store, apiKey } = tributary.connection;
    const call = `
      [$connection, $report, $refunded, $isCancelled] = json_decode($argv[1], true);
      (new TributaryClient(...$connection))->report($report, $refunded, $isCancelled);`;
    const body = { order_id: 'P-1', order_value: '200.00', currency: 'SEK', tclid: tributary.seller.click, ...fields };
    const input = JSON.stringify([[url, store, apiKey], body, refunded, isCancelled]);
    const code = blocks('php')[0]!.replace('<?php', '') + call;
    // The declaration must be the first statement.
    await promisify(execFile)('php', ['-r', code, input]);
  }

  it('reports an order, its refunds and its cancellation, however often', async () => {
    await report({}, null, false);
    await tributary.expectOrder('P-1', { value: sek('200.00'), attribution: 'click', refunded: sek('0.00') });
    for (let repetition = 0; repetition < 2; repetition++) await report({}, '50.00', false);
    await tributary.expectOrder('P-1', { refunded: sek('50.00'), status: 'pending' });
    await report({}, '50.00', true);
    await report({}, '50.00', true);
    await tributary.expectOrder('P-1', { status: 'denied' });
  });

  it('fails for the queue while Tributary refuses or is unavailable', async () => {
    await expect(report({ currency: 'XX' }, null, false)).rejects.toThrow('Tributary answered 422');
    tributary.failures = 1;
    await expect(report({}, null, false)).rejects.toThrow('Tributary answered 503');
  });
});
