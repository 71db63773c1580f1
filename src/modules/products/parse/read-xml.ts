import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import { plainValue } from './plain-value.ts';
import { FeedRefused, type ItemField, isItemField, MAX_ITEM_BYTES, type RawItem } from './raw-item.ts';

const GOOGLE = 'http://base.google.com/ns/1.0';
const ATOM = 'http://www.w3.org/2005/Atom';
/** Maximum depth of nesting; valid feeds have five levels. */
const MAX_DEPTH = 32;
/** The parser receives pieces of this size, so that it does not block other work for long. */
const PIECE = 32 * 1024;

/** An item while it is read. `fromGoogle`: fields with the prefix of Google, which take precedence over those of RSS. */
interface OpenItem extends RawItem {
  fromGoogle: Set<ItemField>;
}

/** Namespaces of the root element, and their length in characters. Each reader after a malformed item declares them again. */
const MAX_NAMESPACES = 100;
const MAX_NAMESPACE_CHARACTERS = 10_000;
/** Items that are not well-formed; a reader is made after each of them. */
const MAX_MALFORMED = 100_000;

/** The beginning of an element that may be an item, or the end of the items. */
const READABLE_AGAIN = /<(?:item|entry)(?=[\s/>])|<\/(?:channel|rss|feed)\s*>/;
/** The length of the longest text that READABLE_AGAIN needs, without spaces. */
const LONGEST_TAG = 20;
/** An ampersand and what may be its entity; the shortest text that decides whether it is one is 40 characters long. */
const AMPERSAND = /&(?:#\d{1,7};|#[xX][\da-fA-F]{1,6};|(?<name>[A-Za-z][A-Za-z\d]{1,31});)?/g;
const LONGEST_ENTITY = 40;
const XML_ENTITIES: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Reads the items of a Google Merchant feed in RSS 2.0 (`item`) or Atom (`entry`). Memory does not grow with the feed. Characters that XML forbids, ampersands that are not escaped and entities of HTML
 * are corrected. An item that is not well-formed or longer than 1 MB is skipped, and reading continues with the next item.
 * @throws FeedRefused `xml_not_allowed` for a document type or a deep nesting; `invalid_xml` for a document that is not well-formed outside of its items or ends within one, or is no feed
 */
export async function* readXml(texts: AsyncIterable<string>): AsyncGenerator<RawItem> {
  let reader: ItemReader | null = new ItemReader();
  let last = reader;
  let rest = '';
  let isFirst = true;
  let skippedLines = 0;
  let malformed = 0;
  for await (const text of corrected(texts)) {
    rest += isFirst ? text.trimStart() : text;
    if (rest === '') continue;
    isFirst = false;
    while (rest !== '') {
      if (reader === null) {
        // The beginning of an element may be split: its last characters are kept.
        const begins: number = rest.search(READABLE_AGAIN);
        if (begins < 0) {
          skippedLines += lineBreaks(rest.slice(0, -LONGEST_TAG));
          rest = rest.slice(-LONGEST_TAG);
          break;
        }
        malformed += 1;
        if (malformed > MAX_MALFORMED)
          throw new FeedRefused('invalid_xml', `More than ${MAX_MALFORMED} items are not well-formed.`);
        reader = last.restarted(skippedLines + lineBreaks(rest.slice(0, begins)));
        last = reader;
        skippedLines = 0;
        rest = rest.slice(begins);
      }
      const piece: string = rest.slice(0, PIECE);
      const failedAt: number | null = reader.write(piece);
      yield* reader.taken();
      rest = rest.slice(failedAt ?? piece.length);
      if (failedAt !== null) reader = null;
    }
  }
  if (reader === null) throw new FeedRefused('invalid_xml', 'The XML ends within an item that is not well-formed.');
  reader.end();
  yield* reader.taken();
}

const lineBreaks = (text: string): number => text.match(/\n/g)?.length ?? 0;

async function* corrected(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const whole = rest + text;
    const last = whole.lastIndexOf('&');
    const end = last >= 0 && whole.length - last < LONGEST_ENTITY ? last : whole.length;
    rest = whole.slice(end);
    yield correctedText(whole.slice(0, end));
  }
  yield correctedText(rest);
}

function correctedText(text: string): string {
  return text.replaceAll(FORBIDDEN, ' ').replaceAll(AMPERSAND, (found, name: string | undefined) => {
    if (found === '&') return '&amp;';
    if (name === undefined || XML_ENTITIES.has(name)) return found;
    const character = decodeHTMLStrict(found);
    return character === found ? `&amp;${found.slice(1)}` : character;
  });
}

class ItemReader {
  readonly #parser: SaxesParser<{ xmlns: true }>;
  /** Local names of the open elements. */
  readonly #path: string[] = [];
  /** The root element, as far as a new reader needs it. */
  #root: { local: string; namespaces: Record<string, string> } | null = null;
  #item: OpenItem | null = null;
  #itemDepth = 0;
  #field: { name: ItemField; isGoogle: boolean; depth: number; text: string } | null = null;
  #items: RawItem[] = [];
  /** The length of the text since the last item began or ended, in UTF-16 units. */
  #unclosed = 0;
  /** The line of the file at which this reader began, less one. */
  readonly #linesBefore: number;

