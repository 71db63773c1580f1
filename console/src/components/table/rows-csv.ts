import { csvOf, textCell } from '../csv.ts';
import type { Column } from './columns.ts';
import { type CellValue, isAmount, isMissing } from './values.ts';

/**
 * Rows as CSV: the columns that have values, numbers as plain decimals. The currency of an amount is in a column of its own.
 * @param currencyOf heading of the currencies of a column
 */
export function rowsCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  currencyOf: (column: string) => string,
): string {
  const written = columns.flatMap(({ label, value }) => {
    if (value === undefined) return [];
    const values = rows.map(value);
    const column = [textCell(label), ...values.map(inFile)];
    const currencies = values.map((one) => (isAmount(one) ? one.currency : ''));
    return values.some(isAmount) ? [column, [textCell(currencyOf(label)), ...currencies]] : [column];
  });
  return csvOf(Array.from({ length: rows.length + 1 }, (_, line) => written.map((column) => column[line]!)));
}

function inFile(value: CellValue): string {
  if (isMissing(value)) return '';
  if (isAmount(value)) return value.amount;
  return typeof value === 'string' ? textCell(value) : String(value);
}
