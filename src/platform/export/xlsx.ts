import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import { minorToMajor } from '../money.ts';
import type { Batches, Cell, Column } from './sheet.ts';

/**
 * Streams an XLSX file with one sheet while its rows are read. Texts become text cells, which no spreadsheet
 * evaluates; numbers, booleans and times keep their types. Rows beyond the limit of a sheet continue in another
 * sheet.
 */
export function xlsxStream<Row>(
  sheet: string,
  columns: readonly Column<Row, string>[],
  batches: Batches<Row>,
): Readable {
  const stream = writeXlsxStream(cells(columns, batches), {
    name: sheet,
    columns: columns.map(({ header, kind }) => ({ header, ...SHOWN[kind] })),
    freezePane: { rows: 1 },
  });
  // The same class under the name in Node's types.
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

const SHOWN: Record<Column<never>['kind'], ColumnDef> = {
  text: { width: 24 },
  number: { width: 12 },
  share: { width: 12, numFmt: '0.0###%' },
  truth: { width: 12 },
  time: { width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  amount: { width: 14, numFmt: '#,##0.00#' },
};

async function* cells<Row>(
  columns: readonly Column<Row, string>[],
  batches: Batches<Row>,
): AsyncGenerator<CellValue[]> {
  for await (const rows of batches) {
    for (const row of rows) yield columns.map(({ cell }) => value(cell(row)));
  }
}

function value(cell: Cell): CellValue {
  if (cell === null || typeof cell !== 'object' || cell instanceof Date) return cell;
  return minorToMajor(cell);
}
