import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type CampaignFilters, instant, marketConditions } from './list-conditions.ts';
import type { CampaignStatus } from './read-campaigns.ts';

/** Replaces the rows of each stored number by their sum, so that few rows are read. Call it in one process at a time. */
export async function compactCampaignCounts(db: Database): Promise<void> {
  await db.execute(sql`SELECT compact_campaign_counts()`);
}

/**
 * Returns the number of campaigns in a list of all stores, from stored numbers (`campaign_counts`), because counting a million
 * rows takes too long; null for lists that have to be counted.
 */
export function keptTotal(actor: Actor, filters: CampaignFilters, at: Date): SQL | null {
  if (!actor.isAdmin) return null;
  const { statuses, createdBefore, showForAdvertiser, storeGroupIds, ...others } = filters;
  const given = [statuses, createdBefore, showForAdvertiser, storeGroupIds].filter((filter) => filter !== undefined);
  const isNarrowed = Object.values(others).some((filter) => filter !== undefined && filter !== '');
  if (isNarrowed || given.length > 1) return null;
  if (statuses !== undefined) return statusTotal(statuses, at);
  if (storeGroupIds !== undefined) return marketTotal(storeGroupIds);
  if (createdBefore !== undefined) return createdBeforeTotal(instant(createdBefore));
  const living = sql`state <> 'deleted'`;
  if (showForAdvertiser === undefined) return sumOf(sql`kind = 'all' AND ${living}`);
  const hidden = sumOf(sql`kind = 'hidden'`);
  return showForAdvertiser ? sql`${sumOf(sql`kind = 'all' AND ${living}`)} - ${hidden}` : hidden;
}

/** Only the deleted ones depend on neither dates nor limits. */
function statusTotal(statuses: readonly CampaignStatus[], at: Date): SQL {
  if (statuses.every((status) => status === 'deleted')) return sumOf(sql`kind = 'all' AND state = 'deleted'`);
  const wanted = sql`${sql.param([...statuses])}::text[]`;
  return sql`(SELECT coalesce(sum(campaigns), 0)::bigint FROM campaign_totals(${at.toISOString()}) WHERE status = ANY (${wanted}))`;
}

/** Two counts that indexes answer without reading rows. */
function marketTotal(storeGroupIds: readonly number[]): SQL {
  const counts = marketConditions(storeGroupIds).map(
    (condition) => sql`(SELECT count(*) FROM campaigns o WHERE o.deleted_at IS NULL AND ${condition})`,
  );
  return sql.join(counts, sql` + `);
}

/** The days before the day of the instant, and the elapsed part of that day. */
function createdBeforeTotal(time: SQL): SQL {
  const day = sql`(${time} AT TIME ZONE 'UTC')::date`;
  return sql`${sumOf(sql`kind = 'created_at' AND day < ${day}`)} + (
    SELECT count(*) FROM campaigns o WHERE o.deleted_at IS NULL AND o.created_at >= date_trunc('day', ${time}, 'UTC') AND o.created_at < ${time})`;
}

const sumOf = (condition: SQL) =>
  sql`(SELECT coalesce(sum(campaigns), 0)::bigint FROM campaign_counts WHERE ${condition})`;
