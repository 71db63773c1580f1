import { type SQL, sql } from 'drizzle-orm';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { storesKnownTo } from './visible.ts';

export interface StoreFilters {
  /** A store's id, or a part of its name in any case. */
  query?: string | undefined;
  storeGroupId?: number | undefined;
  sort: { column: 'id' | 'name' | 'created_at'; direction: 'asc' | 'desc' };
  page: PageRequest;
}

const COLUMNS = { id: sql`s.id`, name: sql`s.name`, created_at: sql`s.created_at` };

/** Lists the stores that the caller knows of; the id breaks ties. */
export function listStores(
  { db, actor }: Context,
  { query = '', storeGroupId, sort, page }: StoreFilters,
): Promise<Page<{ id: number; name: string }>> {
  const conditions = [storesKnownTo(actor)];
  if (storeGroupId !== undefined) conditions.push(sql`s.store_group_id = ${storeGroupId}`);
  if (query !== '') conditions.push(idOrName(query));
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  return readPage(
    db,
    {
      columns: sql`s.id, s.name`,
      from: sql`stores s WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`${COLUMNS[sort.column]} ${direction}, s.id ${direction}`,
    },
    page,
  );
}

/** Has the form of the index stores_choice, which answers it without reading rows. */
function idOrName(query: string): SQL {
  return sql`(s.id = ${parsePathId(query)} OR lower(s.name) COLLATE "C" LIKE lower(${containing(query)}))`;
}
