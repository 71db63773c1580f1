import type { Money } from '../money.ts';
import type { Heading } from './headings.ts';

/** The value of a cell; null is an empty cell. */
export type Cell = string | number | boolean | Date | Money | null;

/** The format of a column's cells. `time` is UTC to the second; `amount` is in major units. */
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

/** One column of an export: its heading, and its cell for a row. Files for programs have headings of their own (`string`). */
export type Column<Row, Header extends string = Heading> = {
  [Kind in CellKind]: { header: Header; kind: Kind; cell: (row: Row) => CellOf[Kind] };
}[CellKind];

/** Rows from the database in batches, so that they need not all be in memory. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

/** Rows that are in memory, as one batch. */
export async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
