import { createReadStream } from 'node:fs';
import path from 'node:path';
import { readCsv } from './read-csv.ts';
import { readJsonArray, readJsonLines } from './read-json.ts';
import { type FileRecord, ImportRefused } from './record.ts';

/**
 * Reads the records of a CSV file (`.csv`, with a header), of JSON lines (`.jsonl`, `.ndjson`) or of a JSON array
 * (`.json`) as a stream. Only one or two records are in memory at a time.
 * @param columns column names that a CSV header may contain
 * @throws ImportRefused for another file type or a malformed file; the error of the file system
 */
export function readRecords(file: string, columns: readonly string[]): AsyncIterable<FileRecord> {
  const ending = path.extname(file).toLowerCase();
  const bytes = () => createReadStream(file, { highWaterMark: 64 * 1024 });
  if (ending === '.csv') return readCsv(bytes(), columns);
  if (ending === '.jsonl' || ending === '.ndjson') return readJsonLines(bytes());
  if (ending === '.json') return readJsonArray(bytes());
  throw new ImportRefused(`${file} must be a .csv, a .json, a .jsonl or an .ndjson.`);
}
