import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Retention of notifications, and of the unsubscribe links of their mails. */
const DAYS = 180;
const MAX_AT_ONCE = 20_000;

/**
 * Removes notifications and unsubscribe links that are older than 180 days, at most 20,000 of each.
 * @returns the number of removed notifications
 */
export async function purgeNotifications({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = sql`${now().toISOString()}::timestamptz - make_interval(days => ${DAYS})`;
  const { rowCount } = await db.execute(sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE created_at < ${before} ORDER BY created_at LIMIT ${MAX_AT_ONCE})`);
  await db.execute(sql`
    DELETE FROM unsubscribe_links WHERE hash IN (
      SELECT hash FROM unsubscribe_links WHERE created_at < ${before} ORDER BY created_at LIMIT ${MAX_AT_ONCE})`);
  return rowCount ?? 0;
}
