import { SaxesParser } from 'saxes';
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

/**
 * Reads the items of a Google Merchant feed in RSS 2.0 (`item`) or Atom (`entry`). Memory does not grow with the feed.
 * @throws FeedRefused `xml_not_allowed` for a document type or a deep nesting; `invalid_xml` for a document that is not well-formed, is
 * no feed, or has an item of more than 1 MB
 */
export async function* readXml(texts: AsyncIterable<string>): AsyncGenerator<RawItem> {
  const reader = new ItemReader();
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += PIECE) yield* reader.write(text.slice(from, from + PIECE));
  }
  yield* reader.end();
}

class ItemReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  /** Local names of the open elements. */
  readonly #path: string[] = [];
  #item: OpenItem | null = null;
  #itemDepth = 0;
  #field: { name: ItemField; isGoogle: boolean; depth: number; text: string } | null = null;
  #items: RawItem[] = [];
  /** The length of the text since the last item began or ended, in UTF-16 units. */
  #unclosed = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new FeedRefused('invalid_xml', `The XML is not well-formed: ${error.message.slice(0, 200)}.`);
    });
    parser.on('doctype', () => {
      throw new FeedRefused(
        'xml_not_allowed',
        'The XML has a document type (DOCTYPE). Remove it: entities are not read.',
      );
    });
    parser.on('opentag', ({ local, uri, attributes }) => this.#open(local, uri, attributes['href']?.value));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  write(text: string): RawItem[] {
    this.#unclosed += text.length;
    this.#parser.write(text);
    if (this.#unclosed > MAX_ITEM_BYTES)
      throw new FeedRefused(
        'invalid_xml',
        `More than ${MAX_ITEM_BYTES} characters without the end of an item, at line ${this.#parser.line}.`,
      );
    return this.#taken();
  }

  end(): RawItem[] {
    this.#parser.close();
    return this.#taken();
  }

  #taken(): RawItem[] {
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
        `Elements are nested more than ${MAX_DEPTH} deep, at line ${this.#parser.line}.`,
      );
    if (this.#item === null) {
      if (!isItemElement(path)) return;
      this.#item = { line: this.#parser.line, fields: {}, fromGoogle: new Set() };
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
    const value = text.trim();
    if (value === '') return;
    if (item.fields[name] !== undefined && (!isGoogle || item.fromGoogle.has(name))) return;
    item.fields[name] = value;
    if (isGoogle) item.fromGoogle.add(name);
  }
}

const isItemElement = (path: readonly string[]) =>
  (path.length === 3 && path[0] === 'rss' && path[1] === 'channel' && path[2] === 'item') ||
  (path.length === 2 && path[0] === 'feed' && path[1] === 'entry');

function refuseOtherRoots(local: string, uri: string): void {
  if ((local === 'rss' && uri === '') || (local === 'feed' && uri === ATOM)) return;
  throw new FeedRefused('invalid_xml', 'The document is neither RSS 2.0 (rss) nor an Atom feed (feed).');
}
