import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';

/**
 * Notifies the creators who link to products that a run has made cheaper or marked as gone: one notification for each creator. Call it in the
 * transaction of the run. The rules are those of the list of alerts.
 * @param at the time that the run has stored in the products
 */
export async function notifyCreators(tx: Database, { storeId, at }: { storeId: number; at: Date }): Promise<void> {
  const { rows } = await tx.execute<{ user_id: number; store: string; drops: number; gone: number }>(sql`
    SELECT l.user_id, s.name AS store, count(DISTINCT p.id) FILTER (WHERE p.gone_at IS NULL) AS drops,
      count(DISTINCT l.id) FILTER (WHERE p.gone_at IS NOT NULL) AS gone
    FROM links l JOIN products p ON p.store_id = l.store_id AND p.url_hash = l.url_hash JOIN stores s ON s.id = l.store_id
    WHERE l.store_id = ${storeId} AND CASE WHEN p.gone_at IS NULL
      THEN p.price_changed_at = ${at.toISOString()} AND p.current_minor < p.previous_minor AND p.price_changed_at > l.created_at
      ELSE p.gone_at = ${at.toISOString()} AND NOT EXISTS (
        SELECT FROM products o WHERE o.store_id = p.store_id AND o.url_hash = p.url_hash AND o.gone_at IS NULL) END
    GROUP BY l.user_id, s.name ORDER BY l.user_id`);
  const news = rows.map(({ user_id: userId, ...values }) => ({
    message: 'products_changed' as const,
    values,
    to: { userId },
    path: '/console/creator/products',
  }));
  await notify(tx, at, news);
}
