import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The effect of a void in one currency, in minor units: the reduction of the stores' cost and of the earnings of the others. */
export interface Effect {
  currency: string;
  items: number;
  cost: number;
  creators: number;
  agencies: number;
  platform: number;
}

/** The effect of a void, and a fingerprint of it. */
export interface VoidSummary {
  items: number;
  effects: Effect[];
  fingerprint: string;
}

/** Effects of rows of the form of `void_items`, by currency, as one JSON value. @param items for FROM */
export const effectsOf = (items: SQL): SQL => sql`(SELECT coalesce(jsonb_agg(e ORDER BY e.currency), '[]') FROM (
  SELECT i.currency, count(*) AS items, sum(i.cost_minor) AS cost, sum(i.user_minor) AS creators, sum(i.agency_minor) AS agencies,
    sum(i.cost_minor - i.user_minor - i.agency_minor) AS platform FROM ${items} GROUP BY i.currency) e)`;

/** Adds up rows of the form of `void_items`. @param items a query, or a table with its condition, for FROM */
export async function summarise(db: Database, items: SQL): Promise<VoidSummary> {
  const { rows } = await db.execute<{ items: number; fingerprint: string; effects: Effect[] }>(sql`
    WITH i AS MATERIALIZED (SELECT * FROM ${items})
    SELECT (SELECT count(*) FROM i) AS items,
      (SELECT md5(coalesce(string_agg(concat_ws(':', item, cost_minor, user_minor, agency_minor, status_before), ',' ORDER BY item COLLATE "C"), '')) FROM i)
        AS fingerprint,
      ${effectsOf(sql`i`)} AS effects`);
  return rows[0]!;
}
