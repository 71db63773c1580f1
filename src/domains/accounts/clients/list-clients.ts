import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';

/** A client (agency) as lists show it. */
export type ListedClient = {
  id: number;
  name: string;
  own_payment_system: boolean;
  /** Of a click's price, as a fraction of one; not everybody's to know (`mayKnowShare`). */
  client_share: number;
};

/** By share: as the caller sees it. */
type ClientColumn = 'id' | 'name' | 'has_own_payment_system' | 'revenue_share';

export interface ClientFilters {
  /** A client's id, or a part of its name or of a name of its revenue tiers, in any case. */
  query?: string | undefined;
  /** Only clients of these markets. */
  storeGroupIds?: readonly number[] | undefined;
  sort: { column: ClientColumn; direction: 'asc' | 'desc' };
  page: PageRequest;
}

/** Lists the clients that the caller knows of; the id breaks ties. */
export function listClients(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { query = '', storeGroupIds, sort, page }: ClientFilters,
): Promise<Page<ListedClient>> {
  const conditions = [clientsKnownTo(actor)];
  if (storeGroupIds !== undefined)
    conditions.push(sql`c.store_group_id = ANY (${sql.param([...storeGroupIds])}::bigint[])`);
  if (query !== '') conditions.push(idOrName(query));
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  return readPage<ListedClient>(
    db,
    {
      columns: sql`c.id, c.name, c.own_payment_system, c.client_share::float8 AS client_share`,
      from: sql`clients c WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`${column(sort.column, actor)} ${direction}, c.id ${direction}`,
    },
    page,
  );
}

function column(name: ClientColumn, actor: Actor): SQL {
  if (name === 'has_own_payment_system') return sql`c.own_payment_system`;
  if (name !== 'revenue_share') return sql`c.${sql.identifier(name)}`;
  const own = sql`c.id = ANY (${sql.param([...actor.clientIds])}::bigint[])`;
  return actor.isAdmin ? sql`c.client_share` : sql`CASE WHEN ${own} THEN c.client_share ELSE 0 END`;
}

/**
 * Which clients a caller knows of (design: "Who may do what"): an admin all, a representative those it represents, a member of a store
 * those of the store's market. A condition over `clients c`.
 */
export function clientsKnownTo({ isAdmin, clientIds, storeIds }: Actor): SQL {
  if (isAdmin) return sql`true`;
  const seen: SQL[] = [];
  if (clientIds.length > 0) seen.push(sql`c.id = ANY (${sql.param([...clientIds])}::bigint[])`);
  if (storeIds.length > 0) {
    // Stores come after this room, of which only their market is wanted.
    seen.push(sql`c.store_group_id IN (SELECT s.store_group_id FROM stores s
      WHERE s.id = ANY (${sql.param([...storeIds])}::bigint[]) AND s.deleted_at IS NULL)`);
  }
  return seen.length === 0 ? sql`false` : sql`(${sql.join(seen, sql` OR `)})`;
}

function idOrName(query: string): SQL {
  const part = containing(query);
  return sql`(c.id = ${parsePathId(query)} OR c.name ILIKE ${part}
    OR EXISTS (SELECT FROM revenue_tiers t WHERE t.client_id = c.id AND t.name ILIKE ${part}))`;
}
