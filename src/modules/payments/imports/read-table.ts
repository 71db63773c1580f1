import { CsvError, parse } from 'csv-parse/sync';
import { streamXlsxRows } from 'hucre/xlsx';
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../../../platform/http/upload-limits.ts';
import { checkWorkbook } from './check-workbook.ts';
import { type Columns, MAX_LINES, type RawRow, readUnderHeader, type TableRow, UnreadableTable } from './table.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The maximum number of columns of a sheet. */
const LAST_ROW = 1_048_576;

/**
 * Reads a table with a header: a CSV in UTF-8 with commas or semicolons, or the first sheet of an XLSX. The value of a formula is the
 * stored result. The largest files take a second and more than 100 MB: call this only on the thread of `openFileWork`.
 * @throws UnreadableTable
 */
export async function readTable(content: Buffer, columns: Columns): Promise<TableRow[]> {
  const isWorkbook = content.subarray(0, ZIP.length).equals(ZIP);
  return readUnderHeader(isWorkbook ? sheetRows(content) : csvRows(content), columns);
}

/** A record of the CSV: its cells, and the number of records and empty lines before it. */
interface Line {
  record: string[];
  info: { records: number; empty_lines: number };
}

function csvRows(content: Buffer): RawRow[] {
  const text = decoded(content);
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ',';
  const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, info: true } as const;
  try {
    const records = parse(text, {
      ...options,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: MAX_LINES + 1,
    }) as unknown as Line[];
    if (records.length > MAX_LINES) throw new UnreadableTable(`must have at most ${MAX_TABLE_ROWS} rows`);
    return records.map(({ record, info }) => ({ row: info.records + info.empty_lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableTable(
      `is broken in line ${Number(error['lines'] ?? 1)} (${error.code.toLowerCase().replaceAll('_', ' ')})`,
    );
  }
}

function decoded(content: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new UnreadableTable('must be a CSV in UTF-8, or an XLSX');
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
