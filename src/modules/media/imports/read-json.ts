import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type FileRecord, ImportRefused, LONGEST_RECORD } from './record.ts';

/** The text of one record; null when it exceeds the maximum length. */
interface Piece {
  row: number;
  text: string | null;
}

/** Reads one record per line and skips empty lines. */
export async function* readJsonLines(bytes: Readable): AsyncGenerator<FileRecord> {
  for await (const { row, text } of linesOf(bytes)) {
    if (text === null) yield tooLong(row);
    else if (text.trim() !== '') yield recordOf(row, text);
  }
}

/**
 * Reads a JSON array of objects.
 * @throws ImportRefused when the text is not an array or is truncated
 */
export async function* readJsonArray(bytes: Readable): AsyncGenerator<FileRecord> {
  for await (const { row, text } of elementsOf(bytes)) yield text === null ? tooLong(row) : recordOf(row, text);
}

const tooLong = (row: number): FileRecord => ({
  row,
  fields: null,
  fault: `must have at most ${LONGEST_RECORD} characters`,
});

function recordOf(row: number, text: string): FileRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // null is treated as an absent field.
      const given = Object.entries(value).filter(([, field]) => field !== null);
      return { row, fields: Object.fromEntries(given), fault: '' };
    }
    return { row, fields: null, fault: 'must be an object' };
  } catch {
    return { row, fields: null, fault: 'must be JSON' };
  }
}

async function* textOf(bytes: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const text = decoder.write(chunk);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
  }
  yield decoder.end();
}

async function* linesOf(bytes: Readable): AsyncGenerator<Piece> {
  let row = 1;
  let line: string | null = '';
  for await (const text of textOf(bytes)) {
    const [first = '', ...more] = text.split('\n');
    line = joined(line, first);
    for (const next of more) {
      yield { row, text: line };
      row += 1;
      line = joined('', next);
    }
  }
  yield { row, text: line };
}

/** A record beyond the maximum length is not stored. */
function joined(begun: string | null, more: string): string | null {
  return begun === null || begun.length + more.length > LONGEST_RECORD ? null : begun + more;
}

/** Splits an array at its top-level commas. `JSON.parse` parses the elements. */
async function* elementsOf(bytes: Readable): AsyncGenerator<Piece> {
  const scan = new ArrayScan();
  let row = 1;
  let element: string | null = '';
  for await (const text of textOf(bytes)) {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const met = scan.take(text[at]!);
      if (met === null) continue;
      if (met !== 'beginning') {
        const whole = joined(element, text.slice(from, at));
        const isOfNone = met === 'end' && row === 1 && whole?.trim() === '';
        if (!isOfNone) yield { row, text: whole };
        row += 1;
        element = '';
      }
      from = at + 1;
    }
    if (scan.isInside) element = joined(element, text.slice(from));
  }
  if (!scan.isOver) throw new ImportRefused(`The JSON ends within row ${row}; it must be a whole array of objects.`);
}

/** Tracks nesting and strings within an array, to distinguish its own commas from those within elements. */
class ArrayScan {
  isOver = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  get isInside(): boolean {
    return this.#depth > 0;
  }

  /**
   * Processes a character and returns its role in the array itself. @throws ImportRefused for a character outside
   * the array
   */
  take(sign: string): 'beginning' | 'comma' | 'end' | null {
    if (this.#isInText) {
      this.#isInText = this.#isEscaped || sign !== '"';
      this.#isEscaped = !this.#isEscaped && sign === '\\';
      return null;
    }
    if (this.#depth === 0) return this.#begin(sign);
    if (sign === ',' && this.#depth === 1) return 'comma';
    if (sign === '"') this.#isInText = true;
    else if (sign === '[' || sign === '{') this.#depth += 1;
    else if (sign === ']' || sign === '}') this.#depth -= 1;
    this.isOver = this.#depth === 0;
    return this.isOver ? 'end' : null;
  }

  #begin(sign: string): 'beginning' | null {
    if (sign.trim() === '') return null;
    if (sign !== '[' || this.isOver) throw notAnArray();
    this.#depth = 1;
    return 'beginning';
  }
}

const notAnArray = () =>
  new ImportRefused('A .json file must be an array of objects. Use .jsonl for one object per line.');
