import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { attachmentOf } from '../../../../tests/harness/e-invoices.ts';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { standardsFolder } from '../../../../tests/harness/standards.ts';
import { vatAt } from '../company.ts';
import { invoiceFacturX, invoiceUbl } from './e-invoice-files.ts';

/** `ubl` (UBL 2.1, documents and common schemas side by side) and `facturx` (CII as Factur-X's profile EN 16931 restricts it). */
const folder = standardsFolder('EN_16931_SCHEMAS', 'en16931');
const company = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2'],
  vatNumber: 'SE559000000001',
  country: 'SE',
  account: { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
};

type Schema = 'ubl/UBL-Invoice-2.1.xsd' | 'ubl/UBL-CreditNote-2.1.xsd' | 'facturx/FACTUR-X_EN16931.xsd';

/** Validates documents against a schema, which is read once for all of them. @returns the names of the documents with errors, and the messages */
async function errorsOf(documents: ReadonlyMap<string, string>, schema: Schema): Promise<[string, string][]> {
  const [kind, main] = schema.split('/') as [string, string];
  const read = (name: string) => ({
    fileName: name,
    // UBL names its common schemas in a folder beside the documents.
    contents: readFileSync(path.join(folder!, kind, name), 'utf8').replaceAll('../common/', ''),
  });
  const others = readdirSync(path.join(folder!, kind)).filter((name) => name.endsWith('.xsd') && name !== main);
  const { errors } = await validateXML({
    xml: [...documents].map(([fileName, contents]) => ({ fileName, contents })),
    schema: [read(main)],
    preload: others.map(read),
    initialMemoryPages: 4096,
    maxMemoryPages: 8192,
  });
  return errors.map(({ message, loc }) => [loc?.fileName ?? '', message]);
}

const CASES = [
  ['domestic', 'SE', 'SE556677889901', undefined],
  ['reverse_charge', 'DE', 'DE123456789', undefined],
  ['outside_eu', 'NO', 'NO923609016MVA', undefined],
  ['small_business', 'DE', null, '21/815/08150'],
] as const;

function documentsOf(sign: 1 | -1) {
  return CASES.map(([note, country, vatNumber, taxNumber]) => {
    const address = { street: 'Hauptstr. 1', postalCode: '10115', city: 'Berlin', country };
    const other = {
      name: 'Größe & <Maß>',
      lines: ['Hauptstr. 1'],
      vatNumber,
      address,
      ...(taxNumber && { taxNumber }),
    };
    const isSelfBilled = note === 'small_business';
    const amountMinor = sign * 12_345;
    const document = invoiceWith({
      kind: isSelfBilled ? 'creator' : 'store',
      seller: isSelfBilled ? other : company,
      buyer: isSelfBilled ? company : other,
      locale: 'de_DE',
      lines: [
        { description: 'Klicks', quantity: 7, amountMinor },
        { description: 'Korrektur & <mehr>', quantity: null, amountMinor: -sign },
      ],
      vat: vatAt({ ratePpm: note === 'domestic' ? 250_000 : 0, note }, amountMinor - sign),
      credits: sign < 0 ? { number: 'S2026-000001', issuedOn: '2026-02-03' } : null,
    });
    return { note, document };
  });
}

describe.skipIf(folder === undefined)('E-invoices, for xmllint', () => {
  it.each([
    ['invoice', 'ubl/UBL-Invoice-2.1.xsd', 1],
    ['credit note', 'ubl/UBL-CreditNote-2.1.xsd', -1],
  ] as const)(
    'are valid as %s in UBL for every treatment, and not when an element has another name',
    async (_kind, schema, sign) => {
      const written = documentsOf(sign).map(
        ({ note, document }) => [note, Buffer.from(invoiceUbl(document)).toString()] as const,
      );
      const spoiled = written[0]![1].replaceAll('cbc:IssueDate', 'cbc:IssueDay');
      const errors = await errorsOf(new Map([...written, ['spoiled', spoiled]]), schema);
      expect([...new Set(errors.map(([name]) => name))]).toEqual(['spoiled']);
    },
  );

  it('are valid in CII for every treatment, as invoice and as credit note, and not when an element has another name', async () => {
    const written = new Map<string, string>();
    for (const sign of [1, -1] as const)
      for (const { note, document } of documentsOf(sign))
        written.set(`${note}_${sign}`, attachmentOf(Buffer.from(await invoiceFacturX(document))));
    written.set('spoiled', written.get('domestic_1')!.replaceAll('ram:TypeCode', 'ram:KindCode'));
    const errors = await errorsOf(written, 'facturx/FACTUR-X_EN16931.xsd');
    expect([...new Set(errors.map(([name]) => name))]).toEqual(['spoiled']);
  });
});
