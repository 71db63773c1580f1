import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readTable } from './read-table.ts';
import { UnreadableTable } from './table.ts';

const columns = { required: ['invoice_id'], optional: ['paid_at'] };
/** The displayed values, without surrounding white space. */
const cell = fc.string({ unit: fc.constantFrom(...'abÄ漢🙂=;,"\' |1-'), maxLength: 20 }).map((text) => text.trim());
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });

/** The rows that must be read: those with any cell, numbered as in a spreadsheet. */
const expected = (given: [string, string, string][]) =>
  given.flatMap(([id, other, day], at) =>
    [id, other, day].every((text) => text === '') ? [] : { row: at + 2, cells: { invoice_id: id, paid_at: day } },
  );

it('A table is read in the same way from a CSV of any form and from a workbook', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(',', ';'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (given, delimiter, record_delimiter, bom) => {
        const table = [['Invoice_ID', 'Comment', 'PAID_AT'], ...given];
        const csv = stringify(table, { delimiter, record_delimiter, bom, quoted_match: /[\r\n;,]/ });
        expect(await readTable(Buffer.from(csv), columns)).toEqual(expected(given));
        const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Bank', rows: table }] }));
        expect(await readTable(workbook, columns)).toEqual(expected(given));
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) },
  );
});

it('Any other input is read or refused with a reason, and never crashes', async () => {
  const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Bank', rows: [['invoice_id'], [1], [2]] }] }));
  const damaged = fc
    .array(fc.tuple(fc.nat(workbook.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const copy = Buffer.from(workbook);
      for (const [at, byte] of changes) copy[at] = byte;
      return copy;
    });
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, bytes), async (content) => {
      const read = await readTable(content, columns).catch((error) => error);
      expect(read instanceof UnreadableTable || Array.isArray(read)).toBe(true);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) },
  );
});

it.each([
  ['Windows-1252', Buffer.from('invoice_id;paid_at\n1;Köln', 'latin1')],
  ['UTF-16 with tabs, as Excel saves Unicode text', Buffer.from('\ufeffinvoice_id\tpaid_at\r\n1\tKöln', 'utf16le')],
  ['a line that names the separator', Buffer.from('sep=;\ninvoice_id;paid_at\n1;Köln')],
  ['pipes', Buffer.from('invoice_id|paid_at\n1|Köln')],
])('A table in %s is read', async (_form, content) => {
  const [row] = await readTable(content, columns);
  expect(row!.cells).toEqual({ invoice_id: '1', paid_at: 'Köln' });
});
