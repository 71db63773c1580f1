import { type ImportResult, INFLUENCERS, MEDIA, runImport } from './domains/media/index.ts';
import type { OpenDatabase } from './open-database.ts';

/** Rows of an imported file were not taken; all others were. */
export class RowsRefused extends Error {}

/** What can be imported, as the commands call it. */
export type Imported = 'media' | 'influencers';

const ROWS_BETWEEN_WORDS = 10_000;

/**
 * Imports a file of media or influencers.
 * @param say hears how far it has come, `report` a line for each fault of a row
 * @throws RowsRefused when the file is through and rows were not taken; ImportRefused when it cannot be read; what the file system says
 */
export async function importFile(
  { db }: Pick<OpenDatabase, 'db'>,
  { what, file }: { what: Imported; file: string },
  { say, report }: { say: (sentence: string) => void; report: (line: string) => void },
): Promise<void> {
  let said = 0;
  const hearers = {
    onProgress: (read: number) => {
      if (read - said < ROWS_BETWEEN_WORDS) return;
      said = read;
      say(`${read} rows …`);
    },
    onRefused: ({ row, field, sentence }: { row: number; field: string; sentence: string }) =>
      report(`row ${row}: ${field === '' ? '' : `${field} `}${sentence}`),
  };
  const result: ImportResult = await (what === 'media'
    ? runImport(db, file, MEDIA, hearers)
    : runImport(db, file, INFLUENCERS, hearers));
  say(`${result.read} rows read, ${result.written} ${what} new or changed, ${result.refused} rows refused.`);
  if (result.refused > 0) throw new RowsRefused('Rows were refused; the others were taken.');
}
