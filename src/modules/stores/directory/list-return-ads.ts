import { sql } from 'drizzle-orm';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { storesKnownTo } from './visible.ts';

/** Content that stores add to their shipments to shoppers: for a market, for one store, or for all. */
export type ReturnAd = {
  id: number;
  name: string;
  url: string | null;
  store_group_id: number | null;
  store_id: number | null;
};

/** Lists the active return ads by id, except those of stores that the caller cannot know of. */
export function listReturnAds(
  { db, actor }: Context,
  { query = '', page }: { query?: string | undefined; page: PageRequest },
): Promise<Page<ReturnAd>> {
  const found =
    query === '' ? sql`true` : sql`(a.id = ${parsePathId(query)} OR lower(a.name) LIKE lower(${containing(query)}))`;
  return readPage(
    db,
    {
      columns: sql`a.id, a.name, a.url, a.store_group_id, a.store_id`,
      from: sql`return_ads a LEFT JOIN stores s ON s.id = a.store_id
        WHERE a.active AND (a.store_id IS NULL OR ${storesKnownTo(actor)}) AND ${found}`,
      order: sql`a.id`,
    },
    page,
  );
}
