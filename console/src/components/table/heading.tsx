import { Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { TermHelp } from '../../help/help.tsx';
import { useCommonTexts } from '../texts.ts';
import type { Column } from './columns.ts';
import type { Sort } from './list-state.ts';

/** Heading of a column, with a button that sorts by it. */
export function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const t = useCommonTexts().table;
  const {
    key,
    label,
    sortable = false,
    numeric = false,
    latestFirst = false,
    wideOnly = false,
    isFixed = false,
    terms,
  } = column;
  const isSorted = sort?.by === key;
  const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  // Keeps the arrow on the line of the last word.
  const last = label.lastIndexOf(' ') + 1;
  const words = (
    <Text size="xs" fw={600} c="dimmed" component="span" className={isFixed ? 'named-by-cells' : ''}>
      {label.slice(0, last)}
      <span style={{ whiteSpace: 'nowrap' }}>
        {label.slice(last)}
        {isSorted && <Arrow size={12} aria-hidden style={{ marginLeft: 4, verticalAlign: '-1px' }} />}
      </span>
    </Text>
  );
  return (
    <Table.Th
      scope="col"
      ta={numeric ? 'right' : 'left'}
      className={wideOnly ? 'wide-only' : ''}
      {...(order ? { 'aria-sort': order } : {})}
    >
      {sortable && onSort ? (
        // Texts sort ascending first; numbers and dates descending.
        <UnstyledButton
          onClick={() => onSort({ by: key, descending: isSorted ? !sort.descending : numeric || latestFirst })}
          title={t.sortBy(label)}
        >
          {words}
        </UnstyledButton>
      ) : (
        words
      )}
      {terms && <TermHelp terms={terms} label={label} />}
    </Table.Th>
  );
}
