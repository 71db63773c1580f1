import { addMinor } from '../money.ts';
import type { Heading } from './headings.ts';
import type { Batches, Cell, Column } from './sheet.ts';

/** The sums that the summary of a report can state. */
export type FigureName = 'clicks' | 'orders' | 'order_value' | 'cost' | 'earnings' | 'agency_earnings';

/** What a row adds to a sum, or a sum: a number, or an amount in one currency. */
export type Figure =
  | { name: FigureName; count: number }
  | { name: FigureName; amount: { minor: number; currency: string } };

/** A list of which a report is made. */
export interface ReportSource<Row> {
  columns: readonly Column<Row>[];
  batches: Batches<Row>;
  figures: (row: Row) => readonly Figure[];
}

/** The rows of a list and their sums. */
export interface ReportContent {
  columns: readonly { header: Heading; kind: Column<never>['kind'] }[];
  rows: readonly (readonly Cell[])[];
  /** By name and currency, in the order of their first occurrence. */
  totals: readonly Figure[];
  /** Whether these are all rows. */
  isWhole: boolean;
}

/** Reads a list for a report, up to a number of rows. */
export async function readReport<Row>(
  { columns, batches, figures }: ReportSource<Row>,
  { maxRows }: { maxRows: number },
): Promise<ReportContent> {
  const rows: Cell[][] = [];
  const totals = new Map<string, Figure>();
  let isWhole = true;
  for await (const batch of batches) {
    for (const row of batch.slice(0, maxRows - rows.length)) {
      rows.push(columns.map(({ cell }) => cell(row)));
      for (const figure of figures(row)) add(totals, figure);
    }
    if (rows.length === maxRows) {
      isWhole = false;
      break;
    }
  }
  return {
    columns: columns.map(({ header, kind }) => ({ header, kind })),
    rows,
    totals: [...totals.values()],
    isWhole,
  };
}

function add(totals: Map<string, Figure>, figure: Figure): void {
  const key = 'amount' in figure ? `${figure.name} ${figure.amount.currency}` : figure.name;
  totals.set(key, sumOf(totals.get(key), figure));
}

function sumOf(before: Figure | undefined, figure: Figure): Figure {
  if (before === undefined) return figure;
  if ('count' in before && 'count' in figure) return { name: figure.name, count: before.count + figure.count };
  if (!('amount' in before && 'amount' in figure)) throw new Error(`${figure.name} is both a number and an amount`);
  const { currency } = figure.amount;
  return { name: figure.name, amount: { minor: addMinor(before.amount.minor, figure.amount.minor), currency } };
}
