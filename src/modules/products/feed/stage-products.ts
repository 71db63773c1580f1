import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { FeedProduct } from '../parse/parse-product.ts';

/**
 * Creates the temporary table of a run, which belongs to the connection. If the process ends, the table disappears, and the products
 * remain unchanged.
 */
export async function createStage(db: Database): Promise<void> {
  await dropStage(db);
  await db.execute(sql`
    CREATE TEMPORARY TABLE feed_items (
      product_id text COLLATE "C" PRIMARY KEY, line integer NOT NULL, title text NOT NULL, brand text NOT NULL, category text NOT NULL,
      url text NOT NULL, url_hash bytea NOT NULL, image_url text, price_minor bigint NOT NULL, sale_price_minor bigint,
      availability text NOT NULL, content_hash bytea NOT NULL
    )`);
}

export async function dropStage(db: Database): Promise<void> {
  await db.execute(sql`DROP TABLE IF EXISTS pg_temp.feed_items`);
}

/**
 * Adds products to the run's table. Of several products with the same id, the first is kept.
 * @returns the omitted products, whose id was already in the table
 */
export async function stageProducts(db: Database, products: readonly FeedProduct[]): Promise<FeedProduct[]> {
  const column = <Key extends keyof FeedProduct>(key: Key) => sql.param(products.map((product) => product[key]));
  const { rows } = await db.execute<{ product_id: string }>(sql`
    INSERT INTO feed_items (product_id, line, title, brand, category, url, url_hash, image_url, price_minor, sale_price_minor, availability, content_hash)
    SELECT product_id, line, title, brand, category, url, decode(url_hash, 'hex'), image_url, price_minor, sale_price_minor, availability,
      decode(content_hash, 'hex')
    FROM unnest(${column('productId')}::text[], ${column('line')}::int[], ${column('title')}::text[], ${column('brand')}::text[],
      ${column('category')}::text[], ${column('url')}::text[], ${column('urlHash')}::text[], ${column('imageUrl')}::text[],
      ${column('priceMinor')}::bigint[], ${column('salePriceMinor')}::bigint[], ${column('availability')}::text[], ${column('contentHash')}::text[])
      WITH ORDINALITY
      AS i (product_id, line, title, brand, category, url, url_hash, image_url, price_minor, sale_price_minor, availability, content_hash, place)
    ORDER BY place
    ON CONFLICT (product_id) DO NOTHING RETURNING product_id`);
  if (rows.length === products.length) return [];
  const added = new Set(rows.map((row) => row.product_id));
  // Of several items with the same id, the first one was added.
  return products.filter(({ productId }) => !added.delete(productId));
}