  constructor(linesBefore = 0) {
    this.#linesBefore = linesBefore;
    const parser = new SaxesParser({ xmlns: true });
    this.#parser = parser;
    parser.on('error', (error) => {
      throw new Malformed(`The XML is not well-formed: ${error.message.slice(0, 200)}.`);
    });
    parser.on('doctype', () => {
      throw new FeedRefused(
        'xml_not_allowed',
        'The XML has a document type (DOCTYPE). Remove it: entities are not read.',
      );
    });
    parser.on('opentag', ({ local, uri, attributes, ns }) => {
      if (this.#root === null) this.#root = { local, namespaces: knownNamespaces(ns) };
      this.#open(local, uri, attributes['href']?.value);
    });
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  get #line(): number {
    return this.#linesBefore + this.#parser.line;
  }

  /**
   * Reads a piece of the document.
   * @returns the position in the piece at which an item turned out to be unreadable; null: everything was read
   * @throws FeedRefused for a fault outside of items
   */
  write(text: string): number | null {
    const before = this.#parser.position;
    this.#unclosed += text.length;
    try {
      this.#parser.write(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return this.#skip(error.message, Math.max(1, Math.min(text.length, this.#parser.position - before)));
    }
    if (this.#unclosed <= MAX_ITEM_BYTES) return null;
    return this.#skip(`More than ${MAX_ITEM_BYTES} characters without the end of an item.`, text.length);
  }

  #skip(message: string, at: number): number {
    if (this.#item === null) throw new FeedRefused('invalid_xml', `${message.slice(0, -1)}, at line ${this.#line}.`);
    const { line, fields } = this.#item;
    this.#items.push({ line, fields: fields.id === undefined ? {} : { id: fields.id }, fault: message });
    return at;
  }

  /** A reader for the rest of the document, which begins with an item or ends the items. @param skippedLines line breaks in the text that no reader has received */
  restarted(skippedLines: number): ItemReader {
    const { local, namespaces } = this.#root!;
    const reader = new ItemReader(this.#line - 1 + skippedLines);
    const declared = Object.entries(namespaces)
      .filter(([prefix]) => prefix !== 'xml' && prefix !== 'xmlns')
      .map(
        ([prefix, uri]) =>
          ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${uri.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
      );
    reader.write(`<${local}${declared.join('')}>${local === 'rss' ? '<channel>' : ''}`);
    return reader;
  }

  /** @throws FeedRefused `invalid_xml` for a document that is not complete */
  end(): void {
    try {
      this.#parser.close();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new FeedRefused('invalid_xml', error.message);
    }
  }

  /** The items that have been read since the last call. */
  taken(): RawItem[] {
    const items = this.#items;
    if (items.length > 0) this.#items = [];
    return items;
  }

  #open(local: string, uri: string, href: string | undefined): void {
    const path = this.#path;
    if (path.length === 0) refuseOtherRoots(local, uri);
    path.push(local);
    if (path.length > MAX_DEPTH)
      throw new FeedRefused(
        'xml_not_allowed',
        `Elements are nested more than ${MAX_DEPTH} deep, at line ${this.#line}.`,
      );
    if (this.#item === null) {
      if (!isItemElement(path)) return;
      this.#item = { line: this.#line, fields: {}, fromGoogle: new Set() };
      this.#itemDepth = path.length;
    } else if (path.length === this.#itemDepth + 1 && isItemField(local)) {
      const isGoogle = uri === GOOGLE;
      // The link of Atom is an attribute.
      if (uri === ATOM && local === 'link') this.#store('link', href ?? '', false);
      else this.#field = { name: local, isGoogle, depth: path.length, text: '' };
    }
  }

  #text(text: string): void {
    if (this.#field !== null && this.#path.length === this.#field.depth) this.#field.text += text;
  }

  #close(): void {
    const depth = this.#path.length;
    this.#path.pop();
    if (this.#field !== null && depth === this.#field.depth) {
      this.#store(this.#field.name, this.#field.text, this.#field.isGoogle);
      this.#field = null;
    } else if (this.#item !== null && depth === this.#itemDepth) {
      const { line, fields } = this.#item;
      this.#items.push({ line, fields });
      this.#item = null;
      this.#unclosed = 0;
    }
  }

  /** If a field occurs twice, the one with Google's namespace is kept, otherwise the first: `product_type` may be repeated. */
  #store(name: ItemField, text: string, isGoogle: boolean): void {
    const item = this.#item!;
    const value = plainValue(text);
    if (value === '') return;
    if (item.fields[name] !== undefined && (!isGoogle || item.fromGoogle.has(name))) return;
    item.fields[name] = value;
    if (isGoogle) item.fromGoogle.add(name);
  }
}

const isItemElement = (path: readonly string[]) =>
  (path.length === 3 && path[0] === 'rss' && path[1] === 'channel' && path[2] === 'item') ||
  (path.length === 2 && path[0] === 'feed' && path[1] === 'entry');

/** @throws FeedRefused `xml_not_allowed` for more namespaces than any feed has */
function knownNamespaces(declared: Readonly<Record<string, string>>): Record<string, string> {
  const found = Object.entries(declared);
  const characters = found.reduce((sum, [prefix, uri]) => sum + prefix.length + uri.length, 0);
  if (found.length > MAX_NAMESPACES || characters > MAX_NAMESPACE_CHARACTERS)
    throw new FeedRefused('xml_not_allowed', `The root element declares more than ${MAX_NAMESPACES} namespaces.`);
  return { ...declared };
}

function refuseOtherRoots(local: string, uri: string): void {
  if ((local === 'rss' && uri === '') || (local === 'feed' && uri === ATOM)) return;
  throw new FeedRefused('invalid_xml', 'The document is neither RSS 2.0 (rss) nor an Atom feed (feed).');
}

/** The document is not well-formed at the position of the parser. */
class Malformed extends Error {}
