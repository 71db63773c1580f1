import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';

/** An agency as lists show it. */
export type ListedAgency = {
  id: number;
  name: string;
  own_payment_system: boolean;
  /** The share of a click's price, as a fraction of one. Only some callers may know it (`mayKnowShare`). */
  agency_share: number;
};

/** Sorting by share uses the share that the caller sees. */
type AgencyColumn = 'id' | 'name' | 'has_own_payment_system' | 'revenue_share';

export interface AgencyFilters {
  /** An agency's id, or a part of its name or of a name of its revenue tiers, in any case. */
  query?: string | undefined;
  /** Only agencies of these markets. */
  storeGroupIds?: readonly number[] | undefined;
  sort: { column: AgencyColumn; direction: 'asc' | 'desc' };
  page: PageRequest;
}

/** Lists the agencies that the caller knows of; the id breaks ties. */
export function listAgencies(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { query = '', storeGroupIds, sort, page }: AgencyFilters,
): Promise<Page<ListedAgency>> {
  const conditions = [agenciesKnownTo(actor)];
  if (storeGroupIds !== undefined)
    conditions.push(sql`c.store_group_id = ANY (${sql.param([...storeGroupIds])}::bigint[])`);
  if (query !== '') conditions.push(idOrName(query));
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  return readPage<ListedAgency>(
    db,
    {
      columns: sql`c.id, c.name, c.own_payment_system, c.agency_share::float8 AS agency_share`,
      from: sql`agencies c WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`${column(sort.column, actor)} ${direction}, c.id ${direction}`,
    },
    page,
  );
}

function column(name: AgencyColumn, actor: Actor): SQL {
  if (name === 'has_own_payment_system') return sql`c.own_payment_system`;
  if (name !== 'revenue_share') return sql`c.${sql.identifier(name)}`;
  const own = sql`c.id = ANY (${sql.param([...actor.agencyIds])}::bigint[])`;
  return actor.isAdmin ? sql`c.agency_share` : sql`CASE WHEN ${own} THEN c.agency_share ELSE 0 END`;
}

/**
 * Condition over `clients c`: the caller knows of the agency (docs/domain.md, "Who may do what"). Administrators know of all
 * agencies, representatives of those that they represent, and members of a store of those of the store's market.
 */
export function agenciesKnownTo({ isAdmin, agencyIds, storeIds }: Actor): SQL {
  if (isAdmin) return sql`true`;
  const seen: SQL[] = [];
  if (agencyIds.length > 0) seen.push(sql`c.id = ANY (${sql.param([...agencyIds])}::bigint[])`);
  if (storeIds.length > 0) {
    // Stores are a later module. This query needs only their markets.
    seen.push(sql`c.store_group_id IN (SELECT s.store_group_id FROM stores s
      WHERE s.id = ANY (${sql.param([...storeIds])}::bigint[]) AND s.deleted_at IS NULL)`);
  }
  return seen.length === 0 ? sql`false` : sql`(${sql.join(seen, sql` OR `)})`;
}

function idOrName(query: string): SQL {
  const part = containing(query);
  return sql`(c.id = ${parsePathId(query)} OR c.name ILIKE ${part}
    OR EXISTS (SELECT FROM revenue_tiers t WHERE t.agency_id = c.id AND t.name ILIKE ${part}))`;
}
