import { ActionIcon, Button, Group } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { type Column, DataTable, type ListQuery, listed } from './data-table.tsx';
import { type ExportFormat, ExportMenu } from './export-menu.tsx';
import { FilterSelect } from './filter-select.tsx';
import { laterPart } from './lazy-part.tsx';
import type { ReportView } from './reports/report-view.ts';
import { SaveButton } from './save-button.tsx';
import { SearchBox } from './search-box.tsx';
import { BulkBar, type BulkBarProps } from './table/bulk-bar.tsx';
import { hasValue, hideable, shownColumns } from './table/columns.ts';
import { type KeptList, type ListSearch, sortOf, sortText } from './table/list-state.ts';
import { type RowKey, refreshed } from './table/selection.ts';
import { useKeptList } from './table/use-kept-list.ts';
import { useCommonTexts } from './texts.ts';
import { useListNavigation } from './use-list-navigation.ts';

const ViewMenu = laterPart(() => import('./menus/view-menu.tsx'));

/** The bar of the selection is shown below the table. */
const COLUMN = { display: 'flex', flexDirection: 'column' } as const;

/** A select above the list. */
export interface Filter {
  /** Its search parameter in the URL. */
  name: string;
  label: string;
  /** The values with their labels. */
  words: readonly (readonly [string, string])[] | Readonly<Record<string, string>>;
  value: string | number | undefined;
  /** The values are numbers in the URL. */
  isId?: boolean;
  /** What applies if nothing is selected; "All" by default. */
  none?: string;
}

/** The search field above the list. */
interface Search {
  /** The placeholder, which names the searched columns. */
  label: string;
  value: string | undefined;
  /** Its search parameter in the URL; `query` by default. */
  name?: string;
  maxLength?: number;
  /** Its accessible name is the placeholder instead of a label above it. */
  isUntitled?: boolean;
}

interface Empty {
  title: string;
  hint?: string;
  action?: ReactNode;
}

interface FilteredListProps<Row> {
  /** Identifies the list in the reader's browser, which keeps its columns and views. */
  name: string;
  /** Accessible name of the table. */
  label: string;
  search?: Search;
  filters?: readonly Filter[];
  /** Further filters. */
  children?: ReactNode;
  /** The search parameters of the further filters, with their values. */
  further?: Readonly<Record<string, unknown>>;
  columns: readonly Column<Row>[];
  query: ListQuery<Row>;
  keyOf: (row: Row) => RowKey;
  empty: Empty;
  /** Gets a button that clears the filters, unless it has another action. */
  nothingFound?: Empty;
  page: number;
  /** The order of the rows, as `column:desc`. Only columns by which the API sorts all rows are `sortable`. */
  sort?: string | undefined;
  /** The foot of the table, such as `ListTotals`. */
  foot?: ((shown: readonly Column<Row>[], hasBoxes: boolean) => ReactNode) | undefined;
  /** Selection of rows and actions for them. */
  bulk?: BulkBarProps<Row> | undefined;
  /** Files of all rows that match the filters, if the API makes them. Otherwise, the console makes a CSV file of the columns that have values. */
  files?: { formats: readonly ExportFormat[]; urlOf: (format: ExportFormat) => string };
  /** What a saved view shows, for a list that can be mailed regularly. */
  mailed?: (search: ListSearch) => ReportView;
  /** The table is not at the top of its page: changing it keeps the scroll position. */
  isEmbedded?: boolean;
}

/**
 * The list of the console: search field, filters, columns and views, file export, selection with actions, and a sorted and
 * paginated table. Filters, sort order and page are in the URL.
 */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { name, label, filters = [], search, further = {}, query, keyOf, page, sort, bulk, isEmbedded = false } = props;
  const { narrow, turnTo } = useListNavigation({ resetScroll: !isEmbedded });
  const { kept, keep } = useKeptList(name);
  const frame = useRef<HTMLDivElement>(null);
  const t = useCommonTexts();
  const values = {
    ...further,
    ...(search && { [search.name ?? 'query']: search.value }),
    ...Object.fromEntries(filters.map((filter) => [filter.name, filter.value])),
  };
  const isFiltered = Object.values(values).some((value) => value !== undefined);
  const clear = () => narrow(Object.fromEntries(Object.keys(values).map((key) => [key, undefined])));
  const clearing = (
    <Button variant="default" size="xs" onClick={clear}>
      {t.clearFilters}
    </Button>
  );
  const columns = shownColumns(props.columns, kept.hidden);
  const rows = query.data?.data ?? [];
  const selecting = bulk && { ...bulk, selected: refreshed(bulk.selected, rows, { keyOf, ...bulk }) };
  return (
    <div ref={frame} style={COLUMN}>
      <Tools {...props} filters={filters} shown={columns} kept={kept} onKeep={keep} />
      {selecting && (
        <BulkBar
          {...selecting}
          rows={rows}
          keyOf={keyOf}
          onCleared={() => frame.current?.querySelector<HTMLElement>('td input[type=checkbox]')?.focus()}
          total={query.data?.meta.total ?? 0}
        />
      )}
      <div>
        <DataTable
          label={label}
          columns={columns}
          {...listed(query)}
          // The button is above the table.
          readPage={undefined}
          keyOf={keyOf}
          empty={isFiltered ? { action: clearing, ...(props.nothingFound ?? props.empty) } : props.empty}
          sort={sortOf(sort)}
          onSort={(next) => narrow({ sort: sortText(next) })}
          page={page}
          onPage={turnTo}
          selecting={selecting}
          foot={props.foot?.(columns, selecting !== undefined)}
        />
      </div>
    </div>
  );
}

/** The controls above the list. */
function Tools<Row>(
  props: FilteredListProps<Row> & {
    filters: readonly Filter[];
    /** The columns that are not hidden. */
    shown: readonly Column<Row>[];
    kept: KeptList;
    onKeep: (kept: KeptList) => void;
  },
) {
  const {
    label,
    filters,
    search,
    children,
    columns,
    shown,
    query,
    keyOf,
    files,
    mailed,
    kept,
    onKeep,
    isEmbedded = false,
  } = props;
  const { readPage } = query;
  const { narrow, show } = useListNavigation({ resetScroll: !isEmbedded });
  const params = useSearch({ strict: false }) as Record<string, unknown>;
  const views = useCommonTexts().views.button;
  return (
    <Group mb="md" align="flex-end" gap="sm">
      {search && (
        <SearchBox
          isTitled={!search.isUntitled}
          label={search.label}
          value={search.value}
          {...(search.maxLength !== undefined && { maxLength: search.maxLength })}
          onChange={(text) => narrow({ [search.name ?? 'query']: text || undefined })}
        />
      )}
      {filters.map(({ name: key, label, words, value, none, isId = false }) => (
        <FilterSelect
          key={key}
          label={label}
          words={Array.isArray(words) ? words : Object.entries(words)}
          value={value === undefined ? undefined : String(value)}
          {...(none === undefined ? {} : { none })}
          onChange={(word) => narrow({ [key]: isId && word !== undefined ? Number(word) : word })}
        />
      ))}
      {children}
      <Group gap="xs" ml="auto">
        <ViewMenu
          target={
            <ActionIcon variant="default" size={36} aria-label={views} title={views}>
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
          }
          columns={hideable(columns)}
          kept={kept}
          onKeep={onKeep}
          search={params}
          onOpen={show}
          mailed={mailed}
        />
        {files && <ExportMenu {...files} />}
        {!files && readPage && shown.some(hasValue) && (
          <SaveButton label={label} columns={shown} rows={readPage} keyOf={keyOf} />
        )}
      </Group>
    </Group>
  );
}
