import type { TObject } from 'typebox';
import type { Database } from '../../../platform/database/database.ts';
import { coerceFields } from '../../../platform/http/query-string.ts';
import { scanTexts } from '../../../platform/http/text-scan.ts';
import { inputValidator } from '../../../platform/http/validation.ts';
import { readRecords } from './read-records.ts';

/** The reason why a row was refused; `field` is empty when it concerns the whole row. */
export interface RefusedRow {
  row: number;
  field: string;
  sentence: string;
}

/** A row whose fields are valid. */
export interface ImportRow<Fields> {
  row: number;
  fields: Fields;
}

/** Defines a kind of record and how a batch of records is written. */
export interface ImportKind<Fields> {
  /** All known fields. Each is optional unless `check` requires it. */
  schema: TObject;
  /** Checks beyond the schema. Returns messages by field. */
  check(fields: Fields): Record<string, string>;
  /**
   * Writes rows with a constant number of statements, and leaves unchanged records untouched.
   * @returns the number of new or changed records, and the refused rows
   */
  write(db: Database, rows: readonly ImportRow<Fields>[]): Promise<{ written: number; refused: RefusedRow[] }>;
}

export interface ImportHearers {
  /** Receives the number of rows read after each batch. */
  onProgress(read: number): void;
  /** Receives each refused row as soon as it is known. */
  onRefused(refused: RefusedRow): void;
}

export interface ImportResult {
  read: number;
  /** Number of new or changed records. */
  written: number;
  /** Number of refused rows. */
  refused: number;
}

const BATCH = 1_000;

/**
 * Imports a file in batches, each in its own transaction, so that valid rows are kept even if later rows fail. Importing a
 * file again changes nothing.
 * @throws ImportRefused when the file cannot be read
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
    // Written even if the file is damaged, because the rows read so far are valid.
    if (batch.length > 0) await flush();
  }
  return result;
}

/** Cells are texts, so they are coerced like the fields of a query. */
function fieldReader<Fields>({ schema, check }: ImportKind<Fields>) {
  const validate = inputValidator(schema, 'row');
  return (raw: Record<string, unknown>): { value: Fields | null; faults: Record<string, string> } => {
    const faults: Record<string, string> = Object.fromEntries(scanTexts(raw).faults);
    for (const name of Object.keys(raw))
      if (!Object.hasOwn(schema.properties, name)) faults[name] ??= 'is not a known field';
    const fields = coerceFields(schema, raw);
    for (const [field, [sentence = '']] of Object.entries(validate(fields) ?? {})) faults[field] ??= sentence;
    // The reader has validated the fields against the schema.
    if (Object.keys(faults).length === 0) Object.assign(faults, check(fields as Fields));
    return Object.keys(faults).length === 0 ? { value: fields as Fields, faults } : { value: null, faults };
  };
}
