import type { Readable } from 'node:stream';
import { decodeText, UnreadableText } from '../../../platform/tables/decode-text.ts';
import { readRows } from '../../../platform/tables/read-rows.ts';
import { type FileRecord, ImportRefused, LONGEST_RECORD } from './record.ts';

/**
 * Reads a CSV file with a header, in any usual encoding and with any usual separator. Empty cells are treated as absent, and rows of empty cells are skipped.
 * @throws ImportRefused when the header is invalid or the text cannot be decoded
 */
export async function* readCsv(bytes: Readable, columns: readonly string[]): AsyncGenerator<FileRecord> {
  let header: string[] | null = null;
  try {
    for await (const { row, cells } of readRows(decodeText(bytes), { maxLength: LONGEST_RECORD })) {
      if (header === null) header = checkedHeader(cells ?? [], columns);
      else if (cells === null) yield { row, fields: null, fault: `is longer than ${LONGEST_RECORD} characters` };
      else yield recordOf(row, header, cells);
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    throw new ImportRefused(error.message);
  } finally {
    bytes.destroy();
  }
  if (header === null) throw new ImportRefused('The CSV is empty; its first row must name the columns.');
}

function checkedHeader(cells: readonly string[], columns: readonly string[]): string[] {
  const names = cells.map((cell) => cell.toLowerCase());
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length > 0)
    throw new ImportRefused(`There is no column ${unknown.join(', ')}; the columns are ${columns.join(', ')}.`);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new ImportRefused(`The column ${twice.join(', ')} occurs twice.`);
  return names;
}

function recordOf(row: number, header: readonly string[], cells: readonly string[]): FileRecord {
  if (cells.length > header.length)
    return { row, fields: null, fault: `has ${cells.length} cells, the header ${header.length}` };
  const filled = header.map((name, at) => [name, cells[at] ?? ''] as const).filter(([, cell]) => cell !== '');
  return { row, fields: Object.fromEntries(filled), fault: '' };
}
