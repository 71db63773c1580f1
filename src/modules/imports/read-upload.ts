import type { FileWork } from '../payments/index.ts';
import { LONGEST_URL } from './links/import-creator-links.ts';
import type { FileKind, Source } from './table/formats.ts';
import { type MappedTable, mapTable } from './table/map-table.ts';

/**
 * Reads an uploaded file in a separate thread.
 * @param query may name the platform, and columns as `column_…`
 * @throws the errors of `FileWork.readTable` and `mapTable`
 */
export async function readUpload<Field extends string>(
  files: Pick<FileWork, 'readTable'>,
  kind: FileKind<Field>,
  { content, query }: { content: Buffer; query: { source?: Source } & Readonly<Record<string, unknown>> },
): Promise<MappedTable<Field>> {
  const rows = await files.readTable(content, { required: [], optional: 'all', longestCell: LONGEST_URL });
  const named = kind.fields.flatMap((field): [Field, string][] => {
    const column = query[`column_${field}`];
    return typeof column === 'string' ? [[field, column]] : [];
  });
  const columns = Object.fromEntries(named) as Partial<Record<Field, string>>;
  return mapTable(kind, rows, { source: query.source, columns });
}
