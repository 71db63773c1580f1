import { Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify/sync';
import { toDecimalString } from '../money.ts';
import type { Batches, Cell, Column } from './sheet.ts';

/**
 * A CSV file (RFC 4180) with a line of headers, written while its rows are read. It begins with a byte order mark, without which Excel
 * takes it for an old code page.
 */
export function csvStream<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): Readable {
  return Readable.from(lines(columns, batches), { objectMode: false });
}

async function* lines<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): AsyncGenerator<string> {
  yield stringify([columns.map(({ header }) => header)], { ...OPTIONS, bom: true });
  for await (const rows of batches) {
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map(({ cell }) => printed(cell(row)))),
        OPTIONS,
      );
  }
}

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // Each alone ends a line for somebody, and csv-stringify looks for the two together.
  quoted_match: /[\r\n]/,
};

function printed(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return plain(cell);
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19)}Z`;
  return typeof cell === 'object' ? toDecimalString(cell) : String(cell);
}

/** What spreadsheets take for the beginning of a formula, also behind white space, which some of them strip; the wide forms in Japan's. */
const FORMULA = /^(?:[\t\r\n\0]|[\s\0]*[=+\-@＝＋－＠])/;

/** A text that stays one: an apostrophe keeps spreadsheets from reading a formula. csv-stringify's own `escape_formulas` misses some. */
function plain(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
