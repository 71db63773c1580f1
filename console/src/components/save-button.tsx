import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { laterPart } from './lazy-part.tsx';
import type { Column } from './table/columns.ts';
import { MAX_EXPORTED, type ReadPage, type RowKey, readMatching } from './table/selection.ts';
import { useCommonTexts } from './texts.ts';

const SaveRows = laterPart(() => import('./menus/save-rows.tsx'));

interface SaveButtonProps<Row> {
  /** The name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** All rows, or how to read those that match the filters. */
  rows: readonly Row[] | ReadPage<Row>;
  keyOf: (row: Row) => RowKey;
}

/** Button that saves the rows of a table as CSV. */
export function SaveButton<Row>({ label, columns, rows, keyOf }: SaveButtonProps<Row>) {
  const t = useCommonTexts().export;
  const read = async () => {
    if (typeof rows !== 'function') return { rows, isCut: false };
    const found = await readMatching(rows, () => true, MAX_EXPORTED);
    // A record that arrives meanwhile moves others to the next page.
    return { ...found, rows: [...new Map(found.rows.map((row) => [keyOf(row), row])).values()] };
  };
  return (
    <SaveRows
      target={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`${t.csv}: ${label}`}
        >
          {t.csv}
        </Button>
      }
      label={label}
      columns={columns}
      read={read}
    />
  );
}
