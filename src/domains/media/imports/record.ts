/** One record of a file that is imported: its fields, or why it has none. */
export interface FileRecord {
  /** Of a CSV, the row as a spreadsheet counts it (the header is row 1); of JSON, which line or which element, from 1. */
  row: number;
  fields: Record<string, unknown> | null;
  /** A sentence that goes on after "row 7". */
  fault: string;
}

/** The file cannot be imported, or not from here on; the message says why. What came before is kept. */
export class ImportRefused extends Error {}

/** Characters of one record. */
export const LONGEST_RECORD = 64 * 1024;
