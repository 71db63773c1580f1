import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { InconsistentInvoice, type InvoiceDocument } from './document.ts';
import { invoiceWorkbook } from './workbook.ts';

async function read(document: InvoiceDocument) {
  const { sheets } = await readXlsx(await buffer(invoiceWorkbook(document)), { readStyles: true });
  return sheets[0]!;
}

/** The rows from the header of the table on, and the number of rows before it. */
async function table(document: InvoiceDocument) {
  const sheet = await read(document);
  const at = sheet.rows.findIndex((row) => row[0] === 'Beskrivning');
  return { sheet, at, rows: sheet.rows.slice(at + 1) };
}

describe('An invoice as Excel file', () => {
  it('has parties, days as days, counts and amounts as numbers, and sums', async () => {
    const lines = [
      { description: 'Klick', quantity: 12_345, amountMinor: 4_320_752 },
      { description: 'Rättelse', quantity: null, amountMinor: -752 },
    ];
    const document = invoiceWith({
      lines,
      paidOn: '2026-12-15',
      vat: { ratePpm: 250_000, minor: 1_080_000, note: 'domestic' },
    });
    const { sheet, at, rows } = await table(document);
    const head = sheet.rows.slice(0, at).map((row) => row.filter((cell) => cell !== null));
    for (const row of [
      ['Faktura'],
      ['Nummer', '2026-000123'],
      ['Fakturadatum', new Date('2026-12-01')],
      ['Förfallodatum', new Date('2026-12-31')],
      ['Betald', new Date('2026-12-15')],
      ['Biflod AB', 'Björk & Åsa Mode AB'],
      ['Sverige', 'Momsregistreringsnummer SE556123456701'],
    ])
      expect(head).toContainEqual(row);
    expect(rows.map((row) => row[2])).toEqual([43_207.52, -7.52, 43_200, 10_800, 54_000]);
    expect(rows.map((row) => row[1])).toEqual([12_345, null, null, null, null]);
    const formulas = rows.map((_, row) => sheet.cells?.get(`${at + 1 + row},2`)?.formula);
    const first = at + 2;
    expect(formulas).toEqual([
      undefined,
      undefined,
      `SUM(C${first}:C${first + 1})`,
      undefined,
      `SUM(C${first + 2}:C${first + 3})`,
    ]);
  });

  it('shows as many digits as the currency has', async () => {
    const formatIn = async (currency: string) => {
      const { sheet, at } = await table(invoiceWith({ currency }));
      return sheet.cells?.get(`${at + 1},2`)?.style?.numFmt;
    };
    expect(await Promise.all(['SEK', 'JPY', 'KWD'].map(formatIn))).toEqual(['#,##0.00', '#,##0', '#,##0.000']);
  });

  it('has sums also without lines', async () => {
    const { rows } = await table(invoiceWith({ lines: [], vat: { ratePpm: 0, minor: 0, note: 'reverse_charge' } }));
    expect(rows.map((row) => row[2] ?? null)).toEqual([0, 0, 0, null, null]);
    expect(rows.at(-1)?.[0]).toContain('artikel 196');
  });

  it('keeps every text a text', async () => {
    const texts = fc.constantFrom(
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '123',
      'true',
      '<b>&amp;',
      '=HYPERLINK("http://localhost")',
      '😀',
    );
    await fc.assert(
      fc.asyncProperty(texts, async (name) => {
        const lines = [{ description: name, quantity: 1, amountMinor: 4_320_752 }];
        const buyer = { name, lines: [name], vatNumber: name };
        const { sheet, rows } = await table(invoiceWith({ lines, buyer }));
        expect(rows[0]?.[0]).toBe(name);
        const formulas = [...(sheet.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined);
        expect(formulas).toHaveLength(2);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same file each time', async () => {
    const [first, second] = [
      await buffer(invoiceWorkbook(invoiceWith())),
      await buffer(invoiceWorkbook(invoiceWith())),
    ];
    expect(second.equals(first)).toBe(true);
  });

  it('is refused when its sums do not follow from its lines', () => {
    expect(() => invoiceWorkbook({ ...invoiceWith(), netMinor: 1 })).toThrow(InconsistentInvoice);
  });
});
