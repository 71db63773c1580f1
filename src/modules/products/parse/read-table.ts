import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FeedRefused, isItemField, MAX_ITEM_BYTES, type RawItem } from './raw-item.ts';

const MAX_COLUMNS = 300;
const REQUIRED = ['id', 'title', 'link', 'price'] as const;

interface Row {
  record: string[];
  info: { lines: number };
}

/**
 * Reads the rows of a feed in CSV (with quotes) or TSV (Google's form: no quotes). The first row names the attributes, in any
 * order and with spaces or underscores; other columns are ignored.
 * @throws FeedRefused `invalid_csv` for a header without the required columns, broken quotes or a row of more than 1 MB
 */
export async function* readTable(texts: AsyncIterable<string>, format: 'csv' | 'tsv'): AsyncGenerator<RawItem> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_ITEM_BYTES,
    ...(format === 'tsv' ? { delimiter: '\t', quote: null } : {}),
  });
  const input = Readable.from(texts, { highWaterMark: 4 });
  let failure: unknown;
  input.on('error', (error) => {
    failure = error;
    parser.destroy(error);
  });
  let header: string[] | null = null;
  try {
    for await (const { record, info } of input.pipe(parser) as AsyncIterable<Row>) {
      if (header === null) header = checkedHeader(record);
      else if (record.some((cell) => cell !== '')) yield itemOf(info.lines, header, record);
    }
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (!(error instanceof CsvError)) throw error;
    throw new FeedRefused('invalid_csv', `The table is malformed: ${error.message.slice(0, 200)}.`);
  } finally {
    input.destroy();
  }
  if (header === null) throw new FeedRefused('invalid_csv', 'The table is empty; its first row must name the columns.');
}

function checkedHeader(cells: readonly string[]): string[] {
  if (cells.length > MAX_COLUMNS)
    throw new FeedRefused('invalid_csv', `The table has more than ${MAX_COLUMNS} columns.`);
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(' ', '_').replace(/^g:/, ''));
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new FeedRefused('invalid_csv', `The table has no column ${missing.join(', ')}.`);
  const twice = names.filter((name, at) => isItemField(name) && names.indexOf(name) !== at);
  if (twice.length > 0)
    throw new FeedRefused('invalid_csv', `The column ${[...new Set(twice)].join(', ')} occurs twice.`);
  return names;
}

function itemOf(line: number, header: readonly string[], cells: readonly string[]): RawItem {
  const item: RawItem = { line, fields: {} };
  if (cells.length > header.length)
    return { ...item, fault: `has ${cells.length} cells, the header has ${header.length}` };
  header.forEach((name, at) => {
    const cell = cells[at] ?? '';
    if (isItemField(name) && cell !== '') item.fields[name] = cell;
  });
  return item;
}
