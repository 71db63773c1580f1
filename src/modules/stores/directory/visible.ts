import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { storesBlocking } from '../blocklist/stores-blocking.ts';

/**
 * A store that a creator may choose: an open one, but for those that a running campaign hides from the creator, and a hidden one that
 * a running campaign shows. A condition over `stores s`; campaigns' word is a few rows, which are read once.
 */
export function openTo(userId: number, at: Date): SQL {
  const said = (shown: boolean) => sql`
    SELECT v.store_id FROM store_visibility_for(${userId}, ${at.toISOString()}) v WHERE v.shown = ${shown}`;
  return sql`s.deleted_at IS NULL AND s.deactivated_at IS NULL AND s.approval = 'approved'
    AND CASE WHEN s.hidden THEN s.id IN (${said(true)}) ELSE s.id NOT IN (${said(false)}) END`;
}

/** Condition over `stores s`: a creator can make links to the store. It is open to the creator, and has not blocked the creator. */
export function linkableBy(userId: number, at: Date): SQL {
  return sql`${openTo(userId, at)} AND s.id NOT IN (${storesBlocking(userId)})`;
}

/** Condition over `stores s`: the store takes part in the market, and is not hidden. */
export const isListed = sql`s.deleted_at IS NULL AND NOT s.hidden AND s.deactivated_at IS NULL AND s.approval = 'approved'`;

/**
 * The stores that a caller may know: the open ones, and the own ones that are not deleted; for an administrator all that are not
 * deleted.
 */
export function storesKnownTo({ isAdmin, storeIds }: Actor): SQL {
  if (isAdmin) return sql`s.deleted_at IS NULL`;
  const own = sql`s.id = ANY (${sql.param([...storeIds])}::bigint[])`;
  return sql`s.deleted_at IS NULL AND (NOT s.hidden AND s.deactivated_at IS NULL AND s.approval = 'approved' OR ${own})`;
}

/** Ranked stores first, then the others by id. A total order over `stores s`. */
export const toplistOrder = sql`s.toplist_rank, s.id`;
