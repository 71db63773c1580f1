import { ActionIcon, Card, Group, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats } from '../language/formats.ts';
import { EmptyState } from './empty-state.tsx';
import { Failure } from './failure.tsx';
import { Note } from './note.tsx';
import { useCommonTexts } from './texts.ts';

export interface Column<Row> {
  /** Identifies the column; also its sort key. */
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Right-aligned; sorts descending first. */
  numeric?: boolean;
  /** For dates: sorts descending first. */
  latestFirst?: boolean;
  /** On a phone, shown in a second line below the row instead of in a column of its own. */
  wideOnly?: boolean;
}

export interface Sort {
  by: string;
  descending: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string | number;
  error?: unknown;
  onRetry?: () => unknown;
  /** Placeholder for an empty list. */
  empty: { title: string; hint?: string; action?: ReactNode };
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** 1-based. */
  page?: number;
  pages?: number | undefined;
  /** Number of rows on all pages. */
  total?: number | undefined;
  onPage?: (page: number) => void;
  /** The rows are outdated and being refetched; they are shown paler. */
  isStale?: boolean;
}

/** Query result of a paginated list. */
export interface ListQuery<Row> {
  data: { data: readonly Row[]; meta: { last_page: number; total: number } } | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

/** Props of a table for a paginated list, including its loading and error states. */
export function listed<Row>({ data, error, refetch, isPlaceholderData }: ListQuery<Row>) {
  const { last_page: pages, total } = data?.meta ?? {};
  return { rows: data?.data, error, onRetry: refetch, pages, total, isStale: isPlaceholderData };
}

/** Table with loading, empty and error states, sorting and pagination. The page keeps sort order and page number in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, error, onRetry, empty, sort, onSort, isStale = false } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
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
      <Table.ScrollContainer
        minWidth={320}
        scrollAreaProps={{ offsetScrollbars: false, viewportProps: { tabIndex: 0, 'aria-label': label } as object }}
      >
        <Table
          aria-label={label}
          aria-busy={rows === undefined}
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover
          opacity={isStale ? 0.6 : 1}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined ? (
              <LoadingRows columns={columns.length} />
            ) : (
              rows.map((row) => <Row key={keyOf(row)} columns={columns} row={row} isNarrow={isNarrow} />)
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pages {...props} />
    </Card>
  );
}

/** A row. On a phone, it has a second line with the columns that do not fit. */
function Row<Record>({
  columns,
  row,
  isNarrow,
}: {
  columns: readonly Column<Record>[];
  row: Record;
  isNarrow: boolean;
}) {
  const inColumns = columns.filter(({ wideOnly = false }) => !(wideOnly && isNarrow));
  const below = columns.filter((column) => !inColumns.includes(column));
  return (
    <>
      <Table.Tr {...(below.length > 0 && { style: { borderBottom: 0 } })}>
        {inColumns.map(({ key, cell, numeric = false }) => (
          <Table.Td key={key} ta={numeric ? 'right' : 'left'}>
            {cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {below.length > 0 && (
        <Table.Tr>
          <Table.Td colSpan={inColumns.length} pt={0}>
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

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const t = useCommonTexts().table;
  const { key, label, sortable = false, numeric = false, latestFirst = false, wideOnly = false } = column;
  const isSorted = sort?.by === key;
  const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  // The arrow stays on the line of the last word.
  const last = label.lastIndexOf(' ') + 1;
  const words = (
    <Text size="xs" fw={600} c="dimmed" component="span">
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
    </Table.Th>
  );
}

const LOADING_ROWS = ['a', 'b', 'c', 'd', 'e'];

function LoadingRows({ columns }: { columns: number }) {
  const t = useCommonTexts().table;
  return LOADING_ROWS.map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton h={18} aria-label={t.loading} />
      </Table.Td>
    </Table.Tr>
  ));
}

function Pages<Row>({ page = 1, pages, total, onPage }: DataTableProps<Row>) {
  const t = useCommonTexts().table;
  const { number } = useFormats();
  if (pages === undefined || onPage === undefined || (pages <= 1 && page === 1)) return null;
  return (
    <Group justify="space-between" p="md" component="nav" aria-label={t.page(page, pages)}>
      <Note>{total !== undefined && t.rows(number(total))}</Note>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={t.previous}
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pages))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text size="sm">{t.page(page, pages)}</Text>
        <ActionIcon variant="default" aria-label={t.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
