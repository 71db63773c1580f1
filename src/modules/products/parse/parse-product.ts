import { createHash } from 'node:crypto';
import { isCurrency } from '../../../platform/currencies.ts';
import { isUnitOf } from '../../../platform/currency-units.ts';
import { InvalidMoney } from '../../../platform/money.ts';
import { AmbiguousAmount, readAmount, splitAmount } from '../../../platform/read-amount.ts';
import { parseProductUrl } from '../../stores/urls/index.ts';
import type { RawItem, REQUIRED_FIELDS } from './raw-item.ts';

export const AVAILABILITIES = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** A product as it is stored. */
export interface FeedProduct {
  line: number;
  productId: string;
  title: string;
  brand: string;
  category: string;
  url: string;
  /** SHA-256 of the URL, in hexadecimal. */
  urlHash: string;
  imageUrl: string | null;
  priceMinor: number;
  salePriceMinor: number | null;
  availability: Availability;
  /** SHA-256 of all fields, in hexadecimal. */
  contentHash: string;
}

/** Why an item is omitted, or read without one of its optional attributes. */
export interface ItemError {
  line: number;
  productId: string | null;
  field: string | null;
  message: string;
  /** Whether the item is omitted; missing in runs of earlier versions, which omitted every item with an error. */
  isOmitted: boolean;
}

/** A product, and what was wrong with its optional attributes. */
export interface ReadProduct {
  product: FeedProduct;
  warnings: ItemError[];
}

/** The data of a store that its items must match. */
export interface FeedRules {
  currency: string;
  /** Normalised domains of the store; links lead to them, or below them. */
  domains: readonly string[];
  now: Date;
}

const MAX_ID = 200;
const MAX_TITLE = 500;
const MAX_SHORT = 500;
const MAX_URL = 2048;

type Complain = (field: string, message: string) => void;

/**
 * Reads an item. An optional attribute that cannot be read is left out with a warning; only the id, title, link and price are necessary.
 * @returns the product, or all errors of the item
 */
export function parseProduct({ line, fields, fault }: RawItem, rules: FeedRules): ReadProduct | ItemError[] {
  const errors: ItemError[] = [];
  const warnings: ItemError[] = [];
  const productId = fields.id === undefined ? null : shown(fields.id);
  if (fault !== undefined) return [{ line, productId, field: null, message: fault, isOmitted: true }];
  const complain: Complain = (field, message) => errors.push({ line, productId, field, message, isOmitted: true });
  const warn: Complain = (field, message) =>
    warnings.push({ line, productId, field, message: `${message}; the product is shown without it`, isOmitted: false });
  const required = (field: (typeof REQUIRED_FIELDS)[number], max: number): string => {
    const value = onOneLine(fields[field]);
    if (value === '') complain(field, 'is required');
    else if (isOdd(field, value, max, complain)) return '';
    return value;
  };
  const optional = (field: 'brand' | 'product_type' | 'google_product_category'): string => {
    const value = onOneLine(fields[field]);
    return value === '' || isOdd(field, value, MAX_SHORT, warn) ? '' : value;
  };
  const id = required('id', MAX_ID);
  const title = required('title', MAX_TITLE);
  const url = readLink(required('link', MAX_URL), rules, complain);
  const priceMinor = readPrice('price', required('price', MAX_SHORT), { fields, rules }, complain);
  if (errors.length > 0) return errors;
  const content = {
    productId: id,
    title,
    brand: optional('brand'),
    category: readCategory(optional('product_type') || optional('google_product_category')),
    url: url!,
    imageUrl: readImage(fields.image_link),
    priceMinor: priceMinor!,
    salePriceMinor: readSalePrice(fields, priceMinor!, rules, warn),
    availability: readAvailability(fields.availability, warn),
  };
  const contentHash = sha256(JSON.stringify([...Object.values(content), rules.currency]));
  return { product: { line, ...content, urlHash: sha256(url!), contentHash }, warnings };
}

/** PostgreSQL stores no NUL, and a lone surrogate is no text. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** Line breaks and tabs in a cell are spaces. */
const onOneLine = (value = ''): string => value.replaceAll(/[\s\u0085]+/g, ' ').trim();

function isOdd(field: string, value: string, max: number, complain: Complain): boolean {
  if (value.length > max) complain(field, `must have at most ${max} characters`);
  else if (UNSTORABLE.test(value)) complain(field, 'must not contain control characters');
  else return false;
  return true;
}

function readLink(text: string, { domains }: FeedRules, complain: Complain): string | null {
  if (text === '' || text.length > MAX_URL) return null;
  const parsed = parseProductUrl(text);
  if (!parsed.ok) {
    complain('link', 'must be the URL of a web page');
    return null;
  }
  const { href, host } = parsed.url;
  if (href.length > MAX_URL) complain('link', `must have at most ${MAX_URL} characters`);
  // A link to another site earns nothing, and could lead creators and buyers to a malicious site.
  else if (!domains.some((domain) => host === domain || host.endsWith(`.${domain}`)))
    complain('link', 'must lead to a domain of the store');
  return href;
}

