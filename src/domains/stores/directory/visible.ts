import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';

/** A store that anyone may choose: neither hidden, deactivated nor deleted. A condition over `stores s`. */
export const openStore = sql`s.deleted_at IS NULL AND NOT s.hidden AND s.deactivated_at IS NULL`;

/** Which stores a caller knows of: the open ones, and as long as they are not deleted its own; an admin knows all those. */
export function storesKnownTo({ isAdmin, storeIds }: Actor): SQL {
  if (isAdmin) return sql`s.deleted_at IS NULL`;
  const own = sql`s.id = ANY (${sql.param([...storeIds])}::bigint[])`;
  return sql`s.deleted_at IS NULL AND (NOT s.hidden AND s.deactivated_at IS NULL OR ${own})`;
}

/** Ranked stores first, then the others by id. A total order over `stores s`. */
export const toplistOrder = sql`s.toplist_rank, s.id`;
