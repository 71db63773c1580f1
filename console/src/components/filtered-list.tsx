import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, DataTable, type ListQuery, listed } from './data-table.tsx';
import { FilterSelect } from './filter-select.tsx';
import { useListNavigation } from './use-list-navigation.ts';

interface Filter {
  /** Its search parameter in the URL. */
  name: string;
  label: string;
  /** Labels of the values. */
  words: Readonly<Record<string, string>>;
  value: string | undefined;
}

interface Empty {
  title: string;
  hint?: string;
}

interface FilteredListProps<Row> {
  /** Accessible name of the table. */
  label: string;
  filters: readonly Filter[];
  /** Further filters. */
  children?: ReactNode;
  /** Whether one of the further filters applies. */
  isNarrowed?: boolean;
  columns: readonly Column<Row>[];
  query: ListQuery<Row>;
  keyOf: (row: Row) => string | number;
  empty: Empty;
  nothingFound: Empty;
  page: number;
  /** The table is not at the top of its page: changing it keeps the scroll position. */
  isPart?: boolean;
}

/** A paginated table below its filters, with the state of both in the URL. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const {
    label,
    filters,
    children,
    isNarrowed = false,
    columns,
    query,
    keyOf,
    empty,
    nothingFound,
    page,
    isPart = false,
  } = props;
  const { narrow, turnTo } = useListNavigation({ resetScroll: !isPart });
  const isFiltered = isNarrowed || filters.some(({ value }) => value !== undefined);
  return (
    <>
      <Group mb="md" align="flex-end">
        {filters.map(({ name, label: named, words, value }) => (
          <FilterSelect
            key={name}
            label={named}
            words={Object.entries(words)}
            value={value}
            onChange={(word) => narrow({ [name]: word })}
          />
        ))}
        {children}
      </Group>
      <DataTable
        label={label}
        columns={columns}
        {...listed(query)}
        keyOf={keyOf}
        empty={isFiltered ? nothingFound : empty}
        page={page}
        onPage={turnTo}
      />
    </>
  );
}