/** Reads a price with its currency, which may be in a column of its own. */
function readPrice(
  field: 'price' | 'sale_price',
  text: string,
  { fields, rules: { currency } }: { fields: RawItem['fields']; rules: FeedRules },
  complain: Complain,
): number | null {
  if (text === '') return null;
  const written = splitAmount(text);
  const unit = written?.unit || fields.currency?.trim() || '';
  if (written === null) complain(field, 'must be an amount such as 12.50 EUR');
  else if (written.isNegative) complain(field, 'must not be negative');
  else if (unit === '') complain(field, `must name the currency, such as 12.50 ${currency}`);
  else if (!isUnitOf(unit, currency))
    complain(
      field,
      isCurrency(unit.toUpperCase())
        ? `must be in ${currency}, the currency of the store, not in ${unit.toUpperCase()}`
        : `must be in ${currency}; ${shown(unit)} is no currency`,
    );
  else {
    try {
      return readAmount(written.digits, currency, null);
    } catch (error) {
      if (!(error instanceof InvalidMoney)) throw error;
      complain(
        field,
        error instanceof AmbiguousAmount
          ? `can be read as thousands or as decimals; write as many decimals as ${currency} has`
          : error.message,
      );
    }
  }
  return null;
}

function readSalePrice(fields: RawItem['fields'], priceMinor: number, rules: FeedRules, warn: Complain): number | null {
  const sale = readPrice('sale_price', onOneLine(fields.sale_price), { fields, rules }, warn);
  if (sale === null) return null;
  if (sale > priceMinor) {
    warn('sale_price', 'must not be above the price');
    return null;
  }
  const span = fields.sale_price_effective_date;
  if (span !== undefined && !isCurrent(span, rules.now, warn)) return null;
  return sale === priceMinor ? null : sale;
}

/** `2026-11-01T00:00+01:00/2026-11-30T23:59+01:00` */
function isCurrent(span: string, now: Date, warn: Complain): boolean {
  const [from = Number.NaN, until = Number.NaN, ...more] = span.split('/').map((text) => Date.parse(text.trim()));
  if (Number.isNaN(from) || Number.isNaN(until) || more.length > 0) {
    warn(
      'sale_price_effective_date',
      'must be two times with a slash between them, so that the sale price is known to apply',
    );
    return false;
  }
  return from <= now.getTime() && now.getTime() <= until;
}

/** What shops write as availability, without spaces and punctuation. A number is a quantity. */
const AVAILABILITY_WORDS: Readonly<Record<Availability, readonly string[]>> = {
  in_stock: [
    'instock',
    'yes',
    'y',
    'true',
    'available',
    'availablefororder',
    'limited',
    'limitedavailability',
    'limitedstock',
    'lowstock',
    'instoreonly',
    'onlineonly',
    'onlyonline',
    'ja',
    'lieferbar',
    'verfügbar',
    'auflager',
    'ilager',
    'pålager',
    'tillgänglig',
    'enstock',
  ],
  out_of_stock: [
    'outofstock',
    'no',
    'n',
    'false',
    'unavailable',
    'notavailable',
    'soldout',
    'discontinued',
    'nein',
    'nej',
    'nichtverfügbar',
    'nichtlieferbar',
    'ausverkauft',
    'nichtauflager',
    'slutsåld',
    'slutilager',
    'ejilager',
    'utsolgt',
    'udsolgt',
  ],
  preorder: ['preorder', 'presale', 'comingsoon', 'vorbestellbar', 'förhandsbokning'],
  backorder: ['backorder', 'onbackorder', 'onorder', 'nachbestellt', 'beställningsvara'],
};

function readAvailability(text: string | undefined, warn: Complain): Availability {
  // Google and schema.org: `in_stock`, `https://schema.org/InStock`.
  const word = (text ?? '')
    .replace(/^https?:\/\/schema\.org\//, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (word === '') return 'in_stock';
  if (/^\d+$/.test(word)) return /[1-9]/.test(word) && !text!.trim().startsWith('-') ? 'in_stock' : 'out_of_stock';
  const known = AVAILABILITIES.find((each) => AVAILABILITY_WORDS[each].includes(word));
  if (known === undefined) warn('availability', `should be one of ${AVAILABILITIES.join(', ')}`);
  return known ?? 'in_stock';
}

/** `Clothing>Shoes` and `Clothing > Shoes` are one category. */
const readCategory = (text: string) =>
  text
    .split('>')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' > ');

/** Only https: the console shows no other pictures. A product without a usable picture is still a product. */
function readImage(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_URL || UNSTORABLE.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= MAX_URL
    ? url.href
    : null;
}

/** An id in the form in which errors name it, because the id may be any text. */
export const shown = (id: string) => id.slice(0, 100).replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
