/** A tag in the text: everything after `<` or `</`. */
export interface Tag {
  /** Lower case. */
  readonly name: string;
  /** The requested attributes, the first of each name. */
  readonly attributes: readonly Attribute[];
  /** Whether `/` immediately precedes the closing `>`. */
  readonly selfClosing: boolean;
  /** Offset after the closing `>`. */
  readonly end: number;
}

/** An attribute. Its value is `html.slice(start, end)`, without the quotes and with undecoded entities. */
export interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly quote: Quote;
}

/** The quotes of an attribute's value; empty for an unquoted value. */
export type Quote = '"' | "'" | '';

const LONGEST_WANTED_NAME = 8;

/**
 * Parses a tag according to the HTML standard (13.2.5.8 and 13.2.5.32 to 40) in one pass.
 * @param nameStart offset of the tag's name
 * @param wantedOf names of the requested attributes, by the tag's name
 * @returns null when the text ends within the tag, which is then not a tag
 */
export function readTag(html: string, nameStart: number, wantedOf: ReadonlyMap<string, readonly string[]>): Tag | null {
  let at = endOfName(html, nameStart, false);
  const name = html.slice(nameStart, at).toLowerCase();
  const wanted = wantedOf.get(name);
  const attributes: Attribute[] = [];
  for (;;) {
    const start = afterSpaceAndSlashes(html, at);
    if (start >= html.length) return null;
    if (html.charCodeAt(start) === GREATER) {
      return { name, attributes, selfClosing: start > at && html[start - 1] === '/', end: start + 1 };
    }
    // A `=` at the start of a name is its first letter.
    const nameEnd = endOfName(html, start + 1, true);
    const value = readValue(html, nameEnd);
    if (value === null) return null;
    at = value.next;
    if (wanted === undefined || nameEnd - start > LONGEST_WANTED_NAME) continue;
    const attribute = html.slice(start, nameEnd).toLowerCase();
    if (wanted.includes(attribute) && !attributes.some((known) => known.name === attribute)) {
      attributes.push({ name: attribute, start: value.start, end: value.end, quote: value.quote });
    }
  }
}

/** Returns the value after an attribute's name, empty if there is none; null when the text ends within its quotes. */
function readValue(html: string, nameEnd: number) {
  const equals = afterSpace(html, nameEnd);
  if (html.charCodeAt(equals) !== EQUALS) return { start: nameEnd, end: nameEnd, quote: '' as Quote, next: equals };
  const start = afterSpace(html, equals + 1);
  const first = html[start];
  if (first === '"' || first === "'") {
    const end = html.indexOf(first, start + 1);
    return end < 0 ? null : { start: start + 1, end, quote: first as Quote, next: end + 1 };
  }
  let end = start;
  while (end < html.length && html.charCodeAt(end) !== GREATER && !isSpace(html.charCodeAt(end))) end += 1;
  return { start, end, quote: '' as Quote, next: end };
}

const GREATER = 0x3e;
const EQUALS = 0x3d;
const SLASH = 0x2f;

/** Tab, line feed, form feed, carriage return and space separate the parts of a tag. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

function afterSpaceAndSlashes(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === SLASH) at += 1;
  return at;
}

function endOfName(html: string, from: number, endsAtEquals: boolean): number {
  let at = from;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (isSpace(code) || code === SLASH || code === GREATER || (endsAtEquals && code === EQUALS)) return at;
  }
  return at;
}
