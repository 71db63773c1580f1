import type { ReactNode } from 'react';
import type { Term } from '../../help/topics.ts';
import type { CellValue } from './values.ts';

export interface Column<Row> {
  /** Identifies the column; also its sort key. */
  key: string;
  label: string;
  /** The terms that the heading explains. */
  terms?: readonly Term[];
  cell: (row: Row) => ReactNode;
  /** Its value, which files contain. A table that has all rows is sorted by it. Columns without it, such as actions, are in no file. */
  value?: (row: Row) => CellValue;
  /** The API sorts all pages by it. */
  sortable?: boolean;
  /** Right-aligned; sorts descending first. */
  numeric?: boolean;
  /** For dates: sorts descending first. */
  latestFirst?: boolean;
  /** On a phone, shown in a second line below the row instead of in a column of its own. */
  wideOnly?: boolean;
  /** On a phone, the cell of the first column has it, so that it is not in the second line. */
  isInFirst?: boolean;
  /** Cannot be hidden: the column with the actions of a row. The first column is always shown. */
  isFixed?: boolean;
}

/** Whether a column has values, so that it can be sorted and is part of files. */
export const hasValue = <Row>({ value }: Column<Row>): boolean => value !== undefined;

/** The columns that the reader can hide. */
export const hideable = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.filter(({ isFixed = false }, at) => at > 0 && !isFixed);

/** The columns without the hidden ones. */
export function shownColumns<Row>(columns: readonly Column<Row>[], hidden: readonly string[]): Column<Row>[] {
  const gone = new Set(hideable(columns).flatMap(({ key }) => (hidden.includes(key) ? [key] : [])));
  return columns.filter(({ key }) => !gone.has(key));
}
