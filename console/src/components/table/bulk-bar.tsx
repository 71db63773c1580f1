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
  /** Reads a page of all rows that match the filters. */
  readPage: ReadPage<Row>;
  /** The sum of the selected rows. */
  summaryOf?: (rows: readonly Row[]) => string;
  /** Why the last action failed. */
  failure?: string | null;
}

/** Below the head of the page, so that the actions stay visible while rows are selected. */
const STICKY = { position: 'sticky', top: 68, zIndex: 2 } as const;

/** Number of selected rows, selection of more of them, and the actions for them. */
export function BulkBar<Row>({
  rows,
  keyOf,
  total,
  ...props
}: BulkBarProps<Row> & {
  /** The rows of the current page. */
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  /** Number of rows on all pages. */
  total: number;
}) {
  const { selected, select, mayBeSelected, acts, readPage, summaryOf, failure } = props;
  const t = useCommonTexts().table;
  const { number } = useFormats();
  const [isCut, setIsCut] = useState(false);
  const choose = (chosen: readonly Row[], isFull = false) => {
    setIsCut(isFull);
    select(withRows(selected, chosen, keyOf));
  };
  const choosing = useApiMutation(() => readMatching(readPage, mayBeSelected), {
    onDone: (found) => choose(found.rows, found.isCut),
  });
  const clear = () => {
    setIsCut(false);
    select(new Map());
  };
  const here = rows.filter(mayBeSelected);
  const chosen = [...selected.values()];
  if (here.length === 0 && chosen.length === 0) return null;
  const summary = chosen.length > 0 && summaryOf ? ` · ${summaryOf(chosen)}` : '';
  return (
    <Card padding="xs" mb="sm" {...(chosen.length > 0 && { style: STICKY })}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status" pl={4}>
            {t.selected(number(chosen.length))}
            {summary}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => choose(here)}>
            {t.selectPage(number(here.length))}
          </Button>
          {total > rows.length && (
            <Button size="compact-sm" variant="subtle" loading={choosing.isPending} onClick={() => choosing.mutate()}>
              {t.selectMatching}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              {t.clearSelection}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          {acts.map(({ label, run, isRunning = false }, at) => (
            <Button
              key={label}
              size="xs"
              variant={at === 0 ? 'filled' : 'default'}
              disabled={chosen.length === 0}
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
