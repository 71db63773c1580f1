import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { attachmentOf } from '../../../../tests/harness/e-invoices.ts';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { vatAt } from '../company.ts';
import { invoiceFacturX, invoiceUbl } from './e-invoice-files.ts';

/** A folder with `ubl` (the schemas of UBL 2.1, documents and common ones side by side) and `cii` (those of CII D16B). They are too large for the repository. */
const folder = process.env.EN_16931_SCHEMAS;
const company = { name: 'Tributary AB', lines: ['Skeppsbron 2'], vatNumber: 'SE559000000001', country: 'SE' };

async function errorsOf(contents: string, kind: 'ubl' | 'cii', main: string): Promise<string[]> {
  const read = (name: string) => ({
    fileName: name,
    // UBL names its common schemas in a folder beside the documents.
    contents: readFileSync(path.join(folder!, kind, name), 'utf8').replaceAll('../common/', ''),
  });
  const others = readdirSync(path.join(folder!, kind)).filter((name) => name.endsWith('.xsd') && name !== main);
  const { errors } = await validateXML({
    ...{ xml: [{ fileName: 'invoice.xml', contents }], schema: [read(main)], preload: others.map(read) },
    ...{ initialMemoryPages: 4096, maxMemoryPages: 8192 },
  });
  return errors.map(({ message }) => message);
}

describe.skipIf(folder === undefined)('E-invoices, for xmllint', () => {
  it.each([
    ['domestic', 'SE', 'SE556677889901'],
    ['reverse_charge', 'DE', 'DE123456789'],
    ['outside_eu', 'NO', 'NO923609016MVA'],
  ] as const)(
    'of the treatment %s are valid, as invoice and as credit note, and not when spoiled',
    async (note, country, vatNumber) => {
      const address = { street: 'Hauptstr. 1', postalCode: '10115', city: 'Berlin', country };
      const buyer = { name: 'Größe & <Maß>', lines: ['Hauptstr. 1'], vatNumber, address };
      for (const amountMinor of [12_345, -1_000]) {
        const isCredit = amountMinor < 0;
        const document = invoiceWith({
          ...{ seller: company, buyer, locale: 'de_DE', lines: [{ description: 'Klicks', quantity: 7, amountMinor }] },
          vat: vatAt({ ratePpm: note === 'domestic' ? 250_000 : 0, note }, amountMinor),
          credits: isCredit ? { number: 'S2026-000001', issuedOn: '2026-02-03' } : null,
        });
        const ubl = Buffer.from(await invoiceUbl(document)).toString();
        const main = isCredit ? 'UBL-CreditNote-2.1.xsd' : 'UBL-Invoice-2.1.xsd';
        expect(await errorsOf(ubl, 'ubl', main)).toEqual([]);
        expect(await errorsOf(ubl.replace('cbc:IssueDate', 'cbc:IssueDay'), 'ubl', main)).not.toEqual([]);
        const cii = attachmentOf(Buffer.from(await invoiceFacturX(document)));
        const schema = 'CrossIndustryInvoice_100pD16B.xsd';
        expect(await errorsOf(cii, 'cii', schema)).toEqual([]);
        expect(await errorsOf(cii.replaceAll('ram:TypeCode', 'ram:KindCode'), 'cii', schema)).not.toEqual([]);
      }
    },
  );
});
