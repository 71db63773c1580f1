import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Column } from '../../components/data-table.tsx';
import { RecordRow } from '../../components/table/record-row.tsx';
import { useCreatorTexts } from '../texts.ts';

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
  const t = useCreatorTexts().links;
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const cells = columns
    // A column without a total has no place in the second line of a phone.
    .filter(({ key, wideOnly = false }, at) => at === 0 || !isNarrow || !wideOnly || of[key] !== undefined)
    .map(({ key, label, numeric = false, wideOnly = false }, at) => ({
      key,
      label,
      numeric,
      wideOnly,
      cell: () => (at === 0 ? t.total : (of[key] ?? null)),
    }));
  return (
    <Table.Tfoot fw={600}>
      <RecordRow columns={cells} row={null} isNarrow={isNarrow} box={hasBoxes ? null : undefined} index={undefined} />
    </Table.Tfoot>
  );
}
