import { InvalidInput } from '../../../platform/errors/errors.ts';
import type { FileKind, Format, Source } from './formats.ts';

/** A row of a file: its cells by the names of the columns. */
export interface FileRow {
  /** The row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: Readonly<Record<string, string>>;
}

/** The caller's description of a file; the rest is recognised from the header. */
export interface GivenMapping<Field extends string> {
  source?: Source | undefined;
  /** Columns by name, which take precedence. */
  columns: Partial<Record<Field, string>>;
}

/** A file with its columns by field. */
export interface MappedTable<Field extends string> {
  source: Source;
  /** The decimal mark of the platform's amounts; null: unknown. */
  decimalMark: '.' | ',' | null;
  /** The column of each field that the file has, as written in the file. */
  columns: Partial<Record<Field, string>>;
  rows: readonly { row: number; values: Partial<Record<Field, string>> }[];
}

const MAX_SHOWN = 20;

/**
 * Finds the columns of a file by its header.
 * @throws InvalidInput naming `file` for a file without rows, of an unknown platform or without a required column; `column_…` for a named column that it lacks
 */
export function mapTable<Field extends string>(
  kind: FileKind<Field>,
  rows: readonly FileRow[],
  given: GivenMapping<Field>,
): MappedTable<Field> {
  if (rows.length === 0) throw new InvalidInput({ file: ['must have a row below the header'] });
  const names = Object.keys(rows[0]!.cells);
  const chosen = readNamed(kind, names, given);
  const format = recognise(kind, names, given, chosen);
  const columns = { ...columnsOf(format, names), ...chosen };
  const missing = kind.required.filter((field) => columns[field] === undefined);
  if (missing.length > 0)
    throw new InvalidInput({
      file: missing.map((field) => `must have a column with the ${field}; name it with column_${field}`),
    });
  const found = Object.entries(columns) as [Field, string][];
  return {
    source: format?.source ?? given.source ?? 'other',
    decimalMark: format?.decimalMark ?? null,
    columns,
    rows: rows.map(({ row, cells }) => ({
      row,
      values: Object.fromEntries(found.map(([field, name]) => [field, cells[name] ?? ''])) as Partial<
        Record<Field, string>
      >,
    })),
  };
}

/** The columns that the caller has named, as written in the file. */
function readNamed<Field extends string>(
  { fields }: FileKind<Field>,
  names: readonly string[],
  { columns }: GivenMapping<Field>,
): Partial<Record<Field, string>> {
  const errors: Record<string, string[]> = {};
  const chosen: Record<string, string> = {};
  for (const field of fields) {
    const wanted: string | undefined = columns[field];
    if (wanted === undefined) continue;
    const name = names.find((each) => keyOf(each) === keyOf(wanted));
    if (name === undefined) errors[`column_${field}`] = [`must be a column of the file: ${shown(names)}`];
    else chosen[field] = name;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return chosen as Partial<Record<Field, string>>;
}

function recognise<Field extends string>(
  { formats, required }: FileKind<Field>,
  names: readonly string[],
  { source }: GivenMapping<Field>,
  chosen: Partial<Record<Field, string>>,
): Format<Field> | null {
  const keys = new Set(names.map(keyOf));
  const candidates = formats.filter((format) => source === undefined || format.source === source);
  const found = candidates.find(({ identifyingColumns }) => identifyingColumns.every((mark) => keys.has(mark)));
  if (found !== undefined) return found;
  // The platform that the caller names takes precedence: a column that only identifies the export may be missing.
  if (source !== undefined) return candidates[0] ?? null;
  if (required.every((field) => chosen[field] !== undefined)) return null;
  throw new InvalidInput({
    file: [
      `is no known export: it has the columns ${shown(names)}. Name its columns with column_${required[0]} and so on`,
    ],
  });
}

function columnsOf<Field extends string>(
  format: Format<Field> | null,
  names: readonly string[],
): Partial<Record<Field, string>> {
  const columns: Record<string, string> = {};
  for (const [field, keys] of Object.entries(format?.columns ?? {}) as [Field, readonly string[]][]) {
    const name = keys.map((key) => names.find((each) => keyOf(each) === key)).find((each) => each !== undefined);
    if (name !== undefined) columns[field] = name;
  }
  return columns as Partial<Record<Field, string>>;
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const shown = (names: readonly string[]): string =>
  names
    .slice(0, MAX_SHOWN)
    .map((name) => name.slice(0, 40))
    .join(', ');
