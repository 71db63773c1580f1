import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Records that a page requested a store's script, at most once a minute. The script is served even if this fails. */
export async function noteScriptSeen(
  { db, now, log }: Pick<Context, 'db' | 'now' | 'log'>,
  storeId: number,
): Promise<void> {
  const at = now().toISOString();
  const noted = db.execute(sql`
    INSERT INTO order_collectors AS c (store_id, collector, script_seen_at, updated_at) VALUES (${storeId}, 'sales_pixel', ${at}, ${at})
    ON CONFLICT (store_id, collector) DO UPDATE SET script_seen_at = excluded.script_seen_at, updated_at = excluded.updated_at
    WHERE c.script_seen_at IS NULL OR c.script_seen_at < excluded.script_seen_at - interval '1 minute'`);
  await noted.catch((error: unknown) => log.warn({ err: error, storeId }, 'script_seen_not_noted'));
}
