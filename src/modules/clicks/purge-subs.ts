import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

const MAX_AT_ONCE = 50_000;

/** Removes sub-ids of purged clicks, in batches. @returns the number of removed rows */
export async function purgeClickSubs(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM click_subs WHERE click_id IN (
      SELECT click_id FROM click_subs WHERE click_id < click_floor((SELECT kept_from FROM click_retention)) ORDER BY click_id LIMIT ${MAX_AT_ONCE})`);
  return rowCount ?? 0;
}
