import { Card, Group, Skeleton, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useReader } from '../language/language.tsx';
import { EmptyState } from './empty-state.tsx';
import { Failure } from './failure.tsx';
import { SaveButton } from './save-button.tsx';
import { type Column, hasValue } from './table/columns.ts';
import { Heading } from './table/heading.tsx';
import type { Sort } from './table/list-state.ts';
import { Pages } from './table/pages.tsx';
import { RecordRow } from './table/record-row.tsx';
import { ROWS_PER_BLOCK, RowBlock } from './table/row-block.tsx';
import { moveBetweenRows } from './table/row-keys.ts';
import { type ReadPage, type RowKey, withToggled } from './table/selection.ts';
import { sortedRows } from './table/sorted-rows.ts';
import { TableScroll } from './table/table-scroll.tsx';
import type { Selection } from './table/use-selection.ts';
import { useCommonTexts } from './texts.ts';

export type { Column } from './table/columns.ts';

/** Selection of rows by a box in each of them. */
export interface Selecting<Row> extends Selection<Row> {
  mayBeSelected: (row: Row) => boolean;
  /** Accessible name of the box of a row. */
  labelOf: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** The number of placeholders while loading, if the number of rows is nearly known: what is below the table then stays in its place. */
  expected?: number;
  keyOf: (row: Row) => RowKey;
  error?: unknown;
  onRetry?: () => unknown;
  /** Placeholder for an empty list. */
  empty: { title: string; hint?: string; action?: ReactNode };
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** 1-based. */
  page?: number;
  pages?: number | undefined;
  /** Number of rows on all pages. */
  total?: number | undefined;
  onPage?: (page: number) => void;
  /** Reads any page of the rows, so that all of them can be saved. */
  readPage?: ReadPage<Row> | undefined;
  /** The rows are outdated and being refetched; they are shown paler. */
  isStale?: boolean;
  selecting?: Selecting<Row> | undefined;
  /** The foot of the table: a `TotalRow`. */
  foot?: ReactNode;
}

/** Query result of a paginated list. */
export interface ListQuery<Row> {
  data: { data: readonly Row[]; meta: { last_page: number; total?: number } } | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  /** Reads any page with the same filters (`api.useList`). */
  readPage?: ReadPage<Row>;
}

/** Props of a table for a paginated list, including its loading and error states. */
export function listed<Row>({ data, error, refetch, isPlaceholderData, readPage }: ListQuery<Row>) {
  const { last_page: pages, total } = data?.meta ?? {};
  return { rows: data?.data, error, onRetry: refetch, pages, total, isStale: isPlaceholderData, readPage };
}

/**
 * Table with loading, empty and error states, sorting, selection and pagination. The page keeps sort order and page number in the URL.
 * If the table has all rows, it sorts them itself by the values of their columns, and saves them as CSV.
 */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const { isWhole, ...props } = useOwnOrder(given);
  const { label, columns, rows, keyOf, error, onRetry, empty, sort, onSort, isStale = false, selecting } = props;
  const { select } = useCommonTexts().table;
  const saved = isWhole ? rows : props.readPage;
  const failure = error ? <Failure error={error} onRetry={onRetry} /> : null;
  if (rows === undefined && failure) return failure;
  if (rows?.length === 0 && (props.page ?? 1) === 1) {
    return (
      <Card>
        {failure}
        <EmptyState title={empty.title} {...(empty.hint === undefined ? {} : { hint: empty.hint })}>
          {empty.action}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card p={0}>
      {/* After a failed refetch, the earlier rows stay visible. */}
      {failure}
      <TableScroll label={label}>
        <Table
          aria-label={label}
          aria-busy={rows === undefined || isStale}
          {...(isLong(rows) && { 'aria-rowcount': rows!.length + 1 })}
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover
          opacity={isStale ? 0.6 : 1}
          onKeyDown={moveBetweenRows}
        >
          <Table.Thead>
            <Table.Tr>
              {selecting && (
                <Table.Th scope="col" w={1}>
                  <Text size="xs" fw={600} c="dimmed" component="span" className="named-by-cells">
                    {select}
                  </Text>
                </Table.Th>
              )}
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Rows {...props} />
          {rows !== undefined && props.foot}
        </Table>
      </TableScroll>
      {rows !== undefined && saved !== undefined && columns.some(hasValue) && (
        <Group justify="flex-end" p="xs">
          <SaveButton label={label} columns={columns} rows={saved} keyOf={keyOf} />
        </Group>
      )}
      <Pages page={props.page ?? 1} pages={props.pages} total={props.total} onPage={props.onPage} />
    </Card>
  );
}

