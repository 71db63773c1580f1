import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { creatorDays } from '../../statistics/index.ts';

/** The days of the results of creators. */
const RESULT_DAYS = 90;

/**
 * Computes the results of creators at stores in the 90 days before today, and the bands of the creators who show them, once a day. Cost: in proportion to the
 * days of creators in that time.
 * @returns the number of listed creators whose bands have changed; null when it was done today already
 */
export async function computeResults(
  { db, now }: Pick<Context, 'db' | 'now'>,
  calendar: Calendar,
): Promise<number | null> {
  const today = calendar.dayOf(now().getTime());
  const range = { first: addDays(today, -RESULT_DAYS), last: addDays(today, -1) };
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      INSERT INTO creator_result_day (day) VALUES (${today}) ON CONFLICT (only_row) DO UPDATE SET day = excluded.day WHERE creator_result_day.day < excluded.day`);
    if (rowCount === 0) return null;
    const days = creatorDays(
      sql`t.user_id, t.store_id, t.clicks, t.orders`,
      sql`(t.clicks > 0 OR t.orders > 0)`,
      range,
    );
    await tx.execute(sql`
      WITH fresh AS MATERIALIZED (
        SELECT d.user_id, d.store_id, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders, sum(d.approved)::bigint AS approved,
          sum(d.denied)::bigint AS denied
        FROM (
          SELECT x.user_id, x.store_id, x.clicks, x.orders, 0 AS approved, 0 AS denied FROM (${days}) x
          UNION ALL
          SELECT o.user_id, o.store_id, 0, 0, (o.status = 'approved')::int, (o.status = 'denied')::int FROM orders o
          WHERE o.day BETWEEN ${range.first}::date AND ${range.last}::date AND o.user_id IS NOT NULL AND o.status <> 'pending' AND o.event_kind_id IS NULL
        ) d JOIN users u ON u.id = d.user_id AND u.erased_at IS NULL GROUP BY d.user_id, d.store_id
      ), gone AS (
        DELETE FROM creator_results r WHERE NOT EXISTS (SELECT FROM fresh n WHERE n.user_id = r.user_id AND n.store_id = r.store_id)
      )
      INSERT INTO creator_results (user_id, store_id, clicks, orders, approved, denied)
      SELECT user_id, store_id, clicks, orders, approved, denied FROM fresh ORDER BY user_id, store_id
      ON CONFLICT (user_id, store_id) DO UPDATE SET clicks = excluded.clicks, orders = excluded.orders, approved = excluded.approved, denied = excluded.denied
      WHERE (creator_results.clicks, creator_results.orders, creator_results.approved, creator_results.denied)
        IS DISTINCT FROM (excluded.clicks, excluded.orders, excluded.approved, excluded.denied)`);
    // The consent is a column of the row itself: of a creator who withdraws at the same time, the changed row is checked again.
    const { rowCount: changed } = await tx.execute(sql`
      UPDATE listed_creators l SET click_band = b.click_band, order_band = b.order_band, conversion_band = b.conversion_band, approval_band = b.approval_band
      FROM (
        SELECT w.user_id, coalesce(b.click_band, 0) AS click_band, coalesce(b.order_band, 0) AS order_band,
          coalesce(b.conversion_band, 0) AS conversion_band, coalesce(b.approval_band, 0) AS approval_band
        FROM listed_creators w LEFT JOIN creator_bands(ARRAY (SELECT user_id FROM listed_creators WHERE shows_results)) b ON b.user_id = w.user_id
      ) b
      WHERE l.user_id = b.user_id AND l.shows_results AND (l.click_band, l.order_band, l.conversion_band, l.approval_band)
        IS DISTINCT FROM (b.click_band, b.order_band, b.conversion_band, b.approval_band)`);
    return changed ?? 0;
  });
}
