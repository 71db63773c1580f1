import { type ButtonProps, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { cloneElement, type ReactElement } from 'react';
import { useFormats } from '../../language/formats.ts';
import { csvFile } from '../csv.ts';
import { today } from '../day-range.ts';
import { FailureText } from '../failure.tsx';
import { saveFile } from '../save-file.ts';
import type { Column } from '../table/columns.ts';
import { rowsCsv } from '../table/rows-csv.ts';
import { useCommonTexts } from '../texts.ts';
import { useApiMutation } from '../use-api-mutation.ts';

interface SaveRowsProps {
  /** The button. */
  target: ReactElement<ButtonProps & { onClick: () => void }>;
  /** The name of the file. */
  label: string;
  columns: readonly Column<never>[];
  /** Reads the rows. `isCut`: there are more. */
  read: () => Promise<{ rows: readonly unknown[]; isCut: boolean }>;
}

/** Saves the rows of a table as CSV. */
export default function SaveRows({ target, label, columns, read }: SaveRowsProps) {
  const t = useCommonTexts().export;
  const { number } = useFormats();
  const saving = useApiMutation(read, {
    onDone: ({ rows, isCut }) => {
      saveFile(csvFile(rowsCsv(columns, rows as never[], t.currencyOf)), `${label} ${today()}.csv`);
      if (isCut) notifications.show({ message: t.cut(number(rows.length)), color: 'yellow' });
    },
  });
  return (
    <Group gap="xs">
      {cloneElement(target, { onClick: () => saving.mutate(), loading: saving.isPending })}
      <FailureText message={saving.failure} size="xs" />
    </Group>
  );
}
