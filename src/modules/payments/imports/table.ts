import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../../../platform/http/upload-limits.ts';
/** A row of a table: its cells by the names of the requested columns, without surrounding white space. */
export interface TableRow {
  /** The row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: Record<string, string>;
}

/** A row of the file. */
export interface RawRow {
  row: number;
  cells: readonly unknown[];
}

/** The file is not a valid table. The message continues a sentence that begins with the name of the file. */
export class UnreadableTable extends Error {}

/** The maximum number of rows including empty ones. */
export const MAX_LINES = 2 * MAX_TABLE_ROWS;
/** The maximum length of a cell unless a reader allows more. No valid value is as long. Longer cells are truncated and therefore invalid. */
const LONGEST_CELL = 256;

/** The required and optional columns. Names are case-insensitive; other columns are ignored. */
export interface Columns {
  required: readonly string[];
  /** `all`: every column with a name, by its name as written; of columns with the same name the first. */
  optional: readonly string[] | 'all';
  /** The maximum length of a cell, instead of 256 characters. */
  longestCell?: number;
}

/**
 * Reads the rows below a header. Empty rows are skipped.
 * @throws UnreadableTable if a column is missing or repeated, or there are too many rows
 */
export async function readUnderHeader(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  columns: Columns,
): Promise<TableRow[]> {
  let places: Map<string, number> | null = null;
  const found: TableRow[] = [];
  for await (const { row, cells } of rows) {
    const texts = cells.slice(0, MAX_TABLE_COLUMNS).map((cell) => textOf(cell, columns.longestCell ?? LONGEST_CELL));
    if (texts.every((text) => text === '')) continue;
    if (places === null) {
      places = placesOf(texts, columns);
      continue;
    }
    if (found.length === MAX_TABLE_ROWS) throw new UnreadableTable(`must have at most ${MAX_TABLE_ROWS} rows`);
    found.push({
      row,
      cells: Object.fromEntries([...places].map(([name, place]) => [name, texts[place] ?? ''])),
    });
  }
  if (places === null) throw new UnreadableTable('must not be empty');
  return found;
}

function placesOf(header: readonly string[], { required, optional }: Columns): Map<string, number> {
  if (optional === 'all') return allPlacesOf(header);
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

function allPlacesOf(header: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, name] of header.entries()) if (name !== '' && !places.has(name)) places.set(name, place);
  return places;
}

/** Converts a spreadsheet's day, which is a time at the start of the day. */
function textOf(cell: unknown, longest: number): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '?' : cell.toISOString().slice(0, 10);
  return String(cell).slice(0, longest).trim();
}
