import { Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import type { Selecting } from '../data-table.tsx';
import { FailureText } from '../failure.tsx';
import { useCommonTexts } from '../texts.ts';
import { useApiMutation } from '../use-api-mutation.ts';
import { MAX_SELECTED, type ReadPage, type RowKey, readMatching, withRows } from './selection.ts';

/** An action for all selected rows. It asks for confirmation or offers to undo it, as the action of one row does. */
interface BulkAct<Row> {
  label: string;
  run: (rows: readonly Row[]) => void;
  isRunning?: boolean;
}

export interface BulkBarProps<Row> extends Selecting<Row> {
  /** The actions; the first one is the main action. */
  acts: readonly BulkAct<Row>[];
  /** Reads a page of all rows that match the filters; without it, they are not offered together. */
  readPage?: ReadPage<Row>;
  /** The sum of the selected rows. */
  summaryOf?: (rows: readonly Row[]) => string;
  /** Why the last action failed. */
  failure?: string | null;
}

/** Shown below the table, so that the rows do not move, and at the bottom of the window while the table goes on; in the order of the keyboard before the table. */
const PLACE = { position: 'sticky', bottom: 12, zIndex: 2, order: 1 } as const;

/** Number of selected rows, selection of more of them, and the actions for them. */
export function BulkBar<Row>({
  rows,
  keyOf,
  onCleared,
  total = rows.length,
  ...props
}: BulkBarProps<Row> & {
  /** The rows of the current page. */
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  /** Moves the focus to the table. */
  onCleared: () => void;
  /** Number of rows on all pages; needed with `readPage`. */
  total?: number;
}) {
  const { selected, select, mayBeSelected, acts, readPage, summaryOf, failure } = props;
  const t = useCommonTexts().table;
  const { number } = useFormats();
  const [isCut, setIsCut] = useState(false);
  const choose = (chosen: readonly Row[], isFull = false) => {
    setIsCut(isFull);
    select(withRows(selected, chosen, keyOf));
  };
  const choosing = useApiMutation(() => readMatching(readPage!, mayBeSelected), {
    onDone: (found) => choose(found.rows, found.isCut),
  });
  const clear = () => {
    setIsCut(false);
    select(new Map());
    // The button disappears with the bar.
    onCleared();
  };
  const here = rows.filter(mayBeSelected);
  const chosen = [...selected.values()];
  if (chosen.length === 0) return null;
  const summary = summaryOf ? ` · ${summaryOf(chosen)}` : '';
  return (
    <Card padding="xs" mt="sm" shadow="sm" style={PLACE}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status" pl={4}>
            {t.selected(number(chosen.length))}
            {summary}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => choose(here)}>
            {t.selectPage(number(here.length))}
          </Button>
          {readPage !== undefined && total > rows.length && (
            <Button size="compact-sm" variant="subtle" loading={choosing.isPending} onClick={() => choosing.mutate()}>
              {t.selectMatching}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
            {t.clearSelection}
          </Button>
        </Group>
        <Group gap="xs">
          {acts.map(({ label, run, isRunning = false }, at) => (
            <Button
              key={label}
              size="xs"
              variant={at === 0 ? 'filled' : 'default'}
              loading={isRunning}
              onClick={() => run(chosen)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
      {isCut && (
        <Text size="sm" pl={4} role="status">
          {t.cut(number(MAX_SELECTED))}
        </Text>
      )}
      <FailureText message={choosing.failure ?? failure} />
    </Card>
  );
}
