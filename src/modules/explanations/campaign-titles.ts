import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/** Reads the titles of campaigns as creators see them. */
export async function readCampaignTitles(
  db: Database,
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, string>> {
  const known = ids.filter((id) => typeof id === 'number' && id !== 0);
  if (known.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; title: string }>(sql`
    SELECT id, shown_title AS title FROM campaigns WHERE id = ANY (${sql.param(known)}::bigint[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
