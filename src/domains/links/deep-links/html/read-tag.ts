/** A tag as it stands in the text: what comes after `<` or `</`. */
export interface Tag {
  /** Lower case. */
  readonly name: string;
  /** Of those that were asked for, the first of each name. */
  readonly attributes: readonly Attribute[];
  /** `/` stands right before the closing `>`. */
  readonly selfClosing: boolean;
  /** Behind the closing `>`. */
  readonly end: number;
}

/** An attribute; its value is `html.slice(start, end)`, without the quotes and with its entities. */
export interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly quote: Quote;
}

/** How an attribute's value is quoted; empty when it is not. */
export type Quote = '"' | "'" | '';

const LONGEST_WANTED_NAME = 8;

/**
 * Reads a tag by the rules of the HTML standard (13.2.5.8 and 13.2.5.32 to 40): in one pass, whatever the text.
 * @param nameStart where the tag's name begins
 * @param wantedOf names of the attributes to be kept, by the tag's name
 * @returns null when the text ends within the tag, which then is none
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
    // A `=` where a name should begin is its first letter.
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

/** The value behind an attribute's name, empty where there is none; null when the text ends within its quotes. */
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

/** Tab, line feed, form feed, carriage return, space: what separates things in a tag. */
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
