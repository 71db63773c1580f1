import { expect, it } from 'vitest';
import { rowsCsv } from './rows-csv.ts';
import { sortedRows } from './sorted-rows.ts';
import type { CellValue } from './values.ts';

const sek = (amount: string) => ({ amount, currency: 'SEK' });

it.each<[string, CellValue[], CellValue[]]>([
  ['numbers', [10, 9, -1], [-1, 9, 10]],
  ['texts with numbers in them', ['Run 10', 'run 9', 'Åre'], ['Åre', 'run 9', 'Run 10']],
  ['days', ['2026-03-02', '2025-12-31'], ['2025-12-31', '2026-03-02']],
  ['booleans', [true, false], [false, true]],
  ['amounts, by currency', [sek('9.50'), sek('-10.00'), { amount: '100.00', currency: 'EUR' }, sek('10.00')], []],
])('sorts %s', (name, values, ascending) => {
  const amounts = [{ amount: '100.00', currency: 'EUR' }, sek('-10.00'), sek('9.50'), sek('10.00')];
  const expected = name.startsWith('amounts') ? amounts : ascending;
  const sorted = (descending: boolean) =>
    sortedRows([null, ...values, undefined], (value) => value, { descending, language: 'en' });
  expect(sorted(false)).toEqual([...expected, null, undefined]);
  expect(sorted(true)).toEqual([...expected.toReversed(), null, undefined]);
});

it('keeps the order of rows with the same value', () => {
  const rows = [
    { id: 1, day: '2026-01-01' },
    { id: 2, day: '2026-01-02' },
    { id: 3, day: '2026-01-01' },
  ];
  const ids = (descending: boolean) =>
    sortedRows(rows, ({ day }) => day, { descending, language: 'en' }).map(({ id }) => id);
  expect([ids(false), ids(true)]).toEqual([
    [1, 3, 2],
    [2, 1, 3],
  ]);
});

it('writes the columns that have values as CSV, without formulas', () => {
  interface Row {
    name: string | null;
    clicks: number;
    paid: { amount: string; currency: string } | null;
  }
  const rows: Row[] = [
    { name: '=A1, "x"', clicks: -5, paid: sek('-2.50') },
    { name: null, clicks: 0, paid: null },
  ];
  const csv = rowsCsv<Row>(
    [
      { key: 'name', label: '+Name', cell: () => '', value: ({ name }) => name },
      { key: 'act', label: 'Act', cell: () => '' },
      { key: 'clicks', label: 'Clicks', cell: () => '', value: ({ clicks }) => clicks },
      { key: 'paid', label: 'Paid', cell: () => '', value: ({ paid }) => paid },
    ],
    rows,
    (column) => `${column}, currency`,
  );
  expect(csv).toBe(
    [`\uFEFF'+Name,Clicks,Paid,"Paid, currency"`, `"'=A1, ""x""",-5,-2.50,SEK`, ',0,,', ''].join('\r\n'),
  );
});
