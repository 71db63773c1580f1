import type { Money } from '../money.ts';

/** What a cell can hold; null is an empty one. */
export type Cell = string | number | boolean | Date | Money | null;

/** How a column's cells are shown. `time` is UTC to the second; `amount` is in major units. */
type CellKind = 'text' | 'number' | 'share' | 'truth' | 'time' | 'amount';

type CellOf = {
  text: string | null;
  number: number | null;
  /** A fraction of one. */
  share: number | null;
  truth: boolean;
  time: Date | null;
  amount: Money | null;
};

/** One column of an export: what stands above it, and what a row has in it. */
export type Column<Row> = {
  [Kind in CellKind]: { header: string; kind: Kind; cell: (row: Row) => CellOf[Kind] };
}[CellKind];

/** Rows as they come from the database, some at a time, so that none has to hold them all. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;
