import { streamXlsxRows } from 'hucre/xlsx';
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../../../platform/http/upload-limits.ts';
import { decodeWhole, UnreadableText } from '../../../platform/tables/decode-text.ts';
import { readRows } from '../../../platform/tables/read-rows.ts';
import { checkWorkbook } from './check-workbook.ts';
import { type Columns, MAX_LINES, type RawRow, readUnderHeader, type TableRow, UnreadableTable } from './table.ts';

/** In characters. */
const LONGEST_ROW = 1024 * 1024;
/** An XLS workbook, as Excel wrote it before 2007. */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The maximum number of columns of a sheet. */
const LAST_ROW = 1_048_576;

/**
 * Reads a table with a header: a table in text form in any usual encoding and with any usual separator, or the first sheet of an XLSX. The value of a formula is the
 * stored result. The largest files take a second and more than 100 MB: call this only on the thread of `openFileWork`.
 * @throws UnreadableTable
 */
export async function readTable(content: Buffer, columns: Columns): Promise<TableRow[]> {
  const isWorkbook = content.subarray(0, ZIP.length).equals(ZIP);
  return readUnderHeader(isWorkbook ? sheetRows(content) : textRows(content), columns);
}

async function* textRows(content: Buffer): AsyncGenerator<RawRow> {
  for await (const { row, cells } of readRows([decoded(content)], { maxLength: LONGEST_ROW })) {
    if (row > MAX_LINES) throw new UnreadableTable(`must have at most ${MAX_TABLE_ROWS} rows`);
    if (cells === null) throw new UnreadableTable(`has more than ${LONGEST_ROW} characters in row ${row}`);
    yield { row, cells };
  }
}

function decoded(content: Buffer): string {
  try {
    if (content.subarray(0, OLD_WORKBOOK.length).equals(OLD_WORKBOOK)) throw new UnreadableText();
    const text = decodeWhole(content);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
  }
  throw new UnreadableTable('must be a table in text form (CSV or TSV), or an XLSX');
}

async function* sheetRows(content: Buffer): AsyncGenerator<RawRow> {
  checkWorkbook(content);
  const rows = streamXlsxRows(content, { range: `A1:${lastColumn()}${LAST_ROW}` });
  for (;;) {
    // Any error of the reader is an error of the file.
    const next = await rows.next().catch(() => {
      throw new UnreadableTable('must be a whole XLSX file');
    });
    if (next.done) return;
    yield { row: next.value.index + 1, cells: next.value.values };
  }
}

/** Returns the letters of a column: `AX` for the fiftieth. */
function lastColumn(): string {
  const letter = (at: number) => String.fromCharCode(65 + at);
  const index = MAX_TABLE_COLUMNS - 1;
  return index < 26 ? letter(index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);
}
