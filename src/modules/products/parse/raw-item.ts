/** The format of a feed: Google Merchant as RSS 2.0 or Atom, or a table with one column for each attribute. */
export const FEED_FORMATS = ['xml', 'csv', 'tsv'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The attributes of an item that are read; all others are ignored. */
export const ITEM_FIELDS = [
  'id',
  'title',
  'link',
  'image_link',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'availability',
  'brand',
  'product_type',
  'google_product_category',
  'currency',
] as const;
export type ItemField = (typeof ITEM_FIELDS)[number];

const KNOWN: ReadonlySet<string> = new Set(ITEM_FIELDS);
export const isItemField = (name: string): name is ItemField => KNOWN.has(name);

/** Attributes without which an item is no product. */
export const REQUIRED_FIELDS = ['id', 'title', 'link', 'price'] as const satisfies readonly ItemField[];

/** The columns of a table by their attributes, as the store has named them. */
export type FeedColumns = Partial<Record<ItemField, string>>;

/** An item as in the feed: texts without surrounding spaces. */
export interface RawItem {
  /** Line of the file, from 1: the first line of an item of an XML file, or the last line of the row of a table. */
  line: number;
  fields: Partial<Record<ItemField, string>>;
  /** The reason why the item cannot be read. */
  fault?: string;
}

/** Maximum size of an item or row in bytes. A longer one is not a product. This bounds the memory of a run. */
export const MAX_ITEM_BYTES = 1024 * 1024;

/** The reasons why a whole feed is refused. The codes are stable. */
export type FeedFailure =
  | 'invalid_xml'
  | 'xml_not_allowed'
  | 'invalid_csv'
  | 'invalid_encoding'
  | 'invalid_gzip'
  | 'too_large'
  | 'too_many_items'
  | 'no_products'
  | 'not_fetched'
  | 'interrupted'
  | 'store_gone'
  | 'store_not_approved'
  | 'internal_error';

/** The feed is refused as a whole, and the products remain unchanged. The message is for the store. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly code: FeedFailure;
  constructor(code: FeedFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
