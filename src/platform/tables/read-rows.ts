/** A row of a table in text form. */
export interface TextRow {
  /** The line of the file in which the row ends, from 1. */
  line: number;
  /** The number of the row as in a spreadsheet, from 1: empty lines count, line breaks in cells do not. */
  row: number;
  /** Without surrounding spaces. Null: the row is longer than permitted and was skipped. */
  cells: string[] | null;
}

type Separator = ',' | ';' | '\t' | '|';
const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|'];
/** The line by which Excel names the separator of a file. */
const NAMED = /^"?sep=([,;\t|])"?\s*$/i;

/**
 * Reads the rows of a table (CSV, TSV) as its text arrives. The separator is the one that the first row contains most often, or the one that a line `sep=;` names.
 * A cell is quoted if it begins with a quotation mark and ends with one before the next separator or line end; any other quotation mark is a character of its cell. So one row with an
 * odd quotation mark does not change the rows after it, which a parser by the standard (RFC 4180) would refuse or swallow. Empty lines are skipped.
 * @param maxLength of a row in characters; a longer row is skipped to the end of its line
 */
export async function* readRows(
  texts: AsyncIterable<string> | Iterable<string>,
  { maxLength }: { maxLength: number },
): AsyncGenerator<TextRow> {
  const reader = new RowReader(maxLength);
  for await (const text of texts) yield* reader.write(text);
  yield* reader.end();
}

class RowReader {
  readonly #maxLength: number;
  #buffer = '';
  #separator: Separator | null = null;
  /** Lines and rows before the buffer. */
  #line = 0;
  #row = 0;
  /** Whether the buffer continues a line that was too long. */
  #isSkipping = false;
  /** An incomplete row is read again when the buffer has doubled, so that the work is linear in the length of the text. */
  #wanted = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  *write(text: string): Generator<TextRow> {
    this.#buffer += text;
    if (this.#buffer.length < this.#wanted) return;
    yield* this.#rows(false);
    this.#wanted = Math.min(2 * this.#buffer.length, this.#maxLength + 1);
  }

  *end(): Generator<TextRow> {
    yield* this.#rows(true);
  }

  *#rows(isEnd: boolean): Generator<TextRow> {
    let at = 0;
    const buffer = this.#buffer;
    if (this.#separator === null) {
      const named = this.#findSeparator(isEnd);
      if (named === null) return;
      at = named;
    }
    while (at < buffer.length) {
      if (this.#isSkipping) {
        const next = endOfLine(buffer, at, isEnd);
        if (next === null) {
          at = buffer.length;
          break;
        }
        at = next;
        this.#line += 1;
        this.#isSkipping = false;
        continue;
      }
      const found = rowAt(buffer, at, { separator: this.#separator!, isEnd });
      if (found === null ? buffer.length - at > this.#maxLength : found.next - at > this.#maxLength) {
        this.#row += 1;
        this.#isSkipping = true;
        yield { line: this.#line + 1, row: this.#row, cells: null };
        continue;
      }
      if (found === null) break;
      this.#line += found.lines;
      this.#row += 1;
      at = found.next;
      if (found.cells.some((cell) => cell !== '')) yield { line: this.#line, row: this.#row, cells: found.cells };
    }
    this.#buffer = buffer.slice(at);
  }

  /** @returns the position of the first row, after empty lines; null until its line has arrived */
  #findSeparator(isEnd: boolean): number | null {
    let at = 0;
    for (;;) {
      const next = endOfLine(this.#buffer, at, isEnd);
      if (next === null && this.#buffer.length - at <= this.#maxLength) return this.#wait(at);
      const first = this.#buffer.slice(at, next ?? at + this.#maxLength);
      const isEmpty = first.trim() === '' && next !== null && next < this.#buffer.length;
      const named = NAMED.exec(first.replace(/[\r\n]+$/, ''))?.[1];
      if (!isEmpty) this.#separator = (named as Separator | undefined) ?? separatorOf(first);
      if (!isEmpty && named === undefined) return at;
      this.#line += 1;
      this.#row += 1;
      at = next!;
      if (!isEmpty) return at;
    }
  }

  /** Drops the empty lines before the position. */
  #wait(at: number): null {
    this.#buffer = this.#buffer.slice(at);
    return null;
  }
}

/** The separator that a row contains most often outside of quoted cells. */
function separatorOf(row: string): Separator {
  const plain = row.replaceAll(/"[^"]*"/g, '');
  const count = (separator: Separator) => plain.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The position after the end of the line; null if the end has not arrived. */
function endOfLine(text: string, from: number, isEnd: boolean): number | null {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return at + 1;
    if (character !== '\r') continue;
    if (at + 1 === text.length && !isEnd) return null;
    return text[at + 1] === '\n' ? at + 2 : at + 1;
  }
  return isEnd ? text.length : null;
}

/** Reads a row. @returns null if its end has not arrived */
function rowAt(
  text: string,
  from: number,
  { separator, isEnd }: { separator: Separator; isEnd: boolean },
): { cells: string[]; next: number; lines: number } | null {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    const cell = quotedCell(text, at, { separator, isEnd }) ?? plainCell(text, at, separator);
    if (cell === 'incomplete' || (cell.end === text.length && !isEnd)) return null;
    cells.push(cell.text);
    lines += cell.lineBreaks;
    if (text[cell.end] === separator) {
      at = cell.end + 1;
      continue;
    }
    const next = endOfLine(text, cell.end, isEnd);
    return next === null ? null : { cells, next, lines };
  }
}

interface Cell {
  text: string;
  end: number;
  lineBreaks: number;
}

/** A cell in quotation marks; null if the cell at this position is not one. */
function quotedCell(
  text: string,
  from: number,
  { separator, isEnd }: { separator: Separator; isEnd: boolean },
): Cell | 'incomplete' | null {
  let at = from;
  while (text[at] === ' ') at += 1;
  if (text[at] !== '"') return null;
  const begin = at + 1;
  for (at = text.indexOf('"', begin); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] === '"') continue;
    if (at + 1 === text.length && !isEnd) return 'incomplete';
    let end = at + 1;
    while (text[end] === ' ') end += 1;
    if (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') return null;
    if (end === text.length && !isEnd) return 'incomplete';
    const inside = text.slice(begin, at);
    const lineBreaks = inside.match(/\r\n|\r|\n/g)?.length ?? 0;
    return { text: inside.replaceAll('""', '"').trim(), end, lineBreaks };
  }
  return isEnd ? null : 'incomplete';
}

function plainCell(text: string, from: number, separator: Separator): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end).trim(), end, lineBreaks: 0 };
}
