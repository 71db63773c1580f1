import { createHash } from 'node:crypto';
import { isCurrency } from '../../../platform/currencies.ts';
import { InvalidMoney, minorDigits, reportedToMinor } from '../../../platform/money.ts';
import { parseProductUrl } from '../../stores/urls/index.ts';
import type { RawItem } from './raw-item.ts';

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

/** The reason why an item is omitted. */
export interface ItemError {
  line: number;
  productId: string | null;
  field: string | null;
  message: string;
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

/** @returns the product, or all errors of the item */
export function parseProduct({ line, fields, fault }: RawItem, rules: FeedRules): FeedProduct | ItemError[] {
  const errors: ItemError[] = [];
  const productId = fields.id === undefined ? null : shown(fields.id);
  if (fault !== undefined) return [{ line, productId, field: null, message: fault }];
  const complain: Complain = (field, message) => errors.push({ line, productId, field, message });
  const required = (field: 'id' | 'title' | 'link' | 'price', max: number): string => {
    const value = fields[field] ?? '';
    if (value === '') complain(field, 'is required');
    else refuseOdd(field, value, max, complain);
    return value;
  };
  const optional = (field: 'brand' | 'product_type' | 'google_product_category'): string => {
    const value = fields[field] ?? '';
    if (value !== '') refuseOdd(field, value, MAX_SHORT, complain);
    return value;
  };
  const id = required('id', MAX_ID);
  const title = required('title', MAX_TITLE);
  const url = readLink(required('link', MAX_URL), rules, complain);
  const priceMinor = readPrice('price', required('price', MAX_SHORT), rules, complain);
  const salePriceMinor = readSalePrice(fields, priceMinor, rules, complain);
  const availability = readAvailability(fields.availability, complain);
  const brand = optional('brand');
  const category = readCategory(optional('product_type') || optional('google_product_category'));
  if (errors.length > 0) return errors;
  const content = {
    ...{ productId: id, title, brand, category, url: url! },
    ...{ imageUrl: readImage(fields.image_link), priceMinor: priceMinor!, salePriceMinor, availability: availability! },
  };
  const contentHash = sha256(JSON.stringify([...Object.values(content), rules.currency]));
  return { line, ...content, urlHash: sha256(url!), contentHash };
}

/** PostgreSQL stores no NUL, and a lone surrogate is no text. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

function refuseOdd(field: string, value: string, max: number, complain: Complain): void {
  if (value.length > max) complain(field, `must have at most ${max} characters`);
  else if (UNSTORABLE.test(value)) complain(field, 'must not contain control characters or line breaks');
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

/** Parses `12.50 EUR` or `EUR 12.50`. `12,50 EUR` and separators of thousands are ambiguous and refused. */
const PRICE = /^(?:([A-Z]{3})\s*)?(-?[0-9]{1,15}(?:[.][0-9]{1,6})?)(?:\s*([A-Z]{3}))?$/i;

function readPrice(
  field: 'price' | 'sale_price',
  text: string,
  { currency }: FeedRules,
  complain: Complain,
): number | null {
  if (text === '') return null;
  const [, before, amount = '', after] = PRICE.exec(text) ?? [];
  const named = (before ?? after)?.toUpperCase();
  if (amount === '' || (before !== undefined && after !== undefined))
    complain(field, 'must be an amount such as 12.50 EUR');
  else if (amount.startsWith('-')) complain(field, 'must not be negative');
  else if (named === undefined) complain(field, `must name the currency, such as 12.50 ${currency}`);
  else if (!isCurrency(named)) complain(field, `must be in ${currency}; ${named} is no currency`);
  else if (named !== currency) complain(field, `must be in ${currency}, the currency of the store, not in ${named}`);
  else {
    try {
      const [, third] = /[.]\d\d(\d)$/.exec(amount) ?? [];
      if (third === undefined || third === '0' || minorDigits(currency) === 3) return reportedToMinor(amount, currency);
      complain(field, `can be read as thousands or as decimals; write as many decimals as ${currency} has`);
    } catch (error) {
      if (!(error instanceof InvalidMoney)) throw error;
      complain(field, 'is too large');
    }
  }
  return null;
}

function readSalePrice(
  fields: RawItem['fields'],
  priceMinor: number | null,
  rules: FeedRules,
  complain: Complain,
): number | null {
  const sale = readPrice('sale_price', fields.sale_price ?? '', rules, complain);
  if (sale === null || priceMinor === null) return null;
  if (sale > priceMinor) {
    complain('sale_price', 'must not be above the price');
    return null;
  }
  const span = fields.sale_price_effective_date;
  if (span !== undefined && !isCurrent(span, rules.now, complain)) return null;
  return sale === priceMinor ? null : sale;
}

/** `2026-11-01T00:00+01:00/2026-11-30T23:59+01:00` */
function isCurrent(span: string, now: Date, complain: Complain): boolean {
  const [from = Number.NaN, until = Number.NaN, ...more] = span.split('/').map((text) => Date.parse(text.trim()));
  if (Number.isNaN(from) || Number.isNaN(until) || more.length > 0) {
    complain('sale_price_effective_date', 'must be two times with a slash between them');
    return false;
  }
  return from <= now.getTime() && now.getTime() <= until;
}

function readAvailability(text: string | undefined, complain: Complain): Availability | null {
  const name = (text ?? 'in_stock')
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/^available_for_order$/, 'in_stock');
  const known = AVAILABILITIES.find((each) => each === name);
  if (known === undefined) complain('availability', `must be one of ${AVAILABILITIES.join(', ')}`);
  return known ?? null;
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
