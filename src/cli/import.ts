import { type ImportResult, INFLUENCERS, MEDIA, runImport } from '../modules/media/index.ts';
import type { OpenDatabase } from '../open-database.ts';

/** Rows of an imported file were refused; all other rows were imported. */
export class RowsRefused extends Error {}

/** The kinds of records that can be imported, by the name of their command. */
export type Imported = 'media' | 'influencers';

const ROWS_BETWEEN_WORDS = 10_000;

/**
 * Imports a file of media or influencers.
 * @param say receives the progress; `report` receives a line for each error of a row
 * @throws RowsRefused at the end when rows were refused; ImportRefused when the file cannot be read; the error of
 * the file system
 */
export async function importFile(
  { db }: Pick<OpenDatabase, 'db'>,
  { what, file }: { what: Imported; file: string },
  { say, report }: { say: (sentence: string) => void; report: (line: string) => void },
): Promise<void> {
  let said = 0;
  const listeners = {
    onProgress: (read: number) => {
      if (read - said < ROWS_BETWEEN_WORDS) return;
      said = read;
      say(`${read} rows …`);
    },
    onRefused: ({ row, field, sentence }: { row: number; field: string; sentence: string }) =>
      report(`row ${row}: ${field === '' ? '' : `${field} `}${sentence}`),
  };
  const result: ImportResult = await (what === 'media'
    ? runImport(db, file, MEDIA, listeners)
    : runImport(db, file, INFLUENCERS, listeners));
  say(`${result.read} rows read, ${result.written} ${what} new or changed, ${result.refused} rows refused.`);
  if (result.refused > 0) throw new RowsRefused('Rows were refused. All other rows were imported.');
}
