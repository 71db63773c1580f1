import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { containing } from '../../../platform/text-search.ts';
import { targetsOf } from '../policy.ts';
import type { CampaignStatus } from './read-campaigns.ts';

/** Filters of the campaign list; all of them must match, and absent ones match everything. */
export interface CampaignFilters {
  /** A campaign's id, or part of its name or title, in any case. */
  query?: string | undefined;
  /** Part of its name, or of its title if it has no name, in any case. */
  name?: string | undefined;
  /** At least one status; by default all except deleted. */
  statuses?: readonly CampaignStatus[] | undefined;
  storeIds?: readonly number[] | undefined;
  /** Store groups: the campaign's own, else its store's. */
  storeGroupIds?: readonly number[] | undefined;
  createdBy?: number | undefined;
  createdBefore?: Date | undefined;
  /** A user who is targeted by name or participates. */
  targetUserId?: number | undefined;
  showForAdvertiser?: boolean | undefined;
  /** Lists this campaign, too, regardless of the other filters. */
  orId?: number | undefined;
}

/** Condition over `offers o` for the listed campaigns, restricted to the stores that the caller administers. */
export function listedCampaigns({ actor, now }: Pick<Context, 'actor' | 'now'>, filters: CampaignFilters): SQL {
  const chosen = sql.join(conditions(filters, actor, now()), sql` AND `);
  const { orId } = filters;
  return sql`${campaignsOf(actor)} AND (${chosen}${orId === undefined ? sql`` : sql` OR o.id = ${orId}`})`;
}

/** The scope of lists: campaigns of the caller's stores; all for administrators. */
function campaignsOf({ isAdmin, storeIds }: Actor): SQL {
  return isAdmin ? sql`true` : sql`o.store_id = ANY (${ids(storeIds)})`;
}

function conditions(filters: CampaignFilters, { isAdmin }: Actor, at: Date): SQL[] {
  const { query = '', name = '', storeIds, storeGroupIds, createdBy, createdBefore, targetUserId } = filters;
  const all = [withStatus(filters.statuses, at)];
  if (query !== '') all.push(idOrText(query));
  if (name !== '') all.push(sql`coalesce(nullif(o.name, ''), o.campaign_title) ILIKE ${containing(name)}`);
  if (storeIds !== undefined) all.push(sql`o.store_id = ANY (${ids(storeIds)})`);
  if (storeGroupIds !== undefined) all.push(inMarkets(storeGroupIds));
  if (createdBy !== undefined) all.push(sql`o.created_by = ${createdBy}`);
  if (createdBefore !== undefined) all.push(sql`o.created_at < ${instant(createdBefore)}`);
  if (targetUserId !== undefined) all.push(isAdmin ? isForNamed(targetUserId) : aimedAt(targetUserId));
  if (filters.showForAdvertiser !== undefined) all.push(sql`o.show_for_advertiser = ${filters.showForAdvertiser}`);
  return all;
}

/** All but deleted campaigns by default. */
function withStatus(statuses: readonly CampaignStatus[] | undefined, at: Date): SQL {
  if (statuses === undefined) return sql`o.deleted_at IS NULL`;
  const each = statuses.map((status) => hasStatus(status, at));
  return sql`(${sql.join(each, sql` OR `)})`;
}

/**
 * Condition over `campaigns o`. The status is derived. The other conditions follow from it and let an index find the campaigns. The
 * CASE replaces a comparison, for which PostgreSQL would estimate one in 200 rows instead of every second one, and would then read
 * the whole table.
 */
export function hasStatus(status: CampaignStatus, at: Date): SQL {
  if (status === 'deleted') return sql`o.deleted_at IS NOT NULL`;
  const time = sql`${at.toISOString()}::timestamptz`;
  return sql`o.deleted_at IS NULL AND ${FOLLOWS[status](time)} AND CASE campaign_status(o, ${time}) WHEN ${status} THEN true ELSE false END`;
}

/** A campaign without dates is unlimited. As in the indexes of campaigns. */
export const VALID_FROM = sql`coalesce(o.valid_from, '-infinity')`;
export const VALID_UNTIL = sql`coalesce(o.valid_until, 'infinity')`;

const FOLLOWS: Record<Exclude<CampaignStatus, 'deleted'>, (at: SQL) => SQL> = {
  ended: (at) =>
    sql`(${VALID_UNTIL} < ${at} OR num_nonnulls(o.max_clicks, o.max_money_minor, o.budget_limit_minor, o.shared_budget_id) > 0)`,
  paused: () => sql`NOT o.active`,
  scheduled: (at) => sql`o.active AND ${VALID_FROM} > ${at}`,
  active: (at) => sql`o.active AND ${VALID_FROM} <= ${at}`,
};

function idOrText(query: string): SQL {
  const participant = containing(query);
  return sql`(o.id = ${parsePathId(query)} OR o.name ILIKE ${participant} OR o.campaign_title ILIKE ${participant})`;
}

function inMarkets(storeGroupIds: readonly number[]): SQL {
  return sql`(${sql.join(marketConditions(storeGroupIds), sql` OR `)})`;
}

/** Campaigns of the markets themselves, and those without a market of stores of the markets. */
export function marketConditions(storeGroupIds: readonly number[]): [own: SQL, ofStores: SQL] {
  const wanted = ids(storeGroupIds);
  return [
    sql`o.store_group_id = ANY (${wanted})`,
    sql`o.store_group_id IS NULL AND o.store_id IN (SELECT s.id FROM stores s WHERE s.store_group_id = ANY (${wanted}))`,
  ];
}

/** Only targets that name the user, because a store must not learn a user's tags, agency or address. */
function aimedAt(userId: number): SQL {
  return sql`(o.only_user_id = ${userId} OR o.id = ANY (ARRAY (
    SELECT t.campaign_id FROM campaign_targets t WHERE t.user_id = ${userId}
    UNION ALL SELECT p.campaign_id FROM participants p WHERE p.user_id = ${userId})))`;
}

/** The same for administrators: also targets that are a group, the address or an account of the user. */
function isForNamed(userId: number): SQL {
  return sql`(${aimedAt(userId)} OR o.id = ANY (ARRAY (SELECT t.campaign_id FROM (${targetsOf(userId)}) t)))`;
}

/** In seconds, because the text of a time in another zone may lie in a year that PostgreSQL does not parse. */
export const instant = (at: Date): SQL => sql`to_timestamp(${at.getTime() / 1000}::float8)`;

const ids = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`;
