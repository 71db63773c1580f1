import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** A market with the data by which users choose between markets. */
export type ListedStoreGroup = { id: number; name: string; key: string; currency: string };

export interface StoreGroupFilters {
  /** Only groups that have return ads enabled. */
  returnAdsOnly: boolean;
  sort: { column: 'id' | 'name' | 'key' | 'currency'; direction: 'asc' | 'desc' };
  page: PageRequest;
}

const COLUMNS = { id: sql`g.id`, name: sql`g.name`, key: sql`g.key`, currency: sql`g.currency` };

/** Lists the store groups; the id breaks ties. */
export function listStoreGroups(
  { db }: Pick<Context, 'db'>,
  { returnAdsOnly, sort, page }: StoreGroupFilters,
): Promise<Page<ListedStoreGroup>> {
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  return readPage(
    db,
    {
      columns: sql`g.id, g.name, g.key, g.currency`,
      from: sql`store_groups g WHERE ${returnAdsOnly ? sql`g.return_ads_enabled` : sql`true`}`,
      order: sql`${COLUMNS[sort.column]} ${direction}, g.id ${direction}`,
    },
    page,
  );
}
