import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';

const DAY_MS = 86_400_000;
const KEPT_GONE_DAYS = 90;
const KEPT_RUN_DAYS = 90;
const MAX_AT_ONCE = 20_000;

/**
 * Removes products that have been gone for 90 days, and runs that ended 90 days ago; at most this number at once.
 * @returns the number of removed products
 */
export async function purgeProducts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
  const { rowCount } = await db.execute(sql`
    DELETE FROM products WHERE id IN (
      SELECT p.id FROM products p WHERE p.gone_at < ${before(KEPT_GONE_DAYS)} ORDER BY p.gone_at LIMIT ${MAX_AT_ONCE})`);
  await db.execute(sql`
    DELETE FROM product_feed_runs WHERE id IN (
      SELECT r.id FROM product_feed_runs r WHERE r.finished_at < ${before(KEPT_RUN_DAYS)} ORDER BY r.finished_at LIMIT ${MAX_AT_ONCE})`);
  return rowCount ?? 0;
}
