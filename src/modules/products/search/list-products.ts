import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { fromDecimalString, InvalidMoney } from '../../../platform/money.ts';
import { searchWords } from '../../../platform/text/search-words.ts';
import { linkableBy } from '../../stores/index.ts';
import { type ProductOrder, type ProductPosition, readProductCursor, writeProductCursor } from './cursor.ts';
import { PRODUCT_COLUMNS, type Product, type ProductRow, productOf } from './product.ts';

export interface ProductFilters {
  /** Words of title, brand and category; the last one may be the beginning of a word. */
  text?: string | undefined;
  storeId?: number | undefined;
  /** A category or one of its parents, ignoring letter case. */
  category?: string | undefined;
  currency?: string | undefined;
  /** Minimum and maximum price as decimal numbers. */
  minPrice?: string | undefined;
  maxPrice?: string | undefined;
  onSale?: boolean | undefined;
  order: ProductOrder;
  /** Cursor in the reply with the previous page. */
  after?: string | undefined;
  size: number;
}

export interface ProductPage {
  items: Product[];
  /** Cursor of the next page; null if there is none. */
  next: string | null;
}

/** Maximum number of stores that are searched, far more than a marketplace has with a feed. */
const MAX_STORES = 20_000;

const NOTHING: ProductPage = { items: [], next: null };

/**
 * Searches the products of the stores to which the caller can make links.
 * @throws InvalidInput naming `currency` when prices are compared and no currency is given; naming `min_price`, `max_price` or `after`
 */
export async function listProducts(ctx: Context, filters: ProductFilters): Promise<ProductPage> {
  const stores = await linkableStores(ctx, filters.storeId);
  const own = filters.storeId === undefined ? undefined : stores[0]?.currency;
  const currency = filters.currency ?? own;
  const prices = readPrices(filters, currency);
  const after = filters.after === undefined ? null : readProductCursor(filters.order, filters.after);
  const conditions = [sql`p.gone_at IS NULL`];
  if (filters.text !== undefined) {
    const words = searchWords(filters.text);
    if (words === null) return NOTHING;
    conditions.push(sql`p.words @@ to_tsquery('simple', ${words})`);
  }
  if (stores.length === 0) return NOTHING;
  conditions.push(ofStores(stores.map(({ id }) => id)));
  if (filters.category !== undefined) conditions.push(inCategory(filters.category));
  if (currency !== undefined) conditions.push(sql`p.currency = ${currency}`);
  if (prices.min !== undefined) conditions.push(sql`p.current_minor >= ${prices.min}`);
  if (prices.max !== undefined) conditions.push(sql`p.current_minor <= ${prices.max}`);
  if (filters.onSale || filters.order === 'discount') conditions.push(sql`p.discount_ppm > 0`);
  if (filters.onSale === false) conditions.push(sql`p.discount_ppm = 0`);
  const { order, condition } = ordered(filters.order, after);
  if (condition !== null) conditions.push(condition);
  const { rows } = await ctx.db.execute<ProductRow>(sql`
    SELECT ${PRODUCT_COLUMNS} FROM products p JOIN stores s ON s.id = p.store_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${filters.size + 1}`);
  const shown = rows.slice(0, filters.size);
  const last = rows.length > filters.size ? shown.at(-1)! : null;
  return {
    items: shown.map(productOf),
    next: last && writeProductCursor(filters.order, positionOf(filters.order, last)),
  };
}

/** Stores with products to which the caller can make links. Their ids are values of the search, so that it is planned for them. */
async function linkableStores(
  { db, actor, now }: Context,
  storeId: number | undefined,
): Promise<{ id: number; currency: string }[]> {
  const { rows } = await db.execute<{ id: number; currency: string }>(sql`
    SELECT s.id, s.currency FROM product_feeds f JOIN stores s ON s.id = f.store_id
    WHERE f.product_count > 0 AND ${linkableBy(actor.userId, now())} ${storeId === undefined ? sql`` : sql`AND s.id = ${storeId}`}
    ORDER BY s.id LIMIT ${MAX_STORES}`);
  return rows;
}

const ofStores = (ids: readonly number[]): SQL =>
  ids.length === 1 ? sql`p.store_id = ${ids[0]}` : sql`p.store_id = ANY (${sql.param(ids)}::bigint[])`;

function readPrices({ minPrice, maxPrice, order }: ProductFilters, currency: string | undefined) {
  const compares = minPrice !== undefined || maxPrice !== undefined || order === 'price_asc' || order === 'price_desc';
  if (compares && currency === undefined)
    throw new InvalidInput({ currency: ['is required to compare prices, unless `store` is given'] });
  const read = (field: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    try {
      return fromDecimalString(text, currency!);
    } catch (error) {
      if (!(error instanceof InvalidMoney)) throw error;
      throw new InvalidInput({ [field]: [`must be an amount in ${currency}, such as 12.50`] });
    }
  };
  return { min: read('min_price', minPrice), max: read('max_price', maxPrice) };
}

function inCategory(category: string): SQL {
  const name = category
    .split('>')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' > ');
  const below = `${name.replace(/[\\%_]/g, '\\$&')} > %`;
  return sql`(p.category_key = lower(${name}::text) OR p.category_key LIKE lower(${below}::text))`;
}

/** A total order, and the condition for the products after a given one. */
function ordered(order: ProductOrder, after: ProductPosition | null): { order: SQL; condition: SQL | null } {
  const column = order === 'discount' ? sql`p.discount_ppm` : sql`p.current_minor`;
  if (order === 'newest') return { order: sql`p.id DESC`, condition: after && sql`p.id < ${after.id}` };
  const direction = order === 'price_asc' ? sql`ASC` : sql`DESC`;
  const comparison = order === 'price_asc' ? sql`>` : sql`<`;
  return {
    order: sql`${column} ${direction}, p.id ${direction}`,
    condition: after && sql`(${column}, p.id) ${comparison} (${after.value}, ${after.id})`,
  };
}

function positionOf(order: ProductOrder, row: ProductRow): ProductPosition {
  if (order === 'newest') return { value: 0, id: row.id };
  return { value: order === 'discount' ? row.discount_ppm : row.current_minor, id: row.id };
}
