import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Column } from '../data-table.tsx';
import { RecordRow } from '../table/record-row.tsx';
import { useResultTexts } from './texts.ts';

interface TotalRowProps<Row> {
  row: Row;
  /** Columns before the figures; the first one says that these are totals. */
  before: readonly Pick<Column<Row>, 'key' | 'wideOnly'>[];
  figures: readonly Column<Row>[];
}

/** The totals below a table of results, in the columns of its figures. */
export function TotalRow<Row>({ row, before, figures }: TotalRowProps<Row>) {
  const t = useResultTexts();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const first = before
    .filter(({ wideOnly = false }) => !(wideOnly && isNarrow))
    .map(({ key }, at): Column<Row> => ({ key, label: '', cell: () => (at === 0 ? t.total : null) }));
  return (
    <Table.Tfoot fw={600}>
      <RecordRow columns={[...first, ...figures]} row={row} isNarrow={isNarrow} box={undefined} index={undefined} />
    </Table.Tfoot>
  );
}
