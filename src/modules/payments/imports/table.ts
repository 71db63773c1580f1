/** A row of a table with a header: its cells by the names of the columns that were asked for, without white space around them. */
export interface TableRow {
  /** As a spreadsheet counts it: the header is row 1. */
  row: number;
  cells: Record<string, string>;
}

/** A row as it stands in the file. */
export interface RawRow {
  row: number;
  cells: readonly unknown[];
}

/** The file is no such table; the message goes on after its name. */
export class UnreadableTable extends Error {}

/** Data rows. */
export const MAX_ROWS = 10_000;
/** Rows of empty cells count here, too, and there can be some between. */
export const MAX_LINES = 2 * MAX_ROWS;
/** Columns that are looked at. */
export const MAX_COLUMNS = 50;
/** Nothing that is asked for is as long; what is longer is cut off here and is wrong for it. */
const LONGEST_CELL = 256;

/** Which columns a table has to have and may have; others are passed over, and so is the case of letters. */
export interface Columns {
  required: readonly string[];
  optional: readonly string[];
}

/**
 * Reads rows under a header; rows without any cell are passed over.
 * @throws UnreadableTable when a column is missing or there twice, or there are too many rows
 */
export async function readUnderHeader(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  columns: Columns,
): Promise<TableRow[]> {
  let places: Map<string, number> | null = null;
  const found: TableRow[] = [];
  for await (const { row, cells } of rows) {
    const texts = cells.slice(0, MAX_COLUMNS).map(textOf);
    if (texts.every((text) => text === '')) continue;
    if (places === null) {
      places = placesOf(texts, columns);
      continue;
    }
    if (found.length === MAX_ROWS) throw new UnreadableTable(`must have at most ${MAX_ROWS} rows`);
    found.push({
      row,
      cells: Object.fromEntries([...places].map(([name, place]) => [name, texts[place] ?? ''])),
    });
  }
  if (places === null) throw new UnreadableTable('must not be empty');
  return found;
}

function placesOf(header: readonly string[], { required, optional }: Columns): Map<string, number> {
  const names = header.map((name) => name.toLowerCase());
  const places = new Map<string, number>();
  for (const column of [...required, ...optional]) {
    const place = names.indexOf(column);
    if (place !== names.lastIndexOf(column)) throw new UnreadableTable(`must have the column ${column} once`);
    if (place >= 0) places.set(column, place);
    else if (required.includes(column)) throw new UnreadableTable(`must have the column ${column}`);
  }
  return places;
}

/** Days of spreadsheets are times at the start of the day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '?' : cell.toISOString().slice(0, 10);
  return String(cell).slice(0, LONGEST_CELL).trim();
}
