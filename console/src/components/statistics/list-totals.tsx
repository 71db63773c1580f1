import type { ReactNode } from 'react';
import type { Column } from '../data-table.tsx';
import { TotalRow } from './total-row.tsx';

interface ListTotalsProps<Row> {
  /** The shown columns of the list. */
  columns: readonly Column<Row>[];
  /** Whether the rows can be selected. */
  hasBoxes: boolean;
  /** The totals, by column. The first column says that these are totals. */
  of: Readonly<Record<string, ReactNode>>;
}

/** The totals below a list whose columns the reader chooses. */
export function ListTotals<Row>({ columns, hasBoxes, of }: ListTotalsProps<Row>) {
  const first = columns.findIndex(({ key }) => of[key] !== undefined);
  if (first < 1) return null;
  // A column without a total has no place in the second line of a phone.
  const figures = columns
    .slice(first)
    .filter(({ key, isFixed }) => of[key] !== undefined || isFixed)
    .map(({ key, label, numeric = false, wideOnly = false }) => ({
      key,
      label,
      numeric,
      wideOnly: wideOnly && of[key] !== undefined,
      cell: () => of[key] ?? null,
    }));
  const before: Pick<Column<Row>, 'key' | 'wideOnly'>[] = columns.slice(0, first);
  if (hasBoxes) before.push({ key: 'box' });
  return <TotalRow row={null} before={before} figures={figures} />;
}
