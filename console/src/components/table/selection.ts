import { MAX_CHANGED_AT_ONCE } from '../../../../src/platform/limits.ts';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
/** Identifies a row of a list. */
export type RowKey = string | number;

/** The selected rows of a list, also those of other pages and filters. */
export type Selected<Row> = ReadonlyMap<RowKey, Row>;

/** The most rows that can be selected: as many as the endpoints for many records accept. */
export const MAX_SELECTED = MAX_CHANGED_AT_ONCE;

/** The most rows of a file that the console writes: fifty requests, of the 300 that the API permits in a minute. */
export const MAX_EXPORTED = 5000;

/**
 * The selection after a click on the box of a row.
 * @param rows the rows of the page that can be selected, in their order
 * @param anchor the row that was clicked before: all rows between the two get the new state of the clicked one
 */
export function withToggled<Row>(
  selected: Selected<Row>,
  rows: readonly Row[],
  { key, anchor, keyOf }: { key: RowKey; anchor?: RowKey | null | undefined; keyOf: (row: Row) => RowKey },
): Selected<Row> {
  const keys = rows.map(keyOf);
  const end = keys.indexOf(key);
  const start = anchor === null || anchor === undefined ? -1 : keys.indexOf(anchor);
  const [first, last] = start === -1 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
  return selected.has(key)
    ? without(selected, keys.slice(first, last + 1))
    : withRows(selected, rows.slice(first, last + 1), keyOf);
}

/** The selection with more rows, up to the maximum. */
export function withRows<Row>(
  selected: Selected<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): Selected<Row> {
  return new Map([...selected, ...rows.map((row) => [keyOf(row), row] as const)].slice(0, MAX_SELECTED));
}

function without<Row>(selected: Selected<Row>, keys: readonly RowKey[]): Selected<Row> {
  return new Map([...selected].filter(([key]) => !keys.includes(key)));
}

/** The selection with the current values of the rows that were read again, without those that can no longer be selected. */
export function refreshed<Row>(
  selected: Selected<Row>,
  rows: readonly Row[],
  { keyOf, mayBeSelected }: { keyOf: (row: Row) => RowKey; mayBeSelected: (row: Row) => boolean },
): Selected<Row> {
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(
    [...selected].map(([key, row]) => [key, present.get(key) ?? row] as const).filter(([, row]) => mayBeSelected(row)),
  );
}

/** A page of the rows that match the filters. `page`: 1-based; `size`: rows per page. */
export type ReadPage<Row> = (
  page: number,
  size: number,
) => Promise<{ data: readonly Row[]; meta: { last_page: number } }>;

/**
 * Reads the rows that match the filters, page by page.
 * @returns `rows` at most `most` that can be selected; `isCut` whether there are more
 * @throws what `read` throws
 */
export async function readMatching<Row>(
  read: ReadPage<Row>,
  mayBeSelected: (row: Row) => boolean,
  most = MAX_SELECTED,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await read(page, MAX_PAGE_SIZE);
    rows.push(...data.filter(mayBeSelected));
    if (rows.length > most) return { rows: rows.slice(0, most), isCut: true };
    pages = meta.last_page;
  }
  return { rows, isCut: false };
}
