import { Checkbox, Group, Table, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Column } from './columns.ts';
import { ROW } from './row-keys.ts';

/** The attribute by which keys find a row. */
const ROW_MARK = { [ROW]: '' };

/** The box that selects a row. */
interface RowBox {
  label: string;
  isChecked: boolean;
  /** @param isRange also the rows between this one and the one that was clicked before */
  onToggle: (isRange: boolean) => void;
}

interface RecordRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  isNarrow: boolean;
  /** Null: the row cannot be selected. Undefined: no row can. */
  box: RowBox | null | undefined;
  /** 1-based, of all rows, if only some of them are rendered. */
  index: number | undefined;
}

/** A row. On a phone, it has a second line with the columns that do not fit. */
export function RecordRow<Row>({ columns, row, isNarrow, box, index }: RecordRowProps<Row>) {
  const inColumns = columns.filter(({ wideOnly = false }) => !(wideOnly && isNarrow));
  const below = columns.filter((column) => !inColumns.includes(column) && !(column.isInFirst ?? false));
  return (
    <>
      <Table.Tr
        {...ROW_MARK}
        {...(index !== undefined && { 'aria-rowindex': index })}
        {...(below.length > 0 && { style: { borderBottom: 0 } })}
        {...(box?.isChecked && { className: 'is-selected' })}
      >
        {box !== undefined && <Table.Td>{box !== null && <Box {...box} />}</Table.Td>}
        {inColumns.map(({ key, cell, numeric = false }) => (
          <Table.Td key={key} ta={numeric ? 'right' : 'left'}>
            {cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {below.length > 0 && (
        <Table.Tr {...(box?.isChecked && { className: 'is-selected' })}>
          <Table.Td colSpan={inColumns.length + (box === undefined ? 0 : 1)} pt={0}>
            <Group gap="xs" component="dl" m={0} style={{ columnGap: 16, overflowWrap: 'anywhere' }}>
              {below.map(({ key, label, cell }) => (
                <Group key={key} gap={6}>
                  <Text size="xs" c="dimmed" component="dt">
                    {label}
                  </Text>
                  <Text size="sm" component="dd" m={0}>
                    {cell(row)}
                  </Text>
                </Group>
              ))}
            </Group>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Box({ label, isChecked, onToggle }: RowBox) {
  // Some browsers do not report the Shift key in the click that the space bar causes.
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !event.shiftKey) return;
    event.preventDefault();
    onToggle(true);
  };
  return (
    <Checkbox
      aria-label={label}
      checked={isChecked}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as MouseEvent).shiftKey)}
      onKeyDown={byKey}
    />
  );
}
