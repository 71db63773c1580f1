import { type SQL, sql } from 'drizzle-orm';
import type { Availability } from '../parse/parse-product.ts';

/** A product as creators see it. */
export interface Product {
  id: number;
  store: { id: number; name: string };
  /** The store's own id of the product. */
  productId: string;
  title: string;
  brand: string;
  category: string;
  url: string;
  imageUrl: string | null;
  currency: string;
  priceMinor: number;
  salePriceMinor: number | null;
  availability: Availability;
  updatedAt: Date;
}

export type ProductRow = {
  id: number;
  store_id: number;
  store_name: string;
  product_id: string;
  title: string;
  brand: string;
  category: string;
  url: string;
  image_url: string | null;
  currency: string;
  price_minor: number;
  sale_price_minor: number | null;
  current_minor: number;
  discount_ppm: number;
  availability: Availability;
  updated_at: string;
};

/** Columns of `products p` and `stores s` that `productOf` converts. */
export const PRODUCT_COLUMNS: SQL = sql`p.id, p.store_id, s.name AS store_name, p.product_id, p.title, p.brand, p.category, p.url, p.image_url,
  p.currency, p.price_minor, p.sale_price_minor, p.current_minor, p.discount_ppm, p.availability, p.updated_at`;

export const productOf = (row: ProductRow): Product => ({
  id: row.id,
  store: { id: row.store_id, name: row.store_name },
  productId: row.product_id,
  title: row.title,
  brand: row.brand,
  category: row.category,
  url: row.url,
  imageUrl: row.image_url,
  currency: row.currency,
  priceMinor: row.price_minor,
  salePriceMinor: row.sale_price_minor,
  availability: row.availability,
  updatedAt: new Date(row.updated_at),
});
