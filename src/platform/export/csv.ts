import { Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify/sync';
import { toDecimalString } from '../money.ts';
import type { Batches, Cell, Column } from './sheet.ts';

/**
 * Streams a CSV file (RFC 4180) with a header line while its rows are read. It begins with a byte order mark,
 * because Excel otherwise assumes a legacy code page.
 * @param options `hasByteOrderMark: false` for files that programs read
 */
export function csvStream<Row>(
  columns: readonly Column<Row, string>[],
  batches: Batches<Row>,
  { hasByteOrderMark = true }: { hasByteOrderMark?: boolean } = {},
): Readable {
  return Readable.from(lines(columns, batches, hasByteOrderMark), { objectMode: false });
}

async function* lines<Row>(
  columns: readonly Column<Row, string>[],
  batches: Batches<Row>,
  hasByteOrderMark: boolean,
): AsyncGenerator<string> {
  yield stringify([columns.map(({ header }) => header)], { ...OPTIONS, bom: hasByteOrderMark });
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
  // Some readers treat each of these alone as a line end, but csv-stringify only quotes the pair.
  quoted_match: /[\r\n]/,
};

function printed(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return plainText(cell);
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19)}Z`;
  return typeof cell === 'object' ? toDecimalString(cell) : String(cell);
}

/**
 * The characters that spreadsheets read as the start of a formula, also after white space, which some of them strip. The full-width
 * forms are used in Japan.
 */
const FORMULA = /^(?:[\t\r\n\0]|[\s\0]*[=+\-@＝＋－＠])/;

/**
 * Marks a text as text: an apostrophe keeps spreadsheets from reading a formula. The option `escape_formulas` of
 * csv-stringify misses some cases.
 */
export function plainText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
