import type { Sort } from './list-state.ts';
import { type CellValue, isAmount, isMissing } from './values.ts';

/** The rows by the values of one column. Missing values are last in both directions; rows of the same value keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => CellValue,
  { descending, language }: Pick<Sort, 'descending'> & { language: string },
): Row[] {
  const texts = new Intl.Collator(language, { numeric: true });
  const compare = (a: CellValue, b: CellValue): number => {
    if (isAmount(a) && isAmount(b)) return texts.compare(a.currency, b.currency) || Number(a.amount) - Number(b.amount);
    return typeof a === 'string' && typeof b === 'string' ? texts.compare(a, b) : Number(a) - Number(b);
  };
  return rows
    .map((row) => ({ row, of: value(row) }))
    .toSorted((a, b) => {
      if (isMissing(a.of) || isMissing(b.of)) return Number(isMissing(a.of)) - Number(isMissing(b.of));
      return descending ? compare(b.of, a.of) : compare(a.of, b.of);
    })
    .map(({ row }) => row);
}
