import type { TObject } from 'typebox';
import type { Database } from '../../../platform/database/database.ts';
import { coerceFields } from '../../../platform/http/query-string.ts';
import { scanTexts } from '../../../platform/http/text-scan.ts';
import { inputValidator } from '../../../platform/http/validation.ts';
import { readRecords } from './read-records.ts';

/** Why a row was not taken; `field` is empty when it is the row as a whole. */
export interface RefusedRow {
  row: number;
  field: string;
  sentence: string;
}

/** A row whose fields have the right form. */
export interface ImportRow<Fields> {
  row: number;
  fields: Fields;
}

/** What a kind of record is, and how many of them become rows of the database at once. */
export interface ImportKind<Fields> {
  /** Every field there is; each may be left out, as far as `check` does not ask for it. */
  schema: TObject;
  /** What the form alone cannot say: field to sentence. */
  check(fields: Fields): Record<string, string>;
  /**
   * Writes rows with a few statements, whatever their number, and leaves as it is what says nothing new.
   * @returns how many records are new or changed, and which rows could not be taken
   */
  write(db: Database, rows: readonly ImportRow<Fields>[]): Promise<{ written: number; refused: RefusedRow[] }>;
}

export interface ImportHearers {
  /** Hears how many rows have been read, after each batch. */
  onProgress(read: number): void;
  /** Hears of each row that is not taken, as soon as that is known. */
  onRefused(refused: RefusedRow): void;
}

export interface ImportResult {
  read: number;
  /** Records that are new or have changed. */
  written: number;
  /** Rows. */
  refused: number;
}

const BATCH = 1_000;

/**
 * Imports a file in batches, each a transaction of its own: good rows are kept, whatever comes behind them. A file that has been imported
 * already changes nothing.
 * @throws ImportRefused when the file cannot be read as one of records
 */
export async function runImport<Fields>(
  db: Database,
  file: string,
  kind: ImportKind<Fields>,
  { onProgress, onRefused }: ImportHearers,
): Promise<ImportResult> {
  const read = fieldReader(kind);
  const result: ImportResult = { read: 0, written: 0, refused: 0 };
  const refuse = (faults: readonly RefusedRow[]) => {
    result.refused += new Set(faults.map(({ row }) => row)).size;
    for (const fault of faults) onRefused(fault);
  };
  let batch: ImportRow<Fields>[] = [];
  const flush = async () => {
    const rows = batch;
    batch = [];
    const { written, refused } = await db.transaction((tx) => kind.write(tx, rows));
    result.written += written;
    refuse(refused);
    onProgress(result.read);
  };
  try {
    for await (const { row, fields, fault } of readRecords(file, Object.keys(kind.schema.properties))) {
      result.read += 1;
      const { value, faults } = fields === null ? { value: null, faults: { '': fault } } : read(fields);
      if (value === null) refuse(Object.entries(faults).map(([field, sentence]) => ({ row, field, sentence })));
      else batch.push({ row, fields: value });
      if (batch.length >= BATCH) await flush();
    }
  } finally {
    // Also when the file breaks off: what has been read of it was good.
    if (batch.length > 0) await flush();
  }
  return result;
}

/** The form is that of a query's fields: a cell is a text, whatever it stands for. */
function fieldReader<Fields>({ schema, check }: ImportKind<Fields>) {
  const validate = inputValidator(schema, 'row');
  return (raw: Record<string, unknown>): { value: Fields | null; faults: Record<string, string> } => {
    const faults: Record<string, string> = Object.fromEntries(scanTexts(raw).faults);
    for (const name of Object.keys(raw))
      if (!Object.hasOwn(schema.properties, name)) faults[name] ??= 'is not a known field';
    const fields = coerceFields(schema, raw);
    for (const [field, [sentence = '']] of Object.entries(validate(fields) ?? {})) faults[field] ??= sentence;
    // The reader has made the fields what the schema says.
    if (Object.keys(faults).length === 0) Object.assign(faults, check(fields as Fields));
    return Object.keys(faults).length === 0 ? { value: fields as Fields, faults } : { value: null, faults };
  };
}
