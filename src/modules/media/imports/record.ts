/** A record of an imported file: its fields, or the reason why it has none. */
export interface FileRecord {
  /** For CSV, the row number in a spreadsheet (the header is row 1). For JSON, the line or element number from 1. */
  row: number;
  fields: Record<string, unknown> | null;
  /** A phrase that follows "row 7". */
  fault: string;
}

/** The file cannot be read, or not beyond this point. The message says why. Earlier rows are kept. */
export class ImportRefused extends Error {}

/** Maximum length of a record in characters. */
export const LONGEST_RECORD = 64 * 1024;