/** Sorts the rows of a table that has all of them and is not sorted by its page. */
function useOwnOrder<Row>(props: DataTableProps<Row>): DataTableProps<Row> & { isWhole: boolean } {
  const { columns, rows, page = 1, pages = 1, onSort } = props;
  const { language } = useReader();
  const [sort, setSort] = useState<Sort>();
  const value = columns.find(({ key }) => key === sort?.by)?.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are created at each rendering, and `sort` determines the value
  const ordered = useMemo(
    () => (rows && value && sort ? sortedRows(rows, value, { ...sort, language }) : rows),
    [rows, sort, language],
  );
  if (onSort !== undefined || page > 1 || pages > 1) return { ...props, isWhole: false };
  const sortable = columns.map((column) => ({ ...column, sortable: hasValue(column) }));
  return { ...props, columns: sortable, rows: ordered, sort, onSort: setSort, isWhole: true };
}

const isLong = (rows: readonly unknown[] | undefined) => rows !== undefined && rows.length > 2 * ROWS_PER_BLOCK;

/** The body of the table, in blocks if it is long. */
function Rows<Row>({ columns, rows, keyOf, selecting, expected }: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const boxOf = useBoxes(rows ?? [], keyOf, selecting);
  const width = columns.length + (selecting ? 1 : 0);
  const row = (one: Row, index?: number) => (
    <RecordRow key={keyOf(one)} columns={columns} row={one} isNarrow={isNarrow} box={boxOf(one)} index={index} />
  );
  if (rows === undefined) return <LoadingRows columns={width} count={expected} />;
  if (!isLong(rows)) return <Table.Tbody>{rows.map((one) => row(one))}</Table.Tbody>;
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_BLOCK) }, (_, block) => block * ROWS_PER_BLOCK);
  return starts.map((start) => {
    const block = rows.slice(start, start + ROWS_PER_BLOCK);
    return (
      <RowBlock key={keyOf(block[0]!)} count={block.length} columns={width}>
        {/* The heading is the first row. */}
        {() => block.map((one, at) => row(one, start + at + 2))}
      </RowBlock>
    );
  });
}

/** The boxes of the rows. */
function useBoxes<Row>(rows: readonly Row[], keyOf: (row: Row) => RowKey, selecting: Selecting<Row> | undefined) {
  const anchor = useRef<RowKey | null>(null);
  return (row: Row) => {
    if (selecting === undefined) return undefined;
    const { selected, select, mayBeSelected, labelOf } = selecting;
    if (!mayBeSelected(row)) return null;
    const key = keyOf(row);
    const onToggle = (isRange: boolean) => {
      select(
        withToggled(selected, rows.filter(mayBeSelected), { key, keyOf, anchor: isRange ? anchor.current : null }),
      );
      anchor.current = key;
    };
    return { label: labelOf(row), isChecked: selected.has(key), onToggle };
  };
}

const LOADING_ROWS = 5;
/** As many as a high window shows. */
const MOST_LOADING_ROWS = 30;

/** Assistive technology is told by `aria-busy` of the table. */
function LoadingRows({ columns, count = LOADING_ROWS }: { columns: number; count: number | undefined }) {
  return (
    <Table.Tbody>
      {Array.from({ length: Math.min(count, MOST_LOADING_ROWS) }, (_, row) => row).map((row) => (
        <Table.Tr key={row}>
          <Table.Td colSpan={columns}>
            <Skeleton h={18} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
