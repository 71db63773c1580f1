import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { containing } from '../../../platform/text-search.ts';
import type { OfferStatus } from './read-offers.ts';

/** Which offers are listed; all of it must hold, and what is left out says nothing. */
export interface OfferFilters {
  /** An offer's id, or a part of its name or title, in any case. */
  query?: string | undefined;
  /** A part of its name, or of its title where it has no name, in any case. */
  name?: string | undefined;
  /** At least one; without it all but deleted ones. */
  statuses?: readonly OfferStatus[] | undefined;
  storeIds?: readonly number[] | undefined;
  /** Markets: the offer's own, else its store's. */
  storeGroupIds?: readonly number[] | undefined;
  createdBy?: number | undefined;
  createdBefore?: Date | undefined;
  /** Somebody whom it is aimed at by name, or who takes part. */
  targetUserId?: number | undefined;
  showForAdvertiser?: boolean | undefined;
  /** This one is listed, too, whatever the others say. */
  orId?: number | undefined;
}

/** The listed offers, as a condition over `offers o`: never more than those of the stores that the caller administers. */
export function listedOffers({ actor, now }: Pick<Context, 'actor' | 'now'>, filters: OfferFilters): SQL {
  const chosen = sql.join(conditions(filters, now()), sql` AND `);
  const { orId } = filters;
  return sql`${offersOf(actor)} AND (${chosen}${orId === undefined ? sql`` : sql` OR o.id = ${orId}`})`;
}

/** The scope of lists: offers of the caller's stores, an admin's all. */
function offersOf({ isAdmin, storeIds }: Actor): SQL {
  return isAdmin ? sql`true` : sql`o.store_id = ANY (${ids(storeIds)})`;
}

function conditions(filters: OfferFilters, at: Date): SQL[] {
  const { query = '', name = '', storeIds, storeGroupIds, createdBy, createdBefore, targetUserId } = filters;
  const all = [withStatus(filters.statuses, at)];
  if (query !== '') all.push(idOrText(query));
  if (name !== '') all.push(sql`coalesce(nullif(o.name, ''), o.campaign_title) ILIKE ${containing(name)}`);
  if (storeIds !== undefined) all.push(sql`o.store_id = ANY (${ids(storeIds)})`);
  if (storeGroupIds !== undefined) all.push(inMarkets(storeGroupIds));
  if (createdBy !== undefined) all.push(sql`o.created_by = ${createdBy}`);
  if (createdBefore !== undefined) all.push(sql`o.created_at < ${instant(createdBefore)}`);
  if (targetUserId !== undefined) all.push(aimedAt(targetUserId));
  if (filters.showForAdvertiser !== undefined) all.push(sql`o.show_for_advertiser = ${filters.showForAdvertiser}`);
  return all;
}

/** Whether an offer is deleted needs no look at what it has used; the other statuses do. */
function withStatus(statuses: readonly OfferStatus[] | undefined, at: Date): SQL {
  if (statuses === undefined) return sql`o.deleted_at IS NULL`;
  const living = statuses.filter((status) => status !== 'deleted');
  if (living.length === 0) return sql`o.deleted_at IS NOT NULL`;
  const derived = sql`offer_status(o, ${at.toISOString()}) = ANY (${sql.param([...statuses])}::text[])`;
  return living.length < statuses.length ? derived : sql`o.deleted_at IS NULL AND ${derived}`;
}

function idOrText(query: string): SQL {
  const part = containing(query);
  return sql`(o.id = ${parsePathId(query)} OR o.name ILIKE ${part} OR o.campaign_title ILIKE ${part})`;
}

function inMarkets(storeGroupIds: readonly number[]): SQL {
  const wanted = ids(storeGroupIds);
  return sql`(o.store_group_id = ANY (${wanted}) OR o.store_group_id IS NULL
    AND o.store_id IN (SELECT s.id FROM stores s WHERE s.store_group_id = ANY (${wanted})))`;
}

/** Only what names the user: who has which tag, agency or address is not the store's to find out. */
function aimedAt(userId: number): SQL {
  return sql`(o.only_user_id = ${userId} OR o.id = ANY (ARRAY (
    SELECT t.offer_id FROM offer_targets t WHERE t.user_id = ${userId}
    UNION ALL SELECT p.offer_id FROM participants p WHERE p.user_id = ${userId})))`;
}

/** In seconds, for in another zone the text of a time may lie in a year that PostgreSQL does not read. */
const instant = (at: Date): SQL => sql`to_timestamp(${at.getTime() / 1000}::float8)`;

const ids = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`;
