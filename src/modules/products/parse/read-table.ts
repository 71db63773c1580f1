import { readRows } from '../../../platform/tables/read-rows.ts';
import { plainValue } from './plain-value.ts';
import {
  type FeedColumns,
  FeedRefused,
  ITEM_FIELDS,
  type ItemField,
  MAX_ITEM_BYTES,
  type RawItem,
  REQUIRED_FIELDS,
} from './raw-item.ts';

const MAX_COLUMNS = 300;

/**
 * The names of the columns of each attribute, the preferred one first: those of Google, and those of the product feeds of Awin and Tradedoubler. Names are compared without case, spaces and
 * punctuation. The links of a network to itself come after those to the store.
 */
const NAMES: Record<ItemField, readonly string[]> = {
  id: ['id', 'merchantproductid', 'productid', 'sku', 'tdproductid', 'awproductid'],
  title: ['title', 'productname', 'name'],
  link: ['link', 'merchantdeeplink', 'producturl', 'url', 'deeplink'],
  image_link: ['imagelink', 'merchantimageurl', 'imageurl', 'productimage', 'awimageurl'],
  price: ['price', 'searchprice', 'productprice'],
  sale_price: ['saleprice'],
  sale_price_effective_date: ['salepriceeffectivedate'],
  availability: ['availability', 'instock', 'stockstatus'],
  brand: ['brand', 'brandname', 'manufacturer'],
  product_type: ['producttype', 'merchantcategory', 'categoryname', 'tdcategories', 'categories', 'category'],
  google_product_category: ['googleproductcategory'],
  currency: ['currency', 'currencycode'],
};

/**
 * Reads the rows of a feed in CSV or TSV. The first row names the attributes, in any order; other columns are ignored.
 * @param columns takes precedence over the known names
 * @throws FeedRefused `invalid_csv` for a header without the required columns
 */
export async function* readTable(texts: AsyncIterable<string>, columns: FeedColumns): AsyncGenerator<RawItem> {
  let header: Header | null = null;
  for await (const { line, cells } of readRows(texts, { maxLength: MAX_ITEM_BYTES })) {
    if (header === null) header = headerOf(cells ?? [], columns);
    else if (cells === null) yield { line, fields: {}, fault: `is longer than ${MAX_ITEM_BYTES} characters` };
    else yield itemOf(line, header, cells);
  }
  if (header === null) throw new FeedRefused('invalid_csv', 'The table is empty; its first row must name the columns.');
}

interface Header {
  /** The number of columns, without empty ones at the end. */
  length: number;
  places: readonly (readonly [field: ItemField, place: number])[];
}

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function headerOf(cells: readonly string[], columns: FeedColumns): Header {
  if (cells.length > MAX_COLUMNS)
    throw new FeedRefused('invalid_csv', `The table has more than ${MAX_COLUMNS} columns.`);
  const keys = cells.map(keyOf);
  const places = ITEM_FIELDS.flatMap((field): [ItemField, number][] => {
    const given = columns[field];
    const place = given === undefined ? placeOf(keys, NAMES[field], field) : keys.indexOf(keyOf(given));
    if (place < 0 && given !== undefined)
      throw new FeedRefused('invalid_csv', `The table has no column ${given}, which is set for ${field}.`);
    return place < 0 ? [] : [[field, place]];
  });
  const missing = REQUIRED_FIELDS.filter((field) => places.every(([found]) => found !== field));
  if (missing.length > 0)
    throw new FeedRefused(
      'invalid_csv',
      `The table has no column ${missing.join(', ')}. Its columns are: ${shownNames(cells)}. Name the columns of the attributes in the settings of the feed.`,
    );
  return { length: cells.findLastIndex((cell) => cell !== '') + 1, places };
}

function placeOf(keys: readonly string[], names: readonly string[], field: ItemField): number {
  const name = names.find((one) => keys.includes(one));
  if (name === undefined) return -1;
  if (keys.indexOf(name) !== keys.lastIndexOf(name))
    throw new FeedRefused('invalid_csv', `The column ${field} occurs twice.`);
  return keys.indexOf(name);
}

const shownNames = (cells: readonly string[]) =>
  cells
    .slice(0, 20)
    .map((cell) => cell.slice(0, 40).replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd'))
    .join(', ');

function itemOf(line: number, { length, places }: Header, cells: readonly string[]): RawItem {
  const item: RawItem = { line, fields: {} };
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (filled > length) return { ...item, fault: `has ${filled} cells, the header has ${length}` };
  for (const [field, place] of places) {
    const value = plainValue(cells[place] ?? '');
    if (value !== '') item.fields[field] = value;
  }
  return item;
}
