import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { storesBlocking } from '../blocklist/stores-blocking.ts';

/**
 * Condition over `stores s`: a creator may choose the store. It has a domain that is accepted or proven, without which no link can be made. It is open
 * and no running campaign hides it from the creator, or it is hidden and a running campaign shows it. The rows of campaigns are few and are read once.
 */
export function openTo(userId: number, at: Date): SQL {
  const said = (shown: boolean) => sql`
    SELECT v.store_id FROM store_visibility_for(${userId}, ${at.toISOString()}) v WHERE v.shown = ${shown}`;
  return sql`s.deleted_at IS NULL AND s.deactivated_at IS NULL AND s.approval = 'approved'
    AND CASE WHEN s.hidden THEN s.id IN (${said(true)}) ELSE s.id NOT IN (${said(false)}) END
    AND (SELECT true FROM store_domains d WHERE d.store_id = s.id AND d.standing <> 'unproven' LIMIT 1)`;
}

/** Condition over `stores s`: a creator can make links to the store. It is open to the creator, and has not blocked the creator. */
export function linkableBy(userId: number, at: Date): SQL {
  return sql`${openTo(userId, at)} AND s.id NOT IN (${storesBlocking(userId)})`;
}

/** Condition over `stores s`: the store takes part in the market, and is not hidden. */
export const isListed = sql`s.deleted_at IS NULL AND NOT s.hidden AND s.deactivated_at IS NULL AND s.approval = 'approved'`;

/**
 * The stores that a caller may know: open stores, and the caller's own ones that are not deleted; for an administrator, all
 * stores that are not deleted.
 */
export function storesKnownTo({ isAdmin, storeIds }: Actor): SQL {
  if (isAdmin) return sql`s.deleted_at IS NULL`;
  const own = sql`s.id = ANY (${sql.param([...storeIds])}::bigint[])`;
  return sql`s.deleted_at IS NULL AND (NOT s.hidden AND s.deactivated_at IS NULL AND s.approval = 'approved' OR ${own})`;
}

/** Ranked stores first, then the others by id. A total order over `stores s`. */
export const toplistOrder = sql`s.toplist_rank, s.id`;
