import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

const MAX_AT_ONCE = 20_000;
/** A process that has used a list marks it as used again on the next day, but not while the database is unavailable. */
const SLACK_DAYS = 35;

/**
 * Removes lists of candidates that no click refers to any more: last used well before the clicks that are kept, and by none of the earlier clicks that
 * are kept for their orders. @returns how many
 */
export async function purgeClickTerms(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    WITH kept AS (SELECT kept_from FROM click_retention), old AS (
      SELECT t.id, t.last_used_on FROM click_terms t, kept WHERE t.last_used_on < (kept.kept_from AT TIME ZONE 'UTC')::date - ${SLACK_DAYS}::int
        AND t.id NOT IN (SELECT c.click_terms_id FROM clicks c, kept WHERE c.id < click_floor(kept.kept_from) AND c.click_terms_id IS NOT NULL)
      ORDER BY t.last_used_on LIMIT ${MAX_AT_ONCE}
    )
    DELETE FROM click_terms t USING old WHERE t.id = old.id AND t.last_used_on = old.last_used_on`);
  return rowCount ?? 0;
}
