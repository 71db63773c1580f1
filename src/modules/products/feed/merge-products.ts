import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The changes that a run has made to the products of its store. */
export interface MergeCounts {
  created: number;
  changed: number;
  unchanged: number;
  gone: number;
}

/**
 * Replaces the products of a store by those of the run's table: new products are inserted, changed ones are updated, and products
 * that the table lacks are marked as gone. Unchanged products are not written, so reading a feed twice has the same effect as
 * reading it once.
 * @param tx the transaction of the run, on the connection that has the table
 */
export async function mergeProducts(
  tx: Database,
  { storeId, currency, now }: { storeId: number; currency: string; now: Date },
): Promise<MergeCounts> {
  const at = now.toISOString();
  await tx.execute(sql`ANALYZE feed_items`);
  const { rows } = await tx.execute<{ created: number; changed: number }>(sql`
    WITH written AS (
      INSERT INTO products AS p (store_id, product_id, title, brand, category, url, url_hash, image_url, currency, price_minor, sale_price_minor,
        availability, content_hash, created_at, updated_at)
      SELECT ${storeId}, f.product_id, f.title, f.brand, f.category, f.url, f.url_hash, f.image_url, ${currency}, f.price_minor, f.sale_price_minor,
        f.availability, f.content_hash, ${at}, ${at}
      FROM feed_items f LEFT JOIN products k ON k.store_id = ${storeId} AND k.product_id = f.product_id
      WHERE k.id IS NULL OR k.gone_at IS NOT NULL OR k.content_hash <> f.content_hash
      ORDER BY f.line
      ON CONFLICT (store_id, product_id) DO UPDATE SET
        title = EXCLUDED.title, brand = EXCLUDED.brand, category = EXCLUDED.category, url = EXCLUDED.url, url_hash = EXCLUDED.url_hash,
        image_url = EXCLUDED.image_url, currency = EXCLUDED.currency, price_minor = EXCLUDED.price_minor,
        sale_price_minor = EXCLUDED.sale_price_minor, availability = EXCLUDED.availability, content_hash = EXCLUDED.content_hash,
        previous_minor = CASE WHEN p.currency <> EXCLUDED.currency THEN NULL
          WHEN p.current_minor <> coalesce(EXCLUDED.sale_price_minor, EXCLUDED.price_minor) THEN p.current_minor ELSE p.previous_minor END,
        price_changed_at = CASE WHEN p.currency <> EXCLUDED.currency THEN NULL
          WHEN p.current_minor <> coalesce(EXCLUDED.sale_price_minor, EXCLUDED.price_minor) THEN EXCLUDED.updated_at ELSE p.price_changed_at END,
        updated_at = EXCLUDED.updated_at, gone_at = NULL
      RETURNING p.xmax = 0 AS is_new
    )
    SELECT count(*) FILTER (WHERE is_new) AS created, count(*) FILTER (WHERE NOT is_new) AS changed FROM written`);
  const { created, changed } = rows[0]!;
  const gone = await tx.execute(sql`
    UPDATE products p SET gone_at = ${at}, updated_at = ${at} WHERE p.store_id = ${storeId} AND p.gone_at IS NULL
      AND NOT EXISTS (SELECT FROM feed_items f WHERE f.product_id = p.product_id)`);
  const total = await tx.execute<{ items: number }>(sql`SELECT count(*) AS items FROM feed_items`);
  return { created, changed, unchanged: total.rows[0]!.items - created - changed, gone: gone.rowCount ?? 0 };
}

/**
 * Marks all products of a store as gone, after its feed was deleted.
 * @returns the number of products that were not marked before
 */
export async function removeProducts(db: Database, { storeId, now }: { storeId: number; now: Date }): Promise<number> {
  const at = now.toISOString();
  const { rowCount } = await db.execute(
    sql`UPDATE products SET gone_at = ${at}, updated_at = ${at} WHERE store_id = ${storeId} AND gone_at IS NULL`,
  );
  return rowCount ?? 0;
}
