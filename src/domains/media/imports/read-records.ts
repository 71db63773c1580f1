import { createReadStream } from 'node:fs';
import path from 'node:path';
import { readCsv } from './read-csv.ts';
import { readJsonArray, readJsonLines } from './read-json.ts';
import { type FileRecord, ImportRefused } from './record.ts';

/**
 * Reads the records of a CSV (`.csv`, with a header), of JSON lines (`.jsonl`, `.ndjson`) or of a JSON array (`.json`), one after the other;
 * no more of the file is in memory than a record or two.
 * @param columns names that a CSV's header may hold
 * @throws ImportRefused for a file of another kind, or one that is broken; what the file system says
 */
export function readRecords(file: string, columns: readonly string[]): AsyncIterable<FileRecord> {
  const ending = path.extname(file).toLowerCase();
  const bytes = () => createReadStream(file, { highWaterMark: 64 * 1024 });
  if (ending === '.csv') return readCsv(bytes(), columns);
  if (ending === '.jsonl' || ending === '.ndjson') return readJsonLines(bytes());
  if (ending === '.json') return readJsonArray(bytes());
  throw new ImportRefused(`${file} must be a .csv, a .json, a .jsonl or an .ndjson.`);
}
